"""What a session hands out to its own browser: by a key that nobody guesses, and not for longer."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from starlette.requests import Request
from starlette.responses import Response

from pages.ui.server import handout as server
from pages.ui.state import handout
from tests.load.client import to_the_end


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handout, "_offers", {})


def get(address: str, encoding: str = "gzip, br") -> Response:
    scope = {
        "type": "http",
        "path_params": {"key": address.removeprefix("handout/")},
        "headers": [(b"accept-encoding", encoding.encode())],
    }
    return to_the_end(server.hand_out(Request(scope)))


def body_of(address: str) -> bytes:
    return gzip.decompress(get(address).body)


def as_session(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(handout, "session_id", lambda: name)


def test_what_is_offered_is_fetched_compressed() -> None:
    body = np.arange(10_000, dtype="<u4").tobytes()
    address = handout.offer("ranks", "a", lambda: body)
    assert address.startswith("handout/")
    answer = get(address)
    assert gzip.decompress(answer.body) == body
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.body) < len(body)
    assert answer.headers["cache-control"] == "no-store"
    plain = get(address, "identity")
    assert plain.body == body
    assert "content-encoding" not in plain.headers


def test_a_key_is_long_and_each_session_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    as_session(monkeypatch, "one")
    first = handout.offer("ranks", "a", lambda: b"1")
    assert handout.offer("ranks", "a", lambda: b"other") == first
    assert len(first.removeprefix("handout/")) >= 32
    as_session(monkeypatch, "two")
    second = handout.offer("ranks", "a", lambda: b"2")
    assert second != first
    assert [body_of(one) for one in (first, second)] == [b"1", b"2"]
    assert handout.sessions() == {"one", "two"}
    handout.forget_sessions({"one"})
    assert [get(one).status_code for one in (first, second)] == [404, 200]


def test_a_newer_offer_of_a_kind_takes_the_place_of_the_older(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_session(monkeypatch, "one")
    old = handout.offer("ranks", "a", lambda: b"a")
    new = handout.offer("ranks", "b", lambda: b"b")
    assert [get(one).status_code for one in (old, new)] == [404, 200]
    assert get("handout/guess").status_code == 404
