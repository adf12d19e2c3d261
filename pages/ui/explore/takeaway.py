"""What a person takes away from Explore: tables, figures, and the code that makes the numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from aucc_core.datasets import DATASETS
from aucc_core.report import exports
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import ExploreRun, Solution
from aucc_core.verdicts.weigh import Verdict
from pages.ui.explore import figures, work
from pages.ui.explore.ask import Exploration
from pages.ui.side_panel.data import Source

TAKE_AWAY = "explore.takeaway"


def show_takeaway(
    asked: Exploration, solutions: Sequence[Solution], focus: Solution, verdict: Verdict | None
) -> None:
    """A fold with downloads and code."""
    box = st.expander(
        "Take away: tables, figures, code",
        key=TAKE_AWAY,
        icon=":material/download:",
        on_change="rerun",
    )
    with box:
        _downloads(asked, solutions, focus, verdict)
        # Not before it is looked at: to colour it takes a script of 1.5 MB, which would hold up
        # the charts of a page that has just been opened.
        if box.open:
            st.caption("The same numbers in Python:")
            st.code(snippet(asked.source, asked.run), language="python")


def _downloads(
    asked: Exploration, solutions: Sequence[Solution], focus: Solution, verdict: Verdict | None
) -> None:
    dataset = asked.study.dataset
    drawn = work.drawn_part(asked, solutions)
    names = {s.id: f"{s.label}, k = {s.k}" for s in solutions}
    chosen = st.selectbox(
        "Labels of",
        list(names),
        index=list(names).index(focus.id),
        format_func=lambda id_: names[id_],
        help="The solution whose labels to download; the one in focus unless you choose another.",
    )
    solution = next(s for s in solutions if s.id == chosen)
    with st.container(horizontal=True):
        st.download_button(
            "Labels (CSV)",
            lambda: exports.csv_bytes(cluster_table(dataset, solution)),
            file_name=exports.file_name(dataset.name, f"{solution.id}-labels.csv"),
            mime="text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Scores (CSV)",
            lambda: exports.csv_bytes(scores_table(solutions)),
            file_name=exports.file_name(dataset.name, "scores.csv"),
            mime="text/csv",
            on_click="ignore",
        )
        st.download_button(
            "All figures (HTML)",
            lambda: figures.standalone_page(
                drawn.dataset, drawn.solutions, drawn.projection, verdict=verdict
            ),
            file_name=exports.file_name(dataset.name, "figures.html"),
            mime="text/html",
            on_click="ignore",
        )


def scores_table(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row per solution: algorithm, k, AUCC, the other scores."""
    return pd.DataFrame([dict(s.row) for s in solutions]).drop(columns="seconds")


def cluster_table(dataset: Dataset, solution: Solution) -> pd.DataFrame:
    """One row per object: its name or number, and its cluster (noise is -1, clusters from 1)."""
    names = list(dataset.object_names or range(1, dataset.n + 1))
    clusters = [int(label) + 1 if label >= 0 else -1 for label in solution.labels]
    table = pd.DataFrame({"object": names, "cluster": clusters})
    if dataset.labels is not None:
        table["true_label"] = dataset.labels
    return table


def snippet(source: Source, run: ExploreRun) -> str:
    """Python that makes the same table of scores, from an example or from the person's own file."""
    imports = ["from aucc_core.sweeps.sweep import sweep"]
    body = []
    if source.name in DATASETS:
        given = "".join(f", {name}={value!r}" for name, value in source.settings.items())
        imports.append("from aucc_core import load_dataset")
        body.append(f"data = load_dataset({source.name!r}{given})")
    else:
        imports.append("from aucc_core.ingest import read_table")
        body.append('data = read_table("your-file.csv")')
    if source.sample is not None:
        imports.append("from aucc_core.large.sample import sample_rows")
        body.append(f"data = data.part(sample_rows(data.n, {source.sample}))")
    if source.columns or source.scaling != "none":
        imports.insert(0, "from dataclasses import replace\n")
    if source.columns:
        body.append(f"names = {list(source.columns)!r}")
        body.append("columns = [data.feature_names.index(name) for name in names]")
        body.append("data = replace(data, X=data.X[:, columns], feature_names=tuple(names))")
    if source.scaling != "none":
        imports.append("from aucc_core.prepare.scaling import SCALINGS")
        body.append(f"data = replace(data, X=SCALINGS[{source.scaling!r}].apply(data.X))")
    size = ""
    if run.size.engine != "auto":
        imports.append("from aucc_core.large.engine import SizeChoices")
        seed = f", seed={run.size.seed}" if run.size.seed else ""
        size = f"\n    size=SizeChoices(engine={run.size.engine!r}{seed}),"
        size += f"\n    client={run.cluster!r}," if run.cluster else ""
    told = f"\n    metric_options={dict(run.metric_options)!r}," if run.metric_options else ""
    criteria = ("aucc",) if run.is_large else run.criteria
    call = f"""result = sweep(
    data,
    {list(run.algorithms)!r},
    range({run.ks[0]}, {run.ks[-1] + 1}),
    criteria={criteria!r},
    metric={run.metric!r},{told}
    seed={run.seed},
    n_init={run.n_init},{size}
)
print(result.table)"""
    return "\n".join([*imports, "", *body, call])
