// The ROC panel: curves of one algorithm, chance diagonal, threshold marker, inset.

// On a logarithmic axis rates start here; smaller ones sit on the edge.
function logFloor(view) {
  const most = Math.max(...view.curves.map((s) => s.N));
  return Math.max(1 / most, 1e-6);
}

function rocFigure(view, width, height) {
  const { inset } = view;
  view.rocSize = { width, height };
  const floor = logFloor(view);
  const xs = (values) => (view.log ? Array.from(values, (v) => Math.max(v, floor / 2)) : values);
  const data = [diagonalTrace(view, floor), ...certainTraces(view, xs)];
  view.curves.forEach((solution) => {
    const style = curveStyle(view, solution);
    const trace = {
      type: "scatter", mode: "lines", x: xs(solution.fpr), y: solution.tpr, name: solution.id,
      customdata: Array.from(solution.d), ...style,
      hovertemplate: `${nameOf(view.model, solution)}<br>distance ≤ %{customdata:.5~g}`
        + "<br>TPR %{y:.4f} (together and close)<br>FPR %{x:.4f} (apart but close)<extra></extra>",
    };
    data.push(trace);
    if (inset.on) data.push({ ...trace, xaxis: "x2", yaxis: "y2", x: solution.fpr });
  });
  data.push(shareTrace(view, xs, "x", "y"), ...(inset.on ? [shareTrace(view, (v) => v, "x2", "y2")] : []));
  return { data, layout: rocLayout(view, width, height, floor) };
}

function rocLayout(view, width, height, floor) {
  const { theme, inset } = view;
  const label = (text) => ({ text, font: { size: 12, color: theme.faint }, standoff: 6 });
  const layout = layoutStyle(theme, {
    width, height, margin: { l: 52, r: 10, t: 10, b: 44 }, hovermode: "closest", hoverdistance: 30,
    dragmode: view.touch ? false : "zoom", shapes: rocShapes(view),
    modebar: { color: theme.faint, activecolor: theme.text, bgcolor: "rgba(0,0,0,0)" },
    xaxis: axisStyle(theme, {
      title: label("false positive rate (of the pairs apart)"),
      type: view.log ? "log" : "linear",
      range: view.log ? [Math.log10(floor / 2), 0.02] : [-0.012, 1.01], nticks: 7,
      ...(view.log ? { exponentformat: "power", dtick: 1 } : {}),
    }),
    yaxis: axisStyle(theme, { title: label("true positive rate (of the pairs together)"), range: [-0.01, 1.015], nticks: 7 }),
  });
  if (inset.on) {
    const domain = insetDomain(width);
    layout.xaxis2 = axisStyle(theme, { domain: domain.x, anchor: "y2", range: [inset.x0, inset.x1], nticks: 4, linecolor: theme.faint });
    layout.yaxis2 = axisStyle(theme, { domain: domain.y, anchor: "x2", range: [inset.y0, inset.y1], nticks: 4, linecolor: theme.faint });
  }
  return layout;
}

function insetDomain(width) {
  const left = width < 420 ? 0.46 : 0.4;
  return { x: [left, 0.975], y: [0.1, 0.62] };
}

function curveStyle(view, solution) {
  const focused = solution === view.focus;
  const reference = solution === view.reference;
  const busy = view.chosen || view.active() !== null;
  return {
    line: { color: view.colourOf(solution), width: focused ? 3 : reference ? 2.4 : 1.6, simplify: false },
    opacity: focused || !busy ? 1 : 0.32,
  };
}

function diagonalTrace(view, floor) {
  const steps = view.log ? [floor / 2, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1].filter((v) => v >= floor / 2) : [0, 1];
  return {
    type: "scatter", mode: "lines", name: "chance", x: steps, y: steps, hoverinfo: "skip",
    line: { color: view.theme.line, width: 1, dash: "dot" },
  };
}

// Where the curve in focus certainly runs, when its pairs were counted in bins.
function certainTraces(view, xs) {
  const band = view.focus.margin?.band;
  if (!band) return [];
  const trace = {
    type: "scatter", mode: "lines", name: "certain band", y: band.y, hoverinfo: "skip",
    fill: "toself", fillcolor: mix(view.colourOf(view.focus), view.theme.background, 0.6), line: { width: 0 },
  };
  const inset = view.inset.on ? [{ ...trace, x: band.x, xaxis: "x2", yaxis: "y2" }] : [];
  return [{ ...trace, x: xs(band.x) }, ...inset];
}

// The curve of the selected objects' pairs alone, once Python has answered.
function shareTrace(view, xs, xaxis, yaxis) {
  const share = view.shareShown();
  const curve = share?.fpr ? share : null; // some selections have a sentence but no curve
  return {
    type: "scatter", mode: "lines", name: "selection", xaxis, yaxis, hoverinfo: "skip",
    x: curve ? xs(curve.fpr) : [], y: curve ? curve.tpr : [],
    line: { color: view.theme.accent, width: 2, dash: "dash" },
  };
}

// The threshold on the curve, as shapes: moving one redraws no curve.
function markerShapes(view) {
  const active = view.active();
  if (!active || !view.curves.includes(active.solution)) return [];
  const { solution, vertex } = active;
  const floor = logFloor(view) / 2;
  const x = solution.fpr[vertex];
  const marker = {
    type: "circle", name: "threshold", xsizemode: "pixel", ysizemode: "pixel", x0: -6, x1: 6, y0: -6, y1: 6,
    yanchor: solution.tpr[vertex], fillcolor: view.theme.background, layer: "above",
    line: { color: view.colourOf(solution), width: 2.5 },
  };
  const shapes = [{ ...marker, xref: "x", yref: "y", xanchor: view.log ? Math.max(x, floor) : x }];
  const { inset } = view;
  const inside = x >= inset.x0 && x <= inset.x1 && marker.yanchor >= inset.y0 && marker.yanchor <= inset.y1;
  if (inset.on && inside) shapes.push({ ...marker, xref: "x2", yref: "y2", xanchor: x });
  return shapes;
}

// An opaque sheet under the inset, so that the curves of the main plot do not shine through.
function sheetShapes(view, width, height) {
  if (!view.inset.on || !width) return []; // no width: the screen was just left
  const domain = insetDomain(width);
  return [{
    type: "rect", name: "sheet", xref: "paper", yref: "paper", layer: "between", line: { width: 0 },
    x0: domain.x[0] - 40 / width, x1: domain.x[1] + 0.01, y0: domain.y[0] - 26 / height, y1: domain.y[1] + 0.015,
    fillcolor: view.theme.background,
  }];
}

function rocShapes(view) {
  const { width, height } = view.rocSize;
  return [...partialShapes(view), ...sheetShapes(view, width, height), ...markerShapes(view)];
}

function partialShapes(view) {
  if (view.maxFpr >= 1) return [];
  return [{
    type: "rect", name: "partial", x0: view.log ? logFloor(view) / 2 : 0, x1: view.maxFpr, y0: 0, y1: 1,
    fillcolor: view.theme.accent, opacity: 0.08, line: { width: 0 }, layer: "below",
  }];
}
