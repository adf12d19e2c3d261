// The marks of points and lines, as paths: a canvas and an SVG element read the same text.

const turned = (sides, start) => Array.from({ length: sides }, (_, i) => {
  const angle = start + (2 * Math.PI * i) / sides;
  return [Math.cos(angle), Math.sin(angle)];
});

const UP = -Math.PI / 2;
const star = turned(10, UP).map(([x, y], i) => (i % 2 ? [0.5 * x, 0.5 * y] : [1.25 * x, 1.25 * y]));
const plus = [[-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4],
  [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]];
const scaled = (corners, by) => corners.map(([x, y]) => [by * x, by * y]);
const aslant = (corners) => corners.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

// Corners of each mark around 0 at size 1, under plotly's names; a circle has none.
const CORNERS = {
  circle: null,
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  diamond: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
  "triangle-up": [[0, -1.2], [1.2, 1], [-1.2, 1]],
  "triangle-down": [[0, 1.2], [1.2, -1], [-1.2, -1]],
  "triangle-left": [[-1.2, 0], [1, -1.2], [1, 1.2]],
  "triangle-right": [[1.2, 0], [-1, -1.2], [-1, 1.2]],
  cross: plus,
  x: aslant(plus),
  pentagon: scaled(turned(5, UP), 1.2),
  hexagon2: scaled(turned(6, 0), 1.2),
  hourglass: [[-1, -1.2], [1, -1.2], [-1, 1.2], [1, 1.2]],
  bowtie: [[-1.2, -1], [1.2, 1], [1.2, -1], [-1.2, 1]],
  star,
};

// One mark for each algorithm's line, in the order of the algorithms. No star: that means "best".
export const LINE_MARKS = Object.keys(CORNERS).filter((name) => name !== "star");

export function markPath(name, size) {
  const corners = CORNERS[name];
  const at = (value) => +(value * size).toFixed(3);
  if (!corners) return `M${-at(1)},0A${at(1)},${at(1)} 0 1 1 ${at(1)},0A${at(1)},${at(1)} 0 1 1 ${-at(1)},0Z`;
  return `M${corners.map(([x, y]) => `${at(x)},${at(y)}`).join("L")}Z`;
}
