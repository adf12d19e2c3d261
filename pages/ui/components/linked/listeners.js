// The listeners: pointer, keys, size. All of them are attached once, when the charts are there.

import { cloudObjectAt, drawCloud, objectsInside } from "./cloud.js";
import { drawAll, drawRoc, showThreshold } from "./drawing.js";
import { clearAll, focusOn, select, settle, stepSolution, stepThreshold } from "./linking.js";
import { clusterMembers, isCloud } from "./model.js";
import { drawnAxis } from "./plotly_internals.js";
import { drawLegend } from "./reading.js";
import { attachGrip, placeBox } from "./roc.js";
import { attachSaving } from "./save.js";
import { objectText } from "./scatter.js";
import { expose } from "./state.js";

export function attach(view) {
  if (view.detach) return;
  attachScatter(view);
  attachCloud(view);
  attachSaving(view);
  attachScore(view);
  attachRoc(view);
  attachButtons(view);
  attachRocTools(view);
  const ends = [attachKeys(view), attachSize(view)];
  view.detach = () => {
    ends.forEach((end) => end());
    for (const plot of [view.parts.scatter, view.parts.score, view.parts.roc]) Plotly.purge(plot);
  };
}

// A click is about the point that was under the pointer when the button went down. Plotly asks again
// when the button has come up, and answers "nothing" if it has left the point by then: because the
// chart was drawn in between, or because of the cover that it lays over the page while a button is
// down. Then its own event is missing, the browser's is not. Whichever comes first counts, once. (A
// finger has hovered over nothing: there only plotly knows.)
export function onPointClick(plot, act, missed = () => {}) {
  // Plotly tells of a point once, where the pointer came near it; so far away it is another's.
  const reach = 20;
  let hovered = null;
  let pressed = null;
  let done = false;
  const take = (point) => {
    if (done) return;
    done = true;
    act(point);
  };
  plot.on("plotly_hover", ({ points, event }) => {
    hovered = { point: points[0], x: event?.clientX, y: event?.clientY };
  });
  plot.on("plotly_unhover", () => {
    hovered = null;
  });
  plot.addEventListener("pointerdown", (event) => {
    const near = hovered && Math.hypot(event.clientX - hovered.x, event.clientY - hovered.y) <= reach;
    pressed = near && onPlot(event) ? hovered.point : null;
    done = false;
  }, true);
  plot.on("plotly_click", (event) => take(event.points[0]));
  plot.addEventListener("click", (event) => {
    if (pressed) take(pressed);
    else if (!done && onPlot(event)) missed();
  });
}

// Not on a button or a title.
function onPlot(event) {
  return event.target.closest(".draglayer") !== null;
}

function attachScatter(view) {
  const { scatter } = view.parts;
  scatter.on("plotly_selected", (event) => {
    if (view.quiet) return;
    if (!event || !(event.range || event.lassoPoints)) return; // a click: the browser tells of it
    if (isCloud(view.model)) select(view, objectsInside(view.model, event));
    else select(view, [...new Set(event.points.map((p) => p.pointIndex))].sort((a, b) => a - b));
  });
  scatter.on("plotly_deselect", () => select(view, null));
  const choose = (point) => {
    if (!isCloud(view.model)) select(view, clusterMembers(view.strip[point.curveNumber], point.pointIndex));
  };
  onPointClick(scatter, choose, () => {
    if (!isCloud(view.model) && ["select", "lasso"].includes(view.tool)) select(view, null);
  });
  scatter.on("plotly_clickannotation", (event) => focusOn(view, view.strip[event.index]));
  scatter.on("plotly_relayout", (event) => {
    if (event.dragmode) view.tool = event.dragmode;
  });
}

// A canvas knows nothing of its points: what the pointer is at is looked up.
function attachCloud(view) {
  const { scatter, tip } = view.parts;
  scatter.on("plotly_afterplot", () => drawCloud(view));
  scatter.on("plotly_relayouting", () => drawCloud(view));
  scatter.addEventListener("click", (event) => {
    if (!isCloud(view.model) || !onPlot(event)) return;
    const hit = cloudObjectAt(view, event);
    if (hit) select(view, clusterMembers(hit.solution, hit.object));
    else if (["select", "lasso"].includes(view.tool)) select(view, null);
  });
  scatter.addEventListener("mousemove", (event) => {
    const hit = isCloud(view.model) && event.buttons === 0 && cloudObjectAt(view, event);
    tip.hidden = !hit;
    if (!hit) return;
    tip.innerHTML = objectText(view, hit.solution, hit.object);
    const box = scatter.parentElement.getBoundingClientRect();
    Object.assign(tip.style, { left: `${event.clientX - box.left + 12}px`, top: `${event.clientY - box.top + 12}px` });
  });
  scatter.addEventListener("mouseleave", () => {
    tip.hidden = true;
  });
}

function attachScore(view) {
  const { score } = view.parts;
  onPointClick(score, (point) => {
    const solution = view.model.byId.get(point.customdata);
    if (solution) focusOn(view, solution);
    score.focus({ preventScroll: true, focusVisible: false });
  });
}

function attachRoc(view) {
  const { roc } = view.parts;
  roc.on("plotly_hover", (event) => hoverCurve(view, event));
  roc.on("plotly_unhover", () => {
    clearTimeout(view.hovering);
    view.hovering = setTimeout(() => {
      if (!view.hover) return;
      view.hover = null;
      showThreshold(view);
    }, 120);
  });
  onPointClick(roc, (point) => {
    const solution = view.model.byId.get(point.data.name);
    if (solution) focusOn(view, solution, point.pointIndex);
    roc.focus({ preventScroll: true, focusVisible: false });
  });
  roc.on("plotly_relayout", (event) => {
    if (view.quiet) return;
    const [x, y] = [drawnAxis(roc, "xaxis2"), drawnAxis(roc, "yaxis2")];
    if (x && Object.keys(event).some((key) => key.startsWith("xaxis2") || key.startsWith("yaxis2"))) {
      Object.assign(view.inset, { x0: x.range[0], x1: x.range[1], y0: y.range[0], y1: y.range[1] });
    }
    placeBox(view);
  });
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

function attachButtons(view) {
  const { legend, chips, clear, nearer, farther, move, resize } = view.parts;
  for (const list of [legend, chips]) {
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) focusOn(view, view.model.byId.get(button.dataset.id));
    });
  }
  clear.addEventListener("click", () => clearAll(view));
  nearer.addEventListener("click", () => stepThreshold(view, -1));
  farther.addEventListener("click", () => stepThreshold(view, 1));
  attachGrip(view, move, "all");
  attachGrip(view, resize, "corner");
}

function attachRocTools(view) {
  const { log, inset, partial } = view.parts;
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
}

// Keys work inside the view, and Escape wherever nothing else has the keyboard.
function attachKeys(view) {
  view.root.addEventListener("keydown", (event) => onKey(view, event));
  const escape = (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && document.activeElement === document.body) clearAll(view);
  };
  document.addEventListener("keydown", escape);
  return () => document.removeEventListener("keydown", escape);
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

function attachSize(view) {
  let width = view.root.clientWidth;
  const observer = new ResizeObserver(() => {
    if (Math.abs(view.root.clientWidth - width) < 2 || view.root.clientWidth === 0) return;
    width = view.root.clientWidth;
    cancelAnimationFrame(view.resizing);
    view.resizing = requestAnimationFrame(() => drawAll(view));
  });
  observer.observe(view.root);
  return () => observer.disconnect();
}
