"""What the Paper screen draws: each part's published numbers beside ours, with its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from scipy.spatial.distance import squareform

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.paper import PARTS, Part, PartResult, tally
from aucc_core.paper.chance import FULL_DESIGN, REDUCED_DESIGN
from aucc_core.paper.checks import MOST_Z
from aucc_core.paper.parts import chance_result
from aucc_core.paper.published import (
    DATA_TABLE,
    FIRM_SETS,
    OVERLAP,
    PACKAGE_OVERLAP,
    PRINTED_AGREEMENT,
    RECOMPUTED_AGREEMENT,
    TIED_SETS,
)
from aucc_core.paper.slips import SLIPS
from aucc_core.report import exports
from aucc_core.report.statements import said
from aucc_core.score.inputs import Dataset
from aucc_core.verdicts.sentences import listed
from aucc_core.version import CITATION
from pages.ui.components import charts
from pages.ui.paper import figures, index, own_study, work
from pages.ui.paper.agreement import show_agreement

MARKS = {
    "equal": "✓ equal",
    "within spread": "✓ within spread",
    "differs": "✗ differs",
    "holds": "✓ holds",
    "fails": "✗ fails",
    "shown": "",
}
EVIDENCE_HEADINGS = {
    "row": "row",
    "mean_printed": "off as printed (mean)",
    "largest_printed": "largest as printed",
    "mean_corrected": "off when corrected (mean)",
    "largest_corrected": "largest when corrected",
    "s_plus": "s₊",
    "s_minus": "s₋",
    "gamma": "Gamma",
    "gamma_printed": "with s₊ − s₋",
    "gamma_meant": "with s₊ + s₋",
    "definition": "s₊ by definition",
    "printed": "as printed",
    "with_quarter": "with ¼",
}
CHANCE = (
    "Labels drawn at random deserve the same score whatever k is. Thin lines: one data set each; "
    "thick: their mean. Columns: random clusters of equal size, or one of 10 % or 60 % of all "
    "objects. Movement is how far the mean goes over k, in standard deviations of a single random "
    "partition. The paper gives no number: that below 1 is steady is our bound. The lesson "
    "*Chance* measures it against how far real clusterings differ, which is another question with "
    "other answers. The axes of AUCC and PB are fixed, the others reach as far as their values. "
    "−C-Index is the C-Index turned, so that higher is better."
)
REDUCED = (
    "This is a reduced design; the full one can be run above or in the lesson *Chance* of Learn:"
)
TIMING = (
    "Gamma compares every pair inside a cluster with every pair across clusters: of the order of "
    "n⁴ / k comparisons. Ranking all pairs once, of the order of n² log n steps, gives the same "
    "number. Seconds on this server, just now: so few objects measure fixed costs too, so the "
    "powers of n are rough."
)


def overview() -> None:
    """What comes out again, and where everything of the paper is."""
    summary = st.container()
    place, parts = st.container().empty(), []
    for name in PARTS:
        with place.container(), st.spinner(f"Computing: {PARTS[name].title} …"):
            parts.append(work.part(name))
    place.empty()
    run = work.last_run() or work.quick_run(parts)
    with summary:
        checks = [check for part in parts for check in part.checks]
        st.markdown(" ".join(said("tally", tally(checks))))
        st.caption(" ".join(said("beside", (PRINTED_AGREEMENT.values(), SLIPS))))
    st.markdown("##### Where each figure, table and claim is")
    index.show_index()
    with st.expander("Every check, one by one", icon=":material/checklist:"):
        _show_checks(parts, part_names=True)
        _explain_checks()
    st.download_button(
        "Everything (CSV)",
        lambda: exports.csv_bytes(run.table()),
        file_name="aucc-paper.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )
    st.caption(f"Printed values: {CITATION}")


def _explain_checks() -> None:
    st.caption(" ".join(said("rules", {"z": MOST_Z})))


def _show_checks(parts: Iterable[PartResult], *, part_names: bool = False) -> None:
    """Checks in a table whose words wrap, so that none is cut off in a narrow column."""
    st.table(check_table(parts, part_names=part_names), border="horizontal", hide_index=True)


def check_table(parts: Iterable[PartResult], *, part_names: bool = False) -> pd.DataFrame:
    """Rows for the screen; difference, spread and z only where something is a random draw."""
    shown = list(parts)
    random = any(check.spread is not None for part in shown for check in part.checks)
    rows = []
    for part in shown:
        for check in part.checks:
            row = {"part": PARTS[part.name].title} if part_names else {}
            row["what"] = check.quantity
            row["paper"] = check.printed or check.stated or "–"
            row["ours"] = _number(check.ours, check.printed)
            row["outcome"] = MARKS[check.outcome]
            if random:
                drawn = check.spread is not None
                row["difference"] = f"{check.difference:+.4f}" if drawn else ""
                row["spread"] = f"{check.spread:.4f}" if drawn else ""
                row["z"] = f"{check.z:+.1f}" if drawn else ""
            rows.append(row)
    return pd.DataFrame(rows)


def _number(value: float, printed: str) -> str:
    digits = max(len(printed.partition(".")[2]), 4)
    if float(value).is_integer() and "." not in printed:
        return f"{value:.0f}"
    return f"{value:.1e}" if 0 < abs(value) < 1e-4 else f"{value:.{digits}f}"


def side_by_side(parts: Sequence[Part]) -> None:
    """Parts side by side, each with its curves, its objects and its checks; alone, with more."""
    if len(parts) == 1 and parts[0].name in ALONE:
        ALONE[parts[0].name](parts[0])
        return
    for column, part in zip(st.columns(len(parts), gap="large"), parts, strict=True):
        with column:
            result = work.part(part.name)
            st.markdown(f"##### {part.title}")
            st.caption(part.about)
            if part.name in TABLES:
                TABLES[part.name](result)
            if result.curves:
                _chart(_roc(result), f"paper.{part.name}")
            if part.name not in TABLES:
                _scatters(result)
            _show_checks([result])


def _scatters(result: PartResult) -> None:
    """The objects behind the curves, small, with their clusters."""
    if not result.scatters:
        return
    with st.container(horizontal=True, gap="small"):
        for name, data in result.scatters.items():
            title, beside = f"{name}: {result.scores[name]:.4f}", result.scatters.values()
            figure = figures.scatter(data, title, among=beside)
            _chart(figure, f"paper.{result.name}.{name}", 190)


def _roc(result: PartResult) -> Any:
    curves, scores = result.curves, result.scores
    if not result.ks:
        return figures.roc(curves, scores, figures.colours_in_order(curves))
    best = DATASETS[result.name].true_k
    assert best is not None
    ink = "#ffffff" if st.context.theme.type == "dark" else "#111111"
    return figures.roc(curves, scores, figures.colours_by_k(result.ks, best, ink), corner=0.03)


def _toy_tables(result: PartResult) -> None:
    """Figure 2: points, similarity matrix, list of pairs."""
    (data,) = result.scatters.values()
    _chart(figures.scatter(data, "points", height=240), "paper.toy.points")
    similarity = pd.DataFrame(
        1 - squareform(data.distances), index=data.object_names, columns=data.object_names
    )
    st.table(similarity.style.format("{:.2f}"), border="horizontal")
    with st.expander("The 21 pairs, nearest first", icon=":material/list:"):
        _show_pairs(data)


def _tie_tables(result: PartResult) -> None:  # noqa: ARG001 - every row is called alike
    """The table on ties: six pairs with their labels and scores."""
    _show_pairs(load_dataset("ties"))


def _show_pairs(data: Dataset) -> None:
    table = pair_table(data).style.format({"similarity": "{:.2f}"})
    st.table(table, border="horizontal", hide_index=True)


def pair_table(data: Dataset) -> pd.DataFrame:
    """Every pair of objects, nearest first: its name, whether in one cluster, its similarity."""
    names, labels = data.object_names, data.labels
    assert names is not None
    assert labels is not None
    assert data.distances is not None
    first, second = np.triu_indices(data.n, 1)
    table = pd.DataFrame(
        {
            "pair": [names[i] + names[j] for i, j in zip(first, second, strict=True)],
            "same cluster": (labels[first] == labels[second]).astype(int),
            "similarity": (1 - data.distances).round(2),
        }
    )
    return table.sort_values("similarity", ascending=False, kind="stable", ignore_index=True)


def _basics(part: Part) -> None:
    result = work.part(part.name)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"##### {part.title}")
        curves, scores = result.curves, result.scores
        colours = figures.colours_in_order(curves)
        _chart(figures.roc(curves, scores, colours, area="AUC"), "paper.basics")
    with right:
        st.markdown("##### The area under it")
        _chart(figures.area(result.curves["scores"]), "paper.basics.area")
    st.caption(
        "A classifier gives 60 objects scores; half of them are positive. Walking from the highest "
        "score to the lowest, the curve goes up at a positive and to the right at a negative. The "
        "dotted diagonal is a coin. Turning all scores around mirrors the curve, so an area below "
        "½ becomes one above it."
    )
    _show_checks([result])


def _overlap(part: Part) -> None:
    result = work.part(part.name)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(f"##### {part.title}")
        _chart(_roc(result), "paper.overlap")
    with right:
        st.caption(
            f"{part.about} One draw of ours beside one of theirs. Our six share their random "
            "numbers, stretched to each variance, so that nothing else differs; their pictures "
            "have one scale."
        )
        _explain_checks()
    _scatters(result)
    _show_checks([result])
    st.markdown("##### Whose draw is printed?")
    st.table(overlap_table(result.scores), border="horizontal", hide_index=True)
    st.caption(
        "The authors' R package has six sets that it documents as those of this figure. Exact AUCC "
        "on them is not what is printed under the figure, so the printed values are of other "
        "draws. Those data are not shipped here."
    )


def overlap_table(ours: Mapping[str, float]) -> pd.DataFrame:
    """By variance: printed, on the sets of the authors' package, ours."""
    return pd.DataFrame(
        {
            "variance": list(OVERLAP),
            "printed under the figure": list(OVERLAP.values()),
            "sets of the authors' package": [PACKAGE_OVERLAP[v] for v in OVERLAP],
            "our draw": [f"{value:.10f}" for value in ours.values()],
        }
    )


