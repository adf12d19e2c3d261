"""What work takes, in words."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.cost import (
    Cost,
    Load,
    about_seconds,
    distances_bytes,
    format_bytes,
    format_duration,
    format_memory,
    paper_cost,
    parse_bytes,
    random_labels_cost,
    ranked_run,
)
from aucc_core.ingest.build import _large_notice
from aucc_core.large.engine import SizeChoices, engine_cost
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.sweeps.sweep import comparison_cost, run_cost
from aucc_core.verdicts.weigh import examine_cost


def test_a_cost_in_a_line():
    assert Cost(75.0, 3 << 30).line == "Takes about 1 min 15 s and 3 GB of memory."


@pytest.mark.parametrize("n", [20_000, 50_000, 300_000])
def test_an_upload_is_told_what_scoring_it_takes(n):
    (notice,) = _large_notice(n, 10)
    assert (
        f"ordering them all would take about {engine_cost('exact', n, 10).bytes / 1e9:.1f} GB"
        in notice
    )
    bounds, sample = (about_seconds(engine_cost(e, n, 10).seconds) for e in ("bounds", "sample"))
    assert f"Certain bounds ({bounds}) or a sample of pairs ({sample}) take" in notice


def test_a_run_costs_more_than_scoring_what_it_makes():
    load, ward = Load(9_000, 10, tuple(range(2, 10)), 10), ALGORITHMS["ward"].cost
    drawn, scored = (ranked_run(load, [ward], drawn=d) for d in (True, False))
    alone = engine_cost("exact", load.n, load.d, n_partitions=len(load.ks))
    # As measured on two cores: 10.9 s, 4.5 s and 1.5 s.
    for foretold, measured in ((drawn, 10.9), (scored, 4.5)):
        assert measured / 2 < foretold.seconds < measured * 2
    assert drawn.seconds > scored.seconds > alone.seconds
    assert drawn.bytes == scored.bytes > alone.bytes


@pytest.mark.parametrize(
    ("n", "d", "algorithms", "ks", "seconds"),
    # As measured on two cores.
    [
        (75, 2, ("kmeans", "ward", "average"), range(2, 16), 0.6),
        (1_000, 2, ("kmeans", "ward", "average"), range(2, 16), 2.9),
        (1_000, 2, ("spectral",), range(2, 16), 5.0),
        (100_000, 10, ("kmeans", "ward"), range(2, 11), 15.0),
    ],
)
def test_a_verdict_takes_what_it_says(n, d, algorithms, ks, seconds):
    data = Dataset("x", np.zeros((n, d)))
    cost = examine_cost(data, RunSpec.of(algorithms, ks, seed=0))
    assert seconds / 2 < cost.seconds < seconds * 2
    held = min(n, 1_000)
    assert cost.bytes > 12 * 8 * held * (held - 1) + data.X.nbytes
    counted = RunSpec.of(algorithms, ks, seed=0, size=SizeChoices("bounds"))
    assert examine_cost(data, counted) == cost


def test_comparing_all_criteria_takes_no_less_memory_than_making_the_partitions():
    data = Dataset("x", np.zeros((4_000, 2)))
    spec = RunSpec(("spectral",), (2, 3), 0)
    run, compared = run_cost(data, spec), comparison_cost(data, spec)
    assert compared.bytes >= run.bytes
    assert compared.seconds > run.seconds


def test_a_distance_that_takes_long_is_part_of_what_a_run_takes():
    data = Dataset("x", np.zeros((4_000, 2)))
    plain, along = (
        run_cost(data, RunSpec(("average",), (2,), 0, m)) for m in ("euclidean", "path")
    )
    # As measured on two cores: 1.3 s for the paths of 4,000 objects.
    assert 0.6 < along.seconds - plain.seconds < 5.0
    assert along.bytes == plain.bytes


def test_work_of_a_fixed_size():
    assert distances_bytes(100_001) == 8 * 100_001 * 50_000
    assert paper_cost().line == "Takes about 30 s and 600 MB of memory."
    assert random_labels_cost(1).line == "Takes about 1 min 0 s and 400 MB of memory."
    assert random_labels_cost(7).line == "Takes about 5 min 0 s and 400 MB of memory."


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
