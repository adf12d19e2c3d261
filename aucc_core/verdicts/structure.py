"""`structure_of`: whether there are clusters at all, whichever algorithm is asked about.

Three measurements, each the larger the more the data fall apart, each set beside the same
measurement on data without clusters (`NULL_KINDS`):

* straight: k-means with 2 to 8 clusters. Is there a valley (Hartigan's dip) between neighbouring
  clusters, along the line through their centres and along the line that separates them best? In
  few dimensions it counts as far as there is one for who walks from neighbour to neighbour, too: a
  bent group has valleys along straight lines only. Finds overlapping groups in any number of
  dimensions.
* pieces: many small k-means pieces, joined where there is no valley between neighbours. How deep
  is the valley all along the last border? Finds curved and nested groups.
* dense: the smallest spanning tree over densities. How much sparser is the passage between two
  parts than the parts themselves? Finds groups of any shape that are well apart. A small group
  counts where the gap around it is much wider than the steps within it.

Far objects and slivers count for nothing: the sparsest objects are left out (but where the gap
around a small group is looked for), and a part must have a share of the objects. Rounded values are
spread over their rounding step first. Each measurement counts by how far it is above the kind of
reference that comes nearest to it; passages and gaps in few dimensions also by how far they are
above those of objects strewn along one strand of the shape of the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.cluster.hierarchy import ward

from aucc_core.score.inputs import Floats, Progress
from aucc_core.verdicts.null_data import REFERENCES, Draw

# Kinds of data without clusters, all of which the data must stand out from.
NULL_KINDS = ("one_peak", "one_peak_turned", "gaussian")
N_SETS = 20
# So few of each kind will do where the strength is not near the threshold, in multiples of it.
_FEW_SETS = 8
_NEAR = (0.5, 2.0)
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
# A smaller part counts, too, where a gap is wide beside the steps within it.
_SMALLEST_TIGHT, _FEWEST_TIGHT = 0.02, 4
# Steps of a walk go to so many neighbours. Where there are more dimensions than this, all objects
# are about as far from each other, and there is no walking along a shape.
_STEPS_TO = 6
_WALKS_UP_TO = 5.5
# Objects in a piece, about, and how many pieces there must be to say anything; they speak only up
# to so many dimensions, where they can meet.
_PIECE = 12
_FEWEST_PIECES = 10
_PIECES_UP_TO = 3.2
# A strand is as thick as so many times the distances between neighbours.
_STRAND = 1.0
# How far the separating line is drawn towards the line through the centres.
_RIDGE = 0.2
# Least variance between reference sets, and the height that counts as 1.
_SLACK = {"straight": 3.0, "pieces": 2.0, "dense": 0.1, "tight": 0.1}
_SCALE = {"straight": 1.0, "pieces": 1.5, "dense": 1.5, "tight": 1.5}
# Runs on other draws of the objects agree at least so much (adjusted Rand index) where clusters are
# found again. In mixtures (tests/bench/cases.py, k-means) the least is 0.73; in Gaussians of 100
# dimensions with some evidence of clusters the most is 0.21.
FOUND_AGAIN = 0.6
# Evidence of clusters; set on the tuning kinds of tests/bench/one_group.py.
THRESHOLD = 1.3
# Of so many generated sets without clusters, of kinds that nothing was set on, so many reach a
# strength: the last 12 report kinds of `make bench-k ARGS="--only structure --draws 28"`.
WITHOUT_CLUSTERS = 336
REACHING = {THRESHOLD: 39, 2.0: 17, 3.0: 4}


@dataclass(frozen=True)
class Structure:
    """How far the data stand out from data without clusters.

    Attributes
    ----------
    straight, pieces, dense : each measurement; 0 or less is none. ``dense`` is the clearer of
        passages between large parts and gaps around small ones.
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
    def by_chance(self) -> str:
        """How many sets without clusters stand out about as much, in words."""
        level = max((one for one in REACHING if one <= self.strength), default=0.0)
        count = REACHING.get(level, WITHOUT_CLUSTERS)
        of = f"of {WITHOUT_CLUSTERS} generated sets without clusters"
        return f"{count or 'none'} {of} {'reaches' if count == 1 else 'reach'} {level:g}"

    @property
    def is_clustered(self) -> bool:
        """Whether the strength is above what few data without clusters reach."""
        return self.strength >= THRESHOLD

    def is_confirmed(self, agreement: float) -> bool:
        """Whether there are clusters, seen those that were found.

        Valleys between k-means clusters alone do not count where no clusters are found again on
        other draws of the objects: ``agreement`` is how much runs agree at best, NaN if unknown.
        """
        along = replace(self, straight=0.0)
        return self.is_clustered and (not agreement < FOUND_AGAIN or along.is_clustered)


