// Where data lie in a chart, in pixels: reckoned from the very layout that the chart is given.

import { extent } from "../shared/numbers.js";

// Axes whose ranges differ by more are drawn each at its own scale; later where distances in the
// picture mean something.
const STRETCHED = 4;
const STRETCHED_MAP = 10;

// An axis of `length` pixels from `offset` on; `up` for one whose values grow upwards.
export function axisOf({ range: [low, high], offset, length, log = false, up = false }) {
  const to = log ? Math.log10 : (value) => value;
  const from = log ? (value) => 10 ** value : (value) => value;
  const [start, end] = up ? [high, low] : [low, high];
  return {
    offset, length, range: [low, high],
    pixel: (value) => offset + ((to(value) - start) / (end - start)) * length,
    value: (pixel) => from(start + ((pixel - offset) / length) * (end - start)),
  };
}

export function rangeOf(values) {
  const [low, high] = extent(values, 0);
  const edge = 0.06 * (high - low) || 1;
  return [low - edge, high + edge];
}

// By how much the longer of both ranges is longer.
export function stretchOf(model) {
  const [x, y] = [model.x, model.y].map((values) => {
    const [low, high] = extent(values, 0);
    return high - low;
  });
  return x > 0 && y > 0 ? Math.max(x / y, y / x) : 1;
}

// One unit is equally long on both axes, as distances are, where the data still fill a good part of
// a panel.
export const isEqual = (model) => stretchOf(model) < (model.equalAspect ? STRETCHED_MAP : STRETCHED);

// The ranges of a panel of so many pixels: what is wanted, and more of one axis if units are equal.
export function panelRanges(wanted, equal, width, height) {
  if (!equal) return wanted;
  const unit = Math.max((wanted.x[1] - wanted.x[0]) / width, (wanted.y[1] - wanted.y[0]) / height);
  return { x: widened(wanted.x, unit * width), y: widened(wanted.y, unit * height) };
}

function widened([low, high], size) {
  const more = Math.max(0, size - (high - low)) / 2;
  return [low - more, high + more];
}

// The range that an event of plotly tells of for the first of some axes ("xaxis2.range[0]", or both
// ends at once); null for none.
export function rangeIn(event, names) {
  for (const name of names) {
    const ends = event[`${name}.range`] ?? [event[`${name}.range[0]`], event[`${name}.range[1]`]];
    if (ends.every((end) => end !== undefined)) return ends.map(Number);
  }
  return null;
}
