"""What the Score screen shows: headline, ranking, curves, criteria, agreement, verdict, files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.criteria.external import EXTERNAL
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.prepare.dominance import about_dominance
from aucc_core.report import exports, figures
from aucc_core.report.confidence import Confidence, ranked
from aucc_core.report.escape import plain, plain_sentence
from aucc_core.report.labels_verdict import QUESTION, ScoreVerdict
from aucc_core.report.page import report_html
from aucc_core.report.score_card import (
    AnyReport,
    LargeCard,
    ScoreCard,
    ScoreReport,
    label_columns,
)
from aucc_core.report.score_run import Scored, ScoreRun
from aucc_core.score.inputs import Dataset
from aucc_core.score.result import short_text
from pages.ui.components.charts import SAVED
from pages.ui.score import comparison, distances, onward, work
from pages.ui.score import verdict as score_verdict

_BADGES = {
    "high": ("green", ":material/check_circle:"),
    "medium": ("orange", ":material/help:"),
    "low": ("red", ":material/warning:"),
    "unknown": ("gray", ":material/help:"),
}
_HOLDS = {
    True: ":green[:material/check:]",
    False: ":red[:material/close:]",
    None: ":gray[:material/question_mark:]",
}
NOT_JUDGED = (
    "The highest AUCC need not be the best clustering: an algorithm asked for more clusters scores "
    "higher even on noise. How these compare with data without clusters is not known yet."
)
SURE_HELP = (
    "Sure: ahead of the runner-up with 95 % confidence, above what algorithms reach with as many "
    "clusters on 95 % of data sets without any, and found again by new runs (ARI, the adjusted "
    "Rand index, 0.9 or more; 1 is the same clusters, 0 as random labels). The corrected score is "
    "the distance from data without clusters: the logit of AUCC, log(AUCC / (1 − AUCC)), less "
    "their mean logit with as many clusters."
)
AUCC_HELP = (
    "The chance that two objects of one cluster are closer than two of different clusters. 1 is "
    "perfect, 0.5 is what random labels get. Equal distances (ties) count one half."
)


def show_scores(data: Dataset, result: Scored, run: ScoreRun) -> None:
    """The whole board."""
    headline = st.container()
    with st.container():
        judged = work.judged(data, run, result.report)
    if judged is not None:
        result = replace(result, report=ranked(result.report, judged))
        judged = judged.beside(score_verdict.known_verdict(result.report))
    report = result.report
    with headline:
        _headline(report, judged)
    given = len(label_columns(data))
    if len(run.columns) < given:
        st.caption(
            f"{len(run.columns):,} of {given:,} label columns are scored; choose others in the "
            "side panel."
        )
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
        st.plotly_chart(figures.ranking(report, judged), config=SAVED, key="score.ranking")
        _score_table(report, judged)
    with right:
        st.plotly_chart(figures.roc(report), config=SAVED, key="score.roc")
    details, beside, alike, fitting = st.tabs(
        ["Clusters", "Other criteria", "How alike they are", "Which distance fits"]
    )
    with details:
        _clusters(data, result, run)
    with beside:
        if isinstance(report, ScoreReport):
            _criteria(report)
        else:
            st.caption(
                "Other criteria need the distances of all pairs at hand, which are too many here. "
                "Explore's *A sample of 5,000* has them."
            )
    with alike:
        _agreement(report)
        if len(report.cards) > 1:
            comparison.show_comparison(result)
    with fitting:
        distances.show_distances(data, tuple(c.name for c in report.cards), run.noise)
    downloads(result, run, judged, score_verdict.show_verdict(report))


def _headline(report: AnyReport, judged: Confidence | None) -> None:
    best = report.best
    if judged is None:
        highest = "has the highest AUCC" if len(report.cards) > 1 else "has AUCC"
        st.markdown(f"### {plain(best.name, 40)} {highest} {best.score.short} with k = {best.k}")
        st.caption(NOT_JUDGED)
    else:
        st.markdown(f"### {plain(judged.best, 40)} {plain_sentence(judged.headline)}")
        _how_sure(judged)
    numbers = {
        "AUCC": (best.score.digits, AUCC_HELP),
        **_more_numbers(best),
        "Clusters": (str(best.k), "Number of clusters k."),
        "In clusters": (
            f"{best.coverage:.0%}",
            "Share of the objects that have a label other than −1 (noise).",
        ),
    }
    with st.container(horizontal=True, gap="large"):
        for name, (value, words) in numbers.items():
            st.metric(name, value, help=words, width="content")


def _more_numbers(best: ScoreCard | LargeCard) -> dict[str, tuple[str, str]]:
    if isinstance(best, LargeCard):
        score = best.score
        return {
            "Margin": (
                f"± {score.margin:.2g}",
                f"AUCC is between {score.low:.7f} and {score.high:.7f} {score.how_sure}.",
            )
        }
    ties = (
        "Share of comparisons in which both distances are equal. AUCC is "
        f"{best.pessimistic:.6f} if all were lost and {best.optimistic:.6f} if all were won."
    )
    return {
        "Gamma": (
            short_text(best.gamma),
            f"2 AUCC − 1. Classical Gamma, with ties left out: {best.gamma_classical:.6f}.",
        ),
        "Tied": (f"{best.tie_mass:.2%}", ties),
    }


def _how_sure(judged: Confidence) -> None:
    """The badge, and every condition for it with whether it holds."""
    colour, icon = _BADGES[judged.level]
    st.markdown(f":{colour}-badge[{icon} {judged.word}]", help=SURE_HELP)
    lines = [f"{_HOLDS[one.holds]} {plain_sentence(one.text)}" for one in judged.conditions]
    st.markdown("  \n".join(lines))
    st.caption(" ".join(plain_sentence(text) for text in (*judged.notes, judged.chance) if text))


def _score_table(report: AnyReport, judged: Confidence | None) -> None:
    corrected = {} if judged is None else {s.name: s.corrected for s in judged.standings}
    table = pd.DataFrame(
        {
            "labels": card.name,
            "AUCC": card.aucc,
            "k": card.k,
            "corrected": corrected.get(card.name, float("nan")),
            **_more_columns(card),
            "noise": card.n_noise,
            "coverage %": 100 * card.coverage,
        }
        for card in report.cards
    )
    number = st.column_config.NumberColumn
    if len(corrected) > 1:
        st.caption("Best first by *corrected*: how far AUCC is above data without clusters.")
    st.dataframe(
        table,
        hide_index=True,
        key="score.table",
        column_config={
            "labels": st.column_config.TextColumn(pinned=True),
            "AUCC": number(format="%.6f", help=AUCC_HELP),
            "corrected": number(
                format="%.2f",
                help="How far AUCC is above data without clusters cut into as many: comparable "
                "between numbers of clusters (logit of AUCC less their mean logit).",
            ),
            "Gamma": number(format="%.6f", help="2 AUCC − 1: ties count one half."),
            "classical Gamma": number(format="%.6f", help="Ties left out."),
            "tied %": number(format="%.3f"),
            "from": number(format="%.7f", help="AUCC is not below."),
            "to": number(format="%.7f", help="AUCC is not above."),
            "ties lost": number(format="%.6f", help="AUCC if every tie were lost."),
            "ties won": number(format="%.6f", help="AUCC if every tie were won."),
            "p": number(
                format="%.2g",
                help="How probable random labels with the same cluster sizes score at least as "
                "high. From the exact mean, spread and skewness of their scores (Pearson III).",
            ),
            "coverage %": number(format="%.1f", help="Objects with a label other than −1."),
        },
    )


def _more_columns(card: ScoreCard | LargeCard) -> dict[str, float]:
    if isinstance(card, LargeCard):
        return {"from": card.score.low, "to": card.score.high}
    return {
        "Gamma": card.gamma,
        "classical Gamma": card.gamma_classical,
        "tied %": 100 * card.tie_mass,
        "ties lost": card.pessimistic,
        "ties won": card.optimistic,
        "p": card.null.p_value,
    }


def _clusters(data: Dataset, result: Scored, run: ScoreRun) -> None:
    report = result.report
    names = [c.name for c in report.cards]
    chosen = names[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if len(names) > 1:
            chosen = st.selectbox("Clustering", names, key="score.shown")
        card = next(c for c in report.cards if c.name == chosen)
        onward.offer_explore(data, run, card)
    left, right = st.columns([3, 2])
    with left:
        if result.picture is not None:
            figure = figures.scatter(card, result.picture.points, result.picture.axes)
            st.plotly_chart(figure, config=SAVED, key="score.scatter")
            # What is said of components tells of a feature that hides the others, too.
            about: str | None = result.picture.note
            if not about and report.metric != "precomputed":
                about = about_dominance(report.dataset.X, report.dataset.feature_names)
            if about:
                st.caption(plain_sentence(about))
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


def _agreement(report: AnyReport) -> None:
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


def report_of(
    result: Scored,
    run: ScoreRun,
    judged: Confidence | None = None,
    verdict: ScoreVerdict | None = None,
) -> bytes:
    """The report, as sure as the screen says it is."""
    page = report_html(
        result.report,
        confidence=judged,
        verdict=verdict,
        settings={"scaling": run.scaling},
    )
    return page.encode("utf-8")


def downloads(
    result: Scored,
    run: ScoreRun,
    judged: Confidence | None,
    verdict: ScoreVerdict | None = None,
) -> None:
    """Files to take away; made when clicked. The verdict goes along once there is one."""
    report = result.report
    name = report.dataset.name
    with st.container(horizontal=True):
        st.download_button(
            "Report",
            lambda: report_of(result, run, judged, verdict),
            file_name=exports.file_name(name, "aucc-report.html"),
            mime="text/html",
            icon=":material/description:",
            on_click="ignore",
            help=f"Scores, {'the verdict, ' if verdict else ''}pictures, settings and how to cite "
            "in one HTML file that works offline.",
        )
        st.download_button(
            "Scores (CSV)",
            lambda: exports.csv_bytes(exports.scores_table(report, judged)),
            file_name=exports.file_name(name, "aucc-scores.csv"),
            mime="text/csv",
            icon=":material/table:",
            on_click="ignore",
        )
        st.download_button(
            "Scores (JSON)",
            lambda: exports.report_json(report, judged, verdict),
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
