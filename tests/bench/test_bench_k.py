"""What `make bench-k` rests on: data without clusters, picks of choosers, tables, what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

import aucc_core
from aucc_core.criteria import CRITERIA
from aucc_core.datasets.benchmark import BenchmarkSet
from aucc_core.explain.rate import Rate
from aucc_core.verdicts import tuned
from aucc_core.verdicts.structure import THRESHOLD, Structure, structure_of
from aucc_core.verdicts.weigh import weighed_values
from tests.bench import bench_k, cases, comparison, evidence, one_group, scenes, tuning
from tests.bench.choosers import RULE, VERDICT, Chooser, Pick, choosers
from tests.bench.clusterings import ALGORITHMS, KS, SEED, cluster
from tests.bench.kept import Kept
from tests.core.datasets.test_benchmark import put


@pytest.fixture(scope="module")
def three():
    """Three groups that nobody can miss."""
    rng = np.random.default_rng(5)
    labels = np.repeat([1, 2, 3], 14)
    X = rng.normal(size=(42, 2)) + np.array([[0, 0], [40, 0], [20, 35]])[labels - 1]
    return BenchmarkSet("three", "made up", X, (labels,))


@pytest.fixture(scope="module")
def clustered(three):
    return cluster(three, Kept())


def right_verdict(X, algorithms, ks, *, seed, metric="euclidean"):
    """In the form of the library's, and right about the three groups."""
    assert set(algorithms) <= set(ALGORITHMS)
    assert set(ks) <= set(KS)
    return SimpleNamespace(k=3, labels=np.where(X[:, 1] > 17, 2, X[:, 0] > 20), algorithm="ward")


# Data without clusters


def test_there_are_two_halves_of_at_least_eight_kinds():
    halves = [one_group.kinds(tuning=tuning) for tuning in (True, False)]
    assert min(map(len, halves)) >= 8
    names = [kind.name for half in halves for kind in half]
    assert len(set(names)) == len(names) == len(one_group.KINDS)


@pytest.mark.parametrize("kind", one_group.KINDS, ids=lambda kind: kind.name)
def test_each_kind_draws_as_many_objects_as_asked(kind):
    X, again = (kind.draw(60, np.random.default_rng(1)) for _ in range(2))
    assert X.shape[0] == 60
    assert X.dtype == float
    assert np.isfinite(X).all()
    assert np.array_equal(X, again)
    assert len(np.unique(X, axis=0)) > 40


def test_more_draws_only_add():
    few = one_group.one_group_sets(1, tuning=False, seed=3)
    more = {one.name: one for one in one_group.one_group_sets(2, tuning=False, seed=3)}
    assert len(more) == 2 * len(few)
    assert all(np.array_equal(one.X, more[one.name].X) for one in few)
    assert {one.true_ks for one in few} == {(1,)}


def test_evidence_is_counted_by_kind_and_by_strength(three, tmp_path):
    kept = Kept(tmp_path)
    found = [evidence.strength_of(three, kept) for _ in range(2)]
    assert found[0] == found[1] == structure_of(three.X, seed=SEED).strength >= THRESHOLD
    sets = [SimpleNamespace(battery=name) for name in ("a", "b", "a")]
    _, rows = evidence.table_by_kind(sets, [0.1, 9.0, THRESHOLD])
    assert [row[0] for row in rows] == ["a", "b", "all"]
    assert [row[1].split(":")[0] for row in rows] == ["1 of 2", "1 of 1", "2 of 3"]
    assert [row[2] for row in rows] == [f"{THRESHOLD:.2f}", "9.00", "9.00"]
    head, rows = evidence.table_by_strength(without_clusters=[0.0, 2.0], with_clusters=[5.0])
    assert head == ["strength", "without clusters", "with clusters"]
    assert {row[0]: row[1].split(":")[0] for row in rows}["2"] == "1 of 2"
    assert {row[2].split(":")[0] for row in rows} == {"1 of 1"}


# Mixtures


def test_mixtures_know_where_their_objects_come_from():
    for case in cases.cases(12, 2, seed=cases.TUNE):
        one = cases.draw_set(case, seed=cases.TUNE)
        (labels,) = one.references
        assert one.true_ks == (case.k,)
        assert labels.size == one.n
        noise = 0 if case.k == 1 else round(case.noise * case.n)
        assert int((labels == 0).sum()) == noise


# Choosers


def test_all_clusterings_are_made(clustered):
    assert clustered.algorithms == ALGORITHMS
    assert {p.k for p in clustered.partitions} == set(KS)
    assert clustered.best == 1
    assert clustered.only("ward").algorithms == ("ward",)


