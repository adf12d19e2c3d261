// The ROC panel: curves of one algorithm, chance diagonal, threshold marker; the corner enlarged in
// a plot of its own beside the square one, or below it where there is no room.

import { follow } from "../shared/dom.js";
import { clamp } from "../shared/numbers.js";
import { mix } from "../shared/palette.js";
import { axisOf } from "./axes.js";
import { nameOf } from "./reading.js";
import { axisStyle, axisTitle, layoutStyle } from "./theme.js";

const MARGIN = { l: 48, r: 8, t: 8, b: 40 };
const GAP = 40; // between the square and the enlarged corner, for the numbers of its axis
const NARROWEST = 0.42; // of the side of the square: a corner narrower than that shows nothing

// On a logarithmic axis rates start here; smaller ones sit on the edge.
function logFloor(view) {
  const most = Math.max(...view.shown.curves.map((s) => s.N));
  return Math.max(1 / most, 1e-6);
}

export const cornerShown = (view) => view.state.inset.on && !view.state.log;

// Where both plots lie, in pixels: the square as large as it goes, the corner in what is left.
export function rocPlaces({ width, height, corner, log, below }) {
  const room = { width: width - MARGIN.l - MARGIN.r, height: height - MARGIN.t - MARGIN.b };
  const at = (x, y, w, h) => ({ x, y, width: w, height: h });
  if (log) return { main: at(MARGIN.l, MARGIN.t, room.width, room.height), corner: null };
  if (!corner) {
    const side = Math.min(room.width, room.height);
    return { main: at(MARGIN.l, MARGIN.t, side, side), corner: null };
  }
  if (below) {
    const side = Math.min(room.width, (room.height - GAP) / (1 + NARROWEST));
    return {
      main: at(MARGIN.l, MARGIN.t, side, side),
      corner: at(MARGIN.l, MARGIN.t + side + GAP, room.width, room.height - side - GAP),
    };
  }
  const side = Math.min(room.height, (room.width - GAP) / (1 + NARROWEST));
  return {
    main: at(MARGIN.l, MARGIN.t, side, side),
    corner: at(MARGIN.l + side + GAP, MARGIN.t, Math.min(room.width - side - GAP, 1.2 * side), side),
  };
}

// The height at which square and corner just fill a width.
export function rocHeight(width, below) {
  const room = width - MARGIN.l - MARGIN.r;
  const side = below ? room : (room - GAP) / (1 + NARROWEST);
  return Math.round(MARGIN.t + MARGIN.b + side + (below ? GAP + NARROWEST * side : 0));
}

const placesOf = (view, { width, height }) => rocPlaces({
  width, height, corner: cornerShown(view), log: view.state.log, below: view.narrow,
});

export function rocFigure(view, size) {
  const corner = cornerShown(view);
  const floor = logFloor(view);
  const xs = (values) => (view.state.log ? Array.from(values, (v) => Math.max(v, floor / 2)) : values);
  const data = [diagonalTrace(view, floor), ...certainTraces(view, xs)];
  view.shown.curves.forEach((solution) => {
    const trace = {
      type: "scatter", mode: "lines", x: xs(solution.fpr), y: solution.tpr, name: solution.id,
      customdata: Array.from(solution.d), ...curveStyle(view, solution),
      hovertemplate: `${nameOf(view, solution)}<br>distance ≤ %{customdata:.5~g}`
        + "<br>TPR %{y:.4f} (together and close)<br>FPR %{x:.4f} (apart but close)<extra></extra>",
    };
    data.push(trace);
    if (corner) data.push({ ...trace, xaxis: "x2", yaxis: "y2", x: solution.fpr });
  });
  data.push(shareTrace(view, xs, "x", "y"), ...(corner ? [shareTrace(view, (v) => v, "x2", "y2")] : []));
  return { data, layout: rocLayout(view, size, floor) };
}

function domainOf({ width, height }, { x, y, width: w, height: h }) {
  const inner = { w: width - MARGIN.l - MARGIN.r, h: height - MARGIN.t - MARGIN.b };
  const left = (x - MARGIN.l) / inner.w;
  const top = 1 - (y - MARGIN.t) / inner.h;
  return { x: [left, Math.min(1, left + w / inner.w)], y: [Math.max(0, top - h / inner.h), top] };
}

