"""A row in `METRICS` is all that a distance needs, wherever one is used; Gower's distance."""

import pickle
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist, pdist

from aucc_core import METRICS, InputError, Pairs, aucc_bounds, aucc_sample, aucc_score, sweep
from aucc_core.large.engine import SizeChoices, choose
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import part_of_condensed
from aucc_core.score.metrics import Metric
from aucc_core.score.objects import Objects
from tests.core.made_up import added

N = 700  # enough pairs for bounds to count in bins


def _block(a, b):
    return cdist(a, b, "cityblock") * 2


def _pair(a, b):
    return np.abs(a - b).sum(axis=1) * 2


def _at_once(rows):
    return pdist(rows - rows.mean(axis=0), "cityblock") * 2


PAIRWISE = [
    Metric("double", "Double city block", "Made up.", block=_block, pair=_pair, feature_ns=2.0),
    Metric("from_scipy", "From scipy", "Made up.", scipy="cityblock", feature_ns=2.0),
]
AT_ONCE = Metric(
    "at_once", "All at once", "Made up.", at_once=_at_once, most_objects=N, feature_ns=2.0
)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 3, N)
    return np.round(rng.normal(size=(N, 3)) + labels[:, None], 1), labels


@pytest.mark.parametrize("row", PAIRWISE, ids=lambda row: row.name)
def test_a_pairwise_row_works_through_every_door(row, data):
    X, labels = data
    expected = aucc_score(X, labels, metric="cityblock")
    with added(METRICS, row):
        assert aucc_score(X, labels, metric=row.name) == expected
        pairs = Pairs(X, row.name)
        assert pairs.aucc_many([labels])[0] == expected
        assert pairs.curve(labels).area == expected
        bounds = aucc_bounds(X, labels, metric=row.name)
        assert bounds.low <= expected <= bounds.high
        sample = aucc_sample(X, labels, metric=row.name, n_pairs=6400, seed=0)
        assert sample.low <= expected <= sample.high
        for engine in ("exact", "bounds", "sample"):
            size = SizeChoices(engine=engine, n_pairs=6400)
            assert pairs.score(labels, size=size).engine == engine
        assert choose(10**6, metric=row.name).engine == "sample"
        few = sweep(X[:60], "average", [2, 3], seed=0, metric=row.name).table["aucc"]
        assert (
            few.tolist()
            == sweep(X[:60], "average", [2, 3], seed=0, metric="cityblock").table["aucc"].to_list()
        )


def test_a_whole_table_row_is_scored_exactly_and_refused_where_it_cannot_be(data):
    X, labels = data
    expected = aucc_score(X, labels, metric="cityblock")
    with added(METRICS, AT_ONCE):
        assert aucc_score(X, labels, metric="at_once") == expected
        pairs = Pairs(X, "at_once")
        assert pairs.score(labels).value == expected
        assert pairs.plan(3, size=SizeChoices(memory=10**6)).engine == "exact"
        found = sweep(X[:60], "average", [2, 3], seed=0, metric="at_once").table["aucc"]
        assert found.notna().all()
        part = Objects(X, "at_once").kept(labels > 0)
        keep = np.flatnonzero(labels > 0)
        assert part.square[0, 1] == Objects(X, "at_once").square[keep[0], keep[1]]
        for refused in (
            lambda: aucc_bounds(X, labels, metric="at_once"),
            lambda: aucc_sample(X, labels, metric="at_once", seed=0),
            lambda: pairs.score(labels, size=SizeChoices(engine="bounds")),
            lambda: choose(100, metric="at_once", engine="sample"),
        ):
            with pytest.raises(InputError, match="All at once distance needs all objects at once"):
                refused()
        with pytest.raises(InputError, match="for up to 700 objects; got 701"):
            Pairs(np.vstack((X, X[:1])), "at_once")


def test_a_metric_without_cost_is_refused():
    with pytest.raises(TypeError, match="feature_ns"):
        Metric("free", "Free", "Made up.", scipy="cityblock")


def test_pairs_that_are_drawn_alone_are_told_apart_by_how_they_are_computed():
    # A sample of scipy's distances calls scipy for each pair: microseconds, not nanoseconds.
    by_formula, by_call = (row.nanoseconds_alone(10) for row in PAIRWISE)
    assert METRICS["cityblock"].nanoseconds_alone(10) < by_formula < by_call / 10
    with added(METRICS, PAIRWISE[1]):
        quick = choose(10**5, 10, metric="cityblock", engine="sample").seconds
        assert choose(10**5, 10, metric="from_scipy", engine="sample").seconds > 20 * quick


@pytest.mark.parametrize("row", METRICS.values(), ids=lambda row: row.name)
def test_every_row_says_all_about_itself(row):
    assert row.label
    assert row.help.endswith(".")
    assert row.source or not row.takes_features
    assert pickle.loads(pickle.dumps(row)) == row
    if row.takes_features:
        assert row.scipy or row.block or row.at_once


@pytest.mark.parametrize("name", [*(m for m in METRICS if m != "precomputed"), "at_once"])
def test_a_part_keeps_the_distances_of_the_whole(name):
    rng = np.random.default_rng(2)
    keep = np.arange(12) % 3 > 0
    with added(METRICS, AT_ONCE):
        yes_or_no = METRICS[name].needs == "0-1 features"
        X = rng.integers(0, 2, (12, 3)).astype(float) if yes_or_no else rng.random((12, 3))
        whole = distances_of(X, name, p=3.0)
        expected = part_of_condensed(whole.condensed, np.flatnonzero(keep))
        part = whole.kept(keep)
        assert part.condensed == pytest.approx(expected, abs=1e-14)
        assert pickle.loads(pickle.dumps(part)).condensed.tolist() == part.condensed.tolist()
        i, j = np.triu_indices(part.n, 1)
        by_pair = part.lengths(part.pair_tie_values(i, j))
        assert by_pair == pytest.approx(expected, abs=1e-12)
        assert whole.kept(np.ones(12, bool)) is whole


# Gower's distance against a slow loop


TABLE = pd.DataFrame(
    {
        "size": [1.0, 2.0, 5.0, 5.0, 3.0],
        "colour": ["red", "red", "blue", "green", "blue"],
        "old": [True, False, False, True, True],
        "same": [7, 7, 7, 7, 7],
    }
)


def _slow(table):
    spread = table["size"].max() - table["size"].min()
    return [
        (
            abs(table["size"][i] - table["size"][j]) / spread
            + (table["colour"][i] != table["colour"][j])
            + (table["old"][i] != table["old"][j])
        )
        / 4
        for i, j in combinations(range(len(table)), 2)
    ]


def test_distances_equal_the_definition():
    assert Pairs(TABLE, "gower").distances == pytest.approx(_slow(TABLE))


def test_blocks_equal_the_whole():
    source = distances_of(TABLE, "gower")
    block = source.block(slice(0, 2), slice(2, 5))
    D = np.zeros((5, 5))
    D[np.triu_indices(5, 1)] = _slow(TABLE)
    assert block == pytest.approx(D[0:2, 2:5])


def test_numbers_only_work_too():
    X = np.array([[0.0, 0], [1, 10], [2, 20], [4, 5]])
    labels = [0, 0, 1, 1]
    assert 0 <= aucc_score(X, labels, metric="gower") <= 1


def test_missing_cells_are_named():
    with pytest.raises(InputError, match="row 1, column 'colour'"):
        Pairs(TABLE.assign(colour=["red", None, "blue", "green", "blue"]), "gower")
