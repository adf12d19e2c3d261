// The ROC panel: curves of one algorithm, chance diagonal, threshold marker, inset.

import { follow } from "../shared/dom.js";
import { clamp } from "../shared/numbers.js";
import { mix } from "../shared/palette.js";
import { drawnAxis } from "./plotly_internals.js";
import { nameOf } from "./reading.js";
import { axisStyle, axisTitle, layoutStyle } from "./theme.js";

// On a logarithmic axis rates start here; smaller ones sit on the edge.
function logFloor(view) {
  const most = Math.max(...view.curves.map((s) => s.N));
  return Math.max(1 / most, 1e-6);
}

export function rocFigure(view, width, height) {
  const { inset } = view;
  view.rocSize = { width, height };
  const floor = logFloor(view);
  const xs = (values) => (view.log ? Array.from(values, (v) => Math.max(v, floor / 2)) : values);
  const data = [diagonalTrace(view, floor), ...certainTraces(view, xs)];
  view.curves.forEach((solution) => {
    const style = curveStyle(view, solution);
    const trace = {
      type: "scatter", mode: "lines", x: xs(solution.fpr), y: solution.tpr, name: solution.id,
      customdata: Array.from(solution.d), ...style,
      hovertemplate: `${nameOf(view.model, solution)}<br>distance ≤ %{customdata:.5~g}`
        + "<br>TPR %{y:.4f} (together and close)<br>FPR %{x:.4f} (apart but close)<extra></extra>",
    };
    data.push(trace);
    if (inset.on) data.push({ ...trace, xaxis: "x2", yaxis: "y2", x: solution.fpr });
  });
  data.push(shareTrace(view, xs, "x", "y"), ...(inset.on ? [shareTrace(view, (v) => v, "x2", "y2")] : []));
  return { data, layout: rocLayout(view, width, height, floor) };
}

function rocLayout(view, width, height, floor) {
  const { theme, inset } = view;
  const layout = layoutStyle(theme, {
    width, height, margin: { l: 52, r: 10, t: 10, b: 44 }, hovermode: "closest", hoverdistance: 30,
    dragmode: view.touch ? false : "zoom", shapes: rocShapes(view),
    modebar: { color: theme.faint, activecolor: theme.text, bgcolor: "rgba(0,0,0,0)" },
    xaxis: axisStyle(theme, {
      title: axisTitle(theme, "false positive rate (of the pairs apart)", 6),
      type: view.log ? "log" : "linear",
      range: view.log ? [Math.log10(floor / 2), 0.02] : [-0.012, 1.01], nticks: 7,
      ...(view.log ? { exponentformat: "power", dtick: 1 } : {}),
    }),
    yaxis: axisStyle(theme, { title: axisTitle(theme, "true positive rate (of the pairs together)", 6), range: [-0.01, 1.015], nticks: 7 }),
  });
  if (inset.on) {
    const domain = insetDomain(width);
    layout.xaxis2 = axisStyle(theme, { domain: domain.x, anchor: "y2", range: [inset.x0, inset.x1], nticks: 4, linecolor: theme.faint });
    layout.yaxis2 = axisStyle(theme, { domain: domain.y, anchor: "x2", range: [inset.y0, inset.y1], nticks: 4, linecolor: theme.faint });
  }
  return layout;
}

function insetDomain(width) {
  const left = width < 420 ? 0.46 : 0.4;
  return { x: [left, 0.975], y: [0.1, 0.62] };
}

export function curveStyle(view, solution) {
  const focused = solution === view.focus;
  const reference = solution === view.reference;
  const busy = view.chosen || view.active() !== null;
  return {
    line: { color: view.colourOf(solution), width: focused ? 3 : reference ? 2.4 : 1.6, simplify: false },
    opacity: focused || !busy ? 1 : 0.32,
  };
}

function diagonalTrace(view, floor) {
  const steps = view.log ? [floor / 2, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1].filter((v) => v >= floor / 2) : [0, 1];
  return {
    type: "scatter", mode: "lines", name: "chance", x: steps, y: steps, hoverinfo: "skip",
    line: { color: view.theme.line, width: 1, dash: "dot" },
  };
}

// Where the curve in focus certainly runs, when its pairs were counted in bins.
function certainTraces(view, xs) {
  const band = view.focus.margin?.band;
  if (!band) return [];
  const trace = {
    type: "scatter", mode: "lines", name: "certain band", y: band.y, hoverinfo: "skip",
    fill: "toself", fillcolor: mix(view.colourOf(view.focus), view.theme.background, 0.6), line: { width: 0 },
  };
  const inset = view.inset.on ? [{ ...trace, x: band.x, xaxis: "x2", yaxis: "y2" }] : [];
  return [{ ...trace, x: xs(band.x) }, ...inset];
}

// The curve of the selected objects' pairs alone, once Python has answered.
function shareTrace(view, xs, xaxis, yaxis) {
  const share = view.shareShown();
  const curve = share?.fpr ? share : null; // some selections have a sentence but no curve
  return {
    type: "scatter", mode: "lines", name: "selection", xaxis, yaxis, hoverinfo: "skip",
    x: curve ? xs(curve.fpr) : [], y: curve ? curve.tpr : [],
    line: { color: view.theme.accent, width: 2, dash: "dash" },
  };
}

