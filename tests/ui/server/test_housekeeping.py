"""What the server does before its first visitor, and after one has gone."""

import subprocess
import sys
from pathlib import Path

from pages.ui.jobs import JobQueue
from pages.ui.server import housekeeping
from pages.ui.store.store import Store
from tests.load.client import to_the_end

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import sys
from pages.ui.server.housekeeping import import_all

before = list(sys.path)
import_all("aucc_core", "pages.ui")
assert sys.path == before
assert {"aucc_core.__main__", "pages.ui.jobs.worker_factory"} <= set(sys.modules)
"""


def test_importing_everything_starts_no_program_and_leaves_the_search_path_alone():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_everything_is_imported_before_a_visitor_is_let_in(monkeypatch):
    done = []

    async def later(*_):
        return None

    monkeypatch.setattr(housekeeping, "import_all", lambda *packages: done.append(packages))
    monkeypatch.setattr(housekeeping, "_warm_up", later)
    monkeypatch.setattr(housekeeping, "_keep_clean", later)
    monkeypatch.setattr(housekeeping, "job_queue", JobQueue(places=0, budget=1, results=Store(1)))
    monkeypatch.setattr(housekeeping.gc, "freeze", lambda: None)

    async def start():
        async with housekeeping.running():
            return list(done)

    assert to_the_end(start()) == [("aucc_core", "pages.ui")]


def test_a_session_that_begins_during_housekeeping_keeps_what_it_asks_for(monkeypatch):
    results = Store(10_000)
    queue = JobQueue(places=0, budget=1 << 30, results=results)  # every job waits
    monkeypatch.setattr(housekeeping, "store", results)
    monkeypatch.setattr(housekeeping, "job_queue", queue)
    results.put("left behind", 1, sessions=("gone",))
    left = queue.submit("gone", "builtins:len", {}, memory=0)
    asked = []

    def alive():
        seen = frozenset({"here"})
        asked.append(queue.submit("new", "builtins:sum", {}, memory=0))
        results.put("just made", 2, sessions=("new",))
        return seen

    monkeypatch.setattr(housekeeping, "alive_sessions", alive)
    housekeeping.forget_ended()
    assert left.poll().status == "cancelled"
    assert asked[0].poll().status == "queued"
    assert results.get("left behind", "gone") is None
    assert results.get("just made", "new").value == 2


def test_what_the_server_keeps_for_everybody_stays(monkeypatch):
    results = Store(1 << 20)
    results.put("verdict", 1, sessions=(housekeeping.SERVER,))
    results.put("left behind", 2, sessions=("gone",))
    monkeypatch.setattr(housekeeping, "store", results)
    monkeypatch.setattr(housekeeping, "job_queue", JobQueue(places=0, budget=1, results=results))
    monkeypatch.setattr(housekeeping, "alive_sessions", frozenset)
    housekeeping.forget_ended()
    assert results.get("verdict", housekeeping.SERVER).value == 1
    assert not results.has("left behind")


def test_what_is_to_be_done_after_the_start_is_given_a_keeper(monkeypatch):
    done = []

    async def after_start(owner):
        done.append(owner)

    for name in ("start", "warm_up"):
        monkeypatch.setattr(housekeeping.job_queue, name, lambda: None)
    monkeypatch.setattr(housekeeping.assets, "prepare", lambda: None)
    monkeypatch.setattr(housekeeping.aucc_core, "warm_up", lambda: None)
    to_the_end(housekeeping._warm_up(after_start))
    assert done == [housekeeping.SERVER]
