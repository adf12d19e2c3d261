// The words and buttons around the charts: sentences, the legend of the curves, the algorithms.

import { h, refill, s } from "../shared/dom.js";
import { LINE_MARKS, markPath } from "../shared/marks.js";
import { countText, distanceText, plural } from "../shared/numbers.js";
import { SCORE_SCALE, VALUE_SCALE } from "../shared/palette.js";
import { isEqual, stretchOf } from "./axes.js";
import { errorsAt } from "./model.js";
import { HAND } from "./state.js";

// Enough digits to tell the solutions apart, never more than six nor than are known.
export function scoreDigits(solutions) {
  const values = solutions.map((solution) => solution.aucc);
  const known = Math.min(6, ...solutions.map((solution) => solution.margin?.digits ?? 6));
  if (known < 6) return known;
  for (let digits = 3; digits < 6; digits += 1) {
    const shown = new Set(values.map((v) => v.toFixed(digits)));
    if (shown.size === new Set(values).size && !shown.has((1).toFixed(digits))) return digits;
  }
  return 4;
}

export function nameOf({ model }, solution) {
  const many = model.algorithms.length > 1 || solution.id === HAND;
  return many ? `${solution.label}, k = ${solution.k}` : `k = ${solution.k}`;
}

export const scoreOf = (view, solution) => solution.aucc?.toFixed(view.digits) ?? "–";

export function thresholdSentence(solution, vertex, drawn) {
  const { distance, falsePositives, falseNegatives } = errorsAt(solution, vertex);
  const apart = `<b class="apart">${plural(falsePositives, "pair is close but apart", "pairs are close but apart")}</b>`;
  const together = `<b class="together">${plural(falseNegatives, "pair is far but together", "pairs are far but together")}</b>`;
  const start = `At distance ≤ ${distanceText(distance)}: `;
  if (solution.margin) {
    const about = solution.margin.band ? "" : "about ";
    return `${start}${about}${apart} (false positives), ${together} (false negatives); some of them are drawn.`;
  }
  const some = (count, kind) => (count > drawn ? `; the ${countText(drawn)} ${kind} are drawn` : "");
  return `${start}${apart} (false positives${some(falsePositives, "closest")}), `
    + `${together} (false negatives${some(falseNegatives, "farthest")}).`;
}

export function drawReading(view) {
  const { model, parts, shown, state } = view;
  const { active, focus } = shown;
  parts.sentence.innerHTML = focus.reading;
  parts.threshold.innerHTML = active
    ? `${active.solution === focus ? "" : `${nameOf(view, active.solution)}: `}${thresholdSentence(active.solution, active.vertex, model.drawn)}`
    : '<span class="aucc-hint">Move along a curve to see the pairs that speak against a solution. '
      + "Click to hold; ← → or the buttons step.</span>";
  const share = view.shareShown();
  parts.selection.textContent = state.selected
    ? `${plural(state.selected.length, "object", "objects")}${model.of > model.n ? " of those drawn" : ""} selected.${share ? ` ${share.sentence}` : ""}`
    : "";
  parts.clear.hidden = !(state.selected || state.held !== null || shown.chosen);
}

// Beside the title of the scatter plots: what the picture is, how it is stretched, what colours mean.
export function drawNote(view) {
  const { model, parts } = view;
  const stretch = stretchOf(model);
  const said = [model.note && `${model.note}`, !isEqual(model) && `axes stretched ${+stretch.toPrecision(2)} : 1`].filter(Boolean);
  parts.note.innerHTML = said.join(" · ");
  parts.note.title = parts.note.textContent;
  const scored = model.colourBy === "score" && model.solutions.some((solution) => solution.score);
  const { column } = model;
  parts.scale.hidden = !scored && !column;
  if (scored) parts.scale.replaceChildren("own score 0.5", ramp(SCORE_SCALE), "1");
  else if (column?.values) parts.scale.replaceChildren(`${plain(column.name)} ${+column.low.toPrecision(3)}`, ramp(VALUE_SCALE), `${+column.high.toPrecision(3)}`);
  else if (column) parts.scale.replaceChildren(...levelsOf(view));
}

const ramp = (scale) => h("i", { style: { background: `linear-gradient(to right, ${scale.map(([at, colour]) => `${colour} ${100 * at}%`).join(", ")})` } });

// Names from Python are written for plotly, which reads them as HTML; text content does not.
function plain(text) {
  return new DOMParser().parseFromString(text, "text/html").body.textContent;
}

// The commonest values of a column of words, each on its colour.
function levelsOf({ model: { column }, theme }) {
  const shown = column.levels.slice(0, 4).map((level, code) => h("span", { class: "aucc-level", style: { borderColor: theme.cluster[code % theme.cluster.length] } }, plain(level)));
  const more = column.levels.length - shown.length;
  return [`${plain(column.name)}:`, ...shown, more > 0 ? `and ${more} more` : ""];
}

const AREA = "Area under the curve: the chance that a pair put together is closer than a pair kept apart";

export function drawLegend(view) {
  const { legend } = view.parts;
  const { algorithm, curves, focus, hand } = view.shown;
  const { maxFpr } = view.state;
  const focused = legend.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const partial = maxFpr < 1;
  const head = h("div", { class: "aucc-legend-head" },
    h("span", {}, algorithm.label), h("span", { title: AREA }, "AUCC"),
    partial && h("span", { title: `Area up to FPR ${maxFpr}, divided by ${maxFpr}` }, `to ${maxFpr}`));
  const rows = [...new Set([...curves, ...(hand ? [hand] : [])])].map((solution) => h("button", {
    type: "button", "data-id": solution.id, "aria-pressed": String(solution === focus),
  },
  h("span", { class: "aucc-swatch", style: { background: view.colourOf(solution) } }),
  h("span", {}, solution.id === HAND ? `by hand, ${solution.k}` : `k = ${solution.k}`),
  h("span", { class: "aucc-value" }, scoreOf(view, solution) + view.starOf(solution)),
  partial && h("span", { class: "aucc-value aucc-part" }, view.partials?.[solution.id] ?? solution.partial?.(maxFpr) ?? "…")));
  legend.classList.toggle("aucc-three", partial);
  refill(legend, [head, ...rows]);
  if (focused) legend.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true, focusVisible: false });
}

// One button per algorithm, with the mark of its line.
export function drawChips(view) {
  const { algorithms } = view.model;
  const chips = algorithms.length < 2 ? [] : algorithms.map((algorithm, a) => h("button", {
    type: "button", "data-id": algorithm.best.id, "aria-pressed": String(algorithm.id === view.shown.algorithm.id),
    title: `Best: k = ${algorithm.best.k}, AUCC ${scoreOf(view, algorithm.best)}`,
  }, markElement(a), ` ${algorithm.label}`));
  refill(view.parts.chips, chips);
}

function markElement(algorithm) {
  const mark = LINE_MARKS[algorithm % LINE_MARKS.length];
  return s("svg", { viewBox: "-7 -7 14 14", width: 11, height: 11, "aria-hidden": "true", "data-mark": mark },
    s("path", { d: markPath(mark, 5), fill: "currentColor" }));
}
