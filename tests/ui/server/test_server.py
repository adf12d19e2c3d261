"""The server as a process: headers, limits, health, privacy, lost connections, stop and restart.

Everything runs against `tests/load/job_app.py`, which has the surroundings of app.py around a page
with one job and one upload. `make load` and `make soak` do the same in earnest.
"""

import asyncio
import gzip
import os
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from aucc_core.report.reading import TITLE
from aucc_core.version import __version__
from pages.ui.explore.view import HOW_TO_READ
from pages.ui.server import assets, security
from pages.ui.server.reading import READING_URL
from tests.load.client import Visitor, put_file, to_the_end
from tests.load.server import Server
from tests.waiting import PATIENCE, until

CANARY = "canary-7f3a-only-in-the-upload"
JOB_APP = "tests/load/job_app.py"
pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(place):
    (place / "tmp").mkdir()
    server = Server(
        JOB_APP,
        log=place / "log",
        AUCC_TEST_TRACE=str(place / "trace"),
        AUCC_SESSION_UPLOAD_MB="3",
        TMPDIR=str(place / "tmp"),
    )
    server.start("--server.maxUploadSize", "2", "--server.disconnectedSessionTTL", "5")
    yield server
    assert server.stop() in (0, -signal.SIGTERM)  # ended by our request, after cleaning up
    assert "Traceback" not in (place / "log").read_text()


def visit(server, play):
    """Play one visitor's story."""

    async def story():
        async with Visitor(server.address) as visitor:
            await visitor.rerun()
            return await play(visitor)

    return to_the_end(story())


def trace_of(place, name):
    lines = (place / "trace").read_text().splitlines() if (place / "trace").exists() else []
    return [int(line.split()[1]) for line in lines if line.split()[0] == name]


async def pid_of(place, name, runs=1):
    while len(found := trace_of(place, name)) < runs:
        await asyncio.sleep(0.01)
    return found[-1]


def test_health_reports_queue_memory_and_version(server):
    report = server.health()
    assert report["status"] == "ok"
    assert report["version"] == __version__
    assert report["jobs"]["places"] >= 1
    assert report["memory"]["resident_bytes"] > 1 << 20
    assert set(report) == {
        "status", "version", "uptime_seconds", "sessions", "jobs", "store", "memory",
    }  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/", "/explore", "/health", "/reading", assets.PLOTLY_URL, "/_stcore/health"]
)
def test_every_answer_carries_the_security_headers(server, path):
    found, _ = server.get(path)
    for name, value in security.security_headers().items():
        assert found[name] == value
    assert "unsafe-eval" not in found["Content-Security-Policy"].replace("wasm-unsafe-eval", "")
    assert "http" not in found["Content-Security-Policy"]


def test_the_page_on_reading_curves_is_served(server):
    head, body = server.get(READING_URL)
    assert head["Content-Type"].startswith("text/html")
    assert f"<h1>{TITLE}</h1>".encode() in body
    assert f"]({READING_URL[1:]})" in HOW_TO_READ  # where Explore names it


