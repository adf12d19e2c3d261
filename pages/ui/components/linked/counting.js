// AUCC, curve and errors of any labels, counted exactly in the browser from integer ranks: the same
// integers as Python's (aucc_core/score). Pairs are sorted once by distance; then one walk over them
// counts a clustering, and all sums are whole numbers far below 2 ** 53.

import { NOISE } from "./model.js";

const MOST_VERTICES = 2000; // a curve of more is thinned, as aucc_core.sweeps.solutions does
const EXACT_PAIRS = 300; // so many pairs apart at its start are never thinned
const DRAWN_ERROR = 5e-4;

// What Python packs (pages/ui/explore/ranks.py): objects, groups of equal distances, each pair's group
// in the order (0, 1), (0, 2) …, each group's distance.
export function unpackRanks(buffer) {
  const [n, count] = new Uint32Array(buffer, 0, 2);
  const pairs = (n * (n - 1)) / 2;
  return sortPairs(n, new Uint32Array(buffer, 8, pairs), new Float32Array(buffer, 8 + 4 * pairs, count));
}

// All pairs from near to far (equal ones in their own order), and where each group of equals ends.
export function sortPairs(n, groups, distances) {
  const starts = new Uint32Array(distances.length + 1);
  for (let p = 0; p < groups.length; p += 1) starts[groups[p] + 1] += 1;
  for (let g = 0; g < distances.length; g += 1) starts[g + 1] += starts[g];
  const ends = starts.slice(1);
  const [first, second] = [new Uint16Array(groups.length), new Uint16Array(groups.length)];
  let p = 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1, p += 1) {
      const at = starts[groups[p]];
      starts[groups[p]] = at + 1;
      first[at] = i;
      second[at] = j;
    }
  }
  return { n, groups, distances, ends, first, second };
}

export const pairAt = (n, i, j) => (i < j ? i * n - (i * (i + 1)) / 2 + j - i - 1 : pairAt(n, j, i));

// Corners of the walk from near to far: accepted pairs together (tp) and apart (fp), and their group.
// They lie in room that the next count uses again; `thinned` copies what is to be kept.
// `chosen`: only pairs with one of these objects (a mask). Objects that are noise are in no pair. The
// score is won / (2 P N): comparisons won count two, tied ones one. Without pairs of both kinds there
// is no score: null.
export function countPairs(ranked, labels, chosen = null) {
  const { first, second, ends } = ranked;
  const { tp, fp, group } = buffersOf(ranked);
  let [size, near, far, won, p, up, right] = [1, 0, 0, 0, 0, true, true];
  for (let g = 0; g < ends.length; g += 1) {
    const nearBefore = near;
    const farBefore = far;
    const end = ends[g];
    for (; p < end; p += 1) {
      const i = first[p];
      const j = second[p];
      const label = labels[i];
      if (label === NOISE || labels[j] === NOISE || (chosen !== null && chosen[i] === 0 && chosen[j] === 0)) continue;
      if (label === labels[j]) near += 1;
      else far += 1;
    }
    const goesUp = near > nearBefore;
    const goesRight = far > farBefore;
    if (!goesUp && !goesRight) continue; // only pairs that do not count
    won -= (near - nearBefore) * (farBefore + far); // pairs apart that were nearer, and half of those as near
    // A vertex in the middle of a straight run is left out.
    if (size === 1 || ((goesRight || right) && (goesUp || up))) size += 1;
    tp[size - 1] = near;
    fp[size - 1] = far;
    group[size - 1] = g;
    up = goesUp;
    right = goesRight;
  }
  if (near === 0 || far === 0) return null;
  won += 2 * near * far;
  const [accepted, wrong, groups] = [tp, fp, group].map((values) => values.subarray(0, size));
  return { P: near, N: far, won, aucc: won / (2 * near * far), tp: accepted, fp: wrong, group: groups };
}

