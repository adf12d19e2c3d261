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

from aucc_core.curves import RocCurve
from aucc_core.dataset import Dataset
from aucc_core.escape import plotly_text
from aucc_core.partitions import ALGORITHMS
from aucc_core.project import Projection
from aucc_core.validate import label_codes
from pages.ui import text
from pages.ui.matching import matched_colours
from pages.ui.solutions import DRAWN_PAIRS, Margin, Solution

COLOUR_BY = {"cluster": "Cluster", "truth": "True label", "score": "Own score"}


@dataclass(frozen=True)
class ViewSettings:
    """How to draw what was computed."""

    panels: int = 3
    colour_by: str = "cluster"
    reference: int | None = None
    focus: str | None = None
    log: bool = False
    max_fpr: float = 1.0


def build(
    dataset: Dataset,
    solutions: Sequence[Solution],
    projection: Projection,
    settings: ViewSettings,
    *,
    title: str,
    data_key: str,
    second: str | None = None,
    own_scores: Mapping[str, npt.NDArray] | None = None,
    of: int | None = None,
) -> dict[str, Any]:
    """The payload; ``data_key`` stays the same while the objects do, so a selection survives.

    ``of``: how many objects there are when the data set holds only those to be drawn.
    """
    names = list(dict.fromkeys(s.algorithm for s in solutions))
    ordered = [s for name in names for s in _by_k(solutions, name)]
    colours = colours_of(solutions)
    payload: dict[str, Any] = {
        "dataKey": data_key,
        "layoutKey": _digest([data_key, *projection.axes]),
        "title": plotly_text(title),
        "fileName": dataset.name,
        "n": dataset.n,
        "of": of or dataset.n,
        "x": pack(projection.points[:, 0], "f4"),
        "y": pack(projection.points[:, 1], "f4"),
        "xTitle": plotly_text(projection.axes[0]),
        "yTitle": plotly_text(projection.axes[1]),
        "note": plotly_text(projection.note, 200),
        "equalAspect": projection.equal,
        "names": [plotly_text(name) for name in dataset.object_names or ()] or None,
        "truth": _truth(dataset),
        "algorithms": [{"id": name, "label": ALGORITHMS[name].label} for name in names],
        "solutions": [
            _solution(
                s,
                colours[s.id],
                text.reading(s, _by_k(solutions, s.algorithm), settings.reference),
                None if own_scores is None else own_scores.get(s.id),
            )
            for s in ordered
        ],
        "second": None if second is None else {"label": plotly_text(second)},
        "drawn": DRAWN_PAIRS,
        "panels": settings.panels,
        "colourBy": settings.colour_by,
        "reference": settings.reference,
    }
    # Where the view starts is not part of what it draws: it changes nothing once it is open.
    start = {"focus": settings.focus, "view": {"log": settings.log, "maxFpr": settings.max_fpr}}
    return {**payload, **start, "digest": _digest(payload)}


def colours_of(solutions: Sequence[Solution]) -> dict[str, npt.NDArray[np.int64]]:
    """Each solution's colour numbers, matched from k to k within each algorithm."""
    found: dict[str, npt.NDArray[np.int64]] = {}
    for name in dict.fromkeys(s.algorithm for s in solutions):
        own = _by_k(solutions, name)
        found |= zip((s.id for s in own), matched_colours([s.labels for s in own]), strict=True)
    return found


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


def _solution(
    solution: Solution, colours: npt.NDArray, reading: str, own: npt.NDArray | None
) -> dict[str, Any]:
    return {
        "id": solution.id,
        "algorithm": solution.algorithm,
        "label": solution.label,
        "k": solution.k,
        "aucc": solution.aucc,
        "coverage": float((solution.labels >= 0).mean()),
        "second": None
        if solution.second is None or not np.isfinite(solution.second)
        else solution.second,
        **pack_curve(solution.curve),
        "colours": pack(colours, "u2"),
        "apart": pack(solution.worst.apart.ravel(), "u4"),
        "together": pack(solution.worst.together.ravel(), "u4"),
        "reading": reading,
        "score": None if own is None else pack(own, "f4"),
        "margin": None if solution.margin is None else _margin(solution.margin),
    }


def _margin(margin: Margin) -> dict[str, Any]:
    """How sure a score is, and distances that tell which of the drawn pairs are errors."""
    band = margin.band
    return {
        "words": margin.words,
        "digits": sure_digits(margin),
        "apart": pack(margin.apart, "f8"),
        "together": pack(margin.together, "f8"),
        "band": None if band is None else {"x": pack(band[0], "f8"), "y": pack(band[1], "f8")},
    }


def sure_digits(margin: Margin) -> int:
    """How many decimals of a score mean something: two at least, for something to be read."""
    width = max(margin.high - margin.low, 1e-9)
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


def _digest(value: Any) -> str:
    return hashlib.blake2b(json.dumps(value).encode(), digest_size=12).hexdigest()
