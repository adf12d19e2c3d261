"""The paper's table of agreement with true labels, in three readings: printed, corrected, ours."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import DATASETS
from aucc_core.paper import PaperRun
from aucc_core.paper.agreement import agreement_outcome, agreement_ranking
from aucc_core.paper.published import (
    CLOSE,
    CORRECTED_AGREEMENT,
    CORRECTED_AVERAGE,
    DATA_TABLE,
    FIRM_SETS,
    PAPER_CRITERIA,
    PRINTED_AGREEMENT,
    PRINTED_AVERAGE,
    RECOMPUTED_AGREEMENT,
    TIE_REACH,
)
from aucc_core.report import exports
from aucc_core.report.statements import said
from aucc_core.verdicts.sentences import listed
from pages.ui.paper import work

AMBER = "background-color: rgba(230, 159, 0, 0.22)"
RED = "background-color: rgba(209, 41, 74, 0.25)"
READINGS = ("All three", "Printed", "Corrected", "Ours")
_NOT_SHIPPED, _ON_DEMAND = "⊘", "⇩"


@dataclass(frozen=True)
class Ours:
    """Our figures: computed here where they are, else recomputed with other software."""

    cells: Mapping[str, Mapping[str, float]]
    here: tuple[str, ...]

    @classmethod
    def of(cls, here: Mapping[str, Mapping[str, float]]) -> Ours:
        """What is computed here, over what was recomputed."""
        return cls({**RECOMPUTED_AGREEMENT, **here}, tuple(here))


def show_agreement() -> None:
    """Averages and ranks, the cells in a chosen reading, and the data sets behind them."""
    run = work.last_run()
    ours = Ours.of(work.computed_here())
    st.markdown(
        "##### How far does each criterion rank clusterings as the true labels do?\n"
        "Five algorithms, k = 2 to ⌈√n⌉; in each cell Pearson's correlation with the adjusted Rand "
        "index (ARI) over all clusterings of a set. **Printed**: as in the paper. **Corrected**: "
        "without its two slips (rows ASWC and SSWC exchanged, DB turned; see **Slips**). "
        "**Ours**: computed again."
    )
    for line in [*said("ranking", ours.cells), *said("cells", ours.cells)]:
        st.markdown(line)
    st.markdown("###### Over all sets: best, average, worst; rank of the average")
    st.dataframe(ranking_table(ours.cells), height=36 * (len(PAPER_CRITERIA) + 2))
    reading = st.segmented_control(
        "Cells", READINGS, default=READINGS[0], key="paper.reading", required=True
    )
    table = cells_table(ours.cells, reading)
    st.dataframe(table, height=36 * (len(PAPER_CRITERIA) + (2 if reading == READINGS[0] else 1)))
    _say_whose(run, ours)
    with st.expander("How far ties move our figures", icon=":material/swap_vert:"):
        st.table(reach_table(), border="horizontal")
        st.caption(
            "Lowest and highest of our own figures with other row orders and random starts. Marked "
            "yellow above is what the corrected one lies within."
        )
    st.markdown("###### The data sets")
    st.table(data_table(), border="horizontal", hide_index=True)
    st.caption(
        f"n × d: objects × features. {_ON_DEMAND}: downloaded when asked for. "
        f"{_NOT_SHIPPED}: the data cannot be shipped, so nothing is computed on them here: "
        "ours were recomputed once, with other software (R), and you cannot check them."
    )
    st.download_button(
        "Agreement table (CSV)",
        lambda: exports.csv_bytes(long_table(ours)),
        file_name="aucc-agreement-paper.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


def _say_whose(run: PaperRun | None, ours: Ours) -> None:
    marked = " ".join(
        [
            *said("marks", {"close": CLOSE}),
            *said("ties", TIE_REACH),
            "For cellcycle and yeast the paper does not say how the data were prepared.",
        ]
    )
    st.caption(
        f"Ours: {listed(list(ours.here))} computed here, the others recomputed with other software "
        "(R) from the definitions; **Run it again** above computes all that come with the program. "
        + marked
    )
    if run is not None and run.columns:
        st.caption(run.stamp.text())
        st.caption("  \n".join(work.column_line(column) for column in run.columns))


def heading(name: str) -> str:
    """A data set's name as a heading, marked where its data do not come with the program."""
    if name not in DATASETS:
        return f"{name} {_NOT_SHIPPED}"
    return f"{name} {_ON_DEMAND}" if DATASETS[name].online else name


