"""`DATASETS`, the list that menus, command line and tests read, and `load_dataset`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from aucc_core.datasets import on_demand, paper, real, synthetic
from aucc_core.datasets.entry import DatasetEntry, Value
from aucc_core.score.inputs import Dataset, InputError, registry

# In menu order: small and telling first, downloads last.
_ENTRIES = (real.RUSPINI, *paper.ENTRIES, *synthetic.ENTRIES, *real.ENTRIES, *on_demand.ENTRIES)

DATASETS: Mapping[str, DatasetEntry] = registry(*_ENTRIES)


def load_dataset(name: str, **settings: Any) -> Dataset:
    """Load a data set by name; ``DATASETS[name].settings`` lists what can be set.

    The same name and settings always give the same data. Raises InputError for an unknown name
    or setting, or a value outside its range.

    >>> from aucc_core import load_dataset
    >>> load_dataset("ruspini").X.shape
    (75, 2)
    >>> load_dataset("blobs", k=3, n=30, seed=7).X.shape
    (30, 2)
    """
    entry = find_dataset(name)
    values = entry.settle(settings)
    # Files never change, so one copy serves all (a Dataset is read-only). Draws are quick to
    # repeat and may be large, so they are not kept.
    return _load(entry, values) if entry.settings else _load_once(name)


@cache
def _load_once(name: str) -> Dataset:
    return _load(DATASETS[name], {})


def _load(entry: DatasetEntry, values: Mapping[str, Value]) -> Dataset:
    content = entry.build(**values)
    return Dataset(
        name=entry.name,
        X=content.X,
        feature_names=content.feature_names,
        labels=content.labels,
        label_columns={} if content.labels is None else {"class": content.labels},
        distances=content.distances,
        object_names=content.object_names,
        notices=content.notices,
        source=entry.source,
        licence=entry.licence,
    )


def find_dataset(name: str) -> DatasetEntry:
    """The registry row of that name, or an InputError that lists what exists."""
    if isinstance(name, str) and name in DATASETS:
        return DATASETS[name]
    close = get_close_matches(str(name).lower(), DATASETS, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise InputError(f"There is no data set {name!r}.{hint} There are: {', '.join(DATASETS)}.")
