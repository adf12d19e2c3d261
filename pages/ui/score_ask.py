"""Controls of the Score screen: which labels, which distance, what to do with noise."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.distances import METRICS
from aucc_core.escape import shortened
from aucc_core.noise import NOISE_POLICIES
from aucc_core.plan import Engine
from aucc_core.scaling import SCALINGS
from aucc_core.scorecard import has_noise, label_columns
from pages.ui import scores, size_ask
from pages.ui.jobs_ui import Cost
from pages.ui.score_work import ScoreRun

_MOST_AT_FIRST = 8


def ask_run(data: Dataset) -> ScoreRun | None:
    """What to score; None when there is nothing to score yet."""
    columns = label_columns(data)
    if not columns:
        st.info(
            "This table has features but no labels, so there is no clustering to score yet. Choose "
            "a label column in the import step, add a label file, or open **Explore** to make "
            "clusterings of it.",
            icon=":material/label_off:",
        )
        return None
    key = f"score.{data.name}"
    names = list(columns)
    with st.sidebar:
        chosen = st.multiselect(
            "Clusterings to score",
            names,
            default=names[:_MOST_AT_FIRST],
            format_func=lambda name: shortened(name, 40),
            key=f"{key}.columns",
            help="Label columns: one label an object.",
        )
        metric, scaling = _ask_distance(key, data)
        noise = "drop"
        if any(has_noise(columns[name]) for name in chosen):
            noise = st.radio(
                "Objects labelled −1 (noise) or not at all",
                list(NOISE_POLICIES),
                format_func=lambda name: NOISE_POLICIES[name].label,
                captions=[p.help for p in NOISE_POLICIES.values()],
                key=f"{key}.noise",
            )
        run = _ask_engine(key, data, ScoreRun(tuple(chosen), metric, scaling, noise))
    if not chosen:
        st.info("Choose at least one clustering in the side panel.", icon=":material/arrow_back:")
        return None
    return run


def _ask_distance(key: str, data: Dataset) -> tuple[str, str]:
    if data.distances is not None:
        st.caption("The table is a distance matrix, so the distances are given.")
        return "precomputed", "none"
    metrics = [
        name
        for name, m in METRICS.items()
        if m.takes_features and (name != "gower" or data.mixed is not None)
    ]
    metric = st.selectbox(
        "Distance",
        metrics,
        index=metrics.index("gower" if data.mixed is not None else "euclidean"),
        format_func=lambda name: METRICS[name].label,
        key=f"{key}.metric",
        help="How far apart two objects are. Every score here rests on it.",
    )
    scaling = st.selectbox(
        "Scaling",
        list(SCALINGS),
        format_func=lambda name: SCALINGS[name].label,
        key=f"{key}.scaling",
        help=" ".join(f"{s.label}: {s.help}" for s in SCALINGS.values()),
    )
    return metric, scaling


def _ask_engine(key: str, data: Dataset, run: ScoreRun) -> ScoreRun:
    """The same run, scored as large tables are."""
    if data.n <= size_ask.LARGE or data.distances is not None:
        return run

    def cost(engine: Engine) -> Cost:
        asked = replace(run, engine=engine)
        return Cost(scores.memory_of(data, engine), scores.seconds_of(data, asked))

    engine = size_ask.ask_engine(data, cost, key=f"{key}.engine", bind=None)
    cluster = size_ask.ask_cluster(f"{key}.cluster") if engine == "bounds" else None
    return replace(run, engine=engine, cluster=cluster)