// Room for all vertices there can be, made once: it is as large as the ranks themselves.
function buffersOf(ranked) {
  const size = ranked.ends.length + 1;
  ranked.buffers ??= { tp: new Float64Array(size), fp: new Float64Array(size), group: new Uint32Array(size) };
  return ranked.buffers;
}

// The curve to be drawn: all of its vertices, or fewer as Python thins it, never farther than
// DRAWN_ERROR from the true one, exact at its start.
export function thinned({ distances }, { tp, fp, group, P, N }) {
  const keep = tp.length > MOST_VERTICES ? keptVertices(tp, fp, P, N) : null;
  const kept = (values) => (keep ? values.filter((_, v) => keep[v]) : values.slice());
  const d = Float64Array.from(kept(group), (g, v) => (v === 0 ? 0 : distances[g]));
  return { P, N, tp: kept(tp), fp: kept(fp), d };
}

// From the end of the exact start on, the ends of the longest chords that pass every vertex between
// them within the error, upwards and sideways; each such vertex narrows the slopes that may be taken.
function keptVertices(tp, fp, P, N) {
  const end = tp.length - 1;
  const exact = Math.min(0.001, EXACT_PAIRS / N);
  let first = 0;
  while (first < end && fp[first] / N <= exact) first += 1;
  const keep = new Uint8Array(end + 1).fill(1, 0, first + 1);
  let a = first;
  while (a < end) {
    keep[a] = 1;
    const x = fp[a] / N;
    const y = tp[a] / P;
    let low = 0;
    let high = Infinity;
    let best = a + 1;
    for (let b = a + 1; b <= end && low <= high; b += 1) {
      const dx = fp[b] / N - x;
      const dy = tp[b] / P - y;
      const slope = dx > 0 ? dy / dx : Infinity;
      if (low <= slope && slope <= high) best = b;
      if (dx > 0) {
        low = Math.max(low, (dy - DRAWN_ERROR) / dx);
        high = Math.min(high, (dy + DRAWN_ERROR) / dx);
      } else if (dy > DRAWN_ERROR) low = Infinity;
      if (dy > 0) {
        if (dx > DRAWN_ERROR) high = Math.min(high, dy / (dx - DRAWN_ERROR));
        low = Math.max(low, dy / (dx + DRAWN_ERROR));
      } else if (dx > DRAWN_ERROR) high = 0;
    }
    a = best;
  }
  keep[end] = 1;
  return keep;
}

// The closest pairs apart and the farthest together, up to `limit` of each, as i, j, i, j …
export function worstPairs({ first, second, ends }, labels, limit) {
  const [apart, together] = [[], []];
  const same = (p) => labels[first[p]] === labels[second[p]];
  const counts = (p) => labels[first[p]] !== NOISE && labels[second[p]] !== NOISE;
  for (let p = 0; p < first.length && apart.length < 2 * limit; p += 1) {
    if (counts(p) && !same(p)) apart.push(first[p], second[p]);
  }
  // From the farthest group of equals on; within a group in the order of the pairs.
  for (let g = ends.length - 1; g >= 0 && together.length < 2 * limit; g -= 1) {
    for (let p = g ? ends[g - 1] : 0; p < ends[g] && together.length < 2 * limit; p += 1) {
      if (counts(p) && same(p)) together.push(first[p], second[p]);
    }
  }
  return { apart: Uint32Array.from(apart), together: Uint32Array.from(together) };
}

// The area up to a false positive rate, divided by it.
export function partialArea({ tp, fp, P, N }, rate) {
  let area = 0;
  let [x, y] = [0, 0];
  for (let v = 1; v < fp.length; v += 1) {
    const [nextX, nextY] = [fp[v] / N, tp[v] / P];
    if (nextX > rate) {
      const at = y + ((rate - x) / (nextX - x)) * (nextY - y);
      return (area + ((rate - x) * (y + at)) / 2) / rate;
    }
    area += ((nextX - x) * (y + nextY)) / 2;
    [x, y] = [nextX, nextY];
  }
  return area / rate;
}
