"""The columns of a table as people know them, and how few characters say a number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from aucc_core.explain.differences import is_number
from aucc_core.score.inputs import Dataset

BARS = 12  # of a small distribution
MOST_LEVELS = 8


def columns_of(dataset: Dataset) -> pd.DataFrame:
    """Features as they came (words as words) and every label column."""
    features = dataset.mixed
    if features is None:
        features = pd.DataFrame(dataset.X, columns=list(dataset.feature_names))
    table = features.reset_index(drop=True)
    labels = dict(dataset.label_columns)
    if dataset.labels is not None and not labels:
        labels = {"true label": dataset.labels}
    for name, values in labels.items():
        table[name if name not in table.columns else f"{name} (label)"] = pd.Series(values).map(str)
    return table


def names_of(dataset: Dataset) -> list[str]:
    """What `columns_of` calls them."""
    return [str(name) for name in columns_of(dataset.part([0, 1])).columns]


def object_names(dataset: Dataset) -> Sequence[str]:
    """What each object is called: its name, or its number in the table."""
    return dataset.object_names or [str(i) for i in range(1, dataset.n + 1)]


def short(value: float) -> str:
    """A number in four significant digits.

    >>> short(0.123456), short(12345.6), short(5.0)
    ('0.1235', '12,346', '5')
    """
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def distributions(column: pd.Series, inside: np.ndarray) -> tuple[list[float], list[float]]:
    """Shares in a dozen bins (of a text: its commonest values), inside and of all objects."""
    known = column.notna().to_numpy()
    if is_number(column):
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        edges = np.histogram_bin_edges(values[known], BARS)
        counts = [np.histogram(values[known & part], edges)[0] for part in (inside, known)]
    else:
        texts = column.astype(str)[known]
        levels = texts.value_counts().index[:MOST_LEVELS]
        counts = [
            np.array([(column.astype(str)[known & part] == level).sum() for level in levels])
            for part in (inside, known)
        ]
    here, everywhere = ((c / max(c.sum(), 1)).round(4).tolist() for c in counts)
    return here, everywhere
