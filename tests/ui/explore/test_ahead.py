"""The verdicts that are there before anybody asks are those that the page asks for."""

from __future__ import annotations

from typing import Any

import pytest

from aucc_core.datasets import DATASETS
from pages.ui.components import verdict_card
from pages.ui.explore import ahead, examination
from pages.ui.jobs import JobState, job_queue, panel
from tests.load.client import to_the_end
from tests.ui.explore.test_explore import open_explore
from tests.waiting import run_until


def test_every_example_is_asked_for_as_the_page_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        panel, "start_behind", lambda _, request: asked.append(request.digest) and None
    )
    app = open_explore(tab="Objects")
    for entry in ahead.examples():
        request = ahead.request_of(entry)
        if request.cost.seconds <= examination.BY_ITSELF_SECONDS:
            asked.clear()
            app.selectbox(key="data").select(entry.name).run()
            run_until(app, lambda _: asked)  # of many objects the solutions come first
            assert set(asked) == {request.digest}, entry.name


def test_nothing_is_downloaded_for_it() -> None:
    online = {entry.name for entry in DATASETS.values() if entry.online}
    assert online
    assert not online & {entry.name for entry in ahead.examples()}


def test_only_quick_ones_are_examined_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[dict[str, Any]] = []

    class Done:
        def poll(self) -> JobState:
            return JobState("done")

    def submit(owner: str, *_: Any, **how: Any) -> Done:
        submitted.append({"owner": owner, **how})
        return Done()

    monkeypatch.setattr(job_queue, "submit", submit)
    monkeypatch.setattr(job_queue, "has_time", lambda _: True)
    to_the_end(ahead.examine_examples("me"))
    quick = [
        request.digest
        for request in map(ahead.request_of, ahead.examples())
        if request.cost.seconds <= examination.BY_ITSELF_SECONDS
    ]
    assert [one["digest"] for one in submitted] == quick
    assert all(one["owner"] == "me" and one["background"] for one in submitted)
    assert all(one["label"] == verdict_card.LABEL for one in submitted)
    assert len(quick) > 5
