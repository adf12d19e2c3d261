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
from scipy.optimize import linear_sum_assignment

from aucc_core.criteria import Criterion
from aucc_core.partitions import ALGORITHMS
from aucc_core.partitions.noise import NOISE
from aucc_core.prepare.projection import Projection
from aucc_core.report.escape import plotly_text
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Codes, Dataset, Integers, label_codes
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
    focus: str | None = None
    log: bool = False
    max_fpr: float = 1.0


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is drawn: objects, where they lie, and their solutions.

    ``of``: how many objects there are when the data set holds only some of them.
    """

    dataset: Dataset
    solutions: Sequence[Solution]
    projection: Projection
    of: int | None = None


def build_payload(
    drawn: Drawn,
    settings: ViewSettings,
    *,
    title: str,
    data_key: str,
    second: Criterion | None = None,
    own_scores: Mapping[str, npt.NDArray] | None = None,
) -> dict[str, Any]:
    """The payload; ``data_key`` stays the same while the objects do, so a selection survives."""
    dataset, solutions, projection = drawn.dataset, drawn.solutions, drawn.projection
    families = {s.algorithm: _by_k(solutions, s.algorithm) for s in solutions}
    colours = colour_numbers(solutions)
    payload: dict[str, Any] = {
        "dataKey": data_key,
        "layoutKey": _digest([data_key, *projection.axes]),
        "title": plotly_text(title),
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
        "algorithms": [
            {
                "id": name,
                "label": ALGORITHMS[name].label,
                "best": leading.best_of(family).id,
                "reference": leading.reference_of(family, settings.reference).id,
            }
            for name, family in families.items()
        ],
        "start": leading.in_focus(solutions, None, settings.reference).id,
        "solutions": [
            _solution(
                s,
                colours[s.id],
                leading.reading(s, family, settings.reference),
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


def colour_numbers(solutions: Sequence[Solution]) -> dict[str, Integers]:
    """Each solution's colour numbers, matched from k to k within each algorithm."""
    found: dict[str, Integers] = {}
    for name in dict.fromkeys(s.algorithm for s in solutions):
        own = _by_k(solutions, name)
        found |= zip((s.id for s in own), matched_colours([s.labels for s in own]), strict=True)
    return found


def matched_colours(partitions: Sequence[npt.NDArray]) -> list[Codes]:
    """Colour numbers for the clusters of neighbouring solutions, in the order given.

    Each solution takes the colours of the one before it, cluster by cluster, so that as many
    objects as possible keep their colour; clusters left over get the smallest free numbers. Noise
    (label -1) has no colour: it stays -1.
    """
    coloured: list[Codes] = []
    for labels in partitions:
        kept = np.asarray(labels) != NOISE
        colours = np.full(kept.size, NOISE, np.int64)
        if kept.any():
            codes = label_codes(np.asarray(labels)[kept])
            before = coloured[-1][kept] if coloured else colours[kept]
            colours[kept] = _follow(codes, before) if (before >= 0).any() else _by_size(codes)
        coloured.append(colours)
    return coloured


def _by_size(codes: Codes) -> Codes:
    """The largest cluster first; equal ones in order of appearance."""
    order = np.argsort(-np.bincount(codes), kind="stable")
    colour = np.empty(order.size, np.int64)
    colour[order] = np.arange(order.size)
    return colour[codes]


def _follow(codes: Codes, before: Codes) -> Codes:
    clusters, colours = int(codes.max()) + 1, int(before.max()) + 1
    known = before >= 0
    cells = codes[known] * colours + before[known]
    shared = np.bincount(cells, minlength=clusters * colours).reshape(clusters, colours)
    rows, columns = linear_sum_assignment(shared, maximize=True)
    colour = np.full(clusters, -1, np.int64)
    colour[rows] = columns
    taken = set(colour.tolist())
    free = (c for c in range(clusters + colours) if c not in taken)
    for cluster in np.flatnonzero(colour < 0):
        colour[cluster] = next(free)
    return colour[codes]


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


def _digest(value: Any) -> str:
    return hashlib.blake2b(json.dumps(value).encode(), digest_size=12).hexdigest()
