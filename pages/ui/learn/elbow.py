"""Why not the elbow: a curve that only falls has a bend somewhere, also where nothing is."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Floats, Labels
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    read_choice,
    read_int,
    read_seed,
    rounded,
)
from pages.ui.learn.trap import N_OBJECTS, TRUE_K, four_groups

KS = tuple(range(1, 21))
LAST = (6, 8, 10, 12, 14, 16, 18, 20)  # how far a reader may look
FIRST_LOOK = 10
DATA = ("noise", "groups")
_STARTS = 3


def read_settings(query: Mapping[str, str]) -> Settings:
    """Data shown, how far the reader looks, and the seed."""
    last = read_int(query, "last", low=LAST[0], high=LAST[-1], default=FIRST_LOOK)
    return {
        "data": read_choice(query, "data", DATA),
        "last": last - last % 2,
        "seed": read_seed(query),
    }


def build_elbow(data: str, last: int, seed: int) -> Payload:
    """Sums of squares of noise and of four groups, with the elbow for every range of k."""
    noise = np.random.default_rng((seed, 0)).random((N_OBJECTS, 2))
    groups = four_groups(N_OBJECTS, seed=seed)
    shown = {"noise": _falling(noise, seed), "groups": _falling(groups, seed)}
    elbows = {name: [one["elbows"][str(end)] for end in LAST] for name, one in shown.items()}
    return {
        "data": data,
        "last": last,
        "ks": KS,
        "lasts": LAST,
        "shown": shown,
        "facts": {
            "noise_at": elbows["noise"][LAST.index(FIRST_LOOK)],
            "first_look": FIRST_LOOK,
            "noise_said": said_of(elbows["noise"]),
            "groups_said": said_of(elbows["groups"]),
            "true_k": TRUE_K,
        },
    }


def _falling(X: Floats, seed: int) -> Payload:
    made = make_partitions(X, "kmeans", KS[1:], seed=seed, n_init=_STARTS)
    labels = [np.zeros(len(X), dtype=np.int32), *(one.labels for one in made)]
    squares = np.array([sum_of_squares(X, one) for one in labels])
    share = squares / squares[0]
    return {
        "points": rounded(X, 3),
        "labels": [one.tolist() for one in labels],
        "squares": rounded(share, 5),
        "elbows": {str(end): elbow(share[: KS.index(end) + 1]) for end in LAST},
    }


def sum_of_squares(X: Floats, labels: Labels) -> float:
    """Squared distances of all objects to the means of their clusters."""
    return float(
        sum(((X[labels == c] - X[labels == c].mean(axis=0)) ** 2).sum() for c in np.unique(labels))
    )


def elbow(squares: Floats) -> int:
    """The k whose point lies farthest below the line from the first to the last point.

    That is the elbow as people see it and as the usual rules find it; there always is one.
    """
    ks = np.arange(1, len(squares) + 1)
    line = squares[0] + (squares[-1] - squares[0]) * (ks - 1) / (len(squares) - 1)
    return int(ks[np.argmax(line - squares)])


def said_of(elbows: list[int]) -> str:
    """Where the elbow is as one looks at k up to 6, 8, … 20."""
    found = sorted(set(elbows))
    if len(found) == 1:
        return f"stays at k = {found[0]}"
    return f"wanders from k = {found[0]} to k = {found[-1]}"


LESSON = Lesson(
    name="elbow",
    title="Why not the elbow",
    idea=(
        "An old rule: draw the **sum of squares** by k and take the **elbow**, where the curve "
        "bends most. The curve falls whatever the data are. These points are pure **noise** again."
    ),
    question=Question(
        text="Pure noise, no groups at all. Does its curve have an elbow?",
        options=("yes: there is always one", "no: it falls in a straight line", "no: it is flat"),
        right=0,
        why=(
            "There is always one: on this noise at k = {noise_at} as far as k = {first_look}; "
            "drawn as far as 6, 8, … 20 it {noise_said}. On four clear groups it {groups_said}. "
            "Who sees only the bend cannot tell groups from noise; who compares with data "
            "without groups can."
        ),
    ),
    notes="""
**Aim.** A rule that always answers says nothing when there is nothing. The elbow has no baseline
and depends on the range of k that somebody chose to draw.

**What is drawn.** The sum of squares as a share of that for one cluster. The elbow is the point
farthest below the line from the first to the last point, as the usual rules take it. Move the end
of the range and watch it.

**In class (4 min).** Let everybody say where the elbow of the noise is before the reveal, then
change the range. Over 200 draws the elbow of noise, looked at as far as k = 10, was at k = 4 in 189
and at 3 in the others; that of the four groups was at 4 in all. So the elbow "finds" four groups in
both.

**Ask.** The optimiser's trap had a band. What would a band for the sum of squares look like? (That
is the gap statistic of Tibshirani, Walther and Hastie, 2001.)
""",
    settings=read_settings,
    minutes=4,
    build=build_elbow,
)
