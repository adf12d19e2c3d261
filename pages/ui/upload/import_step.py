"""The import step: drop files, see how they were understood, correct it, go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from aucc_core.ingest import Preview
from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import Dataset, InputError
from pages.ui.state import session
from pages.ui.state.cache import remembered
from pages.ui.store.digest import digest_of
from pages.ui.upload import ask
from pages.ui.upload.files import MOST_FILES, Readings, Upload, read_uploads


def ask_files(page: str) -> list[Upload]:
    """The uploader; nothing is read yet."""
    return ask.ask_files(
        "Drop your table here",
        key=f"{page}.files",
        help=f"{ask.ACCEPTED}; told apart by content. Add a label file or a distance matrix if you "
        "have one. Files stay in this session's memory and are never stored.",
    )


def confirmed(page: str, uploads: Sequence[Upload]) -> bool:
    """Whether these files are the ones that were already taken in."""
    return st.session_state.get(f"{page}.taken") == _digest(uploads)


def import_step(page: str, uploads: Sequence[Upload], go: str) -> None:
    """Preview with the guesses as controls and one button to go on; reports its own errors."""
    key = f"{page}.{_digest(uploads)[:10]}"
    files = _Files(uploads)
    forced: dict[str, Any] = {}
    problem = files.problem(forced)
    if problem is not None:
        # The guesses failed; let the person say how the file is to be read.
        forced = ask.ask_by_hand(key)
        problem = files.problem(forced)
    if problem is not None:
        st.error(plain_sentence(problem), icon=":material/error:")
        return
    try:
        if len(uploads) > MOST_FILES:
            raise InputError(f"At most {MOST_FILES} files go together: data, labels, distances.")
        parts = ask.ask_parts(key, uploads, [files.preview(u, forced) for u in uploads])
        main = next((i for i, part in enumerate(parts) if part != "labels"), 0)
        choices, preview = ask.ask_choices(key, uploads[main], parts[main], forced, files.preview)
        data = files.dataset(parts, choices)
    except InputError as error:
        st.session_state.pop(f"{page}.wanted", None)
        st.error(plain_sentence(error), icon=":material/error:")
        return
    if st.session_state.get(f"{page}.wanted") == _digest(uploads):
        _take(page, uploads, data)
    _say_result(data)
    # As a callback: a script that is interrupted on its way to a button forgets the click. It is
    # about the files, as this run's choices may come with the click.
    st.button(
        go,
        type="primary",
        key=f"{key}.go",
        icon=":material/check:",
        on_click=st.session_state.__setitem__,
        args=(f"{page}.wanted", _digest(uploads)),
    )
    _show_head(preview)


def _take(page: str, uploads: Sequence[Upload], data: Dataset) -> None:
    """Keep the data for all screens and begin the script anew, which then shows them."""
    session.keep_upload(data)
    st.session_state[f"{page}.taken"] = _digest(uploads)
    st.session_state[f"{page}.fresh"] = True
    del st.session_state[f"{page}.wanted"]
    st.rerun()


def _digest(uploads: Sequence[Upload]) -> str:
    return digest_of("uploads", [u.digest for u in uploads])


class _Files:
    """The uploaded files. Their cells live for this run; previews and data are in the store."""

    def __init__(self, uploads: Sequence[Upload]) -> None:
        self.uploads = uploads
        self._readings = Readings()

    def preview(self, upload: Upload, choices: dict[str, Any]) -> Preview:
        """Preview of one file under the choices made so far."""
        digest = digest_of("preview", upload.digest, choices)
        return remembered(digest, lambda: self._readings.of(upload, choices).preview)

    def dataset(self, parts: Sequence[str], choices: dict[str, Any]) -> Dataset:
        """All files as one data set."""
        return remembered(
            digest_of("read", _digest(self.uploads), parts, choices),
            lambda: read_uploads(self.uploads, parts, choices, self._readings),
        )

    def problem(self, forced: dict[str, Any]) -> InputError | None:
        """Why some file cannot even be split into rows and columns."""
        try:
            for upload in self.uploads:
                self.preview(upload, forced)
        except InputError as error:
            return error
        return None


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
