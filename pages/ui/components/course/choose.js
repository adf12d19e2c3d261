// One's own data, k by k, with the band of data without clusters.

import { h } from "../shared/dom.js";
import { plural, scoreText } from "../shared/numbers.js";
import { bandChart, besideBand } from "./band_chart.js";
import { figure, scatter } from "./charts.js";
import { choice, slider } from "./controls.js";

export function build(stage, picture, course) {
  const { ks, choices, data } = picture;
  const title = choices.find((one) => one.value === data).label;
  const map = scatter({ points: picture.points, labels: picture.labels[0], width: 340, height: 280, radius: picture.n > 200 ? 3 : 4.2, label: title });
  const scores = bandChart({
    ks, sets: [picture], said: `band: k-means on ${picture.sets} sets without clusters`, narrow: course.narrow, height: 284,
    onPick: (k) => { dial.put(k); showK(k); },
  });
  const caption = h("figcaption", {});
  const pick = choice({ name: "Data", options: choices, value: data, onChoose: (next) => { if (next !== data) course.open({ data: next, k: "" }); } });
  const dial = slider({ name: "Clusters k", min: ks[0], max: ks.at(-1), value: picture.k, show: (k) => `k = ${k}`, onInput: showK });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.72fr) minmax(0,1.28fr)" } },
      h("figure", {}, caption, map.svg),
      figure("Score by number of clusters (the axis is stretched towards 1)", scores.svg, "veiled")),
    h("div", { class: "controls" }, pick.node, dial.node));

  function showK(k) {
    const at = ks.indexOf(k);
    course.set({ data, k });
    map.recolour(picture.labels[at]);
    scores.show(picture, k);
    caption.replaceChildren(h("b", {}, `k = ${k}`), ` ${plural(picture.n, "object", "objects")}, ${plural(picture.d, "feature", "features")}`,
      h("span", { class: "veiled" }, "  AUCC ", h("b", { "data-testid": "aucc" }, scoreText(picture.scores[at], 3)), besideBand(picture, at, k)));
    course.veil();
  }
  showK(picture.k);
  course.whenShown(() => showK(course.settings.k));
}
