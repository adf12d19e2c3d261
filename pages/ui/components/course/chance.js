// Lesson 5: one small chart per criterion; lines grow with k.

import { h, s } from "../shared/dom.js";
import { countText, extent, niceTicks } from "../shared/numbers.js";
import { BALANCES } from "../shared/palette.js";
import { chart, drawIn } from "./charts.js";

export function build(stage, picture, course) {
  const { panels, balances } = picture;
  const shown = new Set(balances.map((balance) => balance.name));
  let stopDrawing = () => {};
  const charts = panels.map((panel) => {
    const every = balances.flatMap((balance) => panel.lines[balance.name].sets.flat());
    // AUCC is shown on its whole meaningful range; any chart looks wild when zoomed in enough.
    const ys = panel.name === "aucc" ? [0.3, 0.7] : extent(every, 0.08);
    const wide = panel.name === "aucc";
    const plot = chart({
      width: wide ? 330 : course.narrow ? 190 : 230, height: wide ? 330 : 158, xs: [1, 24], ys, xTicks: wide ? [2, 7, 12, 17, 23] : [2, 12, 23],
      yTicks: wide ? [0.3, 0.4, 0.5, 0.6, 0.7] : niceTicks(ys), format: (v) => String(+v.toPrecision(3)),
      xTitle: wide ? "clusters k" : "", margin: wide ? { left: 34 } : { bottom: 20, left: 38, top: 4 },
      label: `${panel.label} of random partitions by number of clusters`,
    });
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
  const card = ({ panel, plot }) => h("figure", { class: `card ${drifts(panel) ? "" : "flat"}` },
    h("figcaption", {}, h("b", {}, panel.label), ` ${panel.said}`), plot.svg);
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

  // Does the mean leave its start by more than the spread of single partitions?
  function drifts(panel) {
    return balances.some(({ name }) => {
      const { mean, spread } = panel.lines[name];
      return name === "balanced" && mean.some((value, i) => Math.abs(value - mean[0]) > Math.max(spread[i], spread[0]));
    });
  }
  function grow() {
    stopDrawing();
    const stops = charts.flatMap(({ groups }) => groups.map(({ thick }) => drawIn(thick, 1600)));
    stopDrawing = () => stops.forEach((stop) => stop());
  }
  course.whenShown(() => { if (!course.data.print) grow(); });
  return { stop: () => stopDrawing() };
}
