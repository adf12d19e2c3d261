"""Sets too large or too restricted to ship: downloaded from OpenML, or read from a local copy."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.datasets.entry import Content, DatasetEntry, Setting
from aucc_core.score.inputs import InputError

DOWNLOAD_SECONDS = 60

_PATH = Setting(
    "path",
    "Local copy",
    "A CSV file with this data (no header, class in the last column), used instead of a download.",
    "",
    kind="path",
)


def _load(name: str, openml_id: int, size: tuple[int, int], *, path: str) -> Content:
    X, labels, where = (
        _read_copy(name, path) if path else _download(name, openml_id, n_features=size[1])
    )
    if X.shape != size:
        raise InputError(
            f"Data set {name!r} must have {size[0]} rows and {size[1]} features; {where} has "
            f"{X.shape[0]} and {X.shape[1]}."
        )
    return Content(X, labels, tuple(f"x{i + 1}" for i in range(size[1])))


def _read_copy(name: str, path: str) -> tuple[np.ndarray, np.ndarray, str]:
    try:
        table = pd.read_csv(Path(path), header=None)
        X = table.iloc[:, :-1].to_numpy(dtype=float)
    except (OSError, ValueError) as error:
        raise InputError(
            f"The local copy of {name!r} could not be read from {path!r} ({error}). It must be a "
            "CSV file without header: numbers, then the class in the last column."
        ) from error
    return X, table.iloc[:, -1].to_numpy(), f"the file {path!r}"


def _download(name: str, openml_id: int, *, n_features: int) -> tuple[np.ndarray, np.ndarray, str]:
    from sklearn.datasets import fetch_openml

    try:
        # One quick retry: a person is waiting, and the message below says what to do.
        fetch = partial(fetch_openml, data_id=openml_id, as_frame=True, n_retries=1, delay=0.2)
        bunch = _within(DOWNLOAD_SECONDS, fetch)
    except (OSError, ValueError) as error:
        # URLError and TimeoutError are OSErrors; OpenML's own refusals are ValueErrors.
        raise InputError(
            f"Data set {name!r} is not shipped and its download from OpenML (id {openml_id}) "
            f"failed: {str(error).rstrip('.')}. Connect to the internet and try again, or give a "
            "local copy with path=… (CSV, no header, class in the last column)."
        ) from error
    features = bunch.data
    if features.shape[1] == n_features + 1:
        # OpenML keeps a row number in front of some tables.
        features = features.iloc[:, 1:]
    return features.to_numpy(dtype=float), bunch.target.to_numpy(str), "the download"


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """Result of the call, or TimeoutError: a silent firewall would hold it for minutes."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # "network error, retrying"
                outcome["value"] = call()
        except BaseException as error:  # noqa: BLE001 - handed on to the caller's thread
            outcome["error"] = error

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(seconds)
    if "error" in outcome:
        raise outcome["error"]
    if "value" not in outcome:
        raise TimeoutError(f"no answer within {seconds:g} seconds")
    return outcome["value"]


def _entry(
    name: str,
    title: str,
    description: str,
    openml_id: int,
    size: tuple[int, int],
    true_k: int,
    source: str,
) -> DatasetEntry:
    return DatasetEntry(
        name,
        title,
        description,
        "real",
        size,
        true_k,
        f"{source}; from OpenML, id {openml_id}",
        "CC BY 4.0 (UCI)",
        partial(_load, name, openml_id, size),
        (_PATH,),
        online=True,
    )


ENTRIES = (
    _entry(
        "control",
        "Control charts",
        "600 simulated control charts of 60 time steps in six patterns: steady, cyclic, rising, "
        "falling, stepping up, stepping down. Downloaded when first asked for.",
        377,
        (600, 60),
        6,
        "Alcock, Manolopoulos (1999); UCI Machine Learning Repository, Synthetic Control Chart "
        "Time Series",
    ),
    _entry(
        "karhunen",
        "Digits, Karhunen–Loève",
        "2,000 handwritten digits described by 64 Karhunen–Loève coefficients. Downloaded when "
        "first asked for.",
        16,
        (2000, 64),
        10,
        "van Breukelen, Duin (1998); UCI Machine Learning Repository, Multiple Features",
    ),
)
