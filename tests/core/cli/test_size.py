"""The command line on large data: engines, memory, rows that stay on disk."""

import argparse
import json

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from aucc_core import aucc_score, cli, load_dataset
from aucc_core.cli.size import add_size_arguments, size_choices


def run(capsys, *args):
    status = cli.main([str(a) for a in args])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 1500)
    return rng.normal(size=(1500, 2)) + labels[:, None], labels


@pytest.fixture
def parquet_file(table, tmp_path):
    X, labels = table
    names = [f"group {v}" for v in labels]
    columns = {"x": X[:, 0], "y": X[:, 1], "id": np.arange(1500), "cluster": names}
    parquet.write_table(pa.table(columns), tmp_path / "big.parquet", row_group_size=400)
    return tmp_path / "big.parquet"


def score(capsys, path, *options):
    asked = ("--labels", "cluster", "--ignore", "id", "--json")
    status, out, _ = run(capsys, "score", path, *asked, *options)
    assert status == 0
    return json.loads(out)


def test_every_engine_scores_a_file(capsys, parquet_file, table):
    truth = aucc_score(*table)
    exact = score(capsys, parquet_file)
    assert exact["engine"] == "exact"
    assert exact["aucc"] == truth
    bounds = score(capsys, parquet_file, "--engine", "bounds")
    assert bounds["low"] <= truth <= bounds["high"] <= bounds["low"] + 1e-5
    assert bounds["text"].endswith("certain")
    assert bounds["s_plus"] is None
    wide = score(capsys, parquet_file, "--engine", "bounds", "--tolerance", "0.01")
    assert wide["high"] - wide["low"] > 1e-5
    sample = score(capsys, parquet_file, "--engine", "sample", "--pairs", 64_000)
    assert sample["low"] <= truth <= sample["high"]
    assert sample["confidence"] == 0.95


def test_little_memory_means_bounds(capsys, parquet_file, monkeypatch):
    assert score(capsys, parquet_file, "--memory", "22MB")["engine"] == "bounds"
    monkeypatch.setenv("AUCC_MEMORY", "22 MB")
    assert score(capsys, parquet_file)["engine"] == "bounds"
    assert score(capsys, parquet_file, "--memory", "1GB")["engine"] == "exact"


def test_a_sample_of_a_file_does_not_load_it(capsys, parquet_file, monkeypatch):
    def refuse(args):
        raise AssertionError

    monkeypatch.setattr("aucc_core.cli.score.load_source", refuse)
    options = ("--engine", "sample", "--pairs", 64_000)
    first = score(capsys, parquet_file, *options)
    assert first == score(capsys, parquet_file, *options)
    assert first["aucc"] != score(capsys, parquet_file, *options, "--sample-seed", 1)["aucc"]


def test_a_sample_of_an_array_on_disk(capsys, table, tmp_path):
    X, labels = table
    np.save(tmp_path / "x.npy", X)
    (tmp_path / "labels.csv").write_text("cluster\n" + "\n".join(f"c{v}" for v in labels))
    asked = ("--engine", "sample", "--pairs", 64_000)
    status, out, _ = run(
        capsys, "score", tmp_path / "x.npy", "--labels-file", tmp_path / "labels.csv", *asked
    )
    assert status == 0
    assert "1,500 objects" in out
    assert ", 95 %" in out
    status, _, err = run(capsys, "score", tmp_path / "x.npy", *asked)
    assert status == 2
    assert "--labels-file" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--memory", "lots"], "500MB or 2GB"),
        (["--engine", "bounds", "--tolerance", "0"], "tolerance must be above 0"),
        (["--engine", "sample", "--pairs", "5"], "n_pairs must be"),
        (["--engine", "sample", "--ties", "optimistic"], "needs exact counts"),
        (["--engine", "sample", "--cluster", "tcp://127.0.0.1:1"], "runs on one machine"),
    ],
)
def test_what_does_not_go_together_is_said(capsys, options, message):
    status, _, err = run(capsys, "score", "ruspini", *options)
    assert status == 2
    assert message in err


def test_the_scheduler_may_come_from_the_environment(monkeypatch):
    parser = argparse.ArgumentParser()
    add_size_arguments(parser)

    def address(*options):
        return size_choices(parser.parse_args(options))[1]

    monkeypatch.delenv("AUCC_CLUSTER", raising=False)
    assert address() is None
    monkeypatch.setenv("AUCC_CLUSTER", "tcp://10.0.0.1:8786")
    assert address() == "tcp://10.0.0.1:8786"
    assert address("--cluster", "tcp://10.0.0.2:8786") == "tcp://10.0.0.2:8786"


def test_a_built_in_set_by_sample(capsys):
    _, out, _ = run(capsys, "score", "ruspini", "--engine", "sample", "--pairs", 6400, "--json")
    record = json.loads(out)
    ruspini = load_dataset("ruspini")
    assert record["low"] <= aucc_score(ruspini.X, ruspini.labels) <= record["high"]


@pytest.mark.parametrize("engine", ["exact", "bounds", "sample"])
def test_long_work_is_announced_with_what_it_takes(capsys, parquet_file, engine, monkeypatch):
    asked = ("--labels", "cluster", "--ignore", "id", "--engine", engine)
    sweeping = ("--algorithms", "kmeans", "--k", "3", "--seed", "0")
    assert run(capsys, "score", parquet_file, *asked)[2] == ""
    monkeypatch.setattr("aucc_core.cli.size.SAY_SECONDS", 0.0)
    for work, (status, _, err) in {
        "Scoring": run(capsys, "score", parquet_file, *asked),
        "Clustering and scoring": run(capsys, "sweep", parquet_file, *asked, *sweeping),
    }.items():
        assert status == 0
        assert err.startswith(f"{work}: {engine}: less than a second, about")
        assert "MB" in err
