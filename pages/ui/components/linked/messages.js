// What travels between the view and Python: what has settled goes, counts and hints come.

import { reducedMotion } from "../shared/dom.js";
import { NOISE, arrayOf } from "./model.js";
import { follow } from "./view.js";

const SETTLE_MS = 180;

// What a person has chosen, in Python's terms (`Settled`).
export function settledOf({ state, shown }) {
  const held = state.held === null || !shown.focus.aucc ? null : shown.focus.d[state.held];
  return {
    focus: shown.chosen ? shown.focus.id : null,
    shown: shown.focus.id,
    selected: state.selected,
    held,
    maxFpr: state.maxFpr,
    log: state.log,
    inset: state.inset,
    pins: state.pins,
    hand: state.hand && { origin: state.hand.origin, labels: Array.from(state.hand.labels, (label) => (label === NOISE ? -1 : label)) },
  };
}

// Sends what has settled once nothing has changed for a moment, and only what is new.
export function settle(view) {
  const text = JSON.stringify(settledOf(view));
  if (text === view.settled) return;
  const first = view.settled === undefined;
  view.settled = text;
  if (first) return;
  clearTimeout(view.settling);
  view.settling = setTimeout(() => send(view), SETTLE_MS);
}

// Not on the way back or forth (tab/way_back.js): Streamlit would forget where the person went.
function send(view) {
  if (!window.auccLeft) view.send(JSON.parse(view.settled));
  else if (view.root.isConnected) view.settling = setTimeout(() => send(view), SETTLE_MS);
}

export function receive(view, message) {
  if (!message) return;
  if ("band" in message) receiveHint(view, message);
  else receiveAnswer(view, message);
}

// What was found below the view: the band and the stars of the score chart, objects to light and a
// solution to focus, which were clicked there. Most messages, the first of a page among them, say nothing new, and a redraw between the two
// halves of a click would swallow the click.
function receiveHint(view, { band, stars = null, highlight, focus }) {
  const same = JSON.stringify([band, stars]) === JSON.stringify([view.band, view.stars]);
  Object.assign(view, { band, stars });
  if (!view.shown) return;
  if (isNew(view, "highlight", highlight)) {
    view.change("select", highlight.objects);
    lookAtScatter(view);
  }
  if (isNew(view, "focus", focus)) view.change("focus", focus.id);
  if (same) return;
  follow(view);
  view.draw();
}

// A click is sent again and again until there is another; it counts once.
function isNew(view, what, message) {
  if (!message || message.click === view.clicks[what]) return false;
  view.clicks[what] = message.click;
  return true;
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
  if (!view.shown) return;
  receiveCount(view, answer.hand);
  const before = JSON.stringify([view.shareShown()?.pairs, view.shareShown()?.sentence, view.partials]);
  const { selected } = view.state;
  view.partials = answer.partials ?? null;
  const share = answer.share;
  const current = share && selected && share.objects === selected.length;
  view.share = current ? { ...share, fpr: arrayOf(share.fpr), tpr: arrayOf(share.tpr) } : null;
  const after = JSON.stringify([view.shareShown()?.pairs, view.shareShown()?.sentence, view.partials]);
  if (before !== after) view.draw();
}

// Python's count of a clustering by hand whose pairs are too many for the browser.
function receiveCount(view, hand) {
  if (!hand || view.counted?.stamp === hand.stamp) return;
  const arrays = ["labels", "d", "tp", "fp", "apart", "together"].map((name) => [name, arrayOf(hand[name])]);
  view.counted = { ...hand, ...Object.fromEntries(arrays) };
  follow(view);
  view.draw();
}
