"""What an upload may take depends on who can reach the server."""

from __future__ import annotations

import pytest
import streamlit as st

from pages.ui.server import uploads
from pages.ui.state import upload_size

OPEN = (None, "", "0.0.0.0", "::", "192.168.1.5", "example.org", "127.0.0.1.example.org")
OWN = ("127.0.0.1", "localhost", "::1")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch):
    """Say at which address, and what Streamlit's own limit is."""
    monkeypatch.delenv("AUCC_SESSION_UPLOAD_MB", raising=False)

    def serve(address: str | None, largest: int = 500) -> None:
        options = {"server.address": address, "server.maxUploadSize": largest}
        monkeypatch.setattr(st, "get_option", options.__getitem__)

    return serve


@pytest.mark.parametrize("address", [*OPEN, *OWN])
def test_files_may_be_larger_where_nobody_else_can_send_them(served, address) -> None:
    served(address)
    largest, session = (500, 1000) if address in OWN else (50, 150)
    assert upload_size.file_megabytes() == largest
    assert upload_size.session_megabytes() == session
    assert uploads._refusal(str(largest << 20), "s") is None
    assert uploads._refusal(str((largest + 2) << 20), "s").status_code == 413
    assert uploads._refusal("", "s").status_code == 411


def test_settings_lower_the_limits(served, monkeypatch) -> None:
    served("127.0.0.1", largest=20)
    assert upload_size.file_megabytes() == 20
    monkeypatch.setenv("AUCC_SESSION_UPLOAD_MB", "7")
    assert upload_size.session_megabytes() == 7
