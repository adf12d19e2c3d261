// Drag k; scatter, curve, enlarged corner and wrong pairs follow.

import { thinned } from "../classroom/hooks.js";
import { h, s } from "../shared/dom.js";
import { clamp, countText, scoreText } from "../shared/numbers.js";
import { TOO_FEW, TOO_MANY, lessonCurveColour } from "../shared/palette.js";
import { drawIn, figure, rocChart, scatter, zoomFrame } from "./charts.js";
import { choice, slider } from "./controls.js";

// How far right the corner must reach to show where the worst curve arrives.
export function cornerReach(set) {
  const worst = set.runs.filter((run) => run.k > set.trueK).at(-1);
  const reach = worst.curve.find(([, y]) => y >= 0.97)?.[0] ?? 0.1;
  return Math.max(0.02, Math.ceil(reach * 1.3 * 50) / 50);
}

// What one merge and one split cost, counted in the partitions next to the right one.
export function tollSentence(set) {
  if (!set.toll) return "Here k-means merged and split at once";
  const { merged, split } = set.toll;
  return `One merge (k = ${set.trueK - 1}) costs ${(merged / split).toFixed(1)} splits (k = ${set.trueK + 1}): ${countText(merged)} pairs to ${countText(split)}. Equal groups, cut in halves: 4.`;
}

function kindOf(k, trueK) {
  if (k === trueK) return "right";
  return k < trueK ? "too few" : "too many";
}

// One square per kind of mistake, its area the number of pairs.
function drawSquares(svg, set, run) {
  const most = Math.max(...set.runs.flatMap((one) => [one.joined, one.split]));
  const square = (x, count, title, colour) => {
    const side = 74 * Math.sqrt(count / most);
    return [
      s("rect", { x, y: 78 - side, width: side, height: side, rx: 2, style: `fill:${colour}` }),
      s("text", { class: "tick", x, y: 94 }, `${countText(count)} ${title}`),
    ];
  };
  svg.setAttribute("aria-label", `${run.joined} pairs wrongly joined, ${run.split} wrongly split`);
  svg.replaceChildren(...square(6, run.joined, "wrongly joined", TOO_FEW[0]), ...square(140, run.split, "wrongly split", TOO_MANY[1]));
}

// Until the answer is out, a prediction can be drawn into the plot; the browser keeps it by data set.
function sketchOn(roc, name, course) {
  const sketch = course.recall(`sketch ${name}`) ?? [];
  const drawn = s("path", { class: "sketch", d: sketch.length ? roc.path(sketch) : "" });
  const hint = s("text", { class: "note veil-note", x: roc.x(0.5), y: roc.y(0.46), "text-anchor": "middle" }, "Sketch your prediction here");
  roc.above.append(drawn);
  if (!course.shown() && !sketch.length) roc.above.append(hint);
  roc.svg.classList.add("sketching");
  roc.svg.addEventListener("pointerdown", (event) => {
    if (course.shown()) return;
    event.preventDefault();
    sketch.splice(0);
    hint.remove();
    const add = (next) => {
      sketch.push(roc.toData(next).map((v) => clamp(v, 0, 1)));
      drawn.setAttribute("d", roc.path(sketch));
    };
    add(event);
    const end = () => {
      course.keep(`sketch ${name}`, sketch.map((point) => point.map((v) => +v.toFixed(3))));
      roc.svg.removeEventListener("pointermove", add);
      window.removeEventListener("pointerup", end);
      if (sketch.length > 1) course.tell({ kind: "sketch", value: thinned(sketch) });
    };
    roc.svg.addEventListener("pointermove", add);
    window.addEventListener("pointerup", end);
  });
}

function curveLines(set, plot) {
  const lines = set.runs.map((run) => s("path", {
    class: "curve other", d: plot.path(run.curve), style: { stroke: lessonCurveColour(run.k, set.trueK) },
  }));
  plot.marks.append(s("g", { class: "veiled" }, lines));
  return lines;
}

