"""What the linked view is given: matched colours, exact counts, harmless text."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.score.curve import DRAWN_ERROR
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import MAX_VERTICES, ExploreRun, solve_now, thinned
from pages.ui.components import linked
from pages.ui.components.linked import Settled, leading, payload
from pages.ui.components.linked.payload import Drawn, ViewSettings, matched_colours

RUN = ExploreRun(("kmeans",), tuple(range(2, 7)), 0)


def unpack(packed: dict[str, str]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(packed["b"]), np.dtype(packed["t"]).newbyteorder("<"))


@pytest.fixture(scope="module")
def ruspini() -> Dataset:
    return load_dataset("ruspini")


def built(dataset: Dataset, run: ExploreRun = RUN, **settings: object) -> dict:
    solutions = solve_now(dataset, run)
    picture = project(dataset, Pairs(dataset, run.metric), "features")
    view = ViewSettings(**settings)  # type: ignore[arg-type]
    return payload.build_payload(Drawn(dataset, solutions, picture), view, title="t", data_key="d")


# Colours


def test_colours_follow_their_clusters() -> None:
    two = np.array([0, 0, 0, 1, 1, 1])
    three = np.array([2, 2, 2, 0, 0, 1])
    first, second = matched_colours([two, three])
    assert first.tolist() == [0, 0, 0, 1, 1, 1]
    assert second.tolist() == [0, 0, 0, 1, 1, 2]


def test_noise_has_no_colour_and_moves_none() -> None:
    first, second = matched_colours([np.array([0, 0, 1, 1]), np.array([-1, 1, 0, 0])])
    assert second.tolist() == [-1, first[1], first[2], first[3]]
    assert matched_colours([np.array([-1, -1])])[0].tolist() == [-1, -1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), min_size=12, max_size=12), min_size=1, max_size=4))
def test_colours_are_the_same_partition_and_keep_most_objects(rows: list[list[int]]) -> None:
    partitions = [np.array(row) for row in rows]
    coloured = matched_colours(partitions)
    for labels, colours in zip(partitions, coloured, strict=True):
        same = labels[:, None] == labels[None, :]
        np.testing.assert_array_equal(same, colours[:, None] == colours[None, :])
    for before, after in pairwise(coloured):
        kept = (before == after).sum()
        # No exchange of two clusters' colours keeps more objects.
        values = np.unique(after)
        for a in values:
            for b in values:
                swapped = np.where(after == a, b, np.where(after == b, a, after))
                assert (before == swapped).sum() <= kept


# Payload


def test_counts_at_every_vertex_are_exact(ruspini: Dataset) -> None:
    found = built(ruspini)
    pairs = Pairs(ruspini)
    i, j = np.triu_indices(ruspini.n, 1)
    for solution, k in zip(found["solutions"], RUN.ks, strict=True):
        assert (solution["id"], solution["k"]) == (f"kmeans-{k}", k)
        same = unpack(solution["colours"])[i] == unpack(solution["colours"])[j]
        assert (solution["P"], solution["N"]) == (same.sum(), (~same).sum())
        for d, tp, fp in zip(
            *(unpack(solution[name])[1:] for name in ("d", "tp", "fp")), strict=True
        ):
            close = pairs.distances <= d * (1 + 1e-10)
            assert (tp, fp) == ((close & same).sum(), (close & ~same).sum())
    json.dumps(found)  # nothing in it that Streamlit cannot send


def test_text_from_users_is_harmless(ruspini: Dataset) -> None:
    evil = Dataset(
        "x",
        ruspini.X,
        ("<b>a</b>", "<script>"),
        labels=np.array(["<img src=x>"] * 30 + ["&"] * 45),
        object_names=("<i>",) * 75,
    )
    text_of_payload = json.dumps({k: v for k, v in built(evil).items() if k != "solutions"})
    assert "<" not in text_of_payload


def test_digest_changes_with_what_is_drawn_only(ruspini: Dataset) -> None:
    assert built(ruspini)["digest"] == built(ruspini)["digest"]
    assert built(ruspini)["digest"] != built(ruspini, panels=5)["digest"]


def test_long_curves_are_thinned_within_the_stated_error() -> None:
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(300, 5)), rng.integers(0, 3, 300)
    pairs = Pairs(X)
    whole = pairs.curve(labels)
    thin = thinned(whole)
    assert whole.thresholds.size > MAX_VERTICES >= thin.thresholds.size
    assert abs(thin.area - whole.area) <= DRAWN_ERROR
    assert set(thin.thresholds) <= set(whole.thresholds)


# What comes back


def test_odd_answers_from_the_browser_count_as_nothing_chosen() -> None:
    assert linked.settled_of(None) == Settled()
    assert linked.settled_of("junk") == Settled()
    odd = {"focus": 3, "selected": [1, "2", -4, 2.5], "maxFpr": "wide", "log": "yes"}
    assert linked.settled_of(odd) == Settled(selected=(1,))
    good = {"focus": "kmeans-3", "shown": "kmeans-3", "selected": [2], "maxFpr": 0.2, "log": True}
    assert linked.settled_of(good) == Settled("kmeans-3", "kmeans-3", (2,), 0.2, True)


# Reading help


def test_reading_tells_too_few_from_too_many(ruspini: Dataset) -> None:
    solutions = solve_now(ruspini, ExploreRun(("kmeans",), tuple(range(2, 10)), 0))
    said = {s.k: leading.reading(s, solutions) for s in solutions}
    assert "highest of all k" in said[4]
    assert all("too few clusters" in said[k] for k in (2, 3))
    assert all("too many clusters" in said[k] for k in (6, 7, 8, 9))
    assert "your reference" in leading.reading(solutions[1], solutions, reference_k=3)


def test_even_errors_are_counted_where_the_words_say(ruspini: Dataset) -> None:
    (solution,) = solve_now(ruspini, ExploreRun(("kmeans",), (3,), 0))
    apart, together = leading.even_errors(solution.curve)
    pairs = Pairs(ruspini)
    i, j = np.triu_indices(ruspini.n, 1)
    same = solution.labels[i] == solution.labels[j]
    order = np.argsort(pairs.ranks2, kind="stable")[: same.sum()]
    # Ties and straight runs may shift the place by a few pairs.
    assert abs(apart - (~same[order]).sum()) <= 5
    assert abs(together - apart) <= 5


# Where the view starts


def test_equally_good_algorithms_start_with_fewer_clusters(ruspini: Dataset) -> None:
    """The browser, which takes the start from here, once chose the first algorithm instead."""
    first, second = solve_now(ruspini, ExploreRun(("kmeans",), (3, 4), 0))
    later = replace(second, score=first.score)
    fewer = replace(first, algorithm="ward")
    picture = project(ruspini, Pairs(ruspini, "euclidean"), "features")
    drawn = Drawn(ruspini, (later, fewer), picture)
    sent = payload.build_payload(drawn, ViewSettings(), title="t", data_key="d")
    assert sent["start"] == leading.in_focus((later, fewer), None, None).id == "ward-3"
