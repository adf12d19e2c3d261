// The sum of squares by k, the line to its end, and the elbow that there always is.

import { h, s } from "../shared/dom.js";
import { chart, figure, scatter } from "./charts.js";
import { choice, slider } from "./controls.js";

const DATA_CHOICES = [
  { value: "noise", label: "Pure noise" },
  { value: "groups", label: "Four real groups" },
];

export function build(stage, picture, course) {
  const { ks, shown, lasts } = picture;
  let { data, last } = picture;
  const place = h("div", {});
  const caption = h("figcaption", {});
  const said = h("b", { "data-testid": "elbow" });
  const holder = h("div", {});
  const pick = choice({ name: "Data", options: DATA_CHOICES, value: data, onChoose: (next) => { data = next; show(); } });
  const dial = slider({ name: "Look as far as", min: lasts[0], max: lasts.at(-1), step: 2, value: last, show: (k) => `k = ${k}`, onInput: (next) => { last = next; show(); } });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.72fr) minmax(0,1.28fr)" } },
      h("figure", {}, caption, place),
      h("figure", { class: "veiled" }, h("figcaption", {}, "Sum of squares, as a share of that for one cluster: ", said), holder)),
    h("div", { class: "controls" }, pick.node, h("div", { class: "veiled grow" }, dial.node)));

  function show() {
    const own = shown[data];
    const found = own.elbows[String(last)];
    course.set({ data, last });
    const map = scatter({ points: own.points, labels: course.shown() ? own.labels[found - 1] : own.labels[0], width: 340, height: 300, radius: 4.2, label: DATA_CHOICES.find((one) => one.value === data).label });
    place.replaceChildren(map.svg);
    caption.replaceChildren(...(course.shown() ? [h("b", {}, `k = ${found}`), " clusters of k-means, at the elbow"] : ["The points"]));
    holder.replaceChildren(curve(own, found));
    said.textContent = `elbow at k = ${found}`;
    course.veil();
  }
  function curve(own, found) {
    const seen = ks.filter((k) => k <= last);
    const plot = chart({
      width: course.narrow ? 350 : 560, height: course.narrow ? 270 : 300, xs: [0.5, last + 0.5], ys: [0, 1.04], xTicks: seen, yTicks: [0, 0.25, 0.5, 0.75, 1],
      xTitle: "clusters k", yTitle: "sum of squares", label: "Sum of squares by number of clusters",
    });
    plot.marks.append(
      s("path", { class: "chance", d: plot.path([[1, own.squares[0]], [last, own.squares[last - 1]]]) }),
      s("path", { class: "curve", d: plot.path(seen.map((k) => [k, own.squares[k - 1]])) }));
    plot.above.append(...seen.map((k) => s("circle", { class: k === found ? "score above" : "score", r: k === found ? 8 : 4.5, cx: plot.x(k), cy: plot.y(own.squares[k - 1]) })));
    return plot.svg;
  }
  show();
  course.whenShown(show);
}
