"""The verdict: right on data with a known answer, and sentences that follow from the numbers."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from markupsafe import escape

from aucc_core.datasets import load_dataset
from aucc_core.explain.rate import Rate
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.page import verdict_html
from aucc_core.score.inputs import InputError
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import scores_or_chance
from aucc_core.verdicts import tuned
from aucc_core.verdicts.band import reference_band
from aucc_core.verdicts.stability import stability
from aucc_core.verdicts.weigh import choose, examine, shares_of, verdict, weigh

RUSPINI = load_dataset("ruspini")
KS = range(2, 7)


@pytest.fixture(scope="module")
def ruspini():
    return verdict(RUSPINI, "ward", KS, seed=0, n_sets=10, n_runs=5)


def evidence_table(**changed):
    """Three ks of which the middle one is the best in every respect."""
    table = {
        "k": [2, 3, 4],
        "aucc": [0.9, 0.99, 0.95],
        "corrected": [1.0, 3.0, 1.0],
        "agreement": [0.8, 1.0, 0.7],
        "weakest_cluster": [0.6, 0.9, 0.9],
        "split": [1.0, 0.0, -0.5],
        "merge": [2.0, 2.5, 0.0],
    }
    return pd.DataFrame(table | changed)


def test_ruspini_has_four_clusters(ruspini):
    assert ruspini.k == 4
    assert ruspini.headline == "4 clusters"
    assert ruspini.share == ruspini.table["share"].max() > 0.5
    assert all(share < ruspini.share for _, share in ruspini.runners_up)
    said = " ".join(ruspini.for_it)
    assert "AUCC is 0.99" in said
    assert "on data without clusters" in said
    assert "find the same clusters" in said
    assert ruspini.table.set_index("k")["answer"][2] == "too few"


def test_noise_has_none():
    noise = np.random.default_rng(0).uniform(size=(70, 2))
    found = verdict(noise, "ward", KS, seed=0, n_sets=10, n_runs=4)
    assert found.k is None
    assert found.headline == "No evidence of clusters"
    assert "At no k is the score clearly above" in found.for_it[0]
    assert found.would_change


def test_the_record_is_printed_with_its_source(ruspini):
    assert tuned.RECORD["verdict"].text() in ruspini.record
    assert tuned.RECORD["false alarms"].text() in ruspini.record
    assert "that no constant was fitted to" in ruspini.record


def test_distances_get_a_verdict_that_says_what_is_missing():
    D = Pairs(RUSPINI).distances
    found = verdict(D, "average", KS, seed=0, metric="precomputed", n_runs=5)
    assert found.k == 4
    assert found.table["corrected"].isna().all()
    assert any("cannot be said" in line for line in found.against_it)
    assert tuned.RECORD["verdict without band"].text() in found.record


def test_steps_show_the_growing_band_and_then_the_verdict(ruspini):
    said = []
    steps = list(
        examine(
            RUSPINI, RunSpec(("ward",), tuple(KS), 0), n_sets=10, n_runs=5,
            progress=lambda *words: said.append(words[:2]),
        )
    )  # fmt: skip
    assert [s.band.n_sets for s in steps] == [*range(1, 11), 10]
    assert [s.verdict is not None for s in steps] == [False] * 10 + [True]
    assert said == [(done, 20) for done in range(1, 21)]  # five k are weighed at the end
    assert steps[-1].runs.n_runs == 5
    assert steps[-1].verdict.table.equals(ruspini.table)


def test_the_verdict_rests_on_what_it_is_given():
    objects = Objects(RUSPINI)
    found = make_partitions(objects, "ward", KS, seed=0)
    band = reference_band(objects, "ward", KS, seed=0, n_sets=5)
    runs = stability(objects, "ward", KS, seed=0, n_runs=3)
    table = weigh(objects, found, band, runs).table
    assert table["corrected"].tolist() == band.corrected.tolist()
    assert table["agreement"].tolist() == runs.agreement.tolist()
    scores = scores_or_chance(objects, found).tolist()
    assert table["aucc"].tolist() == scores == band.observed.tolist()


def test_shares_follow_the_weights():
    shares = shares_of(evidence_table())
    assert shares.sum() == pytest.approx(1)
    assert shares.argmax() == 1
    logs = np.log(shares)
    w = tuned.CHOICE
    assert logs[1] - logs[0] == pytest.approx(
        w["corrected"] * 2
        + w["agreement"] * 0.2
        + w["weakest_cluster"] * np.log(9 / 1.5)
        - w["split"]
        + w["merge"] * 0.5
    )


def test_no_evidence_beats_every_share():
    weak = evidence_table(corrected=[tuned.EVIDENCE - 0.2] * 3)
    assert choose(weak.assign(share=shares_of(weak))) is None
    enough = evidence_table(corrected=[0.0, tuned.EVIDENCE + 0.01, 0.0])
    assert choose(enough.assign(share=shares_of(enough))) == 3


def test_the_largest_k_tried_asks_for_more():
    X = np.concatenate([np.random.default_rng(c).normal(size=(20, 2)) + 30 * c for c in range(4)])
    found = verdict(X, "ward", [2, 3, 4], seed=0, n_sets=5, n_runs=3)
    assert found.k == 4
    assert "Trying more clusters: 4 is the largest number that was tried." in found.would_change


def test_settings_are_checked():
    with pytest.raises(InputError, match="k must be 2 to"):
        verdict(RUSPINI, "ward", [1], seed=0)
    same = np.zeros((9, 2))
    with pytest.raises(InputError, match="None of these clusterings can be scored"):
        verdict(same, "kmeans", [2, 3], seed=0, n_sets=5, n_runs=2)


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
