"""What the project uses of Streamlit's insides is there, in the Streamlit that is installed."""

import ast
import inspect
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st
from starlette.formparsers import MultiPartParser
from streamlit import file_util
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.web.server.server import UPLOAD_FILE_ENDPOINT

from pages.ui import streamlit_internals as internals
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
CODE = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]


def test_the_installed_streamlit_is_one_that_was_checked():
    # Another version? See whether all tests pass, those in the browser too; then add it.
    assert ".".join(st.__version__.split(".")[:2]) in internals.CHECKED_VERSIONS


def test_each_name_that_is_reached_for_exists():
    assert "suppress_warning" in inspect.signature(get_script_run_ctx).parameters
    assert "session_id" in inspect.get_annotations(ScriptRunContext)
    for name in ("exists", "instance", "uploaded_file_mgr"):
        assert hasattr(Runtime, name)
    assert "self._session_mgr = " in inspect.getsource(Runtime.__init__)
    assert MemoryUploadedFileManager(UPLOAD_FILE_ENDPOINT).file_storage == {}
    assert "data" in UploadedFileRec._fields
    assert f"{UPLOAD_FILE_ENDPOINT}/" == internals.UPLOAD_ROUTE
    assert isinstance(MultiPartParser.spool_max_size, int)
    assert callable(file_util.get_static_dir)
    assert (internals.static_folder() / "index.html").is_file()


def test_nobody_else_reaches_in():
    """All other code has ``import streamlit as st`` and uses no underscored name of it."""
    found = []
    for path in CODE:
        if path == Path(internals.__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module or "").split(".")[0] == "streamlit"
            ):
                found.append(f"{path.name}: from {node.module}")
            if isinstance(node, ast.Import):
                found += [
                    f"{path.name}: import {a.name}"
                    for a in node.names
                    if a.name.startswith("streamlit.")
                ]
            if isinstance(node, ast.Attribute) and _is_inside(node):
                found.append(f"{path.name}: st.{node.attr}")
    assert found == []


def _is_inside(node):
    of_streamlit = isinstance(node.value, ast.Name) and node.value.id == "st"
    return of_streamlit and (node.attr.startswith("_") or node.attr in ("runtime", "proto"))


def test_outside_of_a_browser_session_there_is_one_id():
    assert internals.session_id() == "script"


def session(name):
    return SimpleNamespace(session=SimpleNamespace(id=name))


@pytest.fixture(params=[3600])
def storage(monkeypatch, request):
    storage = MemorySessionStorage(ttl_seconds=request.param)
    manager = WebsocketSessionManager(
        session_storage=storage,
        uploaded_file_manager=None,
        script_cache=None,
        message_enqueued_callback=None,
    )
    runtime = SimpleNamespace(
        exists=lambda: True, instance=lambda: SimpleNamespace(_session_mgr=manager)
    )
    monkeypatch.setattr(internals, "Runtime", runtime)
    return storage


def test_sessions_that_may_come_back_are_kept(storage):
    storage.save(session("a"))
    assert internals.alive_sessions() == {"a"}
    assert internals.close_expired() == 0


@pytest.mark.parametrize("storage", [0.01], indirect=True)
def test_sessions_whose_time_is_over_leave_memory(storage):
    storage.save(session("a"))
    until(lambda: internals.alive_sessions() == frozenset())
    assert len(storage._cache._data) == 1  # Streamlit itself lets it be
    assert internals.close_expired() == 1
    assert len(storage._cache._data) == 0
