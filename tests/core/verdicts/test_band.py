"""The reference band: data without clusters as they should be, and scores that count above them."""

from statistics import stdev

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucc_core.datasets import load_dataset
from aucc_core.explain.curve_shape import SMALLEST_LOSS, logit
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import InputError
from aucc_core.score.metrics import METRICS
from aucc_core.verdicts.band import ReferenceBand, band_steps, reference_band
from aucc_core.verdicts.null_data import REFERENCES, Reference, references_for
from aucc_core.verdicts.stability import stability
from aucc_core.verdicts.weigh import verdict
from tests.core.made_up import added

RUSPINI = load_dataset("ruspini")


@pytest.fixture(scope="module")
def band():
    return reference_band(RUSPINI, "kmeans", range(2, 8), seed=1, n_sets=19, n_init=3)


def test_observed_scores_are_those_of_the_data(band):
    found = make_partitions(RUSPINI, "kmeans", range(2, 8), seed=1, n_init=3)
    expected = Pairs(RUSPINI).aucc_many([p.labels for p in found])
    assert band.observed.tolist() == expected.tolist()
    assert band.scores.shape == (19, 6)
    assert band.complete


def test_corrected_score_is_a_difference_of_logits(band):
    at = 1
    by_hand = np.log(band.observed[at] / (1 - band.observed[at])) - np.mean(
        [np.log(s / (1 - s)) for s in band.scores[:, at]]
    )
    assert band.corrected[at] == pytest.approx(by_hand)
    assert band.table()["corrected"][at] == band.corrected[at]
    assert (band.low <= band.high).all()


def test_ruspini_has_four_clusters_and_noise_none(band):
    assert band.best_k == 4
    assert band.evidence.k == 4
    assert band.evidence.p_value == 1 / 20
    noise = np.random.default_rng(3).uniform(size=(60, 2))
    plain = reference_band(noise, "ward", range(2, 6), seed=0, n_sets=19)
    assert plain.evidence.p_value > 0.05


def test_evidence_ranks_the_data_among_the_reference_sets():
    scores = np.array([[0.8, 0.9], [0.81, 0.91], [0.79, 0.89], [0.8, 0.905], [0.805, 0.9]])
    high = ReferenceBand("kmeans", "box", (2, 3), np.array([0.99, 0.9]), scores).evidence
    low = ReferenceBand("kmeans", "box", (2, 3), np.array([0.7, 0.8]), scores).evidence
    assert (high.k, high.p_value, high.reached) == (2, 1 / 6, 0)
    assert (low.p_value, low.reached) == (1.0, 5)


@given(st.integers(5, 12), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=60)
def test_the_p_value_is_counted_one_set_at_a_time(n_sets, n_ks, seed):
    rng = np.random.default_rng(seed)
    everyone = rng.integers(50, 99, (n_sets + 1, n_ks)) / 100  # ties among them

    def height(at):
        others = [logit(row) for i, row in enumerate(everyone) if i != at]
        found = []
        for k in range(n_ks):
            column = [row[k] for row in others]
            found.append((logit(everyone[at])[k] - np.mean(column)) / max(stdev(column), 1e-3))
        return max(found)

    reached = sum(height(at) >= height(0) - 1e-9 for at in range(1, n_sets + 1))
    evidence = ReferenceBand(
        "kmeans", "box", tuple(range(2, 2 + n_ks)), everyone[0], everyone[1:]
    ).evidence
    assert evidence.reached == reached
    assert evidence.p_value == pytest.approx((1 + reached) / (1 + n_sets))


def test_the_band_grows_set_by_set_and_can_be_stopped():
    X = np.random.default_rng(0).normal(size=(30, 2))
    seen = []
    whole = reference_band(
        X, "average", [2, 3], seed=4, n_sets=6, progress=lambda *said: seen.append(said[:2])
    )
    assert seen == [(i, 6) for i in range(1, 7)]
    part = reference_band(X, "average", [2, 3], seed=4, n_sets=6, cancel=lambda: True)
    assert (part.n_sets, part.complete) == (1, False)
    assert part.scores[0].tolist() == whole.scores[0].tolist()
    assert [b.n_sets for b in band_steps(X, RunSpec(("average",), (2,), 4), n_sets=5)] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_processes_change_nothing():
    X = np.random.default_rng(0).normal(size=(30, 2))
    settings = {"seed": 4, "n_sets": 5, "n_init": 2}
    alone = reference_band(X, "kmeans", [2, 3], n_jobs=1, **settings)
    together = reference_band(X, "kmeans", [2, 3], n_jobs=2, **settings)
    assert alone.scores.tolist() == together.scores.tolist()


