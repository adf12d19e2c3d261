// The words and buttons around the charts, and the listeners: pointer, keys, size.

function drawWords(view) {
  const { model, parts } = view;
  const active = view.active();
  parts.sentence.innerHTML = view.focus.reading;
  parts.threshold.innerHTML = active
    ? `${active.solution === view.focus ? "" : `${nameOf(model, active.solution)}: `}${thresholdSentence(active.solution, active.vertex, model.drawn)}`
    : '<span class="aucc-hint">Move along a curve to see the pairs that speak against a solution. '
      + "Click to hold; ← → or the buttons step.</span>";
  const share = view.shareShown();
  parts.selection.textContent = view.selected
    ? `${plural(view.selected.length, "object", "objects")}${model.of > model.n ? " of those drawn" : ""} selected.${share ? ` ${share.sentence}` : ""}`
    : "";
  parts.clear.hidden = !(view.selected || view.pinned !== null || view.chosen);
}

function drawLegend(view) {
  const { legend } = view.parts;
  const focused = legend.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const rows = view.curves.map((solution) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = solution.id;
    button.setAttribute("aria-pressed", String(solution === view.focus));
    const swatch = document.createElement("span");
    swatch.className = "aucc-swatch";
    swatch.style.background = view.colourOf(solution);
    const name = document.createElement("span");
    name.textContent = `k = ${solution.k}`;
    const value = document.createElement("span");
    value.className = "aucc-value";
    value.textContent = solution.aucc.toFixed(view.digits) + (solution === view.reference ? " ★" : "");
    button.append(swatch, name, value);
    if (view.maxFpr < 1) {
      const part = document.createElement("span");
      part.className = "aucc-value aucc-part";
      part.textContent = view.partials?.[solution.id] ?? "…";
      button.append(part);
    }
    return button;
  });
  const head = document.createElement("div");
  head.className = "aucc-legend-head";
  head.innerHTML = `<span>${algorithmOf(view.model, view.focus).label}</span><span title="Area under the curve: the chance that a pair put together is closer than a pair kept apart">AUCC</span>`
    + (view.maxFpr < 1 ? `<span title="Area up to FPR ${view.maxFpr}, divided by ${view.maxFpr}">to ${view.maxFpr}</span>` : "");
  legend.classList.toggle("aucc-three", view.maxFpr < 1);
  legend.replaceChildren(head, ...rows);
  if (focused) legend.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true, focusVisible: false });
}

function attach(view) {
  if (view.detach) return;
  const { scatter, score, roc, legend, clear, log, inset, partial } = view.parts;
  scatter.on("plotly_selected", (event) => {
    if (view.quiet) return;
    if (!event || !(event.range || event.lassoPoints)) select(view, null);
    else if (isCloud(view.model)) select(view, objectsInside(view.model, event));
    else select(view, [...new Set(event.points.map((p) => p.pointIndex))].sort((a, b) => a - b));
  });
  scatter.on("plotly_deselect", () => select(view, null));
  scatter.on("plotly_click", (event) => {
    const point = event.points[0];
    if (!isCloud(view.model)) select(view, clusterMembers(view.strip[point.curveNumber], point.pointIndex));
  });
  attachCloud(view);
  attachSaving(view);
  scatter.on("plotly_clickannotation", (event) => focusOn(view, view.strip[event.index]));
  scatter.on("plotly_relayout", (event) => {
    if (event.dragmode) view.tool = event.dragmode;
  });
  score.on("plotly_click", (event) => {
    const solution = view.model.byId.get(event.points[0].customdata);
    if (solution) focusOn(view, solution);
    score.focus({ preventScroll: true, focusVisible: false });
  });
  roc.on("plotly_hover", (event) => hoverCurve(view, event));
  roc.on("plotly_unhover", () => {
    clearTimeout(view.hovering);
    view.hovering = setTimeout(() => {
      if (!view.hover) return;
      view.hover = null;
      showThreshold(view);
    }, 120);
  });
  roc.on("plotly_click", (event) => {
    const solution = view.model.byId.get(event.points[0].data.name);
    if (solution) focusOn(view, solution, event.points[0].pointIndex);
    roc.focus({ preventScroll: true, focusVisible: false });
  });
  roc.on("plotly_relayout", (event) => {
    if (view.quiet) return;
    const [x, y] = [roc._fullLayout.xaxis2, roc._fullLayout.yaxis2];
    if (x && Object.keys(event).some((key) => key.startsWith("xaxis2") || key.startsWith("yaxis2"))) {
      Object.assign(view.inset, { x0: x.range[0], x1: x.range[1], y0: y.range[0], y1: y.range[1] });
    }
    placeBox(view);
  });
  for (const list of [legend, view.parts.chips]) {
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) focusOn(view, view.model.byId.get(button.dataset.id));
    });
  }
  clear.addEventListener("click", () => clearAll(view));
  view.parts.nearer.addEventListener("click", () => stepThreshold(view, -1));
  view.parts.farther.addEventListener("click", () => stepThreshold(view, 1));
  attachGrip(view, view.parts.move, "all");
  attachGrip(view, view.parts.resize, "corner");
  log.checked = view.log;
  log.addEventListener("change", () => {
    view.log = log.checked;
    drawRoc(view).then(() => expose(view));
    settle(view);
  });
  inset.checked = view.inset.on;
  inset.addEventListener("change", () => {
    view.inset.on = inset.checked;
    drawRoc(view).then(() => expose(view));
  });
  partial.value = String(view.maxFpr);
  partial.addEventListener("change", () => {
    const value = Number(partial.value);
    view.maxFpr = value > 0 && value <= 1 ? value : 1;
    partial.value = String(view.maxFpr);
    view.partials = null;
    drawLegend(view);
    drawRoc(view);
    settle(view);
  });
  const keys = (event) => onKey(view, event);
  view.root.addEventListener("keydown", keys);
  const escape = (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && document.activeElement === document.body) clearAll(view);
  };
  document.addEventListener("keydown", escape);
  let width = view.root.clientWidth;
  const observer = new ResizeObserver(() => {
    if (Math.abs(view.root.clientWidth - width) < 2 || view.root.clientWidth === 0) return;
    width = view.root.clientWidth;
    cancelAnimationFrame(view.resizing);
    view.resizing = requestAnimationFrame(() => drawAll(view));
  });
  observer.observe(view.root);
  view.detach = () => {
    observer.disconnect();
    document.removeEventListener("keydown", escape);
    for (const plot of [scatter, score, roc]) Plotly.purge(plot);
  };
}

function hoverCurve(view, event) {
  const point = event.points[0];
  const solution = view.model.byId.get(point.data.name);
  if (!solution) return;
  clearTimeout(view.hovering);
  view.hover = { solution, vertex: point.pointIndex };
  if (view.hoverFrame) return;
  view.hoverFrame = requestAnimationFrame(() => {
    view.hoverFrame = 0;
    showThreshold(view);
  });
}

function onKey(view, event) {
  if (event.target.tagName === "INPUT" && event.key !== "Escape") return;
  const size = event.shiftKey ? 10 : 1;
  const acts = {
    ArrowLeft: () => stepThreshold(view, -size),
    ArrowRight: () => stepThreshold(view, size),
    ArrowUp: () => stepSolution(view, -1),
    ArrowDown: () => stepSolution(view, 1),
    Escape: () => clearAll(view),
  };
  if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  acts[event.key]();
}
