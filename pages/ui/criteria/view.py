"""What the Criteria screen draws: heat map and vote, lines by k, agreement, true labels, cards."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from aucc_core.criteria import CRITERIA, FAMILIES
from aucc_core.partitions import ALGORITHMS
from aucc_core.report import exports
from aucc_core.report.escape import plain_sentence
from aucc_core.sweeps.comparison import Comparison
from pages.ui.components import charts
from pages.ui.criteria import figures


def ask_families() -> list[str]:
    """Which families of criteria to show."""
    chosen = st.pills(
        "Families of criteria",
        list(FAMILIES),
        default=[row.name for row in FAMILIES.values() if row.shown],
        format_func=lambda name: FAMILIES[name].label,
        selection_mode="multi",
        key="criteria.families",
        help="Criteria of one family look at the same thing. Dunn's has 18 variants.",
    )
    return list(chosen)


def vote_sentence(votes: pd.Series) -> str:
    """The vote in one sentence."""
    total, most = int(votes.sum()), int(votes.iloc[0])
    leaders = [int(k) for k in votes.index[votes == most]]
    if len(leaders) > 1:
        named = " and ".join(f"k = {k}" for k in leaders)
        return f"No majority: {named} get {most} of {total} votes each."
    if most == total:
        return f"All {total} criteria pick **k = {leaders[0]}**."
    return f"{most} of {total} criteria pick **k = {leaders[0]}**."


def show_comparison(comparison: Comparison, families: Sequence[str]) -> None:
    """Everything about the chosen families."""
    shown = comparison.only([n for n in comparison.criteria if CRITERIA[n].family in families])
    for notice in comparison.notices:
        st.caption(plain_sentence(notice))
    if not shown.criteria:
        st.info("Choose at least one family of criteria.", icon=":material/arrow_upward:")
        return
    votes = shown.votes()
    if votes.empty:
        st.info("None of these solutions can be scored. Try other numbers of clusters.")
        return
    left, right = st.columns([5, 2], gap="large")
    with left:
        _chart(figures.heat_map(shown), "criteria.heat")
        st.caption(
            "Each row is one criterion: pale is its worst solution here, deep blue near its best, "
            "the star its pick."
        )
    with right:
        st.markdown(f"##### {vote_sentence(votes)}")
        _chart(figures.vote_bars(votes, sorted(set(shown.table["k"]))), "criteria.votes")
        st.caption(
            "One vote per criterion; Gamma has none, since it is AUCC on another scale. Criteria "
            "share blind spots, so a vote is a hint, not a proof."
        )
        _picks(shown)
    tabs = ["By k", "Do they agree?", *(["True labels"] if shown.has_truth else []), "Cards"]
    drawn = dict(zip(tabs, st.tabs(tabs), strict=True))
    with drawn["By k"]:
        _small_multiples(shown)
    with drawn["Do they agree?"]:
        _agree(shown)
    if "True labels" in drawn:
        with drawn["True labels"]:
            _truth(shown)
    with drawn["Cards"]:
        card(shown.criteria)


def _chart(figure: object, key: str, width: int | str = "stretch") -> None:
    st.plotly_chart(figure, width=width, key=key, config=charts.STILL)  # type: ignore[arg-type]


def _picks(shown: Comparison) -> None:
    picks = shown.picks()
    table = pd.DataFrame(
        {
            "criterion": [CRITERIA[n].short for n in picks["criterion"]],
            "k": picks["k"],
            "algorithm": [ALGORITHMS[a].label for a in picks["algorithm"]],
            "value": [f"{v:.4g}" for v in picks["value"]],
        }
    )
    with st.expander("Every pick", icon=":material/list:"):
        st.dataframe(table, hide_index=True, height=min(36 * (len(table) + 1), 330))
        st.download_button(
            "All scores (CSV)",
            lambda: exports.csv_bytes(shown.table),
            file_name="criteria.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
            type="tertiary",
        )


def _small_multiples(shown: Comparison) -> None:
    colours = figures.algorithm_colours(shown)
    if len(colours) > 1:
        st.html(
            " &nbsp; ".join(
                f'<span style="color:{c}">●</span> {ALGORITHMS[a].label}'
                for a, c in colours.items()
            )
        )
    with st.container(horizontal=True, gap="small"):
        for name in shown.criteria:
            _chart(figures.by_k(shown, name), f"criteria.k.{name}", 172)
    st.caption("As published, by number of clusters k. ↓: lower is better. The star is the pick.")


def _agree(shown: Comparison) -> None:
    matrix = shown.rank_correlation()
    if len(shown.table) < 3 or len(matrix) < 2:
        st.info("Needs at least three solutions and two criteria.")
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        _chart(figures.correlation_map(matrix), "criteria.correlation")
    right.markdown(
        "**Do two criteria order the solutions alike?** Spearman's rank correlation over all "
        "solutions: 1 (blue) when they do, 0 when they have nothing in common, −1 (red) when one "
        "reverses the other. Alike criteria stand together."
    )


def _truth(shown: Comparison) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("###### Who ranks solutions as the true labels do?")
        _chart(figures.agreement_bars(shown.agreement()), "criteria.agreement")
        st.caption(
            "ARI, the adjusted Rand index, says how far a solution is the true labels: 1 the same, "
            "0 chance. Bars: its correlation with each criterion over all solutions."
        )
    with right:
        name = st.selectbox(
            "Criterion",
            shown.criteria,
            format_func=lambda n: CRITERIA[n].label,
            key="criteria.against",
            help="Each point is one solution, with its k.",
        )
        _chart(figures.against_truth(shown, name), "criteria.scatter")


def card(names: Sequence[str]) -> None:
    """Pick a criterion, read its card."""
    name = st.pills(
        "Criterion",
        list(names),
        default=names[0],
        format_func=lambda n: CRITERIA[n].short,
        key="criteria.card",
        label_visibility="collapsed",
    )
    if name is None:
        return
    row = CRITERIA[name]
    with st.container(border=True):
        st.markdown(f"#### {row.label}")
        st.latex(row.formula)
        st.markdown(
            f"**Range** {_end(row.range[0])} to {_end(row.range[1])} · "
            f"**{'Higher' if row.higher_is_better else 'Lower'} is better** · "
            + ("needs distances only" if row.needs == "distances" else "needs features")
            + (f" · up to {row.most_objects:,} objects" if row.most_objects else "")
            + ("" if row.scale_free else " · changes with the units of measurement")
        )
        st.markdown(f"**When to distrust it.** {row.weakness}")
        st.caption(f"Source: {row.source}")


def _end(value: float) -> str:
    return "∞" if math.isinf(value) else f"{value:.4g}"
