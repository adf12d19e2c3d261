"""The page "Reading ROC curves of clusterings": five clusterings, their curves, and what these say.

Every number on it is computed when the page is made, from data that ship with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from aucc_core.datasets import load_dataset
from aucc_core.partitions import make_partitions
from aucc_core.report.figures import COLOURS
from aucc_core.report.page import templates
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Floats, Labels
from aucc_core.score.ranked import RankedPairs

TITLE = "Reading ROC curves of clusterings"
# Width and height of a picture, and the room around its axes, in its own units.
_SIZE, _ROOM = 220, 26
_SEED = 1


@dataclass(frozen=True, eq=False)
class Case:
    """One clustering as the page shows it."""

    title: str
    lesson: str
    X: Floats
    labels: Labels

    @cached_property
    def curve(self) -> RocCurve:
        """Its ROC curve."""
        return RankedPairs(self.X).curve(self.labels)

    @property
    def leaves(self) -> float:
        """Share of the pairs together that are closer than every pair apart."""
        return float(self.curve.tpr[np.flatnonzero(self.curve.between == 0)[-1]])

    @property
    def arrives(self) -> float:
        """Share of the pairs apart that are no farther than the farthest pair together."""
        return float(self.curve.fpr[np.argmax(self.curve.within == self.curve.within[-1])])

    @property
    def statements(self) -> Sequence[str]:
        """What can be read off the curve."""
        return (
            f"AUCC {self.curve.area:.4f}.",
            (
                f"It leaves the left edge at {_percent(self.leaves)}: that part of the pairs put "
                "together is closer than every pair kept apart."
            ),
            (
                f"It reaches the top at {_percent(self.arrives)}: that part of the pairs kept "
                "apart is no farther than the farthest pair put together."
            ),
        )

    @property
    def objects(self) -> list[tuple[str, str, str]]:
        """Across, down and colour of each object in the picture."""
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        places = (self.X - low) / (high - low).max()
        return [
            (*_place(x, y), COLOURS[int(label) % len(COLOURS)])
            for (x, y), label in zip(places.tolist(), self.labels, strict=True)
        ]

    @property
    def path(self) -> str:
        """The curve as points of a line."""
        drawn = self.curve.simplified(5e-4)
        pairs = zip(drawn.fpr.tolist(), drawn.tpr.tolist(), strict=True)
        return " ".join(",".join(_place(x, y)) for x, y in pairs)


def _percent(share: float) -> str:
    """A share in words that do not round to all or nothing.

    >>> [_percent(share) for share in (0.0, 0.0004, 0.123, 0.9999, 1.0)]
    ['0 %', 'less than 0.1 %', '12.3 %', 'more than 99.9 %', '100 %']
    """
    if 0 < share < 0.001:
        return "less than 0.1 %"
    if 0.999 < share < 1:
        return "more than 99.9 %"
    return f"{100 * share:.3g} %"


def _place(x: float, y: float) -> tuple[str, str]:
    return f"{_ROOM + x * _SIZE:.1f}", f"{_ROOM / 2 + (1 - y) * _SIZE:.1f}"


def cases() -> tuple[Case, ...]:
    """The five clusterings, in the order of the page."""
    X = load_dataset("ruspini").X
    few, right, many = (p.labels for p in make_partitions(X, "ward", [2, 4, 10], seed=_SEED))
    mixed = np.random.default_rng(_SEED).permutation(right)
    uniform = load_dataset("uniform", n=150, seed=_SEED).X
    cut = make_partitions(uniform, "kmeans", [8], seed=_SEED)[0].labels
    return (
        Case(
            "It fits",
            "Pairs are taken from the closest to the farthest. A pair that the clustering put "
            "together moves the curve up, a pair that it kept apart moves it right. Where close "
            "pairs are together and far pairs apart, it goes straight up, then right.",
            X,
            right,
        ),
        Case(
            "Too few clusters",
            "Groups that are far from each other were joined, so some pairs put together are far: "
            "the curve reaches the top late.",
            X,
            few,
        ),
        Case(
            "Too many clusters",
            "Groups were cut, so some pairs kept apart are close: the curve leaves the left edge "
            "early. Here that costs less AUCC than joining groups did.",
            X,
            many,
        ),
        Case(
            "Labels at random",
            "The same four sizes of cluster, dealt out at random: pairs put together are as far "
            "as others, and the curve follows the diagonal.",
            X,
            mixed,
        ),
        Case(
            "No clusters at all",
            "Objects strewn evenly, cut into eight parts by k-means: the parts are compact, so the "
            "curve is high although there is nothing to find. AUCC compares clusterings of the "
            "same data; that there are clusters it cannot say by itself. The verdict asks that "
            "first.",
            uniform,
            cut,
        ),
    )


def reading_page() -> str:
    """The page as HTML that needs nothing else."""
    return (
        templates()
        .get_template("reading.html.j2")
        .render(
            style=(Path(__file__).parent / "style.css").read_text(encoding="utf-8"),
            title=TITLE,
            cases=[(case, case.statements) for case in cases()],
            room=_ROOM,
            size=_SIZE,
        )
    )
