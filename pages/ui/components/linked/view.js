// One view: its elements, its data, its state, and what follows from them.

import { algorithmOf, drawnErrors, errorsAt, modelOf, vertexAt } from "./model.js";
import { scoreDigits } from "./reading.js";
import { shownOf } from "./shown.js";
import { HAND, START, changed, forOtherData, openedState } from "./state.js";
import { curveColour } from "./theme.js";

export function createView(root) {
  const view = {
    root, parts: partsOf(root), untouched: root.querySelector(".aucc").cloneNode(true), model: null, theme: null, state: START, shown: null,
    share: null, partials: null, band: null, stars: null, // what Python has said
    clicks: (window.auccClicks ??= {}), // below any view of this page, the last of each kind that was acted on
    ranksAddress: null, ranked: null, loading: null, // the ranks of all pairs, for what is made by hand
    counted: null, // Python's count of it, where there are too many pairs
    live: null, // the ranges of the scatter plots while they are dragged
    detach: null, ended: false, life: 0, // takes the listeners away; whether the component has ended
    drawn: {}, turns: {}, // what each chart has drawn last; the drawing that the next one waits for
    pressed: null, waits: false, // the chart below a pressed button; whether it has to be drawn
    quiet: 0, touch: window.matchMedia("(pointer: coarse)").matches,
    draw: async () => {}, send: () => {}, handSolution: () => null, handShare: () => null,
    colourOf: (solution) => (solution.id === HAND ? view.theme.hand : curveColour(view.theme, algorithmOf(view.model, solution), solution)),
    // The band of other data or of an algorithm that is gone is not drawn.
    bandShown: () => (view.band?.dataKey === view.model.dataKey && view.model.algorithms.some((a) => a.id === view.band.algorithm) ? view.band : null),
    starsShown: () => (view.stars?.dataKey === view.model.dataKey ? view.stars : null),
    // Where the view starts by itself: at what is to be believed, once Python knows.
    startOf: () => view.model.byId.get(view.starsShown()?.start) ?? view.model.byId.get(view.model.start),
    // Filled: what Python believes in; hollow: the highest raw score. Before Python has said so, the
    // highest of the algorithm in focus.
    starOf: (solution) => {
      const { believed, highest } = view.starsShown() ?? { believed: null, highest: view.shown.algorithm.best.id };
      return solution.id === believed ? " ★" : solution.id === highest ? " ☆" : "";
    },
    shareShown: () => view.handShare() ?? (view.state.selected && view.share && view.share.id === view.shown.focus.id ? view.share : null),
    quietly: async (act) => {
      view.quiet += 1;
      try {
        await act();
      } finally {
        view.quiet -= 1;
      }
    },
    // The one door for everything that a person does.
    change: async (name, ...args) => {
      const state = changed(view.state, name, ...args);
      if (state === view.state) return;
      if (!sameSelection(state.selected, view.state.selected)) view.share = null;
      view.state = state;
      follow(view);
      await view.draw();
    },
  };
  return view;
}

function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map((element) => [element.dataset.part, element]));
}

// Streamlit may end a component and call it again in the same place: its charts and listeners are gone
// then, what a person has chosen is not. All of it is drawn anew.
export function revive(view) {
  if (!view.ended) return;
  view.root.querySelector(".aucc").replaceWith(view.untouched.cloneNode(true));
  Object.assign(view, { parts: partsOf(view.root), drawn: {}, turns: {}, detach: null, ended: false, pressed: null, waits: false, life: view.life + 1 });
}

const sameSelection = (a, b) => a === b || (a && b && a.length === b.length && a.every((object, i) => object === b[i]));

// After a change of state or data: look up again what is shown.
export function follow(view) {
  view.shown = shownOf(view, view.shown);
}

// New data: the choices stay as long as the objects do.
export function adoptModel(view, payload) {
  const model = modelOf(payload);
  const known = view.model !== null && view.model.dataKey === model.dataKey;
  const moved = known && view.model.layoutKey !== model.layoutKey;
  const before = known ? view.shown.focus.id : null;
  const first = view.model === null;
  view.model = model;
  view.digits = scoreDigits(model.solutions);
  if (!known) {
    const { opened } = model;
    view.shown = null;
    view.share = null;
    view.state = first || opened.focus || opened.selected?.length
      ? openedState(opened, (distance) => vertexAt(model.byId.get(opened.focus) ?? view.startOf(), distance))
      : forOtherData(view.state);
  } else {
    view.state = Object.freeze({ ...view.state, hover: null, zoom: moved ? null : view.state.zoom });
  }
  follow(view);
  if (known && before !== view.shown.focus.id) {
    view.state = Object.freeze({ ...view.state, held: null });
    follow(view);
  }
}

// A read-only copy of what is shown, for tests and for anyone curious in the console.
export function expose(view) {
  const { state, shown } = view;
  const { active } = shown;
  window.__aucc = Object.freeze({
    focus: shown.focus.id,
    strip: shown.strip.map((s) => s.id),
    curves: shown.curves.map((s) => s.id),
    pins: [...state.pins],
    selected: state.selected ? [...state.selected] : null,
    active: active && { id: active.solution.id, vertex: active.vertex, ...errorsAt(active.solution, active.vertex) },
    held: state.held,
    zoom: state.zoom,
    hand: shown.hand && { k: shown.hand.k, aucc: shown.hand.aucc, labels: Array.from(shown.hand.colours) },
    share: view.shareShown() && { aucc: view.shareShown().aucc, pairs: view.shareShown().pairs },
    band: view.bandShown() && { algorithm: view.band.algorithm, ks: [...view.band.ks] },
    drawnErrors: active && drawnErrors(active.solution, active.vertex),
    sure: shown.focus.margin ? shown.focus.margin.words : "exact",
    dark: view.theme.dark,
    log: state.log,
    inset: { ...state.inset },
    undo: state.past.length,
    redo: state.future.length,
    drawn: (window.__aucc?.drawn ?? 0) + 1,
  });
}
