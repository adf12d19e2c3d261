"""Partitions: every algorithm, what it refuses, and that a seed decides everything."""

from __future__ import annotations

import importlib
import pickle

import numpy as np
import pytest
from scipy.cluster.hierarchy import cut_tree, fcluster, linkage
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn import cluster as skc
from sklearn.datasets import load_wine, make_moons
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import scale

from aucc_core import sweep, verdict
from aucc_core.cli import main
from aucc_core.cost import AlgorithmCost
from aucc_core.criteria.external import external_scores
from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import (
    ALGORITHMS,
    k_range,
    kmeans,
    kmeans_kernel,
    make_partitions,
    refusal,
)
from aucc_core.partitions.algorithms import Algorithm
from aucc_core.partitions.kmeans import best_kmeans, transfer_objects
from aucc_core.partitions.make import method_of
from aucc_core.partitions.method import Method, Settings
from aucc_core.partitions.methods import cut_to_k, knee_distance
from aucc_core.partitions.noise import NOISE_POLICIES, apply_noise_policy
from aucc_core.partitions.spec import RunSpec, run_of
from aucc_core.score.inputs import InputError, label_codes
from aucc_core.score.objects import Objects
from aucc_core.sweeps.sweep import run_cost
from aucc_core.verdicts.weigh import examine_cost
from tests.core.made_up import added

LINKAGES = ("single", "average", "complete", "ward")
TAKE_K = [name for name, row in ALGORITHMS.items() if row.takes_k]


def three_groups(n_each=25, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1, 2], n_each)
    centres = np.array([[0, 0], [8, 0], [0, 8]])
    order = rng.permutation(truth.size)
    return (rng.normal(size=(truth.size, 2)) + centres[truth])[order], truth[order]


def one(X, algorithm, k, seed=0, **options):
    (partition,) = make_partitions(X, [algorithm], [k], seed=seed, **options)
    return partition


@pytest.mark.parametrize("name", ALGORITHMS)
def test_clear_groups_are_found(name):
    X, truth = three_groups()
    partition = one(X, name, 3)
    assert partition.n_clusters == partition.k == 3
    kept = partition.labels >= 0
    assert kept.mean() == partition.coverage > 0.7
    assert adjusted_rand_score(truth[kept], partition.labels[kept]) == 1


@pytest.mark.parametrize("name", ALGORITHMS)
def test_labels_are_numbered_by_first_appearance_and_cannot_change(name):
    X = np.random.default_rng(1).normal(size=(60, 2))
    labels = one(X, name, 6).labels
    clustered = labels[labels >= 0]
    np.testing.assert_array_equal(clustered, label_codes(clustered))
    with pytest.raises(ValueError, match="read-only"):
        labels[0] = 1


@pytest.mark.parametrize("name", TAKE_K)
def test_every_k_is_met_and_independent_of_the_other_ks(name):
    X = np.random.default_rng(2).normal(size=(40, 3))
    many = make_partitions(X, [name], range(2, 7), seed=5)
    assert [p.k for p in many] == [2, 3, 4, 5, 6]
    if name != "gmm":  # a bell may be nobody's likeliest
        assert [p.n_clusters for p in many] == [2, 3, 4, 5, 6]
    if name != "birch":  # how finely BIRCH condenses depends on the largest k
        np.testing.assert_array_equal(many[2].labels, one(X, name, 4, seed=5).labels)


def test_each_bell_starts_with_the_shape_of_its_own_group():
    """Started with another group's, 4 bells on the wines end as 3 and 9 as 6."""
    X = scale(load_wine().data)
    found = make_partitions(X, ["gmm"], range(2, 10), seed=0)
    assert [p.n_clusters for p in found] == list(range(2, 10))


@pytest.mark.parametrize(
    "name", ["kmeans", "minibatch", "kmedoids", "gmm", "spectral", "bisecting"]
)
def test_the_seed_decides(name):
    X = np.random.default_rng(3).uniform(size=(80, 2))
    runs = [one(X, name, 9, seed=seed, n_init=1).labels for seed in (1, 1, 2, 3, 4)]
    np.testing.assert_array_equal(runs[0], runs[1])
    assert any(not np.array_equal(runs[0], other) for other in runs[2:])


