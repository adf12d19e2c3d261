// Charts as PNG or SVG files: with a legend, and with a background, so that they stand alone.

import { saveFile } from "../shared/dom.js";
import { plotly } from "./plotly.js";
import { nameOf, scoreOf } from "./reading.js";
import { rocFigure } from "./roc.js";
import { panelGrid, scatterFile } from "./scatter.js";
import { scoreFigure } from "./score.js";

const HEAD = 44; // for the title of a file
const LEGEND = 240;

function fileFigure(view, part) {
  const { theme, model, shown } = view;
  const made = {
    scatter: () => scatterFile(view, panelGrid(shown.strip.length, 1200, 380)),
    score: () => scoreFigure(view, { width: 760, height: 420 }),
    roc: () => rocFigure(view, { width: 900, height: 560 }),
  }[part]();
  const { layout } = made;
  const legend = part === "scatter" ? 0 : LEGEND;
  const [width, height] = [layout.width + legend, layout.height + HEAD];
  const named = new Set();
  const data = made.data.map((trace) => {
    const solution = shown.curves.find(({ id }) => id === trace.name);
    const showlegend = legend > 0 && !named.has(trace.name) && trace.name !== "focus" && (trace.x?.length ?? 0) > 0;
    named.add(trace.name);
    return { ...trace, showlegend, name: solution ? `${nameOf(view, solution)}: AUCC ${scoreOf(view, solution)}` : trace.name };
  });
  return {
    data, width, height,
    layout: {
      // A file does not bring the page's font along: its texts are measured in what it is drawn with.
      ...layout, font: { ...layout.font, family: "Arial, sans-serif" }, width, height, showlegend: legend > 0, paper_bgcolor: theme.background, plot_bgcolor: theme.background,
      legend: { x: 1, xanchor: "left", xref: "paper", y: 1, yanchor: "top", font: { size: 12 } },
      title: { text: fileTitle(view, part), x: 0.012, xanchor: "left", y: 1 - 14 / height, yanchor: "top", font: { size: 15 } },
      margin: { ...layout.margin, t: layout.margin.t + HEAD, r: layout.margin.r + legend },
    },
  };
}

// What is drawn, of which data, how they were treated: a figure is seen without the page.
function fileTitle({ model, shown }, part) {
  const algorithms = part === "score" ? [] : [shown.algorithm.label];
  const named = algorithms.filter((label) => !model.title.includes(label));
  return [model.title, ...named, ...(model.treatment ? [model.treatment] : [])].join(" · ");
}

async function saveChart(view, part, format) {
  const { data, layout, width, height } = fileFigure(view, part);
  const url = await plotly().toImage({ data, layout }, { format, width, height, scale: format === "png" ? 2 : 1 });
  saveFile(url, `${view.model.fileName}-${part}.${format}`);
}

export function attachSaving(view) {
  view.root.querySelectorAll("[data-save]").forEach((button) => {
    const [part, format] = button.dataset.save.split(" ");
    button.addEventListener("click", () => saveChart(view, part, format));
  });
}
