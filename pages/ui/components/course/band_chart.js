// AUCC by number of clusters, with the band of data without clusters behind it.

import { s } from "../shared/dom.js";
import { chart } from "./charts.js";

// The axis of scores, stretched towards 1 as the core's logit does it.
export function stretched(score) {
  const inside = Math.min(Math.max(score, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}

// `sets` are all that it will show, for axes that stay; show(set, k) draws one of them.
export function bandChart({ ks, sets, said, narrow, onPick, height = 312 }) {
  const floor = Math.floor(Math.min(...sets.flatMap((one) => [...one.low, ...one.scores])) * 20) / 20;
  const top = Math.max(0.99, ...sets.flatMap((one) => one.scores.map((v) => 1 - (1 - v) / 2)));
  const scores = chart({
    width: narrow ? 350 : 560, height: narrow ? 270 : height, xs: [ks[0] - 0.6, ks.at(-1) + 0.6], ys: [stretched(floor), stretched(top)], xTicks: ks,
    yTicks: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999].filter((tick) => tick >= floor && tick <= top).map(stretched),
    format: (v) => String(+(1 / (1 + Math.exp(-v))).toFixed(5)), xFormat: String, xTitle: "clusters k", yTitle: "AUCC", label: "AUCC by number of clusters",
  });
  const ribbon = s("path", { class: "band" });
  const line = s("path", { class: "curve" });
  const dots = ks.map((k) => s("circle", { class: "score", r: 5, cx: scores.x(k), onclick: () => onPick(k) }));
  const note = s("text", { class: "note", "text-anchor": "end", x: scores.x(ks.at(-1)), y: scores.y(stretched(floor)) - 12 }, said);
  scores.marks.append(ribbon, line);
  scores.above.append(...dots, note);
  const path = (values) => ks.map((k, i) => [k, stretched(values[i])]);
  function show(own, k) {
    ribbon.setAttribute("d", scores.path([...path(own.high), ...path(own.low).reverse()]));
    line.setAttribute("d", scores.path(path(own.scores)));
    dots.forEach((dot, i) => {
      dot.setAttribute("cy", scores.y(stretched(own.scores[i])));
      dot.setAttribute("r", ks[i] === k ? 8 : 5);
      dot.classList.toggle("above", ks[i] === own.farthest);
    });
  }
  return { svg: scores.svg, show };
}

// What stands beside AUCC in the caption.
export function besideBand(own, at, k) {
  if (own.scores[at] <= own.high[at]) return ", not above the band";
  return `, above the band${k === own.farthest ? ", farthest of all" : ""}`;
}
