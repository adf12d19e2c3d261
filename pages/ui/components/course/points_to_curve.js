// Points, matrix, pair table and curve, all following one another.

import { follow, h, s } from "../shared/dom.js";
import { clamp, fixed } from "../shared/numbers.js";
import { clusterColour } from "../shared/palette.js";
import { areaUnder, chart, figure, rocChart } from "./charts.js";
import { player } from "./controls.js";

const CLUSTERS = 3;
const SHAPES = [
  "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0", "M0 -11L11 0L0 11L-11 0Z", "M0 -10L10 8L-10 8Z",
];
const NUDGES = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, 20], ArrowDown: [0, -20] };

// Where a pair stands in a list of all pairs, row by row.
export function pairAt(n, i, j) {
  const [a, b] = [Math.min(i, j), Math.max(i, j)];
  return a * n - (a * (a + 1)) / 2 + b - a - 1;
}

export function distancesOf(points) {
  return points.flatMap((p, i) => points.slice(i + 1).map((q) => Math.hypot(p[0] - q[0], p[1] - q[1])));
}

// Pairs sorted close to far; equal distances (to 10 digits, as in the library) form one step.
export function walk(distances, labels) {
  const n = labels.length;
  const pairs = [];
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++, at++) pairs.push({ i, j, d: distances[at], within: labels[i] === labels[j] });
  }
  const key = (d) => Number(d.toPrecision(10));
  pairs.sort((a, b) => key(a.d) - key(b.d));
  const P = pairs.filter((pair) => pair.within).length;
  const N = pairs.length - P;
  const steps = [];
  let [tp, fp, area] = [0, 0, 0];
  for (const pair of pairs) {
    const last = steps.at(-1);
    if (last && key(last.pairs[0].d) === key(pair.d)) last.pairs.push(pair);
    else steps.push({ pairs: [pair] });
  }
  for (const step of steps) {
    const up = step.pairs.filter((pair) => pair.within).length;
    const right = step.pairs.length - up;
    area += right * (tp + up / 2);
    tp += up;
    fp += right;
    Object.assign(step, { x: N ? fp / N : 0, y: P ? tp / P : 0, area: P && N ? area / (P * N) : NaN });
  }
  return { pairs, steps, aucc: P && N ? area / (P * N) : NaN };
}

// Names stand on the side that is free: away from the close neighbours, else above.
export function awayFromNeighbours(points, i) {
  let [a, b] = [0, 0.001];
  points.forEach((q, j) => {
    const gap = Math.hypot(points[i][0] - q[0], points[i][1] - q[1]);
    if (j !== i && gap > 0 && gap < 220) {
      a += (points[i][0] - q[0]) / gap ** 3;
      b += (points[i][1] - q[1]) / gap ** 3;
    }
  });
  const length = Math.hypot(a, b);
  return [a / length, b / length];
}

// The objects, to be dragged, clicked or moved by keys; `act` says what that does.
function pointMap(names, act) {
  const map = chart({ width: 300, height: 300, xs: [-620, 560], ys: [-470, 470], label: "Seven objects. Drag one to move it, click it to recolour it.", equal: true, role: "group" });
  const link = s("g", {});
  map.marks.append(link);
  const handles = names.map((name, i) => {
    const shape = s("path", { class: "body" });
    const node = s("g", {
      class: "handle", tabindex: 0, role: "button",
      onpointerdown: (event) => drag(event, i), onkeydown: (event) => nudge(event, i),
    }, s("circle", { r: 18, class: "touch" }), shape, s("text", { "text-anchor": "middle" }, name));
    return { node, shape };
  });
  map.above.append(...handles.map((handle) => handle.node));

  const inside = ([a, b]) => [clamp(a, ...map.domain.x), clamp(b, ...map.domain.y)].map(Math.round);
  function drag(event, i) {
    const { node } = handles[i];
    event.preventDefault();
    act.grab();
    node.focus();
    const from = [event.clientX, event.clientY];
    let moved = false;
    follow(node, event.pointerId, (next) => {
      if (!moved && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 4) return;
      moved = true;
      act.place(i, inside(map.toData(next)));
    }, () => {
      if (!moved) act.recolour(i);
      act.settle();
    });
  }
  function nudge(event, i) {
    const by = NUDGES[event.key];
    if (by) act.place(i, inside(act.points()[i].map((v, axis) => v + by[axis])));
    else if (event.key === "Enter" || event.key === " ") act.recolour(i);
    else return;
    event.preventDefault();
    act.settle();
  }
  function draw(points, labels) {
    handles.forEach(({ node, shape }, i) => {
      node.setAttribute("transform", `translate(${map.x(points[i][0])} ${map.y(points[i][1])})`);
      node.setAttribute("aria-label", `Object ${names[i]}, cluster ${labels[i]}. Arrow keys move it, Enter recolours it.`);
      shape.setAttribute("d", SHAPES[labels[i] - 1]);
      shape.style.fill = clusterColour([0, 2, 1][labels[i] - 1]);
      const [dx, dy] = awayFromNeighbours(points, i);
      node.lastChild.setAttribute("x", dx * 17);
      node.lastChild.setAttribute("y", 5 - dy * 17);
    });
  }
  function join(points, pairs) {
    link.replaceChildren(...pairs.map(({ i, j, within }) => s("line", {
      class: within ? "link w" : "link b",
      x1: map.x(points[i][0]), y1: map.y(points[i][1]), x2: map.x(points[j][0]), y2: map.y(points[j][1]),
    })));
  }
  return { svg: map.svg, draw, join };
}

