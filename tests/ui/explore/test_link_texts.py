"""What has settled in the view goes into a link and comes out of it the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.ui.components.linked import Hand, Inset, Settled
from pages.ui.explore.link_texts import MOST_CHARACTERS, settled_from, texts_of

IDS = st.sampled_from(["kmeans-3", "ward-12", "hand"])
SETTLED = st.builds(
    Settled,
    focus=st.none() | IDS,
    selected=st.lists(st.integers(0, 300), unique=True, max_size=60).map(
        lambda x: tuple(sorted(x))
    ),
    max_fpr=st.sampled_from([1.0, 0.25, 0.1]),
    log=st.booleans(),
    held=st.none() | st.sampled_from([0.0, 12.5, 1 / 3]),
    inset=st.sampled_from([Inset(), Inset(on=False), Inset(True, 0.1, 0.25, 0.5, 1.0)]),
    pins=st.lists(IDS, unique=True).map(tuple),
    hand=st.none()
    | st.lists(st.integers(-1, 40), min_size=2, max_size=100).map(
        lambda labels: Hand("kmeans-3", tuple(labels))
    ),
)


@settings(max_examples=200, deadline=None)
@given(SETTLED)
def test_there_and_back(settled: Settled) -> None:
    texts = {name: text for name, text in texts_of(settled).items() if text is not None}
    assert settled_from(texts) == settled


def test_what_is_as_usual_needs_no_words() -> None:
    assert set(texts_of(Settled()).values()) == {None}


def test_what_is_too_long_for_an_address_is_left_out() -> None:
    many = Settled(selected=tuple(range(0, 4000, 2)), focus="kmeans-3")
    texts = texts_of(many)
    assert texts["selected"] is None
    assert texts["focus"] == "kmeans-3"
    together = texts_of(Settled(selected=tuple(range(4000))))["selected"]
    assert together == "0-3999"
    assert len(together) < MOST_CHARACTERS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("area", "7"),
        ("area", "nan"),
        ("held", "inf"),
        ("held", "x"),
        ("inset", "1_0_0_1"),
        ("inset", "1_2"),
        ("selected", "5-2"),
        ("selected", "0-99999999"),
        ("selected", "a"),
        ("hand", "kmeans-3~!!!"),
        ("hand", "kmeans-3"),
        ("hand", "kmeans-3~AAAA"),
    ],
)
def test_odd_texts_count_as_not_said(name: str, text: str) -> None:
    assert settled_from({name: text}) == Settled()
