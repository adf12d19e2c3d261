"""What was made by hand in the view, scored in Python; the ranks that the browser counts with."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.sweeps.solutions import ExploreRun
from pages.ui.components.linked import Hand, Settled
from pages.ui.explore import by_hand, ranks
from pages.ui.state import cache
from tests.ui.components.test_linked import unpack

RUSPINI = load_dataset("ruspini")
RUN = ExploreRun(("kmeans",), (2, 3), 0)


def study() -> cache.Study:
    return cache.prepared(RUSPINI, (), "none")


def made(labels: np.ndarray) -> Settled:
    return Settled(hand=Hand("kmeans-2", tuple(labels.tolist())))


def test_what_was_made_by_hand_is_a_solution() -> None:
    labels = np.arange(75) % 3
    labels[:5] = -1
    found = by_hand.solution_of(study(), RUN, made(labels))
    assert found is not None
    assert (found.id, found.label, found.k, found.origin) == ("hand", "By hand", 3, "kmeans-2")
    assert found.aucc == Pairs(RUSPINI.X[5:]).aucc(labels[5:])
    assert found.worst.apart.min() >= 5  # called by their rows in the table
    assert found.curve.area == pytest.approx(found.aucc, abs=1e-3)


@pytest.mark.parametrize(
    "labels",
    [np.zeros(75, int), np.arange(75), np.full(75, -1), np.arange(74) % 2],
    ids=["one cluster", "all alone", "all noise", "other data"],
)
def test_what_cannot_be_scored_is_none(labels: np.ndarray) -> None:
    assert by_hand.solution_of(study(), RUN, made(labels)) is None
    assert by_hand.solution_of(study(), RUN, Settled()) is None


def test_python_counts_where_the_browser_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = np.arange(75) % 4
    assert by_hand.counted(study(), RUN, made(labels)) is None
    assert ranks.address_of(study(), RUN) is not None
    monkeypatch.setattr(ranks, "MOST_OBJECTS", 50)
    assert ranks.address_of(study(), RUN) is None
    found = by_hand.counted(study(), RUN, made(labels))
    assert found is not None
    assert unpack(found["labels"]).tolist() == labels.tolist()
    curve = Pairs(RUSPINI).curve(labels)
    assert (found["P"], found["N"]) == (curve.within[-1], curve.between[-1])


def test_ranks_order_the_pairs_as_their_distances_do() -> None:
    X = np.random.default_rng(0).integers(0, 5, size=(30, 2)).astype(float)
    packed = ranks.packed_ranks(Pairs(X))
    n, count = np.frombuffer(packed[:8], "<u4")
    groups = np.frombuffer(packed[8 : 8 + 4 * 435], "<u4")
    distances = np.frombuffer(packed[8 + 4 * 435 :], "<f4")
    assert (n, count) == (30, distances.size)
    np.testing.assert_allclose(distances[groups], Pairs(X).distances, rtol=1e-6)
    assert (np.diff(distances) > 0).all()
