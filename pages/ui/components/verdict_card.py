"""The verdict card: whether there is structure, how many clusters, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from aucc_core.large.engine import SizeChoices
from aucc_core.report.evidence import shown_evidence
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
JOB = f"{_KEY}.job"  # where a session keeps it
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


def show_examination(
    study: cache.Study, run: ExploreRun, as_drawn: Callable[[Verdict], Verdict]
) -> None:
    """What an examination of these clusterings is, its job while it works, then all it found.

    ``as_drawn`` gives the clusters in its sentences the numbers that the screen draws.
    """
    has_band = _has_band(study, run.metric)
    if has_band:
        _ask_reference(run.metric)
    sampled = [BY_SAMPLES] if study.dataset.n > MOST_OBJECTS else []
    st.caption(" ".join([EXPLAIN, OF_ALL, WITH_BAND if has_band else WITHOUT_BAND, *sampled]))
    found = examined_by(examination_request(study, run), _KEY)
    if found is not None and found.verdict is not None:
        card(as_drawn(found.verdict))
        evidence(found, _KEY)


def _has_band(study: cache.Study, metric: str) -> bool:
    return study.dataset.distances is None and METRICS[metric].takes_features


def _ask_reference(metric: str) -> None:
    """What data without clusters are; yes or no, counts and categories must stay what they are."""
    offered, key = _references(metric)
    st.segmented_control(
        "Data without clusters",
        offered,
        default=offered[0],
        required=True,
        format_func=lambda name: REFERENCES[name].label,
        key=key,
        persist_state="session",
        help="\n\n".join(
            f"{REFERENCES[name].label}: {REFERENCES[name].help} {REFERENCES[name].source}"
            for name in offered
        ),
    )


def _references(metric: str) -> tuple[Sequence[str], str]:
    """What is offered as data without clusters, and where the session keeps the choice."""
    row = METRICS[metric]
    own_values = row.own_values or not row.has_features
    return references_for(own_values=own_values), f"{_KEY}.reference{'.own_values' * own_values}"


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
    title = "The evidence, clustering by clustering"
    with st.expander(title, key=f"{key}.evidence", on_change="rerun") as fold:
        # Not before it is looked at: a script that draws such charts is large.
        if fold.open:
            _band(found, f"{key}.band")
            st.dataframe(table, hide_index=True, column_config=shown)


def examination_request(study: cache.Study, run: ExploreRun) -> panel.JobRequest:
    """The job that examines all clusterings of a run."""
    reference = None
    if _has_band(study, run.metric):
        offered, key = _references(run.metric)
        reference = st.session_state.get(key, offered[0])
    # How the run above is scored makes no difference here.
    asked = replace(run, second=None, cluster=None, size=SizeChoices())
    return panel.JobRequest(
        "aucc_core.verdicts.weigh:examine",
        {"data": study.dataset, "spec": asked, "reference": reference},
        digest=digest_of("examination", study.digest, asked, reference),
        cost=examine_cost(study.dataset, asked),
        label=LABEL,
    )


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