@pytest.fixture(params=["plain", "compiled"])
def kmeans_path(request, monkeypatch):
    """Run a test through k-means in plain numpy and through the compiled one."""
    monkeypatch.setattr(kmeans, "MUCH_WORK", 0 if request.param == "compiled" else 1e18)


@pytest.mark.parametrize("starts", [1, 2, 7])
def test_labels_do_not_depend_on_the_number_of_threads(monkeypatch, starts):
    monkeypatch.setattr(kmeans, "MUCH_WORK", 0)
    X = np.random.default_rng(4).uniform(size=(60, 2))
    runs = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(kmeans, "thread_count", lambda work, threads=threads: threads)
        runs.append([best_kmeans(X, k, Settings(1, starts)) for k in (3, 7, 8)])
    np.testing.assert_array_equal(runs[0], runs[1])
    np.testing.assert_array_equal(runs[0], runs[2])


@pytest.mark.parametrize("k", [2, 5, 12, 29])
def test_compiled_kmeans_ends_at_means_and_nearest_centres(monkeypatch, k):
    monkeypatch.setattr(kmeans, "MUCH_WORK", 0)
    X = np.random.default_rng(k).integers(0, 12, (600, 3)).astype(float)  # more than one block
    labels = best_kmeans(X, k, Settings(0, 3))
    assert set(labels) == set(range(k))
    centres = np.array([X[labels == c].mean(axis=0) for c in range(k)])
    to_centres = cdist(X, centres)
    np.testing.assert_allclose(to_centres[np.arange(600), labels], to_centres.min(axis=1))


def test_compiled_kmeans_keeps_the_best_of_its_starts(monkeypatch):
    monkeypatch.setattr(kmeans, "MUCH_WORK", 0)
    X = np.random.default_rng(6).normal(size=(90, 3))
    errors = [squared_error(X, best_kmeans(X, 9, Settings(3, starts))) for starts in (1, 5, 40)]
    assert errors[0] >= errors[1] >= errors[2]
    assert errors[0] > errors[2]
    theirs = skc.KMeans(9, n_init=40, random_state=0).fit(X).inertia_
    assert errors[2] < 1.01 * theirs


def test_compiled_kmeans_fills_clusters_that_run_empty(monkeypatch):
    monkeypatch.setattr(kmeans, "MUCH_WORK", 0)
    X = np.repeat(np.arange(6.0), 30)[:, None] ** 3
    for seed in range(20):
        assert len(set(best_kmeans(X, 6, Settings(seed, 1)))) == 6


def test_a_centre_without_objects_takes_the_farthest_one():
    X = np.array([[0.0], [1.0], [2.0], [9.0]])
    labels, nearest = np.array([0, 0, 0, 0]), np.array([1.0, 0.0, 1.0, 64.0])
    centres, sizes = np.empty((2, 1)), np.empty(2, np.int64)
    kmeans_kernel._move_centres(X, centres, sizes, labels, nearest)
    assert labels.tolist() == [0, 0, 0, 1]
    assert sizes.tolist() == [3, 1]
    assert centres.tolist() == [[1.0], [9.0]]


@pytest.mark.parametrize("kind", LINKAGES)
def test_linkages_cut_like_scipy(kind):
    X = np.random.default_rng(5).normal(size=(35, 3))
    expected = cut_tree(linkage(pdist(X), kind), n_clusters=range(2, 35))
    found = make_partitions(X, kind, range(2, 35), seed=0)
    for column, partition in zip(expected.T, found, strict=True):
        np.testing.assert_array_equal(partition.labels, label_codes(column))


def test_cutting_by_merge_order_gives_k_clusters_despite_ties():
    X = np.arange(8.0)[:, None]  # all neighbours equally far
    merges = linkage(X, "single")
    assert len(set(fcluster(merges, 5, "maxclust"))) == 1
    assert [len(set(cut_to_k(merges, k))) for k in range(1, 9)] == list(range(1, 9))


@pytest.mark.parametrize("name", [name for name, r in ALGORITHMS.items() if r.needs == "distances"])
def test_given_distances_cluster_like_the_features_they_come_from(name):
    X, _ = three_groups(n_each=12)
    D = squareform(pdist(X))
    from_features = one(X, name, 4)
    for given in (D, pdist(X)):
        from_distances = one(given, name, 4, metric="precomputed")
        np.testing.assert_array_equal(from_features.labels, from_distances.labels)


