// The payload from Python, decoded once: typed arrays and what the charts look up by solution.
// Which solution is best, which the colours turn around and where the view starts, Python says.

import { clamp } from "../shared/numbers.js";

export const NOISE = 65535;

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}

const ARRAYS = { f4: Float32Array, f8: Float64Array, u2: Uint16Array, u4: Uint32Array };

// Arrays travel as {t: type, b: base64}; everything else is plain JSON.
export function arrayOf(packed) {
  return packed ? new ARRAYS[packed.t](bytesOf(packed.b)) : null;
}

function solutionOf(raw) {
  const [d, tp, fp] = [raw.d, raw.tp, raw.fp].map(arrayOf);
  return {
    ...raw,
    d,
    tp,
    fp,
    // Rates serve for drawing; counts are shown, and they are Python's.
    fpr: Float64Array.from(fp, (count) => count / raw.N),
    tpr: Float64Array.from(tp, (count) => count / raw.P),
    colours: arrayOf(raw.colours),
    apart: arrayOf(raw.apart),
    together: arrayOf(raw.together),
    score: arrayOf(raw.score),
    margin: raw.margin && marginOf(raw.margin),
  };
}

// What is known of a score that is not exact.
function marginOf({ words, digits, apart, together, band }) {
  return {
    words, digits, apart: arrayOf(apart), together: arrayOf(together),
    band: band && { x: arrayOf(band.x), y: arrayOf(band.y) },
  };
}

export function modelOf(payload) {
  const solutions = payload.solutions.map(solutionOf);
  const byId = new Map(solutions.map((solution) => [solution.id, solution]));
  const algorithms = payload.algorithms.map((algorithm) => {
    const own = solutions.filter((s) => s.algorithm === algorithm.id).sort((a, b) => a.k - b.k);
    return { ...algorithm, solutions: own, best: byId.get(algorithm.best), reference: byId.get(algorithm.reference) };
  });
  return {
    ...payload,
    x: arrayOf(payload.x),
    y: arrayOf(payload.y),
    truth: payload.truth && { ...payload.truth, codes: arrayOf(payload.truth.codes) },
    column: payload.column && { ...payload.column, codes: arrayOf(payload.column.codes), values: arrayOf(payload.column.values) },
    solutions,
    byId,
    algorithms: algorithms.filter((a) => a.solutions.length > 0),
  };
}

export function algorithmOf(model, solution) {
  return model.algorithms.find((a) => a.id === solution.algorithm);
}

// `count` neighbouring solutions that hold the one in focus, moved no further than needed.
export function stripOf(solutions, focus, count, previous) {
  const at = solutions.indexOf(focus);
  const size = Math.min(count, solutions.length);
  const first = previous && previous.length === size ? solutions.indexOf(previous[0]) : -1;
  let start = at - Math.floor((size - 1) / 2);
  if (first >= 0 && first <= at && at < first + size) start = first;
  start = clamp(start, 0, solutions.length - size);
  return solutions.slice(start, start + size);
}

// What the distance threshold at a vertex says, with Python's counts.
export function errorsAt(solution, vertex) {
  return {
    distance: solution.d[vertex],
    falsePositives: solution.fp[vertex],
    falseNegatives: solution.P - solution.tp[vertex],
  };
}

// How many of the listed worst pairs are errors at a vertex. They are listed in order, so with all
// pairs at hand the counts say it; where only some objects were looked at, the distances do.
export function drawnErrors(solution, vertex) {
  const { distance, falsePositives, falseNegatives } = errorsAt(solution, vertex);
  if (!solution.margin) return { apart: falsePositives, together: falseNegatives };
  const { apart, together } = solution.margin;
  return {
    apart: apart.filter((d) => d <= distance).length,
    together: together.filter((d) => d > distance).length,
  };
}

// Where as many pairs are called close as are together: as many errors of one kind as of the other.
export function evenVertex(solution) {
  let vertex = 0;
  while (vertex < solution.d.length - 1 && solution.tp[vertex] + solution.fp[vertex] < solution.P) vertex += 1;
  return vertex;
}

// The last vertex within a distance.
export function vertexAt(solution, distance) {
  let vertex = solution.d.length - 1;
  while (vertex > 0 && solution.d[vertex] > distance) vertex -= 1;
  return vertex;
}

// All objects in the cluster of one.
export function clusterMembers(solution, object) {
  const cluster = solution.colours[object];
  const members = [];
  solution.colours.forEach((c, i) => {
    if (c === cluster) members.push(i);
  });
  return members;
}

// What colours an object: its cluster, its true label, or its value in a column of words.
export function codesOf(model, solution) {
  if (model.column?.codes) return model.column.codes;
  return model.colourBy === "truth" && model.truth ? model.truth.codes : solution.colours;
}

// A column's value of an object, for people.
export function valueText({ column }, object) {
  if (column.codes) return column.levels[column.codes[object]] ?? "–";
  const value = column.values[object];
  return Number.isNaN(value) ? "–" : String(+value.toPrecision(6));
}