def test_every_criterion_and_every_rival_chooses(clustered, three):
    found = choosers(verdict=False)
    assert {row.short for row in CRITERIA.values()} < {c.name for c in found}
    picks = {c.name: c.pick(clustered, Kept()) for c in found}
    for name in (RULE, "path silhouette", "SWC", "AUCC", "HDBSCAN", "DynMSC"):
        assert picks[name].k == 3, name
        assert adjusted_rand_score(three.references[0], picks[name].labels) == 1, name
    assert all(p.seconds > 0 for p in picks.values())
    assert (picks["HDBSCAN, noise joined"].labels >= 0).all()


def test_values_that_are_no_numbers_are_skipped(clustered, monkeypatch):
    from tests.bench import choosers as module

    def scores(X, labels, names):
        values = np.full(len(labels), np.nan)
        values[5] = 1.0
        return {names[0]: SimpleNamespace(to_numpy=lambda dtype: values)}

    monkeypatch.setattr(module, "criteria_scores", scores)
    assert module.by_criterion(CRITERIA["swc"])(clustered)[0] == clustered.partitions[5].k
    assert module._highest(clustered, np.full(98, np.nan)) == (None, None)


def test_the_gap_statistic_finds_two_groups_or_says_that_there_are_none():
    X = np.random.default_rng(0).normal(size=(80, 2))
    labels = np.repeat([1, 2], 40)
    none = BenchmarkSet("none", "b", X, (np.ones(80, dtype=np.int64),))
    two = BenchmarkSet("two", "b", X + 9 * labels[:, None], (labels,))
    (gap,) = (c for c in choosers(verdict=False) if c.name == "gap statistic")
    assert gap.pick(cluster(none, Kept()), Kept()).k is None
    for among in (cluster(two, Kept()), cluster(two, Kept()).only("ward")):
        assert gap.pick(among, Kept()).k == 2


# What is kept


def test_results_are_kept_until_data_or_code_change(tmp_path, three, clustered):
    calls = []

    def choose(_):
        calls.append(1)
        return None, None

    chooser, kept = Chooser("me / you", choose), Kept(tmp_path / "new")
    first, second = chooser.pick(clustered, kept), chooser.pick(clustered, kept)
    assert (first.k, second.seconds) == (None, first.seconds)
    assert len(calls) == 1
    chooser.pick(clustered.only("ward"), kept)
    assert len(calls) == 2
    other = BenchmarkSet(three.name, three.battery, three.X + 1, three.references)
    chooser.pick(cluster(other, kept), kept)
    assert len(calls) == 3
    assert not list((tmp_path / "new").glob("*.part"))


# Tables


def outcomes_of(three, monkeypatch):
    monkeypatch.setattr(aucc_core, "verdict", right_verdict)
    some = [c for c in choosers() if c.name in (VERDICT, RULE, "gap statistic")]
    wrong = Chooser("wrong", lambda clustered: (None, None))
    twin = BenchmarkSet("twin", "made up", three.X * 2, three.references)
    rows = comparison.judge(three, [*some, wrong], Kept(), alone=comparison.ALONE)
    monkeypatch.setattr(aucc_core, "verdict", lambda *a, **o: Pick(None, None))
    return comparison.as_table(rows + comparison.judge(twin, [*some, wrong], Kept()))


def test_the_table_of_choices(three, monkeypatch):
    outcomes = outcomes_of(three, monkeypatch)
    field = outcomes[outcomes["among"] == comparison.FIELD]
    head, rows = comparison.choice_table(field)
    assert head[4] == "minus verdict (95 %)"
    by_name = {row[0]: row for row in rows}
    assert by_name["wrong"][1:4] == ["0 % (0–66)", "0.000", "0%"]
    assert by_name[VERDICT][1:5] == ["50 % (9–91)", "0.500", "50%", ""]
    assert by_name[RULE][2:5] == ["1.000", "100%", "+0.500 (+0.000 to +1.000)"]
    assert rows[-1][:3] == ["possible", "", "1.000"]
    assert set(outcomes["among"]) == {"all", "kmeans", "ward"}


def test_the_table_of_false_alarms(three, monkeypatch):
    outcomes = outcomes_of(three, monkeypatch)
    head, rows = comparison.alarm_table(outcomes[outcomes["among"] == comparison.FIELD])
    assert head == ["kind", VERDICT, "gap statistic"]
    assert rows[-1] == ["all", "50 % (9–91)", "0 % (0–66)"]
    assert len(rows) == 2


