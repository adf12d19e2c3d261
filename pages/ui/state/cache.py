"""All caches of the screens. Keys are digests of the data and settings; values live in the store.

What is kept: prepared tables, ranked pairs, projections and solutions, within the store's byte
budget (see pages/ui/store.py), each visible to the sessions that asked with the same content.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from aucc_core.dataset import Dataset
from aucc_core.large.subsample import sample_rows
from aucc_core.noise import apply_noise_policy
from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.project import Projection, project
from aucc_core.scaling import SCALINGS
from pages.ui import drawing
from pages.ui.jobs import digest_of
from pages.ui.jobs_ui import session_id
from pages.ui.solutions import Run, Solution, solve_now
from pages.ui.store import Entry, store

T = TypeVar("T")

# Sessions that cluster at the same moment pass Python's lock to and fro and all come late, so one
# at a time; each takes a fraction of a second (longer work is a job).
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, eq=False)
class Study:
    """A table ready to be clustered, and the digest that stands for it in every cache key."""

    dataset: Dataset
    digest: str


def remembered(digest: str, make: Callable[[], T]) -> T:
    """The value for a digest, made once; the caller computed the digest from its own content."""
    entry = _recall(digest)
    if entry is not None:
        return entry.value
    value = make()
    store.put(digest, value, sessions=(session_id(),))
    return value


def _recall(digest: str) -> Entry | None:
    """What is stored for a digest that the caller computed from its own content."""
    session = session_id()
    return store.get(digest, session) if store.grant(digest, session) else None


def prepared(dataset: Dataset, columns: tuple[int, ...], scaling: str) -> Study:
    """The chosen columns, scaled; given distances stay as they are."""
    if dataset.distances is not None:
        digest = digest_of("study", dataset.X, dataset.distances, dataset.labels)
        return Study(dataset, digest)
    columns = columns or tuple(range(dataset.d))
    digest = digest_of("study", dataset.X, dataset.labels, dataset.mixed, columns, scaling)

    def make() -> Dataset:
        names = tuple(dataset.feature_names[c] for c in columns)
        return replace(
            dataset, X=SCALINGS[scaling].apply(dataset.X[:, columns]), feature_names=names
        )

    return Study(remembered(digest, make), digest)


def pairs(study: Study, metric: str) -> Pairs:
    """The pairs of a study, ranked at the first use."""
    return remembered(
        digest_of("pairs", study.digest, metric), lambda: Pairs(study.dataset, metric)
    )


def projection(study: Study, metric: str, kind: str, axes: tuple[int, int]) -> Projection:
    """The picture of a study; only a map of the distances depends on the metric."""
    key = digest_of("projection", study.digest, metric if kind == "mds" else "", kind, axes)
    return remembered(
        key, lambda: project(study.dataset, pairs(study, metric), kind, features=axes)
    )


def sampled(dataset: Dataset, size: int) -> Dataset:
    """A random sample of the objects; always the same one."""
    rows = sample_rows(dataset.n, size)
    return remembered(
        digest_of("sample", dataset.X, dataset.labels, dataset.mixed, size),
        lambda: dataset.part(rows),
    )


def drawn_rows(study: Study) -> npt.NDArray[np.int64]:
    """Rows of the objects that scatter plots of a large study draw."""
    return remembered(
        digest_of("drawn rows", study.digest), lambda: drawing.drawn_rows(study.dataset)
    )


def drawn_dataset(study: Study) -> Dataset:
    """The objects that scatter plots of a large study draw."""
    return remembered(
        digest_of("drawn", study.digest), lambda: study.dataset.part(drawn_rows(study))
    )


def run_digest(study: Study, run: Run) -> str:
    """Stands for the solutions of a run on a study."""
    return digest_of("solutions", study.digest, repr(run))


def solutions(study: Study, run: Run) -> tuple[Solution, ...]:
    """All solutions of a run, computed here and now; those known from other runs are not redone.

    Each depends on its own algorithm and k only, so a wider range of k costs just what is new.
    """
    keys = {
        (name, k): digest_of(
            "solution", study.digest, repr(replace(run, algorithms=(name,), ks=(k,)))
        )
        for name in run.algorithms
        for k in run.ks
    }
    known = {asked: entry.value for asked, key in keys.items() if (entry := _recall(key))}
    for name in run.algorithms:
        missing = tuple(k for k in run.ks if (name, k) not in known)
        if missing:
            with _one_at_a_time:
                made = solve_now(study.dataset, replace(run, algorithms=(name,), ks=missing))
            found = {s.k: s for s in made}
            for k in missing:  # one that cannot be scored is remembered as None
                known[name, k] = remembered(keys[name, k], partial(found.get, k))
    return tuple(s for asked in keys if (s := known[asked]) is not None)


def own_scores(study: Study, metric: str, solution: Solution) -> npt.NDArray[np.float64]:
    """Each object's own score in a solution; noise and objects without one get one half."""
    key = digest_of("own scores", study.digest, metric, solution.labels)

    def make() -> npt.NDArray[np.float64]:
        scores = np.full(solution.labels.size, 0.5)
        keep, codes = apply_noise_policy(solution.labels, "drop")
        scored = (
            pairs(study, metric)
            if keep.all()
            else Objects(study.dataset, metric).subset(keep).pairs
        )
        scores[keep] = np.nan_to_num(scored.by_object(codes)["aucc"].to_numpy(), nan=0.5)
        return scores

    return remembered(key, make)
