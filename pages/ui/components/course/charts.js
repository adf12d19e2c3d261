// Shared by all lessons: scatter, ROC and line charts in SVG, coloured by the page's theme.

import { h, s } from "../shared/dom.js";
import { extent } from "../shared/numbers.js";
import { clusterColour } from "../shared/palette.js";
import { animate } from "./controls.js";

// From data to pixels and back. With `equal`, one unit is as long across as it is up, or distances
// would mislead.
export function scales({ width, height, room, xs, ys, equal = false }) {
  const inner = { w: width - room.left - room.right, h: height - room.top - room.bottom };
  let [x0, x1] = xs;
  let [y0, y1] = ys;
  if (equal) {
    const unit = Math.max((x1 - x0) / inner.w, (y1 - y0) / inner.h);
    const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
    [x0, x1, y0, y1] = [cx - (unit * inner.w) / 2, cx + (unit * inner.w) / 2, cy - (unit * inner.h) / 2, cy + (unit * inner.h) / 2];
  }
  return {
    inner,
    domain: { x: [x0, x1], y: [y0, y1] },
    x: (v) => room.left + ((v - x0) / (x1 - x0)) * inner.w,
    y: (v) => room.top + inner.h - ((v - y0) / (y1 - y0)) * inner.h,
    back: (px, py) => [x0 + ((px - room.left) / inner.w) * (x1 - x0), y0 + ((room.top + inner.h - py) / inner.h) * (y1 - y0)],
  };
}

function axes({ x, y, inner }, room, { xTicks, yTicks, xTitle, yTitle, height, format, xFormat }) {
  const [right, bottom] = [room.left + inner.w, room.top + inner.h];
  return [
    ...xTicks.flatMap((tick) => [
      s("line", { class: "grid", x1: x(tick), x2: x(tick), y1: room.top, y2: bottom }),
      s("text", { class: "tick", x: x(tick), y: bottom + 14, "text-anchor": "middle" }, xFormat(tick)),
    ]),
    ...yTicks.flatMap((tick) => [
      s("line", { class: "grid", x1: room.left, x2: right, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: room.left - 6, y: y(tick) + 3.5, "text-anchor": "end" }, format(tick)),
    ]),
    xTitle && s("text", { class: "axis", x: room.left + inner.w / 2, y: height - 4, "text-anchor": "middle" }, xTitle),
    yTitle && s("text", { class: "axis", transform: `translate(11 ${room.top + inner.h / 2}) rotate(-90)`, "text-anchor": "middle" }, yTitle),
  ].filter(Boolean);
}

// A chart: scales x and y, a layer for marks, and a line maker.
export function chart({ width = 320, height = 320, xs = [0, 1], ys = [0, 1], xTicks = [], yTicks = [],
  xTitle = "", yTitle = "", label, margin = {}, format = String, xFormat = format, equal = false, role = "img" }) {
  const room = { top: 10, right: 12, bottom: xTitle || xTicks.length ? 36 : 8, left: yTitle || yTicks.length ? 42 : 8, ...margin };
  const scale = scales({ width, height, room, xs, ys, equal });
  const { x, y, inner, domain } = scale;
  const clip = `clip-${Math.random().toString(36).slice(2)}`;
  const marks = s("g", { "clip-path": `url(#${clip})` });
  const above = s("g", {});
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role, "aria-label": label, class: "chart" },
    s("clipPath", { id: clip }, s("rect", { x: room.left - 2, y: room.top - 2, width: inner.w + 4, height: inner.h + 4 })),
    s("rect", { class: "pane", x: room.left, y: room.top, width: inner.w, height: inner.h, rx: 3 }),
    axes(scale, room, { xTicks, yTicks, xTitle, yTitle, height, format, xFormat }), marks, above);
  const path = (points) => points.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(2)} ${y(b).toFixed(2)}`).join("");
  const toData = (event) => { // where the pointer is, in data units
    const box = svg.getBoundingClientRect();
    return scale.back(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  };
  return { svg, x, y, marks, above, path, toData, domain };
}

const UNIT_TICKS = [0, 0.25, 0.5, 0.75, 1];
export function rocChart({ width = 320, height = 320, label = "ROC curve", xs = [0, 1], ys = [0, 1], bare = false, ...rest }) {
  const ticks = (range) => (range[1] - range[0] === 1 ? UNIT_TICKS : [range[0], (range[0] + range[1]) / 2, range[1]]);
  const roc = chart({
    width, height, label, xs, ys, xTicks: bare ? [] : ticks(xs), yTicks: bare ? [] : ticks(ys),
    xTitle: bare ? "" : "FPR: between-pairs passed", yTitle: bare ? "" : "TPR: within-pairs passed", format: (v) => String(+v.toFixed(3)), ...rest,
  });
  roc.marks.append(s("line", { class: "chance", x1: roc.x(0), y1: roc.y(0), x2: roc.x(1), y2: roc.y(1) }));
  return roc;
}

// Objects as dots; recolour(labels) repaints them.
export function scatter({ points, labels, width = 320, height = 320, radius = 4, label = "Objects", color = clusterColour, pad = 0.06 }) {
  const plot = chart({
    width, height, label, xs: extent(points.map((p) => p[0]), pad), ys: extent(points.map((p) => p[1]), pad), equal: true,
  });
  const dots = points.map(([a, b]) => s("circle", { class: "dot", cx: plot.x(a), cy: plot.y(b), r: radius }));
  plot.marks.append(...dots);
  const recolour = (next, paint = color) => dots.forEach((dot, i) => { dot.style.fill = paint(next[i]); });
  recolour(labels);
  return { ...plot, dots, recolour };
}

// An area under a curve: the path, closed along the bottom.
export const areaUnder = (path) => [...path, [path.at(-1)[0], 0], [0, 0]];

// The frame in the main plot around what a corner plot enlarges.
export function zoomFrame(roc, reach) {
  return s("rect", { class: "zoomed", x: roc.x(0), y: roc.y(1), width: roc.x(reach) - roc.x(0), height: roc.y(0) - roc.y(1) });
}

// Draws a line as if by hand, left to right; returns stop().
export function drawIn(line, ms = 900) {
  const length = line.getTotalLength();
  line.style.strokeDasharray = `${length}`;
  return animate(ms, (t) => { line.style.strokeDashoffset = `${length * (1 - t)}`; }, () => {
    line.style.strokeDasharray = "";
    line.style.strokeDashoffset = "";
  });
}

export const figure = (caption, node, kind = "") => h("figure", { class: kind }, h("figcaption", {}, caption), node);
