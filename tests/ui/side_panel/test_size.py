"""The side panel with many objects: what is offered, left out, asked first, and said."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.score.inputs import Dataset
from pages.ui.jobs import panel
from pages.ui.side_panel import algorithms, size
from tests.ui.explore.test_explore import open_explore, snippet, title
from tests.waiting import PATIENCE, run_until

MANY = {"data": "Blobs", "blobs.n": "12000", "blobs.k": "4", "k": ["3", "4"], "starts": "1"}


def finished(app: AppTest) -> AppTest:
    """Wait until the job is done, or has failed."""
    return run_until(
        app,
        lambda app: bool(app.tabs) or "explore.job.again" in {b.key for b in app.button},
    )


def radio(app: AppTest, start: str) -> Any:
    return next(r for r in app.radio if r.label.startswith(start))


@pytest.fixture(scope="module")
def done() -> AppTest:
    return finished(open_explore(**MANY))


def test_many_objects_are_scored_between_bounds_without_a_click(done: AppTest) -> None:
    assert not done.exception
    assert not done.error
    assert radio(done, "How to score 12,000 objects").value == "bounds"
    captions = " ".join(c.value for c in done.caption)
    assert "71,994,000 pairs are counted" in captions
    assert "SizeChoices(engine='bounds')" in snippet(done)


def test_each_way_to_score_says_what_it_takes(done: AppTest) -> None:
    proto = radio(done, "How to score").proto
    assert len(proto.captions) == 3
    for caption in proto.captions:
        assert re.search(r"Takes about .* s and [\d.]+ (MB|GB) of memory", caption)


def test_a_sample_of_the_objects_brings_everything_back() -> None:
    app = open_explore(**MANY, objects="A sample of 5,000")
    assert not app.exception
    assert "5,000 objects" in title(app)
    assert not [r for r in app.radio if r.label.startswith("How to score")]
    assert "sample_rows(data.n, 5000)" in snippet(finished(app))


def test_the_code_to_take_away_makes_the_same_scores(done: AppTest) -> None:
    space: dict[str, Any] = {}
    exec(snippet(done).replace("print(", "str("), space)
    table = space["result"].table
    assert table["k"].tolist() == [3, 4]
    assert table["aucc"].between(0.5, 1).all()


def test_algorithms_that_hold_all_pairs_are_left_out_above_their_limit() -> None:
    few, many = (Dataset("d", np.zeros((n, 2))) for n in (500, 100_000))
    assert algorithms.against(few, "euclidean") == {}
    left_out = algorithms.against(many, "euclidean")
    assert not {"kmeans", "minibatch", "birch", "hdbscan"} & set(left_out)
    for name in ("ward", "single", "kmedoids", "spectral"):
        assert left_out[name] == "too many objects"


def test_what_does_not_fit_into_the_memory_for_jobs_is_left_out_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AUCC_JOB_MEMORY_MB", "1000")
    data = Dataset("d", np.zeros((20_000, 2)))
    left_out = algorithms.against(data, "euclidean")
    assert left_out["ward"] == "too many objects"
    assert "kmeans" not in left_out


def test_the_page_says_why_algorithms_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUCC_JOB_MEMORY_MB", "900")
    monkeypatch.setattr(panel, "ASK_SECONDS", 0.0)
    app = open_explore(**MANY)
    said = next(c.value for c in app.sidebar.caption if c.value.startswith("Left out"))
    assert "Ward" in said
    assert "distances of 12,000 objects take 549 MB" in said
    assert "Choose a sample" in said


def test_long_work_asks_first_and_says_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "ASK_SECONDS", 0.0)
    app = open_explore(**MANY, seed="5")
    assert not app.tabs
    asked = next(m.value for m in app.main.markdown if "of memory" in m.value)
    assert re.search(
        r"2 solutions of 12,000 objects\.\*\* Takes about .* and \d+ MB of memory", asked
    )
    # Meanwhile there is something to look at.
    said = " ".join(c.value for c in app.caption).replace("\\", "")
    assert "objects before they are clustered" in said
    assert "6,000 of 12,000 objects are drawn" in said
    next(b for b in app.button if b.label == "Run").click().run()
    app = finished(app)
    assert app.tabs


def test_criteria_say_that_they_need_fewer_objects() -> None:
    app = open_explore(**MANY)
    app.switch_page("criteria.py").run()
    assert not app.exception
    said = app.error[0].value.replace("\\", "")
    assert "for up to 10,000 objects" in said
    assert "Choose a sample" in said


class Cluster:
    """Where the address of a scheduler may come from."""

    @staticmethod
    def inputs(app: AppTest) -> list[str]:
        return [t.label for t in app.text_input] + [t.label for t in app.toggle]


def test_only_ones_own_machine_may_name_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "ASK_SECONDS", 0.0)
    for address, offered in (("127.0.0.1", True), ("0.0.0.0", False), ("", False)):
        monkeypatch.setattr(size, "server_address", lambda a=address: a)
        app = AppTest.from_function(ask, default_timeout=PATIENCE).run()
        assert ("Dask scheduler" in Cluster.inputs(app)) is offered
        assert not app.exception


def ask() -> None:
    from pages.ui.side_panel import size

    size.ask_cluster("cluster")


def test_an_operators_cluster_can_be_switched_off_but_not_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AUCC_CLUSTER", "tcp://127.0.0.1:8786")
    app = AppTest.from_function(ask, default_timeout=PATIENCE).run()
    assert Cluster.inputs(app) == ["Count on the cluster"]
    assert "tcp" in app.toggle[0].help


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aucc_core.large.dask._CONNECT_SECONDS", 1.0)
    monkeypatch.setattr(size, "ask_cluster", lambda _: "tcp://127.0.0.1:9")
    app = finished(open_explore(**MANY, seed="9"))
    assert any("No Dask scheduler answers" in e.value for e in app.error)


@pytest.mark.parametrize("n", ["6000", "12000"])
def test_a_distance_for_fewer_objects_ends_in_a_sentence_with_what_to_do(n: str) -> None:
    asked = {"data": "Blobs", "blobs.n": n, "distance": "Dense path", "k": ["2", "3"]}
    app = open_explore(**asked)
    assert not app.exception
    (said,) = (e.value.replace("\\", "") for e in app.error)
    assert f"for up to 5,000 objects; got {int(n):,}. Take a random sample of 5,000" in said
    assert "A sample of 5,000" in app.get("button_group")[0].proto.options[1].content
    taken = open_explore(**asked, objects="A sample of 5,000", algorithms=["Single linkage"])
    assert not taken.exception
    assert not taken.error
