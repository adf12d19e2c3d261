"""The verdict: right on data with a known answer, and sentences that follow from the numbers."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from markupsafe import escape
from sklearn.datasets import load_iris, load_wine, make_circles, make_moons
from sklearn.preprocessing import scale

from aucc_core.datasets import load_dataset
from aucc_core.explain.rate import Rate
from aucc_core.pairs import Pairs
from aucc_core.report.page import verdict_html
from aucc_core.score.inputs import InputError
from aucc_core.verdicts import tuned
from aucc_core.verdicts.structure import FOUND_AGAIN, THRESHOLD, Structure
from aucc_core.verdicts.weigh import verdict

RUSPINI = load_dataset("ruspini")
SEVERAL = ["kmeans", "ward", "average", "single", "spectral", "hdbscan"]
MOONS = make_moons(300, noise=0.07, random_state=0)[0]
CIRCLES = make_circles(300, noise=0.05, factor=0.5, random_state=0)[0]
KS = range(2, 7)
QUICK = {"seed": 0, "n_sets": 5, "n_runs": 2}


@pytest.fixture(scope="module")
def ruspini():
    return verdict(RUSPINI, ["ward", "hdbscan", "dbscan"], KS, **QUICK)


@pytest.mark.parametrize(
    ("X", "k"),
    [(RUSPINI, 4), (load_iris().data, 2), (scale(load_wine().data), 3), (MOONS, 2), (CIRCLES, 2)],
    ids=["ruspini", "iris", "wine", "moons", "circles"],
)
def test_known_answers(X, k):
    found = verdict(X, SEVERAL, range(2, 11), seed=0)
    assert (found.k, found.sight) == (k, "clusters")
    assert len(set(found.labels.tolist()) - {-1}) == k


def test_k_means_alone_is_blind_to_moons():
    found = verdict(MOONS, "kmeans", range(2, 11), **QUICK)
    assert (found.k, found.sight, found.labels) == (None, "blind", None)
    assert "k-means" in found.headline
    assert "No evidence" not in found.headline


@pytest.mark.parametrize("far", [False, True])
def test_noise_and_a_far_object_are_no_clusters(far):
    X = np.random.default_rng(0).normal(size=(80, 2))
    X = np.concatenate([X, [[40.0, 40.0]]]) if far else X
    found = verdict(X, ["average", "kmeans", "single"], KS, **QUICK)
    assert (found.k, found.sight) == (None, "none")
    assert found.headline == "No evidence of clusters"


@pytest.mark.parametrize(
    ("seen", "k"), [(Structure(2.0, 0.0, 0.0), None), (Structure(0.0, 0.0, 2.0), 2)]
)
def test_valleys_of_clusters_that_are_not_found_again_are_chance(monkeypatch, seen, k):
    monkeypatch.setattr("aucc_core.verdicts.weigh.structure_of", lambda *_args, **_settings: seen)
    X = np.random.default_rng(0).normal(size=(60, 40))
    found = verdict(X, "kmeans", [2], **QUICK)
    agreement = found.table["agreement"].iloc[0]
    assert agreement < FOUND_AGAIN
    assert (found.k, found.sight) == (k, "none" if k is None else "clusters")
    assert any(f"{agreement:.2f}" in line for line in (*found.for_it, *found.against_it))
    assert (found.answer == "No evidence of clusters") == (k is None)


def test_what_is_found_again_or_unknown_is_confirmed():
    straight = Structure(2.0, 0.0, 0.0)
    for agreement in (FOUND_AGAIN, 1.0, np.nan):
        assert straight.is_confirmed(agreement)
        assert not Structure(1.0, 0.0, 0.0).is_confirmed(agreement)
    assert not straight.is_confirmed(FOUND_AGAIN - 0.01)
    assert Structure(2.0, 0.0, THRESHOLD).is_confirmed(0.0)


def test_distances_say_what_is_missing():
    D = Pairs(RUSPINI).distances
    found = verdict(D, "average", KS, metric="precomputed", **QUICK)
    assert (found.k, found.sight) == (4, "unknown")
    assert found.table["corrected"].isna().all()
    assert any("cannot be said" in line for line in found.against_it)


def test_a_mixed_table_can_have_clusters_and_none():
    """Fewer than 19 shuffled tables could never give a p value of 0.05."""
    rng, half = np.random.default_rng(0), np.repeat([0, 1], 30)
    table = pd.DataFrame(
        {"a": np.where(half, "x", "y"), "b": rng.normal(size=60) + 6 * half, "c": half.astype(str)}
    )
    assert verdict(table, "average", [2, 3], metric="gower", **QUICK).k == 2
    shuffled = table.apply(lambda column: rng.permutation(column))
    none = verdict(shuffled, "average", [2, 3], metric="gower", **QUICK)
    assert none.k is None
    assert "of 19 shuffled tables" in none.for_it[0]


def test_the_table_has_every_clustering_and_its_share(ruspini):
    table = ruspini.table
    assert table["k"][table["algorithm"] == "ward"].tolist() == list(KS)
    assert (table["algorithm"] == "hdbscan").sum() >= 1
    assert table["setting"][table["algorithm"] != "ward"].str.contains(" = ").all()
    assert table["coverage"].between(0, 1).all()
    by_k = table.groupby("k")["share"].max()
    assert by_k.sum() == pytest.approx(1)
    assert by_k.idxmax() == ruspini.k == 4
    assert by_k.max() == pytest.approx(ruspini.share)
    assert all(by_k[k] == pytest.approx(share) for k, share in ruspini.runners_up)


def test_options_fix_a_setting():
    fixed = {"hdbscan": {"min_cluster_size": 7}}
    found = verdict(RUSPINI, "hdbscan", KS, options=fixed, **QUICK)
    assert found.table["setting"].tolist() == ["min_cluster_size = 7"]


def test_the_same_seed_gives_the_same_and_progress_counts_up(ruspini):
    said = []
    again = verdict(
        RUSPINI, ["ward", "hdbscan", "dbscan"], KS,
        progress=lambda *words: said.append(words[:2]), **QUICK,
    )  # fmt: skip
    pd.testing.assert_frame_equal(again.table, ruspini.table)
    total = said[-1][1]
    assert said == [(i, total) for i in range(1, total + 1)]


def test_the_record_names_its_data(ruspini):
    for rate in tuned.RECORD.values():
        assert rate.text() in ruspini.record
    assert "Gagolewski 2022" in ruspini.record


def test_what_cannot_be_scored_is_said():
    with pytest.raises(InputError, match="None of these clusterings can be scored"):
        verdict(np.zeros((9, 2)), "kmeans", [2, 3], **QUICK)


def test_rates_have_wilsons_interval():
    # Wilson 1927 for 8 of 10, as printed in tables.
    assert Rate(8, 10).interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert Rate(0, 50).interval[0] == 0
    assert Rate(9, 10).text() == "90 % (60–98)"


def test_a_verdict_as_html_has_every_sentence_and_no_markup_of_others(ruspini):
    page = verdict_html(ruspini)
    lines = (*ruspini.for_it, *ruspini.against_it, *ruspini.would_change, ruspini.record)
    assert all(escape(line) in page for line in lines)
    assert page.count("<tr>") == 1 + len(ruspini.table)
    odd = replace(ruspini, for_it=("<script>alert(1)</script>",))
    assert "<script>" not in verdict_html(odd)
