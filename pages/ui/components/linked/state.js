// The state of the view: one frozen object, and the only ways in which it changes. Whatever is drawn
// or sent to Python follows from it (shown.js) and from the data (model.js), never from a chart.

import { clamp } from "../shared/numbers.js";

export const START = Object.freeze({
  chosen: null, // id of the solution that a person put in focus; null: where the view starts
  held: null, // the held distance, as a vertex of the curve in focus
  hover: null, // { id, vertex }: the place on a curve under the pointer
  selected: null, // objects, ascending; null for none
  pins: Object.freeze([]), // ids of the solutions kept side by side; none: the neighbours of the focus
  hand: null, // { origin, labels }: the clustering made by hand, and the id of what it began from
  zoom: null, // { x: [low, high], y: [low, high] } of the scatter plots; null: everything
  rocZoom: null, // the same of the curves
  log: false, // whether false positive rates are drawn on a logarithmic axis
  maxFpr: 1, // up to which false positive rate areas are counted
  inset: Object.freeze({ on: true, x0: 0, x1: 0.12, y0: 0, y1: 1.01 }), // the enlarged corner
  tool: "select", // what dragging over the scatter plots does
  past: Object.freeze([]), // what can be undone, the latest last
  future: Object.freeze([]), // what can be done again, the next one last
});

export const HAND = "hand"; // the id of the clustering made by hand
const UNDOABLE = ["chosen", "held", "selected", "pins", "hand"];
const MOST_STEPS = 100;

// Each change by name: from a state and what it needs to know, what becomes different.
const CHANGES = {
  focus: (state, id, vertex = null) => ({ chosen: id, held: vertex, hover: null }),
  hover: (_, place) => ({ hover: place }),
  hold: (_, vertex) => ({ held: vertex, hover: null }),
  select: (_, objects) => ({ selected: objects?.length ? objects : null }),
  edit: (state, hand) => ({ hand, chosen: HAND, held: null, hover: null }),
  drop: (state) => ({
    hand: null, held: null, hover: null, pins: state.pins.filter((id) => id !== HAND),
    chosen: state.chosen === HAND ? state.hand.origin : state.chosen,
  }),
  pin: (_, ids) => ({ pins: ids, hover: null }),
  zoom: (_, ranges) => ({ zoom: ranges }),
  zoomRoc: (_, ranges) => ({ rocZoom: ranges }),
  log: (_, log) => ({ log, rocZoom: null }),
  area: (_, rate) => ({ maxFpr: rate > 0 && rate <= 1 ? rate : 1 }),
  inset: (state, part) => ({ inset: { ...state.inset, ...part } }),
  tool: (_, tool) => ({ tool }),
  // One step back at a time: the held distance, then the selection, then the focus.
  clear: (state) => {
    if (state.held !== null) return { held: null, hover: null };
    if (state.selected !== null) return { selected: null };
    return { chosen: null };
  },
};

const KEPT_IN_HISTORY = ["focus", "select", "edit", "drop", "pin", "clear"];

// The state after a change: the very same object when nothing is different.
export function changed(state, name, ...args) {
  if (name === "undo") return travelled(state, "past", "future");
  if (name === "redo") return travelled(state, "future", "past");
  const next = { ...state, ...CHANGES[name](state, ...args) };
  if (Object.keys(next).every((key) => equal(next[key], state[key]))) return state;
  const kept = UNDOABLE.some((key) => !equal(next[key], state[key])) && KEPT_IN_HISTORY.includes(name);
  if (kept) Object.assign(next, { past: [...state.past, snapshot(state)].slice(-MOST_STEPS), future: [] });
  return Object.freeze(next);
}

function travelled(state, from, to) {
  if (state[from].length === 0) return state;
  return Object.freeze({
    ...state, ...state[from].at(-1), hover: null, [from]: state[from].slice(0, -1), [to]: [...state[to], snapshot(state)],
  });
}

const snapshot = (state) => Object.freeze(Object.fromEntries(UNDOABLE.map((key) => [key, state[key]])));

// Plain values, and lists and objects of them, compared by content.
function equal(a, b) {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (a.length !== undefined) return a.length === b.length && a.every((value, i) => equal(value, b[i]));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => equal(a[key], b[key]));
}

// The state for other data: what is about objects and curves goes, how to look stays.
export function forOtherData(state) {
  const { log, maxFpr, inset, tool } = state;
  return Object.freeze({ ...START, log, maxFpr, inset, tool });
}

// The state that a link, a saved piece of work or an earlier visit describes.
export function openedState(opened, vertexOf) {
  const { focus, selected, held, log, maxFpr, inset, pins, hand } = opened;
  return Object.freeze({
    ...START,
    chosen: focus ?? null,
    selected: selected?.length ? selected : null,
    held: held === null || held === undefined ? null : vertexOf(held),
    log: log ?? false,
    maxFpr: maxFpr ?? 1,
    inset: inset ? { ...START.inset, ...inset } : START.inset,
    pins: pins ?? START.pins,
    hand: hand ? { origin: hand.origin, labels: Uint16Array.from(hand.labels) } : null,
  });
}

export const stepped = (state, from, step, last) => (state.held === null ? from : clamp(state.held + step, 0, last));
