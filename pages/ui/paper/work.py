"""Work of the Paper screen: quick parts here and now, the whole evaluation as a job."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.cost import format_duration, paper_cost, random_labels_cost
from aucc_core.datasets import load_dataset
from aucc_core.paper import PARTS, PaperRun, PartResult, SetAgreement, Stamp, tally
from aucc_core.paper.agreement import ONLINE, PAPER_STARTS, SHIPPED, paper_agreement
from aucc_core.paper.chance import FULL_DESIGN, chance_steps
from aucc_core.paper.run import paper_steps
from aucc_core.report.escape import plain, plain_sentence
from aucc_core.report.statements import said
from aucc_core.version import __version__
from pages.ui.jobs import JobHandle, panel
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

JOB = "paper.job"
DONE = "paper.done"
FULL_JOB = "paper.full_design"
# Sets without many tied distances that are clustered and scored within a second.
QUICK_SETS = ("ecoli", "sonar")


def part(name: str) -> PartResult:
    """One part: from the last run of this session, or computed at its first use."""
    run = last_run()
    if run is not None and name in run.parts:
        return run.parts[name]
    digest = digest_of("paper part", name, __version__)
    return cache.remembered(digest, lambda: PARTS[name].compute(0))


def last_run() -> PaperRun | None:
    """The last whole evaluation of this session."""
    run: PaperRun | None = st.session_state.get(DONE)
    return run


def computed_here() -> Mapping[str, Mapping[str, float]]:
    """Agreement figures of this session: of its last run, and of two sets that take a moment."""

    def quick() -> Mapping[str, Mapping[str, float]]:
        found = {name: paper_agreement(load_dataset(name), seed=0) for name in QUICK_SETS}
        return {name: {str(c): float(v) for c, v in cells.items()} for name, cells in found.items()}

    run = last_run()
    digest = digest_of("paper agreement", QUICK_SETS, __version__)
    return {
        **cache.remembered(digest, quick),
        **{c.name: c.agreement for c in (run.columns if run else ()) if c.agreement},
    }


def quick_run(parts: Sequence[PartResult]) -> PaperRun:
    """What is on screen without a job, with its stamp, for a download."""
    return PaperRun({p.name: p for p in parts}, (), Stamp.now(seed=0, n_init=PAPER_STARTS))


def run_again() -> None:
    """Button, settings, progress; the result replaces what the screen shows."""
    under_way = panel.started(JOB) is not None
    with st.expander("Run it again", icon=":material/replay:", expanded=under_way):
        left, middle, right = st.columns([1, 1, 2], vertical_alignment="bottom")
        seed = left.number_input(
            "Seed", 0, 2**31 - 1, 0, key="paper.seed", help="Decides every draw and every start."
        )
        starts = middle.number_input(
            "Starts of k-means", 1, 100, PAPER_STARTS, key="paper.starts",
            help="Random starts of which the best is kept; the paper uses 100.",
        )  # fmt: skip
        online = right.checkbox(
            f"Download {' and '.join(ONLINE)} too",
            key="paper.online",
            help="Two sets of the paper that do not come with the program. Needs a connection to "
            "OpenML; the larger one adds a minute or two.",
        )
        st.caption(
            f"All parts, and the agreement study on {', '.join(SHIPPED)}. " + paper_cost().line
        )
        sets = (*SHIPPED, *(ONLINE if online else ()))
        request = _evaluation(int(seed), int(starts), sets)
        handle = panel.start_on_click(JOB, request, "Run the whole evaluation")
        if handle is not None:
            _follow(handle)
        run = last_run()
        if run is not None:
            st.caption(run.stamp.text())


def _evaluation(seed: int, n_init: int, sets: tuple[str, ...]) -> panel.JobRequest:
    return panel.JobRequest(
        paper_steps,
        {"parts": tuple(PARTS), "sets": sets, "seed": seed, "n_init": n_init},
        # Again means again: the time keeps an earlier result from being handed out.
        digest=digest_of("paper", seed, n_init, sets, time.time()),
        cost=paper_cost(),
        label="The paper's evaluation",
    )


def _follow(handle: JobHandle) -> None:
    state = panel.show_job(handle, key=JOB, on_partial=_so_far)
    if state.status == "done":
        st.session_state[DONE] = state.result
        panel.forget(JOB)
        st.rerun()
    elif state.finished:
        if state.status == "cancelled":
            st.info("Stopped. What was shown before stays.")
        panel.forget(JOB)


def _so_far(pieces: tuple[Any, ...]) -> None:
    lines = []
    for piece in pieces:
        if isinstance(piece, PartResult):
            outcome = " ".join(said("tally", tally(piece.checks)))
            lines.append(f"{PARTS[piece.name].title}: {outcome}")
        elif isinstance(piece, SetAgreement):
            lines.append(column_line(piece))
    st.caption("  \n".join(lines))


def column_line(column: SetAgreement) -> str:
    """One set of the agreement study in a line."""
    if column.problem:
        return f"{plain(column.name)}: {plain_sentence(column.problem)}"
    (line,) = said("set", column)
    return f"{plain(column.name)}: {line}, {format_duration(column.seconds)}."


def full_under_way() -> bool:
    """Whether the full design runs or is kept."""
    return panel.started(FULL_JOB) is not None


def full_design(seed: int) -> pd.DataFrame | None:
    """The paper's whole design of random labels: a button, its cost, progress; its table done."""
    request = panel.JobRequest(
        chance_steps,
        {"design": FULL_DESIGN, "seed": seed},
        digest=digest_of("chance", FULL_DESIGN.criteria, seed),
        cost=random_labels_cost(len(FULL_DESIGN.criteria)),
        label="Random partitions",
    )
    st.caption(" ".join([*said("design", FULL_DESIGN), request.cost.line]))
    handle = panel.start_on_click(FULL_JOB, request, "Run the paper's full design")
    if handle is None:
        return None
    state = panel.show_job(handle, key=FULL_JOB)
    if state.status == "cancelled":
        st.info("Stopped. The reduced design stays.")
    return state.result if state.status == "done" else None
