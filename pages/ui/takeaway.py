"""What a person takes away from Explore: tables, figures, and the code that makes the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from aucc_core.dataset import Dataset
from aucc_core.datasets import DATASETS
from aucc_core.escape import csv_text
from pages.ui.solutions import Run, Solution


def scores_table(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row a solution: algorithm, k, AUCC, the other scores."""
    return pd.DataFrame([dict(s.row) for s in solutions]).drop(columns="seconds")


def labels_table(dataset: Dataset, solution: Solution) -> pd.DataFrame:
    """One row an object: its name or number, and its cluster (noise is -1, clusters from 1)."""
    names = list(dataset.object_names or range(1, dataset.n + 1))
    clusters = [int(label) + 1 if label >= 0 else -1 for label in solution.labels]
    table = pd.DataFrame({"object": names, "cluster": clusters})
    if dataset.labels is not None:
        table["true_label"] = dataset.labels
    return table


def csv(table: pd.DataFrame) -> bytes:
    """CSV that a spreadsheet opens as text, never as formulas."""
    safe = table.rename(columns=csv_text)
    for name in safe.columns:
        if not pd.api.types.is_numeric_dtype(safe[name]):
            safe[name] = safe[name].map(csv_text)
    return safe.to_csv(index=False).encode("utf-8")


@dataclass(frozen=True)
class Source:
    """Where a study comes from: an example's name, or the person's own file, and what was done."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    scaling: str = "none"
    sample: int | None = None


def snippet(source: Source, run: Run) -> str:
    """Python that makes the same table of scores, from an example or from the person's own file."""
    imports = ["from aucc_core.sweep import sweep"]
    body = []
    if source.name in DATASETS:
        given = "".join(f", {name}={value!r}" for name, value in source.settings.items())
        imports.append("from aucc_core import load_dataset")
        body.append(f"data = load_dataset({source.name!r}{given})")
    else:
        imports.append("from aucc_core.ingest import read_table")
        body.append('data = read_table("your-file.csv")')
    if source.sample is not None:
        imports.append("from aucc_core.large.subsample import sample_rows")
        body.append(f"data = data.part(sample_rows(data.n, {source.sample}))")
    if source.columns or source.scaling != "none":
        imports.insert(0, "from dataclasses import replace\n")
    if source.columns:
        body.append(f"names = {list(source.columns)!r}")
        body.append("columns = [data.feature_names.index(name) for name in names]")
        body.append("data = replace(data, X=data.X[:, columns], feature_names=tuple(names))")
    if source.scaling != "none":
        imports.append("from aucc_core.scaling import SCALINGS")
        body.append(f"data = replace(data, X=SCALINGS[{source.scaling!r}].apply(data.X))")
    criteria = tuple(dict.fromkeys(("aucc", run.second or "aucc")))
    size = ""
    if run.is_large:
        imports.append("from aucc_core.plan import SizeChoices")
        client = f", client={run.cluster!r}" if run.cluster else ""
        size = f"\n    size=SizeChoices(engine={run.engine!r}{client}),"
        criteria = ("aucc",)
    call = f"""result = sweep(
    data,
    {list(run.algorithms)!r},
    range({run.ks[0]}, {run.ks[-1] + 1}),
    criteria={criteria!r},
    metric={run.metric!r},
    seed={run.seed},
    n_init={run.n_init},{size}
)
print(result.table)"""
    return "\n".join([*imports, "", *body, call])
