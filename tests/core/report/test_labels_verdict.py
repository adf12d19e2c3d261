"""The verdict for a scored table: what is examined, and what it says of the user's clusterings."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist
from sklearn.metrics import adjusted_rand_score

from aucc_core import METRICS, Dataset, InputError, verdict
from aucc_core.large.engine import SizeChoices
from aucc_core.report.labels_verdict import (
    ARI_MEANS,
    LARGEST_K,
    MOST_OBJECTS,
    MOST_WITHOUT_FEATURES,
    compared,
    inquiry_of,
    require_size,
    verdict_of,
)
from aucc_core.report.page import verdict_html
from aucc_core.report.score_card import score_columns, score_columns_large
from aucc_core.score.metrics import whitened

RNG = np.random.default_rng(3)
TRUTH = np.arange(60) % 3
POINTS = np.abs(RNG.normal(size=(60, 3)) + 7 * np.eye(3)[TRUTH]) + 0.1
QUICK = {"seed": 0, "n_sets": 5, "n_runs": 3, "n_init": 2}


def scored(metric="euclidean", noise="drop", *, X=POINTS, given=False, **columns):
    distances = pdist(X) if given else None
    data = Dataset("d", X, label_columns=columns or {"truth": TRUTH}, distances=distances)
    return score_columns(data, metric=metric, noise=noise)


@pytest.fixture(scope="module")
def judged():
    return verdict_of(scored(truth=TRUTH, two=TRUTH > 0, many=np.arange(60) // 2), **QUICK)


def test_the_suggestion_is_that_of_the_library(judged):
    inquiry = judged.inquiry
    found = verdict(POINTS, inquiry.spec.algorithms, inquiry.spec.ks, **QUICK)
    assert judged.verdict.table.equals(found.table)
    assert judged.verdict.k == 3


def test_each_clustering_is_told_whether_its_number_agrees(judged):
    assert {o.name: (o.k, o.agrees) for o in judged.own} == {
        "truth": (3, True),
        "two": (2, False),
        "many": (30, False),
    }
    assert judged.own[0].name == "truth"  # the best comes first
    said = {o.name: o.text for o in judged.own}
    alike = "Agreement with the suggested clusters: ARI"
    assert said["truth"] == f"has 3 clusters, as many as suggested. {alike} 1.00."
    share = judged.verdict.table.groupby("k")["share"].max()[2]
    shown = f"{share:.0%}" if share >= 0.01 else "less than 1%"
    ari = adjusted_rand_score(TRUTH > 0, judged.verdict.labels)
    assert judged.own[1].ari == pytest.approx(ari)
    expected = f"3 are suggested (k = 2 has {shown} of the evidence). {alike} {ari:.2f}."
    assert said["two"] == f"has 2 clusters; {expected}"
    assert judged.own_lines()[0] == f"truth {said['truth']}"
    assert judged.own_lines()[-1] == ARI_MEANS


def test_a_number_that_was_not_tried_is_said_so():
    X = np.tile(POINTS, (3, 1)) + RNG.normal(0, 0.01, (180, 3))
    report = scored(X=X, truth=np.tile(TRUTH, 3), many=np.arange(180) % 120)
    inquiry = inquiry_of(report, seed=0)
    assert inquiry.spec.ks == tuple(range(2, LARGEST_K + 1))
    found = verdict(X, "kmeans", [2, 3, 4], **QUICK)
    own = {o.name: o.text for o in compared(report, inquiry, found).own}
    assert "has 120 clusters; 3 are suggested (more than 100 were not tried). " in own["many"]


def test_no_evidence_backs_no_clustering():
    noise = np.random.default_rng(1).uniform(size=(120, 2))
    judged = verdict_of(scored(X=noise, truth=np.arange(120) % 3), **QUICK | {"n_sets": 20})
    assert judged.verdict.k is None
    assert judged.verdict.weight == ""
    assert judged.own_lines() == ["truth has 3 clusters; there is no evidence of any."]


def test_clusters_that_no_algorithm_follows_are_said_to_be_there(judged):
    blind = replace(judged.verdict, k=None, sight="blind", seen_otherwise=2)
    own = {o.name: o for o in compared(scored(a=TRUTH, b=TRUTH > 0), judged.inquiry, blind).own}
    assert not any(o.agrees for o in own.values())
    assert own["a"].text.endswith("and a look along dense paths sees 2.")
    assert own["b"].text.endswith("but a look along dense paths sees as many.")


@pytest.mark.parametrize(
    ("n", "k", "top"), [(60, 3, 10), (60, 9, 12), (60, 29, 32), (20, 2, 5), (4, 2, 3)]
)
def test_some_numbers_beyond_those_of_the_labels_are_tried(n, k, top):
    report = scored(X=POINTS[:n], labels=np.arange(n) % k)
    assert inquiry_of(report, seed=0).spec.ks == tuple(range(2, top + 1))


def test_equal_objects_are_not_asked_to_be_put_apart():
    report = scored(X=np.repeat([[0.0], [1.0], [5.0]], 20, axis=0), labels=np.repeat([0, 1, 2], 20))
    assert inquiry_of(report, seed=0).spec.ks == (2, 3)


@pytest.mark.parametrize("metric", [m for m, row in METRICS.items() if row.takes_features])
def test_every_distance_gets_a_verdict_with_and_without_noise(metric):
    X = (POINTS > 3).astype(float) if metric in ("jaccard", "hamming") else POINTS
    noisy = np.where(np.arange(60) < 6, -1, TRUTH)
    for labels in (TRUTH, noisy):
        judged = verdict_of(scored(metric, X=X, labels=labels), **QUICK)
        euclidean = metric in ("euclidean", "sqeuclidean", "mahalanobis")
        tried = judged.inquiry.spec.algorithms
        assert tried[0] == ("kmeans" if euclidean else "average")
        assert {"average", "single", "hdbscan"} < set(tried)
        assert ("ward" in tried) == (metric in ("euclidean", "mahalanobis"))
        own_values = METRICS[metric].own_values or metric == "gower"
        assert judged.inquiry.reference == ("permuted" if own_values else "one_peak")
        assert judged.inquiry.has_band
        assert judged.verdict.table["corrected"].notna().any()


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "mahalanobis", "gower"])
def test_objects_left_out_as_noise_are_examined_too(metric):
    noisy = np.where(np.arange(60) < 6, -1, TRUTH)
    inquiry = inquiry_of(scored(metric, labels=noisy), seed=0)
    objects = inquiry.objects()
    assert "all 60 objects" in inquiry.how
    whole = inquiry_of(scored(metric), seed=0).objects()
    assert objects.square == pytest.approx(whole.square, rel=1e-9)
    assert "all 60 objects" in inquiry_of(scored(metric, "one_cluster", labels=noisy), seed=0).how


def test_noise_objects_on_their_own_are_no_clusters_to_compare():
    noisy = np.where(np.arange(60) < 6, -1, TRUTH)
    report = scored(noise="singletons", labels=noisy)
    assert report.best.k == 9
    judged = verdict_of(report, **QUICK)
    assert judged.own[0].k == 3
    assert judged.own[0].text.startswith("has 3 clusters besides its noise")


def test_distances_alone_say_what_is_not_possible():
    judged = verdict_of(scored("precomputed", given=True, truth=TRUTH), **QUICK)
    assert judged.inquiry.spec.algorithms == ("average", "single", "complete", "hdbscan")
    assert judged.verdict.k == 3
    assert "no reference band" in judged.inquiry.how
    assert judged.record()["reference"] is None
    page = verdict_html(judged.verdict)
    assert "nan" not in page
    assert "above the band" not in page
    assert "<td class=n>–</td>" in page  # what HDBSCAN finds has no agreement of runs


def test_large_tables_are_refused_with_the_limit():
    require_size(MOST_OBJECTS)
    require_size(MOST_WITHOUT_FEATURES, "gower")
    with pytest.raises(InputError, match="for up to 1,000,000 objects; this table has 1,000,001"):
        require_size(MOST_OBJECTS + 1)
    for metric in ("gower", "precomputed"):
        with pytest.raises(InputError, match=r"10,000 objects without numeric features; .* 10,001"):
            require_size(MOST_WITHOUT_FEATURES + 1, metric)
    large = replace(scored(), dataset=Dataset("d", np.zeros((MOST_OBJECTS + 1, 1))))
    with pytest.raises(InputError, match="1,000,001"):
        inquiry_of(large, seed=0)


def test_a_table_too_large_to_rank_is_examined_through_samples():
    truth = np.arange(10_500) % 3
    X = np.random.default_rng(0).normal(size=(truth.size, 2)) + 9 * np.eye(3)[truth, :2]
    data = Dataset("d", X, label_columns={"truth": np.where(truth == 0, -1, truth)})
    report = score_columns_large(data, None, SizeChoices("sample", n_pairs=10_000))
    inquiry = inquiry_of(report, seed=0)
    assert "on 3 samples of 1,000 of all 10,500 objects" in inquiry.how
    judged = verdict_of(report, **QUICK)
    assert judged.verdict.k == 3
    assert len(judged.verdict.samples) == 3
    assert not judged.own[0].agrees
    assert judged.own[0].ari > 0.99  # over the objects that it has in clusters


def test_whitened_features_are_at_mahalanobis_distances():
    X = POINTS @ np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 3.0, 5.0]])
    assert pdist(whitened(X)) == pytest.approx(pdist(X, "mahalanobis"), rel=1e-9)


def test_hundreds_of_clusterings_are_counted_not_listed(judged):
    many = replace(judged, own=judged.own * 4)
    lines = many.own_lines()
    assert len(lines) == 8 + 2
    assert lines[8] == "Of 4 more, 1 have as many as suggested."


def test_the_record_is_plain_values(judged):
    record = json.loads(json.dumps(judged.record(), default=lambda v: v.item()))
    assert (record["k"], record["seed"]) == (3, 0)
    assert [c["agrees"] for c in record["clusterings"]] == [o.agrees for o in judged.own]
    assert (
        pd.DataFrame(record["by_clustering"])["share"].tolist()
        == judged.verdict.table["share"].tolist()
    )


def test_agreement_is_over_objects_that_both_have_in_a_cluster():
    some = np.where(np.arange(60) < 9, -1, TRUTH)
    mixed = np.where(np.arange(60) % 7 == 0, 0, TRUTH)
    report = scored(some=some, mixed=mixed, truth=TRUTH)
    judged = verdict_of(report, **QUICK)
    suggested = judged.verdict.labels
    columns = {"some": some, "mixed": mixed, "truth": TRUTH}
    for one in judged.own:
        both = (columns[one.name] >= 0) & (suggested >= 0)
        expected = adjusted_rand_score(columns[one.name][both], suggested[both])
        assert one.ari == pytest.approx(expected)
        assert f"ARI {expected:.2f}." in one.text
