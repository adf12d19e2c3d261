"""What every test can rely on."""

import sys

import pytest


@pytest.fixture(autouse=True)
def _own_main_module():
    """Streamlit's AppTest leaves its script as ``__main__``; child processes would run it."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
