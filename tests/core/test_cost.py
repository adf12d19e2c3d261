"""What work takes, in words."""

from __future__ import annotations

import pytest

from aucc_core.cost import (
    Cost,
    about_seconds,
    format_bytes,
    format_duration,
    format_memory,
    parse_bytes,
)
from aucc_core.score.inputs import InputError


def test_costs_add_up():
    assert Cost(1.5, 10) + Cost(2.0, 5) == Cost(3.5, 15)
    assert (Cost(None, 10) + Cost(2.0, 5)).seconds is None


def test_a_cost_in_a_line():
    assert Cost(75.0, 3 << 30).line == "Takes about 1 min 15 s and 3 GB of memory."
    assert Cost(None, 3 << 20).line == "Takes 3 MB of memory."


def test_durations():
    assert [format_duration(s) for s in (0.2, 59, 75, 4000)] == [
        "1 s", "59 s", "1 min 15 s", "1 h 7 min",
    ]  # fmt: skip
    assert [about_seconds(s) for s in (0.2, 75, 4000, 36_000)] == [
        "less than a second", "about 75 s", "about 67 min", "about 10 h",
    ]  # fmt: skip


def test_bytes():
    assert format_bytes(1_500_000_000) == "1.5 GB"
    assert format_bytes(12_000_000) == "12 MB"
    assert [format_memory(s) for s in (1_500_000_000, 512 << 20, 2048)] == [
        "1.4 GB", "512 MB", "2 KB",
    ]  # fmt: skip
    assert parse_bytes("2GB") == 2_000_000_000
    assert parse_bytes(" 1.5 mb") == 1_500_000
    assert parse_bytes("64MiB") == 64 * 1024**2
    assert parse_bytes("123") == 123
    with pytest.raises(InputError, match="500MB"):
        parse_bytes("lots")
