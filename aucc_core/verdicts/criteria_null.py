"""What criteria say of data without clusters: whether their picks mean anything.

Sets without clusters that look like the data (`REFERENCES`) are clustered by the same algorithms
with the same k. A criterion that scores them as well at the k that it picked has said nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError, Progress
from aucc_core.sweeps.comparison import Comparison, compare
from aucc_core.verdicts.null_data import REFERENCES

N_SETS = 20
#: A pick means something if at most this share of the sets without clusters scores as well.
MOST_ALIKE = 0.05


@dataclass(frozen=True, eq=False)
class CriteriaNull:
    """How many sets without clusters a criterion scores as well as the data, at the k it picks.

    Attributes
    ----------
    alike : by criterion that picks something, how many sets score at least as well at one of its k.
    n_sets : how many sets were drawn.
    """

    alike: pd.Series
    n_sets: int

    @property
    def empty(self) -> tuple[str, ...]:
        """Criteria whose picks mean nothing."""
        shares = self.alike / self.n_sets
        return tuple(str(name) for name in self.alike.index[shares > MOST_ALIKE])


def null_steps(
    dataset: Dataset,
    run: RunSpec,
    comparison: Comparison,
    *,
    reference: str = "one_peak",
    n_sets: int = N_SETS,
    progress: Progress | None = None,
) -> Generator[CriteriaNull, None, CriteriaNull]:
    """What is known after each set without clusters; all at the end."""
    if dataset.distances is not None or dataset.mixed is not None:
        raise InputError(
            "Data without clusters are drawn from a table of numbers; this one has distances alone "
            "or columns of text."
        )
    own, picks = best_by_k(comparison), comparison.picks()
    draw = REFERENCES[reference].fit(dataset.X)
    alike = pd.Series(0, index=list(dict.fromkeys(picks["criterion"])), dtype=int)
    so_far = CriteriaNull(alike, 0)
    for at, seed in enumerate(np.random.SeedSequence(run.seed).generate_state(n_sets), 1):
        X = draw(np.random.default_rng(seed))
        other = best_by_k(compare(Dataset("no clusters", X), replace(run, seed=int(seed))))
        alike = alike.copy()
        for name, rows in picks.groupby("criterion"):
            reached = [
                other.loc[k, name] >= own.loc[k, name]
                for k in rows["k"]
                if name in other and k in other.index
            ]
            alike[str(name)] += int(any(reached))
        so_far = CriteriaNull(alike, at)
        if progress is not None:
            progress(at, n_sets, f"set {at} without clusters")
        yield so_far
    return so_far


def best_by_k(comparison: Comparison) -> pd.DataFrame:
    """The best oriented score of each criterion for each k, over algorithms."""
    return comparison.oriented().groupby(comparison.table["k"]).max()
