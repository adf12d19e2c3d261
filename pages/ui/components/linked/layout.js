// How high each chart is: together they fill the window from where the view begins, so that scatter
// plots, scores and curves are seen at once.

import { clamp } from "../shared/numbers.js";
import { rocHeight } from "./roc.js";

const BELOW = 60; // of the window, for the row of tabs
const LOWEST = 470;
const HIGHEST = 1300;
const FRAMES = 100; // heads, borders and the gap between both rows, in pixels
const SCATTER_SHARE = 0.37;

// `top`: where the view begins on the unscrolled page; `roc`: how wide the chart of the curves is.
// What the square of the curves cannot use, for it is not wide enough, goes to the scatter plots.
export function heightsOf({ window: room, top, narrow, chips, roc, scatter, panels }) {
  if (narrow) return { scatter: 250, score: 220, roc: rocHeight(roc, true) };
  const all = clamp(room - top - BELOW, LOWEST, HIGHEST) - FRAMES;
  const least = Math.max(150, Math.round(SCATTER_SHARE * all));
  const lower = Math.min(all - least, Math.max(rocHeight(roc, false), 0.45 * all));
  const squares = scatter / Math.min(panels, 3) + 40; // higher panels would show no more
  const upper = Math.max(least, Math.min(all - lower, squares));
  return { scatter: Math.round(upper), roc: Math.round(lower), score: Math.round(lower - chips) };
}

export function fitView(view) {
  const { root } = view;
  view.narrow = root.clientWidth < 640;
  const frame = root.querySelector(".aucc");
  frame.classList.toggle("aucc-narrow", view.narrow);
  view.heights = heightsOf({
    window: window.innerHeight, top: view.top, narrow: view.narrow, chips: view.parts.chips.offsetHeight,
    roc: view.parts.roc.clientWidth, scatter: view.parts.scatter.clientWidth, panels: view.shown.strip.length,
  });
  for (const chart of ["scatter", "roc"]) frame.style.setProperty(`--aucc-${chart}`, `${view.heights[chart]}px`);
  for (const kind of ["apart", "together"]) frame.style.setProperty(`--aucc-${kind}`, view.theme[kind]);
}

// Measured when the view opens and when the window changes, not when something above has grown: the
// charts would jump.
export function measureTop(view) {
  let scrolled = 0;
  for (let node = view.root.parentElement; node; node = node.parentElement) scrolled += node.scrollTop;
  view.top = clamp(view.root.getBoundingClientRect().top + scrolled, 0, 420);
}
