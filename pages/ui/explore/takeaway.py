"""What a person takes away from Explore: tables, figures, and the code that makes the numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.report import exports
from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import Dataset, InputError, Integers, Labels
from aucc_core.sweeps.solutions import ExploreRun, Solution
from aucc_core.verdicts.weigh import Verdict
from pages.ui.components.linked import HAND, Settled
from pages.ui.explore import address, examination, figures, saved_work, work
from pages.ui.explore.ask import Exploration
from pages.ui.explore.given_labels import OwnSolution
from pages.ui.explore.on_screen import OnScreen
from pages.ui.side_panel.data import Source
from pages.ui.state import session
from pages.ui.upload import import_step
from pages.ui.upload.files import HowRead

_UPLOADER, _PROBLEM, _OPENED = "takeaway.work", "takeaway.problem", "takeaway.opened"


def show_takeaway(on_screen: OnScreen) -> None:
    """Downloads, the work as a whole, and code."""
    if st.session_state.pop(_OPENED, False):
        st.rerun()  # what was opened is for the whole page
    asked = on_screen.asked
    found = examination.examination_of(asked)
    _downloads(on_screen, None if found is None else found.verdict)
    _work(on_screen)
    st.caption("The same numbers in Python (`pip install .` in this project's folder):")
    own = [s for s in on_screen.solutions if isinstance(s, OwnSolution)]
    st.code(snippet(asked.source, asked.run, own), language="python")


def _downloads(on_screen: OnScreen, verdict: Verdict | None) -> None:
    asked, solutions, focus = on_screen.asked, on_screen.solutions, on_screen.focus
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
    original, rows = _original(asked)
    labels = _all_labels(solutions, on_screen.settled)
    with st.container(horizontal=True):
        st.download_button(
            "Table with labels (CSV)",
            lambda: exports.csv_bytes(labelled_table(original(), rows, labels)),
            file_name=exports.file_name(dataset.name, "with-labels.csv"),
            mime="text/csv",
            on_click="ignore",
            help="Your table as it came, row by row, and beside it the cluster of each row in "
            "every solution. Rows that were left out have none.",
        )
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
    st.caption("Each chart above saves itself as PNG and SVG.")


def _work(on_screen: OnScreen) -> None:
    """Save everything in one file, or go on with what was saved."""
    dataset = on_screen.asked.study.dataset
    own = on_screen.asked.source.name not in DATASETS
    table = session.imported() if own else None
    saved = saved_work.Work(session.choices(), on_screen.settled, table)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.download_button(
            "Save work",
            lambda: saved_work.to_bytes(saved),
            file_name=exports.file_name(dataset.name, f"work.{saved_work.ENDING}"),
            mime="application/zip",
            icon=":material/save:",
            on_click="ignore",
            disabled=own and table is None,
            help="One file with your table, what its columns are for, all choices, and labels made "
            "by hand. Open it here on another day, or give it to someone.",
        )
        st.file_uploader(
            "Open work",
            type=saved_work.ENDING,
            key=_UPLOADER,
            on_change=_open,
            help="Go on with a file that “Save work” has made. It replaces what is on screen.",
        )
    if own and table is None:
        st.caption("Files so large are not kept, so this work cannot be saved with its table.")
    if problem := st.session_state.pop(_PROBLEM, ""):
        st.error(plain_sentence(problem), icon=":material/error:")


def _open() -> None:
    """Take over what was saved; the script that follows shows it."""
    file = st.session_state.get(_UPLOADER)
    if file is None:
        return
    try:
        saved = saved_work.from_bytes(file.getvalue())
        if saved.table is not None:
            import_step.take_again(saved.table)
    except InputError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    session.take_choices(saved.choices)
    address.start_as_saved(saved.settled)
    st.session_state[_OPENED] = True


def _original(asked: Exploration) -> tuple[Callable[[], pd.DataFrame], Integers | None]:
    """How to get the table as it came, and which of its rows the objects are; None for all."""
    source, rows = asked.source, asked.study.dataset.rows
    if source.name in DATASETS:
        return lambda: as_table(load_dataset(source.name, **source.settings)), rows
    taken, own = session.imported(), session.upload()
    if taken is not None:
        return taken.original, rows
    return lambda: as_table(own or asked.study.dataset), None if own is None else rows


def _all_labels(solutions: Sequence[Solution], settled: Settled) -> dict[str, Labels]:
    labels: dict[str, Labels] = {
        f"{s.label}, k = {s.k}": s.labels for s in solutions if s.id != HAND
    }
    # Also one that has no score, and so is no solution.
    if settled.hand is not None and len(settled.hand.labels) == solutions[0].labels.size:
        labels["By hand"] = np.asarray(settled.hand.labels)
    return labels


def labelled_table(
    original: pd.DataFrame, rows: Integers | None, labels: Mapping[str, Labels]
) -> pd.DataFrame:
    """The table as it came, with a column of cluster numbers per solution, noise -1.

    Rows that are no object were left out: they are marked and have no number.
    """
    table = original.copy()
    at = np.arange(len(table)) if rows is None else rows
    if at.size < len(table):
        marks = np.full(len(table), "left out", dtype=object)
        marks[at] = ""
        table[_free(table, "left out")] = marks
    for name, codes in labels.items():
        numbers = pd.array([pd.NA] * len(table), dtype="Int64")
        numbers[at] = np.where(codes >= 0, codes + 1, -1)
        table[_free(table, name)] = numbers
    return table


def as_table(dataset: Dataset) -> pd.DataFrame:
    """A data set that came from no file: names, features, true labels."""
    table = pd.DataFrame(dataset.X, columns=list(dataset.feature_names))
    if dataset.object_names is not None:
        table.insert(0, _free(table, "object"), list(dataset.object_names))
    if dataset.labels is not None:
        table[_free(table, "true_label")] = dataset.labels
    return table


def _free(table: pd.DataFrame, name: str) -> str:
    """A name that no column has yet."""
    while name in table:
        name = f"{name} (2)"
    return name


def scores_table(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row per solution: algorithm, k, AUCC, the other scores."""
    return pd.DataFrame([dict(s.row) for s in solutions]).drop(columns="seconds", errors="ignore")


