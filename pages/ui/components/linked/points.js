// The points of the scatter plots, on a canvas above the axes, and what the pointer is at. One way
// for every number of objects: a redraw after a change of selection, labels or zoom takes a few
// milliseconds, and what is drawn is what the state says, whatever plotly is doing below.

import { markPath } from "../shared/marks.js";
import { SCORE_SCALE, SYMBOLS, VALUE_SCALE, scaleColour } from "../shared/palette.js";
import { NOISE, codesOf } from "./model.js";
import { panelAt, panelAxesInPixels } from "./scatter.js";
import { FADED, FADED_CLOUD } from "./theme.js";

const CLOUD = 2000; // from so many objects on, points lie on top of each other

const radiusOf = (n) => (n <= 200 ? 4 : n <= CLOUD ? 3 : n <= 20000 ? 2.2 : 1.5);

// The look of each object in a solution, as a number that stands for colour and mark.
function looksOf(view, solution) {
  const { model, theme } = view;
  if (model.colourBy === "score" && solution.score) {
    return {
      code: (i) => Math.round(Math.max(0, 2 * solution.score[i] - 1) * 20),
      of: (code) => ({ colour: scaleColour(SCORE_SCALE, code / 20), mark: "circle" }),
    };
  }
  if (model.column?.values) {
    const { values, low, high } = model.column;
    const unknown = { colour: theme.faint, mark: "circle", open: true };
    return {
      code: (i) => (Number.isNaN(values[i]) ? NOISE : Math.round((20 * (values[i] - low)) / (high - low || 1))),
      of: (code) => (code === NOISE ? unknown : { colour: scaleColour(VALUE_SCALE, code / 20), mark: "circle" }),
    };
  }
  const codes = codesOf(model, solution);
  return {
    code: (i) => codes[i],
    of: (code) => (code === NOISE
      ? { colour: theme.faint, mark: "circle", open: true }
      : { colour: theme.cluster[code % theme.cluster.length], mark: SYMBOLS[code % SYMBOLS.length] }),
  };
}

export function drawPoints(view) {
  const { model, state, shown, theme, grid } = view;
  const { points } = view.parts;
  const ratio = window.devicePixelRatio || 1;
  const axes = panelAxesInPixels(view, grid);
  const key = [view.digest, theme.dark, grid.width, grid.height, ratio, axes.map(({ x, y }) => [x.range, y.range])].join();
  const last = view.drawn.points;
  const same = last?.key === key && last.selected === state.selected
    && last.strip.length === shown.strip.length && last.strip.every((solution, p) => solution === shown.strip[p]);
  if (same) return;
  view.drawn.points = { key, selected: state.selected, strip: shown.strip };
  const [width, height] = [Math.round(grid.width * ratio), Math.round(grid.height * ratio)];
  if (points.width !== width || points.height !== height) Object.assign(points, { width, height });
  Object.assign(points.style, { width: `${grid.width}px`, height: `${grid.height}px` });
  const context = points.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, grid.width, grid.height);
  const chosen = state.selected ? new Uint8Array(model.n) : null;
  state.selected?.forEach((i) => {
    chosen[i] = 1;
  });
  shown.strip.forEach((solution, p) => drawPanel(view, context, solution, { box: grid.panels[p].box, ...axes[p] }, chosen, ratio));
}

function drawPanel(view, context, solution, { box, x, y }, chosen, ratio) {
  const { model } = view;
  const looks = looksOf(view, solution);
  const sprites = new Map();
  const cloud = model.n > CLOUD;
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  // Faded points first, so that selected ones are never covered.
  for (const wanted of chosen ? [0, 1] : [0]) {
    const faded = chosen && wanted === 0;
    context.globalAlpha = faded ? (cloud ? FADED_CLOUD : FADED) : cloud ? 0.85 : 1;
    for (let i = 0; i < model.n; i += 1) {
      if (chosen && chosen[i] !== wanted) continue;
      const code = looks.code(i);
      if (!sprites.has(code)) sprites.set(code, spriteOf(view, looks.of(code), ratio));
      const { image, half } = sprites.get(code);
      context.drawImage(image, x.pixel(model.x[i]) - half, y.pixel(model.y[i]) - half, 2 * half, 2 * half);
    }
  }
  context.restore();
}

function spriteOf(view, { colour, mark, open = false }, ratio) {
  const { n } = view.model;
  const radius = radiusOf(n);
  const half = Math.ceil(radius * 1.5) + 1;
  const image = document.createElement("canvas");
  image.width = 2 * half * ratio;
  image.height = 2 * half * ratio;
  const context = image.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, half * ratio, half * ratio);
  const path = new Path2D(markPath(mark, radius));
  if (!open || n > CLOUD) {
    context.fillStyle = colour;
    context.fill(path);
  }
  if (open || n <= 200) {
    context.strokeStyle = open ? colour : view.theme.background;
    context.lineWidth = open ? 1.2 : 0.5;
    context.stroke(path);
  }
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

// The solution and the object under the pointer, within a few pixels.
export function objectAt(view, event) {
  const box = view.parts.scatter.getBoundingClientRect();
  const [px, py] = [event.clientX - box.left, event.clientY - box.top];
  const found = view.grid && panelAt(view, px, py);
  if (!found) return null;
  let [best, object] = [(radiusOf(view.model.n) + 5) ** 2, -1];
  for (let i = 0; i < view.model.n; i += 1) {
    const d = (found.x.pixel(view.model.x[i]) - px) ** 2 + (found.y.pixel(view.model.y[i]) - py) ** 2;
    if (d < best) [best, object] = [d, i];
  }
  return object < 0 ? null : { solution: view.shown.strip[found.panel], object };
}
