"""`make load` and `make soak` in small: the real screens, a few visitors, no stop watch."""

import pytest

from tests.load import crowd, soak
from tests.load.client import to_the_end
from tests.load.server import running
from tests.waiting import PATIENCE

pytestmark = pytest.mark.xdist_group("crowd")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = tmp_path_factory.mktemp("crowd")
    (place / "tmp").mkdir()
    return place


@pytest.fixture(scope="module")
def server(place):
    with running("app.py", log=place / "log", TMPDIR=str(place / "tmp")) as server:
        yield server


def test_visitors_beside_a_heavy_job_see_no_error(server):
    figure = to_the_end(
        crowd.crowd(server.address, visitors=6, think=0.3, duration=2, heavy=True, limit=PATIENCE)
    )
    assert figure.good, figure


def test_users_who_press_run_together_all_get_their_turn(server):
    figure = to_the_end(crowd.press_run_together(server.address, users=3, objects=1000))
    assert figure.good, figure


def test_a_canary_on_the_screens_is_found_nowhere_else(server, place):
    figure = to_the_end(soak.canary_on_screens(server, place / "log", place / "tmp"))
    assert figure.good, figure
