"""Ended sessions are closed without waiting for others, in the Streamlit that is installed."""

import time
from types import SimpleNamespace

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.ui.server import sessions


def session(name):
    return SimpleNamespace(session=SimpleNamespace(id=name))


@pytest.fixture
def storage(monkeypatch):
    storage = MemorySessionStorage(ttl_seconds=0.05)
    manager = WebsocketSessionManager(
        session_storage=storage,
        uploaded_file_manager=None,
        script_cache=None,
        message_enqueued_callback=None,
    )
    runtime = SimpleNamespace(
        exists=lambda: True, instance=lambda: SimpleNamespace(_session_mgr=manager)
    )
    monkeypatch.setattr(sessions, "Runtime", runtime)
    return storage


def test_sessions_that_may_come_back_are_kept(storage):
    storage.save(session("a"))
    assert sessions.alive_sessions() == {"a"}
    assert sessions.close_expired() == 0


def test_sessions_whose_time_is_over_leave_memory(storage):
    storage.save(session("a"))
    storage.save(session("b"))
    time.sleep(0.1)
    assert len(storage._cache._data) == 2  # Streamlit itself lets them be
    assert sessions.close_expired() == 2
    assert len(storage._cache._data) == 0
    assert sessions.alive_sessions() == frozenset()
