// Colours and type: Streamlit's theme, a cluster palette for every kind of sight, and the cold and
// hot ramps of the curves.

// Okabe and Ito's colours, safe for colour-blind readers; the yellow is darkened on white. Symbols
// cycle with another length, so colour and symbol together tell 72 clusters apart.
const CLUSTER = {
  light: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a69400", "#737373"],
  dark: ["#4ba3e0", "#f0b13c", "#2fc79a", "#e29cc4", "#8fd0f7", "#f27d3a", "#f0e442", "#a6a6a6"],
};
const SYMBOLS = [
  "circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "pentagon", "x", "star",
];
// From next to k* outwards.
const COLD = {
  light: ["#1d4fc4", "#1b84d6", "#23a8c9", "#3fbfa9", "#7cc69a"],
  dark: ["#5b8cff", "#4fb3ff", "#4fd0ea", "#5fdcc0", "#98e0b4"],
};
const HOT = {
  light: ["#e08600", "#e2572b", "#cf2f4f", "#b02379", "#8c2a95", "#6d3099"],
  dark: ["#ffb13d", "#ff8454", "#ff6177", "#f25aa6", "#d267d8", "#b684f0"],
};

function themeOf(element) {
  const css = getComputedStyle(element);
  const get = (name, otherwise) => css.getPropertyValue(name).trim() || otherwise;
  const background = get("--st-background-color", "#ffffff");
  const dark = luminance(background) < 0.4;
  const text = get("--st-text-color", dark ? "#fafafa" : "#31333f");
  return {
    dark,
    background,
    text,
    faint: mix(text, background, 0.42),
    grid: mix(text, background, dark ? 0.84 : 0.9),
    line: mix(text, background, 0.72),
    ink: dark ? "#ffffff" : "#111111",
    apart: dark ? "#ff7b72" : "#d1242f",
    together: dark ? "#6cb6ff" : "#0969da",
    accent: get("--st-primary-color", "#1d4fc4"),
    font: get("--st-font", "sans-serif"),
    cluster: CLUSTER[dark ? "dark" : "light"],
    cold: COLD[dark ? "dark" : "light"],
    hot: HOT[dark ? "dark" : "light"],
  };
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

function luminance(colour) {
  const [r, g, b] = rgbOf(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

// `share` of the way from one colour to the other.
function mix(from, to, share) {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const part = [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * share));
  return `rgb(${part.join(",")})`;
}

// Cold below k*, black (white in the dark) at k*, hot above.
function curveColour(theme, algorithm, reference, solution) {
  if (solution === reference) return theme.ink;
  const order = algorithm.solutions;
  const steps = Math.abs(order.indexOf(solution) - order.indexOf(reference)) - 1;
  const ramp = solution.k < reference.k ? theme.cold : theme.hot;
  const room = solution.k < reference.k
    ? order.indexOf(reference)
    : order.length - 1 - order.indexOf(reference);
  // A short range uses the distinct colours in order; a long one is stretched over the ramp.
  const at = room <= ramp.length ? steps : (steps * (ramp.length - 1)) / (room - 1);
  const low = Math.floor(at);
  return low >= ramp.length - 1 ? ramp[ramp.length - 1] : mix(ramp[low], ramp[low + 1], at - low);
}

// Each object's own score: red speaks against its cluster, blue for it.
const SCORE_SCALE = [
  [0, "#b2182b"], [0.25, "#ef8a62"], [0.5, "#c9c9c9"], [0.75, "#67a9cf"], [1, "#2166ac"],
];

function axisStyle(theme, extra = {}) {
  return {
    gridcolor: theme.grid,
    linecolor: theme.line,
    zeroline: false,
    showline: true,
    mirror: true,
    ticks: "",
    tickfont: { size: 11, color: theme.faint },
    automargin: false,
    ...extra,
  };
}

function layoutStyle(theme, extra = {}) {
  return {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: theme.font, size: 12, color: theme.text },
    showlegend: false,
    hoverlabel: {
      bgcolor: theme.background,
      bordercolor: theme.line,
      font: { family: theme.font, size: 12, color: theme.text },
      align: "left",
    },
    ...extra,
  };
}

const CONFIG = {
  displaylogo: false,
  showSendToCloud: false,
  responsive: false,
  doubleClick: false,
  scrollZoom: false,
};
