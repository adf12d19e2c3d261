"""What is on screen: the value that the linked view hands to the tabs below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aucc_core.sweeps.solutions import Solution
from pages.ui.components.linked import Settled
from pages.ui.explore.ask import Exploration


@dataclass(frozen=True, eq=False)
class OnScreen:
    """What was asked for, its solutions, the one in focus, and what has settled in the view."""

    asked: Exploration
    solutions: Sequence[Solution]
    focus: Solution
    settled: Settled
