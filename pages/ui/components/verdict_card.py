"""The verdict card: whether there is structure, how many clusters, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from aucc_core.large.engine import SizeChoices
from aucc_core.report.evidence import shown_evidence
from aucc_core.report.labels_verdict import QUESTION
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.verdicts.null_data import REFERENCES, references_for
from aucc_core.verdicts.sentences import EVIDENCE_COLUMNS as COLUMNS
from aucc_core.verdicts.weigh import (
    MOST_OBJECTS,
    N_SAMPLES,
    SAMPLE_OBJECTS,
    Examination,
    Verdict,
    examine_cost,
)
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
OF_ALL = (
    "So all clusterings above, and some more of algorithms that find k themselves, are looked at "
    "in a straight line and along dense paths, and made again on other draws of your objects (the "
    "blue ribbon)."
)
WITH_BAND = (
    "Whether there are clusters at all is measured against data of the same size without any; "
    "what one algorithm scores on such data is the grey band, also behind its scores above."
)
WITHOUT_BAND = "With distances alone there is no data to draw a reference band from."
BY_SAMPLES = (
    f"So many objects are looked at through {N_SAMPLES} samples of {SAMPLE_OBJECTS:,}, and data "
    "without clusters are as large as these."
)


def show_verdict(study: cache.Study, run: ExploreRun) -> Examination | None:
    """The switch, the job behind it, the card and its evidence; what was found once it is whole."""
    on = st.toggle(
        QUESTION,
        key=_KEY,
        bind="query-params",
        help="Weighs all clusterings, compares with data without clusters and with other runs; "
        "takes some seconds.",
    )
    if not on:
        return None
    reference = None
    has_band = study.dataset.distances is None and METRICS[run.metric].takes_features
    if has_band:
        reference = _ask_reference(run.metric)
    sampled = [BY_SAMPLES] if study.dataset.n > MOST_OBJECTS else []
    st.caption(" ".join([EXPLAIN, OF_ALL, WITH_BAND if has_band else WITHOUT_BAND, *sampled]))
    found = _examined(study, run, reference)
    if found is None or found.verdict is None:
        return None
    card(found.verdict)
    evidence(found, _KEY)
    return found


def _ask_reference(metric: str) -> str:
    """What data without clusters are; yes or no, counts and categories must stay what they are."""
    row = METRICS[metric]
    own_values = row.own_values or not row.has_features
    offered = references_for(own_values=own_values)
    return st.segmented_control(
        "Data without clusters",
        offered,
        default=offered[0],
        required=True,
        format_func=lambda name: REFERENCES[name].label,
        key=f"{_KEY}.reference{'.own_values' * own_values}",
        help="\n\n".join(
            f"{REFERENCES[name].label}: {REFERENCES[name].help} {REFERENCES[name].source}"
            for name in offered
        ),
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
    table = shown_evidence(found.verdict.table)
    table = table.round({name: column.digits for name, column in COLUMNS.items()})
    table = table.rename(columns={name: column.heading for name, column in COLUMNS.items()})
    shown = {
        column.heading: st.column_config.Column(help=column.help)
        for column in COLUMNS.values()
        if column.help and column.heading in table
    }
    with st.expander("The evidence, clustering by clustering"):
        _band(found, f"{key}.band")
        st.dataframe(table, hide_index=True, column_config=shown)


def _examined(study: cache.Study, run: ExploreRun, reference: str | None) -> Examination | None:
    # How the run above is scored makes no difference here.
    asked = replace(run, second=None, cluster=None, size=SizeChoices())
    request = panel.JobRequest(
        "aucc_core.verdicts.weigh:examine",
        {"data": study.dataset, "spec": asked, "reference": reference},
        digest=digest_of("examination", study.digest, asked, reference),
        cost=examine_cost(study.dataset, asked),
        label=LABEL,
    )
    return examined_by(request, _KEY)


def examined_by(request: panel.JobRequest, key: str) -> Examination | None:
    """What a job found that steps through an `Examination`; None while it works or was stopped."""
    return panel.run(
        f"{key}.job",
        request,
        stopped="Stopped before there was a verdict.",
        on_partial=lambda some: _band(some[-1], f"{key}.partial"),
    )


def _band(found: Examination, key: str) -> None:
    verdict = found.verdict
    figure = charts.band_by_k(
        found.band,
        found.runs,
        None if verdict is None else verdict.table,
        suggested=None if verdict is None else (verdict.algorithm, verdict.k),
    )
    st.plotly_chart(figure, key=key, config=charts.TOOLS)
