// The clustering by hand as a solution like those of the algorithms: its score, curve and errors are
// counted here from ranks that are fetched when the first edit begins, or else by Python.

import { h } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { countPairs, partialArea, thinned, unpackRanks, worstPairs } from "./counting.js";
import { allClusters, clustersOf, merged, moved, movedCount, newCluster, split } from "./editing.js";
import { NOISE } from "./model.js";
import { HAND } from "./state.js";
import { follow } from "./view.js";

const made = new WeakMap(); // from a clustering in the state to its solution
const SHARE_MS = 80;
let versions = 0;

// From here on the view can score what is made by hand.
export function prepareHand(view) {
  view.handSolution = (hand) => handSolution(view, hand);
  view.handShare = () => handShare(view);
}

export function attachHand(view) {
  const { tools, moveTo } = view.parts;
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-edit]");
    if (button) edit(view, button.dataset.edit);
  });
  moveTo.addEventListener("change", () => {
    const { value } = moveTo;
    moveTo.value = "";
    if (value !== "") edit(view, "move", Number(value));
  });
}

function handSolution(view, hand) {
  const known = made.get(hand);
  if (known && (known.aucc !== null || known.problem || !canCount(view, hand))) return known;
  const solution = solutionOf(view, hand);
  made.set(hand, solution);
  if (solution.pending) loadRanks(view);
  return solution;
}

const canCount = (view, hand) => view.ranked !== null || isAnswered(view, hand);

// Whether Python's last answer is about these labels.
function isAnswered({ counted }, hand) {
  return counted !== null && counted.labels.every((label, i) => label === hand.labels[i]);
}

function solutionOf(view, hand) {
  const { labels } = hand;
  const { model } = view;
  const origin = model.byId.get(hand.origin) ?? view.startOf();
  const clusters = allClusters(labels);
  versions += 1;
  const base = {
    id: HAND, algorithm: HAND, label: "By hand", k: clusters.length, colours: labels, origin: hand.origin, version: versions,
    coverage: labels.filter((label) => label !== NOISE).length / labels.length,
    score: null, margin: null, second: null, aucc: null, d: new Float64Array(1), apart: [], together: [],
  };
  const problem = problemOf(labels, clusters);
  if (problem) return { ...base, problem, reading: `<b>By hand, k = ${base.k}</b>. ${problem}` };
  const counted = view.ranked ? counts(view, labels) : isAnswered(view, hand) ? view.counted : null;
  if (!counted) return { ...base, pending: true, reading: `<b>By hand, k = ${base.k}</b>. Counting its pairs …` };
  const solution = {
    ...base, ...counted,
    fpr: counted.fp.map((count) => count / counted.N),
    tpr: counted.tp.map((count) => count / counted.P),
  };
  return { ...solution, reading: reading(view, solution, origin) };
}

function counts({ ranked, model }, labels) {
  const whole = countPairs(ranked, labels);
  const partial = (rate) => partialArea(countPairs(ranked, labels), rate).toFixed(4);
  return { aucc: whole.aucc, ...thinned(ranked, whole), ...worstPairs(ranked, labels, model.drawn), partial };
}

// What cannot be scored, in words; null for the rest.
export function problemOf(labels, clusters) {
  const kept = labels.filter((label) => label !== NOISE).length;
  if (clusters.length === 0) return "Every object is left out as noise: there are no pairs, so no curve and no AUCC.";
  if (clusters.length === 1) return "All objects are in one cluster: no pair is kept apart, so there is no curve and no AUCC.";
  if (clusters.length === kept) return "Every object is alone: no pair is put together, so there is no curve and no AUCC.";
  return null;
}

function reading(view, hand, origin) {
  const changed = movedCount(hand.colours, origin.colours);
  const gap = Math.abs(hand.aucc - origin.aucc);
  const digits = Math.max(4, view.digits);
  const beside = Number(gap.toFixed(digits)) === 0 ? "as" : `${gap.toFixed(digits)} ${hand.aucc > origin.aucc ? "above" : "below"}`;
  const told = `<b>By hand, k = ${hand.k}</b>: AUCC ${hand.aucc.toFixed(digits)}, ${beside} ${origin.label}, k = ${origin.k}`;
  // Labels that were brought began from none, and number their clusters their own way.
  if (origin.id !== hand.origin) return `${told}.`;
  return `${told}, from which it began; ${plural(changed, "object differs", "objects differ")}.`;
}

// The ranks, fetched once; until they are here the score is missing, not wrong.
export async function loadRanks(view) {
  if (!view.ranksAddress || view.ranked) return;
  const address = view.ranksAddress;
  view.loading ??= fetch(new URL(address, document.baseURI)).then(async (response) => {
    if (!response.ok) throw new Error("The ranks of the pairs could not be fetched. Reload the page to try again.");
    const ranked = unpackRanks(await response.arrayBuffer());
    if (view.ranksAddress === address) view.ranked = ranked;
  }).catch((error) => {
    view.loading = null;
    view.parts.failure.hidden = false;
    view.parts.failure.textContent = error.message;
  });
  await view.loading;
  if (view.state.hand && view.ranked) {
    follow(view);
    await view.draw();
  }
}

