// What one chart tells the others: focus, threshold, selection; and what settles goes to Python.

import { reducedMotion } from "../shared/dom.js";
import { clamp } from "../shared/numbers.js";
import { drawRoc, drawScore, redrawFocus, showSelection, showThreshold } from "./drawing.js";
import { arrayOf, evenVertex } from "./model.js";
import { drawLegend, drawReading } from "./reading.js";
import { expose, setFocus, startOf } from "./state.js";

const SETTLE_MS = 180;

export function settle(view) {
  clearTimeout(view.settling);
  view.settling = setTimeout(() => {
    view.send({
      focus: view.chosen ? view.focus.id : null,
      shown: view.focus.id,
      selected: view.selected,
      maxFpr: view.maxFpr,
      log: view.log,
    });
  }, SETTLE_MS);
}

export async function focusOn(view, solution, vertex = null) {
  const before = { strip: view.strip, curves: view.curves };
  view.chosen = true;
  view.pinned = vertex;
  view.hover = null;
  setFocus(view, solution);
  await redrawFocus(view, before);
  settle(view);
}

export async function select(view, objects) {
  view.selected = objects && objects.length ? objects : null;
  view.share = null;
  drawReading(view);
  showSelection(view);
  if (view.parts.roc.data.some((t) => t.name === "selection" && t.x.length)) await drawRoc(view);
  expose(view);
  settle(view);
}

export async function clearAll(view) {
  const before = { strip: view.strip, curves: view.curves };
  const selected = view.selected !== null;
  Object.assign(view, { pinned: null, hover: null, chosen: false, selected: null, share: null });
  setFocus(view, startOf(view.model));
  if (selected) showSelection(view);
  await redrawFocus(view, before);
  settle(view);
}

export function stepThreshold(view, step) {
  const last = view.focus.d.length - 1;
  const from = view.pinned ?? evenVertex(view.focus);
  view.pinned = view.pinned === null ? from : clamp(from + step, 0, last);
  view.hover = null;
  return showThreshold(view);
}

export function stepSolution(view, step) {
  const at = view.curves.indexOf(view.focus) + step;
  if (at >= 0 && at < view.curves.length) focusOn(view, view.curves[at]);
}

export function receive(view, message) {
  if (!message) return;
  if ("band" in message) receiveHint(view, message);
  else receiveAnswer(view, message);
}

// What was found below the view: the band of the score chart, and objects that advice is about. Most
// messages, the first of a page among them, say nothing new, and a redraw between the two halves of a
// click would swallow the click.
function receiveHint(view, { band, highlight }) {
  const same = JSON.stringify(band) === JSON.stringify(view.band);
  view.band = band;
  if (!view.model) return;
  if (highlight && highlight.click !== view.clicked) {
    view.clicked = highlight.click;
    select(view, highlight.objects);
    lookAtScatter(view);
  }
  if (!same) drawScore(view).then(() => expose(view));
}

// The advice is below the view: go where its objects are, and let Escape work there.
function lookAtScatter(view) {
  const { scatter } = view.parts;
  scatter.focus({ preventScroll: true, focusVisible: false });
  scatter.scrollIntoView({ block: "center", behavior: reducedMotion() ? "auto" : "smooth" });
}

// Python's answer to what settled: the share of the selected objects, partial areas. As above, what
// says nothing new draws nothing.
function receiveAnswer(view, answer) {
  if (!view.model) return;
  const before = [view.shareShown(), JSON.stringify(view.partials)];
  view.partials = answer.partials ?? null;
  const share = answer.share;
  const current = share && view.selected && share.objects === view.selected.length;
  view.share = current ? { ...share, fpr: arrayOf(share.fpr), tpr: arrayOf(share.tpr) } : null;
  if (before[0] === view.shareShown() && before[1] === JSON.stringify(view.partials)) return;
  drawReading(view);
  drawLegend(view);
  drawRoc(view).then(() => expose(view));
}
