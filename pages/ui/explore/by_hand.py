"""The clustering that was made by hand in the view, as a solution like those of the algorithms.

Up to ranks.MOST_OBJECTS objects the browser counts by itself; above, `counted` tells it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucc_core.sweeps.solutions import ExploreRun, Solution
from pages.ui.components.linked import HAND, Settled
from pages.ui.components.linked.payload import pack, pack_curve
from pages.ui.explore import given_labels, ranks
from pages.ui.state.cache import Study
from pages.ui.store.digest import digest_of


@dataclass(frozen=True, eq=False)
class HandSolution(Solution):
    """A solution that a person made; ``origin`` is the id of the one it began from."""

    origin: str = ""

    @property
    def id(self) -> str:
        """There is one at a time."""
        return HAND

    @property
    def label(self) -> str:
        """For people, in place of an algorithm."""
        return "By hand"


def solution_of(study: Study, run: ExploreRun, settled: Settled) -> HandSolution | None:
    """The clustering by hand; None when there is none, of other data, or one without a score."""
    hand = settled.hand
    if hand is None or run.is_large or len(hand.labels) != study.dataset.n:
        return None
    labels = np.asarray(hand.labels, np.int32)
    solution = given_labels.score_labels(study, run, labels, HAND)
    if solution is None:
        return None
    row = {**solution.row, "algorithm": "By hand"}
    return HandSolution(**{**vars(solution), "row": row}, origin=hand.origin)


def counted(study: Study, run: ExploreRun, settled: Settled) -> dict[str, Any] | None:
    """What the browser cannot count itself: score, curve and errors of what was made by hand."""
    if study.dataset.n <= ranks.MOST_OBJECTS:
        return None
    solution = solution_of(study, run, settled)
    if solution is None:
        return None
    return {
        "stamp": digest_of(solution.labels),
        "labels": pack(solution.labels, "u2"),
        "aucc": solution.aucc,
        **pack_curve(solution.curve),
        "apart": pack(solution.worst.apart.ravel(), "u4"),
        "together": pack(solution.worst.together.ravel(), "u4"),
    }
