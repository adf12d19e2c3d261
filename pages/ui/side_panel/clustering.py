"""Which clusterings the side panel asks for: algorithms, numbers of clusters, distance, starts."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from aucc_core.cost import Cost
from aucc_core.criteria import CRITERIA
from aucc_core.large.engine import ENGINES, Engine
from aucc_core.partitions import ALGORITHMS, Algorithm, refusal
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS, Metric
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import run_cost
from pages.ui.jobs.memory import job_budget
from pages.ui.side_panel import size
from pages.ui.side_panel.size import BIND
from pages.ui.state.cache import Study

MOST_CLUSTERS = 30


def ask_run(study: Study) -> ExploreRun:
    """Which solutions to make."""
    dataset = study.dataset
    metric = _ask_metric(dataset)
    features = dataset.distances is None and METRICS[metric].has_features
    names, too_large = offered_algorithms(dataset, metric, features)
    algorithms = st.multiselect(
        "Algorithms",
        names,
        default=["kmeans"] if features else ["average"],
        format_func=lambda name: ALGORITHMS[name].label,
        key="algorithms" if features else "algorithms.distances",
        bind=BIND,
        help=explained(
            "Each becomes a line in the score chart; click its points to see its curves.",
            (ALGORITHMS[name] for name in names),
        ),
    )
    size.say_left_out(too_large, dataset.n)
    top = min(MOST_CLUSTERS, dataset.n - 1)
    first, last = 2, min(9, top)
    if top > 2:
        first, last = st.slider(
            "Numbers of clusters k",
            2,
            top,
            (2, min(9, top)),
            key="k",
            bind=BIND,
            help="One solution is made for every k in this range.",
        )
    left, right = st.columns(2)
    seed = left.number_input(
        "Seed",
        0,
        2**31 - 1,
        0,
        key="seed",
        bind=BIND,
        help="Random starts come from this number: the same seed gives the same solutions.",
    )
    starts = right.number_input(
        "Starts",
        1,
        100,
        10,
        key="starts",
        bind=BIND,
        help="Random starts of which the best is kept. More is steadier and slower.",
    )
    second = st.selectbox(
        "Second criterion",
        [name for name in CRITERIA if name != "aucc"],
        index=None,
        format_func=lambda name: CRITERIA[name].label,
        key="second",
        bind=BIND,
        placeholder="none",
        help="Drawn beside AUCC in the score chart, on its own axis; on the same scale where it is "
        "an AUCC too, of other distances.",
    )
    ks = tuple(range(first, last + 1))
    run = ExploreRun(tuple(algorithms), ks, seed, metric, n_init=starts, second=second)
    if dataset.n <= size.LARGE or dataset.distances is not None:
        return run
    return _ask_size(dataset, run)


def _ask_metric(dataset: Dataset) -> str:
    if dataset.distances is not None:
        return "precomputed"
    names = offered_metrics(dataset)
    return st.selectbox(
        "Distance",
        names,
        format_func=lambda name: METRICS[name].label,
        key="distance",
        bind=BIND,
        help=explained(
            "How far apart two objects are. Everything on this screen rests on it.",
            (METRICS[name] for name in names),
        ),
    )


def explained(purpose: str, rows: Iterable[Algorithm | Metric]) -> str:
    """Help of a menu: what it is for, and a line on each entry that it offers."""
    return "\n\n".join([purpose, *(f"{row.label}: {row.help}" for row in rows)])


def offered_metrics(dataset: Dataset) -> list[str]:
    """Metrics that such features can be compared by."""
    return [
        name
        for name, row in METRICS.items()
        if row.takes_features and (row.needs != "table" or dataset.mixed is not None)
    ]


def offered_algorithms(
    dataset: Dataset, metric: str, features: bool
) -> tuple[list[str], list[str]]:
    """Algorithms that can run on such data here, and the labels of those for fewer objects."""
    fitting = [
        row
        for row in ALGORITHMS.values()
        if refusal(row, metric=metric, has_features=features, n=3) is None
    ]
    engine: Engine = "bounds" if dataset.n > size.LARGE else "exact"
    names, too_large = [], []
    for row in fitting:
        alone = ExploreRun((row.name,), (2,), 0, metric, n_init=1).scored_by(engine)
        room = row.most_objects is None or run_cost(dataset, alone).bytes <= job_budget()
        if room and refusal(row, metric=metric, has_features=features, n=dataset.n) is None:
            names.append(row.name)
        else:
            too_large.append(row.label)
    return names, too_large


def _ask_size(dataset: Dataset, run: ExploreRun) -> ExploreRun:
    """The same run, scored as large data is."""

    def cost(engine: Engine) -> Cost:
        asked = run.scored_by(engine)
        return run_cost(dataset, asked, asked.criteria)

    engine = size.ask_engine(dataset, cost, key="engine")
    cluster = size.ask_cluster("cluster") if ENGINES[engine].on_cluster else None
    return run.scored_by(engine, cluster)