def test_an_interval_holds_its_mean_and_is_the_same_again():
    values = np.random.default_rng(2).normal(0.3, 1, 40)
    low, high = comparison.paired_interval(values)
    assert low < values.mean() < high
    assert high - low == pytest.approx(4 * values.std() / np.sqrt(40), rel=0.1)
    assert (low, high) == tuple(comparison.paired_interval(values))


# All of it


def test_the_whole_run(capsys, tmp_path, three, monkeypatch):
    monkeypatch.setattr(aucc_core, "verdict", right_verdict)
    put(tmp_path / "sets" / "b", "three", three.X, three.references[0])
    some = ["--mixtures", "2", "--draws", "1", "--jobs", "1", "--keep", str(tmp_path / "kept")]
    few = [c for c in choosers() if c.name in (VERDICT, RULE, "SWC", "AUCC", "gap statistic")]
    monkeypatch.setattr(bench_k, "choosers", lambda verdict: few)
    monkeypatch.setattr(one_group, "KINDS", one_group.KINDS[-2:])
    bench_k.main([*some, "--public", str(tmp_path / "sets")])
    out = capsys.readouterr().out
    titles = ("2 mixtures", "k hit by what", "False alarms on 2", "1 public", "k for ward")
    for title in (*titles, "Clusters seen in 2 sets", "How many reach a strength"):
        assert title in out
    assert "Shape verdict" in out
    assert (tmp_path / "kept" / "public-report.csv").exists()
    monkeypatch.setattr(comparison, "cluster", None)  # nothing is asked for another section
    bench_k.main([*some, "--only", "public"])
    assert "No folder of public sets" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        bench_k.main(["--only", "nonsense"])


# Tuning


def test_scenes_are_drawn_again_and_say_where_their_objects_come_from():
    drawn, again = scenes.scenes(1, seed=5), scenes.scenes(2, seed=5)
    assert len(drawn) == len(scenes.KINDS)
    assert len({one.name for one in again}) == 2 * len(scenes.KINDS)
    for one, other in zip(drawn, again, strict=False):
        assert np.array_equal(one.X, other.X)
        (labels,) = one.references
        assert labels.size == one.n
        assert 2 <= one.true_ks[0] == labels.max()
        assert np.isfinite(one.X).all()


CLUSTERED = Structure(0.0, 0.0, 9.0)


def looked_at(name, kind="public", battery="b", *, best=2, seed=0):
    """Clusterings by two algorithms, of which one k looks best, and is."""
    rng = np.random.default_rng(seed)
    ks = np.arange(2, 8)
    table = pd.DataFrame({"algorithm": np.repeat(["kmeans", "ward"], 6), "k": np.tile(ks, 2)})
    right = (table["k"] == best).to_numpy(dtype=float)
    for column in (
        "path_silhouette", "weakest_cluster", "neighbours_kept", "inner_gap", "slivers", "smallest",
        "split", "merge", "aucc", "path_aucc", "agreement", "dense_agreement",
    ):  # fmt: skip
        table[column] = rng.uniform(size=12)
    table["path_silhouette"] += 3 * right
    table["large_clusters"] = table["k"]
    return tuning.Looked(kind, name, battery, table, 0.5 + right / 2, right, CLUSTERED)


@pytest.fixture(scope="module")
def looked():
    made = [looked_at(f"made {i}", "mixtures", "m", best=2 + i % 5, seed=i) for i in range(8)]
    names = [("b1", "x"), ("b1", "y"), ("b2", "z")]
    public = [looked_at(n, battery=b, best=3, seed=20 + i) for i, (b, n) in enumerate(names)]
    return [*made, *public]


def test_weights_are_those_that_pick_the_right_clustering(looked):
    lesson = tuning.Lesson(looked)
    everything = np.ones(len(lesson.choices), dtype=bool)
    recipe = tuning.Recipe(0.2, ("split", "merge"))
    weights = lesson.fit(recipe, everything)
    assert list(weights) == list(weighed_values(looked[0].table))
    assert weights["split"] == weights["merge"] == 0
    assert max(weights, key=lambda name: abs(weights[name])) == "path_silhouette"
    assert all(c.aris[tuning.pick(c, weights)] == 1 for c in lesson.choices)
    assert tuning.temperature(lesson.choices, weights) in tuning.TEMPERATURES
    assert lesson.recipe(everything) in tuning.RECIPES


