// Every reach into plotly's insides. Plotly promises none of what is used here, underscored fields and
// the conversions of its axes, and offers nothing public instead. No other script reaches in: a test
// holds that, and that the plotly.js which is shipped is one with which these were found to hold. (The
// elements that plotly draws are known where they are looked for, in drawing.js and listeners.js.)

// Add a version after the tests have passed with it, those in the browser too.
export const CHECKED_VERSIONS = ["4.1"];

// Width and height of a chart as it is drawn; null before the first time.
export function drawnSize(plot) {
  const full = plot._fullLayout;
  return full ? { width: full.width, height: full.height } : null;
}

// An axis ("xaxis2") as it is drawn, with its place in the chart in pixels; null when there is none.
// `pixel` and `value` turn data into pixels from the start of the axis and back; `linearPixel` is the
// quick way for very many numbers on an axis that is not logarithmic.
export function drawnAxis(plot, name) {
  const axis = plot._fullLayout?.[name];
  if (!axis) return null;
  return {
    range: axis.range, offset: axis._offset, length: axis._length,
    pixel: (value) => axis.d2p(value), value: (pixel) => axis.p2d(pixel), linearPixel: (value) => axis.l2p(value),
  };
}

// Objects to be drawn as selected from the next redraw on; null for no selection at all.
export function markSelected(plot, objects) {
  for (const trace of [...plot.data, ...plot._fullData]) trace.selectedpoints = objects ?? undefined;
}
