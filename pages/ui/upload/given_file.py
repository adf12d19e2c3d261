"""The file that the server was started with (`aucc app FILE`), for who opens it by its link.

The command prints a link with a key. The key is what gives the file away: others who can reach
this port, another user of the same machine say, do not get it, nor does a server that listens to a
network. The file is read and taken in like an upload. Reloads bring it back as long as the server
runs; if it was changed meanwhile, as it is then.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import InputError
from pages.ui.state import link, session
from pages.ui.state.upload_size import file_megabytes, for_this_machine_only
from pages.ui.upload import import_step
from pages.ui.upload.files import Import, Readings, Upload, guess_parts, read_uploads

# What `aucc app` sets (aucc_core/cli/app.py).
FILE_VARIABLE, KEY_VARIABLE = "AUCC_FILE", "AUCC_FILE_KEY"
KEY_NAME = "open"  # in the address
# Of the session: the file was looked at; what is left to correct; why it was refused.
_SEEN, _WAITING, _PROBLEM = "given.seen", "given.waiting", "given.problem"


def take_given(page: str) -> Sequence[Upload]:
    """Take the file in as it is guessed to be; return it when the person has to say more."""
    if not st.session_state.get(_SEEN) and _has_key():
        st.session_state[_SEEN] = True
        if session.upload() is None:
            with st.spinner("Reading the file …", show_time=True):
                _take(page)
    if problem := st.session_state.get(_PROBLEM):
        st.error(plain_sentence(problem), icon=":material/error:")
    return import_step.waiting(page, st.session_state.get(_WAITING, ()))


def forget_given() -> None:
    """Do not bring the file back."""
    for key in (_WAITING, _PROBLEM):
        st.session_state.pop(key, None)
    link.write(KEY_NAME)


def _has_key() -> bool:
    key = os.environ.get(KEY_VARIABLE, "")
    asked = "".join(link.read(KEY_NAME)[:1])
    right = bool(key) and hmac.compare_digest(asked.encode(), key.encode())
    return right and for_this_machine_only()


def _take(page: str) -> None:
    path = Path(os.environ[FILE_VARIABLE])
    try:
        upload = _read(path)
    except InputError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    readings = Readings()
    try:
        parts = guess_parts([readings.of(upload, {}).preview])
        data = read_uploads([upload], parts, {}, readings)
    except InputError:  # the import step says what is wrong, and offers other ways to read it
        st.session_state[_WAITING] = (upload,)
        return
    import_step.take_in(Import((upload,), {}, tuple(parts)), data)
    # A link that names other data shows those, and the table is in the menu.
    st.session_state[f"{page}.fresh"] = not link.read("data")


def _read(path: Path) -> Upload:
    most = file_megabytes()
    try:
        if path.stat().st_size > most << 20:
            raise InputError(
                f"{path.name} has more than {most} MB. Keep fewer columns or a sample; "
                '"aucc score" in a terminal takes files of any size.'
            )
        return Upload(path.name, path.read_bytes())
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}.") from error