function mainRanges(view) {
  if (view.state.rocZoom) return view.state.rocZoom;
  const x = view.state.log ? [Math.log10(logFloor(view) / 2), 0.02] : [-0.012, 1.012];
  return { x, y: [-0.012, 1.012] };
}

function rocLayout(view, size, floor) {
  const { theme, state } = view;
  const places = placesOf(view, size);
  const ranges = mainRanges(view);
  const main = domainOf(size, places.main);
  const layout = layoutStyle(theme, {
    ...size, margin: MARGIN, hovermode: "closest", hoverdistance: 30,
    dragmode: view.touch ? false : "zoom", shapes: rocShapes(view, floor),
    modebar: { color: theme.faint, activecolor: theme.text, bgcolor: "rgba(0,0,0,0)" },
    xaxis: axisStyle(theme, {
      domain: main.x, title: axisTitle(theme, "false positive rate (of the pairs apart)", 4),
      type: state.log ? "log" : "linear", range: ranges.x, nticks: 6,
      ...(state.log ? { exponentformat: "power", dtick: 1 } : {}),
    }),
    yaxis: axisStyle(theme, {
      domain: main.y, title: axisTitle(theme, "true positive rate (of the pairs together)", 4), range: ranges.y, nticks: 6,
    }),
  });
  if (places.corner) {
    const { inset } = state;
    const domain = domainOf(size, places.corner);
    layout.xaxis2 = axisStyle(theme, { domain: domain.x, anchor: "y2", range: [inset.x0, inset.x1], nticks: 4, linecolor: theme.faint });
    layout.yaxis2 = axisStyle(theme, { domain: domain.y, anchor: "x2", range: [inset.y0, inset.y1], nticks: 4, linecolor: theme.faint });
  }
  return layout;
}

// What moves without a redraw of the curves: shapes and ranges.
export function rocChange(view) {
  const { inset } = view.state;
  const ranges = mainRanges(view);
  const corner = cornerShown(view) ? { "xaxis2.range": [inset.x0, inset.x1], "yaxis2.range": [inset.y0, inset.y1] } : {};
  return { shapes: rocShapes(view), "xaxis.range": ranges.x, "yaxis.range": ranges.y, ...corner };
}

export function curveStyle(view, solution) {
  const { focus, reference, chosen } = view.shown;
  const focused = solution === focus;
  const busy = chosen || view.state.held !== null;
  return {
    line: { color: view.colourOf(solution), width: focused ? 3 : solution === reference ? 2.4 : 1.6, simplify: false },
    opacity: focused || !busy ? 1 : 0.32,
  };
}

function diagonalTrace(view, floor) {
  const steps = view.state.log ? [floor / 2, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1].filter((v) => v >= floor / 2) : [0, 1];
  return {
    type: "scatter", mode: "lines", name: "chance", x: steps, y: steps, hoverinfo: "skip",
    line: { color: view.theme.line, width: 1, dash: "dot" },
  };
}

// Where the curve in focus certainly runs, when its pairs were counted in bins.
function certainTraces(view, xs) {
  const { focus } = view.shown;
  const band = focus.margin?.band;
  if (!band) return [];
  const trace = {
    type: "scatter", mode: "lines", name: "certain band", y: band.y, hoverinfo: "skip",
    fill: "toself", fillcolor: mix(view.colourOf(focus), view.theme.background, 0.6), line: { width: 0 },
  };
  const corner = cornerShown(view) ? [{ ...trace, x: band.x, xaxis: "x2", yaxis: "y2" }] : [];
  return [{ ...trace, x: xs(band.x) }, ...corner];
}

// The curve of the selected objects' pairs alone, once they are counted.
function shareTrace(view, xs, xaxis, yaxis) {
  const share = view.shareShown();
  const curve = share?.fpr ? share : null; // some selections have a sentence but no curve
  return {
    type: "scatter", mode: "lines", name: "selection", xaxis, yaxis, hoverinfo: "skip",
    x: curve ? xs(curve.fpr) : [], y: curve ? curve.tpr : [],
    line: { color: view.theme.selection, width: 2, dash: "dash" },
  };
}

