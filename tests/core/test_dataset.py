"""A part of a data set holds the same objects, under the same names."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.spatial.distance import pdist, squareform

from aucc_core.dataset import Dataset

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
