// How the charts look: Streamlit's theme, the colours of curves, and what all plotly charts share.

import { CLUSTER, COLD, HOT, luminance, mix, rampColour } from "../shared/palette.js";

export const FADED = 0.13;
export const FADED_CLOUD = 0.06; // points of a cloud lie on top of each other

export function themeOf(element) {
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
    hand: dark ? "#3fd15c" : "#1a7f37", // what was made by hand
    selection: dark ? "#e0b070" : "#7a4a12", // the curve of the selected objects alone
    accent: get("--st-primary-color", "#1d4fc4"),
    font: get("--st-font", "sans-serif"),
    cluster: CLUSTER[dark ? "dark" : "light"],
    cold: COLD[dark ? "dark" : "light"],
    hot: HOT[dark ? "dark" : "light"],
  };
}

// Cold below k*, black (white in the dark) at k*, hot above.
export function curveColour(theme, algorithm, solution) {
  const { reference } = algorithm;
  if (solution === reference) return theme.ink;
  const order = algorithm.solutions;
  const steps = Math.abs(order.indexOf(solution) - order.indexOf(reference)) - 1;
  const ramp = solution.k < reference.k ? theme.cold : theme.hot;
  const room = solution.k < reference.k
    ? order.indexOf(reference)
    : order.length - 1 - order.indexOf(reference);
  // A short range uses the distinct colours in order; a long one is stretched over the ramp.
  const at = room <= ramp.length ? steps : (steps * (ramp.length - 1)) / (room - 1);
  return rampColour(ramp, at);
}

export function axisStyle(theme, extra = {}) {
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

export function layoutStyle(theme, extra = {}) {
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

// The title of an axis.
export function axisTitle(theme, text, standoff) {
  return { text, font: { size: 12, color: theme.faint }, standoff };
}

// Plotly's axes are called x, x2, x3 …: what follows the letter.
export const axisSuffix = (panel) => (panel === 0 ? "" : String(panel + 1));

export const CONFIG = {
  displaylogo: false,
  showSendToCloud: false,
  responsive: false,
  doubleClick: false,
  scrollZoom: false,
};
