"""The tab *All solutions*: every algorithm and k with its scores in one table to sort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.partitions import ALGORITHMS
from aucc_core.sweeps.solutions import Solution
from aucc_core.verdicts.sentences import EVIDENCE_COLUMNS
from aucc_core.verdicts.weigh import Verdict
from pages.ui.components.linked import leading
from pages.ui.explore import examination, hint
from pages.ui.explore.on_screen import OnScreen

KEY = "all_solutions"
# What the verdict has looked at, by the names of its table.
WEIGHED = ("corrected", "silhouette", "agreement", "share")
_HELP = (
    "Click a row to bring its solution into focus, a heading to sort. ★ is the solution to "
    "believe, ☆ the highest AUCC where that is another."
)


def show_all_solutions(on_screen: OnScreen) -> None:
    """The table; a click on a row brings its solution into focus in the view."""
    solutions = on_screen.solutions
    found = examination.examination_of(on_screen.asked)
    verdict = None if found is None else found.verdict
    table = table_of(solutions, verdict)
    if verdict is None:
        st.caption(f"{_HELP} The other scores come with the verdict.")
    else:
        sampled = " Those of the verdict are of samples." if verdict.samples else ""
        st.caption(_HELP + sampled)
    st.dataframe(
        table.rename(columns={name: EVIDENCE_COLUMNS[name].heading for name in _known(table)}),
        hide_index=True,
        column_config=_columns(table),
        key=KEY,
        selection_mode="single-row",
        on_select=lambda: _focus(on_screen.asked.study.rows, [s.id for s in solutions]),
    )


def table_of(solutions: Sequence[Solution], verdict: Verdict | None) -> pd.DataFrame:
    """One row per solution: whether it bears a star, its scores, and what the verdict saw in it."""
    stars = leading.stars(solutions, verdict)
    rows = [
        {
            "star": _star(solution, stars),
            "algorithm": solution.label,
            "k": solution.k,
            "aucc": solution.aucc,
            **dict.fromkeys(WEIGHED, np.nan),
            "coverage": float((solution.labels >= 0).mean()),
            **({} if verdict is None else _weighed(solution, verdict)),
        }
        for solution in solutions
    ]
    return pd.DataFrame(rows).dropna(axis="columns", how="all")


def _star(solution: Solution, stars: Mapping[str, str | None]) -> str:
    if solution.id == stars["believed"]:
        return "★"
    return "☆" if solution.id == stars["highest"] else ""


def _weighed(solution: Solution, verdict: Verdict) -> dict[str, Any]:
    """The verdict's values of a solution; none when it has looked at another of that name."""
    table = verdict.table
    mine = table[(table["algorithm"] == solution.algorithm) & (table["k"] == solution.k)]
    if not verdict.samples:  # an algorithm that finds k may have found it more than once
        mine = mine[np.isclose(mine["aucc"].astype(float), solution.aucc, rtol=0, atol=1e-9)]
    elif solution.algorithm not in ALGORITHMS or not ALGORITHMS[solution.algorithm].takes_k:
        mine = mine.iloc[:0]
    return {name: float(mine[name].iloc[0]) for name in WEIGHED if not mine.empty}


def _known(table: pd.DataFrame) -> list[str]:
    return [name for name in table if name in EVIDENCE_COLUMNS]


def _columns(table: pd.DataFrame) -> dict[str, Any]:
    found: dict[str, Any] = {"star": st.column_config.Column("★", width=40)}
    for name in _known(table):
        column = EVIDENCE_COLUMNS[name]
        if pd.api.types.is_float_dtype(table[name]):
            found[column.heading] = st.column_config.NumberColumn(
                format=f"%.{column.digits}f", help=column.help
            )
    return found


def _focus(data_key: str, ids: Sequence[str]) -> None:
    rows = st.session_state[KEY]["selection"]["rows"]
    if rows:
        hint.focus(data_key, ids[rows[0]])
