"""Two clusterings side by side: the table and the objects behind its cells, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core import Dataset
from aucc_core.report.score_card import score_columns
from pages.ui.score.comparison import contingency, lit_objects


@pytest.mark.parametrize("seed", range(4))
def test_every_cell_holds_the_objects_that_it_counts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = {
        "words": np.array(["a", "b", "c", "c"], dtype=object)[rng.integers(0, 4, 50)],
        "numbers": rng.integers(-1, 3, 50),
    }
    data = Dataset("d", rng.normal(size=(50, 2)), label_columns=labels)
    one, two = sorted(score_columns(data).cards, key=lambda card: card.name, reverse=True)
    assert one.name == "words"
    table = contingency(one, two)
    for here in table.index:
        for there in table.columns:
            lit = lit_objects(one, two, here, there)
            expected = [
                str(a) == here and str(b) == there
                for a, b in zip(labels["words"], labels["numbers"], strict=True)
            ]
            assert lit.tolist() == expected
            assert table.loc[here, there] == sum(expected)
    assert list(table.sum(axis=1)) == sorted(table.sum(axis=1), reverse=True)
    assert table.to_numpy().sum() == 50
