"""A person's own agreement study: several labelled tables, the paper's experiment on them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.cost import Cost, format_duration
from aucc_core.criteria import CRITERIA, EXTERNAL
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.paper.agreement import PAPER_ALGORITHMS, paper_ks
from aucc_core.paper.published import PAPER_CRITERIA
from aucc_core.paper.study import (
    STARTS,
    STUDIED,
    StudyColumn,
    StudySource,
    StudySpec,
    own_study_steps,
    study_latex,
    study_rows,
    study_script,
    study_table,
)
from aucc_core.partitions.spec import RunSpec
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report import exports
from aucc_core.report.escape import plain, plain_sentence
from aucc_core.report.score_card import label_columns
from aucc_core.report.statements import said
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.comparison import CORRELATIONS
from aucc_core.sweeps.sweep import comparison_cost
from pages.ui.jobs import panel
from pages.ui.state import cache
from pages.ui.store.digest import digest_of
from pages.ui.upload.ask import ACCEPTED, ask_files
from pages.ui.upload.files import Upload, read_upload

JOB = "paper.own.job"
MOST_SETS = 12
MOST_OBJECTS = 5_000
MOST_SEEDS = 10
_LABELLED = [n for n, e in DATASETS.items() if e.true_k is not None and not e.online]
_METRICS = [n for n, row in METRICS.items() if row.takes_features and row.needs != "table"]


@dataclasses.dataclass(frozen=True, eq=False)
class Table:
    """A labelled table of the study, and what a script needs to make the same."""

    data: Dataset
    source: StudySource


def show_own_study() -> None:
    """Ask for tables and settings, run the study, draw the table."""
    st.markdown(
        "##### The same study on your data\n"
        "Bring tables with a column of true labels. Each is clustered by five algorithms with k "
        "from 2 to ⌈√n⌉; you see which criteria would have ranked these clusterings as your labels "
        "do."
    )
    left, right = st.columns(2, gap="large")
    with left:
        uploads = ask_files(
            "Labelled tables, one file each",
            key="paper.own.files",
            help=f"{ACCEPTED}. Files stay in this session's memory, never on a disk.",
        )
        examples = st.multiselect(
            "Examples to add",
            _LABELLED,
            format_func=lambda name: DATASETS[name].title,
            key="paper.own.examples",
            help="Built-in data sets with known groups.",
        )
        tables = [_example(name) for name in examples]
        tables += [t for at, upload in enumerate(uploads) if (t := _read(upload, at)) is not None]
    with right:
        spec, scaling = _ask_settings()
    if tables and spec.criteria:
        tables = _ask_features(_told_apart(tables))
        _run([_scaled(table, scaling) for table in tables], spec)


def _example(name: str) -> Table:
    data = load_dataset(name)
    return Table(data, StudySource(data.name, example=name))


def _ask_settings() -> tuple[StudySpec, str]:
    """Distance, scaling, criteria, seeds and starts."""
    left, right = st.columns(2)
    metric = left.selectbox(
        "Distance",
        _METRICS,
        index=_METRICS.index("euclidean"),
        format_func=lambda name: METRICS[name].label,
        key="paper.own.metric",
        help="How far apart two objects are. k-means and Ward need Euclidean distances and are "
        "left out with others.",
    )
    scaling = right.selectbox(
        "Scaling",
        list(SCALINGS),
        format_func=lambda name: SCALINGS[name].label,
        key="paper.own.scaling",
        help=" ".join(f"{s.label}: {s.help}" for s in SCALINGS.values()),
    )
    seeds = left.number_input(
        "Seeds", 1, MOST_SEEDS, 1, key="paper.own.seeds",
        help="How often the study is repeated with other random starts; cells are means.",
    )  # fmt: skip
    starts = right.number_input(
        "Starts of k-means", 1, 100, STARTS, key="paper.own.starts",
        help="Random starts of which the best is kept; the paper uses 100.",
    )  # fmt: skip
    criteria = st.multiselect(
        "Criteria",
        list(CRITERIA),
        default=list(PAPER_CRITERIA),
        format_func=lambda name: CRITERIA[name].short,
        key="paper.own.criteria",
        help="At first those of the paper's table.",
    )
    return StudySpec(tuple(criteria), metric, tuple(range(int(seeds))), int(starts)), scaling


def _read(upload: Upload, at: int) -> Table | None:
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
    data = dataclasses.replace(data, labels=columns[chosen])
    (line,) = said("study table", data)
    st.caption(f"{plain(upload.name)}: {line} ({plain(chosen)}).")
    return Table(data, StudySource(data.name, file=upload.name, labels=chosen))


def _told_apart(tables: Sequence[Table]) -> list[Table]:
    """Tables of the same name get a number, so that each has its own column."""
    seen: dict[str, int] = {}
    return [_named(table, _free_name(table.data.name, seen)) for table in tables]


def _free_name(name: str, seen: dict[str, int]) -> str:
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name} ({seen[name]})"


def _named(table: Table, name: str) -> Table:
    return Table(
        dataclasses.replace(table.data, name=name), dataclasses.replace(table.source, name=name)
    )


def _ask_features(tables: Sequence[Table]) -> list[Table]:
    """Which features of each table; none chosen means all."""
    with st.expander("Features", icon=":material/view_column:"):
        return [_ask_columns(table) for table in tables]


def _ask_columns(table: Table) -> Table:
    data = table.data
    if data.distances is not None:
        st.caption(f"{plain(data.name)} comes with its own distances.")
        return table
    chosen = st.multiselect(
        plain(data.name),
        data.feature_names,
        format_func=plain,
        key=f"paper.own.features.{data.name}",
        placeholder=f"all {data.d}",
    )
    if not chosen:
        return table
    kept = [data.feature_names.index(name) for name in chosen]
    part = dataclasses.replace(data, X=data.X[:, kept], feature_names=tuple(chosen), mixed=None)
    return Table(part, dataclasses.replace(table.source, columns=tuple(chosen)))


def _scaled(table: Table, scaling: str) -> Table:
    if scaling == "none" or table.data.distances is not None:
        return table
    data = dataclasses.replace(table.data, X=SCALINGS[scaling].apply(table.data.X))
    return Table(data, dataclasses.replace(table.source, scaling=scaling))


def cost_of(datasets: Sequence[Dataset], spec: StudySpec) -> Cost:
    """What the study takes: the largest table's memory, the time of all."""
    costs = [
        comparison_cost(
            data,
            RunSpec(PAPER_ALGORITHMS, tuple(paper_ks(data.n)), 0, spec.metric, n_init=spec.n_init),
        )
        for data in datasets
    ]
    seconds = len(spec.seeds) * sum(cost.seconds for cost in costs)
    return Cost(seconds, max(cost.bytes for cost in costs))


