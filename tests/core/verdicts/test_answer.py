"""The verdict in one line: short, and true to the verdict whatever that is."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from sklearn.datasets import make_blobs, make_moons

from aucc_core import ALGORITHMS
from aucc_core.pairs import Pairs
from aucc_core.report.evidence import shown_evidence
from aucc_core.verdicts.answer import answer_of, as_good, strength_of
from aucc_core.verdicts.structure import THRESHOLD, Structure
from aucc_core.verdicts.weigh import verdict

LONGEST = 60
QUICK = {"seed": 0, "n_sets": 5, "n_runs": 2}
FORMS = {
    "none": r"No evidence of clusters",
    "few": r"Too few objects to tell clusters from chance",
    "blind": r"No clusters that .+ could find(; a look along dense paths sees \d+)?",
    "untried": r"Not (\d+ to \d+) clusters; a look along dense paths sees (\d+)",
    "undecided": r"k = (\d+(?:, \d+)*) or (\d+), undecided",
    "found": r"(.+): (\d+) clusters, (strong|some|weak) evidence",
    "unknown": r"(.+): (\d+) clusters, if there are any",
}


def structure(strength):
    return None if strength is None else Structure(strength, 0.0, 0.0)


def cases():
    """Every sight, with shares and strengths on both sides of each border."""
    shares = (0.05, 0.49, 0.5, 0.74, 0.75, 1.0)
    strengths = (None, 0.0, THRESHOLD - 0.01, THRESHOLD, 2 * THRESHOLD, 99.0)
    next_ones = ((), ((3, 0.04),), ((3, 0.4), (12, 0.03)), ((11, 0.5), (2, 0.48)))
    asked = (("kmeans",), ("ward", "bisecting"), tuple(ALGORITHMS))
    return itertools.product(
        ("clusters", "blind", "none", "few", "unknown"),
        shares,
        strengths,
        next_ones,
        asked,
        (None, 2, 15),
        ({2, 3, 15}, range(3, 9)),
    )


def test_every_answer_is_one_of_seven_short_lines_that_repeat_the_verdict():
    seen = set()
    for sight, share, height, after, asked, otherwise, tried in cases():
        strength = strength_of(share, sight, structure(height))
        suggested = sight in ("clusters", "unknown")
        ks = as_good(4, share, after) if suggested else ()
        text = answer_of(
            asked[-1] if suggested else None, ks,
            sight=sight, strength=strength, asked=asked, otherwise=otherwise, tried=tried,
        )  # fmt: skip
        assert len(text.partition(";")[0]) <= LONGEST, text
        (form,) = [name for name, pattern in FORMS.items() if re.fullmatch(pattern, text)]
        seen.add(form)
        assert (strength == "none") == (not suggested)
        if not suggested:
            untried = sight == "blind" and otherwise is not None and otherwise not in tried
            assert form == ("untried" if untried else sight)
            assert ("dense paths" in text) == (sight == "blind" and otherwise is not None)
            continue
        others = {k for k, has in after if has >= 0.6 * share}
        assert set(ks) == {4} | others
        assert {int(n) for n in re.findall(r"\b\d+\b", text)} == set(ks)
        assert (form == "undecided") == bool(others)
        assert ks == sorted(ks)
        if form == "found":
            assert text.startswith(f"{ALGORITHMS[asked[-1]].label}: ")
            assert re.fullmatch(FORMS["found"], text)[3] == strength
    assert seen == set(FORMS)


@pytest.mark.parametrize("sight", ["clusters", "unknown"])
def test_more_evidence_never_makes_a_weaker_word(sight):
    order = ["weak", "some", "strong"]
    grid = np.linspace(0, 1, 21)
    words = [
        [order.index(strength_of(s, sight, structure(h))) for h in (0, 1, 1.5, 2, 3, 9)]
        for s in grid
    ]
    assert (np.diff(words, axis=0) >= 0).all()
    assert (np.diff(words, axis=1) >= 0).all()
    assert [words[-1][0], words[-1][-1], words[0][-1]] == [0, 2, 0]
    assert strength_of(1.0, sight, None) == "some"
    assert strength_of(1.0, sight, structure(99.0), slivers=1) == "some"
    assert strength_of(1.0, sight, structure(99.0), alone=True) == "some"


@pytest.mark.parametrize(
    ("X", "algorithms", "form"),
    [
        (make_blobs(120, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)[0], "ward", "found"),
        (np.random.default_rng(0).normal(size=(80, 2)), "ward", "none"),
        (make_moons(300, noise=0.07, random_state=0)[0], "kmeans", "blind"),
    ],
)
def test_answers_on_data(X, algorithms, form):
    found = verdict(X, algorithms, range(2, 7), **QUICK)
    match = re.fullmatch(FORMS[form], found.answer)
    assert match, found.answer
    table = found.table
    if form == "found":
        assert (int(match[2]), match[3]) == (found.k, found.strength)
        assert found.answer == "Ward: 3 clusters, strong evidence"
        assert table["suggested"].sum() == 1
        row = table[table["suggested"]].iloc[0]
        assert (row["algorithm"], row["k"]) == (found.algorithm, found.k)
        assert shown_evidence(table)["suggested"].tolist().count("★") == 1
    else:
        assert found.strength == "none"
        assert not table["suggested"].any()
        assert "suggested" not in shown_evidence(table)


def test_distances_alone_never_have_strong_evidence():
    X = make_blobs(60, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)[0]
    found = verdict(Pairs(X).distances, "average", range(2, 6), metric="precomputed", **QUICK)
    assert found.answer == "Average linkage: 3 clusters, if there are any"
    assert found.strength == "some"
