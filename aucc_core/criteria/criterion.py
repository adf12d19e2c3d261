"""`Criterion`: one row of the table of criteria."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from aucc_core.criteria.view import PartitionView


@dataclass(frozen=True)
class Criterion:
    """A number that says how good a clustering is, without true labels.

    Attributes
    ----------
    name, short, label : for code and tables, for chart legends, and in full.
    formula : LaTeX.
    compute : from a `PartitionView` to the value as usually published.
    higher_is_better : direction of that value; `orient` turns all to higher is better.
    range : smallest and largest possible value.
    needs : "distances" (any will do) or "features" (cluster means are part of the formula).
    source : who proposed it and when.
    family : "pairs", "silhouettes", "dunn" or "scatter".
    weakness : one plain line on when to distrust it.
    scale_free : whether other units of measurement leave it unchanged.
    """

    name: str
    short: str
    label: str
    formula: str
    compute: Callable[[PartitionView], float]
    higher_is_better: bool
    range: tuple[float, float]
    needs: Literal["features", "distances"]
    source: str
    family: Literal["pairs", "silhouettes", "dunn", "scatter"]
    weakness: str
    scale_free: bool = True

    def orient(self, value: float) -> float:
        """The value with its sign turned, if need be, so that higher is better."""
        return value if self.higher_is_better else -value
