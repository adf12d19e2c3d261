// The strip of scatter plots: one panel per solution, shared zoom, shared selection, error pairs.

import { extent } from "../shared/numbers.js";
import { SCORE_SCALE, SYMBOLS, mix } from "../shared/palette.js";
import { NOISE, codesOf, drawnErrors, isCloud } from "./model.js";
import { nameOf } from "./reading.js";
import { FADED, axisStyle, axisSuffix, axisTitle, layoutStyle } from "./theme.js";

function panelColumns(count, width) {
  const fit = Math.max(1, Math.floor(width / 210));
  if (count <= fit) return count;
  // Even rows look calmer than one full row and a leftover.
  return Math.ceil(count / Math.ceil(count / fit));
}

// Low enough that the curves below begin on the first screen.
function panelHeight(width, columns) {
  if (width < 500) return 200;
  return Math.max(180, Math.min(300, (width / columns) * 0.78, window.innerHeight * 0.3));
}

// Where every panel lies in the chart, in shares of it.
export function panelGrid(count, width) {
  const columns = panelColumns(count, width);
  const rows = Math.ceil(count / columns);
  const margin = { l: 44, r: 6, t: 26, b: 38 };
  const height = rows * panelHeight(width, columns) + margin.b;
  const inner = { w: width - margin.l - margin.r, h: height - margin.t - margin.b };
  const gap = { x: 16 / inner.w, y: 30 / inner.h };
  const cell = { w: (1 - gap.x * (columns - 1)) / columns, h: (1 - gap.y * (rows - 1)) / rows };
  const panels = Array.from({ length: count }, (_, p) => {
    const [row, column] = [Math.floor(p / columns), p % columns];
    const left = column * (cell.w + gap.x);
    const top = 1 - row * (cell.h + gap.y);
    return { left, right: left + cell.w, top, bottom: top - cell.h, first: column === 0, last: p + columns >= count };
  });
  return { height, margin, panels };
}

export function markerOf(view, solution) {
  const { model, theme } = view;
  const size = model.n <= 200 ? 8 : 6;
  const base = { size, line: { width: model.n <= 200 ? 0.5 : 0, color: theme.background } };
  if (model.colourBy === "score" && solution.score) {
    return { ...base, color: solution.score, colorscale: SCORE_SCALE, cmin: 0.5, cmax: 1, symbol: "circle" };
  }
  const codes = codesOf(model, solution);
  return {
    ...base,
    color: Array.from(codes, (c) => (c === NOISE ? theme.faint : theme.cluster[c % theme.cluster.length])),
    symbol: Array.from(codes, (c) => (c === NOISE ? "circle-open" : SYMBOLS[c % SYMBOLS.length])),
  };
}

export function objectText(view, solution, i) {
  const { model } = view;
  const name = model.names ? model.names[i] : `object ${i + 1}`;
  const cluster = solution.colours[i] === NOISE ? "noise" : `cluster ${solution.colours[i] + 1}`;
  const truth = model.truth ? `<br>${model.truth.name}: ${model.truth.levels[model.truth.codes[i]]}` : "";
  const score = solution.score ? `<br>own score ${solution.score[i].toFixed(3)}` : "";
  return `${name}<br>${cluster}${truth}${score}`;
}

// One trace per panel. A cloud draws its points itself; the one invisible point keeps the tools alive.
function pointsTrace(view, solution) {
  const { model } = view;
  if (isCloud(model)) {
    return { x: [model.x[0]], y: [model.y[0]], opacity: 0, hoverinfo: "skip" };
  }
  return {
    x: model.x, y: model.y, marker: markerOf(view, solution),
    text: Array.from(solution.colours, (_, i) => objectText(view, solution, i)),
    hovertemplate: "%{text}<extra></extra>", selectedpoints: view.selected,
    selected: { marker: { opacity: 1 } }, unselected: { marker: { opacity: FADED } },
  };
}

