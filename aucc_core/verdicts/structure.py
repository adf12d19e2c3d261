"""`structure_of`: whether there are clusters at all, whichever algorithm is asked about.

Three measurements, each the larger the more the data fall apart, each set beside the same
measurement on data without clusters (`NULL_KINDS`):

* straight: k-means with 2 to 8 clusters. Is there a valley (Hartigan's dip) between neighbouring
  clusters, along the line through their centres and along the line that separates them best?
  Finds overlapping round or long groups in any number of dimensions.
* pieces: many small k-means pieces, joined where there is no valley between neighbours. How deep
  is the valley all along the last border? Finds curved and nested groups.
* dense: the smallest spanning tree over densities. How much sparser is the passage between two
  parts than the parts themselves? Finds groups of any shape that are well apart.

Far objects and slivers count for nothing: the sparsest objects are left out, and a part must have
a share of the objects. Rounded values are spread over their rounding step first. Each measurement
counts by how far it is above the kind of reference that comes nearest to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import ward

from aucc_core.score.inputs import Bools, Floats, Progress
from aucc_core.verdicts.null_data import REFERENCES

# Kinds of data without clusters, all of which the data must stand out from.
NULL_KINDS = ("one_peak", "one_peak_turned", "gaussian")
N_SETS = 20
# A random draw of so many objects stands for more, so many principal axes for more features.
MOST_OBJECTS = 500
_MOST_AXES = 50
FEWEST_OBJECTS = 16
# Share of the objects, the sparsest, that is left out.
_SPARSEST = 0.05
_KS = tuple(range(2, 9))
# Share of the objects, and number, that a cluster (straight) and a part (others) need to count.
_SMALLEST, _FEWEST = 0.04, 6
_SMALLEST_PART, _FEWEST_IN_PART = 0.06, 8
_NEIGHBOURS = 8
# Objects in a piece, about; pieces speak only up to so many dimensions, where they can meet.
_PIECE = 12
_PIECES_UP_TO = 3.2
# How far the separating line is drawn towards the line through the centres.
_RIDGE = 0.2
# Least variance between reference sets, and the height that counts as 1.
_SLACK = {"straight": 3.0, "pieces": 2.0, "dense": 0.1}
_SCALE = {"straight": 1.0, "pieces": 1.5, "dense": 1.5}
# One bent group has valleys along straight lines too. In few dimensions, where gaps can be seen,
# straight valleys therefore count this much alone, and more beside a gap.
_ALONE, _BESIDE = 0.5, 2.0
# What hardly any data without clusters reach; set on generated data of thirteen kinds.
THRESHOLD = 1.5


@dataclass(frozen=True)
class Structure:
    """How far the data stand out from data without clusters.

    Attributes
    ----------
    straight, pieces, dense : each measurement; 0 or less is none.
    """

    straight: float
    pieces: float
    dense: float

    @property
    def strength(self) -> float:
        """The three together: the root of the sum of squares."""
        heights = np.maximum([self.straight, self.pieces, self.dense], 0.0)
        return float(np.sqrt((heights**2).sum()))

    @property
    def is_clustered(self) -> bool:
        """Whether the strength is above what hardly any data without clusters reach."""
        return self.strength >= THRESHOLD


def structure_of(
    X: Floats, *, seed: int, n_sets: int = N_SETS, progress: Progress | None = None
) -> Structure:
    """Whether the rows of X form two groups or more."""
    rng = np.random.default_rng(seed)
    X = _prepared(X, rng)
    if len(X) < FEWEST_OBJECTS or X.shape[1] == 0:
        return Structure(0.0, 0.0, 0.0)
    found = _measure(_without_sparsest(X))
    height = dict.fromkeys(_SCALE, np.inf)
    for done, kind in enumerate(NULL_KINDS):
        draw = REFERENCES[kind].fit(X)
        sets = []
        for at in range(n_sets):
            sets.append(_measure(_without_sparsest(draw(rng))))
            if progress is not None:
                progress(done * n_sets + at + 1, len(NULL_KINDS) * n_sets, kind)
        for name in height:
            drawn = np.array([one[name] for one in sets])
            stands = _stands_out(found[name], drawn, _SLACK[name]) / _SCALE[name]
            height[name] = min(height[name], stands)
    if found["dimension"][0] <= _PIECES_UP_TO:
        height["straight"] = min(height["straight"], _ALONE + _BESIDE * max(height["dense"], 0.0))
    return Structure(**height)


def _stands_out(own: Floats, drawn: Floats, slack: float) -> float:
    """How far the best column of the data is above what a reference set's best column reaches.

    Each reference set is compared with the mean of the others, the data with the mean of all.
    """
    if not np.isfinite(own).any():
        return 0.0
    known = np.isfinite(drawn)
    values = np.where(known, drawn, 0.0)
    count, total = known.sum(axis=0), values.sum(axis=0)
    others = (total - values) / np.maximum(count - known, 1)
    heights = np.where(known, drawn - others, -np.inf).max(axis=1)
    heights = np.where(np.isfinite(heights), heights, 0.0)
    height = np.nanmax(own - total / np.maximum(count, 1))
    return float((height - heights.mean()) / np.sqrt(heights.var(ddof=1) + slack))


def _prepared(X: Floats, rng: np.random.Generator) -> Floats:
    """No constant columns, no rounding, not too many objects or features; of size about 1."""
    if len(X) > MOST_OBJECTS:
        X = X[np.sort(rng.choice(len(X), MOST_OBJECTS, replace=False))]
    largest = float(np.abs(X).max(initial=0.0))
    X = X / largest if largest > 0 else X  # squares of 1e200 must not overflow
    X = X[:, np.ptp(X, axis=0) > 0]
    if not X.size:
        return X
    X = np.column_stack([_spread_out(x, rng) for x in X.T])
    X = X - X.mean(axis=0)
    if X.shape[1] > _MOST_AXES:
        X = X @ np.linalg.svd(X, full_matrices=False)[2][:_MOST_AXES].T
    return np.ascontiguousarray(X / max(float(X.std()), 1e-300))


def _spread_out(x: Floats, rng: np.random.Generator) -> Floats:
    """Rounded values, evenly over the usual step between two of them."""
    values = np.unique(x)
    if len(values) >= 0.9 * len(x):
        return x
    return x + rng.uniform(-0.5, 0.5, len(x)) * np.median(np.diff(values))


def _without_sparsest(X: Floats) -> Floats:
    """All but the objects whose neighbours are farthest."""
    from aucc_core.verdicts import structure_kernels as kernels

    near = min(5, len(X) - 1)
    far = np.partition(kernels.distances_between(X), near, axis=1)[:, near]
    return X[far <= np.quantile(far, 1 - _SPARSEST)]


def _measure(X: Floats) -> dict[str, Floats]:
    """The three measurements (`straight` has two columns for each k) and the dimension."""
    from aucc_core.verdicts import structure_kernels as kernels

    n = len(X)
    tree = ward(X)
    part = max(_FEWEST_IN_PART, int(_SMALLEST_PART * n))
    D = kernels.distances_between(X)
    ordered = np.partition(D, tuple(range(_NEIGHBOURS + 1)), axis=1)[:, : _NEIGHBOURS + 1]
    core = np.ascontiguousarray(ordered[:, -1])
    dimension = _dimension(ordered)
    low = dimension <= _PIECES_UP_TO
    pieces = 0.0
    if low:
        k = int(np.clip(n // _PIECE, 6, 40))
        labels = kernels.kmeans_from(X, kernels.cut_tree(tree, n, k), k)
        pieces = kernels.deepest_border(X, labels, k, part)
    return {
        "straight": _straight(X, tree, core if low else None),
        "pieces": np.array([pieces]),
        "dense": np.array([dimension * kernels.widest_passage(D, core, part)]),
        "dimension": np.array([dimension]),
    }


def _dimension(ordered: Floats) -> float:
    """Intrinsic dimension from the distances to the nearest neighbours (Levina and Bickel)."""
    near = np.maximum(ordered[:, 1:], 1e-300)
    return 1.0 / max(float(np.log(near[:, -1:] / near[:, :-1]).mean()), 1e-3)


def _straight(X: Floats, tree: Floats, core: Floats | None) -> Floats:
    """For each k the pooled valleys between neighbouring clusters, then the deepest one."""
    from aucc_core.verdicts import structure_kernels as kernels

    n = len(X)
    small = max(_FEWEST, int(np.ceil(_SMALLEST * n)))
    pooled, deepest = np.full((2, len(_KS)), np.nan)
    for at, k in enumerate(_KS):
        labels = kernels.kmeans_from(X, kernels.cut_tree(tree, n, k), k)
        kept = np.flatnonzero(np.bincount(labels, minlength=k) >= small)
        if len(kept) < 2:
            continue
        members = [labels == cluster for cluster in kept]
        centres = np.array([X[own].mean(axis=0) for own in members])
        tree_edges = kernels.spanning_tree(kernels.distances_between(centres), np.zeros(len(kept)))
        valleys = []
        for edge in tree_edges:
            a, b = int(edge[0]), int(edge[1])
            valleys.append(_valley_between(X, members[a], members[b], core))
        pooled[at] = np.sum(valleys) / np.sqrt(len(valleys))
        deepest[at] = np.max(valleys)
    return np.concatenate([pooled, deepest])


def _valley_between(X: Floats, a: Bools, b: Bools, core: Floats | None) -> float:
    """Valleys along the line through two centres and along the line that separates them best."""
    from aucc_core.verdicts import structure_kernels as kernels

    one, other = X[a], X[b]
    both = np.concatenate([one, other])
    through = other.mean(axis=0) - one.mean(axis=0)
    centred = np.concatenate([one - one.mean(axis=0), other - other.mean(axis=0)])
    spread = centred.T @ centred / len(both)
    ridge = max(_RIDGE * np.trace(spread) / len(through), 1e-12)
    apart = np.linalg.solve(spread + ridge * np.eye(len(through)), through)
    sparse = np.empty(0) if core is None else np.concatenate([core[a], core[b]])
    return float(
        kernels.valley(both, through, len(one), sparse)
        + kernels.valley(both, apart, len(one), sparse)
    )
