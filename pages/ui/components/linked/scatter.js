// The strip of scatter plots: one panel per solution, shared zoom, shared selection, error pairs.
// Plotly draws axes, pair lines and the tools; points.js draws the points.

import { SCORE_SCALE, SYMBOLS, VALUE_SCALE, mix } from "../shared/palette.js";
import { axisOf, isEqual, panelRanges, rangeOf } from "./axes.js";
import { NOISE, codesOf, drawnErrors, valueText } from "./model.js";
import { nameOf, scoreOf } from "./reading.js";
import { FADED, axisStyle, axisSuffix, axisTitle, layoutStyle } from "./theme.js";

function panelColumns(count, width) {
  const fit = Math.max(1, Math.floor(width / 190));
  if (count <= fit) return count;
  // Even rows look calmer than one full row and a leftover.
  return Math.ceil(count / Math.ceil(count / fit));
}

// Where every panel lies in the chart, in shares of it. `height`: that of a single row.
export function panelGrid(count, width, height) {
  const columns = panelColumns(count, width);
  const rows = Math.ceil(count / columns);
  const margin = { l: 44, r: 6, t: 22, b: 34 };
  const total = rows * (height - margin.b) + margin.b;
  const inner = { w: width - margin.l - margin.r, h: total - margin.t - margin.b };
  const gap = { x: 16 / inner.w, y: 26 / inner.h };
  const cell = { w: (1 - gap.x * (columns - 1)) / columns, h: (1 - gap.y * (rows - 1)) / rows };
  const panels = Array.from({ length: count }, (_, p) => {
    const [row, column] = [Math.floor(p / columns), p % columns];
    const left = column * (cell.w + gap.x);
    const top = 1 - row * (cell.h + gap.y);
    return {
      left, right: left + cell.w, top, bottom: top - cell.h, first: column === 0, last: p + columns >= count,
      box: {
        x: margin.l + left * inner.w, y: margin.t + (1 - top) * inner.h, width: cell.w * inner.w, height: cell.h * inner.h,
      },
    };
  });
  return { width, height: total, margin, panels };
}

// What all panels show: the zoom, or while it is dragged what the mouse says, or everything.
export function shownRanges(view, { width, height }) {
  const { model, state } = view;
  if (view.live) return view.live;
  const wanted = state.zoom ?? { x: rangeOf(model.x), y: rangeOf(model.y) };
  return panelRanges(wanted, isEqual(model), width, height);
}

// Both axes of each panel in pixels of the chart.
export function panelAxesInPixels(view, grid) {
  return grid.panels.map(({ box }) => {
    const { x, y } = shownRanges(view, box);
    return {
      x: axisOf({ range: x, offset: box.x, length: box.width }),
      y: axisOf({ range: y, offset: box.y, length: box.height, up: true }),
    };
  });
}

// The panel under a place in the chart, with its axes; null between panels.
export function panelAt(view, px, py) {
  const panel = view.grid.panels.findIndex(({ box }) => px >= box.x && py >= box.y && px <= box.x + box.width && py <= box.y + box.height);
  return panel < 0 ? null : { panel, ...panelAxesInPixels(view, view.grid)[panel] };
}

export function scatterFigure(view, grid) {
  const { model, theme, shown } = view;
  const layout = layoutStyle(theme, {
    width: grid.width, height: grid.height, margin: grid.margin, shapes: pairShapes(view),
    dragmode: view.touch ? false : view.state.tool, hovermode: false, selectionrevision: 1,
    newselection: { line: { color: theme.faint, width: 1 }, mode: "immediate" },
    modebar: { color: theme.faint, activecolor: theme.text, bgcolor: "rgba(0,0,0,0)", orientation: "h" },
  });
  shown.strip.forEach((solution, p) => Object.assign(layout, panelAxes(view, solution, p, grid.panels[p])));
  // One invisible point keeps the tools of a panel alive.
  const data = shown.strip.map((_, p) => ({
    type: "scatter", mode: "markers", xaxis: `x${axisSuffix(p)}`, yaxis: `y${axisSuffix(p)}`,
    x: [model.x[0]], y: [model.y[0]], opacity: 0, hoverinfo: "skip",
  }));
  return { data, layout };
}

// Both axes of a panel; all panels zoom together.
function panelAxes(view, solution, p, { left, right, top, bottom, first, last, box }) {
  const { model, theme } = view;
  const suffix = axisSuffix(p);
  const frame = panelFrame(view, solution);
  const ranges = shownRanges(view, box);
  return {
    [`xaxis${suffix}`]: axisStyle(theme, {
      domain: [left, right], anchor: `y${suffix}`, ...(p ? { matches: "x" } : {}), range: ranges.x,
      showticklabels: last, title: axisTitle(theme, last ? model.xTitle : "", 2), nticks: box.width < 240 ? 4 : 5, ...frame,
    }),
    [`yaxis${suffix}`]: axisStyle(theme, {
      domain: [bottom, top], anchor: `x${suffix}`, ...(p ? { matches: "y" } : {}), range: ranges.y,
      showticklabels: first, title: axisTitle(theme, first ? model.yTitle : "", 2), nticks: 5, ...frame,
    }),
  };
}