export function scatterFigure(view, width) {
  const { model, theme, strip } = view;
  const { height, margin, panels } = panelGrid(strip.length, width);
  const layout = layoutStyle(theme, {
    width, height, margin, shapes: pairShapes(view),
    annotations: strip.map((solution, p) => panelTitle(view, solution, panels[p].left, panels[p].top)),
    dragmode: view.touch ? false : view.tool, hovermode: "closest", selectionrevision: 1,
    newselection: { line: { color: theme.faint, width: 1 }, mode: "gradual" },
    modebar: { color: theme.faint, activecolor: theme.text, bgcolor: "rgba(0,0,0,0)", orientation: "h" },
    uirevision: model.layoutKey,
  });
  strip.forEach((solution, p) => Object.assign(layout, panelAxes(view, solution, p, panels[p])));
  // Fixed ranges: with automatic ones every new pair line would measure all points again.
  layout.xaxis.range = rangeOf(model.x);
  layout.yaxis.range = rangeOf(model.y);
  if (model.equalAspect) Object.assign(layout.yaxis, { scaleanchor: "x", scaleratio: 1 });
  const data = strip.map((solution, p) => ({
    type: "scatter", mode: "markers", xaxis: `x${axisSuffix(p)}`, yaxis: `y${axisSuffix(p)}`, ...pointsTrace(view, solution),
  }));
  return { data, layout };
}

// Both axes of a panel; all panels zoom together.
function panelAxes(view, solution, p, { left, right, top, bottom, first, last }) {
  const { model, theme } = view;
  const suffix = axisSuffix(p);
  const frame = panelFrame(view, solution);
  return {
    [`xaxis${suffix}`]: axisStyle(theme, {
      domain: [left, right], anchor: `y${suffix}`, ...(p ? { matches: "x" } : {}),
      showticklabels: last, title: axisTitle(theme, last ? model.xTitle : "", 4), nticks: 5, ...frame,
    }),
    [`yaxis${suffix}`]: axisStyle(theme, {
      domain: [bottom, top], anchor: `x${suffix}`, ...(p ? { matches: "y" } : {}),
      showticklabels: first, title: axisTitle(theme, first ? model.yTitle : "", 2), nticks: 5, ...frame,
    }),
  };
}

// The panel in focus stands out by its frame.
function panelFrame(view, solution) {
  const focused = solution === view.focus;
  return { linecolor: focused ? view.theme.text : view.theme.grid, linewidth: focused ? 1.5 : 1 };
}

// What changes in the strip with the focus: titles, frames and pair lines.
export function focusLayout(view, width) {
  const { panels } = panelGrid(view.strip.length, width);
  const change = {
    annotations: view.strip.map((solution, p) => panelTitle(view, solution, panels[p].left, panels[p].top)),
    shapes: pairShapes(view),
  };
  view.strip.forEach((solution, p) => {
    for (const [name, value] of Object.entries(panelFrame(view, solution))) {
      for (const letter of ["x", "y"]) change[`${letter}axis${axisSuffix(p)}.${name}`] = value;
    }
  });
  return change;
}

export function rangeOf(values) {
  const [low, high] = extent(values, 0);
  const edge = 0.06 * (high - low) || 1;
  return [low - edge, high + edge];
}

function panelTitle(view, solution, left, top) {
  const focused = solution === view.focus;
  const colour = view.colourOf(solution);
  const name = nameOf(view.model, solution);
  const star = solution === view.reference ? " ★" : "";
  const part = solution.coverage < 1 ? ` of ${Math.round(100 * solution.coverage)}%` : "";
  return {
    text: `<b>${name}</b>  AUCC ${solution.aucc.toFixed(view.digits)}${part}${star}`,
    x: left, y: top, xref: "paper", yref: "paper", xanchor: "left", yanchor: "bottom",
    showarrow: false, captureevents: true, borderpad: 1,
    font: { size: 13, color: focused ? colour : mix(colour, view.theme.background, 0.15) },
  };
}

// Error pairs as one path for each kind: a path moves with the zoom and costs no redraw of points.
export function pairShapes(view) {
  const active = view.active();
  const panel = active ? view.strip.indexOf(active.solution) : -1;
  if (panel < 0) return [];
  const { solution, vertex } = active;
  const suffix = axisSuffix(panel);
  const errors = drawnErrors(solution, vertex);
  const paths = [
    ["together", solution.together, errors.together, view.theme.together],
    ["apart", solution.apart, errors.apart, view.theme.apart],
  ];
  return paths.filter(([, , count]) => count > 0).map(([name, pairs, count, colour]) => ({
    type: "path", name, path: pairPath(view.model, pairs, count), xref: `x${suffix}`, yref: `y${suffix}`,
    layer: "below", line: { color: colour, width: 1 }, opacity: 0.5,
  }));
}

function pairPath(model, pairs, count) {
  const parts = [];
  const size = Math.min(count, pairs.length / 2);
  for (let p = 0; p < size; p += 1) {
    const [i, j] = [pairs[2 * p], pairs[2 * p + 1]];
    parts.push(`M${model.x[i]},${model.y[i]}L${model.x[j]},${model.y[j]}`);
  }
  return parts.join("");
}
