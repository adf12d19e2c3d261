"""A folder of benchmark sets: what is read, in which order, and what is refused with its place."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aucc_core.datasets.benchmark import BenchmarkSet, read_benchmark
from aucc_core.score.inputs import InputError


def put(folder, name, X, *references, packed=True):
    """Write a set the way the benchmark suite does."""
    folder.mkdir(parents=True, exist_ok=True)
    ending, write = (".gz", gzip.compress) if packed else ("", bytes)
    rows = "".join(" ".join(map(repr, row)) + "\n" for row in np.asarray(X, dtype=float).tolist())
    (folder / f"{name}.data{ending}").write_bytes(write(rows.encode()))
    for i, labels in enumerate(references):
        lines = "".join(f"{label}\n" for label in labels)
        (folder / f"{name}.labels{i}{ending}").write_bytes(write(lines.encode()))


def refused(folder, *parts, **settings):
    with pytest.raises(InputError) as error:
        list(read_benchmark(folder, **settings))
    for part in parts:
        assert part in str(error.value)


FOUR = [[0.0, 1.0], [0.5, -2e-3], [9.0, 1.0], [8.0, 1.0]]


@pytest.mark.parametrize("packed", [True, False])
def test_a_set_comes_with_all_its_references(tmp_path, packed):
    put(tmp_path / "b", "four", FOUR, [1, 1, 2, 2], [1, 0, 2, 3], packed=packed)
    (one,) = read_benchmark(tmp_path)
    assert (one.name, one.battery, one.n) == ("four", "b", 4)
    assert one.X.tolist() == FOUR
    assert [r.tolist() for r in one.references] == [[1, 1, 2, 2], [1, 0, 2, 3]]
    assert one.true_ks == (2, 3)
    assert [one.hit(k) for k in (1, 2, 3, 4)] == [False, True, True, False]
    with pytest.raises(ValueError, match="read-only"):
        one.X[0, 0] = 1


@given(
    arrays(float, (5, 3), elements=st.floats(allow_nan=False, allow_infinity=False)),
    st.lists(st.integers(0, 4), min_size=5, max_size=5).filter(any),
)
def test_what_was_written_is_read(tmp_path_factory, X, labels):
    folder = tmp_path_factory.mktemp("sets")
    put(folder, "any", X, labels)
    (one,) = read_benchmark(folder)
    assert np.array_equal(one.X, X)
    assert one.references[0].tolist() == labels
    assert one.true_ks == (len(set(labels) - {0}),)


def test_sets_are_in_order_of_battery_and_name(tmp_path):
    for battery, name in [("b", "x"), ("a", "z"), ("a", "y")]:
        put(tmp_path / battery, name, FOUR, [1, 1, 2, 2])
    put(tmp_path, "w", FOUR, [1, 1, 2, 2])  # no battery: the folder's own name
    (tmp_path / "README.md").write_text("nothing to read")
    found = [(one.battery, one.name) for one in read_benchmark(tmp_path)]
    assert found == sorted([("a", "y"), ("a", "z"), ("b", "x"), (tmp_path.name, "w")])
    assert [one.name for one in read_benchmark(tmp_path, batteries=["a"])] == ["y", "z"]


def test_references_are_in_order_of_their_numbers(tmp_path):
    put(tmp_path, "many", FOUR, *([[1, 1, 2, 2]] * 10), [1, 2, 3, 4])
    (one,) = read_benchmark(tmp_path)
    assert one.true_ks == (2,) * 10 + (4,)


def test_large_sets_are_left_out(tmp_path):
    put(tmp_path, "four", FOUR, [1, 1, 2, 2])
    put(tmp_path, "five", [*FOUR, [1, 1]], [1, 1, 2, 2, 2])
    assert [one.name for one in read_benchmark(tmp_path, most_objects=4)] == ["four"]
    refused(tmp_path, "at most 3 objects", "the smallest has 4", most_objects=3)


def test_empty_lines_at_the_end_do_not_count(tmp_path):
    (tmp_path / "a.data").write_text("1 2\n3\t4\n 5  6 \n\n\n")
    (tmp_path / "a.labels0").write_text("1\n1.0\n2\n\n")
    (one,) = read_benchmark(tmp_path)
    assert one.X.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert one.references[0].tolist() == [1, 1, 2]


def test_folders_without_sets_are_refused(tmp_path):
    refused(tmp_path / "nowhere", "there is no folder", "nowhere")
    refused(tmp_path, "no benchmark set", "battery/name.data.gz")
    put(tmp_path / "a", "four", FOUR, [1, 1, 2, 2])
    refused(tmp_path, "no battery 'c'; there are: a.", batteries=["c"])


@pytest.mark.parametrize(
    ("data", "labels", "message"),
    [
        ("1\n2\n3\n", None, "a.data has no reference clustering"),
        ("1\n2\n", "1\n2\n", "AUCC needs 3 objects or more;"),
        ("", "1\n", "a.data has 0"),
        ("1 2\n2 3\n3\n", "1\n1\n2\n", "line 1 has 2 numbers, line 3 has 1"),
        ("1 2\n\n3 4\n", "1\n1\n2\n", "line 1 has 2 numbers, line 2 has 0"),
        ("1 2\n2,5 3\n3 4\n", "1\n1\n2\n", "a.data, line 2: could not convert string"),
        ("1 2\n2 inf\n3 4\n", "1\n1\n2\n", "finite"),
        ("1\n2\n3\n", "1\n2\n", "a.labels0 has 2 for 3 objects"),
        ("1\n2\n3\n", "1\n2\nx\n", "a.labels0, line 3: could not convert"),
        ("1\n2\n3\n", "1\n2.5\n2\n", "a.labels0, line 2 is '2.5'"),
        ("1\n2\n3\n", "1\n-1\n2\n", "a.labels0, line 2 is '-1'"),
        ("1\n2\n3\n", "1\n1 2\n2\n", "a.labels0, line 2 is '1 2'"),
        ("1\n2\n3\n", "0\n0\n0\n", "a.labels0 calls every object noise"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path, data, labels, message):
    (tmp_path / "a.data").write_text(data)
    if labels is not None:
        (tmp_path / "a.labels0").write_text(labels)
    refused(tmp_path, message)


def test_damaged_files_and_doubles_are_refused(tmp_path):
    put(tmp_path, "a", FOUR, [1, 1, 2, 2])
    whole = (tmp_path / "a.data.gz").read_bytes()
    for damaged in (whole[:-9], b"no gzip", gzip.compress(b"\xff\xfe1 2\n")):
        (tmp_path / "a.data.gz").write_bytes(damaged)
        refused(tmp_path, "a.data.gz cannot be read as text")
    put(tmp_path, "a", FOUR, [1, 1, 2, 2], packed=False)
    refused(tmp_path, "a.data and a.data.gz are the same set")


def test_noise_is_no_cluster():
    one = BenchmarkSet("n", "b", np.zeros((3, 1)), (np.array([0, 7, 7]),))
    assert one.true_ks == (1,)
