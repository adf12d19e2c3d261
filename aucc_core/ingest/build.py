"""From columns with roles to a `Dataset`, with a notice for everything that was done."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.cost import BOUNDS_COST, SAMPLE_COST, ScoreLoad, about_seconds, ordering_bytes
from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.columns import Column
from aucc_core.ingest.labels import label_array, label_notices, only_labels
from aucc_core.ingest.matrix import condense, plane_layout
from aucc_core.ingest.names import listed, plural, row_numbers, tidy_names
from aucc_core.ingest.roles import object_names
from aucc_core.ingest.words import Words, one_hot, words_of
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.inputs import (
    MIN_OBJECTS,
    NEEDS_OBJECTS,
    Bools,
    Dataset,
    Floats,
    InputError,
    require_objects,
)

# Squares of larger numbers overflow, so their distances would be infinite.
_LARGEST = 1e150
_MANY_OBJECTS = 15_000
_MANY_FEATURES = 1_000
_SCALE_RATIO = 100.0


def build(analysis: Analysis) -> Dataset:
    """Dataset with features or distances, labels of every label column, and notices."""
    labels = _labels(analysis)
    names = object_names(analysis.columns, analysis.roles)
    if analysis.matrix is not None:
        data = _from_distances(analysis, labels, names)
    else:
        data = _from_features(analysis, labels, names)
    first = next(iter(data.label_columns.values()), None)
    kept = np.ones(analysis.n_rows, dtype=bool)
    if data.rows is not None:
        kept = np.isin(np.arange(analysis.n_rows), data.rows)
    notices = [
        notice
        for c in analysis.with_role("label")
        for notice in label_notices(c, data.label_columns[c.name], kept)
    ]
    return dataclasses.replace(
        data, labels=first, notices=(*analysis.notices, *notices, *data.notices)
    )


def _labels(analysis: Analysis) -> dict[str, npt.NDArray]:
    labels = {}
    for c in analysis.with_role("label"):
        if c.kind == "empty":
            raise InputError(f"Label column {c.name!r} holds no values. Choose another one.")
        labels[c.name] = label_array(c)
    labels.update(analysis.extra_labels)
    return labels


def _from_distances(
    analysis: Analysis, labels: dict[str, npt.NDArray], names: tuple[str, ...] | None
) -> Dataset:
    assert analysis.matrix is not None
    condensed, notices = condense(analysis.matrix, analysis.choices)
    n = len(analysis.matrix)
    if names is None and analysis.header:
        names = tuple(c.name for c in analysis.matrix)
    notices.insert(0, f"Read as a distance matrix of {n:,} objects.")
    return Dataset(
        name=analysis.name,
        X=plane_layout(condensed, n),
        feature_names=("layout 1", "layout 2"),
        label_columns=labels,
        distances=condensed,
        object_names=names,
        notices=tuple(notices),
    )


def _from_features(
    analysis: Analysis,
    labels: dict[str, npt.NDArray],
    object_names: tuple[str, ...] | None,
) -> Dataset:
    numeric, texts = _split_features(analysis.with_role("feature"), analysis)
    n, policy = analysis.n_rows, analysis.choices.missing
    require_objects(n)
    numbers = [c.numbers for c in numeric if c.numbers is not None]
    X = np.column_stack(numbers) if numbers else np.empty((n, 0))
    _refuse_infinite(X, numeric)
    notices = _feature_notices(numeric, X) if numeric else []
    words = [words_of(c) for c in texts]
    if policy == "impute":
        words = [w.filled() for w in words]
    # Words take part as codes, so that rows and columns with gaps are told alike.
    features = [c.name for c in [*numeric, *texts]]
    closed = close_gaps(np.column_stack([X, *(w.codes for w in words)]), features, policy)
    notices += closed.notices
    n_numbers = int(closed.columns[: len(numeric)].sum())
    X, codes = closed.X[:, :n_numbers], closed.X[:, n_numbers:]
    names = [c.name for c, keep in zip(numeric, closed.columns, strict=False) if keep]
    kept = [w for w, keep in zip(words, closed.columns[len(numeric) :], strict=True) if keep]
    if not np.ptp(closed.X, axis=0).any():
        raise InputError(
            f"All {X.shape[0]:,} rows are equal in every feature, so all distances are 0. "
            f"{NEEDS_OBJECTS} that are not all equal."
        )
    if not closed.rows.all():
        object_names = object_names or tuple(str(i + 1) for i in range(n))
        object_names = tuple(np.array(object_names, dtype=object)[closed.rows])
        labels = {k: v[closed.rows] for k, v in labels.items()}
    mixed = _mixed(X, names, kept, codes)
    columns, of_words, about = _columns_of_words(kept, codes)
    notices += about
    X = np.column_stack([X, *columns])
    if not X.shape[1]:
        raise _nothing_measured(analysis)
    if analysis.choices.standardize:
        X = SCALINGS["zscore"].apply(X)
        notices.append("Features are standardised to mean 0 and standard deviation 1.")
    notices += _large_notice(X.shape[0], X.shape[1])
    return Dataset(
        name=analysis.name,
        X=X,
        feature_names=tidy_names([*names, *of_words])[0],
        label_columns=labels,
        mixed=mixed,
        object_names=object_names,
        rows=None if closed.rows.all() else np.flatnonzero(closed.rows),
        notices=tuple(notices),
    )


def _columns_of_words(
    words: Sequence[Words], codes: Floats
) -> tuple[list[Floats], list[str], list[str]]:
    """Columns of 0 and 1, their names, and what a reader should know of them."""
    columns, names, notices = [], [], []
    for i, w in enumerate(words):
        if w.is_few:
            columns.append(one_hot(codes[:, i], len(w.words)))
            names += [f"{w.name}={word}" for word in w.words]
            notices.append(
                f"Words in {w.name!r} become {plural(len(w.words), 'column')} of 0 and 1, one per "
                f"word ({listed(w.words)}); Gower's distance compares the words themselves."
            )
        else:
            notices.append(
                f"Column {w.name!r} has {len(w.words):,} different words, too many for columns of "
                "0 and 1: only Gower's distance takes it into account."
            )
    return columns, names, notices


def _split_features(
    columns: Sequence[Column], analysis: Analysis
) -> tuple[list[Column], list[Column]]:
    numeric = [c for c in columns if c.numbers is not None and c.kind != "date"]
    categories = [c for c in columns if c.numbers is None and c.kind == "text"]
    for c in columns:
        if c.kind == "date":
            raise InputError(f"Column {c.name!r} holds dates and cannot be a feature.")
        if c.kind == "empty":
            raise InputError(f"Column {c.name!r} holds no values and cannot be a feature.")
    if not numeric and not any(words_of(c).is_few for c in categories):
        raise _nothing_measured(analysis)
    return numeric, categories


def _nothing_measured(analysis: Analysis) -> InputError:
    if only_labels(analysis.columns, analysis.roles):
        return InputError(
            "The file holds labels only, nothing to measure distances with. "
            "Give the table or the distance matrix of their objects together with it."
        )
    kinds = listed([f"{c.name} ({c.kind})" for c in analysis.columns])
    return InputError(
        f"There is no column of numbers to measure distances with. Columns: {kinds}. "
        "Use columns of numbers as features, or columns of a few different words."
    )


def _refuse_infinite(X: Floats, columns: Sequence[Column]) -> None:
    with np.errstate(invalid="ignore"):
        bad = np.abs(X) >= _LARGEST
    if not bad.any():
        return
    row, at = np.argwhere(bad)[0]
    column = columns[at]
    raise InputError(
        f"Column {column.name!r}, data row {row + 1}: {column.text(row)} "
        "is infinite or too large to measure distances with. "
        "Correct the value, or leave it empty to mark it as missing."
    )


def _mixed(
    X: Floats, names: Sequence[str], words: Sequence[Words], codes: Floats
) -> pd.DataFrame | None:
    """Numbers and words side by side, as Gower's distance takes them."""
    if not words:
        return None
    frame = pd.DataFrame(X, columns=list(names))
    for i, w in enumerate(words):
        frame[w.name] = pd.Series(np.array(w.words, dtype=object)[codes[:, i].astype(np.int64)])
    return frame