def test_a_perfect_score_is_not_infinitely_good():
    assert logit(1.0) == logit(1 - SMALLEST_LOSS / 2) == pytest.approx(-np.log(SMALLEST_LOSS), 1e-3)
    assert logit(0.5) == 0
    assert logit(0.0) == pytest.approx(-logit(1.0))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reference": "moon"}, f"known: {', '.join(REFERENCES)}"),
        ({"n_sets": 2}, "5 reference sets or more; got 2"),
        ({"algorithm": "dbscan"}, "takes k"),
        ({"observed": [0.5]}, "one score per k"),
    ],
)
def test_what_cannot_be_done_is_said(change, words):
    settings = {"algorithm": "average", "seed": 0, **change}
    algorithm = settings.pop("algorithm")
    with pytest.raises(InputError, match=words):
        reference_band(np.random.default_rng(0).normal(size=(9, 2)), algorithm, [2, 3], **settings)


def test_distances_have_no_reference():
    D = Pairs(RUSPINI).distances
    with pytest.raises(InputError, match="needs a table, and this input has distances only"):
        reference_band(D, "average", [2, 3], seed=0, metric="precomputed")


def test_settings_of_the_distance_reach_every_run():
    city = {"metric": "cityblock", "seed": 0}
    power = {"metric": "minkowski", "metric_options": {"p": 1}, "seed": 0}
    asked = (RUSPINI, "average", [2, 4])
    made = [[p.labels.tolist() for p in make_partitions(*asked, **d)] for d in (city, power)]
    assert made[0] == made[1]
    bands = [reference_band(*asked, n_sets=5, **d).scores for d in (city, power)]
    np.testing.assert_array_equal(*bands)
    runs = [stability(*asked, n_runs=2, **d).scores for d in (city, power)]
    np.testing.assert_array_equal(*runs)
    verdicts = [verdict(*asked, n_sets=5, n_runs=2, **d).table for d in (city, power)]
    pd.testing.assert_frame_equal(*verdicts)


def test_a_made_up_way_to_draw_is_one_row():
    """It stands at one point, so that it can be told from the others; the menu's test is in ui."""

    def _point(X):
        return lambda rng: X[:1] + 1e-3 * rng.standard_normal(X.shape)

    row = Reference("made_up", "Made up", "One small cloud.", _point, source="Nobody.")
    with added(REFERENCES, row):
        asked = {"n_sets": 5, "seed": 0, "reference": "made_up"}
        found = reference_band(RUSPINI, "ward", [2, 4], **asked)
        assert found.reference == "made_up"
        weighed = verdict(RUSPINI, "ward", [2, 4], n_runs=2, **asked)
        above = found.observed - found.scores.mean(axis=0)
        assert weighed.table["corrected"].tolist() == pytest.approx(above.tolist())
        with pytest.raises(InputError, match=f"known: .*, {row.name}\\."):
            reference_band(RUSPINI, "ward", [2], seed=0, reference="other")


def test_every_way_to_draw_has_all_facts():
    for name, row in REFERENCES.items():
        assert row.name == name
        assert row.label
        assert row.help.endswith(".")
        assert row.source.endswith(".")


@pytest.mark.parametrize("metric", ["jaccard", "euclidean"])
def test_every_reference_that_is_offered_for_a_distance_can_be_drawn(metric):
    yes_or_no = np.random.default_rng(3).integers(0, 2, (40, 12)).astype(float)
    offered = references_for(own_values=METRICS[metric].own_values)
    assert offered
    for name in REFERENCES:
        ask = (yes_or_no, "average", [2, 3])
        if name in offered:
            assert reference_band(*ask, seed=0, n_sets=5, metric=metric, reference=name).complete
        else:
            with pytest.raises(InputError):
                reference_band(*ask, seed=0, n_sets=5, metric=metric, reference=name)
