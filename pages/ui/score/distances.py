"""Which distance fits these labels: the question, the job behind it, the heat map."""

from __future__ import annotations

import streamlit as st

from aucc_core.explain.label_distances import (
    LabelDistances,
    label_distances,
    label_distances_cost,
)
from aucc_core.report import exports, figures
from aucc_core.report.escape import plain, plain_sentence, shortened
from aucc_core.report.score_card import label_columns, scored_part
from aucc_core.score.inputs import Dataset
from pages.ui.components.charts import SAVED
from pages.ui.jobs import panel
from pages.ui.state.cache import table_digest
from pages.ui.store.digest import digest_of

JOB = "score.distances"
SEED = 0
ABOUT = (
    "The labels stay and the distance changes: AUCC of one clustering at every distance and "
    "scaling, and without each feature. The distance chosen in the side panel plays no part."
)


def show_distances(data: Dataset, columns: tuple[str, ...], noise: str) -> None:
    """The tab."""
    if data.distances is not None:
        st.caption("The distances are given here; without features there are no others.")
        return
    st.caption(ABOUT)
    chosen = columns[0]
    if len(columns) > 1:
        chosen = st.selectbox(
            "Labels", columns, format_func=lambda n: shortened(n, 40), key="score.distances.labels"
        )
    request = _request(data, chosen, noise)
    handle = panel.start_on_click(JOB, request, "Compare distances")
    if handle is None or handle.digest != request.digest:
        st.caption(request.cost.line)
        return
    state = panel.show_job(handle, key=f"{JOB}.panel", cost=request.cost)
    if state.status == "done":
        _show(state.result, chosen, data.name)


def _request(data: Dataset, chosen: str, noise: str) -> panel.JobRequest:
    keep, codes, _ = scored_part(label_columns(data)[chosen], data.n, noise)
    part = data if keep.all() else data.part(keep.nonzero()[0])
    return panel.JobRequest(
        label_distances,
        {"data": part, "labels": codes, "seed": SEED},
        digest=digest_of("label distances", table_digest(data), chosen, noise),
        cost=label_distances_cost(part),
        label="Comparing distances",
    )


def _show(found: LabelDistances, chosen: str, name: str) -> None:
    first, *rest = (plain_sentence(line) for line in found.sentences)
    st.markdown(f"**{plain(chosen, 40)}**: {first}")
    st.plotly_chart(figures.label_distances(found), config=SAVED, key="score.distances.map")
    st.markdown("\n".join(f"- {line}" for line in rest))
    if found.refused:
        st.caption(" ".join(plain_sentence(why) for why in found.refused.values()))
    st.download_button(
        "Distances (CSV)",
        lambda: exports.csv_bytes(found.table),
        file_name=exports.file_name(name, "aucc-distances.csv"),
        mime="text/csv",
        icon=":material/table:",
        on_click="ignore",
    )