def structure_of(
    X: Floats, *, seed: int, n_sets: int = N_SETS, progress: Progress | None = None
) -> Structure:
    """Whether the rows of X form two groups or more."""
    rng = np.random.default_rng(seed)
    X = _prepared(X, rng)
    if len(X) < FEWEST_OBJECTS or X.shape[1] == 0:
        return Structure(0.0, 0.0, 0.0)
    found = _measure(X)
    draws: dict[str, Callable[[], Mapping[str, Floats]]] = {
        kind: _measured(REFERENCES[kind].fit(X), rng) for kind in NULL_KINDS
    }
    if found["dimension"][0] <= _PIECES_UP_TO:
        draws["strand"] = _gaps(_strand(_without_sparsest(X)), rng)
    drawn: dict[str, list[Mapping[str, Floats]]] = {kind: [] for kind in draws}
    done, total = 0, len(draws) * n_sets
    structure = Structure(0.0, 0.0, 0.0)
    for wanted in (min(_FEW_SETS, n_sets), n_sets):
        for kind, draw in draws.items():
            while len(drawn[kind]) < wanted:
                drawn[kind].append(draw())
                done += 1
                if progress is not None:
                    progress(done, total, kind)
        structure = _above(found, drawn)
        if not _NEAR[0] <= structure.strength / THRESHOLD <= _NEAR[1]:
            break
    return structure


def _measured(draw: Draw, rng: np.random.Generator) -> Callable[[], Mapping[str, Floats]]:
    return lambda: _measure(draw(rng))


def _gaps(draw: Draw, rng: np.random.Generator) -> Callable[[], Mapping[str, Floats]]:
    def measure() -> Mapping[str, Floats]:
        one = draw(rng)
        return {"dense": _dense(one), "tight": _tight(one)}

    return measure


