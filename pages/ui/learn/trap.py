"""An optimiser finds good-looking clusters in pure noise."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aucc_core.explain.curve_shape import logit
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Dataset, Floats
from aucc_core.verdicts.band import column_spread, reference_band
from aucc_core.verdicts.sentences import record_text
from pages.ui.learn import own_table
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

KS = tuple(range(2, 13))
N_OBJECTS = 150
SETS = 19  # the fewest that can say 1 in 20
TRUE_K = 4
_STARTS = 3
DATA = ("noise", "groups")


def read_settings(query: Mapping[str, str]) -> Settings:
    """Data shown, number of clusters and seed."""
    k = read_int(query, "k", low=KS[0], high=KS[-1], default=KS[0])
    data = read_choice(query, "data", (*DATA, own_table.OWN))
    return {"data": data, "k": k, "seed": read_seed(query)}


def build_trap(data: str, k: int, seed: int, own: Dataset | None = None) -> Payload:
    """k-means on noise, four real groups and an own table, each beside data without structure."""
    noise = np.random.default_rng((seed, 0)).random((N_OBJECTS, 2))
    groups = four_groups(N_OBJECTS, seed=seed)
    shown = {"noise": _runs(noise, seed), "groups": _runs(groups, seed)}
    names = {"noise": "Pure noise", "groups": "Four real groups"}
    if own is not None:
        names[own_table.OWN] = own_table.title(own)
        shown[own_table.OWN] = _runs(own.X, seed) | {"points": rounded(own_table.plane(own), 3)}
    scores = shown["noise"]["scores"]
    return {
        "data": data,
        "k": k,
        "ks": KS,
        "trueK": TRUE_K,
        "shown": shown,
        "choices": [{"value": name, "label": label} for name, label in names.items()],
        "sets": SETS,
        "facts": {
            "first": f"{scores[0]:.2f}",
            "last": f"{scores[-1]:.2f}",
            "best": KS[int(np.argmax(scores))],
            "k_max": KS[-1],
            "noise_said": said_of_noise(shown["noise"]["farthest"]),
            "groups_said": said_of_groups(shown["groups"]["farthest"]),
        },
    }


def four_groups(n: int, *, seed: int) -> Floats:
    """Four round groups near the corners of a square."""
    rng = np.random.default_rng((seed, 6))
    corners = 10.0 * np.array([(0, 0), (0, 1), (1, 0), (1, 1)]) + rng.normal(0, 0.15, (TRUE_K, 2))
    return corners[np.arange(n) % TRUE_K] + rng.normal(0, 1.4, (n, 2))


def _runs(X: Floats, seed: int) -> Payload:
    made = make_partitions(X, "kmeans", KS, seed=seed, n_init=_STARTS)
    scores = Pairs(X).aucc_many([partition.labels for partition in made])
    band = reference_band(
        X,
        "kmeans",
        KS,
        seed=seed,
        reference="box",
        n_sets=SETS,
        n_init=_STARTS,
        observed=scores.tolist(),
    )
    low, high = edges(band.scores)
    return {
        "points": rounded(X, 3),
        "scores": scores.tolist(),
        "labels": [partition.labels.tolist() for partition in made],
        "low": rounded(low, 5),
        "high": rounded(high, 5),
        "farthest": farthest_above(scores, high),
    }


def edges(scores: Floats) -> tuple[Floats, Floats]:
    """A band for all k at once: about 1 draw of noise in 20 rises above it anywhere.

    Its half-widths are standard deviations (of the logit) by k, as many as the set that stands out
    most, each judged by the others. A band for each k by itself would be left by 4 draws in 10.
    """
    heights = logit(scores)
    centre, spread = heights.mean(axis=0), column_spread(heights)
    alone = np.array([_beside_others(heights, at) for at in range(len(heights))])
    low, high = centre + alone.min() * spread, centre + alone.max() * spread
    return 1 / (1 + np.exp(-low)), 1 / (1 + np.exp(-high))


def _beside_others(heights: Floats, at: int) -> Floats:
    others = np.delete(heights, at, axis=0)
    return (heights[at] - others.mean(axis=0)) / column_spread(others)


def farthest_above(scores: Floats, high: Floats) -> int | None:
    """The k that is farthest above the band, on the axis of the chart; None where none is."""
    gap = logit(scores) - logit(high)
    return KS[int(np.argmax(gap))] if gap.max() > 0 else None


def said_of_noise(farthest: int | None) -> str:
    """What the picture shows of the noise."""
    if farthest is None:
        return "This noise never rises above its band"
    return f"This noise rises above its band at k = {farthest}, as 1 draw in 20 does"


def said_of_groups(farthest: int | None) -> str:
    """What the picture shows of the four groups."""
    if farthest is None:
        return "on four real groups no k rises above it either"
    return f"on four real groups k = {farthest} stands farthest above it"


LESSON = Lesson(
    name="trap",
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
            "**reference band**: what k-means gets on noise of the same size. {noise_said}; "
            "{groups_said}."
        ),
    ),
    notes=f"""
**Aim.** Being right on average for random labels does not protect against an algorithm that
optimises. A score needs a baseline from the same algorithm on data without structure.

**The band.** Nineteen draws of noise with as many objects, in the same box, clustered the same
way. It is wide enough for **all** k at once: about 1 draw of noise in 20 rises above it anywhere.
(A band for each k by itself is left somewhere by 4 draws in 10: whoever looks at many k finds
something.) The axis stretches towards 1: halving what is missing to 1 is the same step everywhere.

**In class (5 min).** Let everyone press "New draw": the winner on noise is one of the larger k.
Then switch to the four groups: the k farthest above the band is coloured.

**Ask.** What would the band look like for a different algorithm, or for 20 dimensions?

**How far it carries.** Explore's verdict looks at more than the band, and still is not always
right.
{record_text()}
""",
    settings=read_settings,
    minutes=5,
    build=build_trap,
    refuses=own_table.numbers_only,
)
