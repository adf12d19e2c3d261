// The frame that shows in the main plot what the inset enlarges; drag it, resize it, or use arrows.

function placeBox(view) {
  const { box, roc } = view.parts;
  box.hidden = !view.inset.on;
  if (!view.inset.on || !roc._fullLayout) return;
  const { xaxis, yaxis } = roc._fullLayout;
  const floor = logFloor(view) / 2;
  const px = (value) => {
    const shown = view.log ? Math.max(value, floor) : value;
    return Math.min(Math.max(xaxis.d2p(shown), 0), xaxis._length) + xaxis._offset;
  };
  const py = (value) => Math.min(Math.max(yaxis.d2p(value), 0), yaxis._length) + yaxis._offset;
  const [left, right] = [px(view.inset.x0), px(view.inset.x1)];
  const [top, bottom] = [py(view.inset.y1), py(view.inset.y0)];
  Object.assign(box.style, {
    left: `${left}px`, top: `${top}px`,
    width: `${Math.max(right - left, 6)}px`, height: `${Math.max(bottom - top, 6)}px`,
  });
}

// Pixels moved to rates; on the logarithmic axis through the axis itself.
function moved(view, start, dx, dy, sides) {
  const { xaxis, yaxis } = view.parts.roc._fullLayout;
  const shiftX = (value) => {
    const floor = logFloor(view) / 2;
    return xaxis.p2d(xaxis.d2p(view.log ? Math.max(value, floor) : value) + dx);
  };
  const shiftY = (value) => yaxis.p2d(yaxis.d2p(value) + dy);
  const next = { ...start };
  if (sides === "all") {
    const x0 = Math.max(0, shiftX(start.x0));
    const width = start.x1 - start.x0;
    const height = start.y1 - start.y0;
    next.x0 = Math.min(x0, 1.01 - width);
    next.x1 = next.x0 + width;
    next.y0 = Math.min(Math.max(shiftY(start.y0), -0.01), 1.015 - height);
    next.y1 = next.y0 + height;
  } else {
    next.x1 = Math.min(Math.max(shiftX(start.x1), start.x0 + 0.002), 1.01);
    next.y0 = Math.max(Math.min(shiftY(start.y0), start.y1 - 0.01), -0.01);
  }
  return next;
}

function setInset(view, next) {
  Object.assign(view.inset, next);
  placeBox(view);
  if (view.insetFrame) return;
  view.insetFrame = requestAnimationFrame(() => {
    view.insetFrame = 0;
    const { x0, x1, y0, y1 } = view.inset;
    view.quietly(() => Plotly.relayout(view.parts.roc, { "xaxis2.range": [x0, x1], "yaxis2.range": [y0, y1] }));
  });
}

function attachGrip(view, grip, sides) {
  grip.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    grip.setPointerCapture(down.pointerId);
    const start = { ...view.inset };
    const move = (event) => setInset(view, moved(view, start, event.clientX - down.clientX, event.clientY - down.clientY, sides));
    const up = () => {
      grip.removeEventListener("pointermove", move);
      grip.removeEventListener("pointerup", up);
      grip.removeEventListener("pointercancel", up);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", up);
    grip.addEventListener("pointercancel", up);
  });
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    setInset(view, moved(view, { ...view.inset }, step[0], step[1], sides));
  });
}
