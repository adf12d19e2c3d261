// The listeners: pointer, keys, size. All of them are attached once, when the charts are there, and
// all of them do the same: they say by name what changes.

import { rangeIn } from "./axes.js";
import { clusterMembers, evenVertex } from "./model.js";
import { attachHand } from "./hand.js";
import { measureTop } from "./layout.js";
import { pinsWith } from "./panels.js";
import { plotly } from "./plotly.js";
import { drawPoints, objectAt, objectsInside } from "./points.js";
import { attachGrip } from "./roc.js";
import { attachSaving } from "./save.js";
import { objectText } from "./scatter.js";
import { stepped } from "./state.js";
import { axisSuffix } from "./theme.js";

export function attach(view) {
  if (view.detach) return;
  attachScatter(view);
  attachTitles(view);
  attachHand(view);
  attachSaving(view);
  attachScore(view);
  attachRoc(view);
  attachButtons(view);
  attachRocTools(view);
  const ends = [attachKeys(view), attachSize(view), attachPress(view)];
  view.detach = () => {
    ends.forEach((end) => end());
    // Plotly goes on with what it has begun, and breaks on a chart that is gone by then.
    for (const chart of ["scatter", "score", "roc"]) {
      const plot = view.parts[chart];
      view.turns[chart]?.then(() => plotly().purge(plot));
    }
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

// The tools of the scatter plots are plotly's; which objects they are about is looked up here.
function attachScatter(view) {
  const { scatter, tip } = view.parts;
  const letters = ["x", "y"].map((letter) => Array.from({ length: 9 }, (_, p) => `${letter}axis${axisSuffix(p)}`));
  const rangesIn = (event) => {
    const [x, y] = letters.map((names) => rangeIn(event, names));
    return x || y ? { x: x ?? scatter.layout.xaxis.range, y: y ?? scatter.layout.yaxis.range } : null;
  };
  let pressed = null;
  scatter.on("plotly_selected", (event) => {
    if (view.quiet || !event || !(event.range || event.lassoPoints)) return; // a click: see below
    view.change("select", objectsInside(view.model, event));
    // The frame goes: the faded points say the same. Plotly adds it after telling us.
    setTimeout(() => {
      if (scatter.layout.selections?.length) view.quietly(() => plotly().relayout(scatter, { selections: [] }));
    }, 0);
  });
  scatter.on("plotly_relayouting", (event) => {
    view.live = rangesIn(event);
    drawPoints(view);
  });
  scatter.on("plotly_relayout", (event) => {
    view.live = null;
    if (view.quiet) return;
    if (event.dragmode) view.change("tool", event.dragmode);
    const ranges = rangesIn(event);
    if (ranges) view.change("zoom", ranges);
  });
  scatter.on("plotly_doubleclick", () => view.change("zoom", null));
  scatter.addEventListener("pointerdown", (event) => {
    pressed = onPlot(event) ? [event.clientX, event.clientY] : null;
  }, true);
  scatter.addEventListener("click", (event) => {
    const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 5;
    if (!still || !onPlot(event) || event.detail > 1) return;
    const hit = objectAt(view, event);
    if (hit) view.change("select", clusterMembers(hit.solution, hit.object));
    else if (["select", "lasso"].includes(view.state.tool)) view.change("select", null);
  });
  scatter.addEventListener("mousemove", (event) => {
    const hit = event.buttons === 0 && objectAt(view, event);
    tip.hidden = !hit;
    if (!hit) return;
    tip.innerHTML = objectText(view, hit.solution, hit.object);
    const box = scatter.parentElement.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    Object.assign(tip.style, { left: `${Math.min(x + 12, box.width - tip.offsetWidth)}px`, top: `${y + 12}px` });
  });
  scatter.addEventListener("mouseleave", () => {
    tip.hidden = true;
  });
}

function attachTitles(view) {
  const { titles, unpin } = view.parts;
  titles.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) view.change("focus", button.dataset.id);
  });
  unpin.addEventListener("click", () => view.change("pin", []));
  titles.addEventListener("change", (event) => {
    view.change("pin", pinsWith(view, Number(event.target.dataset.panel), event.target.value));
  });
}

function attachScore(view) {
  const { score } = view.parts;
  onPointClick(score, (point) => {
    if (typeof point.customdata === "string") view.change("focus", point.customdata);
    score.focus({ preventScroll: true, focusVisible: false });
  });
}