def test_linkage_follows_the_metric():
    X = np.array([[1.0, 0], [9, 1], [0, 1], [1, 9]])  # two directions, two lengths
    assert one(X, "average", 2, metric="cosine").labels.tolist() == [0, 0, 1, 1]
    assert one(X, "average", 3, metric="euclidean").labels.tolist() == [0, 1, 0, 2]


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "gower", "precomputed"])
@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_algorithm_runs_or_says_why_not(name, metric):
    X, _ = three_groups(n_each=8)
    given = squareform(pdist(X)) if metric == "precomputed" else X
    features = metric not in ("precomputed", "gower")
    reason = refusal(ALGORITHMS[name], metric=metric, has_features=features, n=60)
    if reason is None:
        assert one(given, name, 3, metric=metric).labels.size == 24
    else:
        with pytest.raises(InputError) as error:
            one(given, name, 3, metric=metric)
        assert str(error.value) == reason


def test_refusals_name_the_reason_and_a_way_out():
    D = squareform(pdist(three_groups()[0]))
    with pytest.raises(InputError, match=r"k-means needs features.*These work on.*kmedoids"):
        one(D, "kmeans", 3, metric="precomputed")
    with pytest.raises(InputError, match=r"Ward cannot use cosine.*means.*Choose euclidean"):
        one(three_groups()[0] + 20, "ward", 3, metric="cosine")
    with pytest.raises(InputError, match=r"Unknown algorithm 'k-means'; known: kmeans"):
        one(D, "k-means", 3)
    with pytest.raises(InputError, match="at least one algorithm"):
        make_partitions(D, [], [3], seed=0)


@pytest.mark.parametrize(
    ("ks", "message"),
    [
        ([1], r"k must be 2 to 23 for 24 objects; got 1"),
        ([2, 24], r"k must be 2 to 23 for 24 objects; got 24"),
        (range(10, 2), r"from 10 to 2 is empty; it must go upwards"),
        ([], r"at least one number of clusters"),
        ([2.5], r"whole number; got 2.5"),
        (["3"], r"whole number; got '3'"),
        ([True], r"whole number; got True"),
    ],
)
def test_impossible_ks_are_refused(ks, message):
    X, _ = three_groups(n_each=8)
    with pytest.raises(InputError, match=message):
        make_partitions(X, "single", ks, seed=0)


def test_one_k_repeated_ks_and_numpy_ks():
    X, _ = three_groups(n_each=8)
    assert [p.k for p in make_partitions(X, "single", 3, seed=0)] == [3]
    assert [p.k for p in make_partitions(X, "single", [4, 2, 4], seed=0)] == [4, 2]
    assert [p.k for p in make_partitions(X, "single", np.arange(2, 4), seed=0)] == [2, 3]
    # Those that find k themselves need none.
    assert len(make_partitions(X, ["dbscan", "hdbscan"], [], seed=0)) == 2


def test_k_range_refuses_to_go_down():
    assert list(k_range(2, 4)) == [2, 3, 4]
    with pytest.raises(InputError, match="upwards; got 9 to 3"):
        k_range(9, 3)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seed": -1}, "seed must be between 0 and"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"seed": 0, "n_init": 0}, "n_init, the number of starts, must be 1 or more"),
        ({"seed": 0, "options": {"dbscan": {"epsilon": 1}}}, "no setting 'epsilon'; known: eps"),
        ({"seed": 0, "options": {"dbscan": {"eps": -1}}}, "eps of DBSCAN must be above 0"),
        ({"seed": 0, "options": {"foo": {}}}, "Unknown algorithm 'foo'"),
    ],
)
def test_wrong_settings_are_refused(settings, message):
    X, _ = three_groups(n_each=8)
    with pytest.raises(InputError, match=message):
        make_partitions(X, "dbscan", [2], **settings)


@pytest.mark.parametrize("name", TAKE_K)
def test_more_clusters_than_distinct_objects(name):
    X = np.repeat([[0.0, 0], [1, 0], [0, 5]], 4, axis=0)
    partition = one(X, name, 5)
    if ALGORITHMS[name].splits_equal:
        assert partition.n_clusters == 5
    else:
        assert partition.n_clusters == 3
        assert adjusted_rand_score(np.repeat([0, 1, 2], 4), partition.labels) == 1


