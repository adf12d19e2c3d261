"""What the Criteria screen draws: heat map and vote, lines by k, agreement, true labels, cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import cast

import pandas as pd
import streamlit as st

from aucc_core.criteria import CRITERIA, FAMILIES
from aucc_core.criteria.signs import signs_of
from aucc_core.partitions import ALGORITHMS
from aucc_core.report import exports
from aucc_core.report.escape import plain_sentence
from aucc_core.report.statements import said
from aucc_core.sweeps.comparison import Comparison, Correlation, Vote
from aucc_core.verdicts.criteria_repeats import REPEATS, Repeats
from pages.ui.components import charts
from pages.ui.criteria import figures

LOOKS = ("Vote", "By k", "Do they agree?", "How sure?", "True labels", "Cards")
CORRELATIONS = {"pearson": "Pearson's correlation", "spearman": "Spearman's rank correlation"}
Again = Callable[[], Repeats | None]


def ask_families() -> list[str]:
    """Which families of criteria to show."""
    chosen = st.pills(
        "Families of criteria",
        list(FAMILIES),
        default=[row.name for row in FAMILIES.values() if row.shown],
        format_func=lambda name: FAMILIES[name].label,
        selection_mode="multi",
        key="families",
        bind="query-params",
        help="Criteria of one family look at the same thing, and share one vote. Dunn's has 18 "
        "variants.",
    )
    return list(chosen)


def show_comparison(
    comparison: Comparison,
    families: Sequence[str],
    again: Mapping[str, Again] = MappingProxyType({}),
) -> None:
    """One look at the chosen families; only what is looked at is drawn.

    ``again`` asks for and gives what the criteria say in repeats, by the name in `REPEATS`.
    """
    shown = comparison.only([n for n in comparison.criteria if CRITERIA[n].family in families])
    for notice in comparison.notices:
        st.caption(plain_sentence(notice))
    if not shown.criteria:
        st.info("Choose at least one family of criteria.", icon=":material/arrow_upward:")
        return
    if shown.oriented().isna().to_numpy().all():
        st.info("None of these solutions can be scored. Try other numbers of clusters.")
        return
    looks: dict[str, Callable[[Comparison], None]] = dict(
        zip(
            LOOKS,
            (
                partial(_vote, again.get("none")),
                _small_multiples,
                _agree,
                partial(_sure, again),
                _truth,
                _cards,
            ),
            strict=True,
        )
    )
    if not shown.has_truth:
        del looks["True labels"]
    if not again:
        del looks["How sure?"]
    chosen = st.segmented_control(
        "Look",
        list(looks),
        default=LOOKS[0],
        key="look",
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    looks[chosen if chosen in looks else LOOKS[0]](shown)


def _vote(without_clusters: Again | None, shown: Comparison) -> None:
    """The maps, a row of them per algorithm, and what families vote for."""
    vote, ranks = shown.vote(), shown.mean_ranks()
    left, right = st.columns([5, 3], gap="large")
    with right:
        lines = [*said("vote", vote), *said("ranks", ranks)]
        if vote.families:
            st.markdown(f"##### {lines[0]}")
            warning = st.container()
            _chart(figures.vote_bars(vote), "criteria.votes")
        else:
            st.markdown("##### Nobody votes")
            lines = [vote_nobody(shown), *lines]
        for line in lines[1:] if vote.families else lines:
            st.markdown(line)
        st.caption(
            "Each family has one vote, which its criteria share; a criterion with several equally "
            "good k shares it among them. "
            + _silent(vote)
            + "The vote counts first places, the mean "
            "rank all places: where they differ, neither is sure. Criteria share blind spots, so "
            "both are hints, no proof."
        )
        if without_clusters is not None:
            with st.expander(
                "Would data without clusters score as well?",
                icon=":material/help_center:",
                expanded=True,
            ):
                st.caption("If they would, the vote says nothing.")
                repeats = without_clusters()
                _null(shown, vote, repeats)
            if repeats is not None and vote.families:
                for line in said("empty vote", (vote, repeats.against(shown))):
                    warning.warning(line, icon=":material/warning:")
        _picks(shown, ranks)
    with left:
        opened = None
        for algorithm in dict.fromkeys(shown.table["algorithm"]):
            opened = _map(shown, str(algorithm)) or opened
        st.caption(
            "Each row is one criterion. Colours are ranks among all solutions: faint is its worst, "
            "strong blue its best; stars are its best, all of them where several are equal. Click "
            "a name for its card."
        )
    if opened is not None:
        _card_dialog(opened)


def _null(shown: Comparison, vote: Vote, repeats: Repeats | None) -> None:
    if repeats is None:
        return
    null = repeats.against(shown)
    for line in said("null", (vote, null)):
        st.markdown(line)
    names = [n for n in null.alike.index if any(n in names for names in vote.criteria.values())]
    heading = f"of {null.n_sets} sets score as well"
    st.dataframe(
        pd.DataFrame({"criterion": [CRITERIA[n].short for n in names], heading: null.alike[names]}),
        hide_index=True,
    )


def vote_nobody(shown: Comparison) -> str:
    """Why there is no vote."""
    return (
        "Every criterion shown says the same of all solutions, cannot score them or never votes: "
        f"{', '.join(CRITERIA[n].short for n in shown.criteria)}."
    )


def _silent(vote: Vote) -> str:
    """Who has no vote across k, and why: what their cards say against them."""
    return "".join(
        f"{CRITERIA[name].short} has no vote. {CRITERIA[name].weakness} " for name in vote.silent
    )


def _map(shown: Comparison, algorithm: str) -> str | None:
    """An algorithm's map; the criterion whose name was just clicked."""
    key = f"criteria.heat.{algorithm}"
    event = st.plotly_chart(
        figures.heat_map(shown, algorithm),
        width="stretch",
        key=key,
        config=charts.STILL,
        on_select="rerun",
        selection_mode="points",
    )
    names = [p.get("customdata") for p in event["selection"]["points"]]
    clicked = next((n if isinstance(n, str) else n[0] for n in names if n), None)
    # A selection stays until the next click: the card opens once for it.
    if clicked == st.session_state.get(f"{key}.seen"):
        return None
    st.session_state[f"{key}.seen"] = clicked
    return clicked if clicked in CRITERIA else None


