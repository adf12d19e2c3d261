// Score by k: one line per algorithm, the best marked, a second criterion on its own axis.

import { LINE_MARKS } from "../shared/marks.js";
import { extent } from "../shared/numbers.js";
import { mix } from "../shared/palette.js";
import { axisStyle, axisTitle, layoutStyle } from "./theme.js";

const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];

export function scoreFigure(view, size) {
  const { model, theme } = view;
  const { focus, hand } = view.shown;
  const band = view.bandShown();
  const data = band ? bandTraces(theme, band) : [];
  data.push(...model.algorithms.map((algorithm, a) => scoreTrace(view, algorithm, a)));
  if (model.second) data.push(...model.algorithms.map((algorithm, a) => secondTrace(view, algorithm, a)));
  if (hand?.aucc) data.push(handTrace(view, hand));
  if (focus.aucc) {
    data.push({
      type: "scatter", mode: "markers", name: "focus", x: [focus.k], y: [focus.aucc], hoverinfo: "skip", cliponaxis: false,
      marker: { size: 19, color: "rgba(0,0,0,0)", line: { width: 2, color: view.colourOf(focus) } },
    });
  }
  const ks = [...model.solutions, ...(hand ? [hand] : [])].map((s) => s.k);
  const low = Math.min(...ks);
  const high = Math.max(...ks);
  const layout = layoutStyle(theme, {
    ...size, hovermode: "closest", dragmode: false,
    margin: { l: 58, r: model.second ? 58 : 14, t: 30, b: 36 },
    xaxis: axisStyle(theme, {
      title: axisTitle(theme, "number of clusters k", 4),
      range: [low - 0.5, high + 0.5], dtick: high - low > 14 ? undefined : 1, fixedrange: true, showgrid: false,
    }),
    yaxis: axisStyle(theme, {
      title: axisTitle(theme, "AUCC", 4), fixedrange: true, nticks: 6, range: scoreRange(view, band),
    }),
    annotations: starAnnotations(view),
  });
  if (band) layout.annotations.push(bandLabel(theme, band));
  if (model.second) {
    layout.yaxis2 = axisStyle(theme, {
      title: axisTitle(theme, model.second.label, 4),
      // One scale for both where they can be compared.
      matches: model.second.likeAucc ? "y" : undefined,
      overlaying: "y", side: "right", showgrid: false, fixedrange: true, tickmode: "auto", nticks: 5,
    });
  }
  return { data, layout };
}

// From a little below the lowest to a little above the highest score, and never out of 0 to 1.
function scoreRange({ model, shown }, band) {
  const values = [...model.solutions, ...(shown.hand ? [shown.hand] : [])].map((s) => s.aucc).filter((aucc) => aucc !== null);
  if (model.second?.likeAucc) values.push(...model.solutions.map((s) => s.second).filter((value) => value !== null));
  if (band) values.push(...band.low, ...band.high);
  const [low, high] = extent(values, 0);
  const room = Math.max(0.06 * (high - low), 0.0005);
  return [Math.max(0, low - room), Math.min(1, high + room)];
}

// A star on each solution that has one.
function starAnnotations(view) {
  return view.model.solutions.filter((s) => view.starOf(s)).map((s) => ({
    x: s.k, y: s.aucc, text: view.starOf(s).trim(), showarrow: false, yshift: 17, font: { size: 14, color: view.theme.text },
  }));
}

function handTrace(view, hand) {
  return {
    type: "scatter", mode: "markers", name: "by hand", x: [hand.k], y: [hand.aucc], customdata: [hand.id], cliponaxis: false,
    marker: { size: 11, symbol: "star-diamond", color: view.theme.hand }, hovertemplate: "by hand, k = %{x}<br>AUCC %{y:.6f}<extra></extra>",
  };
}

const bandColour = (theme) => mix(theme.faint, theme.background, theme.dark ? 0.55 : 0.62);

// What the same algorithm scores where there are no clusters: a ribbon behind the lines.
function bandTraces(theme, band) {
  return [
    {
      type: "scatter", mode: "lines", name: "band", hoverinfo: "skip", line: { width: 0 },
      x: [...band.ks, ...[...band.ks].reverse()], y: [...band.high, ...[...band.low].reverse()],
      fill: "toself", fillcolor: bandColour(theme),
    },
    {
      type: "scatter", mode: "lines+markers", name: "band mean", x: band.ks, y: band.mean,
      line: { color: theme.faint, width: 1, dash: "dot" }, marker: { size: 4, color: theme.faint },
      customdata: band.ks.map((_, i) => [band.low[i], band.high[i]]),
      hovertemplate: `${band.label}, k = %{x}<br>AUCC %{y:.4f}, 90% from %{customdata[0]:.4f} to %{customdata[1]:.4f}<br>${band.source}<extra></extra>`,
    },
  ];
}

// Scores rise with k, so the lower right corner is free.
function bandLabel(theme, band) {
  return {
    text: `<span style="color:${bandColour(theme)};font-size:17px">■</span> ${band.label}`,
    x: 1, y: 0, xref: "paper", yref: "paper", xanchor: "right", yanchor: "bottom", xshift: -4, yshift: 3,
    showarrow: false, font: { size: 11, color: theme.faint },
  };
}

function scoreTrace(view, algorithm, a) {
  const own = algorithm.id === view.shown.algorithm.id;
  const { theme } = view;
  return {
    type: "scatter", mode: "lines+markers", name: algorithm.label,
    x: algorithm.solutions.map((s) => s.k), y: algorithm.solutions.map((s) => s.aucc),
    customdata: algorithm.solutions.map((s) => s.id),
    text: algorithm.solutions.map((s) => s.margin?.words ?? s.aucc.toFixed(6)),
    line: { color: theme.faint, width: own ? 1.5 : 1, dash: DASHES[a % DASHES.length] },
    opacity: own ? 1 : 0.6, cliponaxis: false,
    marker: {
      size: own ? 10 : 7, symbol: LINE_MARKS[a % LINE_MARKS.length],
      color: algorithm.solutions.map((s) => (own ? view.colourOf(s) : theme.faint)),
      line: { width: 0 }, opacity: 1,
    },
    hovertemplate: `${algorithm.label}, k = %{x}<br>AUCC %{text}<extra></extra>`,
  };
}

function secondTrace(view, algorithm, a) {
  const own = algorithm.id === view.shown.algorithm.id;
  return {
    type: "scatter", mode: "lines+markers", name: `${algorithm.label} second`, yaxis: "y2",
    x: algorithm.solutions.map((s) => s.k), y: algorithm.solutions.map((s) => s.second),
    customdata: algorithm.solutions.map((s) => s.id),
    line: { color: view.theme.accent, width: 1, dash: "dot" }, opacity: own ? 0.9 : 0.3,
    marker: { size: 5, symbol: LINE_MARKS[a % LINE_MARKS.length], color: view.theme.accent },
    hovertemplate: `${algorithm.label}, k = %{x}<br>${view.model.second.label} %{y:.5g}<extra></extra>`,
  };
}