// The threshold on the curve, as shapes: moving one redraws no curve.
function markerShapes(view, floor) {
  const { active, curves } = view.shown;
  if (!active || !curves.includes(active.solution)) return [];
  const { solution, vertex } = active;
  const x = solution.fpr[vertex];
  const marker = {
    type: "circle", name: "threshold", xsizemode: "pixel", ysizemode: "pixel", x0: -6, x1: 6, y0: -6, y1: 6,
    yanchor: solution.tpr[vertex], fillcolor: view.theme.background, layer: "above",
    line: { color: view.colourOf(solution), width: 2.5 },
  };
  const shapes = [{ ...marker, xref: "x", yref: "y", xanchor: view.state.log ? Math.max(x, floor / 2) : x }];
  const { inset } = view.state;
  const inside = x >= inset.x0 && x <= inset.x1 && marker.yanchor >= inset.y0 && marker.yanchor <= inset.y1;
  if (cornerShown(view) && inside) shapes.push({ ...marker, xref: "x2", yref: "y2", xanchor: x });
  return shapes;
}

function rocShapes(view, floor = logFloor(view)) {
  return [...partialShapes(view, floor), ...markerShapes(view, floor)];
}

function partialShapes(view, floor) {
  const { maxFpr, log } = view.state;
  if (maxFpr >= 1) return [];
  return [{
    type: "rect", name: "partial", x0: log ? floor / 2 : 0, x1: maxFpr, y0: 0, y1: 1,
    fillcolor: view.theme.accent, opacity: 0.08, line: { width: 0 }, layer: "below",
  }];
}

function mainAxes(view) {
  const { main } = placesOf(view, view.rocSize);
  const { x, y } = mainRanges(view);
  return {
    x: axisOf({ range: x, offset: main.x, length: main.width }),
    y: axisOf({ range: y, offset: main.y, length: main.height, up: true }),
  };
}

// The frame that shows in the square what the corner enlarges; drag it, resize it, or use arrows.
export function placeBox(view) {
  const { box } = view.parts;
  box.hidden = !cornerShown(view);
  if (box.hidden || !view.rocSize) return;
  const axes = mainAxes(view);
  const { inset } = view.state;
  const inside = ({ offset, length }, pixel) => clamp(pixel, offset, offset + length);
  const [left, right] = [inset.x0, inset.x1].map((value) => inside(axes.x, axes.x.pixel(value)));
  const [top, bottom] = [inset.y1, inset.y0].map((value) => inside(axes.y, axes.y.pixel(value)));
  Object.assign(box.style, {
    left: `${left}px`, top: `${top}px`,
    width: `${Math.max(right - left, 6)}px`, height: `${Math.max(bottom - top, 6)}px`,
  });
}

// Pixels moved to rates.
function moved(view, start, dx, dy, sides) {
  const axes = mainAxes(view);
  const shift = (axis, value, by) => axis.value(axis.pixel(value) + by);
  const next = { ...start };
  if (sides === "all") {
    const [width, height] = [start.x1 - start.x0, start.y1 - start.y0];
    next.x0 = Math.min(Math.max(0, shift(axes.x, start.x0, dx)), 1.01 - width);
    next.x1 = next.x0 + width;
    next.y0 = Math.min(Math.max(shift(axes.y, start.y0, dy), -0.01), 1.015 - height);
    next.y1 = next.y0 + height;
  } else {
    next.x1 = Math.min(Math.max(shift(axes.x, start.x1, dx), start.x0 + 0.002), 1.01);
    next.y0 = Math.max(Math.min(shift(axes.y, start.y0, dy), start.y1 - 0.01), -0.01);
  }
  return next;
}

export function attachGrip(view, grip, sides) {
  grip.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    const start = { ...view.state.inset };
    follow(grip, down.pointerId, (event) => {
      view.change("inset", moved(view, start, event.clientX - down.clientX, event.clientY - down.clientY, sides));
    });
  });
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    view.change("inset", moved(view, { ...view.state.inset }, step[0], step[1], sides));
  });
}
