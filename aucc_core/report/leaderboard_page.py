"""A standalone HTML page of a leaderboard: opens anywhere, without a network.

What it says is put together here, how it is laid out is in `leaderboard.html.j2` and `style.css`.
"""

from __future__ import annotations

import math
from datetime import datetime
from pathlib import Path

from aucc_core.criteria import CRITERIA, FAMILIES
from aucc_core.paper.leaderboard import CONFIDENCE, FAR, Leaderboard
from aucc_core.paper.run import Stamp
from aucc_core.report.page import ReportTable, templates
from aucc_core.report.statements import said


def leaderboard_html(board: Leaderboard, stamp: Stamp, *, now: datetime | None = None) -> str:
    """The page; ``now`` is the date to print."""
    return (
        templates()
        .get_template("leaderboard.html.j2")
        .render(
            style=(Path(__file__).parent / "style.css").read_text(encoding="utf-8"),
            lines=[line.replace("**", "") for line in said("board", board)],
            ranks=_ranks(board),
            names=[CRITERIA[name].short for name in board.cells.index],
            sets=list(board.cells.columns),
            rows=[[_cell(v) for v in row] for row in board.cells.to_numpy()],
            failures=_failures(board),
            about=_about(board),
            problems=[f"{name}: {why}" for name, why in board.problems.items()],
            confidence=f"{CONFIDENCE:.0%}".replace("%", " %"),
            far=FAR,
            stamp=stamp.text(),
            when=(now or datetime.now()).strftime("%Y-%m-%d"),
        )
    )


def _ranks(board: Leaderboard) -> ReportTable:
    header = [
        "criterion", "family", "mean rank", "from", "to",
        "agreement", "ARI of pick", "k hit", "far",
    ]  # fmt: skip
    rows = [
        [
            CRITERIA[str(name)].short,
            FAMILIES[CRITERIA[str(name)].family].label,
            *(f"{row[key]:.1f}" for key in ("rank", "low", "high")),
            *(f"{row[key]:.3f}" for key in ("agreement", "ari")),
            *(f"{row[key]:.2f}" for key in ("hit", "far")),
        ]
        for name, row in board.table.iterrows()
    ]
    return ReportTable(header, rows, left=(0, 1), ranked=True)


def _cell(value: float) -> tuple[str, str]:
    """The text of a correlation, and its colour: blue above 0, red below."""
    if math.isnan(value):
        return "–", "transparent"
    rgb = "43, 108, 219" if value > 0 else "207, 47, 79"
    return f"{value:.2f}", f"rgba({rgb}, {min(abs(value), 1.0) * 0.75:.2f})"


def _failures(board: Leaderboard) -> ReportTable:
    rows = [
        [CRITERIA[str(name)].short, row["failures"] or "nowhere"]
        for name, row in board.table.iterrows()
    ]
    return ReportTable(["criterion", "sets where its pick is far off (its ARI of the best)"], rows,
                       left=(0, 1))  # fmt: skip


def _about(board: Leaderboard) -> ReportTable:
    rows = [
        [str(name), row["n"], row["references"], f"{row['best']:.3f}"]
        for name, row in board.sets.iterrows()
    ]
    return ReportTable(["set", "objects", "clusters of the references", "best ARI of any"], rows)
