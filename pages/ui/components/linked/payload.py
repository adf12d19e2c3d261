"""From solutions to what the linked view draws: plain JSON with arrays packed as base64."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.criteria import Criterion
from aucc_core.explain.differences import is_number
from aucc_core.prepare.projection import Projection
from aucc_core.report.escape import plotly_text
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Dataset, label_codes
from aucc_core.score.result import Score
from aucc_core.sweeps.solutions import DRAWN_PAIRS, Solution
from pages.ui.components.linked import leading

COLOUR_BY = {"cluster": "Cluster", "truth": "True label", "score": "Own score"}


@dataclass(frozen=True)
class ViewSettings:
    """How to draw what was computed."""

    panels: int = 3
    colour_by: str = "cluster"
    reference: int | None = None
    believed: int | None = None  # the k to believe, around which colours turn unless one was given

    @property
    def turns_at(self) -> int | None:
        """The k whose curve is black; None for the highest AUCC of each algorithm."""
        return self.reference or self.believed


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is drawn: objects, where they lie, and their solutions.

    ``of``: how many objects there are when the data set holds only some of them. ``column``: what
    colours them, if neither a clustering nor the true label does.
    """

    dataset: Dataset
    solutions: Sequence[Solution]
    projection: Projection
    of: int | None = None
    column: pd.Series | None = None


def build_payload(
    drawn: Drawn,
    settings: ViewSettings,
    *,
    title: str,
    data_key: str,
    treatment: str = "",
    second: Criterion | None = None,
    own_scores: Mapping[str, npt.NDArray] | None = None,
) -> dict[str, Any]:
    """The payload; ``data_key`` stays the same while the objects do, so a selection survives.

    ``treatment`` says on a figure that is taken away what was done to the data.
    """
    dataset, solutions, projection = drawn.dataset, drawn.solutions, drawn.projection
    families = {s.algorithm: _by_k(solutions, s.algorithm) for s in solutions}
    payload: dict[str, Any] = {
        "dataKey": data_key,
        "layoutKey": _digest([data_key, *projection.axes]),
        "title": plotly_text(title),
        "treatment": plotly_text(treatment, 120),
        "fileName": dataset.name,
        "n": dataset.n,
        "of": drawn.of or dataset.n,
        "x": pack(projection.points[:, 0], "f4"),
        "y": pack(projection.points[:, 1], "f4"),
        "xTitle": plotly_text(projection.axes[0]),
        "yTitle": plotly_text(projection.axes[1]),
        "note": plotly_text(projection.note, 200),
        "equalAspect": projection.equal,
        "names": [plotly_text(name) for name in dataset.object_names or ()] or None,
        "truth": _truth(dataset),
        "column": None if drawn.column is None else pack_column(drawn.column),
        "algorithms": [
            {
                "id": name,
                "label": plotly_text(family[0].label),
                "best": leading.best_of(family).id,
                "reference": leading.reference_of(family, settings.turns_at).id,
            }
            for name, family in families.items()
        ],
        "start": leading.in_focus(solutions, None, settings.reference).id,
        "solutions": [
            _solution(
                s,
                leading.reading(s, family, settings.reference, settings.believed),
                None if own_scores is None else own_scores.get(s.id),
            )
            for family in families.values()
            for s in family
        ],
        "second": None
        if second is None or all(s.second is None for s in solutions)
        else {"label": plotly_text(second.label), "likeAucc": second.like_aucc},
        "drawn": DRAWN_PAIRS,
        "panels": settings.panels,
        "colourBy": settings.colour_by,
    }
    return {**payload, "digest": _digest(payload)}


def pack(values: npt.ArrayLike, kind: str) -> dict[str, str]:
    """An array as the browser reads it: little-endian, base64."""
    array = np.ascontiguousarray(values, dtype=np.dtype(kind).newbyteorder("<"))
    return {"t": kind, "b": base64.b64encode(array.tobytes()).decode("ascii")}


def pack_curve(curve: RocCurve) -> dict[str, Any]:
    """Counts at each vertex, exact; the first has no distance yet, so it takes 0.

    The last of a curve from bins may be infinite: it stands for all the rest.
    """
    return {
        "d": pack(np.where(np.isneginf(curve.thresholds), 0.0, curve.thresholds), "f8"),
        "tp": pack(curve.within, "f8"),
        "fp": pack(curve.between, "f8"),
        "P": int(curve.within[-1]),
        "N": int(curve.between[-1]),
    }


def _solution(solution: Solution, reading: str, own: npt.NDArray | None) -> dict[str, Any]:
    return {
        "id": solution.id,
        "algorithm": solution.algorithm,
        "label": plotly_text(solution.label),
        "k": solution.k,
        "aucc": solution.aucc,
        "coverage": float((solution.labels >= 0).mean()),
        "second": None
        if solution.second is None or not np.isfinite(solution.second)
        else solution.second,
        **pack_curve(solution.curve),
        "colours": pack(solution.labels, "u2"),
        "apart": pack(solution.worst.apart.ravel(), "u4"),
        "together": pack(solution.worst.together.ravel(), "u4"),
        "reading": reading,
        "score": None if own is None else pack(own, "f4"),
        "margin": _margin(solution),
    }


def _margin(solution: Solution) -> dict[str, Any] | None:
    """How sure a score is, and distances that tell which of the drawn pairs are errors."""
    if solution.worst_distances is None:
        return None
    apart, together = solution.worst_distances
    band = solution.band
    return {
        "words": solution.how_sure,
        "digits": sure_digits(solution.score),
        "apart": pack(apart, "f8"),
        "together": pack(together, "f8"),
        "band": None if band is None else {"x": pack(band[0], "f8"), "y": pack(band[1], "f8")},
    }


def sure_digits(score: Score) -> int:
    """How many decimals of a score mean something: two at least, for something to be read."""
    width = max(score.width, 1e-9)
    return max(2, min(6, math.floor(-math.log10(width))))


def _by_k(solutions: Sequence[Solution], algorithm: str) -> list[Solution]:
    return sorted((s for s in solutions if s.algorithm == algorithm), key=lambda s: s.k)


def _truth(dataset: Dataset) -> dict[str, Any] | None:
    if dataset.labels is None:
        return None
    codes = label_codes(dataset.labels)
    first = np.unique(codes, return_index=True)[1]
    levels = [plotly_text(dataset.labels[i]) for i in first]
    return {"name": "true label", "codes": pack(codes, "u2"), "levels": levels}


def pack_column(column: pd.Series) -> dict[str, Any]:
    """What a column says of each object: a number, or which of its values, the commonest first."""
    name = plotly_text(str(column.name))
    if is_number(column):
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        known = values[np.isfinite(values)]
        ends = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
        return {"name": name, "values": pack(values, "f8"), "low": ends[0], "high": ends[1]}
    texts = column.astype(str).where(column.notna())
    levels = {level: code for code, level in enumerate(texts.value_counts().index)}
    codes = [levels.get(text, -1) for text in texts]
    return {
        "name": name,
        "codes": pack(np.asarray(codes), "u2"),
        "levels": [plotly_text(level) for level in levels],
    }


def _digest(value: Any) -> str:
    return hashlib.blake2b(json.dumps(value).encode(), digest_size=12).hexdigest()
