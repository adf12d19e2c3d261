// The state of one view: what is looked at, chosen and held, and the data it is about.

import { algorithmOf, drawnErrors, errorsAt, modelOf, stripOf } from "./model.js";
import { scoreDigits } from "./reading.js";
import { curveColour } from "./theme.js";

export function createView(root) {
  const parts = {};
  root.querySelectorAll("[data-part]").forEach((element) => {
    parts[element.dataset.part] = element;
  });
  const view = {
    root, parts, model: null, theme: null, focus: null, chosen: false, pinned: null, hover: null,
    selected: null, share: null, partials: null, band: null, clicked: null, strip: [], curves: [], log: false, maxFpr: 1,
    inset: { on: true, x0: 0, x1: 0.12, y0: 0, y1: 1.01 }, tool: "select", quiet: 0,
    touch: window.matchMedia("(pointer: coarse)").matches,
    // What is looked at along a curve: under the pointer first, else where it was pinned.
    active: () => view.hover ?? (view.pinned === null ? null : { solution: view.focus, vertex: view.pinned }),
    colourOf: (solution) => curveColour(view.theme, algorithmOf(view.model, solution), solution),
    // The band of other data or of an algorithm that is gone is not drawn.
    bandShown: () => (view.band?.dataKey === view.model.dataKey && view.model.algorithms.some((a) => a.id === view.band.algorithm) ? view.band : null),
    shareShown: () => (view.selected && view.share && view.share.id === view.focus.id ? view.share : null),
    quietly: async (act) => {
      view.quiet += 1;
      try {
        await act();
      } finally {
        view.quiet -= 1;
      }
    },
  };
  return view;
}

export function adoptModel(view, payload) {
  const model = modelOf(payload);
  const known = view.model && view.model.dataKey === model.dataKey;
  view.model = model;
  view.digits = scoreDigits(model.solutions);
  if (!known) Object.assign(view, { selected: null, share: null, pinned: null, hover: null, chosen: false });
  const wanted = (view.chosen && view.focus && model.byId.get(view.focus.id)) || model.byId.get(model.opened.focus);
  const previous = view.focus;
  view.chosen = Boolean(wanted);
  view.hover = null;
  setFocus(view, wanted ?? startOf(model));
  if (!known) Object.assign(view, { log: model.opened.log, maxFpr: model.opened.maxFpr });
  if (previous && previous.id !== view.focus.id) view.pinned = null;
  if (view.pinned !== null) view.pinned = Math.min(view.pinned, view.focus.d.length - 1);
}

// What is in focus as long as nobody has chosen; Python says which.
export function startOf(model) {
  return model.byId.get(model.start);
}

export function setFocus(view, solution) {
  const algorithm = algorithmOf(view.model, solution);
  view.focus = solution;
  view.reference = algorithm.reference;
  view.curves = algorithm.solutions;
  view.strip = stripOf(algorithm.solutions, solution, view.model.panels, view.strip);
}

// A read-only copy of the state for tests and for anyone curious in the console.
export function expose(view) {
  window.__aucc = Object.freeze({
    focus: view.focus.id,
    strip: view.strip.map((s) => s.id),
    curves: view.curves.map((s) => s.id),
    selected: view.selected ? [...view.selected] : null,
    active: view.active() && {
      id: view.active().solution.id,
      vertex: view.active().vertex,
      ...errorsAt(view.active().solution, view.active().vertex),
    },
    pinned: view.pinned,
    share: view.shareShown() && { aucc: view.share.aucc, pairs: view.share.pairs },
    band: view.bandShown() && { algorithm: view.band.algorithm, ks: [...view.band.ks] },
    drawnErrors: view.active() && drawnErrors(view.active().solution, view.active().vertex),
    sure: view.focus.margin ? view.focus.margin.words : "exact",
    dark: view.theme.dark,
    log: view.log,
    inset: { ...view.inset },
    drawn: (window.__aucc?.drawn ?? 0) + 1,
  });
}