def cluster_table(dataset: Dataset, solution: Solution) -> pd.DataFrame:
    """One row per object: its name or number, and its cluster (noise is -1, clusters from 1)."""
    names = list(dataset.object_names or range(1, dataset.n + 1))
    clusters = [int(label) + 1 if label >= 0 else -1 for label in solution.labels]
    table = pd.DataFrame({"object": names, "cluster": clusters})
    if dataset.labels is not None:
        table["true_label"] = dataset.labels
    return table


def snippet(source: Source, run: ExploreRun, own: Sequence[OwnSolution] = ()) -> str:
    """Python that makes the same table of scores, from an example or from the person's own file."""
    imports = ["from aucc_core.sweeps.sweep import sweep"]
    body = []
    if source.name in DATASETS:
        given = "".join(f", {name}={value!r}" for name, value in source.settings.items())
        imports.append("from aucc_core import load_dataset")
        body.append(f"data = load_dataset({source.name!r}{given})")
    else:
        imports.append("from aucc_core.ingest import read_table")
        body.extend(_reading(source.read))
    if source.sample is not None:
        imports.append("from aucc_core.large.sample import sample_rows")
        body.append(f"data = data.part(sample_rows(data.n, {source.sample}))")
    if source.picked:
        body.append(f"data = data.part({list(source.picked)!r})")
    if any("replace(" in line for line in body) or source.columns or source.scaling != "none":
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
    columns = ["algorithm", "k", *criteria]
    call = f"""result = sweep(
    data,
    {list(run.algorithms)!r},
    range({run.ks[0]}, {run.ks[-1] + 1}),
    criteria={criteria!r},
    metric={run.metric!r},{told}
    seed={run.seed},
    n_init={run.n_init},{size}
)
print(result.table[{columns!r}].to_string())"""
    return "\n".join([*imports, "", *body, call, *_scoring(own, run)])


def _scoring(own: Sequence[OwnSolution], run: ExploreRun) -> list[str]:
    """Lines that score the person's own label columns, of the objects that have a label."""
    told = f", metric_options={dict(run.metric_options)!r}" if run.metric_options else ""
    lines = []
    for solution in own:
        lines += [
            f"labels = data.label_columns[{solution.name!r}]",
            "known = ~pd.isna(labels) & (labels.astype(str) != '')",
            f"pairs = Pairs(data.part(np.flatnonzero(known)), {run.metric!r}{told})",
            f"print({solution.name!r}, pairs.aucc(labels[known]))",
        ]
    imports = ["", "import numpy as np", "import pandas as pd", "from aucc_core import Pairs"]
    return [*imports, "", *lines] if lines else []


def _reading(read: HowRead | None) -> list[str]:
    """Lines that read the person's own files as the import step did."""
    if read is None:
        return ['data = read_table("your-file.csv")']
    main = read.files.get("features") or read.files["distances"]
    told = {k: v for k, v in read.choices.items() if v not in (None, {}, False)}
    if "features" not in read.files:
        told = {"kind": "distances", **told}
    if "labels" in read.files:
        told["labels_file"] = read.files["labels"]
    given = "".join(f", {name}={_literal(value)}" for name, value in told.items())
    lines = [f"data = read_table({main!r}{given})"]
    if "features" in read.files and "distances" in read.files:
        lines += [
            f"matrix = read_table({read.files['distances']!r}, kind='distances')",
            "data = replace(data, distances=matrix.distances)",
        ]
    return lines


def _literal(value: Any) -> str:
    """A value as Python writes it."""
    return repr(dict(value)) if isinstance(value, Mapping) else repr(value)
