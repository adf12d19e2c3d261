"""Which engine is chosen, what it is said to cost, and how sure the answer is."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from aucc_core.cost import Cost, EngineCost
from aucc_core.datasets import load_dataset
from aucc_core.large import kernels
from aucc_core.large.bounds import aucc_bounds_many
from aucc_core.large.disk import open_table
from aucc_core.large.engine import (
    ENGINES,
    EngineChoice,
    SizeChoices,
    choice_for,
    choose,
    engine_cost,
    memory_budget,
    score_any_size,
)
from aucc_core.large.sample import aucc_sample
from aucc_core.pairs import Pairs
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.score_run import ScoreRun, score
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.score.ranked import aucc_score
from aucc_core.score.result import with_margin
from aucc_core.sweeps.sweep import sweep
from aucc_core.warm import warm_up
from tests.core.made_up import added


def data(n=1500):
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 4, n)
    return rng.normal(size=(n, 3)) + labels[:, None], labels


def test_size_decides():
    assert choose(1000).engine == "exact"
    assert choose(100_000).engine == "bounds"
    assert choose(3_000_000).engine == "sample"


def test_memory_partitions_and_time_decide_too(monkeypatch):
    assert choose(10_000, memory=100_000_000).engine == "bounds"
    assert choose(10_000, n_partitions=50).engine == "bounds"
    assert choose(10_000, n_partitions=50, memory=4_000_000_000).engine == "exact"
    monkeypatch.setattr("aucc_core.large.engine._BOUNDS_SECONDS", 1.0)
    assert choose(100_000).engine == "sample"


def test_memory_from_the_environment(monkeypatch):
    monkeypatch.setenv("AUCC_MEMORY", "64 MB")
    assert memory_budget() == 64_000_000
    assert choose(10_000).engine == "bounds"
    assert memory_budget(5_000_000) == 5_000_000


@pytest.mark.parametrize("engine", ENGINES)
def test_the_user_may_overrule(engine):
    plan = choose(3000, engine=engine)
    assert plan.engine == engine
    assert plan.reason == "As asked for."
    assert plan.seconds > 0


def test_cost_grows_with_size():
    for engine in ENGINES:
        small, large = (choose(n, engine=engine) for n in (20_000, 40_000))
        assert large.seconds > small.seconds
    assert choose(40_000, engine="exact").cost.bytes > 3 * choose(20_000, engine="exact").cost.bytes
    assert choose(40_000, engine="bounds").cost.bytes < 100_000_000


def test_an_engine_costs_what_its_row_states():
    cost = EngineCost(lambda load: 5e9 * load.partitions, lambda load: 1000 * load.n)
    with added(ENGINES, replace(ENGINES["sample"], name="magic", cost=cost)):
        found, more = (engine_cost("magic", 3, 2, n_partitions=count) for count in (1, 2))
        assert choose(3, engine="magic").cost == found
    assert (found.seconds, more.seconds) == (5.0, 10.0)
    assert more.bytes == found.bytes > 3000


def test_wrong_wishes_are_refused():
    for ask in (
        lambda: choose(100, engine="magic"),
        lambda: score_any_size(*data(9), SizeChoices("magic")),
        lambda: score_any_size(*data(9), choice=EngineChoice("magic", Cost(1.0, 1))),
        lambda: sweep(data(9)[0], "ward", [2], seed=0, size=SizeChoices("magic")),
        lambda: RunSpec(("ward",), (2,), 0, size=SizeChoices("magic")).is_large,
        lambda: score(load_dataset("iris"), ScoreRun(("species",), engine="magic")),
    ):
        with pytest.raises(InputError, match=r"engine must be .*; got 'magic'"):
            ask()
    with pytest.raises(InputError, match="Unknown metric"):
        choose(100, metric="magic")
    with pytest.raises(InputError, match="up to 46,340 objects"):
        choose(50_000, n_partitions=2, engine="exact")
    with pytest.raises(InputError, match="1 MB or more"):
        memory_budget(3)


def test_every_engine_answers_and_says_how_sure_it_is():
    X, labels = data()
    truth = aucc_score(X, labels)
    answers = {
        engine: score_any_size(X, [labels], SizeChoices(engine, seed=1, n_pairs=64_000))[0]
        for engine in ENGINES
    }
    for engine, answer in answers.items():
        assert answer.engine == engine
        assert answer.low <= truth <= answer.high
    assert answers["exact"].value == truth
    assert str(answers["exact"]) == f"{truth:.7f}, exact"
    assert str(answers["bounds"]).endswith(", certain")
    assert str(answers["sample"]).endswith(", 95 %")
    assert score_any_size(X, [labels])[0] == answers["exact"]


def test_several_partitions_at_once_by_every_engine():
    X, labels = data()
    other = np.arange(labels.size) % 3
    for engine in ENGINES:
        first, second = score_any_size(
            X, [labels, other], SizeChoices(engine, seed=1, n_pairs=64_000)
        )
        assert first.low <= aucc_score(X, labels) <= first.high
        assert second.low <= aucc_score(X, other) <= second.high


def test_pairs_choose_an_engine_too():
    X, labels = data()
    pairs, exact = Pairs(X), aucc_score(X, labels)
    assert pairs.plan().engine == pairs.score(labels).engine == "exact"
    assert pairs.score(labels).value == pytest.approx(exact, abs=1e-12)
    assert pairs.score(labels).counts.total > 0
    for engine, sure in (("bounds", 1.0), ("sample", 0.95)):
        size = SizeChoices(engine=engine, n_pairs=200_000)
        found = pairs.score_many([labels, labels % 2], size=size)
        assert [a.engine for a in found] == [engine, engine]
        assert found[0].confidence == sure
        assert abs(found[0].value - exact) < 0.01
        assert pairs.plan(2, size=size).engine == engine
    assert pairs.score_many([]) == []
    small = SizeChoices(memory=2_000_000)
    assert pairs.plan(3, size=small).engine == pairs.score(labels, size=small).engine == "bounds"


def test_rows_on_disk_are_sampled(tmp_path):
    X, labels = data()
    np.save(tmp_path / "x.npy", X)
    source, _ = open_table(tmp_path / "x.npy")
    assert choice_for(source).engine == "sample"
    (answer,) = score_any_size(source, [labels], SizeChoices(seed=1, n_pairs=64_000))
    assert answer.engine == "sample"
    with pytest.raises(InputError, match="load the table first"):
        score_any_size(source, [labels], SizeChoices("exact"))


def test_width_that_the_memory_forbids_is_said():
    X, labels = data()
    (answer,) = score_any_size(X, [labels], SizeChoices("bounds", tolerance=1e-9, memory=2_000_000))
    assert answer.low <= aucc_score(X, labels) <= answer.high
    assert answer.high - answer.low > 1e-9
    assert "wider than asked for" in answer.note


def test_margins_in_words_stay_true():
    assert with_margin(0.88190123, 8e-7) == "0.8819012 ± 0.0000009"
    assert with_margin(0.5, 0.2) == "0.5000 ± 0.2000"
    for value, margin in np.random.default_rng(1).random((200, 2)):
        shown, reach = (float(part) for part in with_margin(value, margin**8).split(" ± "))
        assert shown - reach <= value - margin**8 + 1e-15
        assert value + margin**8 - 1e-15 <= shown + reach


def test_a_sweep_scores_large_data_by_bounds_and_says_so():
    X, _ = data()
    ranked = sweep(X, "kmeans", [2, 3], seed=0, n_init=1)
    little = SizeChoices(memory=22_000_000)
    found = sweep(X, "kmeans", [2, 3], seed=0, n_init=1, criteria=("aucc", "swc"), size=little)
    np.testing.assert_allclose(found.table["aucc"], ranked.table["aucc"], rtol=0, atol=5e-6)
    assert found.criteria == ("aucc",)
    assert "certain bounds" in found.notices[0]
    assert "SWC" in found.notices[1]
    assert ranked.notices == ()
    with pytest.raises(InputError, match="need all distances"):
        sweep(X, "kmeans", [2], seed=0, criteria="swc", size=little)


def test_noise_is_left_out_of_large_data_too():
    X, _ = data()
    options = {"dbscan": {"eps": 0.3}}
    exact, bounds = (
        sweep(X, "dbscan", [2], seed=0, options=options, size=SizeChoices(engine=engine)).table
        for engine in ("exact", "bounds")
    )
    assert exact["coverage"][0] < 1
    assert bounds["aucc"][0] == pytest.approx(exact["aucc"][0], abs=5e-6)


def test_curves_of_large_data_come_from_bins(monkeypatch):
    X, labels = data()
    truth = Pairs(X).curve(labels)
    monkeypatch.setenv("AUCC_MEMORY", "22MB")
    result = sweep(X, "kmeans", [3], seed=0, n_init=1)
    curve = result.curves["kmeans", 3]
    assert curve.area == pytest.approx(result.table["aucc"][0], abs=1e-5)
    assert curve.within[-1] + curve.between[-1] == truth.within[-1] + truth.between[-1]


def test_warm_up_leaves_no_large_kernel_to_compile():
    warm_up()
    names = ("count_tiles", "count_block", "pick_pairs", "compare_marks")
    before = {name: len(getattr(kernels, name).signatures) for name in names}
    assert all(before.values())
    X, labels = data()
    for metric in ("euclidean", "canberra"):
        aucc_bounds_many(X, [labels, labels], metric=metric, tolerance=1e-7)
    aucc_sample(Dataset("x", X), labels, n_pairs=6400, seed=0)
    assert before == {name: len(getattr(kernels, name).signatures) for name in names}


def test_small_data_does_not_walk_through_the_engines():
    code = (
        "import sys, aucc_core\n"
        "pairs = aucc_core.Pairs([[0.0], [1.0], [10.0], [11.0]])\n"
        "assert str(pairs.score([0, 0, 1, 1])) == '1.0000000, exact'\n"
        "print(*[m for m in sys.modules if m.startswith(('aucc_core.large', 'numba'))])\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    walked = {f"aucc_core.large{name}" for name in ("", ".bins", ".disk", ".engine")}
    assert set(found.stdout.split()) <= walked
