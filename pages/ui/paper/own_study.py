"""A person's own agreement study: several labelled tables, the paper's table for them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.cost import Cost
from aucc_core.criteria import CRITERIA
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.paper import SetAgreement, agreement_table
from aucc_core.paper.agreement import PAPER_ALGORITHMS, paper_ks, study_steps
from aucc_core.paper.published import PAPER_CRITERIA
from aucc_core.partitions.spec import RunSpec
from aucc_core.report import exports
from aucc_core.report.escape import plain, plain_sentence
from aucc_core.report.score_card import label_columns
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.sweeps.sweep import comparison_cost
from pages.ui.jobs import panel
from pages.ui.paper import work
from pages.ui.state import cache
from pages.ui.store.digest import digest_of
from pages.ui.upload.ask import ACCEPTED, ask_files
from pages.ui.upload.files import Upload, read_upload

JOB = "paper.own.job"
MOST_SETS = 12
MOST_OBJECTS = 5_000
_LABELLED = [n for n, e in DATASETS.items() if e.true_k is not None and not e.online]


def show_own_study() -> None:
    """Ask for tables, run the study, draw the table."""
    st.markdown(
        "##### The same study on your data\n"
        "Bring tables with a column of true labels. Each is clustered by five algorithms with k "
        "from 2 to ⌈√n⌉; you see which criteria would have ranked these clusterings as your labels "
        "do. Features are used as they are, so bring them scaled as you want them."
    )
    left, right = st.columns(2, gap="large")
    with left:
        uploads = ask_files(
            "Labelled tables, one file each",
            key="paper.own.files",
            help=f"{ACCEPTED}. Files stay in this session's memory, never on a disk.",
        )
    with right:
        examples = st.multiselect(
            "Examples to add",
            _LABELLED,
            format_func=lambda name: DATASETS[name].title,
            key="paper.own.examples",
            help="Built-in data sets with known groups.",
        )
        starts = st.number_input(
            "Starts of k-means", 1, 100, 20, key="paper.own.starts",
            help="Random starts of which the best is kept; the paper uses 100.",
        )  # fmt: skip
    datasets = [load_dataset(name) for name in examples]
    for at, upload in enumerate(uploads):
        data = _read(upload, at)
        if data is not None:
            datasets.append(data)
    if datasets:
        _run(_told_apart(datasets), int(starts))


def _read(upload: Upload, at: int) -> Dataset | None:
    """A table with its true labels, or a line that says what is wrong with it."""
    try:
        digest = digest_of("own study", upload.digest)
        data = cache.remembered(digest, lambda: read_upload(upload))
        columns = label_columns(data)
        if not columns:
            raise InputError("The study needs true labels, and this table has no label column.")
        if data.n > MOST_OBJECTS:
            raise InputError(
                f"The study takes up to {MOST_OBJECTS:,} objects; this table has {data.n:,}."
            )
    except InputError as error:
        st.error(f"{plain(upload.name)}: {plain_sentence(error)}", icon=":material/error:")
        return None
    names = list(columns)
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox(
            f"True labels in {plain(upload.name)}",
            names,
            format_func=plain,
            key=f"paper.own.labels.{at}",
            help="The column that says to which group each object belongs.",
        )
    groups = pd.Series(list(columns[chosen])).nunique()
    st.caption(f"{plain(upload.name)}: {data.n:,} objects, {groups:,} groups ({plain(chosen)}).")
    return dataclasses.replace(data, labels=columns[chosen])


def _told_apart(datasets: Sequence[Dataset]) -> list[Dataset]:
    """Tables of the same name get a number, so that each has its own column."""
    seen: dict[str, int] = {}
    named = []
    for data in datasets:
        seen[data.name] = seen.get(data.name, 0) + 1
        again = seen[data.name]
        name = data.name if again == 1 else f"{data.name} ({again})"
        named.append(dataclasses.replace(data, name=name))
    return named


def cost_of(datasets: Sequence[Dataset], starts: int) -> Cost:
    """What the study takes: the largest table's memory, the time of all."""
    costs = [
        comparison_cost(data, RunSpec(PAPER_ALGORITHMS, tuple(paper_ks(data.n)), 0, n_init=starts))
        for data in datasets
    ]
    return Cost(sum(cost.seconds for cost in costs), max(cost.bytes for cost in costs))


def _run(datasets: Sequence[Dataset], starts: int) -> None:
    if len(datasets) > MOST_SETS:
        st.error(f"At most {MOST_SETS} tables at a time; there are {len(datasets)}.")
        return
    digest = digest_of(
        "own agreement", starts, [(d.name, d.X, d.labels, d.distances) for d in datasets]
    )
    many = "s" * (len(datasets) > 1)
    cost = cost_of(datasets, starts)
    st.caption(cost.line)
    request = panel.JobRequest(
        study_steps,
        {"datasets": list(datasets), "seed": 0, "n_init": starts},
        digest=digest,
        cost=cost,
        label="Agreement study",
    )
    button = f"Run the study on {len(datasets)} table{many}"
    handle = panel.start_on_click(JOB, request, button)
    if handle is None or handle.digest != digest:
        return
    state = panel.show_job(handle, key=JOB, on_partial=_draw)
    if state.status == "done":
        _draw(state.result)
        st.download_button(
            "The table (CSV)",
            lambda: exports.csv_bytes(agreement_table(state.result)[["data", "criterion", "ours"]]),
            file_name="aucc-agreement.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
        )
    elif state.status == "cancelled":
        st.info("Stopped. Press the button to run it again.")


def _draw(columns: Sequence[Any]) -> None:
    done = [c for c in columns if isinstance(c, SetAgreement)]
    table = own_table(done)
    if not table.empty:
        st.dataframe(table.style.format("{:.3f}", na_rep="–").highlight_max(props=_BEST, axis=0))
        st.caption("Correlation with ARI; the best of each set is marked. 1: ranks as your labels.")
    for column in done:
        st.caption(work.column_line(column))


_BEST = "background-color: rgba(43, 108, 219, 0.25)"


def own_table(columns: Sequence[SetAgreement]) -> pd.DataFrame:
    """Criteria by data sets, and their mean when there are several."""
    good = [c for c in columns if c.agreement]
    table = pd.DataFrame(
        {c.name: [c.agreement[name] for name in PAPER_CRITERIA] for c in good},
        index=[CRITERIA[name].short for name in PAPER_CRITERIA] if good else [],
    )
    if len(good) > 1:
        table["mean"] = table.mean(axis=1)
    return table
