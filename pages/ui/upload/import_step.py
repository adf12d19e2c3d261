"""The import step: drop files, see how they were understood, correct it, go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from aucc_core.ingest import Preview
from aucc_core.ingest.names import plural
from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import Dataset, InputError
from pages.ui.state import session
from pages.ui.state.cache import remembered
from pages.ui.store.digest import digest_of
from pages.ui.upload import ask, roles
from pages.ui.upload.files import MOST_FILES, Import, Readings, Upload, read_uploads

# Larger files are not kept to be corrected: tables and results need the room.
_LARGEST_KEPT = 128 << 20
# Keys of the session's state: the table on screen is being corrected; files to be taken in.
_EDITING, _WANTED = "import.editing", "import.wanted"


def ask_files(page: str) -> list[Upload]:
    """The uploader; nothing is read yet."""
    return ask.ask_files(
        "Drop your table here",
        key=f"{page}.files",
        help=f"{ask.ACCEPTED}; told apart by content. Add a label file or a distance matrix if you "
        "have one. Files stay in this session's memory and are never stored.",
    )


def waiting(page: str, uploads: Sequence[Upload]) -> Sequence[Upload]:
    """Files for the import step: dropped and not taken in yet, or brought back to be corrected."""
    if uploads and st.session_state.get(f"{page}.taken") != digest_of_all(uploads):
        st.session_state[_EDITING] = False
        return uploads
    if not st.session_state.get(_EDITING):
        return ()
    known = session.imported()
    if known is None:
        st.session_state[_EDITING] = False
        st.info(ask.GONE, icon=":material/upload_file:")
        return ()
    return known.uploads


def offer_edit() -> None:
    """A button that brings the import step of the table on screen back, as it was left."""
    if session.imported() is not None:
        st.button(
            "Edit columns",
            key="import.edit",
            icon=":material/edit:",
            on_click=_begin_edit,
            help="Back to the import step: what each column is for, how the file is read.",
        )


def forget() -> None:
    """Let go of the table, its files and what waits in the uploaders."""
    session.forget_upload()
    for key in list(st.session_state):
        if str(key).endswith(".taken") or str(key).startswith("import."):
            del st.session_state[key]
    ask.empty_uploaders()


def import_step(page: str, uploads: Sequence[Upload], go: str) -> None:
    """Preview with the guesses as controls and one button to go on; reports its own errors."""
    key = f"import.{digest_of_all(uploads)[:10]}"
    _restore(uploads)
    files = _Files(uploads)
    forced: dict[str, Any] = {}
    with st.spinner("Reading the file …", show_time=True):
        problem = files.problem(forced)
    if problem is not None:
        # The guesses failed; let the person say how the file is to be read.
        forced = ask.ask_by_hand(key)
        problem = files.problem(forced)
    if problem is not None:
        _refuse(problem)
        return
    # Above the questions, so that the next step is seen without scrolling.
    above = st.container()
    try:
        if len(uploads) > MOST_FILES:
            raise InputError(f"At most {MOST_FILES} files go together: data, labels, distances.")
        parts = ask.ask_parts(key, uploads, [files.preview(u, forced) for u in uploads])
        main = next((i for i, part in enumerate(parts) if part != "labels"), 0)
        choices, preview = ask.ask_choices(key, uploads[main], forced, files.preview)
        data = files.dataset(parts, choices)
    except InputError as error:
        st.session_state.pop(_WANTED, None)
        with above:
            _refuse(error)
        return
    if st.session_state.get(_WANTED) == digest_of_all(uploads):
        taken = Import(tuple(uploads), _answers(uploads), tuple(parts), choices)
        _take(page, taken, data)
    with above:
        _say_result(data)
        # As a callback: a script that is interrupted on its way to a button forgets the click. It
        # is about the files, as this run's choices may come with the click.
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                go,
                type="primary",
                key=f"{key}.go",
                icon=":material/check:",
                on_click=st.session_state.__setitem__,
                args=(_WANTED, digest_of_all(uploads)),
            )
            _offer_back()
    _show_head(preview)


def _refuse(error: InputError) -> None:
    st.error(plain_sentence(error), icon=":material/error:")
    _offer_back()


def _offer_back() -> None:
    """The way out of a correction."""
    if st.session_state.get(_EDITING):
        st.button("Keep it as it was", key="import.back", on_click=_end_edit, type="tertiary")


def _begin_edit() -> None:
    st.session_state[_EDITING] = True


def _end_edit() -> None:
    st.session_state[_EDITING] = False


def _restore(uploads: Sequence[Upload]) -> None:
    """Put the answers given before into controls that are drawn anew."""
    known = session.imported()
    if known is None or known.digest != digest_of_all(uploads):
        return
    for key, value in known.answers.items():
        st.session_state.setdefault(key, value)


def _answers(uploads: Sequence[Upload]) -> dict[str, Any]:
    """What was answered about these files; buttons and the table of roles cannot be set again."""
    key = f"import.{digest_of_all(uploads)[:10]}."
    plain_values = (bool, int, float, str)
    found = {
        str(k): v
        for k, v in st.session_state.items()
        if str(k).startswith(key) and isinstance(v, plain_values) and not str(k).endswith(".go")
    }
    return {**found, **roles.answers(f"{key[:-1]}")}


def take_again(taken: Import) -> None:
    """Take files in that were taken in before, with the same answers; for a callback."""
    take_in(taken, taken.dataset())
    st.session_state[_EDITING] = False


def take_in(taken: Import, data: Dataset) -> None:
    """Keep files and the data that was read from them for all screens."""
    _keep(taken)
    session.keep_upload(data, how_read=taken.how_read)


def _keep(taken: Import) -> None:
    """Remember the files to correct them, unless they are very large."""
    small = sum(len(u.data) for u in taken.uploads) <= _LARGEST_KEPT
    digest = digest_of("import", taken.digest, taken.answers)
    session.keep_import(taken if small else None, digest)


def _take(page: str, taken: Import, data: Dataset) -> None:
    """Keep the data for all screens and begin the script anew, which then shows them."""
    digest = taken.digest
    take_in(taken, data)
    if st.session_state.get(_EDITING):
        st.session_state[_EDITING] = False
    else:
        st.session_state[f"{page}.taken"] = digest
    st.session_state[f"{page}.fresh"] = True
    del st.session_state[_WANTED]
    st.rerun()


def digest_of_all(uploads: Sequence[Upload]) -> str:
    """Stands for files that were dropped together."""
    return Import(tuple(uploads), {}).digest


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
            digest_of("read", digest_of_all(self.uploads), parts, choices),
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
    what = plural(data.d, "feature") if data.distances is None else "distance matrix"
    named = plural(len(labels), "label column") if labels else "no labels"
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
