"""What every test can rely on: the same generated cases in every run, its own ``__main__``."""

import sys

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# How long an example takes says something about the machine and nothing about the code.
UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# `make test` says the same every time: the cases follow from the test's own source text.
settings.register_profile("same", derandomize=True, database=None, **UNTIMED)
# `make fuzz` looks for more, and prints what to paste back above a test as a fixed @example.
settings.register_profile("fuzz", derandomize=False, database=None, print_blob=True, **UNTIMED)
settings.load_profile("same")

# Hypothesis also draws constants that it finds in our imported modules, so that a test would get
# other cases alone than among others. Only fuzzing keeps them. (A version of Hypothesis that does
# not have this function under this name draws as it likes.)
if hasattr(providers, "_get_local_constants"):
    _found, _none = providers._get_local_constants, providers.Constants()
    providers._get_local_constants = lambda: _none if settings.default.derandomize else _found()


OWN_MAIN = sys.modules["__main__"]


@pytest.fixture(autouse=True)
def _own_main_module():
    """Streamlit's AppTest leaves its script as ``__main__``; child processes would run it.

    What is put back is what was there at the start: a fixture of a whole file may have run an
    AppTest before the first test of that file.
    """
    yield
    sys.modules["__main__"] = OWN_MAIN