def test_frames_are_for_nobody_unless_the_operator_allows_them(monkeypatch):
    closed = security.security_headers()
    assert closed["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in closed["Content-Security-Policy"]
    monkeypatch.setenv("AUCC_FRAMES", "self")
    opened = security.security_headers()
    assert opened["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in opened["Content-Security-Policy"]
    monkeypatch.setenv("AUCC_FRAMES", "self https://moodle.example:8443 https://*.uni.example")
    named = security.security_headers()
    policy = "frame-ancestors 'self' https://moodle.example:8443 https://*.uni.example"
    assert f"{policy};" in named["Content-Security-Policy"]
    assert "X-Frame-Options" not in named
    for slip in ("*", "https://", "https:", "moodle.example", "self; script-src *", "https://a b"):
        monkeypatch.setenv("AUCC_FRAMES", slip)
        assert security.security_headers() == closed, slip


def test_plotly_comes_from_the_installed_package_compressed_and_kept(server):
    plain_head, plain = server.get(assets.plotly_url())
    packed_head, packed = server.get(assets.plotly_url(), {"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain_head
    assert packed_head["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 3
    assert "immutable" in packed_head["Cache-Control"]
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        server.get(
            assets.PLOTLY_URL,
            {"If-None-Match": packed_head["ETag"], "Accept-Encoding": "gzip"},
        )
    assert unchanged.value.code == 304
    unchanged.value.close()


@pytest.mark.parametrize(("path", "early"), [("/", True), ("/score", False)])
def test_plotly_is_asked_for_early_where_the_linked_view_is(server, path, early):
    head, body = server.get(path)
    assert (assets.plotly_url().encode() in body) is early
    assert head["Cache-Control"] == "no-cache"


def test_scripts_of_streamlit_come_from_memory_as_they_are(server):
    path, file = next((p, f) for p, f in assets.streamlit_files().items() if p.endswith(".js"))
    head, body = server.get(path)
    assert body == file.read_bytes()
    assert "javascript" in head["Content-Type"]
    assert "immutable" in head["Cache-Control"]
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        server.get(path, {"If-None-Match": head["ETag"]})
    assert unchanged.value.code == 304
    unchanged.value.close()


def test_only_this_server_may_talk_to_it_from_a_browser(server):
    with pytest.raises(urllib.error.HTTPError) as refused:
        put_file_without_token(server)
    assert refused.value.code == 403
    refused.value.close()


def put_file_without_token(server):
    url = f"{server.url}/_stcore/upload_file/some/file"
    request = urllib.request.Request(url, data=b"x", method="PUT")
    with urllib.request.urlopen(request, timeout=PATIENCE):
        pass


def test_an_upload_above_the_limit_of_a_file_is_refused(server):
    assert upload_status(server, [(3 << 20) - 1000]) == [413]  # below the session's, above a file's


def test_uploads_above_the_limit_of_a_session_are_refused(server):
    sizes = [(2 << 20) - 1000, 900_000, 500_000, 1000]
    assert upload_status(server, sizes) == [204, 204, 413, 204]


def upload_status(server, sizes):
    async def play(visitor):
        found = []
        for i, size in enumerate(sizes):
            path = f"/_stcore/upload_file/{visitor.session_id}/{i}"
            found.append(put_file(server.address, path, "f", b"x" * size))
        return found

    return visit(server, play)


def test_an_upload_is_seen_by_nobody_else_in_no_log_and_in_no_file(server, place):
    # More than a form parser keeps in memory by default.
    secret = CANARY.encode() + b"," * 1_500_000

    async def play(visitor):
        await visitor.upload("file", f"{CANARY}.csv", secret)
        await visitor.set("digest", string_value=CANARY)
        await visitor.press("Break")
        async with Visitor(visitor.address) as other:
            await other.rerun()
            seen_by_other = "\n".join(other.texts())
        return visitor.texts(), visitor.exceptions, seen_by_other, dirty_files(place / "tmp")

    texts, exceptions, seen_by_other, files = visit(server, play)
    assert f"bytes={len(secret)}" in texts
    assert exceptions == []
    assert any("unexpected went wrong on this page (ValueError)" in text for text in texts)
    assert CANARY not in seen_by_other
    assert files == []
    assert CANARY not in str(server.health())
    log = (place / "log").read_text()
    assert "ValueError at" in log  # the place is logged ...
    assert CANARY not in log  # ... the data is not


def dirty_files(folder):
    return [p for p in folder.rglob("*") if p.is_file() and CANARY.encode() in p.read_bytes()]


def test_a_lost_connection_does_not_lose_the_job(server, place):
    async def play(visitor):
        for i in range(3):
            await visitor.set("digest", string_value=f"drop{i}")
            await visitor.press("Run")
            await pid_of(place, f"drop{i}")
            await visitor.drop()
            await visitor.connect()
            await visitor.rerun()
            await visitor.look_until("status=done result=3")
        return visitor.exceptions

    assert visit(server, play) == []
    assert [len(trace_of(place, f"drop{i}")) for i in range(3)] == [1, 1, 1]


def test_a_killed_worker_is_told_and_hurts_nobody(server, place):
    async def play(visitor):
        for i in range(3):
            await visitor.set("digest", string_value=f"kill{i}")
            await visitor.set("steps", double_value=1000)
            await visitor.press("Run")
            os.kill(await pid_of(place, f"kill{i}"), signal.SIGKILL)
            await visitor.look_until("stopped by the system")
        await visitor.set("digest", string_value="after")
        await visitor.set("steps", double_value=1)
        await visitor.press("Run")
        await visitor.look_until("status=done result=1")
        return visitor.exceptions

    assert visit(server, play) == []
    until(lambda: server.health()["jobs"]["running"] == 0)


def test_cancel_is_one_press(server, place):
    async def play(visitor):
        await visitor.set("digest", string_value="cancel")
        await visitor.set("steps", double_value=1000)
        await visitor.press("Run")
        pid = await pid_of(place, "cancel")
        await visitor.press("Cancel")
        await visitor.look_until("status=cancelled")
        while Path(f"/proc/{pid}").exists():
            await asyncio.sleep(0.01)

    visit(server, play)
    until(lambda: server.health()["jobs"]["running"] == 0)


def test_two_sessions_with_the_same_work_compute_once(server, place):
    async def play(one):
        async with Visitor(one.address) as two:
            await two.rerun()
            for visitor in (one, two):
                await visitor.set("digest", string_value="same")
                await visitor.press("Run")
            for visitor in (one, two):
                await visitor.look_until("status=done result=3")

    visit(server, play)
    assert len(trace_of(place, "same")) == 1


def test_what_ended_sessions_held_is_given_back(server, place):
    async def play(visitor):
        await visitor.upload("file", "table.csv", b"x" * 100_000)
        await visitor.set("digest", string_value="left")
        await visitor.set("steps", double_value=10_000)
        await visitor.press("Run")
        return await pid_of(place, "left")

    pid = visit(server, play)
    assert server.health()["store"]["bytes"] > 100_000
    until(lambda: server.health()["sessions"] == 0)
    until(lambda: server.health()["store"]["bytes"] == 0)
    until(lambda: server.health()["jobs"]["running"] == 0)
    assert not Path(f"/proc/{pid}").exists()


def test_the_server_stops_with_its_workers_and_comes_back(place):
    trace = str(place / "trace")
    server = Server(JOB_APP, log=place / "log2", AUCC_TEST_TRACE=trace)

    async def start_long_job(name):
        async with Visitor(server.address) as visitor:
            await visitor.rerun()
            await visitor.set("digest", string_value=name)
            await visitor.set("steps", double_value=10_000)
            await visitor.press("Run")
            return await pid_of(place, name)

    for name, end in (("stopped", server.stop), ("killed", server.kill)):
        server.start()
        pid = to_the_end(start_long_job(name))
        end()
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.01)
