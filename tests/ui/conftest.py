"""Job queues for tests: one worker factory per file, a new queue per test."""

import pytest

from pages.ui.jobs import JobQueue, job_queue
from pages.ui.jobs.memory import MB
from pages.ui.jobs.process import FactoryProcess
from pages.ui.store.store import Store
from tests.waiting import until


@pytest.fixture(scope="module")
def factory():
    factory = FactoryProcess(threads=1)
    factory.start()
    yield factory
    factory.stop()


@pytest.fixture
def make(factory):
    made = []

    def make_queue(**settings):
        settings = {"places": 1, "budget": 2048 * MB, "results": Store(64 * MB)} | settings
        made.append(JobQueue(factory=factory, **settings))
        return made[-1]

    yield make_queue
    for queue in made:
        queue.forget_sessions(queue.sessions())
        until(lambda q=queue: q.stats()["running"] == 0)


@pytest.fixture(autouse=True)
def _nothing_left_to_do():
    """AppTest's sessions never end: what they asked for would keep the next test waiting.

    A place is free only when its job has really ended; until then Explore finds the queue busy.
    """
    yield
    job_queue.forget_sessions(job_queue.sessions())
    until(lambda: job_queue.stats()["running"] == 0)
