"""How sure an AUCC is, in words."""

from __future__ import annotations

import pytest

from aucc_core.score.result import Score


@pytest.mark.parametrize(
    ("score", "text", "how_sure", "whole"),
    [
        (Score.exact(0.9), "0.9000000", "for certain", "0.9000000, exact"),
        (Score(0.9, 0.899, 0.901), "0.9000 ± 0.0010", "for certain", "0.9000 ± 0.0010, certain"),
        (
            Score(0.9, 0.8, 1, 0.95),
            "0.9000 ± 0.1000",
            "with 95 % confidence",
            "0.9000 ± 0.1000, 95 %",
        ),
        (
            Score(0.9, 0.8, 1, 0.995),
            "0.9000 ± 0.1000",
            "with 99.5 % confidence",
            "0.9000 ± 0.1000, 99.5 %",
        ),
    ],
)
def test_a_score_in_words(score, text, how_sure, whole):
    assert (score.text, score.how_sure, str(score)) == (text, how_sure, whole)


def test_near_perfect_scores_are_not_rounded_to_one():
    assert [Score.exact(v).short for v in (0.99999999, 1.0, 0.5)] == [
        "0.99999999", "1.0000", "0.5000",
    ]  # fmt: skip
