"""Lesson 6: an optimiser finds good-looking clusters in pure noise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from pages.ui.lessons.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    read_choice,
    read_int,
    read_seed,
    rounded,
)

KS = tuple(range(2, 13))
N_OBJECTS = 150
DRAWS = 19
TRUE_K = 4
_STARTS = 3
DATA = ("noise", "groups")


def read_settings(query: Mapping[str, str]) -> Settings:
    """Data shown, number of clusters and seed."""
    k = read_int(query, "k", low=KS[0], high=KS[-1], default=KS[0])
    return {"data": read_choice(query, "data", DATA), "k": k, "seed": read_seed(query)}


def build(data: str, k: int, seed: int) -> Payload:
    """k-means on noise and on four real groups, and on more draws of noise for the band."""
    low, high = reference_band(N_OBJECTS, KS, draws=DRAWS, seed=seed)
    noise = np.random.default_rng((seed, 0)).random((N_OBJECTS, 2))
    groups = four_groups(N_OBJECTS, seed=seed)
    shown = {"noise": _runs(noise, seed), "groups": _runs(groups, seed)}
    scores = shown["noise"]["scores"]
    return {
        "data": data,
        "k": k,
        "ks": KS,
        "trueK": TRUE_K,
        "shown": shown,
        "band": {"low": rounded(low, 5), "high": rounded(high, 5), "draws": DRAWS},
        "facts": {
            "first": f"{scores[0]:.2f}",
            "last": f"{scores[-1]:.2f}",
            "best": KS[int(np.argmax(scores))],
            "k_max": KS[-1],
        },
    }


def four_groups(n: int, *, seed: int) -> npt.NDArray[np.float64]:
    """Four round groups near the corners of a square."""
    rng = np.random.default_rng((seed, 6))
    corners = 10.0 * np.array([(0, 0), (0, 1), (1, 0), (1, 1)]) + rng.normal(0, 0.15, (TRUE_K, 2))
    return corners[np.arange(n) % TRUE_K] + rng.normal(0, 1.4, (n, 2))


def reference_band(
    n: int, ks: Sequence[int], *, draws: int, seed: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Lowest and highest AUCC by k that the same algorithm reaches on structureless data."""
    scores = [
        _scores(np.random.default_rng((seed, 1 + draw)).random((n, 2)), ks, seed)[0]
        for draw in range(draws)
    ]
    return np.min(scores, axis=0), np.max(scores, axis=0)


def _scores(
    X: npt.NDArray[np.float64], ks: Sequence[int], seed: int
) -> tuple[list[float], list[list[int]]]:
    pairs = Pairs(X)
    made = make_partitions(X, "kmeans", ks, seed=seed, n_init=_STARTS, n_jobs=1)
    labels = [partition.labels for partition in made]
    return pairs.aucc_many(labels).tolist(), [codes.tolist() for codes in labels]


def _runs(X: npt.NDArray[np.float64], seed: int) -> Payload:
    scores, labels = _scores(X, KS, seed)
    return {"points": rounded(X, 3), "scores": scores, "labels": labels}


LESSON = Lesson(
    key="trap",
    title="The optimiser's trap",
    idea=(
        "These points are pure **noise**: no groups at all. But k-means does not throw labels, it "
        "**searches** for the tightest clusters it can make. AUCC is fair to random labels; is it "
        "fair to a searcher?"
    ),
    question=Question(
        text="k-means on noise, k = 2 to {k_max}. Which k gets the best AUCC?",
        options=("a small k", "all about 0.5", "a large k"),
        right=2,
        why=(
            "The score climbs from {first} to {last}; best at k = {best}. Compare a score with its "
            "**reference band**: what k-means gets on noise of the same size. Noise hugs the "
            "band; switch to real groups and the true k stands above it."
        ),
    ),
    notes="""
**Aim.** Being right on average for random labels does not protect against an algorithm that
optimises. A score needs a baseline from the same algorithm on data without structure.

**The band.** Nineteen more draws of noise (same number of objects), clustered the same way; the
band spans the lowest and highest score for each k.

**In class (4 min).** Let everyone press "New draw": the winner on noise is nearly always one of the
largest k. Then switch to the four groups: at which k is the distance to the band largest?

**Ask.** What would the band look like for a different algorithm, or for 20 dimensions?
""",
    settings=read_settings,
    build=build,
)
