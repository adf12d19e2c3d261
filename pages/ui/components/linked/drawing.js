// Draws the charts and the words from the state; what changed decides how much is drawn again.

import { drawCloud } from "./cloud.js";
import { isCloud } from "./model.js";
import { markSelected } from "./plotly_internals.js";
import { drawChips, drawLegend, drawReading, nameOf } from "./reading.js";
import { curveStyle, placeBox, rocFigure, rocShapes } from "./roc.js";
import { focusLayout, pairShapes, scatterFigure } from "./scatter.js";
import { scoreFigure } from "./score.js";
import { expose } from "./state.js";
import { CONFIG, FADED } from "./theme.js";

const NO_BAR = { ...CONFIG, displayModeBar: false };

function barConfig(view, buttons) {
  return { ...CONFIG, doubleClick: "reset", modeBarButtons: [buttons], displayModeBar: view.touch ? false : "hover" };
}

async function drawScatter(view) {
  const { scatter } = view.parts;
  const { data, layout } = scatterFigure(view, scatter.clientWidth);
  view.parts.note.innerHTML = view.model.note;
  const config = barConfig(view, ["select2d", "lasso2d", "zoom2d", "pan2d", "resetScale2d"]);
  await view.quietly(() => Plotly.react(scatter, data, layout, config));
  scatter.setAttribute("aria-label",
    `Scatter plots of ${view.model.n} objects${view.model.of > view.model.n ? ` out of ${view.model.of}` : ""} for ${view.strip.map((s) => nameOf(view.model, s)).join("; ")}, coloured by ${view.model.colourBy}`);
}

export async function drawScore(view) {
  const { score } = view.parts;
  drawChips(view);
  const { data, layout } = scoreFigure(view, score.clientWidth, view.narrow ? 220 : 232);
  await view.quietly(() => Plotly.react(score, data, layout, NO_BAR));
  const spoken = view.curves.map((s) => `k ${s.k}: ${s.aucc.toFixed(view.digits)}`).join(", ");
  const band = view.bandShown();
  const beside = band ? ` Grey band: ${band.label}, ${band.ks.map((k, i) => `k ${k}: ${band.low[i].toFixed(3)} to ${band.high[i].toFixed(3)}`).join(", ")}.` : "";
  score.setAttribute("aria-label", `AUCC by number of clusters. ${spoken}.${beside} Up and down arrows change the solution in focus.`);
}

export async function drawRoc(view) {
  const { roc } = view.parts;
  const width = roc.clientWidth;
  const { data, layout } = rocFigure(view, width, Math.max(330, Math.min(470, width * 0.86, window.innerHeight * 0.53)));
  const config = barConfig(view, ["zoom2d", "pan2d", "resetScale2d"]);
  await view.quietly(() => Plotly.react(roc, data, layout, config));
  roc.setAttribute("aria-label",
    `ROC curves of ${view.curves.length} solutions; ${nameOf(view.model, view.focus)} in focus. Left and right arrows step the distance threshold.`);
  placeBox(view);
}

export async function drawAll(view) {
  view.narrow = view.root.clientWidth < 640;
  const frame = view.root.querySelector(".aucc");
  frame.classList.toggle("aucc-narrow", view.narrow);
  for (const kind of ["apart", "together"]) frame.style.setProperty(`--aucc-${kind}`, view.theme[kind]);
  drawReading(view);
  drawLegend(view);
  performance.mark("aucc draw");
  await Promise.all([drawScatter(view), drawScore(view), drawRoc(view)]);
  performance.mark("aucc drawn");
  expose(view);
}

export async function redrawFocus(view, before) {
  const sameStrip = before.strip.length === view.strip.length && before.strip.every((s, i) => s === view.strip[i]);
  drawReading(view);
  drawLegend(view);
  const curves = before.curves === view.curves ? restyleRoc(view) : drawRoc(view);
  await Promise.all([curves, drawScore(view), sameStrip ? relabelScatter(view) : drawScatter(view)]);
  expose(view);
}

// Only widths, colours and strength of the curves change with the focus.
function restyleRoc(view) {
  const { roc } = view.parts;
  const style = { "line.color": [], "line.width": [], opacity: [] };
  const indices = [];
  roc.data.forEach((trace, index) => {
    const solution = view.model.byId.get(trace.name);
    if (!solution) return;
    const { line, opacity } = curveStyle(view, solution);
    style["line.color"].push(line.color);
    style["line.width"].push(line.width);
    style.opacity.push(opacity);
    indices.push(index);
  });
  const share = view.shareShown();
  const shareIndices = roc.data.flatMap((trace, index) => (trace.name === "selection" ? [index] : []));
  const hadShare = roc.data[shareIndices[0]].x.length > 0;
  if (hadShare || share || view.focus.margin?.band) return drawRoc(view);
  return view.quietly(() => Plotly.update(roc, style, { shapes: rocShapes(view) }, indices));
}

function relabelScatter(view) {
  const { scatter } = view.parts;
  return view.quietly(() => Plotly.relayout(scatter, focusLayout(view, scatter.clientWidth)));
}

// Threshold moved: pair lines, marker and words follow; nothing else is drawn again.
export async function showThreshold(view) {
  drawReading(view);
  await Promise.all([
    view.quietly(() => Plotly.relayout(view.parts.scatter, { shapes: pairShapes(view) })),
    view.quietly(() => Plotly.relayout(view.parts.roc, { shapes: rocShapes(view) })),
  ]);
  expose(view);
}

// Highlight without a redraw: the same styles that plotly would set, on the points that are there.
export function showSelection(view) {
  const { scatter } = view.parts;
  if (isCloud(view.model)) {
    drawCloud(view);
  } else {
    const chosen = view.selected && new Set(view.selected);
    scatter.querySelectorAll(".scatterlayer .trace").forEach((trace) => {
      trace.querySelectorAll(".point").forEach((point, i) => {
        point.style.opacity = !chosen || chosen.has(i) ? 1 : FADED;
      });
    });
    markSelected(scatter, view.selected);
  }
  // The frame that was dragged goes: the faded points say the same. Plotly adds it after telling us.
  setTimeout(() => {
    if (scatter.layout.selections?.length) view.quietly(() => Plotly.relayout(scatter, { selections: [] }));
  }, 0);
}
