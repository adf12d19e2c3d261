"""The tab *Evidence*: are there clusters, how many, and why; its band for the score chart."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from aucc_core.partitions import ALGORITHMS
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.weigh import SAMPLE_OBJECTS, Examination, Verdict
from pages.ui.components import verdict_card
from pages.ui.components.linked import leading
from pages.ui.explore import answer, examination
from pages.ui.explore.on_screen import OnScreen


def show_evidence(on_screen: OnScreen) -> None:
    """The verdict with its reasons; a button when nobody has asked for it yet."""
    asked = on_screen.asked
    if not examination.is_possible(asked.study, asked.run):
        st.caption(
            "The verdict is for fewer objects. Choose a sample of the objects in the side panel "
            "to see it."
        )
    elif examination.is_begun(asked):
        verdict_card.show_examination(asked.study, asked.run, partial(_as_drawn, on_screen))
    else:
        st.caption(verdict_card.EXPLAIN)
        answer.offer(asked, key="evidence.examine")


def _as_drawn(on_screen: OnScreen, verdict: Verdict) -> Verdict:
    """The verdict, naming clusters by the numbers on the plots."""
    drawn = leading.believed_of(on_screen.solutions, verdict)
    return verdict if drawn is None else verdict.numbered_like(drawn.labels)


def drawn_band(found: Examination | None, data_key: str) -> dict[str, Any] | None:
    """The band behind the scores in the view, once there is one."""
    if found is None or found.band is None or found.verdict is None:
        return None
    return band_of(found.band, data_key, sampled=bool(found.verdict.samples))


def band_of(band: ReferenceBand, data_key: str, *, sampled: bool = False) -> dict[str, Any]:
    """The reference band as the score chart draws it; that of a sample is drawn for all objects."""
    reference = REFERENCES[band.reference].label.lower()
    size = f"{SAMPLE_OBJECTS:,} objects, like a sample" if sampled else "the same size"
    return {
        "dataKey": data_key,
        "algorithm": band.algorithm,
        "label": f"{ALGORITHMS[band.algorithm].label} without clusters",
        "source": f"{band.n_sets} sets of {size}, {reference}",
        "ks": list(band.ks),
        "low": band.low.tolist(),
        "mean": band.scores.mean(axis=0).tolist(),
        "high": band.high.tolist(),
    }
