"""Criteria: each against its definition in plain loops, what must not change it, a made-up one."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from scipy.spatial.distance import pdist, squareform
from sklearn import metrics as sk

from aucc_core import Dataset, load_dataset, sweep
from aucc_core.__main__ import main
from aucc_core.cost import CriterionCost
from aucc_core.criteria import (
    CRITERIA,
    EXTERNAL,
    FAMILIES,
    Criterion,
    ExternalIndex,
    Family,
    criteria_scores,
    external_scores,
    quantities,
)
from aucc_core.large.engine import SizeChoices
from aucc_core.partitions.spec import RunSpec
from aucc_core.report import figures
from aucc_core.report.page import report_html
from aucc_core.report.score_card import score_columns
from aucc_core.score.inputs import InputError
from aucc_core.sweeps.comparison import compare
from aucc_core.sweeps.sweep import comparison_cost
from tests.core.criteria.oracle import Oracle
from tests.core.made_up import added, clusterings

OTHERS = ("aucc", "gamma", "aupr", "path_aucc", "dbcv")
PAPER_28 = [name for name in CRITERIA if name not in OTHERS]


def scores_of(X, labels, names="all", **options):
    return criteria_scores(X, [labels], names, **options).iloc[0]


def blobs(n=60, d=3, k=4, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, k, n)
    labels[:k] = range(k)
    return rng.normal(size=(n, d)) + 3 * labels[:, None] * rng.uniform(0.5, 1, d), labels


def assert_same(found, expected, rtol=1e-7):
    np.testing.assert_allclose(
        found.to_numpy(float), [expected[name] for name in found.index], rtol=rtol, atol=1e-9
    )


@pytest.fixture(params=["numpy", "compiled"])
def path(request, monkeypatch):
    """Run a test through plain numpy and through the compiled kernels."""
    if request.param == "compiled":
        monkeypatch.setattr(quantities, "SMALL_PAIRS", 0)
    return request.param


def test_registry_holds_the_paper_and_five_more():
    assert len(PAPER_28) >= 28
    assert set(OTHERS) <= set(CRITERIA)
    assert sum(row.family == "dunn" for row in CRITERIA.values()) >= 18
    assert [row.name for row in CRITERIA.values()] == list(CRITERIA)
    assert len({row.short for row in CRITERIA.values()}) == len(CRITERIA)
    assert not CRITERIA["c_index"].higher_is_better
    assert not CRITERIA["davies_bouldin"].higher_is_better


@given(clusterings(max_objects=9))
@settings(max_examples=60, deadline=None)
def test_every_criterion_equals_its_definition(case):
    X, labels = case
    oracle = Oracle(X, labels)
    expected = {}
    for name in CRITERIA:
        expected[name] = oracle.value(name)
    found = scores_of(X, labels)
    # Rounding decides between 0 and nearly 0 in a denominator; such cases have tests of their own.
    tame = [n for n in CRITERIA if not (abs(expected[n]) > 1e5 or abs(found[n]) > 1e5)]
    assert_same(found[tame], expected, rtol=1e-6)


@pytest.mark.parametrize("name", CRITERIA)
def test_criterion_equals_its_definition_on_ordinary_data(name, path):
    X, labels = blobs(n=40)
    labels[labels == 3] = [3] + [0] * ((labels == 3).sum() - 1)  # a cluster of one object
    assert scores_of(X, labels, [name])[name] == pytest.approx(Oracle(X, labels).value(name))


@pytest.mark.parametrize("name", CRITERIA)
def test_values_lie_in_the_stated_range(name):
    low, high = CRITERIA[name].range
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 2))
    random = [np.append(rng.permutation(k), rng.integers(0, k, 30 - k)) for k in (2, 3, 7, 29)]
    values = criteria_scores(X, [*random, X[:, 0] > 0], [name])[name]
    assert values.between(low, high).all()


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("change", ["rows", "names", "translation", "rotation", "scale"])
def test_invariants(name, change, path):
    X, labels = blobs(n=50, seed=3)
    before = scores_of(X, labels, [name])[name]
    rng = np.random.default_rng(7)
    if change == "rows":
        order = rng.permutation(len(X))
        X, labels = X[order], labels[order]
    elif change == "names":
        labels = np.array(["d", "b", "c", "a"])[labels]
    elif change == "translation":
        X = X + np.array([100.0, -5.0, 3.0])
    elif change == "rotation":
        X = X @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
    else:
        X = X * 8.0
    after = scores_of(X, labels, [name])[name]
    # C/√k looks at one feature at a time, so turning the axes changes it by definition.
    holds = (change != "scale" or CRITERIA[name].scale_free) and not (
        change == "rotation" and name == "c_sqrt_k"
    )
    assert (after == pytest.approx(before, rel=1e-9)) == holds


def test_scikit_learn_agrees_where_definitions_are_the_same(path):
    X, labels = blobs(n=120, seed=5)
    found = scores_of(X, labels)
    assert found["swc"] == pytest.approx(sk.silhouette_score(X, labels))
    assert found["vrc"] == pytest.approx(sk.calinski_harabasz_score(X, labels))
    assert found["davies_bouldin"] == pytest.approx(sk.davies_bouldin_score(X, labels))
    same = pdist(labels[:, None], "hamming") == 0
    assert found["aucc"] == pytest.approx(sk.roc_auc_score(same, -pdist(X)))
    assert found["aupr"] == pytest.approx(sk.average_precision_score(same, -pdist(X)))


def test_average_precision_counts_tied_pairs_together(path):
    X = np.array([[i, j] for i in range(4) for j in range(5)], float)
    labels = (X[:, 0] > 1) * 2 + (X[:, 1] > 2)
    same = pdist(labels[:, None], "hamming") == 0
    expected = sk.average_precision_score(same, -pdist(X, "sqeuclidean"))  # integers: ties exact
    assert scores_of(X, labels, "aupr")["aupr"] == pytest.approx(expected, rel=1e-12)


def test_compiled_and_plain_path_agree_on_many_partitions(monkeypatch):
    rng = np.random.default_rng(2)
    X = rng.integers(0, 6, (90, 3)).astype(float)
    partitions = [np.append(range(k), rng.integers(0, k, 90 - k)) for k in (2, 3, 9, 40, 80)]
    plain = criteria_scores(X, partitions)
    monkeypatch.setattr(quantities, "SMALL_PAIRS", 0)
    compiled = criteria_scores(X, partitions)
    pd.testing.assert_frame_equal(plain, compiled, rtol=1e-10)


def test_each_partition_keeps_its_own_scores():
    X, labels = blobs(n=40)
    rng = np.random.default_rng(4)
    partitions = [rng.permutation(labels) for _ in range(7)]
    together = criteria_scores(X, partitions)
    for at, one in enumerate(partitions):
        assert_same(together.iloc[at], scores_of(X, one), rtol=1e-12)


def test_distances_alone_leave_out_what_needs_means():
    X, labels = blobs()
    from_features = scores_of(X, labels)
    from_distances = scores_of(squareform(pdist(X)), labels, metric="precomputed")
    assert list(from_distances.index) == [
        name for name, row in CRITERIA.items() if row.needs == "distances"
    ]
    assert_same(from_distances, from_features)
    with pytest.raises(InputError, match=r"need cluster means.*distances only: VRC"):
        scores_of(squareform(pdist(X)), labels, ["aucc", "vrc"], metric="precomputed")
    with pytest.raises(InputError, match="cosine distances have none: PBM"):
        scores_of(X, labels, ["pbm"], metric="cosine")


@pytest.mark.parametrize("metric", ["cityblock", "chebyshev", "sqeuclidean"])
def test_other_metrics_measure_everything_but_scatter(metric):
    X, labels = blobs(n=30)
    D = squareform(pdist(X, metric))
    found = scores_of(X, labels, metric=metric)
    assert found["swc"] == pytest.approx(sk.silhouette_score(D, labels, metric="precomputed"))
    means = np.array([X[labels == c].mean(axis=0) for c in range(4)])
    to_means = squareform(pdist(np.vstack([X, means]), metric))[:30, 30:]
    own = to_means[np.arange(30), labels]
    diameters = [2 * own[labels == c].mean() for c in range(4)]
    apart = pdist(means, metric).min()
    assert found["dunn43"] == pytest.approx(apart / max(diameters))
    to_means[np.arange(30), labels] = np.inf
    other = to_means.min(axis=1)
    assert found["sswc"] == pytest.approx(np.mean((other - own) / np.maximum(own, other)))
    assert found["vrc"] == pytest.approx(sk.calinski_harabasz_score(X, labels))


def test_equal_objects_in_every_cluster_divide_by_zero():
    X = np.array([[0.0], [0.0], [1.0], [1.0], [1.0]])
    found = scores_of(X, [0, 0, 1, 1, 1])
    for name in ("vrc", "pbm", "dunn", "dunn22", "dunn63"):
        assert found[name] == np.inf
    assert found["davies_bouldin"] == 0
    assert found["swc"] == 1


def test_means_that_coincide_are_the_worst_for_davies_bouldin():
    X = np.array([[-1.0], [1.0], [-2.0], [2.0]])
    assert scores_of(X, [0, 0, 1, 1], "davies_bouldin")["davies_bouldin"] == np.inf


def test_equal_distances_have_no_point_biserial_and_no_c_index():
    D = np.ones((5, 5)) - np.eye(5)
    found = scores_of(D, [0, 0, 1, 1, 2], metric="precomputed")
    assert found["aucc"] == 0.5
    assert np.isnan(found["point_biserial"])
    assert np.isnan(found["c_index"])


def test_features_far_from_the_origin_lose_no_digits():
    X, labels = blobs(n=50)
    assert_same(scores_of(X + 1e6, labels), scores_of(X, labels), rtol=1e-6)


@pytest.mark.parametrize(
    ("names", "message"), [(["nonsense"], "Unknown criterion 'nonsense'"), ([], "at least one")]
)
def test_unknown_or_no_criterion_is_refused(names, message):
    X, labels = blobs()
    with pytest.raises(InputError, match=message):
        scores_of(X, labels, names)


# A made-up criterion and a made-up external index, wherever one is taken


RUSPINI = load_dataset("ruspini")


def criterion(name="made_up", **facts):
    facts = {
        "compute": lambda view: float(view.k) / view.n,
        "higher_is_better": True,
        "range": (0, 1),
        "needs": "distances",
        "source": "nobody",
        "family": "pairs",
        "weakness": "Says nothing.",
        "cost": CriterionCost(1e-9, 58),
        "on_card": 1,
        **facts,
    }
    return Criterion(name, "MU", "Made up", "k/n", **facts)


BY_PARTITION = criterion()
AT_ONCE = criterion(
    compute=None, at_once=lambda data, partitions: [(max(c) + 1) / data.n for c in partitions]
)
FROM_AUCC = criterion(compute=None, from_aucc=lambda aucc: aucc**2)
OF_MEANS = criterion(needs="features", higher_is_better=False, shared=("square", "scatter"))
INDEX = ExternalIndex(
    "made_up",
    "MU",
    "Made up",
    "Share of the objects in the largest cell.",
    (0, 1),
    "nobody",
    lambda counted: counted.table.max() / counted.n,
    in_report=True,
)


@pytest.mark.parametrize("row", [BY_PARTITION, AT_ONCE, FROM_AUCC, OF_MEANS])
def test_a_criterion_is_scored_swept_compared_and_reported(row, capsys):
    with added(CRITERIA, row):
        found = criteria_scores(RUSPINI, [RUSPINI.labels], ["aucc", "made_up"]).iloc[0]
        expected = found["aucc"] ** 2 if row is FROM_AUCC else 4 / 75
        assert found["made_up"] == pytest.approx(expected)
        assert "made_up" in criteria_scores(RUSPINI, [RUSPINI.labels], "all")

        swept = sweep(RUSPINI, "ward", [2, 4], criteria=["aucc", "made_up"], seed=0)
        assert swept.table["made_up"].notna().all()
        assert swept.best("made_up").k in (2, 4)

        compared = compare(RUSPINI, RunSpec.of("ward", [2, 3], seed=0, n_init=1))
        assert "made_up" in compared.criteria
        vote = compared.vote()
        able = [name for name, one in CRITERIA.items() if one.votes]
        assert vote.voters + len(vote.abstaining) == len(able)
        assert vote.weights.sum() == pytest.approx(vote.families)
        assert "made_up" in compared.agreement()

        report = score_columns(RUSPINI)
        assert report.best.criteria["made_up"] == pytest.approx(expected)
        assert "MU: Made up" in report_html(report)

        status = main(["sweep", "ruspini", "--k", "4", "--criteria", "made_up", "--json"])
        assert status == 0
        assert json.loads(capsys.readouterr().out)["rows"][0]["made_up"] > 0


def test_the_cost_of_a_comparison_is_that_of_its_criteria():
    spec = RunSpec.of(["ward", "single"], [2, 3, 4], seed=0)
    before = comparison_cost(RUSPINI, spec)
    with added(CRITERIA, criterion(cost=CriterionCost(1e-3, 1_000))):
        after = comparison_cost(RUSPINI, spec)
    pairs = 75 * 74 // 2
    assert after.seconds - before.seconds == pytest.approx(1e-3 * pairs * 6)
    most = max(row.cost.bytes_per_pair for row in CRITERIA.values())
    assert after.bytes - before.bytes == (1_000 - most) * pairs


def test_what_follows_from_aucc_is_had_without_ranking():
    with added(CRITERIA, FROM_AUCC), added(CRITERIA, criterion("other")):
        names, size = ["aucc", "made_up", "other"], SizeChoices(engine="bounds")
        swept = sweep(RUSPINI, "ward", [4], criteria=names, seed=0, size=size)
        row = swept.table.iloc[0]
        assert row["made_up"] == pytest.approx(row["aucc"] ** 2)
        assert "other" not in swept.table
        assert any("Left out" in notice and "MU" in notice for notice in swept.notices)


def test_a_row_without_any_way_to_compute_is_told_apart():
    with (
        added(CRITERIA, criterion(compute=None)),
        pytest.raises(AssertionError, match="no formula"),
    ):
        criteria_scores(RUSPINI, [RUSPINI.labels], "made_up")


def test_every_family_has_a_label_and_a_criterion():
    assert {row.family for row in CRITERIA.values()} == set(FAMILIES)
    with added(FAMILIES, Family("new", "New")):
        assert FAMILIES["new"].shown


def test_an_external_index_is_scored_swept_and_reported():
    with added(EXTERNAL, INDEX):
        labels = RUSPINI.labels
        assert external_scores(labels, labels)["made_up"] == pytest.approx(23 / 75)
        swept = sweep(RUSPINI, "ward", [2, 4], seed=0)
        assert "made_up" in swept.external
        assert swept.table["made_up"].between(0, 1).all()
        columns = {"a": labels, "b": np.arange(75) % 3}
        report = score_columns(Dataset("two", RUSPINI.X, label_columns=columns))
        assert 0 < report.agreement["made_up"].loc["a", "b"] < 1
        assert figures.agreement(report, "made_up").data[0].colorbar.title.text == "MU"
