// What one chart tells the others: focus, threshold, selection; and what settles goes to Python.

const SETTLE_MS = 180;

function settle(view) {
  clearTimeout(view.settling);
  view.settling = setTimeout(() => {
    view.send({
      focus: view.chosen ? view.focus.id : null,
      shown: view.focus.id,
      selected: view.selected,
      maxFpr: view.maxFpr,
      log: view.log,
    });
  }, SETTLE_MS);
}

async function focusOn(view, solution, vertex = null) {
  const before = { strip: view.strip, curves: view.curves };
  view.chosen = true;
  view.pinned = vertex;
  view.hover = null;
  setFocus(view, solution);
  await redrawFocus(view, before);
  settle(view);
}

async function redrawFocus(view, before) {
  const sameStrip = before.strip.length === view.strip.length && before.strip.every((s, i) => s === view.strip[i]);
  drawWords(view);
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
  const { layout } = scatterFigure(view, scatter.clientWidth);
  const change = { annotations: layout.annotations, shapes: layout.shapes };
  view.strip.forEach((_, p) => {
    const suffix = p === 0 ? "" : String(p + 1);
    for (const axis of [`xaxis${suffix}`, `yaxis${suffix}`]) {
      change[`${axis}.linecolor`] = layout[axis].linecolor;
      change[`${axis}.linewidth`] = layout[axis].linewidth;
    }
  });
  return view.quietly(() => Plotly.relayout(scatter, change));
}

// Threshold moved: pair lines, marker and words follow; nothing else is drawn again.
async function showThreshold(view) {
  drawWords(view);
  await Promise.all([
    view.quietly(() => Plotly.relayout(view.parts.scatter, { shapes: pairShapes(view) })),
    view.quietly(() => Plotly.relayout(view.parts.roc, { shapes: rocShapes(view) })),
  ]);
  expose(view);
}

async function select(view, objects) {
  view.selected = objects && objects.length ? objects : null;
  view.share = null;
  drawWords(view);
  showSelection(view);
  if (view.parts.roc.data.some((t) => t.name === "selection" && t.x.length)) await drawRoc(view);
  expose(view);
  settle(view);
}

// Highlight without a redraw: the same styles that plotly would set, on the points that are there.
function showSelection(view) {
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
    for (const traces of [scatter.data, scatter._fullData]) {
      traces.forEach((trace) => {
        trace.selectedpoints = view.selected ?? undefined;
      });
    }
  }
  // The frame that was dragged goes: the faded points say the same. Plotly adds it after telling us.
  setTimeout(() => {
    if (scatter.layout.selections?.length) view.quietly(() => Plotly.relayout(scatter, { selections: [] }));
  }, 0);
}

async function clearAll(view) {
  const before = { strip: view.strip, curves: view.curves };
  const selected = view.selected !== null;
  Object.assign(view, { pinned: null, hover: null, chosen: false, selected: null, share: null });
  setFocus(view, startOf(view.model));
  if (selected) showSelection(view);
  await redrawFocus(view, before);
  settle(view);
}

// Where as many pairs are called close as are together: as many errors of one kind as of the other.
function evenVertex(solution) {
  let vertex = 0;
  while (vertex < solution.d.length - 1 && solution.tp[vertex] + solution.fp[vertex] < solution.P) vertex += 1;
  return vertex;
}

function stepThreshold(view, step) {
  const last = view.focus.d.length - 1;
  const from = view.pinned ?? evenVertex(view.focus);
  view.pinned = view.pinned === null ? from : Math.max(0, Math.min(last, from + step));
  view.hover = null;
  return showThreshold(view);
}

function stepSolution(view, step) {
  const at = view.curves.indexOf(view.focus) + step;
  if (at >= 0 && at < view.curves.length) focusOn(view, view.curves[at]);
}

function receive(view, message) {
  if (!message) return;
  if ("band" in message) receiveHint(view, message);
  else receiveAnswer(view, message);
}

// What was found below the view: the band of the score chart, and objects that advice is about.
function receiveHint(view, { band, highlight }) {
  view.band = band;
  if (!view.model) return;
  if (highlight && highlight.click !== view.clicked) {
    view.clicked = highlight.click;
    select(view, highlight.objects);
    lookAtScatter(view);
  }
  drawScore(view).then(() => expose(view));
}

// The advice is below the view: go where its objects are, and let Escape work there.
function lookAtScatter(view) {
  const { scatter } = view.parts;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  scatter.focus({ preventScroll: true, focusVisible: false });
  scatter.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
}

// Python's answer to what settled: the share of the selected objects, partial areas. Most answers
// say nothing new, and a redraw between the two halves of a click would swallow the click.
function receiveAnswer(view, answer) {
  if (!view.model) return;
  const before = [view.shareShown(), JSON.stringify(view.partials)];
  view.partials = answer.partials ?? null;
  const share = answer.share;
  const current = share && view.selected && share.objects === view.selected.length;
  view.share = current ? { ...share, fpr: arrayOf(share.fpr), tpr: arrayOf(share.tpr) } : null;
  if (before[0] === view.shareShown() && before[1] === JSON.stringify(view.partials)) return;
  drawWords(view);
  drawLegend(view);
  drawRoc(view).then(() => expose(view));
}
