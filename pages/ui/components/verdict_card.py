"""The verdict card: whether there is structure, how many clusters, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from aucc_core.partitions import ALGORITHMS
from aucc_core.report.labels_verdict import QUESTION
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.verdicts.null_data import REFERENCES, references_for
from aucc_core.verdicts.sentences import EVIDENCE_COLUMNS as COLUMNS
from aucc_core.verdicts.weigh import Examination, Verdict, examine_cost
from pages.ui.components import charts
from pages.ui.jobs import panel
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

LABEL = "The verdict"
_KEY = "verdict"
EXPLAIN = (
    "AUCC alone cannot choose k: on plain noise, too, an algorithm scores higher the more clusters "
    "it may make."
)
WITH_BAND = (
    "So the same algorithm runs on data of the same size without clusters (the grey band, also "
    "behind the scores above), and again on other draws of your objects (the blue ribbon)."
)
WITHOUT_BAND = (
    "So the same algorithm runs again on other draws of your objects (the blue ribbon). With "
    "distances alone there is no data to draw a reference band from."
)


def show_verdict(study: cache.Study, run: ExploreRun) -> Examination | None:
    """The switch, the job behind it, the card and its evidence; what was found once it is whole."""
    on = st.toggle(
        QUESTION,
        key=_KEY,
        bind="query-params",
        help="Compares with data without clusters and with other runs; takes some seconds.",
    )
    if not on:
        return None
    algorithm = _ask_algorithm(run)
    if algorithm is None:
        return None
    has_features = study.dataset.distances is None and METRICS[run.metric].has_features
    own_values = METRICS[run.metric].own_values  # yes or no, say, must stay so
    offered = references_for(own_values=own_values)
    reference = offered[0]
    if has_features:
        reference = st.segmented_control(
            "Data without clusters",
            offered,
            default=reference,
            required=True,
            format_func=lambda name: REFERENCES[name].label,
            key=f"{_KEY}.reference{'.own_values' * own_values}",
            help="\n\n".join(
                f"{row.label}: {row.help} {row.source}" for row in REFERENCES.values()
            ),
        )
    st.caption(f"{EXPLAIN} {WITH_BAND if has_features else WITHOUT_BAND}")
    found = _examined(study, run, algorithm, reference)
    if found is None or found.verdict is None:
        return None
    card(found.verdict)
    evidence(found, _KEY)
    return found


def _ask_algorithm(run: ExploreRun) -> str | None:
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
        key=f"{_KEY}.algorithm",
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
    table = found.verdict.table[list(COLUMNS)]
    table = table.round({name: column.digits for name, column in COLUMNS.items()})
    table = table.rename(columns={name: column.heading for name, column in COLUMNS.items()})
    shown = {
        column.heading: st.column_config.Column(help=column.help)
        for column in COLUMNS.values()
        if column.help
    }
    with st.expander("The evidence, k by k"):
        _band(found, found.verdict, f"{key}.band")
        st.dataframe(table, hide_index=True, column_config=shown)


def _examined(
    study: cache.Study, run: ExploreRun, algorithm: str, reference: str
) -> Examination | None:
    alone = replace(run, algorithms=(algorithm,), second=None)
    request = panel.JobRequest(
        "aucc_core.verdicts.weigh:examine",
        {"data": study.dataset, "spec": alone, "reference": reference},
        digest=digest_of("examination", study.digest, alone, reference),
        cost=examine_cost(study.dataset, alone),
        label=LABEL,
    )
    return examined_by(request, _KEY)


def examined_by(request: panel.JobRequest, key: str) -> Examination | None:
    """What a job found that steps through an `Examination`; None while it works or was stopped."""
    return panel.run(
        f"{key}.job",
        request,
        stopped="Stopped before there was a verdict.",
        on_partial=lambda some: _band(some[-1], None, f"{key}.partial"),
    )


def _band(found: Examination, verdict: Verdict | None, key: str) -> None:
    figure = charts.band_by_k(
        found.band,
        found.runs,
        None if verdict is None else verdict.table,
        suggested=None if verdict is None else verdict.k,
    )
    st.plotly_chart(figure, key=key, config=charts.TOOLS)