def noticed(X, algorithms, ks, metric="euclidean"):
    objects, spec = run_of(X, algorithms, ks, metric=metric, seed=0)
    return spec.notices(objects)


def test_a_run_is_one_value_that_travels():
    spec = RunSpec.of("kmeans", (k for k in (3, 2, 3)), seed=np.int64(1), options={"birch": {}})
    assert (spec.algorithms, spec.ks, spec.seed, spec.total) == (("kmeans",), (3, 2), 1, 2)
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert repr(spec) == repr(RunSpec.of(["kmeans"], [3, 2], seed=1, options={"birch": {}}))
    assert RunSpec.of(["dbscan", "ward"], [2, 3], seed=0).total == 3
    assert RunSpec.of(["dbscan"], [], seed=0).ks == ()
    with pytest.raises(InputError, match="k must be 2 to 4 for 5 objects; got 7"):
        RunSpec.of("ward", 7, seed=0).check(Objects(np.eye(5)))


def test_notices_tell_what_may_surprise():
    X = np.repeat([[0.0, 1], [1, 0], [3, 5]], 4, axis=0)
    few = noticed(X, ["kmeans", "single"], [2, 5])
    assert few == (
        "There are only 3 distinct objects, fewer than k = 5. k-means: no more than 3 clusters.",
    )
    far = noticed(X, ["kmeans", "single"], [2], "cosine")
    assert len(far) == 1
    assert "only the scores use cosine" in far[0]
    given = noticed(pdist(X), ["ward"], [2], "precomputed")
    assert len(given) == 1
    assert "as Euclidean" in given[0]
    assert noticed(X, ["ward"], [2, 3]) == ()


def test_distinct_objects_are_counted_from_features_and_distances():
    X = np.array([[0.0], [2], [0], [2], [5]])
    for objects in (Objects(X), Objects(pdist(X), "precomputed")):
        assert objects.n_distinct == 3
        np.testing.assert_array_equal(label_codes(objects.distinct_codes), [0, 1, 0, 1, 2])


# Single algorithms


@pytest.mark.parametrize(
    ("k", "aucc"), [(2, 0.96269), (3, 0.94208), (4, 0.9994532), (5, 0.99757), (6, 0.97778)]
)
def test_kmeans_gives_the_papers_ruspini_scores(k, aucc, kmeans_path):
    ruspini = load_dataset("ruspini")
    partition = one(ruspini, "kmeans", k, n_init=100)
    assert Pairs(ruspini).aucc(partition.labels) == pytest.approx(aucc, abs=6e-6)


