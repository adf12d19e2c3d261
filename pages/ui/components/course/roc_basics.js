// A threshold slides over the scores of two kinds of cases; the curve walks.

import { h, s } from "../shared/dom.js";
import { extent, fixed } from "../shared/numbers.js";
import { areaUnder, chart, figure, rocChart } from "./charts.js";
import { choice, player } from "./controls.js";

// The walk as points of the curve, up to a step.
export const pathOf = (steps, each, upTo = steps.length) => [[0, 0], ...steps.slice(0, upTo).map((one) => [one.alarmed / each, one.found / each])];

export function build(stage, picture, course) {
  const { each, tests } = picture;
  let test = tests.find((one) => one.name === picture.test);
  const xs = extent(tests.flatMap((one) => [...one.sick, ...one.healthy]), 0.04);
  const strip = chart({ width: 480, height: 214, xs, ys: [0, 2], xTitle: "score of the test", label: "Scores of the sick and the healthy" });
  const line = s("line", { class: "threshold", y1: strip.y(0), y2: strip.y(2) });
  // Dots stand beside each other only to be told apart.
  const spread = (i) => 0.16 + 0.68 * ((i * 0.618) % 1);
  const dots = (kind, base) => test[kind].map((_, i) => s("circle", { class: `case ${kind}`, cy: strip.y(base + spread(i)), r: 4.5 }));
  const rows = { sick: dots("sick", 1), healthy: dots("healthy", 0) };
  const name = (text, at) => s("text", { class: "note", x: strip.x(xs[0]) + 6, y: strip.y(at) + 14 }, text);
  strip.marks.append(...rows.healthy, ...rows.sick);
  strip.above.append(line, name("sick", 2), name("healthy", 1));
  const roc = rocChart({ width: 320, height: 262, label: "ROC curve", xTitle: "healthy alarmed", yTitle: "sick found" });
  const under = s("path", { class: "under" });
  const curve = s("path", { class: "curve" });
  const tip = s("circle", { class: "tip", r: 5 });
  roc.marks.append(under, curve);
  roc.above.append(tip);
  const said = h("p", { class: "said", "aria-live": "polite" });
  const big = h("span", { class: "big", "data-testid": "aucc" });
  const pick = choice({ name: "Test", options: tests.map((one) => ({ value: one.name, label: one.label })), value: test.name, onChoose: (next) => { test = tests.find((one) => one.name === next); course.set({ test: next }); place(); controls.show(controls.step()); } });
  const controls = player({ last: 2 * each, pace: 60, name: "Threshold, from high to low", start: 2 * each, say: () => "", onStep: show });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.5fr) minmax(0,1fr)" } },
      figure("One dot for each case; right of the line: called sick", h("div", {}, strip.svg, said)),
      figure(h("span", {}, "The curve, and the area under it ", big), roc.svg, "veiled")),
    h("div", { class: "controls" }, pick.node, controls.node));

  function place() {
    for (const kind of ["sick", "healthy"]) rows[kind].forEach((dot, i) => dot.setAttribute("cx", strip.x(test[kind][i])));
  }
  function show(step) {
    const { steps } = test;
    const at = steps[step - 1] ?? { found: 0, alarmed: 0 };
    const score = steps[step - 1]?.score ?? xs[1];
    const x = strip.x(step === steps.length ? xs[0] : step ? (score + steps[step].score) / 2 : xs[1]);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
    const path = pathOf(steps, each, step);
    curve.setAttribute("d", roc.path(path));
    under.setAttribute("d", roc.path(areaUnder(path)));
    tip.setAttribute("cx", roc.x(path.at(-1)[0]));
    tip.setAttribute("cy", roc.y(path.at(-1)[1]));
    big.textContent = step === steps.length ? fixed(test.area, 2) : "";
    said.textContent = `${at.found} of ${each} sick found, ${at.alarmed} of ${each} healthy alarmed`;
  }
  place();
  controls.show(2 * each);
  course.whenShown(() => { if (!course.data.print) { controls.show(0); controls.play(); } });
  return { stop: () => controls.pause() };
}
