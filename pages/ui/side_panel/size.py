"""Which objects: all, a sample, or those that a person has picked; how and where to score many."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from aucc_core.cost import Cost, distances_bytes, format_memory
from aucc_core.large.engine import CLUSTER_VARIABLE, ENGINES, Engine, choose
from aucc_core.report.escape import plain
from aucc_core.score.inputs import Dataset
from pages.ui.jobs.memory import job_budget
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

BIND: Any = "query-params"
ONLY = "objects.only"  # the picked objects: digest of their table, and their rows; () for all
LEAST_PICKED = 4
# Above this many objects ranking all pairs takes gigabytes, so the way to score is a choice.
LARGE = 10_000
# A sample on which everything works, quadratic algorithms and the parts of a score too.
SAMPLE = 5_000
# One machine is nobody else's: who sits at it may name any scheduler.
_OWN_MACHINE = ("127.0.0.1", "localhost", "::1")


def ask_objects(dataset: Dataset) -> Dataset:
    """All objects, or a sample of them."""
    if dataset.n <= SAMPLE or dataset.distances is not None:
        return dataset
    titles = {"all": f"All {dataset.n:,}", "sample": f"A sample of {SAMPLE:,}"}
    chosen = st.segmented_control(
        "Objects",
        list(titles),
        default="all",
        required=True,
        format_func=titles.__getitem__,
        key="objects",
        bind=BIND,
        help=f"All objects: above {LARGE:,} scores between certain bounds, some algorithms and "
        "distances left out. A random sample: exact scores of the sample, every algorithm and "
        "distance, the parts of a score.",
    )
    return cache.sampled(dataset, SAMPLE) if chosen == "sample" else dataset


def ask_picked(dataset: Dataset) -> Dataset:
    """The objects that a person has picked of these, with a way back; all when none were."""
    digest = cache.table_digest(dataset)
    rows = _picked_of(digest, dataset.n)
    st.session_state[ONLY] = (digest, rows)
    if not rows:
        return dataset
    st.caption(f"Only {len(rows):,} picked objects of {dataset.n:,}.")
    st.button(
        f"Back to all {dataset.n:,}",
        key="objects.back",
        icon=":material/undo:",
        on_click=forget_picked,
    )
    return cache.remembered(digest_of("picked", digest, rows), lambda: dataset.part(rows))


def pick(rows: Sequence[int]) -> None:
    """Go on with these rows of the objects on screen alone; for a callback."""
    digest, before = st.session_state[ONLY]
    st.session_state[ONLY] = (digest, tuple(before[i] if before else int(i) for i in rows))


def picked() -> tuple[int, ...]:
    """Rows of the picked objects in their table; none when all are on screen."""
    rows: tuple[int, ...] = st.session_state[ONLY][1] if ONLY in st.session_state else ()
    return rows


def forget_picked() -> None:
    """Go on with all objects; for a callback."""
    st.session_state.pop(ONLY, None)


def _picked_of(digest: str, n: int) -> tuple[int, ...]:
    """What was picked of this table; saved work may hold anything."""
    kept = st.session_state.get(ONLY)
    if not isinstance(kept, list | tuple) or len(kept) != 2 or kept[0] != digest:
        return ()
    rows = kept[1] if isinstance(kept[1], list | tuple) else ()
    known = dict.fromkeys(i for i in rows if type(i) is int and 0 <= i < n)
    return tuple(known) if len(known) >= LEAST_PICKED else ()


def ask_engine(
    dataset: Dataset, costs: Callable[[Engine], Cost], *, key: str, bind: Any = BIND
) -> Engine:
    """How to score many objects, each way with its cost."""
    names = [name for name, row in ENGINES.items() if not row.exact]
    names += [
        name for name, row in ENGINES.items() if row.exact and costs(name).bytes < job_budget()
    ]
    suggested = choose(dataset.n, dataset.d, engine="auto").engine
    return st.radio(
        f"How to score {dataset.n:,} objects",
        names,
        # One partition may be scored exactly where the many of a run are not.
        index=0 if ENGINES[suggested].exact else names.index(suggested),
        format_func=lambda name: ENGINES[name].label,
        captions=[f"{ENGINES[name].help} {costs(name).line}" for name in names],
        key=key,
        bind=bind,
    )


def ask_cluster(key: str) -> str | None:
    """The Dask scheduler that counts pairs; None for this machine.

    An address is never taken from a link: whoever runs a scheduler decides what is sent back from
    it. A server for others offers only the cluster that its operator has set.
    """
    fixed = os.environ.get(CLUSTER_VARIABLE) or None
    if fixed is None and server_address() not in _OWN_MACHINE:
        return None
    with st.expander("Several machines", icon=":material/lan:"):
        if importlib.util.find_spec("distributed") is None:
            st.caption(
                "Counting on a Dask cluster needs the package dask[distributed] beside this "
                "program and on every machine of the cluster."
            )
            return None
        if fixed is not None:
            on = st.toggle(
                "Count on the cluster",
                value=True,
                key=f"{key}.on",
                help=f"The Dask scheduler at {plain(fixed)}. The counts are the same as here.",
            )
            return fixed if on else None
        typed = st.text_input(
            "Dask scheduler",
            placeholder="tcp://192.168.1.5:8786",
            key=key,
            help="Counts the pairs on a running Dask cluster; the counts are the same as here. "
            "Use only a scheduler you trust.",
        )
        return typed.strip() or None


def server_address() -> str:
    """The address this server listens on; empty for all."""
    return str(st.get_option("server.address") or "")


def say_left_out(labels: Sequence[str], n: int) -> None:
    """Which algorithms are not offered, why, and how to use them all the same."""
    if labels:
        st.caption(
            f"Left out: {', '.join(labels)}. They compare all pairs, and the distances of {n:,} "
            f"objects take {format_memory(distances_bytes(n))}. Choose a sample of the objects to "
            "use them."
        )
