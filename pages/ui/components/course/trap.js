// k-means on noise; the score climbs, the band explains.

import { h } from "../shared/dom.js";
import { scoreText } from "../shared/numbers.js";
import { bandChart, besideBand } from "./band_chart.js";
import { figure, scatter } from "./charts.js";
import { choice, player } from "./controls.js";

export function build(stage, picture, course) {
  const { ks, shown, choices } = picture;
  let data = picture.data;
  let k = picture.k;
  let map = null;
  const place = h("div", {});
  const caption = h("figcaption", {});
  const scores = bandChart({
    ks, sets: Object.values(shown), said: `band: k-means on ${picture.sets} other draws of noise`, narrow: course.narrow,
    onPick: (v) => { controls.pause(); controls.show(ks.indexOf(v)); },
  });
  const pick = choice({ name: "Data", options: choices, value: data, onChoose: (next) => { data = next; open(); } });
  const controls = player({ last: ks.length - 1, pace: 700, name: "Number of clusters", start: ks.indexOf(k), say: (step) => `k = ${ks[step]}`, onStep: (step) => showK(ks[step]) });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.72fr) minmax(0,1.28fr)" } },
      h("figure", {}, caption, place),
      figure("Score by number of clusters (the axis is stretched towards 1)", scores.svg, "veiled")),
    h("div", { class: "controls" }, pick.node, h("div", { class: "veiled grow" }, controls.node)));

  function open() {
    const own = shown[data];
    map = scatter({ points: own.points, labels: own.labels[0], width: 340, height: 312, radius: 4.2, label: choices.find((one) => one.value === data).label });
    place.replaceChildren(map.svg);
    showK(k);
  }
  function showK(next) {
    k = next;
    course.set({ data, k });
    const at = ks.indexOf(k);
    const own = shown[data];
    map?.recolour(own.labels[at]);
    scores.show(own, k);
    if (course.shown() && data === "noise") course.tell({ kind: "number", question: k, draw: course.data.seed, value: own.scores[at] });
    caption.replaceChildren(h("b", {}, `k = ${k}`), h("span", { class: "veiled" }, "  AUCC ", h("b", { "data-testid": "aucc" }, scoreText(own.scores[at], 3)), besideBand(own, at, k)));
    course.veil();
  }
  course.ask(ks.map((v) => ({ kind: "number", question: v, text: `AUCC of k-means on noise, k = ${v}` })));
  open();
  controls.show(ks.indexOf(k));
  course.whenShown(() => { if (!course.data.print && k === ks[0]) controls.play(); });
  return { stop: () => controls.pause() };
}
