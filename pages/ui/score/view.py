"""What the Score screen shows: headline, ranking, curves, criteria, agreement, verdict, files."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.criteria.external import EXTERNAL
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.report import exports, figures
from aucc_core.report.escape import plain, plain_sentence, plotly_text
from aucc_core.report.figures import COLOURS
from aucc_core.report.labels_verdict import QUESTION, ScoreVerdict
from aucc_core.report.page import report_html
from aucc_core.report.score_card import LargeReport, ScoreCard, ScoreReport
from aucc_core.report.score_run import Scored, ScoreRun
from aucc_core.score.result import short_text
from pages.ui.components.charts import SAVED
from pages.ui.score import verdict as score_verdict

_BADGES = {
    "high": ("green", ":material/check_circle:"),
    "medium": ("orange", ":material/help:"),
    "low": ("red", ":material/warning:"),
}
AUCC_HELP = (
    "The chance that two objects of one cluster are closer than two of different clusters. 1 is "
    "perfect, 0.5 is what random labels get. Equal distances (ties) count one half."
)


def show_scores(result: Scored | LargeReport, run: ScoreRun) -> None:
    """The whole board; intervals alone for a table too large to rank."""
    if isinstance(result, LargeReport):
        _large_board(result)
    else:
        _board(result, run)


def _board(result: Scored, run: ScoreRun) -> None:
    report = result.report
    _headline(result)
    if report.refused:
        lines = [f"- {plain(n)}: {plain_sentence(why)}" for n, why in report.refused.items()]
        st.warning("Not scored:\n" + "\n".join(lines))
    if len({c.n for c in report.cards}) > 1:  # a rule that keeps noise scores all objects
        st.caption(
            "These clusterings leave out different objects as noise, so each is scored on its own "
            "objects. To compare them on all objects, choose another rule in the side panel."
        )
    left, right = st.columns([5, 6])
    with left:
        st.plotly_chart(figures.ranking(report), config=SAVED, key="score.ranking")
        _score_table(report)
    with right:
        st.plotly_chart(figures.roc(report), config=SAVED, key="score.roc")
    details, beside, alike = st.tabs(["Clusters", "Other criteria", "How alike they are"])
    with details:
        _clusters(result)
    with beside:
        _criteria(report)
    with alike:
        _agreement(report)
    downloads(result, run, score_verdict.show_verdict(report))


def _headline(result: Scored) -> None:
    judged, best = result.confidence, result.report.best
    colour, icon = _BADGES[judged.level]
    st.markdown(f"### {plain(judged.best, 40)} {plain_sentence(judged.headline)}")
    reasons = plain_sentence(f"{judged.chance} {judged.lead}")
    st.markdown(f":{colour}-badge[{icon} {judged.word}] {reasons}")
    ties = (
        "Share of comparisons in which both distances are equal. AUCC is "
        f"{best.pessimistic:.6f} if all were lost and {best.optimistic:.6f} if all were won."
    )
    numbers = {
        "AUCC": (best.score.short, AUCC_HELP),
        "Gamma": (
            short_text(best.gamma),
            f"2 AUCC − 1. Classical Gamma, with ties left out: {best.gamma_classical:.6f}.",
        ),
        "Tied": (
            f"{best.tie_mass:.2%}",
            ties,
        ),
        "Clusters": (str(best.k), "Number of clusters k."),
        "In clusters": (
            f"{best.coverage:.0%}",
            "Share of the objects that have a label other than −1 (noise).",
        ),
    }
    with st.container(horizontal=True, gap="large"):
        for name, (value, words) in numbers.items():
            st.metric(name, value, help=words, width="content")


def _score_table(report: ScoreReport) -> None:
    table = pd.DataFrame(
        {
            "labels": [c.name for c in report.cards],
            "AUCC": [c.aucc for c in report.cards],
            "k": [c.k for c in report.cards],
            "Gamma": [c.gamma for c in report.cards],
            "classical Gamma": [c.gamma_classical for c in report.cards],
            "tied %": [100 * c.tie_mass for c in report.cards],
            "ties lost": [c.pessimistic for c in report.cards],
            "ties won": [c.optimistic for c in report.cards],
            "p": [c.null.p_value for c in report.cards],
            "noise": [c.n_noise for c in report.cards],
            "coverage %": [100 * c.coverage for c in report.cards],
        }
    )
    number = st.column_config.NumberColumn
    st.dataframe(
        table,
        hide_index=True,
        key="score.table",
        column_config={
            "labels": st.column_config.TextColumn(pinned=True),
            "AUCC": number(format="%.6f", help=AUCC_HELP),
            "Gamma": number(format="%.6f", help="2 AUCC − 1: ties count one half."),
            "classical Gamma": number(format="%.6f", help="Ties left out."),
            "tied %": number(format="%.3f"),
            "ties lost": number(format="%.6f", help="AUCC if every tie were lost."),
            "ties won": number(format="%.6f", help="AUCC if every tie were won."),
            "p": number(
                format="%.2g",
                help="How probable random labels with the same cluster sizes score at least as "
                "high.",
            ),
            "coverage %": number(format="%.1f", help="Objects with a label other than −1."),
        },
    )


def _clusters(result: Scored) -> None:
    report = result.report
    names = [c.name for c in report.cards]
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox("Clustering", names, key="score.shown")
    card: ScoreCard = next(c for c in report.cards if c.name == chosen)
    left, right = st.columns([3, 2])
    with left:
        if result.picture is not None:
            figure = figures.scatter(card, result.picture.points, result.picture.axes)
            st.plotly_chart(figure, config=SAVED, key="score.scatter")
            if result.picture.note:
                st.caption(plain_sentence(result.picture.note))
    with right:
        st.plotly_chart(figures.sizes(card), config=SAVED, key="score.sizes")
        if card.n_noise:
            policy = NOISE_POLICIES[report.noise]
            st.caption(
                f"{card.n_noise:,} objects are labelled −1 or not at all. {policy.label}: "
                f"{policy.help}"
            )


def _criteria(report: ScoreReport) -> None:
    names = [n for n in report.cards[0].criteria if n in CRITERIA]
    table = pd.DataFrame(
        {
            "labels": [c.name for c in report.cards],
            "AUCC": [c.aucc for c in report.cards],
            **{n: [c.criteria[n] for c in report.cards] for n in names},
        }
    )
    config: dict[str, Any] = {
        n: st.column_config.NumberColumn(
            f"{CRITERIA[n].short} {'↑' if CRITERIA[n].higher_is_better else '↓'}",
            format="%.4g",
            help=f"{CRITERIA[n].label} ({CRITERIA[n].source}). {CRITERIA[n].weakness}",
        )
        for n in names
    }
    config["AUCC"] = st.column_config.NumberColumn("AUCC ↑", format="%.4f")
    st.dataframe(table, hide_index=True, column_config=config, key="score.criteria")
    st.caption(
        "↑ higher is better, ↓ lower is better. Hover over a heading for what it means and when "
        "to distrust it. " + " ".join(plain_sentence(n) for n in report.notices)
    )


def _agreement(report: ScoreReport) -> None:
    if len(report.cards) < 2:
        st.caption("Choose two or more label columns to compare them with each other.")
        return
    index = st.segmented_control(
        "Index",
        list(EXTERNAL),
        default="ari",
        format_func=lambda name: EXTERNAL[name].short,
        key="score.index",
        label_visibility="collapsed",
    )
    chosen = index or "ari"
    st.plotly_chart(figures.agreement(report, chosen), config=SAVED, key="score.agreement")
    row = EXTERNAL[chosen]
    low, high = (f"{end:g}".replace("-", "−") for end in row.range)
    st.caption(
        f"{row.label} ({row.source}), from {low} to {high}: {row.help} Objects that either "
        "clustering leaves out as noise are not counted."
    )


def report_of(result: Scored, run: ScoreRun, verdict: ScoreVerdict | None = None) -> bytes:
    """The report, as sure as the screen says it is."""
    page = report_html(
        result.report,
        confidence=result.confidence,
        verdict=verdict,
        settings={"scaling": run.scaling},
    )
    return page.encode("utf-8")


def downloads(result: Scored, run: ScoreRun, verdict: ScoreVerdict | None = None) -> None:
    """Files to take away; made when clicked. The verdict goes along once there is one."""
    report = result.report
    name = report.dataset.name
    with st.container(horizontal=True):
        st.download_button(
            "Report",
            lambda: report_of(result, run, verdict),
            file_name=exports.file_name(name, "aucc-report.html"),
            mime="text/html",
            icon=":material/description:",
            on_click="ignore",
            help=f"Scores, {'the verdict, ' if verdict else ''}pictures, settings and how to cite "
            "in one HTML file that works offline.",
        )
        st.download_button(
            "Scores (CSV)",
            lambda: exports.csv_bytes(report.table),
            file_name=exports.file_name(name, "aucc-scores.csv"),
            mime="text/csv",
            icon=":material/table:",
            on_click="ignore",
        )
        st.download_button(
            "Scores (JSON)",
            lambda: exports.report_json(report, verdict),
            file_name=exports.file_name(name, "aucc-scores.json"),
            mime="application/json",
            icon=":material/data_object:",
            on_click="ignore",
        )
        st.download_button(
            "Labels (CSV)",
            lambda: exports.csv_bytes(exports.labels_table(report)),
            file_name=exports.file_name(name, "labels.csv"),
            mime="text/csv",
            icon=":material/label:",
            on_click="ignore",
        )
    inside = (
        f"Report and JSON contain the verdict above: {verdict.verdict.headline}."
        if verdict
        else f"Switch on “{QUESTION}” to have the answer in the report too."
    )
    st.caption(f"{inside} Every chart saves as SVG: the camera in its corner.")


def _large_board(report: LargeReport) -> None:
    """For a table too large to rank: headline, intervals, table and downloads."""
    best, score = report.cards[0], report.cards[0].score
    st.markdown(f"### {plain(best.name, 40)} scores highest: AUCC {score.text}")
    interval = f"between {score.low:.7f} and {score.high:.7f} {score.how_sure}"
    st.markdown(f"AUCC is {interval}. {_lead(report)}")
    for name, why in report.refused.items():
        st.warning(f"Not scored: {plain(name)}: {plain_sentence(why)}")
    st.plotly_chart(_intervals(report), key="score.intervals")
    number = st.column_config.NumberColumn
    digits = {c: number(format="%.7f") for c in ("low", "estimate", "high")}
    table = report.table
    st.dataframe(table, hide_index=True, column_config=digits, key="score.large")
    score_verdict.show_verdict(report)
    st.download_button(
        "Scores (CSV)",
        lambda: exports.csv_bytes(table),
        file_name=exports.file_name(report.dataset.name, "aucc-scores.csv"),
        mime="text/csv",
        icon=":material/table:",
        on_click="ignore",
    )


def _lead(report: LargeReport) -> str:
    if len(report.cards) < 2:
        return ""
    best, second = report.cards[:2]
    if best.score.low > second.score.high:
        return "No other clustering reaches it: the intervals do not touch."
    return f"The interval of {plain(second.name, 40)} overlaps, so the order is open."


def _intervals(report: LargeReport) -> go.Figure:
    cards = report.cards[::-1]
    scores = [card.score for card in cards]
    figure = go.Figure(
        go.Scatter(
            x=[s.value for s in scores],
            y=[plotly_text(card.name, 24) for card in cards],
            mode="markers",
            marker={"size": 12, "color": COLOURS[0]},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [s.high - s.value for s in scores],
                "arrayminus": [s.value - s.low for s in scores],
                "color": "#888888",
            },
            hovertemplate="AUCC %{x:.7f}<extra></extra>",
        )
    )
    figure.update_xaxes(title_text="AUCC")
    figure.update_yaxes(type="category", automargin=True)
    height = 90 + 46 * len(scores)
    figure.update_layout(height=height, margin={"l": 10, "r": 20, "t": 20, "b": 10})
    return figure
