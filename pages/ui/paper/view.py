"""What the Paper screen draws: each part's published numbers beside ours, with its picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import DATASETS
from aucc_core.paper import PARTS, Part, PartResult
from aucc_core.paper.published import (
    CLOSE,
    FIRM_SETS,
    PAPER_AGREEMENT,
    PAPER_CRITERIA,
    RECOMPUTED_AGREEMENT,
    UNAVAILABLE,
    slip_evidence,
)
from aucc_core.report import exports
from aucc_core.version import CITATION
from pages.ui.components import charts
from pages.ui.paper import figures, own_study, work

MARKS = {"same": "✓ same", "same within a draw": "✓ same within a draw", "differs": "✗ differs"}
AMBER = "background-color: rgba(230, 159, 0, 0.22)"
CHANCE = (
    "Labels drawn at random deserve the same score whatever k is. Thin lines: one data set each; "
    "thick: their mean. Columns: random clusters of equal size, or one of 10 % or 60 % of all "
    "objects. This is a reduced design; lesson 5 of Learn runs the paper's full one. Movement is "
    "how far the mean goes over k, in standard deviations of a single random partition: below 1 "
    "is steady."
)
TIMING = (
    "Gamma compares every pair inside a cluster with every pair across clusters: of the order of "
    "n⁴ / k comparisons. Ranking all pairs once, of the order of n² log n steps, gives the same "
    "number. Seconds on this server, just now."
)


def overview() -> None:
    """Every printed number and ours, filled in part by part."""
    place, parts = st.container().empty(), []
    for name in PARTS:
        with st.spinner(f"Computing: {PARTS[name].title} …"):
            parts.append(work.part(name))
        place.container().dataframe(
            number_table(parts, part_names=True), hide_index=True, height=36 * 12
        )
    printed = [f for p in parts for f in p.numbers if f.published]
    good = sum(f.outcome.startswith("same") for f in printed)
    st.markdown(
        f"**{good} of {len(printed)}** printed figures of these parts come out again. The table of "
        "agreement with true labels is under **Agreement**."
    )
    run = work.last_run() or work.quick_run(parts)
    st.download_button(
        "Everything (CSV)",
        lambda: exports.csv_bytes(run.table()),
        file_name="aucc-paper.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )
    st.caption(f"Printed values: {CITATION}")


def number_table(parts: Iterable[PartResult], *, part_names: bool = False) -> pd.DataFrame:
    """Rows for the screen: what, paper, ours, and the outcome under "verdict"."""
    rows = [
        {
            **({"part": PARTS[part.name].title} if part_names else {}),
            "figure": f.quantity,
            "paper": f.published or "–",
            "ours": _number(f.ours, f.published),
            "verdict": MARKS.get(f.outcome, f.outcome),
        }
        for part in parts
        for f in part.numbers
        if f.published or not part_names
    ]
    return pd.DataFrame(rows)


def _number(value: float, printed: str) -> str:
    digits = max(len(printed.partition(".")[2]), 4)
    return f"{value:.0f}" if printed.isdigit() and value.is_integer() else f"{value:.{digits}f}"


def side_by_side(parts: Sequence[Part]) -> None:
    """Parts side by side, each with its curves and its numbers; alone, with its picture."""
    if len(parts) == 1 and parts[0].name in PICTURES:
        with_picture(parts[0], *PICTURES[parts[0].name])
        return
    for column, part in zip(st.columns(len(parts), gap="large"), parts, strict=True):
        with column:
            result = work.part(part.name)
            st.markdown(f"##### {part.title}")
            st.caption(part.about)
            if result.curves:
                _chart(_roc(result), f"paper.{part.name}")
            st.dataframe(number_table([result]), hide_index=True)


def _roc(result: PartResult) -> Any:
    curves, scores = result.curves, result.scores
    if not result.ks:
        return figures.roc(curves, scores, figures.colours_in_order(curves))
    best = DATASETS[result.name].true_k
    assert best is not None
    ink = "#ffffff" if st.context.theme.type == "dark" else "#111111"
    return figures.roc(curves, scores, figures.colours_by_k(result.ks, best, ink), corner=0.03)


def with_picture(part: Part, draw: Callable[[pd.DataFrame], Any], note: str) -> None:
    """One part: its picture and its numbers beside it."""
    result = work.part(part.name)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(f"##### {part.title}")
        _chart(draw(result.series), f"paper.{part.name}")
    with right:
        st.caption(note)
        st.dataframe(number_table([result]), hide_index=True)


def agreement() -> None:
    """The agreement table beside the paper's, and the two slips with their evidence."""
    run = work.last_run()
    columns = {c.name: c.agreement for c in run.columns if c.agreement} if run else {}
    ours: Mapping[str, Mapping[str, float]] = columns or RECOMPUTED_AGREEMENT
    st.markdown(
        "##### How far does each criterion rank clusterings as the true labels do?\n"
        "Five algorithms, k = 2 to ⌈√n⌉; in each cell the correlation with the adjusted Rand index "
        "(ARI) over all clusterings of a set: **ours | paper**."
    )
    st.dataframe(agreement_style(ours), height=36 * (len(PAPER_CRITERIA) + 1))
    if columns:
        st.caption("Ours: computed in this session. " + (run.stamp.text() if run else ""))
        lines = [work.column_line(column) for column in (run.columns if run else ())]
        st.caption("  \n".join(lines))
    else:
        st.caption(
            "Ours: recomputed with other software from the definitions. Open **Run it again** to "
            "compute it here."
        )
    st.caption(
        f"Marked cells differ by more than {CLOSE}. On balance and iris many distances are equal: "
        "row order and random starts alone move their cells. "
        + " ".join(f"{name.capitalize()}: {why}." for name, why in UNAVAILABLE.items())
    )
    slips(ours if any(name in FIRM_SETS for name in ours) else RECOMPUTED_AGREEMENT)


