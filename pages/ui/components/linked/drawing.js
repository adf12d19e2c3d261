// Draws the charts and the words from the state. Each chart knows what it has drawn last and does no
// more than is different; so whatever has changed, drawing everything is right, and quick.

import { drawHandTools } from "./hand.js";
import { fitView } from "./layout.js";
import { drawTitles } from "./panels.js";
import { plotly } from "./plotly.js";
import { drawPoints } from "./points.js";
import { drawChips, drawLegend, drawNote, drawReading, nameOf, scoreOf } from "./reading.js";
import { cornerShown, curveStyle, placeBox, rocChange, rocFigure } from "./roc.js";
import { panelGrid, scatterFigure, stripLayout } from "./scatter.js";
import { scoreFigure } from "./score.js";
import { CONFIG } from "./theme.js";
import { expose } from "./view.js";

const NO_BAR = { ...CONFIG, displayModeBar: false };

function barConfig(view, buttons) {
  return { ...CONFIG, modeBarButtons: [buttons], displayModeBar: view.touch ? false : "hover" };
}

const home = (title, click) => ({ name: "reset", title, icon: plotly().Icons.home, click });

// Whether a part of a chart is drawn from something else than the last time.
function differs(view, part, ...made) {
  const key = JSON.stringify(made);
  if (view.drawn[part] === key) return false;
  view.drawn[part] = key;
  return true;
}

// Whether a chart has to stay as it is, because a drag may be going on in it.
function mustWait(view, chart) {
  if (view.pressed === chart) view.waits = true;
  return view.pressed === chart;
}

const ids = (solutions) => solutions.map((solution) => [solution.id, solution.version ?? 0]);

// What is quick: words, titles and points. After an edit they are on the screen before the charts.
async function drawQuick(view, looks) {
  const { shown, state, parts } = view;
  view.grid = panelGrid(shown.strip.length, parts.scatter.clientWidth, view.heights.scatter);
  const hand = [state.selected, shown.focus.id, shown.hand?.version, state.past.length, state.future.length];
  drawReading(view);
  drawTools(view);
  if (differs(view, "hand", looks, hand)) drawHandTools(view);
  if (differs(view, "legend", looks, shown.focus.id, ids(shown.curves), shown.hand?.version, state.maxFpr, view.partials, view.stars)) drawLegend(view);
  if (differs(view, "chips", looks, shown.algorithm.id)) drawChips(view);
  if (differs(view, "titles", looks, ids(shown.strip), shown.focus.id, view.stars, view.grid)) drawTitles(view, view.grid);
  drawPoints(view);
  if (differs(view, "edited", shown.hand?.version ?? 0) && view.drawn.scatter) await painted();
}

const painted = () => new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve, 0));
});

async function drawScatter(view, looks) {
  const { shown, state, grid } = view;
  const { scatter } = view.parts;
  if (mustWait(view, scatter)) return;
  const strip = ids(shown.strip);
  const active = shown.active && [shown.active.solution.id, shown.active.solution.version, shown.active.vertex];
  const moves = differs(view, "strip", looks, strip, shown.focus.id, active, state.zoom, state.tool);
  if (differs(view, "scatter", looks, shown.strip.length, grid.width, grid.height)) {
    const { data, layout } = scatterFigure(view, grid);
    const config = barConfig(view, ["select2d", "lasso2d", "zoom2d", "pan2d", home("All objects (double click)", () => view.change("zoom", null))]);
    await view.quietly(() => plotly().react(scatter, data, layout, config));
    drawNote(view);
  } else if (moves) {
    await view.quietly(() => plotly().relayout(scatter, stripLayout(view, grid)));
  }
  const { model } = view;
  scatter.setAttribute("aria-label",
    `Scatter plots of ${model.n} objects${model.of > model.n ? ` out of ${model.of}` : ""} for ${shown.strip.map((s) => nameOf(view, s)).join("; ")}, coloured by ${model.colourBy}`);
}

