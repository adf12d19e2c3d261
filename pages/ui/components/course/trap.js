// Lesson 6: k-means on noise; the score climbs, the band explains.

import { h, s } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { chart, figure, scatter } from "./charts.js";
import { choice, player } from "./controls.js";

const DATA_CHOICES = [
  { value: "noise", label: "Pure noise" },
  { value: "groups", label: "Four real groups" },
];

// The axis of scores, stretched towards 1 as the core's logit does it.
export function stretched(score) {
  const inside = Math.min(Math.max(score, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}

export function build(stage, picture, course) {
  const { ks, shown } = picture;
  let data = picture.data;
  let k = picture.k;
  let map = null;
  const place = h("div", {});
  const caption = h("figcaption", {});
  const floor = Math.floor(Math.min(...Object.values(shown).flatMap((one) => [...one.low, ...one.scores])) * 20) / 20;
  const top = Math.max(0.99, ...Object.values(shown).flatMap((one) => one.scores.map((v) => 1 - (1 - v) / 2)));
  const scores = chart({
    width: course.narrow ? 350 : 560, height: course.narrow ? 270 : 312, xs: [ks[0] - 0.6, ks.at(-1) + 0.6], ys: [stretched(floor), stretched(top)], xTicks: ks,
    yTicks: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999].filter((tick) => tick >= floor && tick <= top).map(stretched), format: (v) => String(+(1 / (1 + Math.exp(-v))).toFixed(5)), xFormat: String, xTitle: "clusters k", yTitle: "AUCC", label: "AUCC by number of clusters",
  });
  const ribbon = s("path", { class: "band" });
  const line = s("path", { class: "curve" });
  const dots = ks.map((v) => {
    const dot = s("circle", { class: "score", r: 5, cx: scores.x(v) });
    dot.addEventListener("click", () => { controls.pause(); controls.show(ks.indexOf(v)); });
    return dot;
  });
  const note = s("text", { class: "note", "text-anchor": "end", x: scores.x(ks.at(-1)), y: scores.y(stretched(floor)) - 12 }, `band: k-means on ${picture.sets} other draws of noise`);
  scores.marks.append(ribbon, line);
  scores.above.append(...dots, note);
  const pick = choice({ name: "Data", options: DATA_CHOICES, value: data, onChoose: (next) => { data = next; open(); } });
  const controls = player({ last: ks.length - 1, pace: 700, name: "Number of clusters", start: ks.indexOf(k), say: (step) => `k = ${ks[step]}`, onStep: (step) => showK(ks[step]) });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.72fr) minmax(0,1.28fr)" } },
      h("figure", {}, caption, place),
      figure("Score by number of clusters", scores.svg, "veiled")),
    h("div", { class: "controls" }, pick.node, h("div", { class: "veiled grow" }, controls.node)));

  function open() {
    const own = shown[data];
    map = scatter({ points: own.points, labels: own.labels[0], width: 340, height: 312, radius: 4.2, label: DATA_CHOICES.find((one) => one.value === data).label });
    place.replaceChildren(map.svg);
    ribbon.setAttribute("d", scores.path([...ks.map((v, i) => [v, stretched(own.high[i])]), ...ks.map((v, i) => [v, stretched(own.low[i])]).reverse()]));
    line.setAttribute("d", scores.path(ks.map((v, i) => [v, stretched(own.scores[i])])));
    dots.forEach((dot, i) => {
      dot.setAttribute("cy", scores.y(stretched(own.scores[i])));
      dot.classList.toggle("above", ks[i] === own.farthest);
    });
    showK(k);
  }
  function showK(next) {
    k = next;
    course.set({ data, k });
    const at = ks.indexOf(k);
    const own = shown[data];
    map?.recolour(own.labels[at]);
    dots.forEach((dot, i) => { dot.setAttribute("r", i === at ? 8 : 5); });
    if (course.shown() && data === "noise") course.tell({ kind: "number", question: k, draw: course.data.seed, value: own.scores[at] });
    const above = own.scores[at] - own.high[at];
    caption.replaceChildren(h("b", {}, `k = ${k}`), h("span", { class: "veiled" }, "  AUCC ", h("b", { "data-testid": "aucc" }, fixed(own.scores[at], 3)),
      above <= 0 ? ", not above the band" : `, above the band${k === own.farthest ? ", farthest of all" : ""}`));
    course.veil();
  }
  course.ask(ks.map((v) => ({ kind: "number", question: v, text: `AUCC of k-means on noise, k = ${v}` })));
  open();
  controls.show(ks.indexOf(k));
  course.whenShown(() => { if (!course.data.print && k === ks[0]) controls.play(); });
  return { stop: () => controls.pause() };
}
