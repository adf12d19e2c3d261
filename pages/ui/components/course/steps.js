// k-means walks; the sum of squares falls, AUCC does what it does.

import { h, s } from "../shared/dom.js";
import { countText, extent, fixed, niceTicks } from "../shared/numbers.js";
import { clusterColour } from "../shared/palette.js";
import { chart, figure, scatter } from "./charts.js";
import { player } from "./controls.js";

function lineByStep(walked, field, { title, label, format }) {
  const values = walked.map((one) => one[field]);
  const ys = extent(values, 0.12);
  const plot = chart({
    width: 340, height: 122, xs: [-0.3, walked.length - 0.7], ys, xTicks: walked.map((_, i) => i).filter((i) => i % Math.ceil(walked.length / 10) === 0), yTicks: niceTicks(ys),
    format, xFormat: (v) => String(v + 1), margin: { left: 52, bottom: 20, top: 6 }, label,
  });
  const line = s("path", { class: "curve thin" });
  const dots = values.map((v, i) => s("circle", { class: "score", r: 4, cx: plot.x(i), cy: plot.y(v) }));
  plot.marks.append(line);
  plot.above.append(...dots);
  const show = (step) => {
    line.setAttribute("d", plot.path(values.slice(0, step + 1).map((v, i) => [i, v])));
    dots.forEach((dot, i) => {
      dot.style.display = i <= step ? "" : "none";
      dot.setAttribute("r", i === step ? 7 : 4);
      dot.classList.toggle("worse", field === "aucc" && i > 0 && values[i] < values[i - 1] - 1e-12);
    });
  };
  return { node: figure(title, plot.svg), show };
}

export function build(stage, picture, course) {
  const { points, walked } = picture;
  const all = [...points, ...walked.flatMap((one) => one.means)];
  const map = scatter({ points: all, labels: all.map(() => 0), width: 400, height: 256, radius: 3.6, label: "Objects and means" });
  map.dots.slice(points.length).forEach((dot) => dot.remove()); // they only made room
  const centres = walked[0].means.map((_, c) => s("path", { class: "centre", d: "M-8 0H8M0 -8V8", style: { stroke: clusterColour(c) } }));
  map.above.append(...centres.map((cross) => s("g", {}, cross)));
  const squares = lineByStep(walked, "squares", { title: "Sum of squares: what k-means looks at", label: "Sum of squares by step", format: (v) => countText(v) });
  const aucc = lineByStep(walked, "aucc", { title: h("span", {}, "AUCC: what it does not look at ", h("b", { "data-testid": "aucc" }), h("span", { class: "between" }, "  orange: fell")), label: "AUCC by step", format: String });
  const big = aucc.node.querySelector("[data-testid=aucc]");
  const caption = h("figcaption", {});
  const controls = player({ last: walked.length - 1, pace: 900, name: "Step of k-means", start: picture.step, say: (step) => `${step + 1} / ${walked.length}`, onStep: show });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.15fr) minmax(0,1fr)" } },
      h("figure", {}, caption, map.svg),
      h("div", { class: "veiled steps" }, squares.node, aucc.node)),
    h("div", { class: "controls" }, controls.node));

  function show(step) {
    const now = walked[step];
    course.set({ step });
    points.forEach((_, i) => { map.dots[i].style.fill = clusterColour(now.labels[i]); });
    centres.forEach((cross, c) => cross.parentNode.setAttribute("transform", `translate(${map.x(now.means[c][0])} ${map.y(now.means[c][1])})`));
    caption.textContent = step + 1 === walked.length ? "Nobody changes any more: k-means stands still" : "Everyone joins the nearest mean (+)";
    squares.show(step);
    aucc.show(step);
    big.textContent = fixed(now.aucc, 3);
  }
  controls.show(picture.step);
  course.ask([{ kind: "number", question: 1, text: "AUCC where k-means stands still" }]);
  course.whenShown(() => {
    if (course.data.print) { controls.show(walked.length - 1); return; }
    course.tell({ kind: "number", question: 1, draw: course.data.seed, value: walked.at(-1).aucc });
    if (controls.step() === 0) controls.play();
  });
  return { stop: () => controls.pause() };
}
