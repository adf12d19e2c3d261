// Colours that several parts of the browser side share, and what is reckoned with colours.

// Okabe and Ito's colours, safe for colour-blind readers; the yellow is darkened on white. Symbols
// cycle with another length, so colour and symbol together tell 72 clusters apart. The light ones
// are also in Python (report/figures.py, components/charts.py), because these files must run as they
// are, without Python to fill them in; a test compares the two.
export const CLUSTER = {
  light: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a69400", "#737373"],
  dark: ["#4ba3e0", "#f0b13c", "#2fc79a", "#e29cc4", "#8fd0f7", "#f27d3a", "#f0e442", "#a6a6a6"],
};
export const SYMBOLS = [
  "circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "pentagon", "x", "star",
];

// Curves below and above k*, from next to it outwards.
export const COLD = {
  light: ["#1d4fc4", "#1b84d6", "#23a8c9", "#3fbfa9", "#7cc69a"],
  dark: ["#5b8cff", "#4fb3ff", "#4fd0ea", "#5fdcc0", "#98e0b4"],
};
export const HOT = {
  light: ["#e08600", "#e2572b", "#cf2f4f", "#b02379", "#8c2a95", "#6d3099"],
  dark: ["#ffb13d", "#ff8454", "#ff6177", "#f25aa6", "#d267d8", "#b684f0"],
};

// Each object's own score: red speaks against its cluster, blue for it.
export const SCORE_SCALE = [
  [0, "#b2182b"], [0.25, "#ef8a62"], [0.5, "#c9c9c9"], [0.75, "#67a9cf"], [1, "#2166ac"],
];

// A column of numbers, from its lowest to its highest (viridis: light and dark also without colour).
export const VALUE_SCALE = [
  [0, "#440154"], [0.25, "#3b528b"], [0.5, "#21918c"], [0.75, "#5ec962"], [1, "#fde725"],
];

// The lessons: the same colours in light and dark.
const LESSON_CLUSTERS = [
  "#4269d0", "#efb118", "#ff725c", "#3ca951", "#a463f2", "#ff8ab7",
  "#2bb5c9", "#9c6b4e", "#8a93a5", "#b5a400", "#d0429b", "#6d8c00",
];
export const clusterColour = (cluster) => LESSON_CLUSTERS[cluster % LESSON_CLUSTERS.length];
export const BALANCES = [LESSON_CLUSTERS[0], "var(--within)", "var(--between)"]; // of course.css
export const TOO_FEW = ["#2f6fde", "#12a3d6"];
export const TOO_MANY = ["#f0a202", "#e4572e"];

// The colour of a k beside the true one; "--ink" is the lesson's text.
export function lessonCurveColour(k, trueK) {
  if (k === trueK) return "var(--ink)";
  return k < trueK ? TOO_FEW[Math.min(1, trueK - k - 1)] : TOO_MANY[Math.min(1, k - trueK - 1)];
}

// A canvas reads any way to write a colour, in a tenth of a millisecond and more: ask it once each.
const rgb = new Map();

function rgbOf(colour) {
  if (!rgb.has(colour)) {
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    rgb.set(colour, context.getImageData(0, 0, 1, 1).data);
  }
  return rgb.get(colour);
}

export function luminance(colour) {
  const [r, g, b] = rgbOf(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

// `share` of the way from one colour to the other.
export function mix(from, to, share) {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const part = [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * share));
  return `rgb(${part.join(",")})`;
}

// A place from 0 to the last colour of a ramp.
export function rampColour(ramp, at) {
  const low = Math.floor(at);
  return low >= ramp.length - 1 ? ramp[ramp.length - 1] : mix(ramp[low], ramp[low + 1], at - low);
}

// The colour of a value from 0 to 1 on a scale of [value, colour].
export function scaleColour(scale, value) {
  const next = scale.findIndex(([stop]) => stop >= value);
  if (next <= 0) return scale[0][1];
  const [[low, from], [high, to]] = [scale[next - 1], scale[next]];
  return mix(from, to, (value - low) / (high - low));
}
