"""Sentences about columns: what was converted, left out or looks unusual."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.columns import Column
from aucc_core.ingest.roles import Role
from aucc_core.ingest.words import listed, row_numbers

_TRICKS = {
    "thousands": "Thousands separators are removed: {}.",
    "currency": "Currency signs are removed: {}.",
    "percent": "Percentages are read as shares (5% is 0.05): {}.",
    "unicode": "Minus signs or digits of another script are converted: {}.",
    "boolean": "Yes/no or true/false is read as 1/0: {}.",
    "errors": "Spreadsheet errors such as #DIV/0! count as missing: {}. Re-save with values.",
}
_MANY_OBJECTS = 15_000
_MANY_FEATURES = 1_000
_SCALE_RATIO = 100.0


def role_notices(columns: Sequence[Column], roles: dict[str, Role]) -> list[str]:
    """Columns that were left out of the features by a guess."""
    notices = []
    for c in columns:
        role = roles[c.name]
        if role.asked or role.role == "feature" or not role.why:
            continue
        outcome = {
            "ignore": "is left out",
            "id": "is used as names of the objects, not as a feature",
            "label": "is taken as labels",
        }[role.role]
        if role.why == "holds no values":
            outcome = "is dropped"
        notices.append(f"Column {c.name!r} {role.why}: it {outcome}.")
    named = [c.name for c in columns if roles[c.name].role == "label" and not roles[c.name].why]
    if named and not any(roles[n].asked for n in named):
        notices.append(f"Taken as labels, not as features: {listed(named)}.")
    return notices


def reading_notices(columns: Sequence[Column], roles: dict[str, Role]) -> list[str]:
    """How number columns had to be read."""
    used = [c for c in columns if roles[c.name].role in ("feature", "label", "ignore")]
    notices = []
    commas = [c.name for c in used if c.decimal == "," and c.kind in ("number", "code")]
    if commas:
        notices.append(f"Decimal comma (1,5 is 1.5): {listed(commas)}.")
    for trick, text in _TRICKS.items():
        names = [c.name for c in used if trick in c.tricks and roles[c.name].role != "label"]
        if names:
            notices.append(text.format(listed(names)))
    for c in used:
        if roles[c.name].role != "feature":
            continue
        if c.bad is not None:
            shown = listed([repr(c.text(i))[:30] for i in np.flatnonzero(c.bad)[:3]])
            notices.append(
                f"Column {c.name!r} holds text among its numbers (data rows "
                f"{row_numbers(c.bad)}: {shown}); these count as missing."
            )
        if c.sentinels:
            numbers = listed([f"{s:g}" for s in c.sentinels])
            notices.append(f"Column {c.name!r}: {numbers} is taken as missing.")
    mostly_text = [c for c in used if c.kind == "text" and c.reason]
    return [*notices, *(f"Column {c.name!r} is text, though {c.reason}." for c in mostly_text)]


def feature_notices(columns: Sequence[Column], X: npt.NDArray[np.float64]) -> list[str]:
    """Constant, lonely or very differently scaled features."""
    notices = []
    with np.errstate(invalid="ignore", over="ignore"):
        low, high = np.nanmin(X, axis=0), np.nanmax(X, axis=0)
        spread = np.nanstd(X, axis=0)
    constant = [c.name for c, flat in zip(columns, low == high, strict=True) if flat]
    if constant and len(constant) < len(columns):
        notices.append(f"Constant, so they add nothing to distances: {listed(constant)}.")
    if len(columns) == 1:
        notices.append("There is one feature only: distances are differences along one line.")
    if len(columns) > _MANY_FEATURES:
        notices.append(
            f"There are {len(columns):,} features. Distances in so many dimensions become alike; "
            "consider reducing them (for example by PCA)."
        )
    varying = np.flatnonzero(spread > 0)
    if varying.size > 1:
        widest, narrowest = varying[spread[varying].argmax()], varying[spread[varying].argmin()]
        if spread[widest] > _SCALE_RATIO * spread[narrowest]:
            notices.append(
                f"Features differ much in scale: {columns[widest].name!r} (standard deviation "
                f"{spread[widest]:.3g}) outweighs {columns[narrowest].name!r} "
                f"({spread[narrowest]:.3g}). Standardising gives every feature the same weight."
            )
    return notices


def large_notice(n: int, d: int) -> list[str]:
    """Cost of exact scoring, where it is high."""
    if n <= _MANY_OBJECTS:
        return []
    pairs = n * (n - 1) // 2
    gigabytes = pairs * 8 / 1e9
    note = (
        f"{n:,} objects make {pairs:,} pairs: ranking them all would take about "
        f"{gigabytes:,.1f} GB. Certain bounds (aucc_bounds, about {pairs * d / 5e9:,.0f} s) or a "
        "sample of pairs (aucc_sample, about 1 s) take little memory."
    )
    return [note]
