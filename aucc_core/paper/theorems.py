"""The theorems of the paper held against numbers: AUCC is Gamma, and random labels average 1/2.

Nothing here is quick: every comparison is made, and every partition of a few objects is formed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pandas as pd
from scipy.stats import mannwhitneyu

from aucc_core.datasets import load_dataset
from aucc_core.paper.checks import Check, PartResult
from aucc_core.score.counting import Counts
from aucc_core.score.definition import count_by_definition, gamma_by_definition
from aucc_core.score.inputs import Codes, Floats
from aucc_core.score.ranked import RankedPairs

N_SETS = 40
#: Bell's number of partitions grows quickly: of 7 objects there are 877.
N_OBJECTS = 7
_NOTHING = (0.0, 1e-12)


def equivalence(seed: int) -> PartResult:
    """Theorem 1 and its side notes on random points with random labels."""
    rows = [_one_equivalence(np.random.default_rng((seed, at))) for at in range(N_SETS)]
    series = pd.DataFrame(rows)
    largest = (series.drop(columns=["n", "k", "aucc"]).sub(series["aucc"], axis=0)).abs().max()
    words = {
        "gamma": ("(1 + γ) / 2", "AUCC is (1 + γ) / 2"),
        "gini": ("(1 + Gini) / 2", "Gini is γ"),
        "u": ("U / (pairs within × pairs between)", "AUCC is Mann–Whitney's U, averaged"),
    }
    checks = tuple(
        Check(f"largest |AUCC − {formula}|, {N_SETS} sets", float(largest[name]), stated=stated,
              between=_NOTHING)
        for name, (formula, stated) in words.items()
    )  # fmt: skip
    return PartResult("equivalence", checks, series=series)


def _one_equivalence(rng: np.random.Generator) -> dict[str, float]:
    n = int(rng.integers(5, 13))
    k = int(rng.integers(2, n))
    labels = rng.permutation(np.arange(n) % k)
    pairs = RankedPairs(rng.normal(size=(n, 3)))
    together = together_codes(labels)
    gamma, counts = gamma_by_definition(pairs, labels)
    within, between = pairs.distances[together], pairs.distances[~together]
    u = mannwhitneyu(between, within).statistic
    return {
        "n": n,
        "k": k,
        "aucc": pairs.aucc(labels),
        "gamma": (1 + gamma) / 2,
        "gini": (1 + gini(pairs.distances, together)) / 2,
        "u": float(u) / counts.total,
    }


def together_codes(labels: Codes) -> np.ndarray:
    """For each pair in scipy's order, whether both objects are in one cluster."""
    first, second = np.triu_indices(len(labels), 1)
    return labels[first] == labels[second]


def gini(distances: Floats, together: np.ndarray) -> float:
    """Gini coefficient of accepting pairs from near to far, from its own picture.

    The share of within-cluster pairs found, over the share of all pairs accepted: the area
    between that line and the diagonal, by the area that a perfect order would have.
    """
    found = together[np.argsort(distances, kind="stable")]
    share = np.concatenate([[0], np.cumsum(found)]) / found.sum()
    over = np.trapezoid(share, dx=1 / len(found)) - 0.5
    perfect = (1 - found.mean()) / 2
    return float(over / perfect)


def expectation(seed: int) -> PartResult:
    """Theorem 2, its corollary and the extended null model on every partition of a few objects."""
    rng = np.random.default_rng(seed)
    rows = [
        row
        for name, pairs in (
            ("toy example", RankedPairs(load_dataset("toy"))),
            (f"{N_OBJECTS} random points", RankedPairs(rng.normal(size=(N_OBJECTS, 2)))),
        )
        for row in _means(name, pairs)
    ]
    series = pd.DataFrame(rows)
    sizes, numbers, every = (series[series["null"] == kind] for kind in ("sizes", "k", "all"))
    codes = partition_codes(3)
    toy = numbers[numbers["data"] == "toy example"]
    checks = (
        _off("mean γ, given sizes", sizes["gamma"], "γ averages 0 (Theorem 2)"),
        _off("mean AUCC less ½, given sizes", sizes["aucc"] - 0.5, "AUCC averages ½ (corollary)"),
        _off("mean AUCC less ½, given k and any sizes", numbers["aucc"] - 0.5, "any sizes will do"),
        _off("mean AUCC less ½, any k", every["aucc"] - 0.5, "any k will do"),
        Check(
            "mean AUCC when ties count for it, toy example",
            float(toy["optimistic"].max()),
            stated="then it is not ½",
            between=(0.5 + 1e-9, 1.0),
        ),
        Check(
            "mean AUCC when ties count against it, toy example",
            float(toy["pessimistic"].min()),
            stated="then it is not ½",
            between=(0.0, 0.5 - 1e-9),
        ),
        Check(
            "partitions of 3 objects with the pair code [1 0 1]",
            float((True, False, True) in codes),
            stated="no partition has this code",
            between=(0.0, 0.5),
        ),
        Check("pair codes of 3 objects that a partition has, of 8", float(len(codes))),
    )
    return PartResult("expectation", checks, series=series)


def _off(quantity: str, values: pd.Series, stated: str) -> Check:
    largest = float(values.abs().max())
    return Check(f"largest |{quantity}|", largest, stated=stated, between=_NOTHING)


def partition_codes(n: int) -> set[tuple[bool, ...]]:
    """The pair codes that a partition of n objects has; for three, of the pairs 12, 13, 23."""
    return {tuple(together_codes(np.array(labels)).tolist()) for labels in partitions(n)}


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """Every way to put n objects into clusters, each once: a cluster is named at its first one."""
    if n == 0:
        yield ()
        return
    for labels in partitions(n - 1):
        for label in range(max(labels, default=-1) + 2):
            yield (*labels, label)


def _means(name: str, pairs: RankedPairs) -> Iterator[dict[str, object]]:
    """Mean γ and AUCC over all partitions, by sizes, by k and over all, in exact fractions."""
    keys = pairs.ranks2.tolist()
    groups: dict[tuple[str, str], list[Counts]] = {}
    for labels in partitions(pairs.n):
        k = max(labels) + 1
        if not 2 <= k <= pairs.n - 1:
            continue
        counts = count_by_definition(keys, labels)
        sizes = sorted((labels.count(c) for c in range(k)), reverse=True)
        for key in (("sizes", "+".join(map(str, sizes))), ("k", str(k)), ("all", "any")):
            groups.setdefault(key, []).append(counts)
    for (null, group), counted in groups.items():
        total = len(counted)
        gamma = sum((Fraction(c.s_plus - c.s_minus, c.total) for c in counted), Fraction(0)) / total
        best = sum((Fraction(c.s_plus + c.s_zero, c.total) for c in counted), Fraction(0)) / total
        worst = sum((Fraction(c.s_plus, c.total) for c in counted), Fraction(0)) / total
        yield {
            "data": name, "null": null, "group": group, "partitions": total,
            "gamma": float(gamma), "aucc": float((1 + gamma) / 2), "optimistic": float(best),
            "pessimistic": float(worst),
        }  # fmt: skip