@st.dialog("Criterion", width="large")
def _card_dialog(name: str) -> None:
    show_card(name)


def _chart(figure: object, key: str, width: int | str = "stretch") -> None:
    st.plotly_chart(figure, width=width, key=key, config=charts.STILL)  # type: ignore[arg-type]


def _picks(shown: Comparison, ranks: pd.DataFrame) -> None:
    picks = shown.picks()
    table = pd.DataFrame(
        {
            "criterion": [CRITERIA[n].short for n in picks["criterion"]],
            "family": [FAMILIES[CRITERIA[n].family].label for n in picks["criterion"]],
            "k": picks["k"],
            "algorithm": [ALGORITHMS[a].label for a in picks["algorithm"]],
            "value": [f"{v:.4g}" for v in picks["value"]],
        }
    )
    with st.expander("Every pick, every rank", icon=":material/list:"):
        st.dataframe(table, hide_index=True, height=min(36 * (len(table) + 1), 330))
        best = ranks.head(10)
        st.dataframe(
            pd.DataFrame(
                {
                    "mean rank": [f"{rank:.2f}" for rank in best["rank"]],
                    "algorithm": [ALGORITHMS[a].label for a in best["algorithm"]],
                    "k": best["k"],
                }
            ),
            hide_index=True,
        )
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
        ink = "#ffffff" if st.context.theme.type == "dark" else "#111111"
        _chart(figures.correlation_map(matrix, ink), "criteria.correlation")
    right.markdown(
        "**Do two criteria order the solutions alike?** Spearman's rank correlation over all "
        "solutions: 1 (blue) when they do, 0 when they have nothing in common, −1 (red) when one "
        "reverses the other. Alike criteria stand together."
    )