def _run(tables: Sequence[Table], spec: StudySpec) -> None:
    if len(tables) > MOST_SETS:
        st.error(f"At most {MOST_SETS} tables at a time; there are {len(tables)}.")
        return
    datasets = [table.data for table in tables]
    digest = digest_of(
        "own agreement", spec, [(d.name, d.X, d.labels, d.distances) for d in datasets]
    )
    many = "s" * (len(datasets) > 1)
    cost = cost_of(datasets, spec)
    st.caption(cost.line)
    request = panel.JobRequest(
        own_study_steps,
        {"datasets": datasets, "spec": spec},
        digest=digest,
        cost=cost,
        label="Agreement study",
    )
    button = f"Run the study on {len(datasets)} table{many}"
    handle = panel.start_on_click(JOB, request, button)
    if handle is None or handle.digest != digest:
        return
    state = panel.show_job(handle, key=JOB, on_partial=_so_far)
    if state.status == "done":
        _show(state.result, [table.source for table in tables], spec)
    elif state.status == "cancelled":
        st.info("Stopped. Press the button to run it again.")


def _so_far(columns: tuple[Any, ...]) -> None:
    for column in columns:
        st.caption(column_line(column))


def _show(columns: Sequence[StudyColumn], sources: Sequence[StudySource], spec: StudySpec) -> None:
    """The table in the chosen reading, and all there is to take away."""
    left, right = st.columns(2)
    external = left.segmented_control(
        "Agreement with the labels",
        STUDIED,
        default=STUDIED[0],
        format_func=lambda name: EXTERNAL[name].short,
        key="paper.own.external",
        required=True,
        help=" ".join(f"{EXTERNAL[n].short}: {EXTERNAL[n].help}" for n in STUDIED),
    )
    how = right.segmented_control(
        "Correlation",
        CORRELATIONS,
        default=CORRELATIONS[0],
        format_func=str.capitalize,
        key="paper.own.how",
        required=True,
        help="Pearson's asks for a straight line, as in the paper; Spearman's for the same order.",
    )
    table = study_table(columns, external, how)
    if not table.empty:
        reach = study_table(columns, external, how, reach=True)
        for line in [*said("study", table), *said("study seeds", (spec.seeds, reach))]:
            st.markdown(line)
        styled = table.style.format("{:.3f}", na_rep="–").highlight_max(props=_BEST, axis=0)
        st.dataframe(styled, height=36 * (len(table) + 1))
        st.caption(
            f"{how.capitalize()} correlation with {EXTERNAL[external].short}; the best of each "
            "column is marked. 1: ranks clusterings as your labels do."
        )
    for column in columns:
        st.caption(column_line(column))
    if not table.empty:
        _takeaway(columns, table, study_script(sources, spec, external, how), external, how)


def _takeaway(
    columns: Sequence[StudyColumn], table: pd.DataFrame, script: str, external: str, how: str
) -> None:
    with st.container(horizontal=True):
        for label, make, ending, mime in (
            ("The table (CSV)", lambda: exports.csv_bytes(_with_names(table)), "csv", "text/csv"),
            (
                "Every value (CSV)",
                lambda: exports.csv_bytes(study_rows(columns)),
                "all.csv",
                "text/csv",
            ),
            (
                "LaTeX",
                lambda: study_latex(table, external, how).encode(),
                "tex",
                "application/x-tex",
            ),
            ("Script (Python)", script.encode, "py", "text/x-python"),
        ):
            st.download_button(
                label,
                make,
                file_name=f"aucc-agreement.{ending}",
                mime=mime,
                on_click="ignore",
                icon=":material/download:",
            )
    with st.expander("The script", icon=":material/code:"):
        st.code(script, language="python")


def _with_names(table: pd.DataFrame) -> pd.DataFrame:
    return table.rename_axis("criterion").reset_index()


_BEST = "background-color: rgba(43, 108, 219, 0.25)"


def column_line(column: StudyColumn) -> str:
    """One table of the study in a line."""
    if column.problem:
        return f"{plain(column.name)}: {plain_sentence(column.problem)}"
    (line,) = said("study set", column)
    return f"{plain(column.name)}: {line}, {format_duration(column.seconds)}."