def ranking_table(ours: Mapping[str, Mapping[str, float]]) -> pd.io.formats.style.Styler:
    """Best, average, worst and rank of each criterion in the three readings; two digits."""
    readings = {"printed": PRINTED_AGREEMENT, "corrected": CORRECTED_AGREEMENT, "ours": ours}
    table = pd.concat({name: agreement_ranking(of) for name, of in readings.items()}, axis=1)
    # As they stand in the paper, which has means of more digits than it prints.
    table["printed", "average"] = pd.Series(PRINTED_AVERAGE)
    table["corrected", "average"] = pd.Series(CORRECTED_AVERAGE)
    table.index = [CRITERIA[c].short for c in table.index]
    digits: Any = {key: "{:.2f}" for key in table.columns if key[1] != "rank"}
    return table.style.format(digits)


def reach_table() -> pd.DataFrame:
    """By criterion, the corrected cell of each set with many ties and how far ours reaches."""
    columns: dict[str, list[str]] = {}
    for name, reach in TIE_REACH.items():
        columns[f"{name}, corrected"] = [f"{CORRECTED_AGREEMENT[name][c]:.2f}" for c in reach]
        columns[f"{name}, ours"] = [f"{low:.2f} … {high:.2f}" for low, high in reach.values()]
    return pd.DataFrame(columns, index=[CRITERIA[c].short for c in PAPER_CRITERIA])


def data_table() -> pd.DataFrame:
    """The paper's table of data sets beside what is shipped or downloaded."""
    rows = []
    for name, printed in DATA_TABLE.items():
        entry = DATASETS.get(name)
        have = "–" if entry is None else f"{entry.size[0]} × {entry.size[1]}, {entry.true_k}"
        rows.append(
            {
                "paper's name": printed.title,
                "here called": heading(name),
                "printed: n × d, groups": f"{printed.n} × {printed.d}, {printed.k}",
                "here": have,
            }
        )
    return pd.DataFrame(rows)


def cells_table(
    ours: Mapping[str, Mapping[str, float]], reading: str
) -> pd.io.formats.style.Styler:
    """Criteria by data sets, in one reading or in all three side by side; marked where apart."""
    colours = {"moved by ties": AMBER, "differs": RED}
    readings = {"printed": PRINTED_AGREEMENT, "corrected": CORRECTED_AGREEMENT, "ours": ours}
    wanted = list(readings) if reading == READINGS[0] else [reading.lower()]
    columns: dict[Any, list[float]] = {}
    marks: dict[Any, list[str]] = {}
    for name in DATA_TABLE:
        for which in wanted:
            key: Any = (heading(name), which) if len(wanted) > 1 else heading(name)
            values = [readings[which][name].get(c, math.nan) for c in PAPER_CRITERIA]
            columns[key] = values
            marks[key] = [
                colours.get(agreement_outcome(name, c, v), "") if which == "ours" else ""
                for c, v in zip(PAPER_CRITERIA, values, strict=True)
            ]
    index = [CRITERIA[c].short for c in PAPER_CRITERIA]
    table, style = pd.DataFrame(columns, index=index), pd.DataFrame(marks, index=index)
    # Three digits are ours, the paper prints two.
    digits: Any = {
        key: "{:.3f}" if "ours" in (reading.lower(), key[-1]) else "{:.2f}" for key in columns
    }
    return table.style.format(digits, na_rep="–").apply(lambda _: style, axis=None)


def long_table(ours: Ours) -> pd.DataFrame:
    """A row per data set and criterion, with what each column is in its name."""

    def reach(name: str, criterion: str) -> tuple[float, float]:
        return TIE_REACH.get(name, {}).get(criterion, (math.nan, math.nan))

    return pd.DataFrame(
        [
            {
                "data": name,
                "data_comes_from": _origin(name),
                "criterion": CRITERIA[c].short,
                "printed": PRINTED_AGREEMENT[name][c],
                "corrected": CORRECTED_AGREEMENT[name][c],
                "ours": ours.cells[name].get(c, math.nan),
                "ours_from": "computed here" if name in ours.here else "recomputed in R",
                "ours_lowest_by_ties": reach(name, c)[0],
                "ours_highest_by_ties": reach(name, c)[1],
                "outcome": agreement_outcome(name, c, ours.cells[name].get(c, math.nan)),
                "evidence_for_slips": name in FIRM_SETS,
            }
            for name in DATA_TABLE
            for c in PAPER_CRITERIA
        ]
    )


def _origin(name: str) -> str:
    if name not in DATASETS:
        return "not shipped"
    return "downloaded" if DATASETS[name].online else "shipped"
