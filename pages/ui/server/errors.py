"""Errors: a calm sentence on the page, the place but never the data in the log."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import streamlit as st

from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import InputError


def complain(error: Exception) -> bool:
    """Show what a user can do; True, so that Streamlit adds nothing of its own."""
    if isinstance(error, InputError):
        st.error(plain_sentence(error), icon=":material/error:")
    else:
        st.error(
            f"Something unexpected went wrong on this page ({type(error).__name__}). "
            "Your data is unchanged. Try another setting, or reload the page.",
            icon=":material/error:",
        )
    return True


def keep_data_out_of_logs() -> None:
    """Log every exception by type and place only: its message may quote an upload."""
    make = logging.getLogRecordFactory()
    if getattr(make, "is_discreet", False):
        return

    def discreet(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        if record.exc_info and record.exc_info[1] is not None:
            # A formatter that finds exc_text does not print the exception itself.
            record.exc_text = describe(record.exc_info[1])
        return record

    discreet.is_discreet = True  # type: ignore[attr-defined]
    logging.setLogRecordFactory(discreet)


def describe(error: BaseException) -> str:
    """Type and lines of code of an exception and its causes, without its message."""
    lines = [f"{type(error).__name__} at"]
    lines += [
        f"  {frame.filename}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        lines.append(f"from {describe(cause)}")
    return "\n".join(lines)
