"""The questions of the import step: which files, how to split them, what each column is for.

Each function draws its widgets and returns a plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from aucc_core.ingest import Preview
from aucc_core.ingest.cells import FORMATS
from aucc_core.ingest.choices import DELIMITERS
from aucc_core.ingest.preview import ImportQuestion
from aucc_core.report.escape import plain
from pages.ui.state.upload_size import file_megabytes
from pages.ui.upload import roles
from pages.ui.upload.files import PARTS, Upload, guess_parts

ACCEPTED = "CSV, TSV, Excel, OpenDocument, JSON, ARFF, Parquet, Feather or NumPy, also zipped"
PASTED = "pasted table"
_LONGEST_PASTE = 5_000_000
GONE = "The server no longer has your file. Choose it again."
_AUTO = None
_ABREAST = 3

# The preview of a file under the choices made so far.
PreviewOf = Callable[[Upload, dict[str, Any]], Preview]


def ask_files(label: str, *, key: str, help: str) -> list[Upload]:  # noqa: A002 -- Streamlit's word
    """Files that were dropped; says so when a restarted server has lost them.

    The browser goes on listing files after a restart, and Streamlit takes a file that it does not
    know for no file at all. A new key empties the list, so that it shows what is so.
    """
    turn = st.session_state.setdefault(f"{key}.turn", 0)
    name = f"{key}.{turn}" if turn else key
    files = st.file_uploader(
        label,
        accept_multiple_files=True,
        key=name,
        help=help,
        max_upload_size=file_megabytes(),
    )
    if len(files) < len(st.session_state[name]):
        st.session_state[f"{key}.turn"] = turn + 1
        st.session_state[f"{key}.gone"] = True
        st.rerun()
    if files:
        st.session_state[f"{key}.gone"] = False
    if st.session_state.get(f"{key}.gone"):
        st.info(GONE, icon=":material/upload_file:")
    return [*(Upload(f.name, f.getvalue()) for f in files), *_ask_paste(f"{name}.paste")]


def _ask_paste(key: str) -> list[Upload]:
    """A table copied from a spreadsheet or a web page, as a file like any other."""
    with st.popover("Paste a table", icon=":material/content_paste:", type="tertiary"):
        text = st.text_area(
            "Copy cells in a spreadsheet, paste them here",
            key=key,
            height=200,
            max_chars=_LONGEST_PASTE,
            placeholder="x\ty\tgroup\n1.5\t2.0\ta",
            help="Names in the first row, if there are any. Then press Ctrl+Enter.",
        )
    return [Upload(PASTED, text.encode("utf-8", "replace"))] if text.strip() else []


def empty_uploaders() -> None:
    """Let every uploader begin anew without files."""
    for name in [str(k) for k in st.session_state if str(k).endswith(".files.turn")]:
        st.session_state[name] += 1


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
            kinds: dict[Any, str] = {_AUTO: "guess", 1: "in the first row", 0: "nowhere"}
            choices["header_row"] = st.selectbox(
                "Names of the columns", list(kinds), format_func=kinds.__getitem__, key=f"{key}.row"
            )
    if not choices["skip_rows"]:
        del choices["skip_rows"]
    return {name: value for name, value in choices.items() if value is not _AUTO}


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
    key: str, upload: Upload, forced: dict[str, Any], preview_of: PreviewOf
) -> tuple[dict[str, Any], Preview]:
    """Choices that the person made, and the preview under them."""
    preview = preview_of(upload, forced)
    what = FORMATS[preview.format].label
    st.markdown(
        f"**{plain(preview.name)}** · {what}, {preview.n_rows:,} rows × "
        f"{preview.n_columns:,} columns"
    )
    choices = dict(forced)
    doubtful = st.columns(_ABREAST)
    settled = st.expander("How the file is read", icon=":material/tune:").columns(_ABREAST)
    asked = {True: 0, False: 0}
    for stage in ("cells", "columns", "roles", "values"):
        # Each answer decides what else is worth asking.
        if stage == "roles":
            chosen = roles.ask_roles(key, preview)
            choices.update({"roles": chosen} if chosen else {})
        questions = [q for q in preview.questions if q.stage == stage and q.key not in forced]
        for question in questions:
            places = doubtful if question.open else settled
            with places[asked[question.open] % _ABREAST]:
                answer = _ask(key, question)
            asked[question.open] += 1
            choices.update({} if answer is _AUTO else {question.key: answer})
        if choices:
            preview = preview_of(upload, choices)
    return choices, preview


def _ask(key: str, question: ImportQuestion) -> Any:
    """One question; leaving it alone keeps the guess."""
    others = [o for o in question.options if o != question.default]
    guess = str(question.options.get(question.default, question.default))

    def word(option: Any) -> str:
        return f"{guess} (guessed)" if option is _AUTO else str(question.options[option])

    return st.selectbox(
        question.text, [_AUTO, *others], format_func=word, key=f"{key}.{question.key}"
    )
