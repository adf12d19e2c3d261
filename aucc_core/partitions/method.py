"""`Method`: the two steps of which an algorithm is made, and `Settings`, what they are told.

Apart from the methods themselves, which rows of `ALGORITHMS` name as text: scikit-learn takes a
second to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aucc_core.score.inputs import Labels
from aucc_core.score.objects import Objects

# The distances of so many objects take 3.6 GB, and an algorithm needs some of them twice.
MOST_PAIRWISE = 30_000


@dataclass(frozen=True)
class Settings:
    """Everything but the data and k that decides the labels of one algorithm."""

    seed: int
    n_init: int = 10
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Method:
    """The two steps: what all k share, once; then the labels for one k.

    ``usual`` is for a method that finds k itself: the value of the setting that decides it
    (`Algorithm.decided_by`) where none is given.
    """

    prepare: Callable[[Objects, Sequence[int], Settings], Any]
    labels: Callable[[Any, int, Settings], Labels]
    usual: Callable[[Objects, Settings], float] | None = None
