// What the charts show: looked up from the state and the data after every change.

import { algorithmOf, stripOf } from "./model.js";
import { HAND } from "./state.js";

// `before`: what was shown until now, so that panels move no further than needed.
export function shownOf(view, before) {
  const { model, state } = view;
  const hand = state.hand && view.handSolution(state.hand);
  const find = (id) => (id === HAND ? hand : model.byId.get(id)) ?? null;
  const start = view.startOf();
  const focus = find(state.chosen) ?? start;
  // A clustering by hand is seen among those it began from.
  const near = focus === hand ? model.byId.get(hand.origin) ?? start : focus;
  const algorithm = algorithmOf(model, near);
  const curves = hand?.aucc ? [...algorithm.solutions, hand] : algorithm.solutions;
  const active = activeOf(state, focus, find);
  const pinned = state.pins.map(find).filter(Boolean);
  const base = pinned.length ? pinned : neighbours(view, near, hand, before);
  return {
    focus, hand, algorithm, curves, active, base, pinned: pinned.length > 0,
    reference: algorithm.reference,
    strip: holding(holding(base, focus), active?.solution ?? focus, focus),
    chosen: find(state.chosen) !== null,
  };
}

// What is looked at along a curve: under the pointer first, else where it is held.
function activeOf(state, focus, find) {
  const hovered = state.hover && find(state.hover.id);
  if (hovered?.aucc) return { solution: hovered, vertex: Math.min(state.hover.vertex, hovered.d.length - 1) };
  if (state.held === null || !focus.aucc) return null;
  return { solution: focus, vertex: Math.min(state.held, focus.d.length - 1) };
}

function neighbours({ model }, near, hand, before) {
  const { solutions } = algorithmOf(model, near);
  if (!hand) return stripOf(solutions, near, model.panels, before?.base);
  const previous = before?.base.filter((s) => s !== before.hand);
  const room = Math.max(1, model.panels - 1);
  return [...stripOf(solutions, near, room, previous), hand].slice(-model.panels);
}

// A solution that is looked at and not there takes the last place (that of `kept` stays).
function holding(strip, wanted, kept = null) {
  if (strip.includes(wanted)) return strip;
  const last = strip.length > 1 && strip.at(-1) === kept ? strip.length - 2 : strip.length - 1;
  return strip.map((solution, i) => (i === last ? wanted : solution));
}
