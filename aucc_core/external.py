"""Agreement of a clustering with true labels, where there are any: scikit-learn's indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from aucc_core.contingency import Contingency
from aucc_core.validate import InputError, label_codes


def _sklearn(function: str) -> Callable[[Any, Any], float]:
    def score(true: Any, found: Any) -> float:
        from sklearn.metrics import cluster  # takes a second to load

        return float(getattr(cluster, function)(true, found))

    return score


@dataclass(frozen=True)
class ExternalIndex:
    """One row: what it is called, what it compares, its range, who proposed it."""

    name: str
    short: str
    label: str
    help: str
    range: tuple[float, float]
    source: str
    compute: Callable[[Any, Any], float]


EXTERNAL: Mapping[str, ExternalIndex] = MappingProxyType(
    {
        row.name: row
        for row in (
            ExternalIndex(
                "ari",
                "ARI",
                "Adjusted Rand index",
                "Share of pairs on which both agree, 0 for random labels, 1 for the same clusters.",
                (-0.5, 1),
                "Hubert and Arabie 1985",
                _sklearn("adjusted_rand_score"),
            ),
            ExternalIndex(
                "ami",
                "AMI",
                "Adjusted mutual information",
                "What one labelling tells about the other, 0 for random labels, 1 for the same.",
                (-1, 1),
                "Vinh, Epps and Bailey 2010",
                _sklearn("adjusted_mutual_info_score"),
            ),
            ExternalIndex(
                "nmi",
                "NMI",
                "Normalised mutual information",
                "What one labelling tells about the other; grows with k even for random labels.",
                (0, 1),
                "Strehl and Ghosh 2002; arithmetic mean",
                _sklearn("normalized_mutual_info_score"),
            ),
            ExternalIndex(
                "v_measure",
                "V",
                "V-measure",
                "Balance of pure clusters and whole classes; equals NMI with the arithmetic mean.",
                (0, 1),
                "Rosenberg and Hirschberg 2007",
                _sklearn("v_measure_score"),
            ),
            ExternalIndex(
                "fowlkes_mallows",
                "FM",
                "Fowlkes-Mallows",
                "Geometric mean of the precision and recall of same-cluster pairs.",
                (0, 1),
                "Fowlkes and Mallows 1983",
                _sklearn("fowlkes_mallows_score"),
            ),
        )
    }
)


def external_scores(true_labels: Any, labels: Any) -> dict[str, float]:
    """Every external index of ``labels`` against ``true_labels``, from one count of both."""
    true, found = label_codes(true_labels), label_codes(labels)
    if true.size != found.size:
        raise InputError(
            f"True labels must match the objects: {true.size} true labels for {found.size} objects."
        )
    if true.size == 0:
        return {row.name: row.compute(true, found) for row in EXTERNAL.values()}
    counted = Contingency(true, found)
    information = counted.normalised_information()
    return {
        "ari": counted.adjusted_rand(),
        "ami": counted.adjusted_information(),
        "nmi": information,
        "v_measure": information,
        "fowlkes_mallows": counted.fowlkes_mallows(),
    }
