"""What the linked view is given: exact counts, harmless text."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.score.curve import DRAWN_ERROR
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import MAX_VERTICES, ExploreRun, solve_now, thinned
from pages.ui.components import linked
from pages.ui.components.linked import Hand, Inset, Settled, leading, payload
from pages.ui.components.linked.payload import Drawn, ViewSettings

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


def test_a_column_is_packed_as_numbers_or_as_words() -> None:
    ages = payload.pack_column(pd.Series([20, None, 60], name="a<b"))
    assert (ages["name"], ages["low"], ages["high"]) == ("a&lt;b", 20.0, 60.0)
    np.testing.assert_array_equal(unpack(ages["values"]), [20, np.nan, 60])
    towns = payload.pack_column(pd.Series(["Ulm", None, "Rome", "<Rome>", "Ulm"], name="town"))
    assert towns["levels"][0] == "Ulm"  # the commonest first
    codes = unpack(towns["codes"]).astype(int)
    assert codes[1] == 65535
    known = [towns["levels"][code] for code in np.delete(codes, 1)]
    assert known == ["Ulm", "Rome", "&lt;Rome&gt;", "Ulm"]
    assert payload.pack_column(pd.Series([np.nan], name="none"))["high"] == 0


# What comes back


def test_odd_answers_from_the_browser_count_as_nothing_chosen() -> None:
    assert linked.settled_of(None) == Settled()
    assert linked.settled_of("junk") == Settled()
    odd = {
        "focus": 3,
        "selected": [1, "2", -4, 2.5, True],
        "maxFpr": "wide",
        "log": "yes",
        "held": "far",
        "inset": {"on": 1, "x0": None},
        "pins": ["ward-2", 7],
        "hand": {"origin": "kmeans-2", "labels": [0, "1"]},
    }
    assert linked.settled_of(odd) == Settled(selected=(1,), pins=("ward-2",))
    assert linked.settled_of({"pins": "ward-2", "hand": 3, "selected": 4}) == Settled()
    assert linked.settled_of({"held": float("nan"), "maxFpr": float("inf")}) == Settled()


def test_what_settled_opens_the_view_the_same_way() -> None:
    settled = Settled(
        focus="hand",
        shown="hand",
        selected=(2, 5),
        max_fpr=0.2,
        log=True,
        held=1.5,
        inset=Inset(False, 0.1, 0.2, 0.3, 0.9),
        pins=("kmeans-3", "hand"),
        hand=Hand("kmeans-3", (0, 1, 1, -1)),
    )
    sent = json.loads(json.dumps(linked.told(settled)))
    assert linked.settled_of(sent) == settled


# No reach into plotly's insides


def test_nothing_reaches_into_plotly() -> None:
    """Underscored fields, and the conversions of an axis between data and pixels."""
    inside = re.compile(r"\._[a-z]\w*|\b(?:[dlrc]2p|p2[dlrc])\b")
    folder = Path(linked.__file__).parents[1]
    scripts = {path.name: path.read_text("utf-8") for path in folder.rglob("*.js")}
    assert len(scripts) > 20
    found = {name: inside.findall(text) for name, text in scripts.items()}
    assert {name: names for name, names in found.items() if names} == {}


# Reading help


def test_reading_tells_too_few_from_too_many(ruspini: Dataset) -> None:
    solutions = solve_now(ruspini, ExploreRun(("kmeans",), tuple(range(2, 10)), 0))
    said = {s.k: leading.reading(s, solutions, believed_k=4) for s in solutions}
    assert "highest of all k" in said[4]
    assert all("too few clusters" in said[k] for k in (2, 3))
    assert all("as with too many" in said[k] for k in (6, 7, 8, 9))
    assert "your reference" in leading.reading(solutions[1], solutions, reference_k=3)
    believed = {s.k: leading.reading(s, solutions, believed_k=2) for s in solutions}
    assert "the k to believe (the highest curve is k = 4)" in believed[2]
    assert "as with too many" in believed[9]
    # The highest AUCC alone says nothing about how many clusters there are.
    alone = [leading.reading(s, solutions) for s in solutions]
    assert not any("as with" in text for text in alone)
    assert any("reaches the top late." in text for text in alone)


def test_even_errors_are_counted_where_the_words_say(ruspini: Dataset) -> None:
    (solution,) = solve_now(ruspini, ExploreRun(("kmeans",), (3,), 0))
    apart, together = leading.even_errors(solution.curve)
    pairs = Pairs(ruspini)
    i, j = np.triu_indices(ruspini.n, 1)
    same = solution.labels[i] == solution.labels[j]
    # The sentence says at which distance, and counts there what a plain count finds.
    words = re.match(
        r"<b>k = 3</b>: at distance ([\d.]+), (\d+) close pairs are split, (\d+) far pairs",
        leading.reading(solution, [solution]),
    )
    assert words is not None
    distance = leading.even_distance(solution.curve)
    assert float(words[1]) == pytest.approx(distance, rel=1e-3)
    close = pairs.distances <= distance * (1 + 1e-10)
    assert (int(words[2]), int(words[3])) == ((close & ~same).sum(), (~close & same).sum())
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