def squared_error(X, labels):
    return sum(((X[labels == c] - X[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels))


@pytest.mark.parametrize("seed", range(5))
def test_transfer_lowers_the_error_until_no_single_move_does(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 4))
    before = np.append(range(6), rng.integers(0, 6, 24))
    after = transfer_objects(X, before)
    assert squared_error(X, after) < squared_error(X, before)
    assert set(after) == set(range(6))
    reached = squared_error(X, after)
    for i in range(30):
        for c in range(6):
            moved = after.copy()
            moved[i] = c
            if len(set(moved)) == 6:
                assert squared_error(X, moved) >= reached - 1e-9


def test_kmeans_is_no_worse_than_scikit_learn():
    X = np.random.default_rng(8).normal(size=(120, 6))
    ours = one(X, "kmeans", 12, seed=3, n_init=5).labels
    theirs = skc.KMeans(12, n_init=5, random_state=3).fit(X).inertia_
    assert squared_error(X, ours) <= theirs * (1 + 1e-12)


def test_spectral_follows_shapes_that_kmeans_cuts():
    X, truth = make_moons(200, noise=0.05, random_state=0)
    assert adjusted_rand_score(truth, one(X, "spectral", 2).labels) == 1
    assert adjusted_rand_score(truth, one(X, "kmeans", 2).labels) < 0.5


def test_kmedoids_minimises_the_sum_of_distances():
    X = np.random.default_rng(9).normal(size=(14, 2))
    D = squareform(pdist(X))
    best = min(D[:, [i, j]].min(axis=1).sum() for i in range(14) for j in range(i))
    labels = one(X, "kmedoids", 2).labels
    found = sum(D[np.ix_(labels == c, labels == c)].sum(axis=1).min() for c in (0, 1))
    assert found == pytest.approx(best)


def test_density_methods_are_scikit_learns():
    X, _ = make_moons(150, noise=0.08, random_state=1)
    expected = skc.DBSCAN(eps=0.15, min_samples=4).fit(X).labels_
    options = {"dbscan": {"eps": 0.15, "min_samples": 4}, "hdbscan": {"min_cluster_size": 12}}
    found, dense = make_partitions(X, ["dbscan", "hdbscan"], [], seed=0, options=options)
    np.testing.assert_array_equal(found.labels == -1, expected == -1)
    assert (expected == -1).any()
    assert adjusted_rand_score(expected, found.labels) == 1
    assert found.k == found.n_clusters == expected.max() + 1
    theirs = skc.HDBSCAN(min_cluster_size=12, copy=True).fit(X).labels_
    assert adjusted_rand_score(theirs, dense.labels) == 1
    np.testing.assert_array_equal(dense.labels == -1, theirs == -1)


def test_knee_is_where_the_distances_to_neighbours_bend():
    X = np.concatenate([np.arange(20.0), [100.0, 200.0]])[:, None]
    assert knee_distance(squareform(pdist(X)), 2) == 1.0
    assert knee_distance(np.zeros((4, 4)), 2) == 1.0  # any distance will do


def test_birch_condenses_further_when_a_threshold_is_too_coarse():
    X = np.random.default_rng(3).normal(size=(50, 2))
    partition = one(X, "birch", 12, options={"birch": {"threshold": 100.0}})
    assert partition.n_clusters == 12


def test_progress_is_reported_for_every_partition():
    X, _ = three_groups(n_each=8)
    calls = []
    make_partitions(
        X, ["single", "dbscan"], [2, 3], seed=0, progress=lambda *call: calls.append(call)
    )
    assert [call[:2] for call in calls] == [(1, 3), (2, 3), (3, 3)]
    assert calls[0][2] == "single, k = 2"


# Very many objects


def test_algorithms_that_hold_all_pairs_are_refused_for_very_many_objects():
    pairwise = {name for name, row in ALGORITHMS.items() if row.most_objects is not None}
    assert {"ward", "single", "kmedoids", "spectral", "dbscan"} <= pairwise
    assert not pairwise & {"kmeans", "minibatch", "birch", "gmm"}
    for name in pairwise:
        row = ALGORITHMS[name]
        assert refusal(row, metric="euclidean", has_features=True, n=20_000) is None
        reason = refusal(row, metric="cosine", has_features=True, n=100_000)
        assert reason is not None
        assert "100,000" in reason or name == "ward"
    reason = refusal(ALGORITHMS["average"], metric="cosine", has_features=True, n=100_000)
    assert "40 GB" in reason
    assert "sample of the objects" in reason
    assert refusal(ALGORITHMS["hdbscan"], metric="euclidean", has_features=True, n=10**5) is None


def test_make_partitions_refuses_before_it_takes_the_memory():
    with pytest.raises(InputError, match="Ward compares all pairs"):
        make_partitions(np.zeros((40_000, 2)), "ward", [2], seed=0)


def test_hdbscan_finds_the_same_groups_with_and_without_the_matrix(monkeypatch):
    X = load_dataset("blobs", n=400, k=4, seed=3).X
    (matrix,) = make_partitions(X, "hdbscan", [2], seed=0)
    monkeypatch.setattr("aucc_core.partitions.methods.MOST_PAIRWISE", 100)
    for metric in ALGORITHMS["hdbscan"].without_matrix:
        (tree,) = make_partitions(X, "hdbscan", [2], metric=metric, seed=0)
        assert tree.n_clusters == matrix.n_clusters == 4
    (tree,) = make_partitions(X, "hdbscan", [2], seed=0)
    assert external_scores(tree.labels, matrix.labels)["ari"] > 0.98


def test_mini_batch_k_means_finds_clear_groups_and_keeps_to_its_seed():
    data = load_dataset("nine_gaussians")
    first, again = (make_partitions(data, "minibatch", [9], seed=4)[0] for _ in range(2))
    assert (first.labels == again.labels).all()
    assert external_scores(data.labels, first.labels)["ari"] > 0.99


# Noise: which objects are scored, under which labels


LABELS = np.array([0, -1, 1, 1, -1, 0])


def test_each_policy():
    keep, labels = apply_noise_policy(LABELS, "drop")
    assert keep.tolist() == [True, False, True, True, False, True]
    assert labels.tolist() == [0, 1, 1, 0]
    keep, labels = apply_noise_policy(LABELS, "singletons")
    assert keep.all()
    assert labels.tolist() == [0, 2, 1, 1, 3, 0]
    keep, labels = apply_noise_policy(LABELS, "one_cluster")
    assert keep.all()
    assert labels.tolist() == [0, 2, 1, 1, 2, 0]


@pytest.mark.parametrize("policy", NOISE_POLICIES)
def test_without_noise_nothing_changes(policy):
    keep, labels = apply_noise_policy(np.array([1, 0, 1]), policy)
    assert keep.all()
    assert labels.tolist() == [1, 0, 1]


def test_unknown_policy():
    with pytest.raises(InputError, match="Unknown noise policy 'ignore'; known: drop"):
        apply_noise_policy(LABELS, "ignore")


def test_all_noise():
    keep, labels = apply_noise_policy(np.array([-1, -1]), "drop")
    assert not keep.any()
    assert labels.size == 0
    assert apply_noise_policy(np.array([-1, -1]), "singletons")[1].tolist() == [0, 1]


# One row in ALGORITHMS is all that an algorithm takes: nothing else knows it by name


SLICES = Method(
    lambda objects, _ks, _settings: np.argsort(np.argsort(objects.features[:, 0], kind="stable")),
    lambda places, k, _settings: places * k // places.size,
)
ROW = Algorithm(
    "slices",
    "Slices",
    "Cuts the first feature into k parts with as many objects each.",
    "features",
    source="Made up",
    method=f"{__name__}:SLICES",
    cost=AlgorithmCost(lambda load: 1e-3 * load.n * len(load.ks), 1_000),
)


@pytest.fixture
def data(monkeypatch):
    monkeypatch.setitem(importlib.sys.modules, __name__, importlib.import_module(__name__))
    with added(ALGORITHMS, ROW):
        yield load_dataset("ruspini")


def test_its_partitions_are_made_and_scored(data):
    (made,) = make_partitions(data, "slices", [4], seed=0)
    assert made.n_clusters == 4
    table = sweep(data, ["slices", "kmeans"], [3, 4], seed=0).table
    assert table["algorithm"].tolist() == ["slices", "slices", "kmeans", "kmeans"]
    assert table["aucc"].between(0, 1).all()
    found = verdict(data, "slices", [2, 3, 4], seed=0, n_sets=5, n_runs=2, n_init=1)
    assert set(found.table["k"]) == {2, 3, 4}


def test_its_cost_is_the_one_it_states(data):
    spec = RunSpec(("slices",), (2, 3), 0)
    small = RunSpec(("kmeans",), (2, 3), 0, n_init=1)
    cost, other = run_cost(data, spec), run_cost(data, small)
    assert cost.bytes - other.bytes == 960 * data.n * (data.n - 1) // 2
    assert cost.seconds - other.seconds > 0.1
    assert examine_cost(data, spec).seconds > 10 * cost.seconds


def test_the_command_line_and_the_menu_offer_it(data, capsys):
    from pages.ui.side_panel.algorithms import against

    assert main(["sweep", "ruspini", "--algorithms", "slices", "--k", "2:3"]) == 0
    assert "slices" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["sweep", "--help"])
    assert f"{ROW.help} {ROW.source}" in capsys.readouterr().out
    assert "slices" not in against(data, "euclidean")


def test_an_algorithm_without_source_cost_or_method_is_refused():
    with pytest.raises(TypeError, match=r"source.*method.*cost"):
        Algorithm("x", "X", "?", "features")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_row_names_a_method_that_exists(name):
    assert isinstance(method_of(ALGORITHMS[name]), Method)


@pytest.mark.parametrize("name", TAKE_K)
@pytest.mark.parametrize("scale", [2.0**660, 2.0**-660])
def test_squares_neither_overflow_nor_vanish(name, scale):
    X, _ = three_groups()
    usual, extreme = (make_partitions(Y, name, [2, 3], seed=0) for Y in (X, X * scale))
    for one, other in zip(usual, extreme, strict=True):
        assert adjusted_rand_score(one.labels, other.labels) == 1
