"""Which clusterings the side panel asks for: algorithms, numbers of clusters, distance, starts."""

from __future__ import annotations

import math

import streamlit as st

from aucc_core.cost import Cost
from aucc_core.criteria import CRITERIA
from aucc_core.large.engine import ENGINES, Engine
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import run_cost
from pages.ui.side_panel import k_range, size
from pages.ui.side_panel.algorithms import ask_algorithms, explained
from pages.ui.side_panel.size import BIND
from pages.ui.state.cache import Study

_PATH = "path"


def ask_run(study: Study, *, second: bool = True) -> ExploreRun:
    """Which solutions to make; ``second`` asks for a criterion beside AUCC, too."""
    dataset = study.dataset
    metric = _ask_metric(dataset)
    options = _ask_metric_settings(metric)
    algorithms = ask_algorithms(dataset, metric)
    ks = k_range.ask_k_range(dataset.n)
    paths = _ask_both_readings(dataset, metric) if second else None
    with st.expander("More", icon=":material/more_horiz:"):
        seed, starts = _ask_starts()
        beside = _ask_second() if second else None
    run = ExploreRun(algorithms, ks, seed, metric, options, n_init=starts, second=paths or beside)
    if dataset.n <= size.LARGE or dataset.distances is not None:
        return run
    return _ask_size(dataset, run)


def _ask_starts() -> tuple[int, int]:
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
    return seed, starts


def _ask_second() -> str | None:
    return st.selectbox(
        "Second criterion",
        [name for name in CRITERIA if name != "aucc"],
        index=None,
        format_func=lambda name: CRITERIA[name].label,
        key="second",
        bind=BIND,
        placeholder="none",
        help="Drawn beside AUCC in the score chart, on its own axis; on the same scale where it is "
        "an AUCC too, of other distances. *Also along dense paths* takes its place.",
    )


def _ask_both_readings(dataset: Dataset, metric: str) -> str | None:
    """The criterion that reads the same clusterings along dense paths; None when not wanted."""
    most = METRICS[_PATH].most_objects
    if dataset.distances is not None or not METRICS[metric].has_features or metric == _PATH:
        return None
    if dataset.n > most:
        return None
    on = st.toggle(
        "Also along dense paths",
        key="paths",
        bind=BIND,
        help="Draws a second line in the score chart: AUCC of the same clusterings with distances "
        "that walk from neighbour to neighbour. It is higher where clusters are long or bent.",
    )
    return "path_aucc" if on else None


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


def _ask_metric_settings(metric: str) -> dict[str, float]:
    """What a distance is told besides; only what is not as usual."""
    told = {}
    for setting in METRICS[metric].settings:
        kind = int if setting.whole else float
        value = st.number_input(
            setting.label,
            kind(setting.least),
            kind(setting.most) if math.isfinite(setting.most) else None,
            kind(setting.default),
            key=f"{metric}.{setting.name}",
            bind=BIND,
            help=setting.help,
        )
        if value != setting.default:
            told[setting.name] = value
    return told


def offered_metrics(dataset: Dataset) -> list[str]:
    """Metrics that such features can be compared by."""
    return [
        name
        for name, row in METRICS.items()
        if row.takes_features and (row.needs != "table" or dataset.mixed is not None)
    ]


def _ask_size(dataset: Dataset, run: ExploreRun) -> ExploreRun:
    """The same run, scored as large data is."""

    def cost(engine: Engine) -> Cost:
        asked = run.scored_by(engine)
        return run_cost(dataset, asked, asked.criteria)

    engine = size.ask_engine(dataset, cost, key="engine")
    cluster = size.ask_cluster("cluster") if ENGINES[engine].on_cluster else None
    return run.scored_by(engine, cluster)
