// What stands above each scatter plot: its solution, and a list to choose another one.

import { h, refill } from "../shared/dom.js";
import { panelTitle, titleColour } from "./scatter.js";

export function drawTitles(view, grid) {
  const { titles } = view.parts;
  refill(titles, view.shown.strip.map((solution, panel) => {
    const { x, y, width } = grid.panels[panel].box;
    const { name, score } = panelTitle(view, solution);
    return h("div", { class: "aucc-title", style: { left: `${x}px`, top: `${y - 21}px`, width: `${width}px` } },
      h("button", {
        type: "button", "data-id": solution.id, title: `${name}, ${score}: put it in focus`,
        "aria-pressed": String(solution === view.shown.focus), style: { color: titleColour(view, solution) },
      }, h("b", {}, name), ` ${score}`),
      picker(view, panel));
  }));
  // What a person chose in a list outlives the mark on its option, so it is set as a value.
  titles.querySelectorAll("select").forEach((list, panel) => {
    const { id } = view.shown.strip[panel];
    if (list.value !== id) list.value = id;
  });
}

// A list of all solutions, grouped by algorithm; choosing one pins the panels as they are.
function picker(view, panel) {
  const option = (one, text) => h("option", { value: one.id }, text);
  const groups = view.model.algorithms.map((algorithm) => h("optgroup", { label: algorithm.label },
    ...algorithm.solutions.map((one) => option(one, `${algorithm.label}, k = ${one.k}`))));
  const { hand } = view.shown;
  return h("span", { class: "aucc-picker" }, "▾", h("select", {
    "data-panel": panel, title: "Show another solution here", "aria-label": `Solution in panel ${panel + 1}`,
  }, ...groups, hand && option(hand, `By hand, k = ${hand.k}`)));
}

// The pins after a choice in one panel: the panels stay as they are, this one shows what was chosen.
export function pinsWith(view, panel, id) {
  return view.shown.strip.map((solution, p) => (p === panel ? id : solution.id));
}