def _above(
    found: Mapping[str, Floats], drawn: Mapping[str, Sequence[Mapping[str, Floats]]]
) -> Structure:
    """Each measurement above the kind of reference that comes nearest to it."""
    height = dict.fromkeys(_SCALE, np.inf)
    for sets in drawn.values():
        for name in height.keys() & sets[0].keys():
            values = np.array([one[name] for one in sets])
            stands = _stands_out(found[name], values, _SLACK[name]) / _SCALE[name]
            height[name] = min(height[name], stands)
    dense = max(height["dense"], height["tight"])
    return Structure(height["straight"], height["pieces"], dense)


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
    """The measurements (`straight` has two columns for each k) and the dimension."""
    from aucc_core.verdicts import structure_kernels as kernels

    tight = _tight(X)
    X = _without_sparsest(X)
    n = len(X)
    tree = ward(X)
    D = kernels.distances_between(X)
    dimension = _dimension(_nearest(D))
    pieces = 0.0
    k = min(n // _PIECE, 40)
    if dimension <= _PIECES_UP_TO and k >= _FEWEST_PIECES:
        labels = kernels.kmeans_from(X, kernels.cut_tree(tree, n, k), k)
        pieces = kernels.deepest_border(X, labels, k, max(_FEWEST_IN_PART, int(_SMALLEST_PART * n)))
    return {
        "straight": _straight(X, tree, D if dimension <= _WALKS_UP_TO else None),
        "pieces": np.array([pieces]),
        "dense": _dense(X, D),
        "tight": tight,
        "dimension": np.array([dimension]),
    }


def _dense(X: Floats, D: Floats | None = None) -> Floats:
    """The widest passage between two large parts."""
    from aucc_core.verdicts import structure_kernels as kernels

    D = kernels.distances_between(X) if D is None else D
    ordered = _nearest(D)
    core = np.ascontiguousarray(ordered[:, -1])
    part = max(_FEWEST_IN_PART, int(_SMALLEST_PART * len(X)))
    return np.array([_dimension(ordered) * kernels.widest_passage(D, core, part)])


def _tight(X: Floats) -> Floats:
    """The widest gap around a part that may be small, in all of the data."""
    from aucc_core.verdicts import structure_kernels as kernels

    D = kernels.distances_between(X)
    part = max(_FEWEST_TIGHT, int(np.ceil(_SMALLEST_TIGHT * len(X))))
    return np.array([_dimension(_nearest(D)) * kernels.widest_gap(D, part)])


def _nearest(D: Floats) -> Floats:
    """Distances of each object to itself and its nearest neighbours, in order."""
    return np.partition(D, tuple(range(_NEIGHBOURS + 1)), axis=1)[:, : _NEIGHBOURS + 1]


def _strand(X: Floats) -> Draw:
    """As many objects, evenly along the smallest spanning tree of the data, as thick as these.

    Whatever its shape, it is one piece without gaps.
    """
    from aucc_core.verdicts import structure_kernels as kernels

    n = len(X)
    D = kernels.distances_between(X)
    near = np.argsort(D, axis=1)[:, 1 : _NEIGHBOURS + 1]
    far = np.maximum(D[np.arange(n), near[:, -1]], 1e-300)
    thick = np.minimum(1.0, np.quantile(far, 1 - _SPARSEST) / far) * _STRAND / np.sqrt(_NEIGHBOURS)
    edges = kernels.spanning_tree(D, np.zeros(n))
    ends = edges[:, :2].astype(int)
    length = edges[:, 2].sum()
    share = edges[:, 2] / length if length > 0 else np.full(n - 1, 1 / (n - 1))

    def draw(rng: np.random.Generator) -> Floats:
        edge = ends[rng.choice(n - 1, n, p=share)]
        way = rng.uniform(size=n)
        along = X[edge[:, 0]] + way[:, None] * (X[edge[:, 1]] - X[edge[:, 0]])
        nearer = np.where(way < 0.5, edge[:, 0], edge[:, 1])
        steps = X[near[nearer]] - X[nearer][:, None]
        off = np.einsum("nk,nkd->nd", rng.standard_normal((n, _NEIGHBOURS)), steps)
        return np.ascontiguousarray(along + thick[nearer][:, None] * off)

    return draw


def _dimension(ordered: Floats) -> float:
    """Intrinsic dimension from the distances to the nearest neighbours (Levina and Bickel)."""
    near = np.maximum(ordered[:, 1:], 1e-300)
    return 1.0 / max(float(np.log(near[:, -1:] / near[:, :-1]).mean()), 1e-3)


def _straight(X: Floats, tree: Floats, D: Floats | None) -> Floats:
    """For each k the pooled valleys between neighbouring clusters, then the deepest one.

    With distances between the objects the valleys have to be there for who walks, too.
    """
    from aucc_core.verdicts import structure_kernels as kernels

    n = len(X)
    small = max(_FEWEST, int(np.ceil(_SMALLEST * n)))
    paths = None if D is None else (D, *kernels.graph(D, _STEPS_TO))
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
            a, b = members[int(edge[0])], members[int(edge[1])]
            found = _valleys_between(X[a], X[b])
            if paths is not None and found.max() > 0:
                found = np.minimum(found, kernels.walked_valley(*paths, a, b))
            valleys.append(found.sum())
        pooled[at] = np.sum(valleys) / np.sqrt(len(valleys))
        deepest[at] = np.max(valleys)
    return np.concatenate([pooled, deepest])


def _valleys_between(one: Floats, other: Floats) -> Floats:
    """Valleys along the line through two centres and along the line that separates them best."""
    from aucc_core.verdicts import structure_kernels as kernels

    both = np.concatenate([one, other])
    through = other.mean(axis=0) - one.mean(axis=0)
    centred = np.concatenate([one - one.mean(axis=0), other - other.mean(axis=0)])
    spread = centred.T @ centred / len(both)
    ridge = max(_RIDGE * np.trace(spread) / len(through), 1e-12)
    apart = np.linalg.solve(spread + ridge * np.eye(len(through)), through)
    return np.array([kernels.valley(both, through), kernels.valley(both, apart)])
