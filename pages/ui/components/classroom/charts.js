// What the lecturer's panel draws of one question: bars, sketches over each other, draws on a line.

import { h, s } from "../shared/dom.js";
import { fixed, plural } from "../shared/numbers.js";
import { answersTo, distribution, draws, median, thinking } from "./tally.js";

export function bars(given, question, shown) {
  const counts = distribution(given, question.options);
  const rows = counts.map((count, i) => {
    const right = shown && question.right === i;
    const share = given.length ? count / given.length : 0;
    return h("li", { class: right ? "right" : "", "data-count": count },
      h("span", { class: "option" }, question.options?.[i] ?? `Answer ${i + 1}`, right && h("b", {}, " ✓ right")),
      h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: { width: `${100 * share}%` } })),
      h("span", { class: "count" }, `${count}`, h("small", {}, ` ${Math.round(100 * share)} %`)));
  });
  return h("ol", { class: "bars" }, rows);
}

export function sketches(given) {
  const [size, room] = [240, 8];
  const at = (v) => room + v * (size - 2 * room);
  const path = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${at(x).toFixed(1)} ${at(1 - y).toFixed(1)}`).join("");
  return h("div", { class: "sketches" }, s("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `${plural(given.length, "sketch", "sketches")} over each other` },
    s("rect", { class: "pane", x: at(0), y: at(0), width: at(1) - at(0), height: at(1) - at(0) }),
    s("path", { class: "chance", d: path([[0, 0], [1, 1]]) }),
    given.map((answer) => s("path", { class: "line", d: path(answer.value) }))));
}

// Where equal values would hide each other, dots are put on top of each other.
export function stacked(values, low, high, columns = 48) {
  const heights = new Map();
  return values.map((value) => {
    const column = high > low ? Math.round(((value - low) / (high - low)) * (columns - 1)) : (columns - 1) / 2;
    const level = heights.get(column) ?? 0;
    heights.set(column, level + 1);
    return { x: column / (columns - 1), level };
  });
}

export function drawsOnALine(given) {
  const values = draws(given).map((one) => one.value);
  if (!values.length) return null;
  const [low, high] = [values[0], values.at(-1)];
  const dots = stacked(values, low, high);
  const highest = Math.max(...dots.map((dot) => dot.level));
  const [width, left, base] = [400, 26, 22 + 9 * Math.max(1, highest + 1)];
  const said = values.length === 1 ? `One draw: ${fixed(low, 3)}.`
    : `${values.length} draws: from ${fixed(low, 3)} to ${fixed(high, 3)}, half of them at most ${fixed(median(values), 3)}.`;
  return h("div", { class: "draws" }, s("svg", { viewBox: `0 0 ${width} ${base + 22}`, role: "img", "aria-label": said },
    s("line", { class: "axis", x1: left, x2: width - left, y1: base, y2: base }),
    dots.map(({ x, level }) => s("circle", { cx: left + x * (width - 2 * left), cy: base - 8 - 9 * level, r: 4 })),
    s("text", { x: left, y: base + 16, "text-anchor": "middle" }, fixed(low, 3)),
    high > low && s("text", { x: width - left, y: base + 16, "text-anchor": "middle" }, fixed(high, 3))), h("p", { class: "small" }, said));
}

// One question with its picture and who is still at it.
export function questionBlock(question, answers, here, shown) {
  const given = answersTo(answers, question);
  const left = thinking(given, here);
  const names = { choice: question.question ? `Question ${question.question}` : "Prediction", sketch: "Sketches", number: question.text ?? `New draws, ${question.question}` };
  const picture = { choice: () => bars(given, question, shown), sketch: () => sketches(given), number: () => drawsOnALine(given) }[question.kind]();
  const count = {
    choice: `${given.length} answered${here.length ? `, ${left} still thinking` : ""}`,
    sketch: plural(given.length, "sketch", "sketches"), number: "New draws",
  }[question.kind];
  return h("section", { class: "asked", "data-kind": question.kind, "data-question": question.question },
    h("h4", {}, names[question.kind], h("small", {}, count)),
    question.text && question.kind !== "number" && h("p", { class: "text" }, question.text.replaceAll("**", "")),
    given.length || question.kind === "choice" ? picture : h("p", { class: "small" }, "Nothing yet."));
}

// The picture that a camera reads. Always dark on white, whatever the theme: cameras expect that.
export function joinPicture(rows, label) {
  const border = 4;
  const size = rows.length + 2 * border;
  const dark = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + border} ${y + border}h1v1h-1z` : "")));
  return s("svg", { class: "join-picture", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: dark.join(""), fill: "#000" }));
}
