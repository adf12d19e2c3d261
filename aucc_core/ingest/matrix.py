"""Distance matrices: recognised, checked cell by cell, and condensed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import Column
from aucc_core.ingest.names import listed
from aucc_core.ingest.roles import Role
from aucc_core.score.inputs import (
    Floats,
    InputError,
    refuse_diagonal,
    require_not_negative,
    require_objects,
)

# Asymmetry up to this share of the largest distance is rounding.
_ROUNDING = 1e-6
_TRIPLES = 200_000


def matrix_columns(
    columns: Sequence[Column], roles: Mapping[str, Role], n: int, choices: Choices
) -> list[Column] | None:
    """The columns that form an n × n distance matrix, or None when the table holds features."""
    if choices.kind == "features":
        return None
    usable = [
        c
        for c in columns
        if c.kind in ("number", "empty")
        and not (roles[c.name].asked and roles[c.name].role in ("id", "label", "ignore"))
    ]
    if len(usable) > n:
        named = _named_like_rows(columns, usable)
        usable = named or [c for c in usable if roles[c.name].role in ("feature", "ignore")]
    if choices.kind == "distances":
        if len(usable) != n:
            raise InputError(
                f"Distances need as many columns as rows; the table has {n:,} rows and "
                f"{len(usable):,} number columns. If it holds features, read it as features."
            )
        return usable
    if len(usable) != n or n < 3:
        return None
    return usable if _looks_like_distances(_stack(usable)) else None


def beside_matrix(columns: Sequence[Column], matrix: Sequence[Column]) -> list[str]:
    """Columns of whole numbers beside a matrix that can only be labels."""
    inside = {c.name for c in matrix}
    return [
        c.name for c in columns if c.name not in inside and c.integer and c.distinct < len(matrix)
    ]


def _named_like_rows(columns: Sequence[Column], usable: Sequence[Column]) -> list[Column]:
    """Number columns named like the rows, when a text column holds these names."""
    by_name = {c.name: c for c in usable}
    for column in columns:
        if column.kind in ("text", "code") and column.cells is not None:
            rows = column.cells.to_pylist()
            if len(set(rows)) == len(rows) and all(r in by_name for r in rows):
                return [by_name[r] for r in rows]
    return []


def condense(columns: Sequence[Column], choices: Choices) -> tuple[Floats, list[str]]:
    """Condensed distances and what was done to get them; refuses with the cell at fault."""
    D = _stack(columns)
    names = [c.name for c in columns]
    require_objects(D.shape[0])
    notices: list[str] = []
    D = _mirror_triangle(D, notices)
    _refuse_gaps(D, names, columns)
    D = _clean_diagonal(D, names, choices, notices)
    require_not_negative(
        D,
        partial(_cell, names),
        " If these are correlations or other similarities, read them as similarities.",
    )
    D = _make_symmetric(D, names, choices, notices)
    condensed = D[np.triu_indices(D.shape[0], 1)]
    if not condensed.any():
        raise InputError("All distances are 0, so nothing tells the objects apart.")
    if np.ptp(condensed) == 0:
        notices.append("All distances are equal: every clustering scores AUCC 0.5.")
    else:
        _note_triangle_inequality(D, names, notices)
    return condensed, notices


def is_asymmetric(columns: Sequence[Column]) -> bool:
    """Whether both halves are filled and differ by more than rounding."""
    D = _mirror_triangle(_stack(columns), [])
    with np.errstate(invalid="ignore"):
        difference, largest = np.abs(D - D.T), np.abs(D)
    return bool(np.nanmax(difference, initial=0) > _ROUNDING * np.nanmax(largest, initial=0))


def guess_diagonal(columns: Sequence[Column]) -> str | None:
    """What a diagonal that is not 0 tells: "similarity", "refuse" for neither; None if it is 0."""
    D = np.nan_to_num(_stack(columns))
    diagonal, largest = np.diagonal(D), float(np.abs(D).max())
    if np.abs(diagonal).max() <= _ROUNDING * largest:
        return None
    return "similarity" if _are_similarities(D, largest) else "refuse"


def _are_similarities(D: Floats, largest: float) -> bool:
    """Every object is closest to itself, and equally so."""
    diagonal = np.diagonal(D)
    constant = np.ptp(diagonal) <= _ROUNDING * largest
    return bool(constant and D.max() <= diagonal[0] + _ROUNDING * largest)


def plane_layout(condensed: Floats, n: int) -> Floats:
    """Two coordinates per object whose distances resemble the given ones (classical scaling).

    Large matrices are laid out from 1,000 landmarks; the rest is placed by its distances to them.
    """
    squared = np.zeros((n, n))
    squared[np.triu_indices(n, 1)] = condensed**2
    squared += squared.T
    marks = np.arange(n) if n <= 1000 else np.linspace(0, n - 1, 1000).astype(int)
    core = squared[np.ix_(marks, marks)]
    means = core.mean(axis=0)
    centred = -0.5 * (core - means[:, None] - means[None, :] + core.mean())
    values, vectors = np.linalg.eigh(centred)
    values, vectors = values[::-1][:2], vectors[:, ::-1][:, :2]
    # The sign of an eigenvector is arbitrary; fixing it keeps pictures the same on every machine.
    signs = np.where(vectors[np.abs(vectors).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    roots = np.sqrt(np.maximum(values, 0))
    # Directions that hold rounding only are left flat instead of being blown up.
    scale = np.divide(1.0, roots, out=np.zeros(2), where=values > 1e-9 * max(values[0], 1e-300))
    shifted = squared[:, marks] - means[None, :]
    coordinates: Floats = -0.5 * (shifted @ (vectors * signs * scale))
    return coordinates - coordinates.mean(axis=0)


def _stack(columns: Sequence[Column]) -> Floats:
    n = len(columns[0].missing)
    gap = np.full(n, np.nan)
    return np.column_stack([gap if c.numbers is None else c.numbers for c in columns])


def _looks_like_distances(M: Floats) -> bool:
    n = M.shape[0]
    diagonal = np.diagonal(M)
    known = np.nan_to_num(M)
    upper, lower = known[np.triu_indices(n, 1)], known.T[np.triu_indices(n, 1)]
    if not (upper.any() or lower.any()) or not np.isfinite(known).all():
        return False
    symmetric = bool(np.allclose(upper, lower, rtol=_ROUNDING, atol=_ROUNDING * known.max()))
    half = not upper.any() or not lower.any()
    zero_diagonal = np.abs(np.nan_to_num(diagonal)).max() <= _ROUNDING * np.abs(known).max()
    if zero_diagonal:
        return bool(known.min() >= 0) and (symmetric or half or n >= 5)
    constant = np.ptp(diagonal) <= _ROUNDING * abs(diagonal[0])
    return bool(symmetric and constant and n >= 4 and known.max() <= diagonal[0] * (1 + _ROUNDING))


def _mirror_triangle(D: Floats, notices: list[str]) -> Floats:
    n = D.shape[0]
    upper, lower = D[np.triu_indices(n, 1)], D.T[np.triu_indices(n, 1)]
    for name, present, absent in (("lower", lower, upper), ("upper", upper, lower)):
        empty = np.isnan(absent).all() or not absent.any()
        if empty and np.nan_to_num(present).any():
            full = np.diag(np.nan_to_num(np.diagonal(D)))
            full[np.triu_indices(n, 1)] = present
            notices.append(f"Only the {name} triangle is filled; it is mirrored.")
            return np.asarray(np.triu(full) + np.triu(full, 1).T)
    return D


def _refuse_gaps(D: Floats, names: list[str], columns: Sequence[Column]) -> None:
    bad = np.argwhere(~np.isfinite(D))
    if bad.size:
        i, j = bad[0]
        shown = columns[j].text(i) if columns[j].cells is not None else ""
        what = "has no value" if np.isnan(D[i, j]) else f"is {shown or D[i, j]}"
        if np.isnan(D[i, j]) and shown:
            what = f"is {shown!r}, not a number"
        more = f" ({len(bad):,} such cells)" if len(bad) > 1 else ""
        raise InputError(
            f"Every distance must be a finite number; {_cell(names, i, j)} {what}{more}. "
            "Fill it, or leave out that object's row and column."
        )


def _clean_diagonal(D: Floats, names: list[str], choices: Choices, notices: list[str]) -> Floats:
    diagonal = np.diagonal(D)
    if not diagonal.any():
        return D
    D = D.copy()
    largest = float(np.abs(D).max())
    similar = choices.diagonal is None and _are_similarities(D, largest)
    if choices.diagonal == "similarity" or similar:
        notices.append(
            f"The diagonal is {float(D.max()):g}, the largest value: read as similarities, "
            "distance = largest − similarity. AUCC depends on their order only."
        )
        D = D.max() - D
    elif choices.diagonal == "zero" or np.abs(diagonal).max() <= _ROUNDING * largest:
        notices.append("The diagonal was not 0; it is ignored.")
    else:
        i = int(np.abs(diagonal).argmax())
        refuse_diagonal(
            _cell(names, i, i),
            diagonal[i],
            'Read the values as similarities (diagonal="similarity") or ignore the diagonal '
            '(diagonal="zero").',
        )
    np.fill_diagonal(D, 0.0)
    return D


def _make_symmetric(D: Floats, names: list[str], choices: Choices, notices: list[str]) -> Floats:
    difference = np.abs(D - D.T)
    worst = float(difference.max())
    if worst == 0:
        return D
    i, j = map(int, np.unravel_index(int(difference.argmax()), D.shape))
    where = f"{_cell(names, i, j)} is {D[i, j]:g}, mirrored {D[j, i]:g}"
    if choices.asymmetric in ("upper", "lower"):
        half = np.triu(D, 1) if choices.asymmetric == "upper" else np.tril(D, -1)
        notices.append(f"The matrix is not symmetric; its {choices.asymmetric} half is used.")
        return np.asarray(half + half.T)
    if worst <= _ROUNDING * D.max():
        notices.append(f"Tiny asymmetry (up to {worst:.1g}) averaged out.")
    else:
        notices.append(
            f"The matrix is not symmetric ({where}): each pair gets the average of its two "
            "values. The upper or lower half alone are the alternatives."
        )
    return np.asarray((D + D.T) / 2)


def _note_triangle_inequality(D: Floats, names: list[str], notices: list[str]) -> None:
    """Look for a detour shorter than the direct way; thorough for small n, sampled above."""
    n = D.shape[0]
    slack = 1e-9 * float(D.max())
    if n**3 <= 8_000_000:
        for k in range(n):
            broken = D[:, k, None] + D[None, k, :] + slack < D
            if broken.any():
                i, j = np.argwhere(broken)[0]
                break
        else:
            return
    else:
        draw = np.random.default_rng(0).integers(0, n, size=(3, _TRIPLES))
        broken = D[draw[0], draw[1]] > D[draw[0], draw[2]] + D[draw[2], draw[1]] + slack
        if not broken.any():
            return
        i, j, k = draw[:, int(broken.argmax())]
    notices.append(
        f"The triangle inequality is broken (from {names[i]} to {names[j]} it is shorter through "
        f"{names[k]}). AUCC needs only the order of the distances, so this is fine."
    )


def _cell(names: list[str], i: int, j: int) -> str:
    return f"the cell in data row {i + 1}, column {listed([names[j]])!r}"
