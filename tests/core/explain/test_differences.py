"""What makes clusters different: every number against pandas, on tables with gaps and texts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from aucc_core.explain.differences import MOST_VALUES, commonest, differences
from aucc_core.explain.found_again import found_again
from aucc_core.explain.nearest import nearest_other
from aucc_core.pairs import Pairs

NUMBERS = st.one_of(st.none(), st.integers(-3, 3).map(float))
WORDS = st.one_of(st.none(), st.sampled_from(["red", "blue", "<b>"]))
ROWS = st.lists(st.tuples(NUMBERS, WORDS, st.integers(-1, 2)), min_size=2, max_size=25)


def plainly(table: pd.DataFrame, labels: np.ndarray) -> dict[tuple[int, str], list[tuple]]:
    """The same by definition: each cluster, each column, each value."""
    found: dict[tuple[int, str], list[tuple]] = {}
    for cluster in sorted(set(labels[labels >= 0])):
        for name in table.columns:
            known = table[name].notna()
            kinds = [""] if name == "size" else sorted(set(table[name][known]))
            for kind in kinds:
                column = table[name][known].astype(float) if name == "size" else None
                values = column if column is not None else (table[name][known] == kind) * 1.0
                own, rest = (values[labels[known] == cluster], values[labels[known] != cluster])
                if len(own) and len(rest) and values.max() > values.min():
                    effect = (own.mean() - rest.mean()) / values.std(ddof=0)
                    row = (kind, own.mean(), rest.mean(), own.std(ddof=0), effect)
                    found.setdefault((cluster, name), []).append(row)
    return found


@settings(max_examples=150, deadline=None)
@given(ROWS)
def test_every_difference_is_the_one_that_pandas_counts(rows: list[tuple]) -> None:
    table = pd.DataFrame(
        {
            "size": pd.Series([row[0] for row in rows], dtype=float),
            "colour": pd.Series([row[1] for row in rows], dtype=object),
        }
    )
    labels = np.array([row[2] for row in rows])
    expected = plainly(table, labels)
    found = differences(table, labels)
    assert {(r.cluster, r.column) for r in found.itertuples()} == set(expected)
    for row in found.itertuples():
        among = expected[row.cluster, row.column]
        largest = max(abs(one[-1]) for one in among)
        assert abs(row.effect) == pytest.approx(largest, abs=1e-12)
        (same,) = [one for one in among if one[0] == row.value]
        np.testing.assert_allclose(
            (row.inside, row.rest, row.spread, row.effect), same[1:], atol=1e-12
        )
    for _, own in found.groupby("cluster"):
        assert (own["effect"].abs().diff().dropna() <= 1e-12).all()  # the largest first


def test_names_and_constants_tell_nothing() -> None:
    n = MOST_VALUES + 1
    table = pd.DataFrame({"name": [f"o{i}" for i in range(n)], "same": 0.1 + np.zeros(n)})
    assert differences(table, np.arange(n) % 2).empty


def test_commonest_values() -> None:
    values = pd.Series(["b", "a", "a", None, "c", "b"])
    assert commonest(values, 2) == [("a", 0.4), ("b", 0.4)]
    assert commonest(pd.Series([None, None], dtype=object)) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 2)), min_size=3, max_size=15))
def test_the_nearest_other_cluster_is_that_of_a_plain_loop(rows: list[tuple[int, int]]) -> None:
    X = np.array([[row[0], row[0] ** 2] for row in rows], dtype=float)
    labels = np.array([row[1] for row in rows])
    square = squareform(pdist(X))
    asked = list(range(0, len(rows), 2))
    found = nearest_other(Pairs(X), labels, asked)
    assert found.index.tolist() == asked
    for at in asked:
        means = {}
        for cluster in sorted(set(labels[labels >= 0])):
            members = [j for j in range(len(rows)) if labels[j] == cluster and j != at]
            if members:
                means[cluster] = np.mean([square[at, j] for j in members])
        own = means.pop(labels[at], np.nan)
        assert found["own"][at] == pytest.approx(own, nan_ok=True)
        if means:
            assert found["other"][at] == pytest.approx(min(means.values()))
            assert means[found["other_cluster"][at]] == pytest.approx(min(means.values()))
        else:
            assert found["other_cluster"][at] == -1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), min_size=1, max_size=15))
def test_a_cluster_is_found_again_as_sets_say(rows: list[tuple[int, int]]) -> None:
    own, other = (np.array([row[side] for row in rows]) for side in (0, 1))
    found = found_again(own, other)
    expected = {}
    for cluster in sorted({int(c) for c in own if c >= 0}):
        mine = {i for i, c in enumerate(own) if c == cluster}
        theirs = [{i for i, c in enumerate(other) if c == d} for d in {c for c in other if c >= 0}]
        expected[cluster] = max((len(mine & t) / len(mine | t) for t in theirs), default=0.0)
    assert found.to_dict() == pytest.approx(expected)