def _chance(part: Part) -> None:
    """The reduced design at once; the paper's full one on demand."""
    full = None
    with st.expander(
        "The paper's full design", icon=":material/grid_on:", expanded=work.full_under_way()
    ):
        full = work.full_design(0)
    result = work.part(part.name) if full is None else chance_result(full, FULL_DESIGN.repeats)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(f"##### {part.title}")
        _chart(figures.chance(result.series), "paper.chance")
    with right:
        st.caption(CHANCE)
        if full is None:
            st.caption(" ".join([REDUCED, *said("design", REDUCED_DESIGN)]))
        st.download_button(
            "Every mean and spread (CSV)",
            lambda: exports.csv_bytes(said_if_turned(result.series)),
            file_name="aucc-random-partitions.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
        )
    _show_checks([result])


def said_if_turned(series: pd.DataFrame) -> pd.DataFrame:
    """The experiment's table with a column that says whether a criterion's sign is turned."""
    return series.assign(turned=[not CRITERIA[c].higher_is_better for c in series["criterion"]])


def _timing(part: Part) -> None:
    result = work.part(part.name)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(f"##### {part.title}")
        _chart(figures.timing(result.series), "paper.timing")
    with right:
        st.caption(TIMING)
        _show_checks([result])


def theorems(parts: Sequence[Part]) -> None:
    """What is proved, held against numbers; the tables behind it under a fold."""
    for part in parts:
        result = work.part(part.name)
        st.markdown(f"##### {part.title}")
        st.caption(part.about)
        _show_checks([result])
        with st.expander("What was computed", icon=":material/table_rows:"):
            st.dataframe(result.series, hide_index=True)