def test_weights_make_the_mean_worth_of_a_draw_as_large_as_can_be(looked):
    lesson = tuning.Lesson(looked)
    everything = np.ones(len(lesson.choices), dtype=bool)
    recipe = tuning.Recipe(0.4)
    fitted = np.array(list(lesson.fit(recipe, everything).values()))
    scale = np.concatenate([c.seen for c in lesson.choices if c.weight > 0]).std(axis=0)
    parts = {kind: sum(c.weight for c in lesson.choices if c.looked.kind == kind)
             for kind in ("mixtures", "public")}  # fmt: skip
    counts = sum(tuning.KINDS[kind] for kind in parts)

    def aim(weights):
        total = 0.0
        for c in lesson.choices:
            odds = np.exp(c.seen @ weights - (c.seen @ weights).max())
            worth = float(odds / odds.sum() @ (c.aris + 0.4 * c.hits))
            kind = c.looked.kind
            total += c.weight / parts[kind] * tuning.KINDS[kind] / counts * worth
        return total - tuning.RIDGE / fitted.size * float(((weights * scale) ** 2).sum())

    rng = np.random.default_rng(0)
    best = aim(fitted)
    for step in (0.01, 0.1, 1.0):
        for _ in range(20):
            assert aim(fitted + step * rng.standard_normal(fitted.size) / scale) < best + 1e-9


@pytest.mark.parametrize(("by", "alone"), [("name", {"x"}), ("battery", {"x", "y"})])
def test_what_is_left_out_takes_no_part(looked, monkeypatch, by, alone):
    """Not in the weights, nor in the choice of how they are tuned."""
    fit, seen = tuning.Lesson.fit, []

    def watched(self, recipe, keep):
        seen.append({c.looked.name for c, kept in zip(self.choices, keep, strict=True) if kept})
        return fit(self, recipe, keep)

    monkeypatch.setattr(tuning.Lesson, "fit", watched)
    picks = tuning.held_out(looked, by)
    assert set(picks["set"]) == {"x", "y", "z"}
    runs = len(seen) // (3 if by == "name" else 2)  # as many for each that is left out
    assert not set().union(*seen[:runs]) & alone
    assert "z" in set().union(*seen[:runs])
    assert (picks["picked_ari"] == 1).all()


def test_the_record_counts_a_missed_none(looked):
    none = Structure(0.0, 0.0, 0.0)
    blind = [replace(one, structure=none) if one.name == "x" else one for one in looked]
    picks = tuning.held_out(blind, "name")
    _, rows = tuning.record_table(picks[picks["among"] == "all"])
    assert rows == [["all", "public", "each name", "1.000, 3 of 3", "0.667, 2 of 3", "1.000"]]
    assert picks["share"].between(0, 1).all()
    lost = [replace(one, structure=Structure(9.0, 0.0, 0.0)) for one in looked]
    for one in lost:
        one.table["agreement"] = 0.5
    assert tuning.held_out(lost, "name")["hit"].sum() == 0
    _, strengths = tuning.strength_table(picks[picks["among"] == "all"])
    assert [row[-1] for row in strengths] == [Rate(3, 3).text()]


def test_constants_are_written_as_they_are_read(looked):
    found: dict = {}
    exec("from aucc_core.explain.rate import Rate\n" + tuning.text(), found)
    assert found["WEIGHTS"] == tuned.WEIGHTS
    assert found["TEMPERATURE"] == tuned.TEMPERATURE
    assert (found["RECORD"], found["PUBLIC_ARI"]) == (tuned.RECORD, tuned.PUBLIC_ARI)
    shipped = Path(tuned.__file__).read_text(encoding="utf-8")
    assert shipped.endswith(tuning.text())


def test_a_set_is_looked_at_as_the_verdict_does(three, tmp_path):
    found = tuning.look(three, "scenes", Kept(tmp_path))
    shown = aucc_core.verdict(three.X, ALGORITHMS, KS, seed=0, n_sets=5).table
    assert found.table["aucc"].tolist() == shown["aucc"].tolist()
    assert found.table["agreement"].equals(shown["agreement"])
    assert found.hits.tolist() == (shown["k"] == 3).astype(float).tolist()
    assert found.aris.max() == 1
    assert found.structure.is_clustered


def test_held_out_tunes_and_prints_but_writes_nothing(looked, capsys, monkeypatch):
    monkeypatch.setattr(bench_k, "_looked", lambda asked: looked)
    monkeypatch.setattr(tuning, "write", None)
    monkeypatch.setattr(tuning, "RECIPES", tuning.RECIPES[:1])  # quick
    monkeypatch.setitem(bench_k.RUN, "public", lambda asked: None)
    bench_k.main(["--held-out", "--public", "folder", "--only", "public"])
    assert "Public sets left out of all tuning" in capsys.readouterr().out
