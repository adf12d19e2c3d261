"""How sure criteria are: the same comparison on other data like these, or from other starts.

A row of `REPEATS` says how a comparison is repeated. Data without clusters show what a criterion
says where there is nothing to find; objects drawn anew and other random starts show how far its
pick, and how well it follows the true labels, are a matter of luck.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError, Progress, registry
from aucc_core.sweeps.comparison import CORRELATIONS, Comparison, Correlation, compare
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import draw_objects

N_REPEATS = 20
#: A pick means something if at most this share of the sets without clusters scores as well.
MOST_ALIKE = 0.05
#: Intervals reach from one of these quantiles to the other.
TAILS = (0.05, 0.95)

Again = Callable[[int], Dataset]


@dataclass(frozen=True)
class Repeat:
    """One way to repeat a comparison: the row of a registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what is done.
    fit : from the data and the largest k to how a seed makes the data of one repeat.
    has_clusters : whether the repeats have the clusters of the data, so that picks compare.
    """

    name: str
    label: str
    help: str
    fit: Callable[[Dataset, int], Again]
    has_clusters: bool = True


def _without_clusters(dataset: Dataset, largest_k: int) -> Again:  # noqa: ARG001 - every row's call
    if not can_lose_clusters(dataset):
        raise InputError(
            "Data without clusters are drawn from a table of numbers; this one has distances alone "
            "or columns of text."
        )
    draw = REFERENCES["one_peak"].fit(dataset.X)
    return lambda seed: Dataset("no clusters", draw(np.random.default_rng(seed)))


def _drawn(dataset: Dataset, largest_k: int) -> Again:
    return lambda seed: dataset.part(np.flatnonzero(draw_objects(dataset.n, largest_k, seed)))


def _same(dataset: Dataset, largest_k: int) -> Again:  # noqa: ARG001 - every row's call
    return lambda seed: dataset  # noqa: ARG005 - the run has the seed


REPEATS: Mapping[str, Repeat] = registry(
    Repeat(
        "none",
        "Data without clusters",
        "Sets of the same size and shape that have no clusters, clustered alike: what a criterion "
        "says where there is nothing to find.",
        _without_clusters,
        has_clusters=False,
    ),
    Repeat(
        "drawn",
        "Objects drawn anew",
        "Each time about a third of the objects, drawn by lot, is left out, and none counts twice: "
        "a pick that rests on a few objects moves.",
        _drawn,
    ),
    Repeat(
        "starts",
        "Other random starts",
        "The same objects with other seeds. Only algorithms that draw lots, such as k-means, can "
        "give something else.",
        _same,
    ),
)


def can_lose_clusters(dataset: Dataset) -> bool:
    """Whether data without clusters can be drawn that are otherwise like these."""
    return dataset.distances is None and dataset.mixed is None


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


@dataclass(frozen=True, eq=False)
class Repeats:
    """What criteria said in each repeat.

    Attributes
    ----------
    kind : name in `REPEATS`.
    best : by repeat, one row per k: the best oriented score of each criterion over algorithms.
    picks : one row per repeat: the k that each criterion picks, the smallest of equally good ones;
        missing where it picks none.
    agreement : by correlation ("pearson" …), one row per repeat: with ARI; empty without labels.
    """

    kind: str
    best: tuple[pd.DataFrame, ...]
    picks: pd.DataFrame
    agreement: Mapping[Correlation, pd.DataFrame]

    @property
    def n(self) -> int:
        """How many repeats there are."""
        return len(self.best)

    def band(self) -> pd.DataFrame:
        """Low, middle and high oriented score of each criterion for each k (`TAILS`, median)."""
        every = pd.concat(self.best, names=["repeat", "k"]).groupby("k")
        low, high = TAILS
        wanted = {"low": low, "middle": 0.5, "high": high}
        return pd.concat({name: every.quantile(q) for name, q in wanted.items()}, axis=1)

    def against(self, own: Comparison) -> CriteriaNull:
        """In how many repeats a criterion says at least as much at the k that it picks."""
        mine, picks = best_by_k(own), own.picks()
        alike = {
            str(name): sum(_reached(other, mine, str(name), rows["k"]) for other in self.best)
            for name, rows in picks.groupby("criterion", sort=False)
        }
        return CriteriaNull(pd.Series(alike, dtype=int), self.n)

    def intervals(self, own: Comparison) -> pd.DataFrame:
        """One row per criterion that picks a k on the data: it, and what repeats make of it.

        Columns: k, low and high (`TAILS` of the picks), same (share of repeats with the same k);
        with true labels for each correlation its own value, low and high.
        """
        mine = smallest_picks(own)
        picks = self.picks.reindex(columns=mine.index)
        low, high = TAILS
        found = pd.DataFrame(
            {
                "k": mine,
                # A k that was picked, not one between two.
                "low": picks.quantile(low, interpolation="nearest"),
                "high": picks.quantile(high, interpolation="nearest"),
                "same": picks.eq(mine).mean(),
            }
        )
        if own.has_truth:
            for how, rows in self.agreement.items():
                found[how] = own.agreement(how=how)
                found[f"{how}_low"] = rows.quantile(low)
                found[f"{how}_high"] = rows.quantile(high)
        return found


def _reached(other: pd.DataFrame, mine: pd.DataFrame, name: str, ks: pd.Series) -> bool:
    return any(
        other.loc[k, name] >= mine.loc[k, name] for k in ks if name in other and k in other.index
    )


def repeat_steps(
    dataset: Dataset,
    run: RunSpec,
    kind: str,
    *,
    n_repeats: int = N_REPEATS,
    progress: Progress | None = None,
) -> Generator[Repeats, None, Repeats]:
    """What is known after each repeat; all at the end."""
    done: list[_Said] = []
    so_far = _collected(kind, done)
    for again in _comparisons(dataset, run, kind, n_repeats):
        done.append(_Said.of(again))
        so_far = _collected(kind, done)
        if progress is not None:
            progress(so_far.n, n_repeats, f"{REPEATS[kind].label}: {so_far.n}")
        yield so_far
    return so_far


def _comparisons(dataset: Dataset, run: RunSpec, kind: str, count: int) -> Iterator[Comparison]:
    again = REPEATS[kind].fit(dataset, max(run.ks, default=2))
    for seed in np.random.SeedSequence(run.seed).generate_state(count):
        yield compare(again(int(seed)), replace(run, seed=int(seed)))


class _Said(NamedTuple):
    """What one repeat says; worked out once, as it stays while others come."""

    best: pd.DataFrame
    picks: pd.Series
    agreement: dict[Correlation, pd.Series]

    @classmethod
    def of(cls, one: Comparison) -> _Said:
        hows = CORRELATIONS if one.has_truth else ()
        return cls(
            best_by_k(one), smallest_picks(one), {how: one.agreement(how=how) for how in hows}
        )


def _collected(kind: str, done: list[_Said]) -> Repeats:
    hows = done[0].agreement if done else ()
    return Repeats(
        kind,
        tuple(one.best for one in done),
        pd.DataFrame([one.picks for one in done]).reset_index(drop=True),
        {
            how: pd.DataFrame([one.agreement[how] for one in done]).reset_index(drop=True)
            for how in hows
        },
    )


def best_by_k(comparison: Comparison) -> pd.DataFrame:
    """The best oriented score of each criterion for each k, over algorithms."""
    return comparison.oriented().groupby(comparison.table["k"]).max()


def smallest_picks(comparison: Comparison) -> pd.Series:
    """The k that each criterion picks; of equally good ones the smallest, as people would."""
    return comparison.picks().drop_duplicates("criterion").set_index("criterion")["k"]
