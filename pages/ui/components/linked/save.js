// Charts as PNG or SVG files: with a legend, and with a background, so that they stand alone.

import { saveFile } from "../shared/dom.js";
import { algorithmOf, isCloud } from "./model.js";
import { rocFigure } from "./roc.js";
import { markerOf, scatterFigure } from "./scatter.js";
import { scoreFigure } from "./score.js";
import { FADED_CLOUD } from "./theme.js";

function fileFigure(view, part) {
  const { theme, model } = view;
  const size = { scatter: [1200, 420], score: [720, 420], roc: [760, 640] }[part];
  const title = `${model.title}${part === "score" ? "" : ` · ${algorithmOf(model, view.focus).label}`}`;
  const figure = { scatter: scatterFile, score: scoreFigure, roc: rocFigure }[part](view, ...size);
  const shown = new Set();
  const data = figure.data.map((trace) => {
    const solution = model.byId.get(trace.name);
    const showlegend = part !== "scatter" && !shown.has(trace.name) && trace.name !== "focus" && (trace.x?.length ?? 0) > 0;
    shown.add(trace.name);
    const name = solution ? `k = ${solution.k}: AUCC ${solution.aucc.toFixed(view.digits)}` : trace.name;
    return { ...trace, showlegend, name };
  });
  const layout = {
    ...figure.layout, showlegend: part !== "scatter", paper_bgcolor: theme.background, plot_bgcolor: theme.background,
    title: { text: title, x: 0.02, xanchor: "left", font: { size: 15 } },
    margin: { ...figure.layout.margin, t: 64 },
  };
  return { data, layout, width: size[0], height: figure.layout.height };
}

// Drawn points only: a canvas does not go into a file.
function scatterFile(view, width) {
  const figure = scatterFigure(view, width);
  if (!isCloud(view.model)) return figure;
  const data = figure.data.map((trace, panel) => ({
    ...trace, x: view.model.x, y: view.model.y, opacity: 1, marker: { ...markerOf(view, view.strip[panel]), size: 4 },
    selectedpoints: view.selected, unselected: { marker: { opacity: FADED_CLOUD } },
  }));
  return { ...figure, data };
}

async function saveChart(view, part, format) {
  // rocFigure notes the size it draws for; the chart on screen keeps its own.
  const size = view.rocSize;
  const { data, layout, width, height } = fileFigure(view, part);
  view.rocSize = size;
  const options = { format, width, height: height + 40, scale: format === "png" ? 2 : 1 };
  const url = await Plotly.toImage({ data, layout: { ...layout, width, height: height + 40 } }, options);
  saveFile(url, `${view.model.fileName}-${part}.${format}`);
}

export function attachSaving(view) {
  view.root.querySelectorAll("[data-save]").forEach((button) => {
    const [part, format] = button.dataset.save.split(" ");
    button.addEventListener("click", () => saveChart(view, part, format));
  });
}