// Everything that shows one data set, drawn into `body`.
function openSet(body, name, set, course) {
  const map = scatter({ points: set.points, labels: set.runs[0].labels, width: 320, height: 320, radius: set.points.length > 200 ? 2.8 : 4 });
  const roc = rocChart({ width: 340, height: 320 });
  const zoom = cornerReach(set);
  const corner = rocChart({ width: course.narrow ? 340 : 260, height: 178, xs: [0, zoom], margin: { left: 34, bottom: 22, right: 8 }, xTitle: "", yTitle: "", label: "Bottom-left corner enlarged" });
  const layers = [curveLines(set, roc), curveLines(set, corner)];
  roc.above.append(zoomFrame(roc, zoom));
  sketchOn(roc, name, course);
  const caption = h("span", {});
  const squares = s("svg", { class: "chart squares", viewBox: "0 0 260 98", role: "img" });
  const legend = h("span", {}, h("b", { style: { color: TOO_FEW[0] } }, "too few"), " · ", h("b", {}, "right"), " · ", h("b", { style: { color: TOO_MANY[1] } }, "too many"));
  body.replaceChildren(h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1fr) minmax(0,1.06fr) minmax(0,0.82fr)" } },
    figure(caption, map.svg),
    figure(legend, roc.svg),
    h("figure", { class: "veiled" }, h("figcaption", {}, `Bottom-left corner enlarged, FPR up to ${zoom}`), corner.svg,
      h("figcaption", {}, "Pairs in the wrong place, to scale"), squares,
      h("p", { class: "small toll", "data-testid": "toll" }, tollSentence(set)))));
  return { set, map, layers, caption, squares, shownK: null };
}

function showRun({ set, map, layers, caption, squares }, run) {
  map.recolour(run.labels);
  caption.replaceChildren(h("b", { style: { color: lessonCurveColour(run.k, set.trueK) } }, `k = ${run.k}`), ` ${kindOf(run.k, set.trueK)} `,
    h("span", { class: "veiled" }, "AUCC ", h("b", { "data-testid": "aucc" }, scoreText(run.aucc))));
  layers.forEach((lines) => lines.forEach((line, i) => {
    const on = set.runs[i] === run;
    line.classList.toggle("other", !on);
    if (on) line.parentNode.append(line);
  }));
  drawSquares(squares, set, run);
}

export function build(stage, picture, course) {
  const { sets } = picture;
  const names = Object.keys(sets);
  const chosen = { ...Object.fromEntries(names.map((name) => [name, sets[name].runs[0].k])), [picture.data]: picture.k };
  let name = picture.data;
  let view = null;
  let stopDrawing = () => {};
  const body = h("div", {});
  const bench = h("div", { class: "controls" });
  const pick = choice({ name: "Data", value: name, options: names.map((value) => ({ value, label: sets[value].title })), onChoose: (next) => { name = next; open(); } });
  stage.append(body, bench);

  function open() {
    view = openSet(body, name, sets[name], course);
    const ks = view.set.runs.map((run) => run.k);
    const dial = slider({ name: "Clusters k", min: ks[0], max: ks.at(-1), value: chosen[name], show: (k) => `k = ${k}`, onInput: showK });
    bench.replaceChildren(pick.node, dial.node);
    showK(chosen[name]);
  }
  function showK(k) {
    const { set, layers } = view;
    const run = set.runs.find((one) => one.k === k);
    chosen[name] = k;
    course.set({ data: name, k });
    showRun(view, run);
    course.veil();
    if (view.shownK !== k && course.shown()) {
      stopDrawing();
      stopDrawing = drawIn(layers[0][set.runs.indexOf(run)], 500);
    }
    view.shownK = k;
  }
  open();
  course.ask([{ kind: "sketch", question: 0, text: "The curve as it was expected" }]);
  course.whenShown(() => {
    stage.querySelector(".veil-note")?.remove();
    view.shownK = null;
    showK(chosen[name]);
  });
  return { stop: () => stopDrawing() };
}
