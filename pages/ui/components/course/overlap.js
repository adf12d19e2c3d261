// The variance slider; points glide, the curve sinks.

import { h, s } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { areaUnder, chart, figure, rocChart, scatter } from "./charts.js";
import { animate, slider } from "./controls.js";

// The value next to a place; the first of equally near ones.
export function nearest(values, at) {
  return values.reduce((best, value) => (Math.abs(value - at) < Math.abs(best - at) ? value : best));
}

function scoreByVariance(runs, presets, narrow) {
  const low = Math.min(0.7, ...runs.map((run) => run.aucc - 0.02));
  const scoreLine = chart({
    width: narrow ? 340 : 260, height: narrow ? 200 : 250, xs: [0, 520], ys: [low, 1.01], xTicks: presets.filter((v) => v !== 150 && v !== 25), yTicks: [0.7, 0.8, 0.9, 1],
    xTitle: "variance", yTitle: "AUCC", label: "AUCC by variance",
  });
  const marker = s("circle", { class: "tip", r: 6 });
  scoreLine.marks.append(s("path", { class: "curve thin", d: scoreLine.path(runs.map((run) => [run.variance, run.aucc])) }));
  scoreLine.above.append(marker);
  return { scoreLine, marker };
}

export function build(stage, picture, course) {
  const { runs, centres, offsets, labels, presets } = picture;
  const widest = Math.sqrt(runs.at(-1).variance);
  const far = centres.map((c, i) => [c[0] + widest * offsets[i][0], c[1] + widest * offsets[i][1]]);
  const map = scatter({ points: far, labels, width: 360, height: 330, radius: 3.2, pad: 0.02, label: "Two groups of 200 points" });
  const roc = rocChart({ width: 380, height: 330 });
  const ghosts = runs.filter((run) => presets.includes(run.variance)).map((run) => s("path", { class: "curve ghost", d: roc.path(run.curve) }));
  const under = s("path", { class: "under" });
  const line = s("path", { class: "curve" });
  roc.marks.append(...ghosts, under, line);
  const big = h("span", { class: "big", "data-testid": "aucc" });
  const readout = h("figcaption", {}, "AUCC of the true labels ", big);
  const { scoreLine, marker } = scoreByVariance(runs, presets, course.narrow);
  stage.append(h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.05fr) minmax(0,1.1fr) minmax(0,0.78fr)" } },
    figure("Drawn from two groups; colours are the truth", map.svg),
    figure("Its curve (faint: the six presets)", roc.svg, "veiled"),
    h("figure", { class: "veiled" }, readout, scoreLine.svg)));
  const dial = slider({ name: "Variance", min: runs[0].variance, max: runs.at(-1).variance, step: 25, value: picture.variance, onInput: (v) => { stopGlide(); show(v); } });
  const quick = h("div", { class: "choice", role: "group", "aria-label": "Variances of the paper" },
    presets.map((v) => h("button", { type: "button", onclick: () => glide(v) }, v)));
  stage.append(h("div", { class: "controls" }, dial.node, quick));

  let stopGlide = () => {};
  let current = picture.variance;
  function place(variance) {
    const width = Math.sqrt(variance);
    map.dots.forEach((dot, i) => {
      dot.setAttribute("cx", map.x(centres[i][0] + width * offsets[i][0]));
      dot.setAttribute("cy", map.y(centres[i][1] + width * offsets[i][1]));
    });
  }
  function show(variance) {
    current = variance;
    const run = runs.find((one) => one.variance === variance);
    place(variance);
    line.setAttribute("d", roc.path(run.curve));
    under.setAttribute("d", roc.path(areaUnder(run.curve)));
    big.textContent = fixed(run.aucc, 3);
    marker.setAttribute("cx", scoreLine.x(variance));
    marker.setAttribute("cy", scoreLine.y(run.aucc));
    course.set({ variance });
    if (course.shown() && presets.includes(variance)) course.tell({ kind: "number", question: variance, draw: course.data.seed, value: run.aucc });
    [...quick.children].forEach((button) => button.setAttribute("aria-pressed", Number(button.textContent) === variance ? "true" : "false"));
  }
  // Points glide; the slider stops at every step on the way, so the curve sinks with them.
  function glide(target) {
    stopGlide();
    const start = current;
    stopGlide = animate(900, (t) => {
      const at = start + (target - start) * t;
      const step = nearest(runs.map((run) => run.variance), at);
      if (step !== current) { dial.put(step); show(step); }
      place(at);
    }, () => { dial.put(target); show(target); });
  }
  course.ask(presets.map((variance) => ({ kind: "number", question: variance, text: `AUCC of the true labels at variance ${variance}` })));
  show(picture.variance);
  course.whenShown(() => show(current));
  course.whenShown(() => { if (!course.data.print && picture.variance === runs[0].variance) glide(300); });
  return { stop: () => stopGlide() };
}
