"""The slips: printed as the paper has them, and evidence that speaks for the other reading."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aucc_core.paper.published import (
    CORRECTED_AGREEMENT,
    PAPER_CRITERIA,
    PRINTED_AGREEMENT,
    RECOMPUTED_AGREEMENT,
    SWAPPED,
    UNTURNED,
)
from aucc_core.paper.slips import (
    SLIPS,
    count_as_printed,
    quarter_evidence,
    row_evidence,
    total_evidence,
)

ROWS = (*SWAPPED, UNTURNED)


def test_the_printed_table_has_both_slips() -> None:
    # Cells read off the printed rows ASWC, SSWC and DB.
    assert PRINTED_AGREEMENT["vehicle"]["aswc"] == 0.78
    assert PRINTED_AGREEMENT["cellcycle"]["sswc"] == -0.22
    assert PRINTED_AGREEMENT["control"][UNTURNED] == -0.54
    assert PRINTED_AGREEMENT["balance"][UNTURNED] == 0.57
    assert CORRECTED_AGREEMENT["balance"][UNTURNED] == -0.57
    assert CORRECTED_AGREEMENT["vehicle"]["sswc"] == 0.78
    for name, row in CORRECTED_AGREEMENT.items():
        assert all(PRINTED_AGREEMENT[name][c] == row[c] for c in PAPER_CRITERIA if c not in ROWS)


def test_the_evidence_says_which_reading_fits() -> None:
    table = row_evidence(ROWS, RECOMPUTED_AGREEMENT)
    assert (table["sets"] == 6).all()
    assert (table["largest_corrected"] < 0.0205).all()
    assert (table["mean_printed"] > 0.1).all()
    # Were the printed rows right, the evidence would say so.
    turned = row_evidence(ROWS, PRINTED_AGREEMENT)
    assert (turned["mean_printed"] == 0).all()
    assert (turned["mean_corrected"] > 0.1).all()
    assert row_evidence(ROWS, {}).empty


def test_only_firm_sets_are_evidence() -> None:
    assert row_evidence(ROWS, {"balance": RECOMPUTED_AGREEMENT["balance"]}).empty
    assert set(row_evidence(ROWS, RECOMPUTED_AGREEMENT)["sets"]) == {6}


def test_the_total_is_a_sum() -> None:
    table = total_evidence()
    assert table.loc[0, "data"] == "toy example"
    assert (table.loc[0, "s_plus"], table.loc[0, "s_minus"]) == (99, 9)
    assert table["gamma_meant"].to_list() == pytest.approx(table["gamma"].to_list())
    assert abs(table.loc[0, "gamma_printed"] - table.loc[0, "gamma"]) > 0.03


def test_the_quarter_on_the_toy_example() -> None:
    table = quarter_evidence().set_index("data")
    toy = table.loc["toy example"]
    assert (toy["definition"], toy["printed"], toy["with_quarter"]) == (99, 243, 99)
    assert (table["with_quarter"] == table["definition"]).all()
    assert (table["printed"] > table["definition"]).all()


@given(st.integers(4, 6), st.integers(0, 2**32 - 1))
def test_sums_by_hand(n: int, seed: int) -> None:
    """Pairs of pairs, each once: with a common object they are triples, else quadruples."""
    rng = np.random.default_rng(seed)
    square = rng.integers(1, 5, (n, n))
    square = square + square.T
    labels = rng.integers(0, 3, n)
    triples = quadruples = 0
    for a, b in combinations(range(n), 2):
        for c, d in combinations(range(n), 2):
            if labels[a] == labels[b] and labels[c] != labels[d] and square[a, b] < square[c, d]:
                if {a, b} & {c, d}:
                    triples += 1
                else:
                    quadruples += 1
    assert count_as_printed(square, labels) == (triples, 4 * quadruples)


def test_every_slip_has_evidence_and_both_readings() -> None:
    assert list(SLIPS) == ["swapped", "unturned", "total", "quarter"]
    for slip in SLIPS.values():
        assert not slip.evidence(RECOMPUTED_AGREEMENT).empty
        assert slip.printed != slip.meant
