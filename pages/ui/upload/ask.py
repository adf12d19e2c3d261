"""The questions of the import step: which files, how to split them, what each column is for.

Each function draws its widgets and returns a plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.ingest import Preview
from aucc_core.ingest.cells import FORMATS
from aucc_core.ingest.choices import DELIMITERS, ROLES
from aucc_core.ingest.preview import ImportQuestion
from aucc_core.report.escape import plain
from pages.ui.store.digest import digest_of
from pages.ui.upload.files import PARTS, Upload, guess_parts

ACCEPTED = "CSV, TSV, Excel, OpenDocument, Parquet, Feather or NumPy"
GONE = "The server no longer has your file. Choose it again."
_AUTO = None
_MOST_ROLES = 200

# The preview of a file under the choices made so far.
PreviewOf = Callable[[Upload, dict[str, Any]], Preview]


def ask_files(label: str, *, key: str, help: str) -> list[Upload]:  # noqa: A002 -- Streamlit's word
    """Files that were dropped; says so when a restarted server has lost them.

    The browser goes on listing files after a restart, and Streamlit takes a file that it does not
    know for no file at all. A new key empties the list, so that it shows what is so.
    """
    turn = st.session_state.get(f"{key}.turn", 0)
    name = f"{key}.{turn}" if turn else key
    files = st.file_uploader(label, accept_multiple_files=True, key=name, help=help)
    if len(files) < len(st.session_state[name]):
        st.session_state[f"{key}.turn"] = turn + 1
        st.session_state[f"{key}.gone"] = True
        st.rerun()
    if files:
        st.session_state[f"{key}.gone"] = False
    if st.session_state.get(f"{key}.gone"):
        st.info(GONE, icon=":material/upload_file:")
    return [Upload(f.name, f.getvalue()) for f in files]


def ask_by_hand(key: str) -> dict[str, Any]:
    """How to split a text file into cells, without any guess."""
    choices: dict[str, Any] = {}
    with st.expander("Read the file another way", icon=":material/build:"):
        left, middle, right = st.columns(3)
        with left:
            names: dict[Any, str] = {_AUTO: "guess", **DELIMITERS}
            choices["delimiter"] = st.selectbox(
                "Columns are separated by",
                list(names),
                format_func=names.__getitem__,
                key=f"{key}.by",
            )
        with middle:
            choices["skip_rows"] = st.number_input(
                "Lines to skip at the top", 0, 1000, 0, key=f"{key}.skip"
            )
        with right:
            kinds: dict[Any, str] = {_AUTO: "guess", True: "names of the columns", False: "data"}
            choices["header"] = st.selectbox(
                "First row", list(kinds), format_func=kinds.__getitem__, key=f"{key}.first"
            )
    return {name: value for name, value in choices.items() if value or value is False}


def ask_parts(key: str, uploads: Sequence[Upload], previews: Sequence[Preview]) -> list[str]:
    """What each file holds; a single file is what it looks like."""
    guessed = guess_parts(previews)
    if len(uploads) == 1:
        return guessed
    parts = []
    for i, (upload, guess) in enumerate(zip(uploads, guessed, strict=True)):
        parts.append(
            st.selectbox(
                plain(upload.name),
                list(PARTS),
                index=list(PARTS).index(guess),
                format_func=PARTS.__getitem__,
                key=f"{key}.part.{i}",
            )
        )
    return parts


def ask_choices(
    key: str, upload: Upload, part: str, forced: dict[str, Any], preview_of: PreviewOf
) -> tuple[dict[str, Any], Preview]:
    """Choices that the person made, and the preview under them."""
    preview = preview_of(upload, forced)
    what = FORMATS[preview.format].label
    st.markdown(
        f"**{plain(preview.name)}** · {what}, {preview.n_rows:,} rows × "
        f"{preview.n_columns:,} columns"
    )
    questions = [q for q in preview.questions if q.key not in forced]
    choices = dict(forced)
    doubtful = [q for q in questions if q.open]
    settled = [q for q in questions if not q.open]
    if doubtful:
        _ask_all(key, doubtful, choices)
    with st.expander("How the file is read", icon=":material/tune:"):
        _ask_all(key, settled, choices)
        if part == "features":
            wanted = st.toggle(
                "Standardise the features",
                key=f"{key}.standardize",
                help="Scale every feature to mean 0 and standard deviation 1, so that all weigh "
                "the same.",
            )
            choices.update({"standardize": True} if wanted else {})
    if choices:
        preview = preview_of(upload, choices)
    roles = _ask_roles(f"{key}.{digest_of(choices)[:8]}", preview)
    if roles:
        choices["roles"] = roles
    return choices, preview


def _ask_all(key: str, questions: Sequence[ImportQuestion], choices: dict[str, Any]) -> None:
    columns = st.columns(min(4, max(2, len(questions))))
    for i, question in enumerate(questions):
        with columns[i % len(columns)]:
            answer = _ask(key, question)
        if answer is not _AUTO:
            choices[question.key] = answer


def _ask(key: str, question: ImportQuestion) -> Any:
    """One question; leaving it alone keeps the guess."""
    others = [o for o in question.options if o != question.default]
    guess = str(question.options.get(question.default, question.default))

    def word(option: Any) -> str:
        return f"{guess} (guessed)" if option is _AUTO else str(question.options[option])

    return st.selectbox(
        question.text, [_AUTO, *others], format_func=word, key=f"{key}.{question.key}"
    )


def _ask_roles(key: str, preview: Preview) -> dict[str, str]:
    """Roles that differ from the guess."""
    columns = [c for c in preview.columns if c.role in ROLES][:_MOST_ROLES]
    if not columns:
        return {}
    table = pd.DataFrame(
        {
            "column": [c.name for c in columns],
            "use as": [c.role for c in columns],
            "holds": [c.kind for c in columns],
            "for example": [_example(preview, c.name) for c in columns],
            "missing": [c.missing for c in columns],
        }
    )
    edited = st.data_editor(
        table,
        hide_index=True,
        key=f"{key}.roles",
        disabled=["column", "holds", "for example", "missing"],
        column_config={
            "use as": st.column_config.SelectboxColumn(
                "use as ✎",
                options=list(ROLES),
                required=True,
                help="feature: measured, distances use it. label: a clustering to score. id: name "
                "of the object. ignore: left out.",
            )
        },
        height=min(36 * (len(columns) + 1), 330),
    )
    pairs = zip(columns, edited["use as"], strict=True)
    return {c.name: str(role) for c, role in pairs if role != c.role}


def _example(preview: Preview, name: str) -> str:
    if name not in preview.head:
        return ""
    cells = [str(v) for v in preview.head[name].unique()[:3]]
    return ", ".join(c[:24] for c in cells)
