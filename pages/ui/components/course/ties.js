// Three ways through the open rectangle.

import { h, reducedMotion, s } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { areaUnder, figure, rocChart } from "./charts.js";
import { animate, choice } from "./controls.js";

const WAYS = [
  { value: "half", label: "Diagonal" },
  { value: "optimistic", label: "Optimistic" },
  { value: "pessimistic", label: "Pessimistic" },
];

// The open step, the only one that goes up and right at once, and where each way bends in it.
export function openStep(curve) {
  const at = curve.findIndex(([x, y], i) => i && x > curve[i - 1][0] && y > curve[i - 1][1]);
  const [from, to] = [curve[at - 1], curve[at]];
  const bends = {
    half: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], optimistic: [from[0], to[1]], pessimistic: [to[0], from[1]],
  };
  return { at, from, to, bends };
}

// The rows as a way counts them: of equally close ones it puts its own first.
export function ordered(rows, way) {
  const groups = [...new Set(rows.map((row) => row.rank2))].sort((a, b) => a - b);
  const first = { half: () => 0, optimistic: (a, b) => b.within - a.within, pessimistic: (a, b) => a.within - b.within }[way];
  return groups.flatMap((rank) => rows.filter((row) => row.rank2 === rank).sort(first));
}

// Rows glide to their new places.
function drawRows(table, rows, way) {
  const before = new Map([...table.querySelectorAll("tr[data-row]")].map((row) => [row.dataset.row, row.getBoundingClientRect().top]));
  const tied = (row) => rows.filter((other) => other.rank2 === row.rank2).length > 1;
  table.replaceChildren(
    h("tr", {}, h("th", { scope: "col" }, "pair"), h("th", { scope: "col" }, "same cluster?"), h("th", { scope: "col" }, "similarity")),
    ...ordered(rows, way).map((row) => h("tr", { "data-row": row.pair, class: tied(row) ? "tied" : "" },
      h("td", {}, `${rows.indexOf(row) + 1}`), h("td", { class: row.within ? "within" : "between" }, row.within ? "1 ↑" : "0 →"), h("td", {}, row.similarity.toFixed(2)))));
  table.querySelectorAll("tr[data-row]").forEach((row) => {
    const gap = before.has(row.dataset.row) ? before.get(row.dataset.row) - row.getBoundingClientRect().top : 0;
    if (gap && !reducedMotion()) row.animate([{ transform: `translateY(${gap}px)` }, { transform: "none" }], { duration: 450, easing: "ease-in-out" });
  });
}

const SHARED = {
  half: "s₀ shared between both sides", optimistic: "s₀ goes to the won", pessimistic: "s₀ goes to the lost",
};

function drawNumbers(numbers, { areas, counts, gammas, gammaWithoutTies, expected }, way) {
  const fair = Math.abs(expected[way] - 0.5) < 1e-9;
  const row = (term, value, note) => [h("dt", {}, term), h("dd", {}, h("b", {}, value), note && h("span", { class: "small" }, ` ${note}`))];
  numbers.replaceChildren(
    h("div", { class: "big", "data-testid": "aucc" }, fixed(areas[way])),
    h("div", { class: "small" }, `the chance that a within-pair is closer, ${WAYS.find((one) => one.value === way).label.toLowerCase()}`),
    h("dl", {},
      row("s₊, s₋, s₀", `${counts.s_plus}, ${counts.s_minus}, ${counts.s_zero}`, "won, lost and tied comparisons"),
      row("Gamma γ", fixed(gammas[way]), SHARED[way]), row("(1 + γ) / 2", fixed((1 + gammas[way]) / 2), "= this area ✓"),
      row("random labels", fixed(expected[way]), fair ? "on average, as it should be" : "on average: not 0.5"),
      row("Gini", fixed(2 * areas.half - 1), "2 · AUC − 1: γ with ties shared"),
      row("U", counts.s_plus + counts.s_zero / 2, `of ${counts.s_plus + counts.s_minus + counts.s_zero}: Mann and Whitney's count`),
      row("ties left out", fixed(gammaWithoutTies), "Gamma of Goodman and Kruskal")));
}

// The curve with its open rectangle; draw(bend) leads it through one point of that.
function bentCurve(picture, { at, from, to }) {
  const roc = rocChart({ width: 400, height: 340 });
  const under = s("path", { class: "under" });
  const open = s("rect", { class: "open", x: roc.x(from[0]), y: roc.y(to[1]), width: roc.x(to[0]) - roc.x(from[0]), height: roc.y(from[1]) - roc.y(to[1]) });
  const line = s("path", { class: "curve" });
  roc.marks.append(open, s("g", { class: "veiled" }, under, line));
  roc.above.append(s("text", { class: "note", x: roc.x(to[0]) + 8, y: roc.y((from[1] + to[1]) / 2) }, `open: ${fixed(picture.open, 4)}`));
  return {
    svg: roc.svg,
    draw: (bend) => {
      const path = [...picture.curve.slice(0, at), bend, ...picture.curve.slice(at)];
      line.setAttribute("d", roc.path(path));
      under.setAttribute("d", roc.path(areaUnder(path)));
    },
  };
}

export function build(stage, picture, course) {
  const open = openStep(picture.curve);
  let bend = [...open.bends.half];
  let stopMoving = () => {};
  const curve = bentCurve(picture, open);
  const table = h("table", { class: "six" });
  const numbers = h("div", { class: "numbers" });
  const ways = choice({ name: "How ties count", options: WAYS, value: picture.ties, onChoose: show });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.8fr) minmax(0,1.25fr) minmax(0,1fr)" } },
      figure("Six pairs, closest first", table),
      figure("Each order is another way through the rectangle", curve.svg),
      h("figure", { class: "veiled" }, h("figcaption", {}, "What it is worth"), numbers)),
    h("div", { class: "controls veiled" }, h("span", { class: "small" }, "Equal pairs count as"), ways.node));

  function show(way) {
    course.set({ ties: way });
    drawRows(table, picture.rows, course.shown() ? way : "half");
    stopMoving();
    const start = [...bend];
    stopMoving = animate(450, (t) => {
      bend = [0, 1].map((axis) => start[axis] + (open.bends[way][axis] - start[axis]) * t);
      curve.draw(bend);
    });
    drawNumbers(numbers, picture, way);
  }
  show(picture.ties);
  course.whenShown(() => drawRows(table, picture.rows, course.settings.ties));
  return { stop: () => stopMoving() };
}
