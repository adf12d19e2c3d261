// Two crescents, two ways to cut them, two distances to score by.

import { h, s } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { areaUnder, figure, rocChart, scatter } from "./charts.js";
import { choice } from "./controls.js";

export function build(stage, picture, course) {
  const { made, distances, scored } = picture;
  let { labels, distance } = picture;
  const map = scatter({ points: picture.points, labels: made[labels].codes, width: 420, height: 290, radius: 4.2, label: "Two crescents" });
  const roc = rocChart({ width: 300, height: 290 });
  const under = s("path", { class: "under" });
  const line = s("path", { class: "curve" });
  const faint = s("path", { class: "curve ghost" });
  roc.marks.append(under, faint, line);
  const big = h("span", { class: "big", "data-testid": "aucc" });
  const table = h("table", { class: "four" },
    h("tr", {}, h("th"), Object.values(distances).map((name) => h("th", { scope: "col" }, name))),
    Object.entries(made).map(([key, one]) => h("tr", {}, h("th", { scope: "row" }, one.label),
      Object.keys(distances).map((metric) => h("td", { "data-of": `${key} ${metric}` }, fixed(scored[`${key} ${metric}`].aucc, 3))))));
  const cut = choice({ name: "Clustering", options: Object.entries(made).map(([value, { label }]) => ({ value, label })), value: labels, onChoose: (next) => { labels = next; show(); } });
  const by = choice({ name: "Distance", options: Object.entries(distances).map(([value, label]) => ({ value, label })), value: distance, onChoose: (next) => { distance = next; show(); } });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.25fr) minmax(0,0.9fr) minmax(0,0.95fr)" } },
      figure("The clustering", map.svg),
      figure(h("span", {}, "Its curve (faint: the other clustering)"), roc.svg, "veiled"),
      h("figure", { class: "veiled" }, h("figcaption", {}, "AUCC ", big), table)),
    h("div", { class: "controls" }, cut.node, h("span", { class: "small" }, "scored"), by.node));

  function show() {
    course.set({ labels, distance });
    const other = Object.keys(made).find((name) => name !== labels);
    const { aucc, curve } = scored[`${labels} ${distance}`];
    map.recolour(made[labels].codes);
    line.setAttribute("d", roc.path(curve));
    faint.setAttribute("d", roc.path(scored[`${other} ${distance}`].curve));
    under.setAttribute("d", roc.path(areaUnder(curve)));
    big.textContent = fixed(aucc, 3);
    [...table.querySelectorAll("td")].forEach((one) => one.classList.toggle("lit", one.dataset.of === `${labels} ${distance}`));
  }
  show();
}
