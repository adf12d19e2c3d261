// The agreement table, set by set; the best of each stands out.

import { h } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { slider } from "./controls.js";

// "-0.43" is read as well as ".79", and takes less room without the 0.
export const shortNumber = (value) => fixed(value, 2).replace(/^(-?)0\./, "$1.");

export function build(stage, picture, course) {
  const { names, rows, aims } = picture;
  const best = names.map((_, at) => Math.max(...rows.map((row) => row.values[at])));
  const heat = (value) => `${Math.round(Math.abs(value) * 42)}%`;
  const cell = (value, at) => h("td", { class: `${value < 0 ? "below" : ""} ${value === best[at] ? "best" : ""}`, style: { "--heat": heat(value) } }, shortNumber(value));
  const table = h("table", { class: "study" },
    h("tr", {}, h("th"), names.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "mean")),
    rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label), row.values.map(cell), h("td", { class: "mean" }))));
  const dial = slider({ name: "Sets", min: 1, max: names.length, value: picture.sets, show: (n) => `${n} of ${names.length}`, onInput: show });
  stage.append(
    h("div", { class: "veiled" }, h("figcaption", {}, "Agreement with the known classes (correlation with the adjusted Rand index); framed: the best of each set; orange: below 0"), h("div", { class: "scroll" }, table)),
    h("div", { class: "controls veiled" }, dial.node),
    h("ul", { class: "aims veiled" }, aims.map((aim) => h("li", {}, aim))));

  function show(count) {
    course.set({ sets: count });
    [...table.rows].forEach((row) => [...row.cells].slice(1, -1).forEach((one, at) => { one.classList.toggle("unseen", at >= count); }));
    [...table.querySelectorAll("td.mean")].forEach((one, i) => {
      const seen = rows[i].values.slice(0, count);
      one.textContent = shortNumber(seen.reduce((a, b) => a + b, 0) / count);
    });
  }
  show(picture.sets);
}
