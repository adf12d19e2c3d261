// Two roads to one number, raced on logarithmic axes.

import { h, s } from "../shared/dom.js";
import { countText, durationText, fixed } from "../shared/numbers.js";
import { chart, drawIn, figure } from "./charts.js";
import { animate } from "./controls.js";

// When it was measured, in the reader's own time.
export function whenText(seconds, now = Date.now() / 1000) {
  const at = new Date(seconds * 1000);
  const clock = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return new Date(now * 1000).toDateString() === at.toDateString() ? `at ${clock}` : `on ${at.toLocaleDateString()} at ${clock}`;
}

export function build(stage, picture, course) {
  const { rows } = picture;
  const log = (v) => Math.log10(v);
  const measured = rows.filter((row) => row.definition !== undefined);
  const ahead = [measured.at(-1), ...rows.filter((row) => row.definition === undefined)];
  const most = Math.max(...rows.map((row) => row.foretold));
  const least = Math.min(...rows.map((row) => row.ranks), ...measured.map((row) => row.definition));
  const units = [[1e-4, "0.1 ms"], [1e-3, "1 ms"], [1e-2, "10 ms"], [0.1, "0.1 s"], [1, "1 s"], [10, "10 s"], [60, "1 min"], [600, "10 min"], [3600, "1 h"], [36000, "10 h"]];
  const inRange = units.filter(([v]) => v >= least / 3 && v <= most * 3);
  const names = new Map(inRange.map(([v, text]) => [log(v), text]));
  const race = chart({
    width: course.narrow ? 350 : 600, height: course.narrow ? 300 : 340, xs: [log(8), log(1700)], ys: [log(least) - 0.3, log(most) + 0.3],
    xTicks: rows.filter((_, i) => !course.narrow || i % 2 === 1).map((row) => log(row.n)), yTicks: inRange.map(([v]) => log(v)), margin: { left: 56 },
    xTitle: "objects n", yTitle: "", label: "Time by number of objects, both axes logarithmic",
    format: (v) => names.get(v), xFormat: (v) => String(Math.round(10 ** v)),
  });
  const route = (list, field) => race.path(list.map((row) => [log(row.n), log(row[field])]));
  const slow = s("path", { class: "curve slow", d: route(measured, "definition") });
  const told = s("path", { class: "curve slow told", d: route([{ ...ahead[0], foretold: ahead[0].definition }, ...ahead.slice(1)], "foretold") });
  const fast = s("path", { class: "curve fast", d: route(rows, "ranks") });
  const dot = (row, field, kind) => s("circle", { class: `score ${kind}`, r: 5, cx: race.x(log(row.n)), cy: race.y(log(row[field])) }, s("title", {}, `n = ${row.n}: ${durationText(row[field])}`));
  race.marks.append(told, slow, fast);
  race.above.append(...measured.map((row) => dot(row, "definition", "slow")), ...rows.map((row) => dot(row, "ranks", "fast")));
  const end = rows.at(-1);
  race.above.append(
    s("text", { class: "note slow-ink", "text-anchor": "end", x: race.x(log(end.n)) - 12, y: race.y(log(end.foretold)) + 4 }, `foretold: ${durationText(end.foretold)}`),
    s("text", { class: "note fast-ink", "text-anchor": "end", x: race.x(log(end.n)), y: race.y(log(end.ranks)) - 12 }, durationText(end.ranks)));
  const table = h("table", { class: "race" },
    h("tr", {}, ["n", "comparisons", "definition", "ranks", "Gamma"].map((head) => h("th", { scope: "col" }, head))),
    ...rows.map((row) => h("tr", {},
      h("td", {}, row.n), h("td", {}, countText(row.comparisons)),
      h("td", { class: row.definition === undefined ? "told" : "between" }, row.definition === undefined ? `(${durationText(row.foretold)})` : durationText(row.definition)),
      h("td", { class: "within" }, durationText(row.ranks)),
      h("td", {}, fixed(row.gamma), row.same === true ? " = ✓" : row.same === false ? " ≠" : ""))));
  let stops = [];
  function run() {
    stops.forEach((stop) => stop());
    const longest = 2200;
    stops = [drawIn(slow, longest * 0.6), drawIn(fast, longest * 0.5)];
    told.style.opacity = 0;
    stops.push(animate(longest, (t) => { told.style.opacity = t < 0.6 ? 0 : (t - 0.6) / 0.4; }));
  }
  stage.append(
    h("div", { class: "row veiled", style: { gridTemplateColumns: "minmax(0,1.15fr) minmax(0,1fr)" } },
      figure(h("span", {}, h("b", { class: "between" }, "by definition"), " · ", h("b", { class: "within" }, "by ranks"), " · dotted: foretold"), race.svg),
      h("figure", {}, h("figcaption", {}, `${picture.clusters} clusters; measured on this server ${whenText(picture.measured)}`), h("div", { class: "scroll" }, table))),
    h("div", { class: "controls veiled" }, h("button", { type: "button", onclick: run }, "Race again"),
      h("button", { type: "button", onclick: () => course.draw() }, "Measure again")));
  course.whenShown(() => { if (!course.data.print) run(); });
  return { stop: () => stops.forEach((stop) => stop()) };
}