// The threshold on the curve, as shapes: moving one redraws no curve.
function markerShapes(view) {
  const active = view.active();
  if (!active || !view.curves.includes(active.solution)) return [];
  const { solution, vertex } = active;
  const floor = logFloor(view) / 2;
  const x = solution.fpr[vertex];
  const marker = {
    type: "circle", name: "threshold", xsizemode: "pixel", ysizemode: "pixel", x0: -6, x1: 6, y0: -6, y1: 6,
    yanchor: solution.tpr[vertex], fillcolor: view.theme.background, layer: "above",
    line: { color: view.colourOf(solution), width: 2.5 },
  };
  const shapes = [{ ...marker, xref: "x", yref: "y", xanchor: view.log ? Math.max(x, floor) : x }];
  const { inset } = view;
  const inside = x >= inset.x0 && x <= inset.x1 && marker.yanchor >= inset.y0 && marker.yanchor <= inset.y1;
  if (inset.on && inside) shapes.push({ ...marker, xref: "x2", yref: "y2", xanchor: x });
  return shapes;
}

// An opaque sheet under the inset, so that the curves of the main plot do not shine through.
function sheetShapes(view, width, height) {
  if (!view.inset.on || !width) return []; // no width: the screen was just left
  const domain = insetDomain(width);
  return [{
    type: "rect", name: "sheet", xref: "paper", yref: "paper", layer: "between", line: { width: 0 },
    x0: domain.x[0] - 40 / width, x1: domain.x[1] + 0.01, y0: domain.y[0] - 26 / height, y1: domain.y[1] + 0.015,
    fillcolor: view.theme.background,
  }];
}

export function rocShapes(view) {
  const { width, height } = view.rocSize;
  return [...partialShapes(view), ...sheetShapes(view, width, height), ...markerShapes(view)];
}

function partialShapes(view) {
  if (view.maxFpr >= 1) return [];
  return [{
    type: "rect", name: "partial", x0: view.log ? logFloor(view) / 2 : 0, x1: view.maxFpr, y0: 0, y1: 1,
    fillcolor: view.theme.accent, opacity: 0.08, line: { width: 0 }, layer: "below",
  }];
}

const mainAxes = (view) => ["xaxis", "yaxis"].map((name) => drawnAxis(view.parts.roc, name));

// The frame that shows in the main plot what the inset enlarges; drag it, resize it, or use arrows.
export function placeBox(view) {
  const { box } = view.parts;
  box.hidden = !view.inset.on;
  const [xaxis, yaxis] = mainAxes(view);
  if (!view.inset.on || !xaxis) return;
  const floor = logFloor(view) / 2;
  const px = (value) => {
    const shown = view.log ? Math.max(value, floor) : value;
    return clamp(xaxis.pixel(shown), 0, xaxis.length) + xaxis.offset;
  };
  const py = (value) => clamp(yaxis.pixel(value), 0, yaxis.length) + yaxis.offset;
  const [left, right] = [px(view.inset.x0), px(view.inset.x1)];
  const [top, bottom] = [py(view.inset.y1), py(view.inset.y0)];
  Object.assign(box.style, {
    left: `${left}px`, top: `${top}px`,
    width: `${Math.max(right - left, 6)}px`, height: `${Math.max(bottom - top, 6)}px`,
  });
}

// Pixels moved to rates; on the logarithmic axis through the axis itself.
function moved(view, start, dx, dy, sides) {
  const [xaxis, yaxis] = mainAxes(view);
  const shiftX = (value) => {
    const floor = logFloor(view) / 2;
    return xaxis.value(xaxis.pixel(view.log ? Math.max(value, floor) : value) + dx);
  };
  const shiftY = (value) => yaxis.value(yaxis.pixel(value) + dy);
  const next = { ...start };
  if (sides === "all") {
    const x0 = Math.max(0, shiftX(start.x0));
    const width = start.x1 - start.x0;
    const height = start.y1 - start.y0;
    next.x0 = Math.min(x0, 1.01 - width);
    next.x1 = next.x0 + width;
    next.y0 = Math.min(Math.max(shiftY(start.y0), -0.01), 1.015 - height);
    next.y1 = next.y0 + height;
  } else {
    next.x1 = Math.min(Math.max(shiftX(start.x1), start.x0 + 0.002), 1.01);
    next.y0 = Math.max(Math.min(shiftY(start.y0), start.y1 - 0.01), -0.01);
  }
  return next;
}

function setInset(view, next) {
  Object.assign(view.inset, next);
  placeBox(view);
  if (view.insetFrame) return;
  view.insetFrame = requestAnimationFrame(() => {
    view.insetFrame = 0;
    const { x0, x1, y0, y1 } = view.inset;
    view.quietly(() => Plotly.relayout(view.parts.roc, { "xaxis2.range": [x0, x1], "yaxis2.range": [y0, y1] }));
  });
}

export function attachGrip(view, grip, sides) {
  grip.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    const start = { ...view.inset };
    follow(grip, down.pointerId, (event) => {
      setInset(view, moved(view, start, event.clientX - down.clientX, event.clientY - down.clientY, sides));
    });
  });
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    setInset(view, moved(view, { ...view.inset }, step[0], step[1], sides));
  });
}
