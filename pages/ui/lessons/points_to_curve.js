// Lesson 1: points, matrix, pair table and curve, all following one another.

const CLUSTER_NAMES = ["1", "2", "3"];

// Pairs sorted close to far; equal distances (to 10 digits, as in the library) form one step.
function walk(distances, labels, n) {
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
  return { pairs, steps, P, N, aucc: P && N ? area / (P * N) : NaN };
}

function buildPoints(stage, picture, course) {
  const { names } = picture;
  const n = names.length;
  let points = picture.points.map((p) => [...p]);
  let labels = [...picture.labels];
  let state = null;
  const isHome = () => points.every((p, i) => p[0] === picture.home[i][0] && p[1] === picture.home[i][1]);
  // Until a point moves, the similarities are those that the paper prints.
  const distances = () => (isHome() ? picture.homeDistances
    : points.flatMap((p, i) => points.slice(i + 1).map((q) => Math.hypot(p[0] - q[0], p[1] - q[1]))));

  const map = chart({ width: 300, height: 300, xs: [-620, 560], ys: [-470, 470], label: "Seven objects. Drag one to move it, click it to recolour it.", equal: true, role: "group" });
  const link = s("g", {});
  map.marks.append(link);
  const shapes = [
    "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0", "M0 -11L11 0L0 11L-11 0Z", "M0 -10L10 8L-10 8Z",
  ];
  const handles = names.map((name, i) => {
    const shape = s("path", { class: "body" });
    const node = s("g", { class: "handle", tabindex: 0, role: "button" }, s("circle", { r: 18, class: "touch" }), shape, s("text", { "text-anchor": "middle" }, name));
    node.addEventListener("pointerdown", (event) => drag(event, i, node));
    node.addEventListener("keydown", (event) => nudge(event, i));
    return { node, shape };
  });
  map.above.append(...handles.map((handle) => handle.node));

  const matrix = h("table", { class: "matrix", "aria-label": "Similarity of each pair" });
  const list = h("div", { class: "pairs veiled", role: "img", "aria-label": "Pairs, closest first" });
  const roc = rocChart({ width: 300, height: 300 });
  const under = s("path", { class: "under" });
  const line = s("path", { class: "curve" });
  const tip = s("circle", { class: "tip", r: 5 });
  roc.marks.append(under, line);
  roc.above.append(tip);
  const said = h("p", { class: "said", "aria-live": "polite" });
  const big = h("span", { class: "big", "data-testid": "aucc" });
  const checked = h("span", { class: "small checked", "data-testid": "checked" });
  let controls = null;
  const reset = h("button", { type: "button", onclick: () => { points = picture.home.map((p) => [...p]); labels = [...picture.homeLabels]; changed(); settle(); } }, "Reset points");
  const bench = h("div", { class: "controls veiled" });

  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.25fr) minmax(0,1fr) 128px minmax(0,1.25fr)" } },
      figure("Drag a point; click to recolour", map.svg),
      figure("Similarity (1 = same place)", matrix, "later"),
      figure("Pairs, closest first", list, "later"),
      figure(h("span", {}, "The walk, and the area under it"), roc.svg, "veiled")),
    bench);

  function drag(event, i, node) {
    event.preventDefault();
    controls?.pause();
    node.focus();
    node.setPointerCapture(event.pointerId);
    const from = [event.clientX, event.clientY];
    let moved = false;
    const move = (next) => {
      if (!moved && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 4) return;
      moved = true;
      place(i, map.toData(next));
    };
    const end = () => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      if (!moved) recolour(i);
      settle();
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }
  function place(i, [a, b]) {
    const { x: [x0, x1], y: [y0, y1] } = map.domain;
    points[i] = [Math.round(Math.max(x0, Math.min(x1, a))), Math.round(Math.max(y0, Math.min(y1, b)))];
    changed();
  }
  function recolour(i) {
    labels[i] = (labels[i] % CLUSTER_NAMES.length) + 1;
    changed();
  }
  function nudge(event, i) {
    const by = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, 20], ArrowDown: [0, -20] }[event.key];
    if (by) place(i, [points[i][0] + by[0], points[i][1] + by[1]]);
    else if (event.key === "Enter" || event.key === " ") recolour(i);
    else return;
    event.preventDefault();
    settle();
  }

  // Everything below redraws; nothing is kept but points, labels and the step.
  function changed() {
    const d = distances();
    state = walk(d, labels, n);
    const longest = isHome() ? 1 : Math.max(...d, 1e-12);
    const similarity = (at) => 1 - d[at] / longest;
    const rows = names.map((name, i) => h("tr", {}, h("th", { scope: "row" }, name), names.map((_, j) => {
      if (i === j) return h("td", { class: "self" }, "·");
      const [a, b] = [Math.min(i, j), Math.max(i, j)];
      const at = a * n - (a * (a + 1)) / 2 + b - a - 1;
      const value = similarity(at);
      return h("td", { "data-pair": `${a}-${b}`, style: { "--heat": `${Math.round(Math.max(0, value) * 46)}%` } }, value.toFixed(2).replace(/^(-?)0\./, "$1."));
    })));
    matrix.replaceChildren(h("tr", {}, h("td"), names.map((name) => h("th", { scope: "col" }, name))), ...rows);
    list.replaceChildren(...state.pairs.map((pair) => h("div", { class: pair.within ? "w" : "b", "data-pair": `${pair.i}-${pair.j}` },
      h("span", {}, names[pair.i] + names[pair.j]), h("span", {}, pair.within ? "up ↑" : "right →"), h("span", {}, (1 - pair.d / longest).toFixed(2)))));
    handles.forEach(({ node, shape }, i) => {
      node.setAttribute("transform", `translate(${map.x(points[i][0])} ${map.y(points[i][1])})`);
      node.setAttribute("aria-label", `Object ${names[i]}, cluster ${labels[i]}. Arrow keys move it, Enter recolours it.`);
      shape.setAttribute("d", shapes[labels[i] - 1]);
      shape.style.fill = clusterColor([0, 2, 1][labels[i] - 1]);
      const [dx, dy] = awayFromNeighbour(i);
      node.lastChild.setAttribute("x", dx * 17);
      node.lastChild.setAttribute("y", 5 - dy * 17);
    });
    newPlayer();
    checked.textContent = "";
  }
  // Names stand on the side that is free: away from the close neighbours, else above.
  function awayFromNeighbour(i) {
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
  function newPlayer() {
    const last = state.steps.length;
    controls?.pause();
    controls = player({ last, pace: 480, name: "Walk through the pairs", start: last, onStep: showStep });
    bench.replaceChildren(controls.node, h("span", {}, h("span", { class: "small" }, "AUCC "), big, " ", checked), reset, said);
    controls.show(last);
  }
  function showStep(step) {
    const now = state.steps[step - 1];
    const path = [[0, 0], ...state.steps.slice(0, step).map((one) => [one.x, one.y])];
    line.setAttribute("d", roc.path(path));
    under.setAttribute("d", roc.path([...path, [path.at(-1)[0], 0], [0, 0]]));
    tip.setAttribute("cx", roc.x(path.at(-1)[0]));
    tip.setAttribute("cy", roc.y(path.at(-1)[1]));
    const whole = step === state.steps.length;
    big.textContent = Number.isNaN(state.aucc) ? "–" : whole ? fixed(state.aucc) : `${fixed(now?.area ?? 0)} so far`;
    const lit = whole ? [] : now?.pairs ?? [];
    link.replaceChildren(...lit.map((pair) => s("line", {
      class: pair.within ? "link w" : "link b",
      x1: map.x(points[pair.i][0]), y1: map.y(points[pair.i][1]), x2: map.x(points[pair.j][0]), y2: map.y(points[pair.j][1]),
    })));
    const keys = new Set(lit.map((pair) => `${pair.i}-${pair.j}`));
    stage.querySelectorAll("[data-pair]").forEach((cell) => cell.classList.toggle("lit", keys.has(cell.dataset.pair)));
    const seen = state.steps.slice(0, step).reduce((sum, one) => sum + one.pairs.length, 0);
    [...list.children].forEach((row, i) => row.classList.toggle("ahead", i >= seen));
    const current = list.querySelector(".lit");
    if (current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
    said.replaceChildren(...(lit.length ? sentence(lit) : [""]));
  }
  function sentence(lit) {
    const pairs = lit.map((pair) => `${names[pair.i]}–${names[pair.j]}`).join(" and ");
    const within = lit[0].within;
    if (lit.some((pair) => pair.within !== within)) return [`${pairs}: a tie, the walk goes along the diagonal`];
    return [`${pairs}: `, h("b", { class: within ? "within" : "between" }, within ? "same cluster, up" : "different clusters, right")];
  }
  const token = () => `${isHome() ? "" : points.flat().join(".")}/${labels.join("")}`;
  function settle() {
    const moved = isHome() ? null : points;
    course.set({ points: moved ? points.flat().join(".") : "", colours: labels.join("") === picture.homeLabels.join("") ? "" : labels.join("") });
    checked.textContent = "…";
    course.send("move", { points: moved, labels, token: token() });
  }
  function confirm(score) {
    if (!score) return;
    checked.textContent = score.problem ?? `library: ${fixed(score.aucc)} ✓`;
    checked.classList.toggle("problem", Boolean(score.problem));
  }

  changed();
  confirm(picture.score);
  course.whenShown(() => {
    if (!course.data.print && isHome()) { controls.show(0); controls.play(); }
  });
  return {
    // An answer may come late: it counts only for the points it was asked about.
    update: ({ reply }) => { if (reply?.token === token()) confirm(reply); },
    stop: () => controls?.pause(),
  };
}

PICTURES.points_to_curve = buildPoints;
