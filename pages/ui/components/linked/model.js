// The payload from Python, decoded once: typed arrays and what the charts look up by solution.

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}

const ARRAYS = { f4: Float32Array, f8: Float64Array, u2: Uint16Array, u4: Uint32Array };

// Arrays travel as {t: type, b: base64}; everything else is plain JSON.
function arrayOf(packed) {
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

function modelOf(payload) {
  const solutions = payload.solutions.map(solutionOf);
  const byId = new Map(solutions.map((solution) => [solution.id, solution]));
  const algorithms = payload.algorithms.map((algorithm) => {
    const own = solutions.filter((s) => s.algorithm === algorithm.id).sort((a, b) => a.k - b.k);
    return { ...algorithm, solutions: own, best: bestOf(own) };
  });
  return {
    ...payload,
    x: arrayOf(payload.x),
    y: arrayOf(payload.y),
    truth: payload.truth && { ...payload.truth, codes: arrayOf(payload.truth.codes) },
    solutions,
    byId,
    algorithms: algorithms.filter((a) => a.solutions.length > 0),
    best: overallBest(solutions),
  };
}

// The first of equals: fewer clusters say the same with less.
function bestOf(solutions) {
  return solutions.reduce((best, s) => (best === null || s.aucc > best.aucc ? s : best), null);
}

// A solution that leaves objects out as noise scores easier pairs; it leads only among its like.
function overallBest(solutions) {
  const whole = solutions.filter((s) => s.coverage === 1);
  return bestOf(whole.length ? whole : solutions);
}

function algorithmOf(model, solution) {
  return model.algorithms.find((a) => a.id === solution.algorithm);
}

// The solution that the cold and hot colours turn around: the person's k if there is one, else the best.
function referenceOf(model, algorithm) {
  return algorithm.solutions.find((s) => s.k === model.reference) ?? algorithm.best;
}

// `count` neighbouring solutions that hold the one in focus, moved no further than needed.
function stripOf(solutions, focus, count, previous) {
  const at = solutions.indexOf(focus);
  const size = Math.min(count, solutions.length);
  const first = previous && previous.length === size ? solutions.indexOf(previous[0]) : -1;
  let start = at - Math.floor((size - 1) / 2);
  if (first >= 0 && first <= at && at < first + size) start = first;
  start = Math.max(0, Math.min(start, solutions.length - size));
  return solutions.slice(start, start + size);
}
