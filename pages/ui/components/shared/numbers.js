// Numbers as people read them.

const grouped = new Intl.NumberFormat("en-US");

export const countText = (count) => grouped.format(count);

export function plural(count, one, many) {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export const fixed = (value, digits = 4) => Number(value).toFixed(digits);

// A score that is not perfect is never written as if it were.
export function scoreText(value, digits = 4) {
  const text = fixed(value, digits);
  return value < 1 && text === fixed(1, digits) ? `> ${fixed(1 - 10 ** -digits, digits)}` : text;
}

export function distanceText(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "∞";
}

export function durationText(seconds) {
  if (seconds < 1) return `${+(seconds * 1000).toPrecision(2)} ms`;
  if (seconds < 90) return `${seconds.toFixed(0)} s`;
  if (seconds < 5400) return `${(seconds / 60).toFixed(0)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// A few round numbers within a range.
export function niceTicks([low, high]) {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const ticks = [];
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) ticks.push(+v.toPrecision(6));
  return ticks;
}

// From the lowest to the highest value, and a share of that on either side.
export function extent(values, pad = 0.06) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const room = pad * (high - low || 1);
  return [low - room, high + room];
}
