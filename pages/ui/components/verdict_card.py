"""The verdict card: whether there is structure, how many clusters, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.partitions import ALGORITHMS
from aucc_core.score_verdict import QUESTION
from aucc_core.structureless import REFERENCES
from aucc_core.verdict import Examination, Verdict
from pages.ui import cached, jobs, jobs_ui, structure_figures
from pages.ui.run_cost import LIBRARIES, run_seconds
from pages.ui.solutions import Run

EXPLAIN = (
    "AUCC alone cannot choose k: on plain noise, too, an algorithm scores higher the more clusters "
    "it may make. So the same algorithm runs on data of the same size without clusters (the grey "
    "band, also behind the scores above), and again on other draws of your objects (the blue "
    "ribbon)."
)
# As measured: starting the workers, and how many runs of one core it comes to.
START_SECONDS = 2.0
RUNS = 20
# Bytes a pair at the peak, tried out with given distances and with features: 100 are too few.
A_PAIR_EXAMINED = 130
COLUMNS = {
    "k": "k",
    "aucc": "AUCC",
    "corrected": "Above the band",
    "agreement": "Agreement of runs",
    "weakest_cluster": "Weakest cluster",
    "split": "Splits",
    "merge": "Merges",
    "answer": "Shape says",
    "share": "Share of evidence",
}
_HELP = {
    "corrected": "Logit of AUCC less that of data without clusters. Above 0 is structure.",
    "agreement": "Adjusted Rand index between runs on other draws of the objects: 1 is the same.",
    "weakest_cluster": "Lowest score of one cluster: does it hold together?",
    "split": "How much better some cluster splits than one cloud would; low is good.",
    "merge": "How much better the nearest two clusters are apart than halves of one; high is good.",
    "answer": "From the curve and the clusters of this k alone.",
    "share": "How the evidence is spread over the numbers of clusters that were tried.",
}


def show(study: cached.Study, run: Run, *, key: str = "verdict") -> Examination | None:
    """The switch, the job behind it, the card and its evidence; what was found once it is whole."""
    on = st.toggle(
        QUESTION,
        key=key,
        bind="query-params",
        help="Compares with data without clusters and with other runs; takes some seconds.",
    )
    if not on:
        return None
    algorithm = _ask_algorithm(run, key)
    if algorithm is None:
        return None
    has_features = study.dataset.distances is None and run.metric not in ("gower", "precomputed")
    reference = "box"
    if has_features:
        reference = st.segmented_control(
            "Data without clusters",
            list(REFERENCES),
            default="box",
            required=True,
            format_func=lambda name: REFERENCES[name].label,
            key=f"{key}.reference",
            help="\n\n".join(f"{row.label}: {row.help}" for row in REFERENCES.values()),
        )
    else:
        st.caption("With distances alone there is no data to draw a reference band from.")
    st.caption(EXPLAIN)
    found = _examined(study, run, algorithm, reference or "box", key)
    if found is None or found.verdict is None:
        return None
    card(found.verdict)
    evidence(found, key)
    return found


def _ask_algorithm(run: Run, key: str) -> str | None:
    """Whose clusterings to judge: only algorithms that are told the number of clusters."""
    told = [name for name in run.algorithms if ALGORITHMS[name].takes_k]
    if not told:
        labels = " and ".join(ALGORITHMS[name].label for name in run.algorithms)
        st.info(
            f"{labels} cannot be told a number of clusters, so there is none to suggest. "
            "Add another algorithm in the side panel.",
            icon=":material/arrow_back:",
        )
        return None
    if len(told) == 1:
        return told[0]
    return st.segmented_control(
        "Algorithm to judge",
        told,
        default=told[0],
        required=True,
        format_func=lambda name: ALGORITHMS[name].label,
        key=f"{key}.algorithm",
        help="The suggestion and the grey band are for this algorithm.",
    )


def card(verdict: Verdict, own: Sequence[str] = ()) -> None:
    """The suggestion with its reasons; `own` is what it means for clusterings someone brought."""
    with st.container(border=True):
        st.subheader(verdict.headline, anchor=False)
        if verdict.weight:
            share, _, rest = verdict.weight.partition(" ")
            st.markdown(f"**{share}** {rest}")
        sections = (
            (":material/label:", "Your clusterings", own),
            (":material/thumb_up:", "For it", verdict.for_it),
            (":material/thumb_down:", "Against it", verdict.against_it),
            (":material/swap_horiz:", "What would change it", verdict.would_change),
        )
        for icon, title, lines in sections:
            if lines:
                points = "\n".join(f"- {line}" for line in lines)
                st.markdown(f"{icon} **{title}**\n\n{points}")
        st.caption(verdict.record)


def evidence(found: Examination, key: str) -> None:
    """What was weighed, as a picture and a table."""
    assert found.verdict is not None
    table = found.verdict.table[list(COLUMNS)].rename(columns=COLUMNS)
    shown = {COLUMNS[name]: st.column_config.Column(help=text) for name, text in _HELP.items()}
    with st.expander("The evidence, k by k"):
        _band(found, found.verdict, f"{key}.band")
        st.dataframe(_rounded(table), hide_index=True, column_config=shown)


def _rounded(table: pd.DataFrame) -> pd.DataFrame:
    digits = {COLUMNS["aucc"]: 4}
    return table.round({name: digits.get(name, 2) for name in table.columns})


def _examined(
    study: cached.Study, run: Run, algorithm: str, reference: str, key: str
) -> Examination | None:
    alone = replace(run, algorithms=(algorithm,), second=None)
    return examined_by(
        "aucc_core.verdict:examine",
        {
            "X": study.dataset,
            "algorithm": algorithm,
            "ks": run.ks,
            "metric": run.metric,
            "seed": run.seed,
            "n_init": run.n_init,
            "reference": reference,
        },
        digest=jobs.digest_of("examination", study.digest, repr(alone), reference),
        cost=cost_of(study.dataset, alone),
        key=key,
    )


def memory_of(n: int) -> int:
    """Bytes an examination holds at its peak, when it takes the clusterings of one k apart."""
    return LIBRARIES + A_PAIR_EXAMINED * (n * (n - 1) // 2)


def examined_by(
    function: str, arguments: Mapping[str, Any], *, digest: str, cost: jobs_ui.Cost, key: str
) -> Examination | None:
    """What a job found that steps through an `Examination`; None while it works or was stopped."""
    return jobs_ui.run(
        f"{key}.job",
        function,
        arguments,
        digest=digest,
        cost=cost,
        label="The verdict",
        stopped="Stopped before there was a verdict.",
        on_partial=lambda some: _band(some[-1], None, f"{key}.partial"),
    )


def cost_of(dataset: Dataset, run: Run) -> jobs_ui.Cost:
    """What a verdict takes: some twenty runs on other data or other draws, a few at a time."""
    seconds = START_SECONDS + RUNS * run_seconds(dataset, run)
    return jobs_ui.Cost(memory_of(dataset.n), seconds)


def _band(found: Examination, verdict: Verdict | None, key: str) -> None:
    figure = structure_figures.band_by_k(
        found.band,
        found.runs,
        None if verdict is None else verdict.table,
        suggested=None if verdict is None else verdict.k,
    )
    st.plotly_chart(figure, key=key, config={"displaylogo": False})
