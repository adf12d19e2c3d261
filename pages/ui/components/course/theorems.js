// Every way to deal labels to five objects, one by one; and a code of three pairs to switch.

import { h, s } from "../shared/dom.js";
import { fixed } from "../shared/numbers.js";
import { clusterColour } from "../shared/palette.js";
import { chart, figure, scatter } from "./charts.js";
import { player } from "./controls.js";

const CORNERS = [[60, 118], [140, 18], [220, 118]];
const EDGES = [[0, 1], [1, 2], [0, 2]];

// Which clusters a code asks for, or why there are none.
export function readCode(code) {
  const together = code.filter(Boolean).length;
  if (together === 0) return "Possible: three objects alone.";
  if (together === 3) return "Possible: all in one cluster.";
  if (together === 1) return "Possible: a pair, and one alone.";
  const apart = EDGES[code.indexOf(0)].map((i) => "abc"[i]);
  const middle = "abc"[3 - EDGES[code.indexOf(0)].reduce((sum, i) => sum + i, 0)];
  return `Cannot be: ${apart[0]} is with ${middle}, and ${middle} with ${apart[1]}, so ${apart[0]} is with ${apart[1]}.`;
}

function codeSwitch(possible) {
  const code = [1, 0, 0];
  const lines = EDGES.map(([i, j]) => s("line", { x1: CORNERS[i][0], y1: CORNERS[i][1], x2: CORNERS[j][0], y2: CORNERS[j][1] }));
  const nodes = CORNERS.map(([x, y], i) => s("g", {}, s("circle", { class: "spot", cx: x, cy: y, r: 14 }), s("text", { class: "name", x, y: y + 5, "text-anchor": "middle" }, "abc"[i])));
  const svg = s("svg", { class: "chart", viewBox: "0 0 280 140", role: "img", "aria-label": "Three objects and their pairs" }, lines, nodes);
  const said = h("p", { class: "said", "aria-live": "polite", "data-testid": "code" });
  const buttons = EDGES.map(([i, j], at) => h("button", { type: "button", onclick: () => { code[at] = 1 - code[at]; draw(); } }, `${"abc"[i]}–${"abc"[j]}`));
  function draw() {
    const can = possible.find((one) => one.code.every((v, i) => v === code[i])).possible;
    lines.forEach((line, i) => line.setAttribute("class", code[i] ? "link w" : "link none"));
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", code[i] ? "true" : "false"));
    said.replaceChildren(h("b", { class: can ? "within" : "between" }, `[${code.join(" ")}] `), readCode(code));
  }
  draw();
  return h("div", {}, svg, h("div", { class: "choice", role: "group", "aria-label": "Pairs that are together" }, buttons), said);
}

export function build(stage, picture, course) {
  const { points, dealt, scores, codes } = picture;
  const map = scatter({ points, labels: dealt[0], width: 300, height: 270, radius: 9, pad: 0.14, label: "Five objects" });
  const low = 0;
  const line = chart({ width: 400, height: 270, xs: [low, 1], ys: [0, dealt.length + 1], xTicks: [0, 0.25, 0.5, 0.75, 1], xTitle: "AUCC", label: "AUCC of every way to deal the labels" });
  const dots = scores.map((score, i) => s("circle", { class: "score", r: 6, cx: line.x(score), cy: line.y(dealt.length - i), onclick: () => { controls.pause(); controls.show(i + 1); } }));
  const mean = s("line", { class: "mean", y1: line.y(0), y2: line.y(dealt.length + 1) });
  line.marks.append(s("line", { class: "chance", x1: line.x(0.5), x2: line.x(0.5), y1: line.y(0), y2: line.y(dealt.length + 1) }), mean);
  line.above.append(...dots);
  const big = h("span", { class: "big", "data-testid": "aucc" });
  const controls = player({ last: dealt.length, pace: 700, name: "Ways to deal the labels", start: 1, say: (step) => `${step} / ${dealt.length}`, onStep: show });
  stage.append(
    h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,0.95fr) minmax(0,1.3fr) minmax(0,0.95fr)" } },
      figure("One way to deal 3 and 2", map.svg),
      figure(h("span", {}, "One dot for each way; their mean so far ", big), line.svg, "veiled"),
      figure("Which pairs are together? Switch them", codeSwitch(codes))),
    h("div", { class: "controls veiled" }, controls.node));

  function show(step) {
    const at = Math.max(0, step - 1);
    map.recolour(dealt[at], (cluster) => clusterColour([0, 2][cluster]));
    dots.forEach((dot, i) => {
      dot.style.display = i < step ? "" : "none";
      dot.setAttribute("r", i === at ? 8 : 5);
    });
    const sum = scores.slice(0, step).reduce((a, b) => a + b, 0);
    const now = step ? sum / step : NaN;
    big.textContent = step ? fixed(now, 3) : "–";
    mean.setAttribute("x1", line.x(step ? now : 0));
    mean.setAttribute("x2", line.x(step ? now : 0));
    mean.style.display = step ? "" : "none";
  }
  controls.show(1);
  course.whenShown(() => { if (course.data.print) controls.show(dealt.length); else { controls.show(0); controls.play(); } });
  return { stop: () => controls.pause() };
}