def show_slips() -> None:
    """The four slips, each with what is printed, what is meant, and evidence computed here."""
    here = work.computed_here()
    unchecked = [n for n in DATA_TABLE if n not in (*FIRM_SETS, *TIED_SETS)]
    st.markdown(
        "These things in the paper cannot be meant as they are printed. None changes its "
        "theorems; two change how its agreement table is read."
    )
    st.caption(
        f"The first two are held against our figures on {listed(list(FIRM_SETS))}. Left out are "
        f"{listed(list(TIED_SETS))}, where many distances are equal and random starts move the "
        f"figures, and {listed(list(unchecked))}, whose data cannot be shipped. Of our figures "
        f"those on {listed(list(here))} are computed here, the others were recomputed with other "
        "software (R); **Run it again** computes all sets that come with the program."
    )
    ours = {**RECOMPUTED_AGREEMENT, **here}
    for slip in SLIPS.values():
        evidence = slip.evidence(ours)
        with st.container(border=True):
            st.markdown(f"##### {slip.title}")
            st.markdown(f"{slip.where}. Printed: **{slip.printed}**. Meant: **{slip.meant}**.")
            for line in said(slip.about, evidence):
                st.markdown(line)
            table = evidence_table(evidence)
            digits: Any = {name: _digits(table[name]) for name in table.select_dtypes("float")}
            st.table(table.style.format(digits), border="horizontal", hide_index=True)
            st.caption(slip.note)


