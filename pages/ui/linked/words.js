// Numbers and sentences as people read them.

const counts = new Intl.NumberFormat("en-US");

function distanceText(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "∞";
}

// Enough digits to tell the solutions apart, never more than six nor than are known.
function scoreDigits(solutions) {
  const values = solutions.map((s) => s.aucc);
  const known = Math.min(6, ...solutions.map((s) => s.margin?.digits ?? 6));
  if (known < 6) return known;
  for (let digits = 3; digits < 6; digits += 1) {
    const shown = new Set(values.map((v) => v.toFixed(digits)));
    if (shown.size === new Set(values).size && !shown.has((1).toFixed(digits))) return digits;
  }
  return 4;
}

function plural(count, one, many) {
  return `${counts.format(count)} ${count === 1 ? one : many}`;
}

function nameOf(model, solution) {
  const many = model.algorithms.length > 1;
  return many ? `${solution.label}, k = ${solution.k}` : `k = ${solution.k}`;
}

// What the distance threshold at a vertex says, with Python's counts.
function errorsAt(solution, vertex) {
  return {
    distance: solution.d[vertex],
    falsePositives: solution.fp[vertex],
    falseNegatives: solution.P - solution.tp[vertex],
  };
}

// How many of the listed worst pairs are errors at a vertex. They are listed in order, so with all
// pairs at hand the counts say it; where only some objects were looked at, the distances do.
function drawnErrors(solution, vertex) {
  const { distance, falsePositives, falseNegatives } = errorsAt(solution, vertex);
  if (!solution.margin) return { apart: falsePositives, together: falseNegatives };
  const { apart, together } = solution.margin;
  return {
    apart: apart.filter((d) => d <= distance).length,
    together: together.filter((d) => d > distance).length,
  };
}

function thresholdSentence(solution, vertex, drawn) {
  const { distance, falsePositives, falseNegatives } = errorsAt(solution, vertex);
  if (solution.margin) {
    return (
      `At distance ≤ ${distanceText(distance)}: ${solution.margin.band ? "" : "about "}`
      + `<b class="apart">${plural(falsePositives, "pair is close but apart", "pairs are close but apart")}</b>`
      + ` (false positives), <b class="together">${plural(falseNegatives, "pair is far but together", "pairs are far but together")}</b>`
      + " (false negatives); some of them are drawn."
    );
  }
  return (
    `At distance ≤ ${distanceText(distance)}: `
    + `<b class="apart">${plural(falsePositives, "pair is close but apart", "pairs are close but apart")}</b>`
    + ` (false positives${falsePositives > drawn ? `; the ${counts.format(drawn)} closest are drawn` : ""}), `
    + `<b class="together">${plural(falseNegatives, "pair is far but together", "pairs are far but together")}</b>`
    + ` (false negatives${falseNegatives > drawn ? `; the ${counts.format(drawn)} farthest are drawn` : ""}).`
  );
}
