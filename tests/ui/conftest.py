"""Job queues for tests: one worker factory for a file, a new queue for each test."""

import pytest

from pages.ui.jobs import Supervisor
from pages.ui.jobs.launcher import Launcher
from pages.ui.jobs.memory import MB
from pages.ui.store import Store
from tests.ui.job_queue import until


@pytest.fixture(scope="module")
def launcher():
    launcher = Launcher(threads=1)
    launcher.start()
    yield launcher
    launcher.stop()


@pytest.fixture
def make(launcher):
    made = []

    def make_supervisor(**settings):
        settings = {"places": 1, "budget": 2048 * MB, "results": Store(64 * MB)} | settings
        made.append(Supervisor(launcher=launcher, **settings))
        return made[-1]

    yield make_supervisor
    for supervisor in made:
        supervisor.retain_sessions(())
        until(lambda s=supervisor: s.stats()["running"] == 0)
