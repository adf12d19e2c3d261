"""The slips of the paper, each with evidence that is computed: `SLIPS`.

Two are rows of the agreement table: their evidence is how far the printed and the corrected rows
are from ours. Two are formulas: theirs is a count of every comparison, by loops that follow the
formulas letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pandas as pd
from scipy.spatial.distance import squareform

from aucc_core.datasets import load_dataset
from aucc_core.paper.published import (
    CORRECTED_AGREEMENT,
    FIRM_SETS,
    PRINTED_AGREEMENT,
    PRINTED_AVERAGE,
    SWAPPED,
    UNTURNED,
)
from aucc_core.score.counting import Counts
from aucc_core.score.definition import gamma_by_definition
from aucc_core.score.inputs import Dataset, registry
from aucc_core.score.ranked import RankedPairs

Agreement = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Slip:
    """Something that the paper prints and that cannot be meant.

    Attributes
    ----------
    name, title : for code and for people.
    where : where it is printed.
    printed, meant : what stands there, and what should.
    evidence : from our agreement figures to a table that speaks for the second reading; formulas
        do without the figures.
    note : what the table's columns are and what follows.
    about : what the sentence on its evidence is about, in `aucc_core.report.statements`.
    """

    name: str
    title: str
    where: str
    printed: str
    meant: str
    evidence: Callable[[Agreement], pd.DataFrame]
    note: str
    about: str


def row_evidence(criteria: Sequence[str], ours: Agreement) -> pd.DataFrame:
    """Rows of the agreement table against ours: as printed, and read the other way.

    Columns: row, sets compared, mean and largest difference as printed, the same after the
    correction. Only sets without many tied distances count.
    """
    names = [name for name in FIRM_SETS if name in ours]
    rows = []
    for criterion in criteria if names else ():
        printed = [abs(PRINTED_AGREEMENT[n][criterion] - ours[n][criterion]) for n in names]
        corrected = [abs(CORRECTED_AGREEMENT[n][criterion] - ours[n][criterion]) for n in names]
        means = [sum(off) / len(names) for off in (printed, corrected)]
        rows.append((criterion, len(names), means[0], max(printed), means[1], max(corrected)))
    columns = [
        "row", "sets", "mean_printed", "largest_printed", "mean_corrected", "largest_corrected",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def count_as_printed(distances: np.ndarray, labels: np.ndarray) -> tuple[int, int]:
    """The two sums of the paper's other form of s₊: over triples, and over quadruples.

    ``distances`` is square. Every ordered choice of distinct objects is one term, as printed.
    """
    n = len(labels)
    triples = sum(
        int(labels[i] == labels[j] != labels[s] and distances[i, j] < distances[i, s])
        for i, j, s in permutations(range(n), 3)
    )
    quadruples = sum(
        int(labels[i] == labels[j] and labels[r] != labels[s] and distances[i, j] < distances[r, s])
        for i, j, r, s in permutations(range(n), 4)
    )
    return triples, quadruples


def _small_sets() -> Iterator[tuple[str, Dataset]]:
    """The paper's two worked examples, and random points with random labels."""
    yield "toy example", load_dataset("toy")
    yield "ties", load_dataset("ties")
    for seed, (n, k) in enumerate(((6, 2), (8, 3), (9, 4))):
        rng = np.random.default_rng(seed)
        labels = rng.permutation(np.arange(n) % k)
        data = Dataset("random", rng.normal(size=(n, 2)), labels=labels)
        yield f"{n} random points, {k} clusters", data


def _counted() -> Iterator[tuple[str, Dataset, RankedPairs, float, Counts]]:
    for name, data in _small_sets():
        pairs = RankedPairs(data)
        assert data.labels is not None
        gamma, counts = gamma_by_definition(pairs, data.labels)
        yield name, data, pairs, gamma, counts


def total_evidence(_: Agreement | None = None) -> pd.DataFrame:
    """Gamma by 1 − 2 s₋ / s_total with either total, beside (s₊ − s₋) / (s₊ + s₋)."""
    rows = []
    for name, _data, _pairs, _gamma, counts in _counted():
        plus, minus = counts.s_plus, counts.s_minus
        printed = 1 - 2 * minus / (plus - minus) if plus != minus else float("nan")
        meant = 1 - 2 * minus / (plus + minus)
        rows.append((name, plus, minus, counts.gamma_classical, printed, meant))
    columns = ["data", "s_plus", "s_minus", "gamma", "gamma_printed", "gamma_meant"]
    return pd.DataFrame(rows, columns=columns)


def quarter_evidence(_: Agreement | None = None) -> pd.DataFrame:
    """s₊ by its definition, and by the sums over triples and quadruples with and without ¼."""
    rows = []
    for name, data, pairs, _gamma, counts in _counted():
        square = squareform(pairs.ranks2)  # equal numbers where distances are tied
        triples, quadruples = count_as_printed(square, np.asarray(data.labels))
        rows.append(
            (name, counts.s_plus, triples, quadruples, triples + quadruples,
             triples + quadruples / 4)
        )  # fmt: skip
    columns = ["data", "definition", "triples", "quadruples", "printed", "with_quarter"]
    return pd.DataFrame(rows, columns=columns)


SLIPS: Mapping[str, Slip] = registry(
    Slip(
        "swapped",
        "Two rows of the agreement table have each other's name",
        "Table of agreement, rows ASWC and SSWC",
        f"ASWC {PRINTED_AVERAGE['aswc']:.2f}, SSWC {PRINTED_AVERAGE['sswc']:.2f} on average",
        "the two names exchanged",
        lambda ours: row_evidence(tuple(SWAPPED), ours),
        "How far the printed row is from our figures, as it is named and under the other name.",
        "rows",
    ),
    Slip(
        "unturned",
        "One row was not turned around",
        "Table of agreement, row DB",
        f"DB: {PRINTED_AGREEMENT['balance'][UNTURNED]:.2f} on Balance Scale and so on",
        "the same with the other sign: lower is better for Davies–Bouldin, as for C-Index, which "
        "was turned",
        lambda ours: row_evidence((UNTURNED,), ours),
        "How far the printed row is from our figures, with its sign and with the other.",
        "rows",
    ),
    Slip(
        "total",
        "A minus that is a plus",
        "Section 3.1, below the definition of Gamma",
        "s_total = s₊ − s₋",
        "s_total = s₊ + s₋, as in the proofs of both theorems",
        total_evidence,
        "Gamma is (s₊ − s₋) / (s₊ + s₋). The paper's other way, 1 − 2 s₋ / s_total, gives the same "
        "with the plus, not with the minus. Tied comparisons are left out here.",
        "total",
    ),
    Slip(
        "quarter",
        "A missing ¼",
        "Section 3.2, s₊ as sums over triples and quadruples",
        "s₊ = triples + quadruples",
        "s₊ = triples + ¼ quadruples",
        quarter_evidence,
        "Four ordered quadruples, (i, j, r, s), (j, i, r, s), (i, j, s, r) and (j, i, s, r), are "
        "one comparison of two pairs; for triples each is one. The theorem survives: both "
        "expectations carry the same factor.",
        "quarter",
    ),
)
