"""What each column is for: a table to correct one by one, and many columns at once.

Corrections made many at once, and those of a table that is shown anew because its guesses have
changed, become the state that the table begins with; so none is lost when another question is
answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase

import pandas as pd
import streamlit as st

from aucc_core.ingest import Preview
from aucc_core.ingest.choices import ROLES
from aucc_core.ingest.preview import ColumnGuess
from pages.ui.store.digest import digest_of

_MOST_SHOWN = 200
_MANY = 5
ROLE_HELP = (
    "feature: measured, distances use it. label: a clustering to score. id: name of the object. "
    "ignore: left out."
)


def _any(_: ColumnGuess) -> bool:
    return True


def _few_values(column: ColumnGuess) -> bool:
    return column.kind == "number" and 0 < column.distinct <= 30


# Groups of columns that can be given a role at once.
GROUPS: Mapping[str, Callable[[ColumnGuess], bool]] = {
    "all columns": _any,
    "all of numbers": lambda c: c.kind in ("number", "boolean"),
    "all of few whole numbers": _few_values,
    "all of words": lambda c: c.kind == "text",
}
NAMED, RANGE = "columns named like", "columns from … to"


def ask_roles(key: str, preview: Preview) -> dict[str, str]:
    """Roles that differ from the guess, by column."""
    columns = [c for c in preview.columns if c.role in ROLES]
    if not columns:
        return {}
    state = st.session_state.setdefault(f"{key}.roles", {"shown": "", "set": {}, "edited": {}})
    guessed = {c.name: c.role for c in columns}
    if len(columns) >= _MANY:
        _ask_many(key, columns)
    shown = digest_of(guessed, state["set"])[:8]
    if shown != state["shown"]:
        # The table begins anew, with what was corrected so far.
        state["set"] = {**state["set"], **state["edited"]}
        state["edited"] = {}
        state["shown"] = shown = digest_of(guessed, state["set"])[:8]
    now = {**guessed, **{name: r for name, r in state["set"].items() if name in guessed}}
    state["edited"] = _ask_one_by_one(f"{key}.roles.{shown}", preview, columns, now)
    now.update(state["edited"])
    return {name: role for name, role in now.items() if role != guessed[name]}


def answers(key: str) -> dict[str, object]:
    """What was corrected, as a state to begin with."""
    state = st.session_state.get(f"{key}.roles")
    if state is None:
        return {}
    return {f"{key}.roles": {"shown": "", "set": {**state["set"], **state["edited"]}, "edited": {}}}


def _ask_many(key: str, columns: Sequence[ColumnGuess]) -> None:
    names = [c.name for c in columns]
    which, detail, role, go = st.columns([3, 4, 2, 2], vertical_alignment="bottom")
    with which:
        group = st.selectbox("Many at once", [*GROUPS, NAMED, RANGE], key=f"{key}.many.group")
    with detail:
        if group == NAMED:
            pattern = st.text_input(
                "Name",
                key=f"{key}.many.pattern",
                placeholder="gene_*",
                help="* stands for any text",
            )
            chosen = [name for name in names if fnmatchcase(name.lower(), pattern.lower())]
        elif group == RANGE:
            first, last = st.columns(2)
            a = first.selectbox("From", names, key=f"{key}.many.from")
            b = last.selectbox("To", names, index=len(names) - 1, key=f"{key}.many.to")
            low, high = sorted((names.index(a), names.index(b)))
            chosen = names[low : high + 1]
        else:
            chosen = [c.name for c in columns if GROUPS[group](c)]
            st.caption(f"{len(chosen):,} of {len(names):,} columns")
    with role:
        wanted = st.selectbox("Use as", ROLES, key=f"{key}.many.role", help=ROLE_HELP)
    with go:
        st.button(
            f"Set {len(chosen):,}",
            key=f"{key}.many.go",
            disabled=not chosen,
            on_click=_set_many,
            args=(key, chosen, wanted),
        )


def _set_many(key: str, names: Sequence[str], role: str) -> None:
    state = st.session_state[f"{key}.roles"]
    state["set"] = {**state["set"], **state["edited"], **dict.fromkeys(names, role)}
    state["edited"] = {}


def _ask_one_by_one(
    key: str, preview: Preview, columns: Sequence[ColumnGuess], now: Mapping[str, str]
) -> dict[str, str]:
    """Roles that were changed in the table."""
    shown = columns[:_MOST_SHOWN]
    table = pd.DataFrame(
        {
            "column": [c.name for c in shown],
            "use as": [now[c.name] for c in shown],
            "holds": [c.kind for c in shown],
            "for example": [_example(preview, c.name) for c in shown],
            "missing": [c.missing for c in shown],
        }
    )
    edited = st.data_editor(
        table,
        hide_index=True,
        key=key,
        disabled=["column", "holds", "for example", "missing"],
        column_config={
            "use as": st.column_config.SelectboxColumn(
                "use as ✎", options=list(ROLES), required=True, help=ROLE_HELP
            )
        },
        height=min(36 * (len(shown) + 1), 330),
    )
    if len(columns) > len(shown):
        st.caption(
            f"The first {len(shown)} of {len(columns):,} columns; set the others many at once."
        )
    pairs = zip(shown, edited["use as"], strict=True)
    return {c.name: str(role) for c, role in pairs if role != now[c.name]}


def _example(preview: Preview, name: str) -> str:
    if name not in preview.head:
        return ""
    cells = [str(v) for v in preview.head[name].unique()[:3]]
    return ", ".join(c[:24] for c in cells)