const pairKey = (pair) => `${pair.i}-${pair.j}`;

function matrixRows(names, similarity) {
  const n = names.length;
  const head = h("tr", {}, h("td"), names.map((name) => h("th", { scope: "col" }, name)));
  const rows = names.map((name, i) => h("tr", {}, h("th", { scope: "row" }, name), names.map((_, j) => {
    if (i === j) return h("td", { class: "self" }, "·");
    const value = similarity(pairAt(n, i, j));
    return h("td", { "data-pair": `${Math.min(i, j)}-${Math.max(i, j)}`, style: { "--heat": `${Math.round(Math.max(0, value) * 46)}%` } },
      value.toFixed(2).replace(/^(-?)0\./, "$1."));
  })));
  return [head, ...rows];
}

function pairRows(names, pairs, longest) {
  return pairs.map((pair) => h("div", { class: pair.within ? "w" : "b", "data-pair": pairKey(pair) },
    h("span", {}, names[pair.i] + names[pair.j]), h("span", {}, pair.within ? "up ↑" : "right →"), h("span", {}, (1 - pair.d / longest).toFixed(2))));
}

// The curve as far as it was walked.
function walkChart() {
  const roc = rocChart({ width: 300, height: 300 });
  const under = s("path", { class: "under" });
  const line = s("path", { class: "curve" });
  const tip = s("circle", { class: "tip", r: 5 });
  roc.marks.append(under, line);
  roc.above.append(tip);
  return {
    svg: roc.svg,
    draw: (path) => {
      line.setAttribute("d", roc.path(path));
      under.setAttribute("d", roc.path(areaUnder(path)));
      tip.setAttribute("cx", roc.x(path.at(-1)[0]));
      tip.setAttribute("cy", roc.y(path.at(-1)[1]));
    },
  };
}

function stepSentence(names, lit) {
  const pairs = lit.map((pair) => `${names[pair.i]}–${names[pair.j]}`).join(" and ");
  const within = lit[0].within;
  if (lit.some((pair) => pair.within !== within)) return [`${pairs}: a tie, the walk goes along the diagonal`];
  return [`${pairs}: `, h("b", { class: within ? "within" : "between" }, within ? "same cluster, up" : "different clusters, right")];
}

// Where the objects are and what colours they have; nothing else is kept.
function createObjects(picture) {
  const objects = {
    points: picture.points.map((p) => [...p]),
    labels: [...picture.labels],
    isHome: () => objects.points.every((p, i) => p[0] === picture.home[i][0] && p[1] === picture.home[i][1]),
    goHome: () => Object.assign(objects, { points: picture.home.map((p) => [...p]), labels: [...picture.homeLabels] }),
    // Until a point moves, the similarities are those that the paper prints.
    distances: () => (objects.isHome() ? picture.homeDistances : distancesOf(objects.points)),
    token: () => `${objects.isHome() ? "" : objects.points.flat().join(".")}/${objects.labels.join("")}`,
    settings: () => ({
      points: objects.isHome() ? "" : objects.points.flat().join("."),
      colours: objects.labels.join("") === picture.homeLabels.join("") ? "" : objects.labels.join(""),
    }),
  };
  return objects;
}