def evidence_table(evidence: pd.DataFrame) -> pd.DataFrame:
    """The evidence with headings for people and short names of criteria."""
    table = evidence.rename(columns=EVIDENCE_HEADINGS)
    if "row" in table:
        table["row"] = [CRITERIA[name].short for name in table["row"]]
    return table


def _digits(column: pd.Series) -> str:
    """How to write a column, all of it with as many digits."""
    return "{:.0f}" if (column % 1 == 0).all() else "{:.4f}"


def _chart(figure: Any, key: str, width: Any = "stretch") -> None:
    st.plotly_chart(figure, width=width, key=key, config=charts.STILL)


@dataclass(frozen=True)
class Section:
    """One choice of the screen: its title, what it draws, and whether the paper has it too."""

    title: str
    show: Callable[[], None]
    of_the_paper: bool = True


# Parts that have a section to themselves, and what stands above the curve of some others.
ALONE: Mapping[str, Callable[[Part], None]] = {
    "basics": _basics,
    "overlap": _overlap,
    "chance": _chance,
    "timing": _timing,
}
TABLES: Mapping[str, Callable[[PartResult], None]] = {"toy": _toy_tables, "ties": _tie_tables}


def sections() -> dict[str, Section]:
    """What there is to choose: every part of the paper, some of them together."""
    parts: dict[tuple[str, str], list[Part]] = {}
    for part in PARTS.values():
        parts.setdefault(part.section, []).append(part)
    found = {name: Section(title, partial(side_by_side, of)) for (name, title), of in parts.items()}
    proved = next(of for (name, _), of in parts.items() if name == "theorems")
    found["theorems"] = Section("Theorems", partial(theorems, proved))
    timing = found.pop("timing")  # the last of the paper's
    return {
        "overview": Section("Overview", overview),
        **found,
        "agreement": Section("Agreement", show_agreement),
        "slips": Section("Slips", show_slips),
        "timing": timing,
        "own": Section("Your own study", own_study.show_own_study, of_the_paper=False),
    }


def ask_section() -> Section:
    """Which part of the paper to show."""
    offered = sections()
    # Pills break into rows on a narrow page and still look whole.
    chosen = st.pills(
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
