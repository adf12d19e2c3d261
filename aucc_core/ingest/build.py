"""From columns with roles to a `Dataset`, with a notice for everything that was done."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.dataset import Dataset
from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.columns import Column
from aucc_core.ingest.gaps import close_gaps
from aucc_core.ingest.labels import label_array, label_notices
from aucc_core.ingest.matrix import condense, plane_layout
from aucc_core.ingest.notices import feature_notices, large_notice
from aucc_core.ingest.words import listed
from aucc_core.validate import InputError, require_objects

# Squares of larger numbers overflow, so their distances would be infinite.
_LARGEST = 1e150


def build(analysis: Analysis) -> Dataset:
    """Dataset with features or distances, labels of every label column, and notices."""
    labels, notices = _labels(analysis)
    names = object_names(analysis)
    if analysis.matrix is not None:
        data = _from_distances(analysis, labels, names)
    else:
        data = _from_features(analysis, labels, names)
    first = next(iter(data.label_columns.values()), None)
    return dataclasses.replace(
        data, labels=first, notices=(*analysis.notices, *notices, *data.notices)
    )


def object_names(analysis: Analysis) -> tuple[str, ...] | None:
    """Names from the first id column, or None."""
    for c in analysis.columns:
        if analysis.roles[c.name].role == "id":
            if c.cells is not None:
                return tuple(str(x) for x in c.cells.to_pylist())
            assert c.numbers is not None
            return tuple(f"{v:.0f}" if v == v else "" for v in c.numbers.tolist())
    return None


def _labels(analysis: Analysis) -> tuple[dict[str, npt.NDArray], list[str]]:
    labels, notices = {}, []
    for c in analysis.columns:
        if analysis.roles[c.name].role != "label":
            continue
        if c.kind == "empty":
            raise InputError(f"Label column {c.name!r} holds no values. Choose another one.")
        labels[c.name] = label_array(c)
        notices += label_notices(c, labels[c.name])
    labels.update(analysis.extra_labels)
    return labels, notices


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
    analysis: Analysis, labels: dict[str, npt.NDArray], names: tuple[str, ...] | None
) -> Dataset:
    columns = [c for c in analysis.columns if analysis.roles[c.name].role == "feature"]
    numeric, words = _split_features(columns, analysis)
    n = analysis.n_rows
    require_objects(n)
    X = np.column_stack([c.numbers for c in numeric if c.numbers is not None])
    _refuse_infinite(X, numeric)
    notices = feature_notices(numeric, X)
    closed = close_gaps(X, [c.name for c in numeric], analysis.choices.missing)
    notices += closed.notices
    kept = [c for c, keep in zip(numeric, closed.columns, strict=True) if keep]
    X = closed.X
    if not np.ptp(X, axis=0).any() and not words:
        raise InputError(
            f"All {X.shape[0]:,} rows are equal in every feature, so all distances are 0. AUCC "
            "needs 3 objects or more that are not all equal."
        )
    if not closed.rows.all():
        names = names or tuple(str(i + 1) for i in range(n))
        names = tuple(np.array(names, dtype=object)[closed.rows])
        labels = {k: v[closed.rows] for k, v in labels.items()}
    if analysis.choices.standardize:
        spread = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        notices.append("Features are standardised to mean 0 and standard deviation 1.")
    notices += large_notice(X.shape[0], X.shape[1])
    feature_names = tuple(c.name for c in kept)
    return Dataset(
        name=analysis.name,
        X=X,
        feature_names=feature_names,
        label_columns=labels,
        mixed=_mixed(X, feature_names, words, closed.rows),
        object_names=names,
        notices=tuple(notices),
    )


def _split_features(
    columns: Sequence[Column], analysis: Analysis
) -> tuple[list[Column], list[Column]]:
    numeric = [c for c in columns if c.numbers is not None and c.kind != "date"]
    words = [c for c in columns if c.numbers is None and c.kind == "text"]
    for c in columns:
        if c.kind in ("date", "empty"):
            what = "dates" if c.kind == "date" else "no values"
            raise InputError(f"Column {c.name!r} holds {what} and cannot be a feature.")
    if not numeric:
        kinds = listed([f"{c.name} ({c.kind})" for c in analysis.columns])
        raise InputError(
            f"There is no column of numbers to measure distances with. Columns: {kinds}. Turn "
            "categories into numbers first, or choose which columns are features."
        )
    return numeric, words


def _refuse_infinite(X: npt.NDArray[np.float64], columns: Sequence[Column]) -> None:
    with np.errstate(invalid="ignore"):
        bad = np.abs(X) >= _LARGEST
    if not bad.any():
        return
    row, at = np.argwhere(bad)[0]
    column = columns[at]
    raise InputError(
        f"Column {column.name!r}, data row {row + 1}: {column.text(row)} is infinite or too large "
        "to measure distances with. Correct the value, or leave it empty to mark it as missing."
    )


def _mixed(
    X: npt.NDArray[np.float64],
    names: tuple[str, ...],
    words: Sequence[Column],
    rows: npt.NDArray[np.bool_],
) -> pd.DataFrame | None:
    if not words:
        return None
    frame = pd.DataFrame(X, columns=list(names))
    for c in words:
        frame[c.name] = pd.Series(label_array(c)[rows], dtype=object)
    return frame
