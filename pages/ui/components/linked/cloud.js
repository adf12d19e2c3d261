// Many points on a canvas under the scatter plots. Plotly keeps the axes, the zoom and the selection
// tools; its own fast points need WebGL shaders built with eval, which the content policy forbids.

import { SYMBOLS, scoreColour } from "../shared/palette.js";
import { NOISE, codesOf, isCloud } from "./model.js";
import { drawnAxis, drawnSize } from "./plotly_internals.js";
import { FADED_CLOUD, axisSuffix } from "./theme.js";

function symbolPath(symbol, r) {
  const path = new Path2D();
  const corners = {
    square: [[-r, -r], [r, -r], [r, r], [-r, r]],
    diamond: [[0, -1.3 * r], [1.3 * r, 0], [0, 1.3 * r], [-1.3 * r, 0]],
    "triangle-up": [[0, -1.2 * r], [1.2 * r, r], [-1.2 * r, r]],
    "triangle-down": [[0, 1.2 * r], [1.2 * r, -r], [-1.2 * r, -r]],
  }[symbol];
  if (!corners) {
    path.arc(0, 0, r, 0, 2 * Math.PI);
    return path;
  }
  corners.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

// The look of each object in a solution, as a number that stands for colour and symbol.
function looksOf(view, solution) {
  const { model, theme } = view;
  if (model.colourBy === "score" && solution.score) {
    return {
      code: (i) => Math.round(Math.max(0, 2 * solution.score[i] - 1) * 20),
      of: (code) => [scoreColour(code / 20), "circle"],
    };
  }
  const codes = codesOf(model, solution);
  return {
    code: (i) => codes[i],
    of: (code) => (code === NOISE
      ? [theme.faint, "circle"]
      : [theme.cluster[code % theme.cluster.length], SYMBOLS[code % SYMBOLS.length]]),
  };
}

export function drawCloud(view) {
  const { cloud, scatter } = view.parts;
  const size = drawnSize(scatter);
  cloud.hidden = !isCloud(view.model);
  if (cloud.hidden || !size || !cloudChanged(view, size)) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (cloud.width !== width || cloud.height !== height) Object.assign(cloud, { width, height });
  Object.assign(cloud.style, { width: `${size.width}px`, height: `${size.height}px` });
  const context = cloud.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const chosen = view.selected ? new Uint8Array(view.model.n) : null;
  view.selected?.forEach((i) => {
    chosen[i] = 1;
  });
  view.strip.forEach((solution, panel) => drawPanel(view, context, solution, panel, chosen, ratio));
}

// Plotly redraws for many reasons; the points only move with what is listed here.
function cloudChanged(view, size) {
  const axes = view.strip.flatMap((_, panel) => drawnAxes(view, panel));
  const places = axes.map((axis) => axis && [axis.range[0], axis.range[1], axis.offset, axis.length]);
  const drawn = [view.digest, view.theme.dark, view.strip.map((s) => s.id), size.width, size.height, window.devicePixelRatio, places].join();
  const same = drawn === view.cloudDrawn && view.selected === view.cloudSelected;
  Object.assign(view, { cloudDrawn: drawn, cloudSelected: view.selected });
  return !same;
}

function drawnAxes(view, panel) {
  return ["x", "y"].map((letter) => drawnAxis(view.parts.scatter, `${letter}axis${axisSuffix(panel)}`));
}

function drawPanel(view, context, solution, panel, chosen, ratio) {
  const { model } = view;
  const [xaxis, yaxis] = drawnAxes(view, panel);
  if (!xaxis || !yaxis) return;
  const radius = model.n > 20000 ? 1.5 : 2.2;
  const looks = looksOf(view, solution);
  const sprites = new Map();
  context.save();
  context.beginPath();
  context.rect(xaxis.offset, yaxis.offset, xaxis.length, yaxis.length);
  context.clip();
  // Faded points first, so that selected ones are never covered.
  for (const wanted of chosen ? [0, 1] : [0]) {
    context.globalAlpha = chosen && wanted === 0 ? FADED_CLOUD : 0.85;
    for (let i = 0; i < model.n; i += 1) {
      if (chosen && chosen[i] !== wanted) continue;
      const code = looks.code(i);
      if (!sprites.has(code)) sprites.set(code, spriteOf(looks.of(code), radius, ratio));
      const sprite = sprites.get(code);
      const x = xaxis.offset + xaxis.linearPixel(model.x[i]) - sprite.half;
      const y = yaxis.offset + yaxis.linearPixel(model.y[i]) - sprite.half;
      context.drawImage(sprite.image, x, y, 2 * sprite.half, 2 * sprite.half);
    }
  }
  context.restore();
}

function spriteOf([colour, symbol], radius, ratio) {
  const half = Math.ceil(radius * 1.5) + 1;
  const image = document.createElement("canvas");
  image.width = 2 * half * ratio;
  image.height = 2 * half * ratio;
  const context = image.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, half * ratio, half * ratio);
  context.fillStyle = colour;
  context.fill(symbolPath(symbol, radius));
  return { image, half };
}

// Objects inside what was dragged: a box or a lasso, in the coordinates of its panel.
export function objectsInside(model, event) {
  const inside = event.lassoPoints ? insideLasso(event.lassoPoints) : insideBox(event.range);
  const found = [];
  for (let i = 0; i < model.n; i += 1) {
    if (inside(model.x[i], model.y[i])) found.push(i);
  }
  return found;
}

const coordinates = (parts, letter) => parts[Object.keys(parts).find((key) => key.startsWith(letter))];

function insideBox(range) {
  const [[x0, x1], [y0, y1]] = ["x", "y"].map((letter) => [...coordinates(range, letter)].sort((a, b) => a - b));
  return (x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

function insideLasso(lasso) {
  const [xs, ys] = [coordinates(lasso, "x"), coordinates(lasso, "y")];
  return (x, y) => {
    let inside = false;
    for (let i = 0, j = xs.length - 1; i < xs.length; j = i, i += 1) {
      const crosses = ys[i] > y !== ys[j] > y;
      if (crosses && x < ((xs[j] - xs[i]) * (y - ys[i])) / (ys[j] - ys[i]) + xs[i]) inside = !inside;
    }
    return inside;
  };
}

// The panel and object under the pointer, within a few pixels.
export function cloudObjectAt(view, event) {
  const box = view.parts.scatter.getBoundingClientRect();
  const [px, py] = [event.clientX - box.left, event.clientY - box.top];
  for (let panel = 0; panel < view.strip.length; panel += 1) {
    const [xaxis, yaxis] = drawnAxes(view, panel);
    const [x, y] = [px - xaxis.offset, py - yaxis.offset];
    if (x < 0 || y < 0 || x > xaxis.length || y > yaxis.length) continue;
    let [best, object] = [64, -1];
    for (let i = 0; i < view.model.n; i += 1) {
      const d = (xaxis.linearPixel(view.model.x[i]) - x) ** 2 + (yaxis.linearPixel(view.model.y[i]) - y) ** 2;
      if (d < best) [best, object] = [d, i];
    }
    return object < 0 ? null : { solution: view.strip[panel], object };
  }
  return null;
}