function attachRoc(view) {
  const { roc } = view.parts;
  const isCurve = (name) => view.shown.curves.some(({ id }) => id === name);
  let leaving = 0;
  let frame = 0;
  roc.on("plotly_hover", (event) => {
    const [point] = event.points;
    if (!isCurve(point.data.name)) return;
    clearTimeout(leaving);
    view.hovered = { id: point.data.name, vertex: point.pointIndex };
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (view.hovered) view.change("hover", view.hovered);
    });
  });
  roc.on("plotly_unhover", () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      view.hovered = null;
      view.change("hover", null);
    }, 120);
  });
  onPointClick(roc, (point) => {
    view.hovered = null;
    if (isCurve(point.data.name)) view.change("focus", point.data.name, point.pointIndex);
    roc.focus({ preventScroll: true, focusVisible: false });
  });
  roc.on("plotly_relayout", (event) => {
    if (view.quiet) return;
    const { state } = view;
    const [x, y, x2, y2] = ["xaxis", "yaxis", "xaxis2", "yaxis2"].map((name) => rangeIn(event, [name]));
    if (x || y) view.change("zoomRoc", { x: x ?? roc.layout.xaxis.range, y: y ?? roc.layout.yaxis.range });
    if (x2 || y2) {
      const { inset } = state;
      const [[x0, x1], [y0, y1]] = [x2 ?? [inset.x0, inset.x1], y2 ?? [inset.y0, inset.y1]];
      view.change("inset", { x0, x1, y0, y1 });
    }
  });
  roc.on("plotly_doubleclick", () => view.change("zoomRoc", null));
}

export function stepThreshold(view, step) {
  const { focus } = view.shown;
  if (focus.aucc) view.change("hold", stepped(view.state, evenVertex(focus), step, focus.d.length - 1));
}

function stepSolution(view, step) {
  const { curves, focus } = view.shown;
  const next = curves[curves.indexOf(focus) + step];
  if (next) view.change("focus", next.id);
}

function attachButtons(view) {
  const { legend, chips, clear, nearer, farther, move, resize } = view.parts;
  for (const list of [legend, chips]) {
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) view.change("focus", button.dataset.id);
    });
  }
  clear.addEventListener("click", () => view.change("clear"));
  nearer.addEventListener("click", () => stepThreshold(view, -1));
  farther.addEventListener("click", () => stepThreshold(view, 1));
  attachGrip(view, move, "all");
  attachGrip(view, resize, "corner");
}

function attachRocTools(view) {
  const { log, inset, partial } = view.parts;
  log.addEventListener("change", () => view.change("log", log.checked));
  inset.addEventListener("change", () => view.change("inset", { on: inset.checked }));
  partial.addEventListener("change", () => {
    view.partials = null;
    view.change("area", Number(partial.value));
    partial.value = String(view.state.maxFpr);
  });
}

// Keys work inside the view; Escape and undo also wherever nothing else has the keyboard.
function attachKeys(view) {
  const inside = (event) => onKey(view, event);
  view.root.addEventListener("keydown", inside);
  const elsewhere = (event) => {
    if (event.defaultPrevented || document.activeElement !== document.body) return;
    if (event.key === "Escape" || event.ctrlKey || event.metaKey) onKey(view, event);
  };
  document.addEventListener("keydown", elsewhere);
  return () => {
    view.root.removeEventListener("keydown", inside);
    document.removeEventListener("keydown", elsewhere);
  };
}

function onKey(view, event) {
  if (["INPUT", "SELECT"].includes(event.target.tagName) && event.key !== "Escape" && event.target.type !== "checkbox") return;
  const act = actOf(view, event);
  if (!act) return;
  event.preventDefault();
  act();
}

function actOf(view, event) {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z") return () => view.change(event.shiftKey ? "redo" : "undo");
    return key === "y" ? () => view.change("redo") : null;
  }
  const size = event.shiftKey ? 10 : 1;
  return {
    ArrowLeft: () => stepThreshold(view, -size),
    ArrowRight: () => stepThreshold(view, size),
    ArrowUp: () => stepSolution(view, -1),
    ArrowDown: () => stepSolution(view, 1),
    Escape: () => view.change("clear"),
  }[event.key] ?? null;
}

// While a button is down on a chart plotly may be following a drag in it, and loses hold of it when
// the chart is made anew. What changes meanwhile is drawn when the button has come up.
function attachPress(view) {
  for (const chart of [view.parts.scatter, view.parts.score, view.parts.roc]) {
    chart.addEventListener("pointerdown", (event) => {
      if (onPlot(event)) view.pressed = chart;
    }, true);
  }
  const release = () => {
    if (!view.pressed) return;
    view.pressed = null;
    if (view.waits) setTimeout(() => view.draw(), 0); // once plotly has told of the drag
    view.waits = false;
  };
  const released = (event) => {
    if (event.buttons === 0) release(); // it came up where nobody heard of it
  };
  window.addEventListener("pointerup", release, true);
  window.addEventListener("pointercancel", release, true);
  window.addEventListener("pointermove", released, true);
  return () => {
    window.removeEventListener("pointerup", release, true);
    window.removeEventListener("pointercancel", release, true);
    window.removeEventListener("pointermove", released, true);
  };
}

function attachSize(view) {
  let size = [view.root.clientWidth, window.innerHeight];
  const look = () => {
    const now = [view.root.clientWidth, window.innerHeight];
    if (now[0] === 0 || (Math.abs(now[0] - size[0]) < 2 && now[1] === size[1])) return;
    size = now;
    cancelAnimationFrame(view.resizing);
    view.resizing = requestAnimationFrame(() => {
      measureTop(view);
      view.draw();
    });
  };
  const observer = new ResizeObserver(look);
  observer.observe(view.root);
  window.addEventListener("resize", look);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", look);
  };
}
