"""The sweep: one tidy table, from arrays, distances and data sets, whole or bit by bit."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform

from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.criteria.external import EXTERNAL, external_scores
from aucc_core.large import dask, engine
from aucc_core.large.curve import curve_band
from aucc_core.large.engine import SizeChoices
from aucc_core.large.passes import count_here
from aucc_core.large.sample import CURVE_PAIRS, sample_curve
from aucc_core.partitions import make_partitions
from aucc_core.partitions.make import Partition
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.score.objects import Objects
from aucc_core.score.ranked import aucc_score
from aucc_core.sweeps.scorer import PartitionScorer
from aucc_core.sweeps.sweep import sweep, sweep_iter, sweep_steps


def groups(n_each=15, seed=0, noise=0):
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1, 2], n_each)
    X = rng.normal(size=(truth.size, 2)) + np.array([[0, 0], [9, 0], [0, 9]])[truth]
    far = rng.uniform(30, 90, (noise, 2))
    return Dataset("groups", np.vstack([X, far]), labels=np.append(truth, [3] * noise))


def test_table_has_one_row_a_partition_and_the_scores_of_each():
    data = groups()
    result = sweep(data, ["kmeans", "single"], range(2, 5), criteria=("aucc", "swc"), seed=1)
    expected = ["algorithm", "k", "n_clusters", "seed", "aucc", "swc", *EXTERNAL]
    assert list(result.table.columns) == [*expected, "coverage", "seconds"]
    assert result.table[["algorithm", "k"]].to_numpy().tolist() == [
        [a, k] for a in ("kmeans", "single") for k in (2, 3, 4)
    ]
    labels = [p.labels for p in make_partitions(data, ["kmeans", "single"], [2, 3, 4], seed=1)]
    for at, partition in enumerate(result.partitions):
        np.testing.assert_array_equal(partition.labels, labels[at])
        assert result.table.aucc[at] == pytest.approx(aucc_score(data.X, labels[at]))
        assert result.table.ari[at] == pytest.approx(
            external_scores(data.labels, labels[at])["ari"]
        )
    pd.testing.assert_frame_equal(
        result.table[["aucc", "swc"]], criteria_scores(data, labels, ["aucc", "swc"])
    )
    assert (result.table.coverage == 1).all()
    assert (result.table.seconds > 0).all()
    assert (result.table.seed == 1).all()
    assert result.complete
    assert result.notices == ()


def test_the_right_k_wins_and_lower_is_better_where_it_is():
    result = sweep(groups(), "average", range(2, 7), criteria=["aucc", "davies_bouldin"], seed=0)
    for name in ("aucc", "davies_bouldin"):
        assert result.best(name).k == 3
    assert (result.oriented()["davies_bouldin"] == -result.table["davies_bouldin"]).all()
    assert (result.oriented()["aucc"] == result.table["aucc"]).all()
    with pytest.raises(InputError, match="'swc' was not computed; this sweep has aucc"):
        result.best("swc")


def test_arrays_frames_data_sets_and_distances_agree():
    data = groups()
    D = squareform(pdist(data.X))
    inputs = [
        (data, "euclidean"),
        (data.X, "euclidean"),
        (pd.DataFrame(data.X, columns=["x", "y"]), "euclidean"),
        (D, "precomputed"),
        (pdist(data.X), "precomputed"),
        (Dataset("given", data.X, distances=pdist(data.X)), "euclidean"),
    ]
    tables = [sweep(x, ["average", "ward"], [2, 3], metric=m, seed=0).table for x, m in inputs]
    for table in tables[1:]:
        assert "ari" not in table
        np.testing.assert_allclose(table.aucc, tables[0].aucc)


def test_true_labels_may_be_given_beside_the_data():
    data = groups()
    table = sweep(data.X, "single", [3], seed=0, true_labels=data.labels.astype(str)).table
    assert table.ari[0] == 1
    with pytest.raises(InputError, match="5 true labels for 45 objects"):
        sweep(data.X, "single", [3], seed=0, true_labels=[1, 2, 3, 4, 5])


def test_distances_only_leave_out_criteria_with_a_notice():
    D = pdist(groups().X)
    result = sweep(D, "single", [3], metric="precomputed", criteria="all", seed=0)
    assert result.criteria == tuple(n for n, row in CRITERIA.items() if row.needs == "distances")
    assert len(result.notices) == 2
    assert "Left out" in result.notices[0]
    assert "VRC" in result.notices[0]
    with pytest.raises(InputError, match="need cluster means"):
        sweep(D, "single", [3], metric="precomputed", criteria=["vrc"], seed=0)


def test_curves_come_when_asked_for():
    result = sweep(groups(), ["single", "ward"], [2, 3], seed=0)
    assert list(result.curves) == [("single", 2), ("single", 3), ("ward", 2), ("ward", 3)]
    for at, key in enumerate(result.curves):
        assert result.curves[key].area == pytest.approx(result.table.aucc[at])
        assert result.curves[at] is result.curves[key]
    with pytest.raises(KeyError):
        result.curves["single", 9]


@pytest.mark.parametrize("policy", ["drop", "singletons", "one_cluster"])
def test_noise_policies_score_what_they_say(policy):
    data = groups(noise=5)
    options = {"dbscan": {"eps": 2.0, "min_samples": 4}}
    run = {"options": options, "noise": policy, "criteria": "all", "seed": 0}
    result = sweep(data, "dbscan", [], **run)
    labels = result.partitions[0].labels
    row = result.table.iloc[0]
    assert row.n_clusters == row.k == 3
    noise = labels == -1
    assert noise.sum() >= 5
    assert row.coverage == pytest.approx(1 - noise.mean())
    X, treated, truth = data.X, labels.copy(), data.labels
    if policy == "drop":
        X, treated, truth = X[~noise], labels[~noise], truth[~noise]
    else:
        treated[noise] = 3 + (np.arange(noise.sum()) if policy == "singletons" else 0)
    expected = criteria_scores(X, [treated]).iloc[0]
    np.testing.assert_allclose(row[list(CRITERIA)].to_numpy(float), expected, rtol=1e-9)
    assert row.ari == pytest.approx(external_scores(truth, treated)["ari"])
    assert result.curves["dbscan", 3].area == pytest.approx(row.aucc)


@pytest.mark.parametrize("metric", ["mahalanobis", "precomputed"])
def test_dropping_noise_keeps_the_distances_of_the_whole(metric):
    data = groups(noise=5)
    given = pdist(data.X) if metric == "precomputed" else data.X
    objects = Objects(given, metric)
    keep = np.arange(50) % 4 > 0
    part = objects.kept(keep)
    np.testing.assert_allclose(part.square, objects.square[np.ix_(keep, keep)])
    assert part.metric == metric


def test_a_partition_without_score_is_told_not_hidden():
    data = groups()
    everyone = {"dbscan": {"eps": 1000.0}}
    result = sweep(data, ["single", "dbscan"], [3], seed=0, options=everyone)
    assert np.isfinite(result.table.aucc[0])
    assert np.isnan(result.table.aucc[1])
    assert result.table.ari[1] == 0
    assert result.notices == (
        "DBSCAN, k = 1: not scored, it has one cluster only, so no pairs between clusters.",
    )
    assert result.best().algorithm == "single"
    nobody = sweep(data, "dbscan", [], seed=0, options={"dbscan": {"eps": 1e-9}})
    assert nobody.table[["n_clusters", "coverage"]].to_numpy().tolist() == [[0, 0]]
    assert nobody.table[["aucc", "ari"]].isna().all(axis=None)
    assert "only 0 objects are in clusters" in nobody.notices[0]
    with pytest.raises(InputError, match="No partition could be scored"):
        nobody.best()
    with pytest.raises(InputError, match="dbscan, k = 0 has no curve: only 0 objects"):
        nobody.curves["dbscan", 0]


def test_clusters_that_stay_empty_are_told():
    data = groups()
    labels = np.array([0, 0, 1] * 15, dtype=np.int32)
    (scored,) = PartitionScorer(Objects(data), RunSpec(("gmm",), (3,), 0)).score(
        [Partition("gmm", 3, labels)]
    )
    assert scored.notices == ("Gaussian mixture, k = 3: only 2 clusters got objects.",)


def test_the_iterator_yields_what_the_sweep_collects():
    data = groups()
    settings = {"criteria": ["aucc", "swc"], "seed": 2}
    whole = sweep(data, ["ward", "kmeans"], range(2, 6), **settings)
    items = list(sweep_iter(data, ["ward", "kmeans"], range(2, 6), **settings))
    assert [item.done for item in items] == list(range(1, 9))
    assert {item.total for item in items} == {8}
    sent = [pickle.loads(pickle.dumps(item)) for item in items]
    assert max(len(pickle.dumps(item)) for item in items) < 4_000
    columns = [c for c in whole.table.columns if c != "seconds"]
    rows = pd.DataFrame([item.row() for item in sent])
    pd.testing.assert_frame_equal(rows[columns], whole.table[columns])


def test_results_travel_between_processes_and_still_draw_curves():
    result = sweep(groups(), "ward", [2, 3], seed=0)
    area = result.curves["ward", 3].area
    copy = pickle.loads(pickle.dumps(result))
    pd.testing.assert_frame_equal(copy.table, result.table)
    assert copy.curves["ward", 3].area == area
    assert len(pickle.dumps(sweep(groups(n_each=150), "ward", [2], seed=0))) < 40_000


def test_bad_input_is_refused_before_the_first_item():
    with pytest.raises(InputError, match="k must be 2 to 44"):
        sweep_iter(groups(), "kmeans", [45], seed=0)
    with pytest.raises(InputError, match="Unknown criterion 'x'"):
        sweep_iter(groups(), "kmeans", [4], criteria=["x"], seed=0)
    with pytest.raises(InputError, match="Unknown noise policy 'x'"):
        sweep(groups(), "kmeans", [4], noise="x", seed=0)
    with pytest.raises(InputError, match="Unknown metric 'x'"):
        sweep(groups(), "kmeans", [4], metric="x", seed=0)


def test_progress_and_cancel():
    calls = []
    result = sweep(
        groups(),
        ["single", "ward"],
        range(2, 12),
        seed=0,
        progress=lambda *call: calls.append(call),
        cancel=lambda: len(calls) >= 4,
    )
    assert [call[:2] for call in calls] == [(1, 20), (2, 20), (3, 20), (4, 20)]
    assert calls[0][2] == "single, k = 2"
    assert len(result.table) == len(result.partitions) == 4
    assert not result.complete
    assert result.notices == ("Stopped after 4 of 20 partitions.",)


def test_a_sweep_cancelled_at_once_is_empty_but_whole():
    result = sweep(groups(), "single", [2, 3], seed=0, cancel=lambda: True)
    assert len(result.table) == 0
    assert "aucc" in result.table
    assert result.notices == ("Stopped after 0 of 2 partitions.",)


def test_closing_the_iterator_stops_the_work():
    items = sweep_iter(groups(), ["single"], range(2, 30), seed=0)
    assert next(items).partition.k == 2
    items.close()
    assert list(items) == []


def test_the_same_seed_gives_the_same_table():
    runs = [sweep(groups(), "kmeans", [2, 5, 9], seed=4, n_init=1).table.aucc for _ in range(2)]
    pd.testing.assert_series_equal(*runs)


def test_curves_come_the_way_the_scores_do():
    data, key = groups(), ("ward", 3)
    exact = sweep(data, "ward", [3], seed=0)
    assert exact.curves[key].exact_fpr == 1
    sampled = sweep(data, "ward", [3], seed=0, size=SizeChoices(engine="sample", seed=5))
    labels = sampled.partitions[0].labels
    drawn = sample_curve(Objects(data).distances, labels, seed=5)
    assert sampled.curves[key].fpr.tolist() == drawn.fpr.tolist()
    assert sampled.curves[key].exact_fpr == 0
    coarse = sweep(data, "ward", [3], seed=0, size=SizeChoices(engine="bounds"))
    assert coarse.curves[key].area == curve_band(data.X, labels).middle.area


def test_curves_use_everything_that_the_caller_chose(monkeypatch):
    # Without clusters: a perfect curve is the same whatever is chosen.
    X = np.random.default_rng(0).normal(size=(600, 2))

    def swept(engine, client=None, **chosen):
        size = SizeChoices(engine, **chosen)
        return sweep(X, "ward", [3], seed=0, size=size, client=client)

    labels = swept("exact").partitions[0].labels
    for chosen in ({"n_pairs": 3200, "seed": 5}, {"n_pairs": 2 * CURVE_PAIRS, "seed": 6}):
        drawn = chosen | {"n_pairs": min(chosen["n_pairs"], CURVE_PAIRS)}
        expected = sample_curve(Objects(X).distances, labels, **drawn)
        assert swept("sample", **chosen).curves[0].fpr.tolist() == expected.fpr.tolist()
    for chosen in ({"tolerance": 0.5}, {"memory": 2_000_000}):
        expected = curve_band(X, labels, **chosen).middle
        assert swept("bounds", **chosen).curves[0].fpr.tolist() == expected.fpr.tolist()

    asked = []
    monkeypatch.setattr(
        dask, "count_on_cluster", lambda work, c, **_: asked.append(c) or count_here(work)
    )
    curves = swept("bounds", client="a cluster").curves
    asked.clear()
    assert 0 < curves[0].area < 1
    assert set(asked) == {"a cluster"}


@pytest.mark.parametrize("asked", ["auto", "bounds", "sample"])
def test_the_engine_is_decided_once(monkeypatch, asked):
    decided, choose = [], engine.choose
    monkeypatch.setattr(engine, "choose", lambda *a, **b: decided.append(a) or choose(*a, **b))
    size = SizeChoices(engine=asked, memory=10**9)
    result = sweep(groups(), ["ward", "dbscan"], [2, 3], seed=0, size=size)
    assert result.curves[0].area == pytest.approx(result.table["aucc"][0], abs=0.01)
    assert len(decided) == 1


def test_small_data_ask_large_for_nothing():
    walked = set()

    def watch(frame, event, _):
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.parent == Path(engine.__file__).parent:
            walked.add(file.name)

    data = groups()
    sys.setprofile(watch)
    try:
        result = sweep(data, "ward", [2, 3], seed=0)
        assert result.curves[0].exact_fpr == 1
        assert not walked
        sweep(data, "ward", [2, 3], seed=0, size=SizeChoices(memory=2_000_000_000))
        assert walked == {"engine.py"}
    finally:
        sys.setprofile(None)


def test_settings_of_the_distance_reach_clusters_scores_and_curves():
    data, ks, settings = groups(), [2, 5], {"metric": "minkowski", "metric_options": {"p": 1}}
    names, criteria = ["average", "kmedoids", "kmeans"], ["aucc", "swc", "dunn"]
    asked = {"seed": 0, "n_init": 2, "criteria": criteria}
    plain = sweep(data, names, ks, metric="cityblock", **asked)
    told = sweep(data, names, ks, **settings, **asked)
    pd.testing.assert_frame_equal(
        told.table.drop(columns="seconds"), plain.table.drop(columns="seconds")
    )
    assert told.curves[0].fpr.tolist() == plain.curves[0].fpr.tolist()
    other = sweep(data, names, ks, metric="minkowski", **asked)
    assert not np.allclose(other.table["aucc"], plain.table["aucc"])
    spec = RunSpec.of(names, ks, seed=0, n_init=2, **settings)
    found = [item.scores["aucc"] for item in sweep_steps(data, spec)]
    assert found == plain.table["aucc"].tolist()


def test_unknown_settings_of_a_distance_are_refused():
    with pytest.raises(InputError, match=r"City block.* has no setting 'p'; known: none"):
        sweep(groups(), "ward", [2], seed=0, metric="cityblock", metric_options={"p": 1})
    with pytest.raises(InputError, match="has no setting 'q'; known: p"):
        sweep(groups(), "ward", [2], seed=0, metric="minkowski", metric_options={"q": 1})
    with pytest.raises(InputError, match="needs p of 1 or more"):
        sweep(groups(), "ward", [2], seed=0, metric="minkowski", metric_options={"p": 0.5})
