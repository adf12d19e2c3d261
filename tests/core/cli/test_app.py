"""`aucc app` up to the moment the server starts; tests/browser/test_install.py starts it."""

import importlib.util
import os
import runpy
import socket
import sys
import threading
import urllib.parse

import pytest

from aucc_core.cli import app
from pages.ui.upload import given_file
from tests.core.cli.running import ROOT, run


@pytest.fixture
def served(monkeypatch):
    """What streamlit would have been started with, instead of starting it."""
    seen = {}

    def start(module, **options):
        seen["module"], seen["arguments"] = module, list(sys.argv)

    def announce(address, link, opens):
        seen["address"], seen["link"], seen["opens"] = address, link, opens

    monkeypatch.setattr(runpy, "run_module", start)
    monkeypatch.setattr(app, "_say_when_ready", announce)
    monkeypatch.setattr(sys, "argv", ["aucc"])
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return seen


def start(capsys, *arguments):
    status, _, err = run(capsys, "app", *arguments)
    for thread in threading.enumerate():
        if thread.name.endswith("(announce)"):
            thread.join()
    return status, err


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flowers.csv").write_text("x,y\n1,2\n3,4\n5,9\n")
    return tmp_path / "flowers.csv"


def test_the_project_itself_is_the_dashboard_where_nothing_is_installed():
    assert app.dashboard() == ROOT


def test_an_installed_dashboard_is_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "aucc_core"
    (package / "cli").mkdir(parents=True)
    monkeypatch.setattr(app, "__file__", str(package / "cli" / "app.py"))
    with pytest.raises(app.InputError, match="has no dashboard"):
        app.dashboard()
    (package / "_dashboard" / "pages").mkdir(parents=True)
    (package / "_dashboard" / "app.py").touch()
    (package / "_dashboard" / "pages" / "frame.py").touch()
    assert app.dashboard() == package / "_dashboard"


def test_the_server_is_started_on_this_machine_and_the_next_free_port(capsys, served):
    assert start(capsys) == (0, "")
    assert served["module"] == "streamlit"
    words = served["arguments"]
    assert words[:3] == ["streamlit", "run", str(ROOT / "app.py")]
    assert words[words.index("--server.address") + 1] == "127.0.0.1"
    port = int(words[words.index("--server.port") + 1])
    assert app.FIRST_PORT <= port < app.FIRST_PORT + app.PORTS
    assert served["link"] == f"http://127.0.0.1:{port}/"


def test_a_port_that_is_taken_is_refused_before_anything_starts(capsys, served):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        status, err = start(capsys, "--port", str(port))
    assert status == 2
    assert f"Port {port} on 127.0.0.1 cannot be used" in err
    assert err.count("\n") == 1
    assert served == {}


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_that_cannot_be_is_refused(capsys, served, port):
    status, err = start(capsys, f"--port={port}")
    assert (status, served) == (2, {})
    assert "cannot be used" in err


def test_others_get_the_address_that_they_may_use(capsys, served):
    assert start(capsys, "--host", "0.0.0.0", "--port", "0") == (0, "")
    assert "0.0.0.0" in served["arguments"]
    assert served["link"].startswith("http://127.0.0.1:")


def test_a_file_is_named_to_the_server_and_a_key_to_the_browser(capsys, served, table):
    assert start(capsys, "flowers.csv") == (0, "")
    assert os.environ[given_file.FILE_VARIABLE] == str(table)
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(served["link"]).query)
    assert query == {given_file.KEY_NAME: [os.environ[given_file.KEY_VARIABLE]]}
    assert len(query[given_file.KEY_NAME][0]) > 20
    assert not any("flowers" in word for word in served["arguments"])


def test_a_built_in_data_set_is_named_in_the_address(capsys, served):
    assert start(capsys, "sonar") == (0, "")
    assert served["link"].endswith("/?data=sonar")
    assert given_file.FILE_VARIABLE not in os.environ


@pytest.mark.parametrize("names", [("--browser", True), ("--no-browser", False)])
def test_whether_a_browser_opens_can_be_said(capsys, served, names):
    option, opens = names
    start(capsys, option)
    assert served["opens"] is opens


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.csv"], "'no.csv' is neither a file nor a built-in data set"),
        (["."], "'.' is a folder"),
        (["-"], "not standard input"),
        (["flowers.csv", "--host", "0.0.0.0"], "opened on this machine only"),
    ],
)
def test_what_cannot_be_opened_is_said_before_the_server_starts(
    capsys, served, table, arguments, message
):
    status, err = start(capsys, *arguments)
    assert (status, served) == (2, {})
    assert message in err
    assert err.count("\n") == 1


def test_missing_packages_are_named_with_the_remedy(capsys, served, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "streamlit" else find(name)
    )
    status, err = start(capsys)
    assert (status, served) == (2, {})
    assert 'pip install "aucc[app]"' in err


def test_a_system_without_fork_is_refused_in_words(capsys, served, monkeypatch):
    monkeypatch.delattr(os, "fork")
    status, err = start(capsys)
    assert (status, served) == (2, {})
    assert "Windows Subsystem for Linux" in err
