// One small chart per criterion; lines grow with k.

import { h, s } from "../shared/dom.js";
import { countText, extent, niceTicks } from "../shared/numbers.js";
import { BALANCES } from "../shared/palette.js";
import { chart, drawIn } from "./charts.js";

export const movesText = (share) => (share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`);

export function build(stage, picture, course) {
  const { panels, balances } = picture;
  const shown = new Set(balances.map((balance) => balance.name));
  let stopDrawing = () => {};
  const charts = panels.map((panel) => {
    const every = balances.flatMap((balance) => panel.lines[balance.name].sets.flat());
    // From random to real: on the range that real clusterings take, equal wobble looks equal.
    const ys = extent([...every, ...panel.range], 0.04);
    const wide = panel.name === "aucc";
    const plot = chart({
      width: wide ? 330 : course.narrow ? 190 : 230, height: wide ? 330 : 158, xs: [1, 24], ys, xTicks: wide ? [2, 7, 12, 17, 23] : [2, 12, 23],
      yTicks: niceTicks(ys), format: (v) => String(+v.toPrecision(3)),
      xTitle: wide ? "clusters k" : "", margin: wide ? { left: 34 } : { bottom: 20, left: 38, top: 4 },
      label: `${panel.label} of random partitions by number of clusters`,
    });
    plot.marks.append(s("rect", { class: "real", x: plot.x(1), width: plot.x(24) - plot.x(1), y: plot.y(panel.range[1]), height: plot.y(panel.range[0]) - plot.y(panel.range[1]) }));
    const groups = balances.map((balance, b) => {
      const { sets, mean } = panel.lines[balance.name];
      const thin = sets.map((line) => s("path", { class: "thinline", d: plot.path(panel.ks.map((k, i) => [k, line[i]])) }));
      const thick = s("path", { class: "meanline", d: plot.path(panel.ks.map((k, i) => [k, mean[i]])) });
      const group = s("g", { style: `color:${BALANCES[b]}`, "data-balance": balance.name }, thin, thick);
      plot.marks.append(group);
      return { group, thick };
    });
    return { panel, plot, groups };
  });
  const card = ({ panel, plot }) => h("figure", { class: "card", title: "How far the mean moves as k grows: as a share of the values of real clusterings (grey), and in standard deviations of single random labellings" },
    h("figcaption", {}, h("b", {}, panel.label), ` ${panel.said} `, h("span", { class: "moves" }, `moves ${movesText(panel.moves)}, ${panel.wobbles.toFixed(1)} ×`)), plot.svg);
  const [first, ...rest] = charts;
  const toggles = balances.map((balance, b) => h("button", {
    type: "button", "aria-pressed": "true", style: { "--own": BALANCES[b] },
    onclick: (event) => {
      if (shown.has(balance.name)) shown.delete(balance.name);
      else shown.add(balance.name);
      event.currentTarget.setAttribute("aria-pressed", shown.has(balance.name) ? "true" : "false");
      charts.forEach(({ groups }) => { groups[b].group.style.display = shown.has(balance.name) ? "" : "none"; });
    },
  }, balance.label));
  stage.append(
    h("div", { class: "row veiled", style: { gridTemplateColumns: "minmax(0,0.92fr) minmax(0,2fr)" } },
      card(first), h("div", { class: "cards" }, rest.map(card))),
    h("div", { class: "controls veiled" }, h("div", { class: "choice", role: "group", "aria-label": "Balance of the random clusters" }, toggles),
      h("button", { type: "button", onclick: grow }, "Play again"),
      h("span", { class: "small", "data-testid": "count" }, `${countText(picture.count)} random partitions of ${picture.mixtures} data sets, scored ${picture.ways === 1 ? "by AUCC" : `${picture.ways} ways`}`)));

  function grow() {
    stopDrawing();
    const stops = charts.flatMap(({ groups }) => groups.map(({ thick }) => drawIn(thick, 1600)));
    stopDrawing = () => stops.forEach((stop) => stop());
  }
  course.whenShown(() => { if (!course.data.print) grow(); });
  return { stop: () => stopDrawing() };
}