// Other data have other ranks.
export function forgetRanks(view, address) {
  if (view.ranksAddress === address) return;
  Object.assign(view, { ranksAddress: address, ranked: null, loading: null, counted: null });
}

export async function edit(view, name, cluster = null) {
  if (["undo", "redo", "drop"].includes(name)) {
    await view.change(name);
    return;
  }
  const { focus } = view.shown;
  const { selected } = view.state;
  if (!selected) return;
  const labels = focus.colours;
  const touched = clustersOf(labels, selected);
  if (name === "split") await loadRanks(view);
  const next = {
    move: () => moved(labels, selected, cluster),
    new: () => newCluster(labels, selected),
    merge: () => merged(labels, selected),
    split: () => (view.ranked ? split(view.ranked, labels, touched[0]) : labels),
  }[name]();
  if (next.every((label, i) => label === labels[i])) return;
  await view.change("edit", { origin: focus.id === HAND ? view.state.hand.origin : focus.id, labels: next });
}

const WAYS = {
  move: "Move the selected objects to another cluster",
  new: "Put the selected objects into a cluster of their own",
  merge: "Merge the clusters of the selected objects into one",
  split: "Split the cluster of the selected objects in two, around its two most central objects",
};

// Whether the objects are one cluster, all of it.
function isCluster(labels, objects, touched) {
  return touched.length === 1 && objects.length === labels.filter((label) => label === touched[0]).length;
}

// Which edits are possible now; what is not says why.
export function drawHandTools(view) {
  const { tools, moveTo } = view.parts;
  const { model, state, shown } = view;
  const labels = shown.focus.colours;
  const touched = state.selected ? clustersOf(labels, state.selected) : [];
  const whole = model.of === model.n;
  const refusal = (name) => {
    if (!whole) return "Clusterings by hand are for data of which every object is drawn";
    if (!state.selected) return "Select objects first: drag a frame around them, or click one to take its cluster";
    if (name === "new" && isCluster(labels, state.selected, touched)) return "The selected objects are a cluster already";
    if (name === "merge" && touched.length < 2) return "The selected objects are in one cluster: select some of another one too";
    if (name === "split" && touched.length !== 1) return "Select objects of a single cluster";
    if (name === "split" && !view.ranksAddress) return "For up to 2,000 objects";
    return null;
  };
  const from = shown.focus.id === HAND ? "" : `. This begins a clustering by hand from ${shown.focus.label}, k = ${shown.focus.k}`;
  for (const [name, title] of Object.entries(WAYS)) {
    const control = name === "move" ? moveTo : tools.querySelector(`[data-edit="${name}"]`);
    const why = refusal(name);
    control.disabled = why !== null;
    control.title = why ?? title + from;
  }
  tools.querySelector('[data-edit="undo"]').disabled = state.past.length === 0;
  tools.querySelector('[data-edit="redo"]').disabled = state.future.length === 0;
  tools.querySelector('[data-edit="drop"]').hidden = state.hand === null;
  if (document.activeElement === moveTo) return;
  moveTo.replaceChildren(h("option", { value: "" }, "Move to …"),
    ...allClusters(labels).filter((label) => touched.length !== 1 || label !== touched[0])
      .map((label) => h("option", { value: label }, `cluster ${label + 1}`)));
}

// The curve of the selected objects' pairs alone, of a clustering that only the browser knows.
function handShare(view) {
  const { state, shown } = view;
  const { focus } = shown;
  if (focus.id !== HAND || focus.aucc === null || !view.ranked || !state.selected) return null;
  const last = view.lastHandShare;
  if (last?.labels === focus.colours && last.selected === state.selected) return last.share;
  // Another walk over all pairs: after the score has been drawn, not before.
  clearTimeout(view.sharing);
  view.sharing = setTimeout(() => {
    view.lastHandShare = { labels: focus.colours, selected: state.selected, share: shareOf(view.ranked, focus, state.selected) };
    view.draw();
  }, SHARE_MS);
  return null;
}

function shareOf(ranked, focus, selected) {
  const mask = new Uint8Array(ranked.n);
  selected.forEach((i) => {
    mask[i] = 1;
  });
  const found = { id: HAND, objects: selected.length, version: focus.version };
  const own = countPairs(ranked, focus.colours, mask);
  if (!own) return { ...found, sentence: "Their own pairs are of one kind only, so there is no curve." };
  const curve = thinned(ranked, own);
  const share = (part, all) => `${Math.round((100 * part) / all)}%`;
  return {
    ...found, aucc: own.aucc, pairs: own.P + own.N,
    sentence: `They are in ${share(own.P, focus.P)} of the pairs put together and ${share(own.N, focus.N)} of the pairs kept apart. `
      + `Those pairs alone score AUCC ${own.aucc.toFixed(4)} (dashed curve).`,
    fpr: curve.fp.map((v) => v / own.N), tpr: curve.tp.map((v) => v / own.P),
  };
}
