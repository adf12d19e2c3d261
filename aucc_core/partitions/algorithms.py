"""`ALGORITHMS`: which clustering algorithms exist and what each needs.

Menus, the command line, cost and error messages read this table. Adding an algorithm is one row,
which names its `Method` (in `methods.py` or anywhere) and states its cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from aucc_core.cost import RANKED_PAIR, AlgorithmCost, Load, distances_bytes
from aucc_core.partitions.method import MOST_PAIRWISE
from aucc_core.score.inputs import InputError, registry
from aucc_core.score.metrics import metric_row

# A search tree saves the memory; the time still grows with the pairs, to ten minutes for this many.
MOST_IN_A_TREE = 300_000


@dataclass(frozen=True)
class Algorithm:
    """One row of the registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it does.
    needs : "features" (coordinates; distances alone will not do) or "distances" (any distances,
        computed from features or given).
    source : who described it, and the library whose implementation is used, if not our own.
    method : where its `Method` is, "module:name": scikit-learn takes a second to load.
    cost : what it takes, in time and memory.
    takes_k : False when the number of clusters is a result, not a setting.
    metrics : the distances it may be used with; None for all.
    metric_reason : why no others, for the error message.
    given_distances : what to know when the distances are given; may be empty.
    splits_equal : whether it puts equal objects apart when k exceeds the distinct ones.
    most_objects : it holds the distances of all pairs, which is too much for more; None when its
        memory grows with the objects only.
    without_matrix : distances with which it needs no such matrix, up to `MOST_IN_A_TREE` objects.
    settings : further settings with their defaults; None means chosen from the data.
    decided_by : where k is a result, the setting that decides it most.
    multiples : of its usual value, which a verdict tries.
    """

    name: str
    label: str
    help: str
    needs: Literal["features", "distances"]
    source: str
    method: str
    cost: AlgorithmCost
    takes_k: bool = True
    metrics: tuple[str, ...] | None = None
    metric_reason: str = ""
    given_distances: str = ""
    splits_equal: bool = False
    most_objects: int | None = None
    without_matrix: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    decided_by: str = ""
    multiples: tuple[float, ...] = (1.0,)


_METHODS = "aucc_core.partitions.methods"


def _starts(load: Load) -> float:
    return load.kmeans_seconds


def _hierarchy() -> AlgorithmCost:
    return AlgorithmCost(
        _starts,
        bytes_per_pair=48,
        seconds_unranked=lambda load: load.n**2 * 2e-8,
        held_per_pair=17,
    )


ALGORITHMS: Mapping[str, Algorithm] = registry(
    Algorithm(
        "kmeans",
        "k-means",
        "Puts k centres so that the squared distances to the nearest one are smallest.",
        "features",
        source="Lloyd 1982; Arthur and Vassilvitskii 2007 (starts); Hartigan 1975 (single moves)",
        method=f"{_METHODS}:KMEANS",
        cost=AlgorithmCost(
            lambda load: load.kmeans_seconds + 2e-4 * load.n_starts, RANKED_PAIR, _starts
        ),
    ),
    Algorithm(
        "minibatch",
        "Mini-batch k-means",
        "k-means that looks at some objects at a time: for very many objects.",
        "features",
        source="Sculley 2010; scikit-learn",
        method=f"{_METHODS}:MINIBATCH",
        cost=AlgorithmCost(_starts, RANKED_PAIR),
    ),
    Algorithm(
        "single",
        "Single linkage",
        "Joins the two clusters whose closest objects are nearest, again and again.",
        "distances",
        source="Sneath 1957; SciPy",
        method=f"{_METHODS}:SINGLE",
        cost=_hierarchy(),
        splits_equal=True,
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "average",
        "Average linkage",
        "Joins the two clusters with the smallest mean distance, again and again.",
        "distances",
        source="Sokal and Michener 1958; SciPy",
        method=f"{_METHODS}:AVERAGE",
        cost=_hierarchy(),
        splits_equal=True,
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "complete",
        "Complete linkage",
        "Joins the two clusters whose farthest objects are nearest, again and again.",
        "distances",
        source="Sorensen 1948; SciPy",
        method=f"{_METHODS}:COMPLETE",
        cost=_hierarchy(),
        splits_equal=True,
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "ward",
        "Ward",
        "Joins the two clusters that add least to the squared distances to the means.",
        "distances",
        source="Ward 1963; SciPy",
        method=f"{_METHODS}:WARD",
        cost=_hierarchy(),
        metrics=("euclidean", "precomputed"),
        metric_reason="it works with means, which only Euclidean distances describe",
        given_distances="Ward takes the given distances as Euclidean; for others its "
        "merges mean little.",
        splits_equal=True,
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "kmedoids",
        "k-medoids",
        "Picks k objects as centres so that the distances to the nearest are smallest.",
        "distances",
        source="Kaufman and Rousseeuw 1990; Schubert and Rousseeuw 2021 (FasterPAM); kmedoids",
        method=f"{_METHODS}:KMEDOIDS",
        cost=AlgorithmCost(lambda load: load.n**2 * 2e-7, 68, held_per_pair=34),
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "gmm",
        "Gaussian mixture",
        "Fits k bell-shaped clouds of any orientation, starting from k-means.",
        "features",
        source="Dempster, Laird and Rubin 1977; scikit-learn",
        method=f"{_METHODS}:GMM",
        cost=AlgorithmCost(
            lambda load: 20 * load.kmeans_seconds + 5e-3 * load.n_starts,
            RANKED_PAIR,
            lambda load: 40 * sum(load.ks) * load.n * load.d * 2e-8,
        ),
    ),
    Algorithm(
        "spectral",
        "Spectral",
        "k-means on a map in which objects linked by close neighbours lie together.",
        "distances",
        source="Shi and Malik 2000; Zelnik-Manor and Perona 2004 (scales); scikit-learn",
        method=f"{_METHODS}:SPECTRAL",
        # One map for all k, then k-means on it for each.
        cost=AlgorithmCost(
            lambda load: load.n**2 * 1.5e-7 + len(load.ks) * 1e-2, 104, held_per_pair=110
        ),
        most_objects=MOST_PAIRWISE,
    ),
    Algorithm(
        "bisecting",
        "Bisecting k-means",
        "Splits the widest cluster in two with k-means until there are k.",
        "features",
        source="Steinbach, Karypis and Kumar 2000; scikit-learn",
        method=f"{_METHODS}:BISECTING",
        cost=AlgorithmCost(
            lambda load: load.kmeans_seconds + 1.5e-3 * load.n_starts, RANKED_PAIR, _starts
        ),
    ),
    Algorithm(
        "birch",
        "BIRCH",
        "Condenses the objects to many small groups, then joins these to k clusters.",
        "features",
        source="Zhang, Ramakrishnan and Livny 1996; scikit-learn",
        method=f"{_METHODS}:BIRCH",
        cost=AlgorithmCost(
            _starts,
            RANKED_PAIR,
            lambda load: load.n * 1e-4 * max(1.0, load.d / 10),
            bytes_per_object=lambda _n: 400,
        ),
        settings={"threshold": None},
    ),
    Algorithm(
        "hdbscan",
        "HDBSCAN",
        "Finds dense regions of varying density; sparse objects are left out as noise.",
        "distances",
        source="Campello, Moulavi and Sander 2013; scikit-learn",
        method=f"{_METHODS}:HDBSCAN",
        cost=AlgorithmCost(
            _starts,
            68,
            lambda load: load.n**2 * (1e-8 if load.n > MOST_PAIRWISE else 1e-7),
            held_per_pair=68,
            held_up_to=MOST_PAIRWISE,
            # With the distances to the neighbours that make a place dense.
            bytes_per_object=lambda n: 400 + int(13 * math.sqrt(n)),
        ),
        takes_k=False,
        settings={"min_cluster_size": None},
        decided_by="min_cluster_size",
        multiples=(0.5, 1.0, 2.0, 4.0),
        most_objects=MOST_PAIRWISE,
        without_matrix=("euclidean", "cityblock", "chebyshev"),
    ),
    Algorithm(
        "dbscan",
        "DBSCAN",
        "Links objects closer than eps where they are dense; the rest is noise.",
        "distances",
        source="Ester, Kriegel, Sander and Xu 1996; scikit-learn",
        method=f"{_METHODS}:DBSCAN",
        cost=AlgorithmCost(_starts, 68, lambda load: load.n**2 * 2e-8, held_per_pair=68),
        takes_k=False,
        settings={"eps": None, "min_samples": 5},
        decided_by="eps",
        multiples=(0.5, 0.7, 1.0, 1.4, 2.0),
        most_objects=MOST_PAIRWISE,
    ),
)


def algorithm_rows(names: str | Iterable[str]) -> list[Algorithm]:
    """Rows of the registry for one name or several, each once, in the order asked."""
    asked = [names] if isinstance(names, str) else list(dict.fromkeys(names))
    if not asked:
        raise InputError("Choose at least one algorithm; got none.")
    unknown = [name for name in asked if name not in ALGORITHMS]
    if unknown:
        raise InputError(f"Unknown algorithm {unknown[0]!r}; known: {', '.join(ALGORITHMS)}.")
    return [ALGORITHMS[name] for name in asked]


def refusal(row: Algorithm, *, metric: str, has_features: bool, n: int) -> str | None:
    """Why an algorithm cannot run on such input, as a sentence; None when it can."""
    if row.needs == "features" and not has_features:
        of = metric_row(metric)
        what = f"{of.label} distances" if of.takes_features else "distances only"
        fitting = ", ".join(a.name for a in ALGORITHMS.values() if a.needs == "distances")
        return (
            f"{row.label} needs features (coordinates), and this input has {what}. "
            f"These work on distances: {fitting}."
        )
    if row.metrics is not None and metric not in row.metrics:
        return (
            f"{row.label} cannot use {metric} distances: {row.metric_reason}. "
            f"Choose {' or '.join(row.metrics)} distances, or another algorithm."
        )
    most = MOST_IN_A_TREE if metric in row.without_matrix and has_features else row.most_objects
    if most is not None and n > most:
        gigabytes = distances_bytes(n) / 1e9
        return (
            f"{row.label} compares all pairs: for up to {most:,} objects, and these are {n:,} "
            f"({gigabytes:,.0f} GB of distances). Choose {_for_any_number()}, or work on a sample "
            "of the objects."
        )
    return None


def _for_any_number() -> str:
    """The algorithms whose memory grows with the objects only, for the error message."""
    *others, last = (row.label for row in ALGORITHMS.values() if row.most_objects is None)
    return f"{', '.join(others)} or {last}"