def _sure(again: Mapping[str, Again], shown: Comparison) -> None:
    """The same comparison repeated: what picks and correlations owe to luck, and to clusters."""
    kind = st.segmented_control(
        "Repeat with",
        list(again),
        default=next(iter(again)),
        format_func=lambda name: REPEATS[name].label,
        key="again",
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    st.caption(REPEATS[kind].help)
    repeats = again[kind]()
    if repeats is None:
        return
    if not REPEATS[kind].has_clusters:
        _null(shown, shown.vote(), repeats)
        band = repeats.band()
        with st.container(horizontal=True, gap="small"):
            for name in shown.criteria:
                _chart(figures.by_k(shown, name, band), f"criteria.band.{name}", 172)
        st.caption(
            "Grey: what nine of ten sets without clusters score at best. A line inside it says "
            "nothing. ↓: lower is better. The star is the pick."
        )
        return
    intervals = repeats.intervals(shown)
    for line in said("repeats", (kind, intervals, repeats.n)):
        st.markdown(line)
    _chart(figures.pick_ranges(intervals), "criteria.ranges")
    table = intervals_table(intervals)
    st.dataframe(table, hide_index=True, height=36 * (len(table) + 1))
    st.caption(
        "Star and “k here”: the pick on these data. Lines and “from … to”: nine of ten repeats. "
        "Of equally good k the smallest counts."
        + (" Correlations are with ARI." if shown.has_truth else "")
    )


def intervals_table(intervals: pd.DataFrame) -> pd.DataFrame:
    """Picks and correlations with their intervals, for people."""
    table = pd.DataFrame(
        {
            "criterion": [CRITERIA[str(n)].short for n in intervals.index],
            "k here": intervals["k"].to_numpy(),
            "k from … to": _spans(intervals["low"], intervals["high"], "g"),
            "same k": [f"{v:.0%}".replace("%", " %") for v in intervals["same"]],
        }
    )
    for how in CORRELATIONS:
        if how in intervals:
            table[how.capitalize()] = [f"{v:.2f}" for v in intervals[how]]
            spans = _spans(intervals[f"{how}_low"], intervals[f"{how}_high"], ".2f")
            table[f"{how.capitalize()} from … to"] = spans
    return table


def _spans(low: pd.Series, high: pd.Series, form: str) -> list[str]:
    return [
        "–" if pd.isna(a) else f"{a:{form}} … {b:{form}}" for a, b in zip(low, high, strict=True)
    ]


def _truth(shown: Comparison) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("###### Who ranks solutions as the true labels do?")
        how = st.segmented_control(
            "Correlation",
            list(CORRELATIONS),
            default="pearson",
            format_func=lambda name: CORRELATIONS[name],
            key="correlation",
            bind="query-params",
            required=True,
            label_visibility="collapsed",
        )
        found = shown.agreement(how=cast("Correlation", how))
        _chart(figures.agreement_bars(found, CORRELATIONS[how]), "criteria.agreement")
        st.caption(
            "ARI, the adjusted Rand index, says how far a solution is the true labels: 1 the same, "
            "0 chance. Bars: its correlation with each criterion over all solutions. Pearson's "
            "asks for a straight line, as in the paper; Spearman's for the same order."
        )
    with right:
        name = st.selectbox(
            "Criterion",
            shown.criteria,
            format_func=lambda n: CRITERIA[n].label,
            key="against",
            bind="query-params",
            help="Each point is one solution, with its k.",
        )
        _chart(figures.against_truth(shown, name), "criteria.scatter")


def _cards(shown: Comparison) -> None:
    """Pick a criterion, read its card."""
    name = st.pills(
        "Criterion",
        list(shown.criteria),
        default=shown.criteria[0],
        format_func=lambda n: CRITERIA[n].short,
        key="card",
        bind="query-params",
        label_visibility="collapsed",
    )
    if name is not None:
        with st.container(border=True):
            show_card(name)


def show_card(name: str) -> None:
    """A criterion: its formula with every sign explained, its range, when to distrust it."""
    row = CRITERIA[name]
    st.markdown(f"#### {row.label}")
    st.latex(row.formula)
    st.caption("Here " + "; ".join(f"${sign}$ {meaning}" for sign, meaning in signs_of(row)) + ".")
    st.markdown(
        f"**Family** {FAMILIES[row.family].label} · "
        f"**Range** {_end(row.range[0])} to {_end(row.range[1])} · "
        f"**{'Higher' if row.higher_is_better else 'Lower'} is better** · "
        + ("needs features" if row.needs == "features" else "needs distances only")
        + (" and the number of features" if row.needs == "dimensions" else "")
        + (f" · up to {row.most_objects:,} objects" if row.most_objects else "")
        + ("" if row.scale_free else " · changes with the units of measurement")
        + ("" if row.votes else " · no vote across k")
    )
    st.markdown(f"**When to distrust it.** {row.weakness}")
    st.caption(f"Source: {row.source}")


def _end(value: float) -> str:
    return "∞" if math.isinf(value) else f"{value:.4g}"
