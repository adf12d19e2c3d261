"""Each wrong input is refused by a message with rule, place and value; parts of a `Dataset`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from aucc_core import METRICS, InputError, Pairs, aucc_score, gamma_score
from aucc_core.score.counting import Counts, area
from aucc_core.score.inputs import Dataset, label_codes, pair_objects, row_start

POINTS = np.arange(10, dtype=float).reshape(5, 2)
LABELS = [0, 0, 1, 1, 1]


def _with(value, row, column):
    points = POINTS.copy()
    points[row, column] = value
    return points


def _square(**cells):
    D = np.abs(np.subtract.outer(np.arange(5.0), np.arange(5.0)))
    for cell, value in cells.items():
        i, j = (int(c) for c in cell.removeprefix("at").split("_"))
        D[i, j] = value
    return D


@pytest.mark.parametrize(
    ("points", "labels", "message"),
    [
        (POINTS, [0, 1, 1], "3 labels for 5 objects"),
        (POINTS, [0, 0, 0, 0, 0], r"2 to 4 clusters for 5 objects; got 1 \(no between"),
        (POINTS, [0, 1, 2, 3, 4], r"got 5: every object is alone \(no within"),
        (POINTS, [0, 1, None, 1, 0], "row 2 has none"),
        (POINTS, [0.0, 1.0, np.nan, 1.0, 0.0], "row 2 has none"),
        (POINTS, [[0], [1], [2], [1], [0]], "row 0 is a list"),
        (POINTS, np.array([0, 1, {2}, 1, 0], dtype=object), "row 2 is a set"),
        (POINTS, [0, (1, [2]), 0, 1, 1], "row 1 is a tuple"),
        (POINTS, "abcde", "must be a sequence; got str"),
        (POINTS, 7, "must be a sequence; got int"),
        (POINTS, np.zeros((5, 2)), "one column; got 2 dimensions"),
        (_with(np.nan, 3, 1), LABELS, "row 3, column 1 is nan"),
        (_with(np.inf, 2, 0), LABELS, "row 2, column 0 is inf"),
        (pd.DataFrame(_with(np.nan, 3, 1), columns=["a", "b"]), LABELS, "row 3, column 'b' is nan"),
        (POINTS[:2], [0, 1], "3 objects or more; got 2"),
        (np.empty((5, 0)), LABELS, "at least one column"),
        (np.zeros((5, 2, 2)), LABELS, "got 3 dimensions"),
        ([["a"], ["b"], ["c"]], [0, 0, 1], "must be numbers"),
    ],
)
def test_features_and_labels(points, labels, message):
    for score in (aucc_score, gamma_score):
        with pytest.raises(InputError, match=message):
            score(points, labels)


@pytest.mark.parametrize("metric", ["euclidean", "gower"])
def test_every_distance_names_a_cell_that_is_not_finite_alike(metric):
    table = pd.DataFrame(_with(np.inf, 3, 1), columns=["a", "b"])
    with pytest.raises(InputError, match=r"row 3, column 'b' is inf\. Drop or fill such rows"):
        Pairs(table, metric)


@pytest.mark.parametrize(
    ("distances", "message"),
    [
        (np.zeros((5, 4)), "must be square; got 5 × 4"),
        (_square(at1_3=9), r"symmetric; cell \(1, 3\) is 9 but \(3, 1\) is 2"),
        (_square(at1_3=-2, at3_1=-2), r"not be negative; cell \(1, 3\) is -2"),
        (_square(at2_2=1), r"diagonal .* cell \(2, 2\) is 1.*similarities"),
        (_square(at0_4=np.nan), r"finite; cell \(0, 4\) is nan"),
        (_square(at0_4=np.inf), r"finite; cell \(0, 4\) is inf"),
        (np.ones(7), "7 is no such number"),
        (np.array([1.0, -1, 2]), "not be negative; entry 1 is -1"),
        (np.array([1.0, np.nan, 2]), "finite; entry 1 is nan"),
        (np.zeros((2, 2)), "3 objects or more; got 2"),
        (np.zeros((2, 2, 2)), "got 3 dimensions"),
        ([["a", "b"], ["c", "d"]], "must be numbers"),
    ],
)
def test_distances(distances, message):
    with pytest.raises(InputError, match=message):
        aucc_score(distances, LABELS, metric="precomputed")


def test_unknown_metric_comes_with_the_list():
    with pytest.raises(InputError) as caught:
        aucc_score(POINTS, LABELS, metric="euclid")
    for name in METRICS:
        assert name in str(caught.value)


def test_unknown_way_to_count_ties():
    with pytest.raises(InputError, match="half, optimistic, pessimistic; got 'none'"):
        aucc_score(POINTS, LABELS, ties="none")


@pytest.mark.parametrize(
    ("metric", "points", "message"),
    [
        ("cosine", [[0, 0], [1, 2], [3, 4]], "all zeros: row 0"),
        ("correlation", [[1, 2], [3, 3], [3, 4]], "constant: row 1"),
        ("jaccard", [[0, 2], [1, 0], [1, 1]], "yes/no features"),
        ("mahalanobis", [[0, 0], [1, 2], [2, 4], [3, 6]], "Mahalanobis needs"),
        ("braycurtis", [[0, 0], [0, 0], [1, 1]], "rows 0 and 1 is nan"),
    ],
)
def test_metrics_say_what_they_cannot_measure(metric, points, message):
    labels = [0, 0, 1, 1][: len(points)]
    with np.errstate(all="ignore"), pytest.raises(InputError, match=message):
        aucc_score(np.array(points, dtype=float), labels, metric=metric)


def test_minkowski_refuses_a_power_below_one():
    with pytest.raises(InputError, match=r"p of 1 or more; got 0\.5"):
        aucc_score(POINTS, LABELS, metric="minkowski", p=0.5)


@pytest.mark.parametrize(
    "labels",
    [
        ["a", "a", "b", "b", "b"],
        np.array(["a", "a", "b", "b", "b"]),
        pd.Series(["a", "a", "b", "b", "b"], index=[9, 8, 7, 6, 5]),
        pd.Series(["a", "a", "b", "b", "b"], dtype="category"),
        pd.Categorical(["a", "a", "b", "b", "b"]),
        [True, True, False, False, False],
        [1.5, 1.5, -2, -2, -2],
        np.array([[1], [1], [0], [0], [0]]),
        (x for x in LABELS),
    ],
)
def test_labels_of_any_kind(labels):
    assert aucc_score(POINTS, labels) == aucc_score(POINTS, LABELS)


def test_a_square_matrix_with_float_noise_is_symmetric_enough():
    D = _square()
    D[1, 3] *= 1 + 1e-14
    assert Pairs(D, "precomputed").n == 5


def test_one_feature_may_come_as_a_flat_list():
    assert aucc_score([0.0, 1, 10, 11], [0, 0, 1, 1]) == 1


def test_distances_of_negative_zero_are_zero():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(700, 1)), rng.integers(0, 3, 700)
    points[:40] = points[0]
    plain = np.abs(points - points.T)
    negative = np.where(plain == 0, -0.0, plain)
    np.fill_diagonal(negative, 0.0)
    condensed = negative[np.triu_indices(700, 1)]
    expected = aucc_score(plain, labels, metric="precomputed")
    for distances in (negative, condensed):
        assert aucc_score(distances, labels, metric="precomputed") == expected
    assert np.signbit(condensed).any()


@given(
    st.one_of(
        st.lists(st.integers(-3, 3), min_size=1),
        st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1),
        st.lists(st.sampled_from([0.0, -0.0, 1.5, -2.0]), min_size=1),
        st.lists(st.booleans(), min_size=1),
        st.lists(st.text(max_size=2), min_size=1),
    )
)
def test_codes_count_up_by_first_appearance(values):
    seen = {}
    expected = [seen.setdefault(v, len(seen)) for v in values]
    assert label_codes(values).tolist() == label_codes(np.array(values)).tolist() == expected


def test_codes_of_small_integers_do_not_overflow():
    assert label_codes(np.array([100, -100, 100], np.int8)).tolist() == [0, 1, 0]


@pytest.mark.parametrize("share", [area, lambda c: c.gamma, lambda c: c.tie_mass])
def test_counts_without_a_comparison_have_no_shares(share):
    with pytest.raises(InputError, match="no comparison"):
        share(Counts(0, 0, 0))


@given(st.integers(2, 400), st.data())
def test_pair_index_and_objects_match(n, data):
    pair = data.draw(st.integers(0, n * (n - 1) // 2 - 1))
    rows, columns = np.triu_indices(n, 1)
    i, j = pair_objects(np.array([pair]), n)
    assert (i[0], j[0]) == (rows[pair], columns[pair])


@pytest.mark.parametrize("n", [3, 1000, 46_341, 99_991, 1_000_003])
def test_pair_index_and_objects_match_at_the_ends_of_rows(n):
    i = np.unique(np.linspace(0, n - 2, 500).astype(np.int64))
    for j in (i + 1, np.full_like(i, n - 1)):
        found_i, found_j = pair_objects(row_start(i, n) + j - i - 1, n)
        assert (found_i == i).all()
        assert (found_j == j).all()


# A part of a data set holds the same objects, under the same names


ROWS = [5, 0, 3]


def whole(**changes) -> Dataset:
    rng = np.random.default_rng(0)
    settings = {
        "labels": np.array(list("abcabc")),
        "label_columns": {"other": np.arange(6)},
        "mixed": pd.DataFrame({"x": range(6), "t": list("uvwxyz")}),
    }
    return Dataset("six", rng.normal(size=(6, 2)), **{**settings, **changes})


def test_every_column_follows_the_rows():
    part = whole().part(ROWS)
    assert np.array_equal(part.X, whole().X[ROWS])
    assert part.labels.tolist() == ["c", "a", "a"]
    assert part.label_columns["other"].tolist() == ROWS
    assert part.mixed["t"].tolist() == ["z", "u", "x"]
    assert part.object_names == ("row 6", "row 1", "row 4")


def test_names_that_exist_are_kept():
    assert whole(object_names=tuple("klmnop")).part(ROWS).object_names == ("p", "k", "n")


def test_given_distances_are_those_between_the_objects():
    square = squareform(pdist(whole().X))
    part = whole(distances=pdist(whole().X)).part(ROWS)
    assert np.array_equal(squareform(part.distances), square[np.ix_(ROWS, ROWS)])
