"""Score the label columns of a table too large to rank: certain bounds, or a sample of pairs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pandas as pd

from aucc_core.dataset import Dataset
from aucc_core.large.bounds import aucc_bounds
from aucc_core.large.sample import aucc_sample
from aucc_core.plan import SAMPLED_PAIRS
from aucc_core.scorecard import label_columns, scored_part
from aucc_core.validate import InputError

Progress = Callable[[float, float, str], Any]


@dataclass(frozen=True)
class Engine:
    """One way to score, for menus."""

    name: str
    label: str
    help: str


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        row.name: row
        for row in (
            Engine("bounds", "Certain bounds", "Looks at every pair; AUCC is surely in between."),
            Engine("sample", "Sample of pairs", "16 million pairs: a 95 % interval in seconds."),
            Engine("exact", "Exact, with everything", "All criteria and curves; needs memory."),
        )
    }
)


@dataclass(frozen=True)
class LargeScore:
    """AUCC of one label column between two numbers."""

    name: str
    n: int
    k: int
    n_noise: int
    coverage: float
    low: float
    high: float
    estimate: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, eq=False)
class LargeReport:
    """Scores of the columns, highest estimate first; `certain` tells bounds from a sample."""

    dataset: Dataset
    metric: str
    noise: str
    engine: str
    scores: tuple[LargeScore, ...]
    refused: Mapping[str, str]

    @property
    def certain(self) -> bool:
        """The intervals hold AUCC for sure, not only with 95 % confidence."""
        return self.engine == "bounds"

    @property
    def table(self) -> pd.DataFrame:
        """One row a clustering, best first."""
        rows = [{"labels": s.name, **dataclasses.asdict(s)} for s in self.scores]
        return pd.DataFrame(rows).drop(columns="name")


def score_columns_large(
    dataset: Dataset,
    columns: Sequence[str] | None = None,
    *,
    metric: str = "euclidean",
    noise: str = "drop",
    engine: str = "bounds",
    seed: int,
    client: Any = None,
    progress: Progress | None = None,
) -> LargeReport:
    """Score label columns without ranking all pairs.

    ``seed`` is for the sample, ``client`` for counting bounds on a cluster (see aucc_bounds).
    """
    if engine not in ("bounds", "sample"):
        raise InputError(f"engine must be 'bounds' or 'sample'; got {engine!r}.")
    known = label_columns(dataset)
    names = list(known) if columns is None else list(dict.fromkeys(columns))
    scores, refused = [], {}
    for i, name in enumerate(names):
        step = _step(progress, i, len(names), name)
        step(0, 1, "")
        try:
            keep, codes, n_noise = scored_part(known[name], dataset.n, noise)
            X = dataset.X if keep.all() else dataset.X[keep]
            if engine == "bounds":
                bounds = aucc_bounds(X, codes, metric=metric, client=client, progress=step)
                low, high, middle = bounds.low, bounds.high, bounds.estimate
            else:
                found = aucc_sample(
                    X, codes, metric=metric, n_pairs=SAMPLED_PAIRS, seed=seed, progress=step
                )
                low, high, middle = found.low, found.high, found.value
        except InputError as error:
            refused[name] = str(error)
            continue
        k, covered = int(codes.max()) + 1, 1 - n_noise / dataset.n
        scores.append(LargeScore(name, codes.size, k, n_noise, covered, low, high, middle))
    if not scores:
        raise InputError(
            "; ".join(f"{name!r}: {why}" for name, why in refused.items())
            or "There is no label column to score. Give one label an object."
        )
    scores.sort(key=lambda s: (-s.estimate, s.k))
    return LargeReport(dataset, metric, noise, engine, tuple(scores), refused)


def _step(progress: Progress | None, at: int, total: int, name: str) -> Progress:
    """Progress inside column number ``at``."""

    def tell(done: float, parts: float, _message: str) -> None:
        if progress is not None:
            progress(round(at + done / parts, 2), total, name)

    return tell
