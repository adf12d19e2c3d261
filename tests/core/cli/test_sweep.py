"""`aucc sweep`: ranges of k, options, tables."""

import json
import types

import pandas as pd
import pytest

from aucc_core import load_dataset
from aucc_core.cli.sweep import parse_ks
from aucc_core.cost import about_seconds, format_bytes
from aucc_core.large import engine
from aucc_core.large.engine import SizeChoices
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import InputError
from aucc_core.sweeps.sweep import run_cost
from tests.core.cli.running import run


@pytest.mark.parametrize(
    ("text", "ks"),
    [
        ("2:5", [2, 3, 4, 5]),
        ("4", [4]),
        ("2,4,8", [2, 4, 8]),
        ("2:10:4", [2, 6, 10]),
        ("2:4,3:5,9", [2, 3, 4, 5, 9]),
        ("3:3", [3]),
    ],
)
def test_ranges_of_k(text, ks):
    assert parse_ks(text) == ks


@pytest.mark.parametrize("text", ["", ":", "2:", "2:3:4:5", "2:5:0", "5:2", "a:b", "2;3", "2.5"])
def test_wrong_ranges_of_k(text):
    with pytest.raises(InputError, match="--k"):
        parse_ks(text)


@pytest.fixture
def told(monkeypatch):
    """What the sweep command asks the library for, with a result of two rows."""
    asked = {}

    def run_sweep(scorer, progress):
        asked.update(spec=scorer.spec, criteria=scorer.criterion_names, client=scorer.client)
        progress(1, 2, "one")
        rows = {"algorithm": ["a", "b"], "k": [2, 3], "aucc": [1 / 3, float("nan")]}
        return types.SimpleNamespace(table=pd.DataFrame(rows), notices=("Take care.",))

    monkeypatch.setattr("aucc_core.sweeps.sweep.run_sweep", run_sweep)
    return asked


def test_sweep_hands_on_every_option(capsys, told):
    arguments = "--algorithms kmeans,average --k 2:4 --criteria aucc,gamma --seed 7 --n-init 3"
    arguments += " --noise singletons --engine bounds --memory 2GB --cluster tcp://h:1"
    status, _, _ = run(capsys, "sweep", "iris", *arguments.split(), "--metric", "cityblock")
    assert status == 0
    size = SizeChoices(engine="bounds", memory=2_000_000_000)
    settings = {"n_init": 3, "noise": "singletons", "size": size}
    assert told == {
        "spec": RunSpec(("kmeans", "average"), (2, 3, 4), 7, "cityblock", **settings),
        "criteria": ["aucc", "gamma"],
        "client": "tcp://h:1",
    }


def test_sweep_prints_and_writes_its_table(capsys, told, tmp_path):
    csv, parquet = tmp_path / "out.csv", tmp_path / "out.parquet"
    arguments = ["sweep", "ruspini", "--csv", str(csv), "--parquet", str(parquet)]
    _, out, _ = run(capsys, *arguments)
    assert out.splitlines()[-2].split() == ["a", "2", "0.333333"]
    for table in (pd.read_csv(csv), pd.read_parquet(parquet)):
        assert table["aucc"].tolist()[0] == 1 / 3
        assert table["k"].tolist() == [2, 3]


def test_sweep_json_has_all_digits_and_no_nan(capsys, told):
    _, out, _ = run(capsys, "sweep", "ruspini", "--json")
    result = json.loads(out)
    assert result["rows"][0] == {"algorithm": "a", "k": 2, "aucc": 1 / 3}
    assert result["rows"][1]["aucc"] is None
    assert result["notices"] == ["Take care."]


def test_sweep_shows_progress_when_asked(capsys, told):
    _, _, err = run(capsys, "sweep", "ruspini", "--progress")
    assert "1/2 one" in err
    _, _, err = run(capsys, "sweep", "ruspini", "--no-progress")
    assert err == "note: Take care.\n"


def test_sweep_finds_the_four_groups_of_ruspini(capsys):
    options = ["--algorithms", "kmeans,ward", "--k", "2:6", "--seed", "1", "--json"]
    status, out, err = run(capsys, "sweep", "ruspini", *options)
    assert (status, err) == (0, "")
    rows = json.loads(out)["rows"]
    best = {row["algorithm"]: row for row in sorted(rows, key=lambda row: row["aucc"])}
    assert {name: row["k"] for name, row in best.items()} == {"kmeans": 4, "ward": 4}
    assert best["kmeans"]["aucc"] == 0.9994532401464366
    assert len(rows) == 10


@pytest.mark.parametrize("asked", ["auto", "exact", "bounds", "sample"])
def test_the_engine_of_a_sweep_is_decided_once(capsys, monkeypatch, asked):
    decided = []
    monkeypatch.setattr(
        engine, "choose", lambda *a, choose=engine.choose, **k: decided.append(a) or choose(*a, **k)
    )
    # With a word on memory, or there would be nothing to decide for so few objects.
    options = ("--k", "4", "--engine", asked, "--memory", "2GB")
    assert run(capsys, "sweep", "ruspini", *options)[0] == 0
    assert len(decided) == 1


@pytest.mark.parametrize("asked", ["exact", "bounds"])
def test_what_is_announced_counts_the_algorithms_too(capsys, monkeypatch, told, asked):
    monkeypatch.setattr("aucc_core.cli.size.SAY_SECONDS", 0.0)
    _, _, quick = run(capsys, "sweep", "ruspini", "--engine", asked, "--algorithms", "kmeans")
    assert quick.startswith(f"Clustering and scoring: {asked}: less than a second, about ")
    starts = ("--n-init", "100000", "--algorithms", "kmeans")
    _, _, slow = run(capsys, "sweep", "ruspini", "--engine", asked, *starts)
    spec = RunSpec(("kmeans",), tuple(range(2, 11)), 0, n_init=100_000, size=SizeChoices(asked))
    takes = run_cost(load_dataset("ruspini"), spec, drawn=False)
    assert f": {about_seconds(takes.seconds)}, about {format_bytes(takes.bytes)}." in slow
    assert takes.seconds > 5


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--algorithms", "kmeens", "kmeens"),
        ("--criteria", "accu", "accu"),
        ("--k", "2:75", "75"),
    ],
)
def test_sweep_refuses_unknown_names_in_one_line(capsys, option, value, message):
    status, out, err = run(capsys, "sweep", "ruspini", option, value)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err
