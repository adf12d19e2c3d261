"""The import step: drop files, see how they were understood, correct it, go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.ingest import Preview
from aucc_core.ingest.choices import DELIMITERS, ROLES
from aucc_core.ingest.questions import Question
from aucc_core.ingest.sniff import FORMAT_NAMES
from aucc_core.validate import InputError
from pages.ui import file_choice, session
from pages.ui.cached import remembered
from pages.ui.jobs import digest_of
from pages.ui.plain import plain, plain_sentence
from pages.ui.uploads_read import (
    MOST_FILES,
    PARTS,
    Upload,
    guess_parts,
    preview_of,
    read_uploads,
)

ACCEPTED = "CSV, TSV, Excel, OpenDocument, Parquet, Feather or NumPy"
_AUTO = None
_MOST_ROLES = 200


def ask_files(page: str) -> list[Upload]:
    """The uploader; nothing is read yet."""
    files = file_choice.ask_files(
        "Drop your table here",
        key=f"{page}.files",
        help=f"{ACCEPTED}; told apart by content. Add a label file or a distance matrix if you "
        "have one. Files stay in this session's memory and are never stored.",
    )
    return [Upload(f.name, f.getvalue()) for f in files]


def confirmed(page: str, uploads: Sequence[Upload]) -> bool:
    """Whether these files are the ones that were already taken in."""
    return st.session_state.get(f"{page}.taken") == _digest(uploads)


def import_step(page: str, uploads: Sequence[Upload], go: str) -> None:
    """Preview with the guesses as controls and one button to go on; reports its own errors."""
    key = f"{page}.{_digest(uploads)[:10]}"
    forced: dict[str, Any] = {}
    problem = _problem(uploads, forced)
    if problem is not None:
        # The guesses failed; let the person say how the file is to be read.
        forced = _ask_by_hand(key)
        problem = _problem(uploads, forced)
    if problem is not None:
        st.error(plain_sentence(problem), icon=":material/error:")
        return
    try:
        if len(uploads) > MOST_FILES:
            raise InputError(f"At most {MOST_FILES} files go together: data, labels, distances.")
        parts = _ask_parts(key, uploads, forced)
        main = next((i for i, part in enumerate(parts) if part != "labels"), 0)
        choices, preview = _ask_choices(key, uploads[main], parts[main], forced)
        data = _read(uploads, parts, choices)
    except InputError as error:
        st.error(plain_sentence(error), icon=":material/error:")
        return
    _say_result(data)
    if st.button(go, type="primary", key=f"{key}.go", icon=":material/check:"):
        session.keep_upload(data)
        st.session_state[f"{page}.taken"] = _digest(uploads)
        st.session_state[f"{page}.fresh"] = True
        st.rerun()
    _show_head(preview)


def _digest(uploads: Sequence[Upload]) -> str:
    return digest_of("uploads", [(u.name, u.data) for u in uploads])


def _preview(upload: Upload, choices: dict[str, Any]) -> Preview:
    digest = digest_of("preview", upload.name, upload.data, choices)
    return remembered(digest, lambda: preview_of(upload, choices))


def _read(uploads: Sequence[Upload], parts: Sequence[str], choices: dict[str, Any]) -> Dataset:
    digest = digest_of("read", _digest(uploads), list(parts), choices)
    return remembered(digest, lambda: read_uploads(uploads, parts, choices))


def _problem(uploads: Sequence[Upload], forced: dict[str, Any]) -> InputError | None:
    """Why some file cannot even be split into rows and columns."""
    try:
        for upload in uploads:
            _preview(upload, forced)
    except InputError as error:
        return error
    return None


def _ask_by_hand(key: str) -> dict[str, Any]:
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


def _ask_parts(key: str, uploads: Sequence[Upload], forced: dict[str, Any]) -> list[str]:
    previews = [_preview(u, forced) for u in uploads]
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


def _ask_choices(
    key: str, upload: Upload, part: str, forced: dict[str, Any]
) -> tuple[dict[str, Any], Preview]:
    """Choices that the person made, and the preview under them."""
    preview = _preview(upload, forced)
    what = FORMAT_NAMES[preview.format]
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
            choices["standardize"] = st.toggle(
                "Standardise the features",
                key=f"{key}.standardize",
                help="Scale every feature to mean 0 and standard deviation 1, so that all weigh "
                "the same.",
            )
    if choices:
        preview = _preview(upload, choices)
    roles = _ask_roles(f"{key}.{digest_of(choices)[:8]}", preview)
    if roles:
        choices["roles"] = roles
    return choices, preview


def _ask_all(key: str, questions: Sequence[Question], choices: dict[str, Any]) -> None:
    columns = st.columns(min(4, max(2, len(questions))))
    for i, question in enumerate(questions):
        with columns[i % len(columns)]:
            answer = _ask(key, question)
        if answer is not _AUTO:
            choices[question.key] = answer


def _ask(key: str, question: Question) -> Any:
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


def _say_result(data: Dataset) -> None:
    labels = list(data.label_columns)
    what = "distance matrix" if data.distances is not None else f"{data.d:,} features"
    named = (
        f"{len(labels)} label column{'' if len(labels) == 1 else 's'}" if labels else "no labels"
    )
    st.markdown(f"Understood as **{data.n:,} objects, {what}, {named}**.")
    show_notices(data.notices)


def show_notices(notices: Sequence[str], *, open_up_to: int = 6) -> None:
    """What was done to the data, one line each."""
    if not notices:
        return
    lines = "\n".join(f"- {plain_sentence(n)}" for n in notices)
    if len(notices) <= open_up_to:
        st.caption(lines)
    else:
        notes = "1 note" if len(notices) == 1 else f"{len(notices)} notes"
        with st.expander(f"{notes} on how the file was read"):
            st.caption(lines)


def _show_head(preview: Preview) -> None:
    with st.expander("First rows", icon=":material/table_rows:"):
        st.dataframe(preview.head, hide_index=True)