// The table of pairs, those of the step lit and those to come faint.
function showPairs(stage, list, steps, step, lit) {
  const keys = new Set(lit.map(pairKey));
  stage.querySelectorAll("[data-pair]").forEach((cell) => cell.classList.toggle("lit", keys.has(cell.dataset.pair)));
  const seen = steps.slice(0, step).reduce((sum, one) => sum + one.pairs.length, 0);
  [...list.children].forEach((row, i) => row.classList.toggle("ahead", i >= seen));
  const current = list.querySelector(".lit");
  if (current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
}

function confirm(checked, score) {
  if (!score) return;
  checked.textContent = score.problem ?? `library: ${fixed(score.aucc)} ✓`;
  checked.classList.toggle("problem", Boolean(score.problem));
}

// The parts of the picture, in their places.
function layOut(stage, map) {
  const matrix = h("table", { class: "matrix", "aria-label": "Similarity of each pair" });
  const list = h("div", { class: "pairs veiled", role: "img", "aria-label": "Pairs, closest first" });
  const curve = walkChart();
  const bench = h("div", { class: "controls veiled" });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.25fr) minmax(0,1fr) 128px minmax(0,1.25fr)" } },
      figure("Drag a point; click to recolour", map.svg),
      figure("Similarity (1 = same place)", matrix, "later"),
      figure("Pairs, closest first", list, "later"),
      figure(h("span", {}, "The walk, and the area under it"), curve.svg, "veiled")),
    bench);
  return {
    matrix, list, curve, bench,
    said: h("p", { class: "said", "aria-live": "polite" }),
    big: h("span", { class: "big", "data-testid": "aucc" }),
    checked: h("span", { class: "small checked", "data-testid": "checked" }),
  };
}

export function build(stage, picture, course) {
  const { names } = picture;
  const objects = createObjects(picture);
  let walked = null;
  let controls = null;
  const map = pointMap(names, {
    points: () => objects.points,
    grab: () => controls?.pause(),
    place: (i, point) => { objects.points[i] = point; changed(); },
    recolour: (i) => { objects.labels[i] = (objects.labels[i] % CLUSTERS) + 1; changed(); },
    settle,
  });
  const { matrix, list, curve, said, big, checked, bench } = layOut(stage, map);
  const reset = h("button", { type: "button", onclick: () => { objects.goHome(); changed(); settle(); } }, "Reset points");

  function changed() {
    const d = objects.distances();
    const longest = objects.isHome() ? 1 : Math.max(...d, 1e-12);
    walked = walk(d, objects.labels);
    matrix.replaceChildren(...matrixRows(names, (at) => 1 - d[at] / longest));
    list.replaceChildren(...pairRows(names, walked.pairs, longest));
    map.draw(objects.points, objects.labels);
    const last = walked.steps.length;
    controls?.pause();
    controls = player({ last, pace: 480, name: "Walk through the pairs", start: last, onStep: showStep });
    bench.replaceChildren(controls.node, h("span", {}, h("span", { class: "small" }, "AUCC "), big, " ", checked), reset, said);
    controls.show(last);
    checked.textContent = "";
  }
  function showStep(step) {
    const { steps, aucc } = walked;
    const now = steps[step - 1];
    const whole = step === steps.length;
    const lit = whole ? [] : now?.pairs ?? [];
    curve.draw([[0, 0], ...steps.slice(0, step).map((one) => [one.x, one.y])]);
    big.textContent = Number.isNaN(aucc) ? "–" : whole ? fixed(aucc) : `${fixed(now?.area ?? 0)} so far`;
    map.join(objects.points, lit);
    showPairs(stage, list, steps, step, lit);
    said.replaceChildren(...(lit.length ? stepSentence(names, lit) : [""]));
  }
  function settle() {
    course.set(objects.settings());
    checked.textContent = "…";
    course.send("move", { points: objects.isHome() ? null : objects.points, labels: objects.labels, token: objects.token() });
  }

  changed();
  confirm(checked, picture.score);
  course.whenShown(() => {
    if (!course.data.print && objects.isHome()) { controls.show(0); controls.play(); }
  });
  return {
    // An answer may come late: it counts only for the points it was asked about.
    update: ({ reply }) => { if (reply?.token === objects.token()) confirm(checked, reply); },
    stop: () => controls?.pause(),
  };
}
