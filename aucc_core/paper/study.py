"""An agreement study of one's own: the paper's experiment with other tables, distances and seeds.

`study_of` runs it, `study_table` shows it by any external index and correlation, `study_latex`
sets it, and `study_script` is the Python that does it all again.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import pandas as pd

from aucc_core.criteria import CRITERIA, EXTERNAL
from aucc_core.paper.agreement import PAPER_ALGORITHMS, paper_sweep
from aucc_core.paper.published import PAPER_CRITERIA
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.score.inputs import Dataset, InputError, Progress, run_steps
from aucc_core.sweeps.comparison import CORRELATIONS, Comparison, Correlation

#: External indices that a study offers; the others repeat these.
STUDIED = ("ari", "ami", "nmi")
STARTS = 20


@dataclass(frozen=True)
class StudySpec:
    """How the tables of a study are clustered and scored.

    Attributes
    ----------
    criteria : names in `CRITERIA`.
    metric : name in `METRICS`; tables of distances keep theirs.
    seeds, n_init : the study is repeated with each seed; random starts of k-means.
    """

    criteria: tuple[str, ...] = PAPER_CRITERIA
    metric: str = "euclidean"
    seeds: tuple[int, ...] = (0,)
    n_init: int = STARTS


@dataclass(frozen=True, eq=False)
class StudyColumn:
    """What a study found on one table.

    Attributes
    ----------
    cells : one row per seed, external index, correlation and criterion, with its value; empty when
        `problem` says why there is none.
    n_partitions : of one seed.
    """

    name: str
    n: int = 0
    n_partitions: int = 0
    cells: pd.DataFrame = field(default_factory=pd.DataFrame)
    seconds: float = 0.0
    problem: str = ""


def own_study_steps(
    datasets: Sequence[Dataset], spec: StudySpec, progress: Progress | None = None
) -> Generator[StudyColumn, None, tuple[StudyColumn, ...]]:
    """A column per table as soon as it is done; all at the end. Others go on when one cannot."""
    columns = []
    for at, data in enumerate(datasets):
        columns.append(_column(data, at, len(datasets), spec, progress))
        yield columns[-1]
    return tuple(columns)


def study_of(datasets: Sequence[Dataset], spec: StudySpec) -> tuple[StudyColumn, ...]:
    """The whole study, here and now."""
    return run_steps(own_study_steps(datasets, spec))


def _column(
    data: Dataset, at: int, total: int, spec: StudySpec, progress: Progress | None
) -> StudyColumn:
    begin, parts, n_partitions = time.perf_counter(), [], 0
    try:
        if data.labels is None:
            raise InputError("Agreement needs true labels, and this table has no label column.")
        for nth, seed in enumerate(spec.seeds):

            def tell(done: float, of: float, message: str, nth: int = nth) -> None:
                if progress is not None:
                    share = (nth + done / max(of, 1)) / len(spec.seeds)
                    progress(round(at + share, 2), total, f"{data.name}: {message}")

            result = paper_sweep(
                data, seed=seed, n_init=spec.n_init, criteria=spec.criteria, metric=spec.metric,
                progress=tell,
            )  # fmt: skip
            n_partitions = len(result.partitions)
            parts.append(_cells(Comparison(result.table, result.criteria), seed))
    except InputError as error:
        return StudyColumn(data.name, problem=str(error), seconds=time.perf_counter() - begin)
    seconds = time.perf_counter() - begin
    return StudyColumn(
        data.name, data.n, n_partitions, pd.concat(parts, ignore_index=True), seconds
    )


def _cells(compared: Comparison, seed: int) -> pd.DataFrame:
    rows = [
        (seed, external, how, criterion, value)
        for external in STUDIED
        for how in CORRELATIONS
        for criterion, value in compared.agreement(external, how=how).items()
    ]
    return pd.DataFrame(rows, columns=["seed", "external", "correlation", "criterion", "value"])


def study_rows(columns: Sequence[StudyColumn]) -> pd.DataFrame:
    """Everything that was found, one row per table, seed, index, correlation and criterion."""
    parts = [c.cells.assign(data=c.name) for c in columns if not c.problem]
    if not parts:
        return pd.DataFrame(
            columns=["data", "seed", "external", "correlation", "criterion", "value"]
        )
    table = pd.concat(parts, ignore_index=True)
    return table[["data", *table.columns.drop("data")]]


def study_table(
    columns: Sequence[StudyColumn],
    external: str = "ari",
    how: Correlation = "pearson",
    *,
    reach: bool = False,
) -> pd.DataFrame:
    """Criteria by tables, averaged over seeds, and their mean when there are several tables.

    With ``reach`` instead how far each cell goes from its lowest to its highest seed.
    """
    found = {}
    for column in columns:
        if column.problem:
            continue
        kept = (column.cells["external"] == external) & (column.cells["correlation"] == how)
        by = column.cells[kept].groupby("criterion", sort=False)["value"]
        found[column.name] = by.max() - by.min() if reach else by.mean()
    table = pd.DataFrame(found)
    table = table.reindex([name for name in CRITERIA if name in table.index])
    if len(found) > 1 and not reach:
        table["mean"] = table.mean(axis=1)
    return table.rename(index={name: CRITERIA[name].short for name in table.index})


_TEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "√": r"$\surd$",
}


def study_latex(table: pd.DataFrame, external: str, how: str) -> str:
    """The table as LaTeX, the best criterion of each column in bold."""
    best = table.round(3).max().to_dict()
    rows = []
    for name, values in table.round(3).iterrows():
        cells = [
            "--" if pd.isna(v) else rf"\textbf{{{v:.3f}}}" if v == best[column] else f"{v:.3f}"
            for column, v in values.items()
        ]
        rows.append(" & ".join([_tex(str(name)), *cells]) + r" \\")
    heads = " & ".join(["", *(_tex(str(column)) for column in table.columns)]) + r" \\"
    shorts = set(table.index)
    turned = [c.short for c in CRITERIA.values() if c.short in shorts and not c.higher_is_better]
    made = ", ".join(ALGORITHMS[name].label for name in PAPER_ALGORITHMS)
    caption = (
        f"{how.capitalize()} correlation of each criterion with {EXTERNAL[external].short} over "
        f"clusterings by {made} with 2 to $\\lceil\\sqrt{{n}}\\rceil$ clusters."
        + (f" Turned, so that higher is better: {_tex(', '.join(turned))}." if turned else "")
    )
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}", r"\centering", rf"\caption{{{caption}}}",
            rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}", r"\toprule", heads, r"\midrule",
            *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}", "",
        ]
    )  # fmt: skip


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in text)


@dataclass(frozen=True)
class StudySource:
    """Where a table of a study comes from, for its script.

    Attributes
    ----------
    name : what the table is called in the study.
    example, file : name of a built-in set, or of the person's file.
    labels : the column with the true labels of a file.
    columns, scaling : features that are used (none: all), and a name in `SCALINGS`.
    """

    name: str
    example: str = ""
    file: str = ""
    labels: str = ""
    columns: tuple[str, ...] = ()
    scaling: str = "none"

    def lines(self) -> list[str]:
        """Python that makes the table and appends it to ``datasets``."""
        if self.example:
            body = [f"data = load_dataset({self.example!r})"]
        else:
            body = [
                f"data = read_table({self.file!r})",
                f"data = replace(data, labels=label_columns(data)[{self.labels!r}])",
            ]
        if self.columns:
            body.append(f"kept = [data.feature_names.index(name) for name in {self.columns!r}]")
            body.append(f"data = replace(data, X=data.X[:, kept], feature_names={self.columns!r})")
        if self.scaling != "none":
            body.append(f"data = replace(data, X=SCALINGS[{self.scaling!r}].apply(data.X))")
        body.append(f"datasets.append(replace(data, name={self.name!r}))")
        return body


def study_script(
    sources: Sequence[StudySource], spec: StudySpec, external: str, how: Correlation
) -> str:
    """Python that runs the study again and prints its table."""
    lines = [line for source in sources for line in source.lines()]
    imports = ["from dataclasses import replace", ""]
    first = [name for name in ("load_dataset", "read_table") if any(name in x for x in lines)]
    imports.append(f"from aucc_core import {', '.join(first)}")
    imports.append("from aucc_core.paper.study import StudySpec, study_of, study_table")
    for word, module in (("SCALINGS", "prepare.scaling"), ("label_columns", "report.score_card")):
        if any(word in line for line in lines):
            imports.append(f"from aucc_core.{module} import {word}")
    return "\n".join(
        [
            "# aucc_core is the library of this dashboard: pip install . in its folder.",
            *imports, "", "datasets = []", *lines, "spec = StudySpec(",
            f"    criteria={spec.criteria!r},", f"    metric={spec.metric!r},",
            f"    seeds={spec.seeds!r},", f"    n_init={spec.n_init},", ")",
            f"table = study_table(study_of(datasets, spec), {external!r}, {how!r})",
            "print(table.round(3).to_string())", "",
        ]
    )  # fmt: skip
