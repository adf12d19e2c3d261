"""Controls of the Score screen: which labels, which distance, what to do with noise."""

from __future__ import annotations

import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.distances import METRICS
from aucc_core.escape import shortened
from aucc_core.noise import NOISE_POLICIES
from aucc_core.scaling import SCALINGS
from aucc_core.scorecard import has_noise, label_columns
from aucc_core.scorecard_large import ENGINES, seconds_estimate
from pages.ui import scores
from pages.ui.jobs.memory import in_words, job_budget
from pages.ui.jobs_ui import in_time
from pages.ui.score_work import ScoreRun

_MOST_AT_FIRST = 8
# Above this many objects ranking all pairs takes gigabytes, so the way to score is a choice.
LARGE = 10_000


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
        engine = _ask_engine(key, data, len(chosen)) if data.n > LARGE else "exact"
    if not chosen:
        st.info("Choose at least one clustering in the side panel.", icon=":material/arrow_back:")
        return None
    return ScoreRun(tuple(chosen), metric, scaling, noise, engine)


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


def _ask_engine(key: str, data: Dataset, columns: int) -> str:
    """How to score a large table, each way with its cost."""
    if data.distances is not None:
        return "exact"
    whole = scores.memory_of(data, "exact")
    names = ["bounds", "sample", *(["exact"] if whole < job_budget() else [])]
    costs = {
        "bounds": f"about {in_time(seconds_estimate(data.n, data.d, columns))}",
        "sample": f"about {in_time(columns * 2)}",
        "exact": f"up to {in_words(whole)} of memory, minutes",
    }
    return st.radio(
        f"How to score {data.n:,} objects",
        names,
        format_func=lambda name: ENGINES[name].label,
        captions=[f"{ENGINES[name].help} Takes {costs[name]}." for name in names],
        key=f"{key}.engine",
    )
