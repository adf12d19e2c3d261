"""The verdict on the Score screen: the switch, the card, the downloads, and what is too large."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from streamlit.testing.v1 import AppTest

from aucc_core import Dataset
from aucc_core.report.labels_verdict import QUESTION, inquiry_of
from aucc_core.report.score_card import score_columns
from pages.ui.score import verdict as score_verdict
from pages.ui.score import view
from tests.ui.score.test_score import FRAME, go, open_score, unescaped, upload, words
from tests.waiting import PATIENCE, run_until

RNG = np.random.default_rng(5)
GROUPS = np.arange(45) % 3
POINTS = (RNG.normal(size=(45, 2)) + 12 * np.array([[0, 0], [1, 0], [0, 1]])[GROUPS]).round(3)
NAME = "my *group* <b>"


def csv_of(labels: Any) -> bytes:
    rows = [f"{x},{y},{c}" for (x, y), c in zip(POINTS.tolist(), labels, strict=True)]
    return "\n".join([f"x,y,{NAME}", *rows]).encode()


def judged(app: AppTest) -> AppTest:
    """Wait for the verdict's job."""
    return run_until(app, lambda app: app.subheader or app.error)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes]]:
    """What each download button of the last run would give."""
    found: dict[str, Callable[[], bytes]] = {}
    real = view.st.download_button

    def listen(label: str, data: Any, **settings: Any) -> bool:
        found[label] = data
        return real(label, data, **settings)

    monkeypatch.setattr(view.st, "download_button", listen)
    return found


def test_the_switch_is_off_at_first_and_says_what_it_adds() -> None:
    app = open_score()
    assert [(t.label, t.value) for t in app.toggle] == [(QUESTION, False)]
    assert app.toggle[0].help
    assert not app.subheader
    assert f"Switch on “{QUESTION}” to have the answer in the report too." in words(app)


def test_card_and_report_speak_of_the_users_clusterings(offered: dict[str, Any]) -> None:
    app = go(upload(open_score(), ("t.csv", csv_of(GROUPS))))
    assert QUESTION not in offered["Report"]().decode()
    assert "verdict" not in json.loads(offered["Scores (JSON)"]())
    app = judged(app.toggle[0].set_value(True).run())
    assert app.subheader[0].value.startswith("3 clusters (")
    # Text of the user is text: escaped for Markdown here, for HTML in the report.
    shown = words(app)
    assert "my \\*group\\* \\<b\\> has 3 clusters, as many as suggested." in shown
    assert "on all 45 objects" in shown
    assert "Report and JSON contain the verdict above: 3 clusters (" in shown
    page = offered["Report"]().decode()
    assert QUESTION in page
    assert "my *group* &lt;b&gt; has 3 clusters, as many as suggested." in page
    assert json.loads(offered["Scores (JSON)"]())["verdict"]["k"] == 3
    app.toggle[0].set_value(False).run()
    assert not app.subheader
    assert QUESTION not in offered["Report"]().decode()


def test_a_link_opens_with_the_verdict_and_noise_is_left_out() -> None:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    app.query_params["score.verdict"] = "true"
    app.switch_page("score.py").run()
    assert app.toggle[0].value
    noisy = np.where(np.arange(45) < 5, -1, GROUPS)
    app = judged(go(upload(app, ("t.csv", csv_of(noisy)))))
    assert app.subheader[0].value.startswith("3 clusters (")
    assert "on all 45 objects" in words(app)


def test_distances_alone_say_that_there_is_no_band() -> None:
    square = squareform(pdist(POINTS))
    names = [f"p{i}" for i in range(45)]
    rows = [",".join([names[i], *map(repr, square[i].tolist()), str(GROUPS[i])]) for i in range(45)]
    content = "\n".join([",".join(["", *names, "cluster"]), *rows]).encode()
    app = go(upload(open_score(), ("d.csv", content)))
    app = judged(app.toggle[0].set_value(True).run())
    assert app.subheader[0].value.startswith("3 clusters (")
    shown = unescaped(words(app))
    assert "With distances alone there is no reference band" in shown
    assert "the grey band" not in shown


def test_too_large_a_table_is_told_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if 150 objects were too many; the way is the same for any size.
    monkeypatch.setattr("aucc_core.report.labels_verdict.MOST_OBJECTS", 100)
    app = open_score()
    app.toggle[0].set_value(True).run()
    assert not app.exception
    said = [unescaped(i.value) for i in app.info]
    assert any("for up to 100 objects; this table has 150" in text for text in said)


def test_a_table_too_large_to_rank_has_a_verdict_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.ui.side_panel.size.LARGE", 100)
    app = open_score()
    assert not app.exception
    app = judged(app.toggle[0].set_value(True).run())
    assert not app.error
    assert app.subheader
    assert "on all 150 objects" in words(app)


def test_what_decides_the_answer_decides_the_digest() -> None:
    def digest(X: Any = POINTS, labels: Any = GROUPS, metric: str = "euclidean") -> str:
        data = Dataset("d", X, label_columns={"c": labels})
        return score_verdict._digest(inquiry_of(score_columns(data, metric=metric), seed=0))

    noisy = np.where(np.arange(45) < 5, -1, GROUPS)
    changed = POINTS.copy()
    changed[7, 1] += 1e-9
    same = digest()
    others = {digest(changed), digest(metric="cityblock")}
    assert digest(labels=np.array(["a", "b", "c"])[GROUPS]) == same
    assert digest(labels=noisy) == same  # labels take no part, nor choose the objects
    assert len(others | {same}) == 3