def agreement_style(ours: Mapping[str, Mapping[str, float]]) -> Any:
    """Cells "ours | paper", those that differ marked."""
    cells, marks = {}, {}
    for name, values in ours.items():
        paper = PAPER_AGREEMENT.get(name, {})
        cells[name] = [_cell(values.get(c, math.nan), paper.get(c)) for c in PAPER_CRITERIA]
        marks[name] = [
            AMBER if c in paper and abs(values.get(c, math.nan) - paper[c]) > CLOSE else ""
            for c in PAPER_CRITERIA
        ]
    index = [CRITERIA[c].short for c in PAPER_CRITERIA]
    table = pd.DataFrame(cells, index=index)
    style = pd.DataFrame(marks, index=index)
    return table.style.apply(lambda _: style, axis=None)


def _cell(ours: float, paper: float | None) -> str:
    left = "–" if math.isnan(ours) else f"{ours:.3f}"
    return left if paper is None else f"{left} | {paper:.2f}"


def slips(ours: Mapping[str, Mapping[str, float]]) -> None:
    """The two slips of the printed table, with what speaks for the other reading."""
    evidence = slip_evidence(ours)
    table = pd.DataFrame(
        {
            "printed row": [CRITERIA[r].short for r in evidence["row"]],
            "off as printed (mean)": [f"{v:.3f}" for v in evidence["mean_printed"]],
            "off when corrected (mean)": [f"{v:.3f}" for v in evidence["mean_mended"]],
            "largest when corrected": [f"{v:.3f}" for v in evidence["largest_mended"]],
        }
    )
    sets = int(evidence["sets"].max())
    st.markdown(
        "##### Two slips of the printed table\n"
        "The rows **ASWC** and **SSWC** are swapped, and the row **DB** (Davies–Bouldin, where "
        "lower is better) was not turned around as C-Index was. Everything above shows the "
        f"corrected reading. The evidence, over {sets} data set{'s' * (sets > 1)} without many "
        "equal distances: how far the printed rows are from our figures."
    )
    st.dataframe(table, hide_index=True)


def _chart(figure: Any, key: str) -> None:
    st.plotly_chart(figure, width="stretch", key=key, config=charts.STILL)


@dataclass(frozen=True)
class Section:
    """One choice of the screen: its title, what it draws, and whether the paper has it too."""

    title: str
    show: Callable[[], None]
    of_the_paper: bool = True


# What draws a part's series, and what to know beside it.
PICTURES = {"chance": (figures.chance, CHANCE), "timing": (figures.timing, TIMING)}


def sections() -> dict[str, Section]:
    """What there is to choose: every part of the paper, some of them together."""
    parts: dict[tuple[str, str], list[Part]] = {}
    for part in PARTS.values():
        parts.setdefault(part.section, []).append(part)
    found = {name: Section(title, partial(side_by_side, of)) for (name, title), of in parts.items()}
    timing = found.pop("timing")  # the last of the paper's
    return {
        "overview": Section("Overview", overview),
        **found,
        "agreement": Section("Agreement", agreement),
        "timing": timing,
        "own": Section("Your own study", own_study.show_own_study, of_the_paper=False),
    }


def ask_section() -> Section:
    """Which part of the paper to show."""
    offered = sections()
    chosen = st.segmented_control(
        "Part",
        list(offered),
        default="overview",
        format_func=lambda name: offered[name].title,
        key="part",
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    return offered[chosen]