// The panel in focus stands out by its frame.
function panelFrame(view, solution) {
  const focused = solution === view.shown.focus;
  return { linecolor: focused ? view.theme.text : view.theme.grid, linewidth: focused ? 1.5 : 1 };
}

// What changes in the strip with focus, threshold and zoom: frames, pair lines and ranges.
export function stripLayout(view, grid) {
  const change = { shapes: pairShapes(view), dragmode: view.touch ? false : view.state.tool };
  view.shown.strip.forEach((solution, p) => {
    for (const [name, value] of Object.entries(panelFrame(view, solution))) {
      for (const letter of ["x", "y"]) change[`${letter}axis${axisSuffix(p)}.${name}`] = value;
    }
    const ranges = shownRanges(view, grid.panels[p].box);
    for (const letter of ["x", "y"]) change[`${letter}axis${axisSuffix(p)}.range`] = ranges[letter];
  });
  return change;
}

// Error pairs as one path for each kind: a path moves with the zoom.
export function pairShapes(view) {
  const { active, strip } = view.shown;
  const panel = active ? strip.indexOf(active.solution) : -1;
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

// What stands above a panel.
export function panelTitle(view, solution) {
  const part = solution.coverage < 1 ? ` of ${Math.round(100 * solution.coverage)}%` : "";
  return { name: nameOf(view, solution), score: `AUCC ${scoreOf(view, solution)}${part}${view.starOf(solution)}` };
}

export function titleColour(view, solution) {
  const colour = view.colourOf(solution);
  return solution === view.shown.focus ? colour : mix(colour, view.theme.background, 0.15);
}

export function objectText(view, solution, i) {
  const { model } = view;
  const name = model.names ? model.names[i] : `object ${i + 1}`;
  const cluster = solution.colours[i] === NOISE ? "noise" : `cluster ${solution.colours[i] + 1}`;
  const truth = model.truth ? `<br>${model.truth.name}: ${model.truth.levels[model.truth.codes[i]]}` : "";
  const score = solution.score ? `<br>own score ${solution.score[i].toFixed(3)}` : "";
  const column = model.column ? `<br>${model.column.name}: ${valueText(model, i)}` : "";
  return `${name}<br>${cluster}${truth}${score}${column}`;
}

// For a file: the same strip with its points and titles as plotly draws them.
export function scatterFile(view, grid) {
  const figure = scatterFigure(view, grid);
  const { model, theme, shown } = view;
  const data = figure.data.map((trace, p) => ({
    ...trace, x: model.x, y: model.y, opacity: 1, marker: fileMarkers(view, shown.strip[p], p),
    selectedpoints: view.state.selected ?? undefined, selected: { marker: { opacity: 1 } }, unselected: { marker: { opacity: FADED } },
  }));
  const annotations = shown.strip.map((solution, p) => {
    const { name, score } = panelTitle(view, solution);
    return {
      text: `<b>${name}</b>  ${score}`, x: grid.panels[p].left, y: grid.panels[p].top, xref: "paper", yref: "paper",
      xanchor: "left", yanchor: "bottom", showarrow: false, borderpad: 1, font: { size: 13, color: titleColour(view, solution) },
    };
  });
  return { data, layout: { ...figure.layout, annotations, font: { ...figure.layout.font, color: theme.text } } };
}

function fileMarkers(view, solution, panel) {
  const { model, theme } = view;
  const size = model.n <= 200 ? 8 : model.n <= 2000 ? 6 : 4;
  const base = { size, line: { width: model.n <= 200 ? 0.5 : 0, color: theme.background } };
  if (model.colourBy === "score" && solution.score) {
    const bar = { title: { text: "own score" }, len: 0.9, thickness: 12 };
    return { ...base, color: solution.score, colorscale: SCORE_SCALE, cmin: 0.5, cmax: 1, symbol: "circle", showscale: panel === 0, colorbar: bar };
  }
  if (model.column?.values) {
    const { values, low, high, name } = model.column;
    const bar = { title: { text: name }, len: 0.9, thickness: 12 };
    return { ...base, color: values, colorscale: VALUE_SCALE, cmin: low, cmax: high, symbol: "circle", showscale: panel === 0, colorbar: bar };
  }
  const codes = codesOf(model, solution);
  return {
    ...base,
    color: Array.from(codes, (c) => (c === NOISE ? theme.faint : theme.cluster[c % theme.cluster.length])),
    symbol: Array.from(codes, (c) => (c === NOISE ? "circle-open" : SYMBOLS[c % SYMBOLS.length])),
  };
}