async function drawScore(view, looks) {
  const { score } = view.parts;
  if (mustWait(view, score)) return;
  const { shown } = view;
  const size = { width: score.clientWidth, height: view.heights.score };
  const band = view.bandShown();
  if (!differs(view, "score", looks, size, shown.focus.id, ids(shown.hand ? [shown.hand] : []), band, view.stars)) return;
  await view.quietly(() => plotly().react(score, ...Object.values(scoreFigure(view, size)), NO_BAR));
  const spoken = shown.curves.map((s) => `k ${s.k}: ${scoreOf(view, s)}`).join(", ");
  const beside = band ? ` Grey band: ${band.label}, ${band.ks.map((k, i) => `k ${k}: ${band.low[i].toFixed(3)} to ${band.high[i].toFixed(3)}`).join(", ")}.` : "";
  score.setAttribute("aria-label", `AUCC by number of clusters. ${spoken}.${beside} Up and down arrows change the solution in focus.`);
}

async function drawRoc(view, looks) {
  const { roc } = view.parts;
  if (mustWait(view, roc)) return;
  const { shown, state } = view;
  const size = { width: roc.clientWidth, height: view.heights.roc };
  view.rocSize = size;
  const share = view.shareShown();
  const certain = shown.focus.margin?.band ? shown.focus.id : null;
  const lines = [looks, size, ids(shown.curves), state.log, cornerShown(view), share && [share.id, share.pairs, share.aucc, share.version], certain];
  const restyled = differs(view, "styles", shown.focus.id, shown.chosen, state.held !== null);
  const active = shown.active && [shown.active.solution.id, shown.active.solution.version, shown.active.vertex];
  const moved = differs(view, "shapes", active, state.maxFpr, state.inset, state.rocZoom);
  if (differs(view, "roc", lines)) {
    const { data, layout } = rocFigure(view, size);
    const config = barConfig(view, ["zoom2d", "pan2d", home("All of the curves (double click)", () => view.change("zoomRoc", null))]);
    await view.quietly(() => plotly().react(roc, data, layout, config));
  } else if (restyled) {
    await restyleRoc(view);
  } else if (moved) {
    await view.quietly(() => plotly().relayout(roc, rocChange(view)));
  }
  roc.setAttribute("aria-label",
    `ROC curves of ${shown.curves.length} solutions; ${nameOf(view, shown.focus)} in focus. Left and right arrows step the distance threshold.`);
  placeBox(view);
}

// Only widths, colours and strength of the curves change with the focus.
async function restyleRoc(view) {
  const style = { "line.color": [], "line.width": [], opacity: [] };
  const indices = [];
  view.parts.roc.data.forEach((trace, index) => {
    const solution = view.shown.curves.find(({ id }) => id === trace.name);
    if (!solution) return;
    const { line, opacity } = curveStyle(view, solution);
    style["line.color"].push(line.color);
    style["line.width"].push(line.width);
    style.opacity.push(opacity);
    indices.push(index);
  });
  await view.quietly(() => plotly().update(view.parts.roc, style, rocChange(view), indices));
}

// The controls above the curves show the state, wherever it came from.
function drawTools({ parts, state }) {
  parts.unpin.hidden = state.pins.length === 0;
  parts.log.checked = state.log;
  parts.inset.checked = state.inset.on;
  if (document.activeElement !== parts.partial) parts.partial.value = String(state.maxFpr);
}

const looksOf = (view) => [view.digest, view.theme.dark, view.narrow];

// One after the other: plotly cannot change a chart that it has not finished. Each draws what is so
// when its turn comes; what an earlier one has drawn by then costs nothing.
function inTurn(view, chart, draw) {
  const drawn = (view.turns[chart] ?? Promise.resolve()).then(() => (view.ended ? null : draw(view, looksOf(view))));
  view.turns[chart] = drawn.catch(() => {}); // one that fails says so to its own caller
  return drawn;
}

export async function drawAll(view) {
  if (view.ended) return;
  fitView(view);
  await drawQuick(view, looksOf(view));
  await Promise.all([inTurn(view, "scatter", drawScatter), inTurn(view, "score", drawScore), inTurn(view, "roc", drawRoc)]);
  expose(view);
}
