"""What screens compute at once, kept so that a rerun does not compute it again.

`remembered` keeps any value under a digest of all it was made from. The other functions use it for
prepared tables, samples, ranked pairs, projections, solutions and objects' own scores; screens use
it for what only they need. Values live in the server's memory (pages/ui/store): within its byte
budget (AUCC_STORE_MB, 512 by default), least recently used out first, seen by every session that
asks with the same content, and gone when the last of these has ended. So they survive a rerun and a
page change, also a reload before the old session has ended, and no restart. Pairs count with what
they take before they are ranked, at their first use: some 16 bytes per pair come on top. Results of
jobs and the person's own table are kept there too, by the queue and by `session`.

What else stays in memory: uploaded files (Streamlit's; server/uploads limits a session to
AUCC_SESSION_UPLOAD_MB, upload_size), shipped data sets and the browser's own files (a few and
some 15 MB, for as long as the server runs). On disk: compiled kernels, beside their modules or
where else numba may write (aucc_core.score.threads.cache_folder), and data sets that were
downloaded on request, in scikit-learn's data folder.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from aucc_core.explain.parts import parts_of
from aucc_core.large import sample
from aucc_core.pairs import Pairs
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.prepare.projection import PROJECTIONS, Projection, project
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.inputs import Bools, Dataset, Floats, Integers
from aucc_core.score.ranked import RankedPairs
from aucc_core.sweeps.solutions import ExploreRun, Solution, solve_now
from pages.ui.store.digest import digest_of
from pages.ui.store.store import Entry, store
from pages.ui.streamlit_internals import session_id

T = TypeVar("T")
_AS_USUAL: Mapping[str, float] = MappingProxyType({})

# Sessions that cluster at the same moment pass Python's lock to and fro and all come late, so one
# at a time; each takes a fraction of a second (longer work is a job).
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, eq=False)
class Study:
    """A table ready to be clustered, and the digest that stands for it in every cache key.

    ``rows`` stands for its objects, however columns are chosen and scaled: what was selected among
    them is still there. ``table`` is what they came as: all columns, not scaled.
    """

    dataset: Dataset
    digest: str
    rows: str
    table: Dataset


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


def table_digest(dataset: Dataset) -> str:
    """Stands for everything in a table, names and notices too.

    Sessions whose tables hold the same numbers under other names must not see each other's names.
    Names are hashed as one text: one by one, those of 100,000 objects take half a second.
    """
    content = {field.name: getattr(dataset, field.name) for field in fields(dataset)}
    if dataset.object_names is not None:
        content["object_names"] = "\0".join(dataset.object_names)
    return digest_of("table", content)


def prepared(dataset: Dataset, columns: tuple[int, ...], scaling: str) -> Study:
    """The chosen columns, scaled; given distances stay as they are."""
    rows = table_digest(dataset)
    if dataset.distances is not None:
        return Study(dataset, digest_of("study", rows), rows, dataset)
    columns = columns or tuple(range(dataset.d))
    digest = digest_of("study", rows, columns, scaling)

    def make() -> Dataset:
        names = tuple(dataset.feature_names[c] for c in columns)
        return replace(
            dataset, X=SCALINGS[scaling].apply(dataset.X[:, columns]), feature_names=names
        )

    return Study(remembered(digest, make), digest, rows, dataset)


def pairs(study: Study, metric: str, options: Mapping[str, float] = _AS_USUAL) -> Pairs:
    """The pairs of a study, ranked at the first use; ``options`` is what the distance is told."""
    return remembered(
        digest_of("pairs", study.digest, metric, options),
        lambda: Pairs(study.dataset, metric, metric_options=options),
    )


def kept_pairs(
    study: Study, metric: str, keep: Bools, options: Mapping[str, float] = _AS_USUAL
) -> RankedPairs:
    """The pairs of the objects where ``keep`` is true; only those of all objects are remembered."""
    whole = pairs(study, metric, options)
    source = whole.source.kept(keep)
    return whole if source is whole.source else RankedPairs(source)


def projection(
    study: Study,
    metric: str,
    kind: str,
    axes: tuple[int, int],
    options: Mapping[str, float] = _AS_USUAL,
) -> Projection:
    """The picture of a study; only a map of the distances depends on the metric."""
    seen = (metric, options) if PROJECTIONS[kind].uses_distances else ""
    key = digest_of("projection", study.digest, seen, kind, axes)
    return remembered(
        key, lambda: project(study.dataset, pairs(study, metric, options), kind, features=axes)
    )


def sampled(dataset: Dataset, size: int) -> Dataset:
    """A random sample of the objects; always the same one."""
    rows = sample.sample_rows(dataset.n, size)
    return remembered(
        digest_of("sample", table_digest(dataset), size),
        lambda: dataset.part(rows),
    )


def drawn_rows(study: Study) -> Integers:
    """Rows of the objects that scatter plots of a large study draw."""
    return remembered(
        digest_of("drawn rows", study.digest), lambda: sample.drawn_rows(study.dataset)
    )


def drawn_dataset(study: Study) -> Dataset:
    """The objects that scatter plots of a large study draw."""
    return remembered(
        digest_of("drawn", study.digest), lambda: study.dataset.part(drawn_rows(study))
    )


def run_digest(study: Study, run: ExploreRun) -> str:
    """Stands for the solutions of a run on a study."""
    return digest_of("solutions", study.digest, run)


def solutions(study: Study, run: ExploreRun) -> tuple[Solution, ...]:
    """All solutions of a run, computed here and now; those known from other runs are not redone.

    Each depends on its own algorithm and k only, so a wider range of k costs just what is new; an
    algorithm that finds k itself has one solution, whatever k is asked for.
    """
    asked = [(name, ks) for name in run.algorithms for ks in _ks_asked_of(name, run)]
    keys = {
        (name, ks): digest_of("solution", study.digest, replace(run, algorithms=(name,), ks=ks))
        for name, ks in asked
    }
    known = {asked: entry.value for asked, key in keys.items() if (entry := _recall(key))}
    for name in run.algorithms:
        missing = [ks for ks in _ks_asked_of(name, run) if (name, ks) not in known]
        if missing:
            together = tuple(k for ks in missing for k in ks)
            with _one_at_a_time:
                made = solve_now(study.dataset, replace(run, algorithms=(name,), ks=together))
            found = {(s.k,) if ALGORITHMS[name].takes_k else (): s for s in made}
            for ks in missing:  # one that cannot be scored is remembered as None
                known[name, ks] = remembered(keys[name, ks], partial(found.get, ks))
    return tuple(s for one in asked if (s := known[one]) is not None)


def _ks_asked_of(name: str, run: ExploreRun) -> list[tuple[int, ...]]:
    """One k each for an algorithm that takes k; nothing, once, for one that finds it."""
    return [(k,) for k in run.ks] if ALGORITHMS[name].takes_k else [()]


def own_scores(
    study: Study, metric: str, solution: Solution, options: Mapping[str, float] = _AS_USUAL
) -> Floats:
    """Each object's own score in a solution; noise and objects without one get one half."""
    key = digest_of("own scores", study.digest, metric, options, solution.labels)

    def make() -> Floats:
        scores = np.full(solution.labels.size, 0.5)
        keep, codes = apply_noise_policy(solution.labels, "drop")
        scored = kept_pairs(study, metric, keep, options)
        scores[keep] = np.nan_to_num(
            parts_of(scored, codes).by_object()["aucc"].to_numpy(), nan=0.5
        )
        return scores

    return remembered(key, make)
