// The words and buttons around the charts: sentences, the legend of the curves, the algorithms.

import { h } from "../shared/dom.js";
import { countText, distanceText, plural } from "../shared/numbers.js";
import { algorithmOf, errorsAt } from "./model.js";
import { SYMBOL_SIGNS } from "./score.js";

// Enough digits to tell the solutions apart, never more than six nor than are known.
export function scoreDigits(solutions) {
  const values = solutions.map((s) => s.aucc);
  const known = Math.min(6, ...solutions.map((s) => s.margin?.digits ?? 6));
  if (known < 6) return known;
  for (let digits = 3; digits < 6; digits += 1) {
    const shown = new Set(values.map((v) => v.toFixed(digits)));
    if (shown.size === new Set(values).size && !shown.has((1).toFixed(digits))) return digits;
  }
  return 4;
}

export function nameOf(model, solution) {
  const many = model.algorithms.length > 1;
  return many ? `${solution.label}, k = ${solution.k}` : `k = ${solution.k}`;
}

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
  const { model, parts } = view;
  const active = view.active();
  parts.sentence.innerHTML = view.focus.reading;
  parts.threshold.innerHTML = active
    ? `${active.solution === view.focus ? "" : `${nameOf(model, active.solution)}: `}${thresholdSentence(active.solution, active.vertex, model.drawn)}`
    : '<span class="aucc-hint">Move along a curve to see the pairs that speak against a solution. '
      + "Click to hold; ← → or the buttons step.</span>";
  const share = view.shareShown();
  parts.selection.textContent = view.selected
    ? `${plural(view.selected.length, "object", "objects")}${model.of > model.n ? " of those drawn" : ""} selected.${share ? ` ${share.sentence}` : ""}`
    : "";
  parts.clear.hidden = !(view.selected || view.pinned !== null || view.chosen);
}

const AREA = "Area under the curve: the chance that a pair put together is closer than a pair kept apart";

export function drawLegend(view) {
  const { legend } = view.parts;
  const focused = legend.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const partial = view.maxFpr < 1;
  const head = h("div", { class: "aucc-legend-head" },
    h("span", {}, algorithmOf(view.model, view.focus).label), h("span", { title: AREA }, "AUCC"),
    partial && h("span", { title: `Area up to FPR ${view.maxFpr}, divided by ${view.maxFpr}` }, `to ${view.maxFpr}`));
  const rows = view.curves.map((solution) => h("button", {
    type: "button", "data-id": solution.id, "aria-pressed": String(solution === view.focus),
  },
  h("span", { class: "aucc-swatch", style: { background: view.colourOf(solution) } }),
  h("span", {}, `k = ${solution.k}`),
  h("span", { class: "aucc-value" }, solution.aucc.toFixed(view.digits) + (solution === view.reference ? " ★" : "")),
  partial && h("span", { class: "aucc-value aucc-part" }, view.partials?.[solution.id] ?? "…")));
  legend.classList.toggle("aucc-three", partial);
  legend.replaceChildren(head, ...rows);
  if (focused) legend.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true, focusVisible: false });
}

// One button per algorithm, with the sign of its line.
export function drawChips(view) {
  const { algorithms } = view.model;
  const chips = algorithms.length < 2 ? [] : algorithms.map((algorithm, a) => h("button", {
    type: "button", "data-id": algorithm.best.id, "aria-pressed": String(algorithm.id === view.focus.algorithm),
    title: `Best: k = ${algorithm.best.k}, AUCC ${algorithm.best.aucc.toFixed(view.digits)}`,
  }, `${SYMBOL_SIGNS[a % SYMBOL_SIGNS.length]} ${algorithm.label}`));
  view.parts.chips.replaceChildren(...chips);
}
