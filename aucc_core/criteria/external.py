"""Agreement of a clustering with true labels: `EXTERNAL`, each index from one table of counts.

scikit-learn has the same indices (tests compare the two), each of which checks and counts anew:
7 ms for all five on 75 objects against 0.3 ms here, in a sweep on small data half of the time.
Adding an index is one method of `Contingency`, or any function of one, and one row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import gammaln

from aucc_core.score.inputs import Codes, label_codes, registry, true_codes

_EPS = float(np.finfo(np.float64).eps)


class Contingency:
    """How many objects carry label i in one labelling (codes 0..) and j in the other."""

    def __init__(self, one: Codes, two: Codes) -> None:
        self.n = int(one.size)
        shape = (int(one.max(initial=-1)) + 1, int(two.max(initial=-1)) + 1)
        cells = np.bincount(one * shape[1] + two, minlength=shape[0] * shape[1])
        self.table: Codes = cells.reshape(shape).astype(np.int64)
        self.rows: Codes = self.table.sum(axis=1)
        self.columns: Codes = self.table.sum(axis=0)

    @cached_property
    def _pairs(self) -> tuple[int, int, int, int]:
        """Ordered pairs together in both, in the first only, in the second only, in none."""
        both = _squares(self.table) - self.n
        first = _squares(self.rows) - self.n - both
        second = _squares(self.columns) - self.n - both
        return both, first, second, self.n * (self.n - 1) - both - first - second

    def adjusted_rand(self) -> float:
        """Share of agreeing pairs above chance."""
        both, first, second, none = self._pairs
        if first == second == 0:
            return 1.0
        disagree = (both + first) * (first + none) + (both + second) * (second + none)
        return 2 * (both * none - first * second) / disagree

    def fowlkes_mallows(self) -> float:
        """Geometric mean of pair precision and recall."""
        both, first, second, _ = self._pairs
        if both == 0:
            return 0.0
        return math.sqrt(both / (both + first)) * math.sqrt(both / (both + second))

    @cached_property
    def entropies(self) -> tuple[float, float]:
        """Entropy of each labelling, in nats."""
        return _entropy(self.rows), _entropy(self.columns)

    @cached_property
    def mutual_information(self) -> float:
        """What one labelling tells about the other, in nats."""
        if min(self.table.shape) == 1:
            return 0.0
        i, j = np.nonzero(self.table)
        cells = self.table[i, j].astype(np.float64)
        expected = np.log(self.rows[i]) + np.log(self.columns[j]) - math.log(self.n)
        terms = cells / self.n * (np.log(cells) - expected)
        return max(float(np.where(np.abs(terms) < _EPS, 0.0, terms).sum()), 0.0)

    def normalised_information(self) -> float:
        """Mutual information over the mean entropy; equals the V-measure."""
        if max(self.table.shape) <= 1:
            return 1.0
        if self.mutual_information == 0:
            return 0.0
        return self.mutual_information / max(sum(self.entropies) / 2, _EPS)

    def adjusted_information(self) -> float:
        """Mutual information above what random labels of the same sizes would share."""
        if max(self.table.shape) <= 1:
            return 1.0
        if min(self.table.shape) == 1:
            return 0.0
        expected = self._expected_information()
        most = sum(self.entropies) / 2
        return _away_from_0(self.mutual_information - expected) / _away_from_0(most - expected)

    def _expected_information(self) -> float:
        """Mean mutual information of all labellings with these sizes (Vinh, Epps, Bailey 2010)."""
        n, b = self.n, self.columns[:, None]
        log_factorial = gammaln(np.arange(n + 1) + 1.0)
        total = 0.0
        for a in self.rows:
            x = np.arange(1, a + 1)[None, :]  # objects in both a row and a column
            possible = (x <= b) & (n - a - b + x >= 0)
            j, at = np.nonzero(possible)
            x_j, b_j = x[0, at], b[j, 0]
            log_chance = (
                log_factorial[a] + log_factorial[b_j]
                + log_factorial[n - a] + log_factorial[n - b_j]
                - log_factorial[n] - log_factorial[x_j]
                - log_factorial[a - x_j] - log_factorial[b_j - x_j]
                - log_factorial[n - a - b_j + x_j]
            )  # fmt: skip
            information = np.log(x_j) + math.log(n) - math.log(a) - np.log(b_j)
            total += float((x_j / n * information * np.exp(log_chance)).sum())
        return total


def _squares(counts: Codes) -> int:
    return int((counts.ravel() ** 2).sum())


def _entropy(counts: Codes) -> float:
    if counts.size == 1:
        return 0.0
    shares = counts / counts.sum()
    return float(-(shares * (np.log(counts) - math.log(counts.sum()))).sum())


def _away_from_0(value: float) -> float:
    """Keep 0 / 0 of two identical labellings at 1."""
    return min(value, -_EPS) if value < 0 else max(value, _EPS)


@dataclass(frozen=True)
class ExternalIndex:
    """One row: how two labellings are compared.

    Attributes
    ----------
    name, short, label : for code and tables, for chart legends, and in full.
    help : one plain line on what it compares.
    range : smallest and largest possible value.
    source : who proposed it and when.
    compute : from the two labellings counted against each other to the value.
    in_report : whether a report has room for it; a screen offers all.
    """

    name: str
    short: str
    label: str
    help: str
    range: tuple[float, float]
    source: str
    compute: Callable[[Contingency], float]
    in_report: bool


EXTERNAL: Mapping[str, ExternalIndex] = registry(
    ExternalIndex(
        "ari",
        "ARI",
        "Adjusted Rand index",
        "Share of pairs on which both agree, 0 for random labels, 1 for the same clusters.",
        (-0.5, 1),
        "Hubert and Arabie 1985",
        Contingency.adjusted_rand,
        in_report=True,
    ),
    ExternalIndex(
        "ami",
        "AMI",
        "Adjusted mutual information",
        "What one labelling tells about the other, 0 for random labels, 1 for the same.",
        (-1, 1),
        "Vinh, Epps and Bailey 2010",
        Contingency.adjusted_information,
        in_report=True,
    ),
    ExternalIndex(
        "nmi",
        "NMI",
        "Normalised mutual information",
        "What one labelling tells about the other; grows with k even for random labels.",
        (0, 1),
        "Strehl and Ghosh 2002; arithmetic mean",
        Contingency.normalised_information,
        in_report=False,
    ),
    ExternalIndex(
        "v_measure",
        "V",
        "V-measure",
        "Balance of pure clusters and whole classes; equals NMI with the arithmetic mean.",
        (0, 1),
        "Rosenberg and Hirschberg 2007",
        Contingency.normalised_information,
        in_report=False,
    ),
    ExternalIndex(
        "fowlkes_mallows",
        "FM",
        "Fowlkes-Mallows",
        "Geometric mean of the precision and recall of same-cluster pairs.",
        (0, 1),
        "Fowlkes and Mallows 1983",
        Contingency.fowlkes_mallows,
        in_report=False,
    ),
)


def external_scores(true_labels: Any, labels: Any) -> dict[str, float]:
    """Every external index of ``labels`` against ``true_labels``, from one count of both."""
    found = label_codes(labels)
    counted = Contingency(true_codes(true_labels, found.size), found)
    return {row.name: float(row.compute(counted)) for row in EXTERNAL.values()}
