"""What makes each cluster different from the rest: column by column, the largest difference first.

A column of numbers is compared by its means; one of texts by the share of each of its values, that
is, as a column of 0 and 1 for each value. The *effect* is the difference between the mean inside
and the mean of the rest, in standard deviations of the whole column: 0 says nothing, 2 is a lot.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.score.inputs import Bools, Floats

COLUMNS = ("cluster", "column", "value", "inside", "rest", "spread", "effect")
# A text with more values than this is a name, or nearly one: it tells no cluster from another.
MOST_VALUES = 50
Compared = tuple[str, float, float, float, float]  # the last five of COLUMNS


def differences(table: pd.DataFrame, labels: npt.ArrayLike) -> pd.DataFrame:
    """One row for each cluster and column (of a text: for its value that differs most).

    Columns of the result: ``cluster``; ``column``; ``value`` (of a text, else empty); ``inside``
    and ``rest``, means or shares; ``spread``, the standard deviation inside (of a share too);
    ``effect``. Sorted by cluster, then by the size of the effect. Missing values count nowhere; a
    column that is the same for all is left out. Objects with label -1 are the rest of every
    cluster.
    """
    codes = np.asarray(labels)
    found = []
    for name in table.columns:
        for cluster in np.unique(codes[codes >= 0]):
            rows = list(_of_column(table[name], codes == cluster))
            if rows:
                value, *numbers = max(rows, key=lambda row: abs(row[-1]))
                found.append((int(cluster), str(name), value, *numbers))
    result = pd.DataFrame(found, columns=list(COLUMNS))
    order = result.assign(size=-result["effect"].abs())
    return result.loc[order.sort_values(["cluster", "size"], kind="stable").index].reset_index(
        drop=True
    )


def commonest(values: pd.Series, most: int = 3) -> list[tuple[str, float]]:
    """The commonest values and their shares of those that are not missing."""
    known = values.dropna().astype(str)
    counts = known.value_counts(sort=False)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
    return [(str(value), count / len(known)) for value, count in ordered[:most]]


def is_number(column: pd.Series) -> bool:
    """Whether a column is compared by means."""
    return bool(pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column))


def _of_column(
    column: pd.Series, inside: Bools
) -> Iterator[tuple[str, float, float, float, float]]:
    known = column.notna().to_numpy()
    if is_number(column):
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        yield from _compared("", values[known], inside[known])
        return
    texts = column.astype(str).to_numpy()[known]
    levels = np.unique(texts)
    if levels.size <= MOST_VALUES:
        for level in levels:
            yield from _compared(str(level), (texts == level).astype(float), inside[known])


def _compared(value: str, numbers: Floats, inside: Bools) -> Iterator[Compared]:
    own, rest = numbers[inside], numbers[~inside]
    spread = numbers.std() if numbers.size else 0.0
    # Equal numbers may keep a spread by rounding.
    if own.size and rest.size and spread > 1e-12 * np.abs(numbers).max():
        effect = (own.mean() - rest.mean()) / spread
        yield value, float(own.mean()), float(rest.mean()), float(own.std()), float(effect)