def _feature_notices(columns: Sequence[Column], X: Floats) -> list[str]:
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


def _large_notice(n: int, d: int) -> list[str]:
    """Cost of exact scoring, where it is high."""
    if n <= _MANY_OBJECTS:
        return []
    load = ScoreLoad.of(n, d)
    bounds, sample = (about_seconds(cost.of(load).seconds) for cost in (BOUNDS_COST, SAMPLE_COST))
    note = (
        f"{n:,} objects make {load.pairs:,} pairs: ordering them all would take about "
        f"{ordering_bytes(n) / 1e9:,.1f} GB. Certain bounds ({bounds}) or a sample of pairs "
        f"({sample}) take little memory."
    )
    return [note]


# Missing values


@dataclass(frozen=True)
class Closed:
    """Features without gaps: which columns and rows stay, and what was done."""

    X: Floats
    columns: Bools
    rows: Bools
    notices: tuple[str, ...] = ()


def close_gaps(X: Floats, names: list[str], policy: str | None) -> Closed:
    """Apply the policy; None leaves out columns more than half empty, then rows with gaps."""
    gaps = np.isnan(X)
    n, d = X.shape
    keep_columns, keep_rows = np.ones(d, dtype=bool), np.ones(n, dtype=bool)
    if not gaps.any():
        return Closed(X, keep_columns, keep_rows)
    notices = []
    share = gaps.mean(axis=0)
    if policy == "impute":
        filled = np.where(gaps, np.nanmedian(X, axis=0), X)
        where = listed([names[i] for i in np.flatnonzero(share)])
        notices.append(
            f"{int(gaps.sum()):,} missing values are filled with their column's median ({where})."
        )
        return Closed(filled, keep_columns, keep_rows, tuple(notices))
    too_empty = share > (0.5 if policy is None else 1.0 if policy == "drop_rows" else 0.0)
    if too_empty.any() and not too_empty.all():
        keep_columns = ~too_empty
        what = "with missing values" if policy else "more than half empty"
        notices.append(
            f"Left out, {what}: {listed([names[i] for i in np.flatnonzero(too_empty)])}."
        )
    elif policy == "drop_column":
        raise InputError(
            "Every feature column has missing values, so none would be left. "
            "Choose to leave out rows or to fill the gaps instead."
        )
    keep_rows = np.asarray(~gaps[:, keep_columns].any(axis=1))
    dropped = int((~keep_rows).sum())
    if dropped:
        with_gaps = np.flatnonzero(gaps[:, keep_columns].any(axis=0))
        where = listed([names[i] for i in np.flatnonzero(keep_columns)[with_gaps]])
        notices.append(
            f"{dropped:,} of {n:,} rows have missing values ({where}) and are left out: data "
            f"rows {row_numbers(~keep_rows)}. Filling the gaps is the alternative."
        )
    if keep_rows.sum() < MIN_OBJECTS:
        raise InputError(
            f"Only {int(keep_rows.sum())} of {n:,} rows have no missing value; {NEEDS_OBJECTS}. "
            'Fill the gaps (missing="impute") or leave out the columns with gaps '
            '(missing="drop_column").'
        )
    return Closed(X[np.ix_(keep_rows, keep_columns)], keep_columns, keep_rows, tuple(notices))
