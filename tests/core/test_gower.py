"""Gower's distance against a slow loop."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from aucc_core import InputError, Pairs, aucc_score
from aucc_core.distances import distances_of

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
