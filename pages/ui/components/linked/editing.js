// What can be done to a clustering by hand: labels in, labels out. A cluster's number is its label
// plus one; a new cluster takes the smallest number that is free.

import { NOISE } from "./model.js";
import { pairAt } from "./counting.js";

// The clusters that hold some of the objects, ascending.
export function clustersOf(labels, objects) {
  return [...new Set(objects.map((i) => labels[i]))].filter((label) => label !== NOISE).sort((a, b) => a - b);
}

export function allClusters(labels) {
  return clustersOf(labels, Array.from(labels, (_, i) => i));
}

function freeLabel(labels) {
  const taken = new Set(labels);
  let label = 0;
  while (taken.has(label)) label += 1;
  return label;
}

export function moved(labels, objects, label) {
  const next = Uint16Array.from(labels);
  objects.forEach((i) => {
    next[i] = label;
  });
  return next;
}

export const newCluster = (labels, objects) => moved(labels, objects, freeLabel(moved(labels, objects, NOISE)));

// All clusters of the objects become one, with the smallest of their numbers.
export function merged(labels, objects) {
  const clusters = new Set(clustersOf(labels, objects));
  const into = Math.min(...clusters);
  return labels.map((label) => (clusters.has(label) ? into : label));
}

// The cluster falls into two parts, each around its most central object (the one whose ranks to the
// others add up to the least). It begins with two far ones and goes on until nothing moves. The part
// that is larger keeps the number.
export function split(ranked, labels, cluster) {
  const members = [];
  labels.forEach((label, i) => {
    if (label === cluster) members.push(i);
  });
  if (members.length < 2) return labels;
  const rank = (i, j) => (i === j ? -1 : ranked.groups[pairAt(ranked.n, i, j)]);
  const farthest = (from) => members.reduce((best, i) => (rank(from, i) > rank(from, best) ? i : best), from);
  let centres = [farthest(members[0])];
  centres = [centres[0], farthest(centres[0])];
  let parts = [];
  for (let round = 0; round < 20; round += 1) {
    parts = [[], []];
    members.forEach((i) => parts[rank(i, centres[1]) < rank(i, centres[0]) ? 1 : 0].push(i));
    const next = parts.map((part, side) => centreOf(part, rank) ?? centres[side]);
    if (next.every((centre, side) => centre === centres[side])) break;
    centres = next;
  }
  const [small] = parts.sort((a, b) => a.length - b.length);
  return moved(labels, small, freeLabel(labels));
}

function centreOf(part, rank) {
  let [best, centre] = [Infinity, null];
  for (const i of part) {
    let sum = 0;
    for (const j of part) sum += rank(i, j);
    if (sum < best) [best, centre] = [sum, i];
  }
  return centre;
}

// Objects that are not where they began. Both sides number alike.
export const movedCount = (labels, before) => labels.reduce((count, label, i) => count + (label !== before[i]), 0);
