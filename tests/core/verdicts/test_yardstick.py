"""The yardstick: the better of two algorithms, set by set, and a band over all columns at once."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from aucc_core import Dataset, aucc_score, reference_band
from aucc_core.explain.curve_shape import logit
from aucc_core.score.objects import Objects
from aucc_core.verdicts.band import band_steps
from aucc_core.verdicts.yardstick import (
    Yardstick,
    side_by_side,
    yardstick_algorithms,
    yardstick_spec,
    yardstick_steps,
)


def made(objects, ks, n_sets=5):
    spec = yardstick_spec(objects, ks, seed=3, n_init=2)
    steps = list(yardstick_steps(objects, spec, n_sets=n_sets))
    assert [done for done, _ in steps[:-1]] == list(range(1, 2 * n_sets + 1))
    return steps[-1][1]


def test_scores_are_the_better_of_the_two_bands():
    X = np.random.default_rng(0).normal(size=(40, 2))
    found = made(Objects(X), [4, 2])
    assert (found.algorithms, found.ks) == (("kmeans", "ward"), (2, 4))
    bands = [
        reference_band(X, name, (2, 4), seed=3, n_sets=5, n_init=2).scores
        for name in found.algorithms
    ]
    np.testing.assert_array_equal(found.scores, np.maximum(*bands))


def test_as_many_objects_are_left_out_by_a_slow_count():
    X = np.random.default_rng(0).normal(size=(30, 2))
    objects = Objects(X)
    spec = yardstick_spec(objects, [3], seed=3, n_init=2)
    drawn = []

    def looked_at(data, partitions):
        drawn.append((data, partitions[0].labels))
        return np.array([0.5])

    for name in spec.algorithms:
        one = replace(spec, algorithms=(name,))
        list(band_steps(objects, one, n_sets=5, observed=[0.5], scored=looked_at))
    slow = []
    for data, labels in drawn:
        D = np.linalg.norm(data.features[:, None] - data.features, axis=2)
        same = labels[:, None] == labels
        pairs = [(i, j) for i in range(30) for j in range(i)]
        within = {p: D[p] for p in pairs if same[p]}
        between = {p: D[p] for p in pairs if not same[p]}
        won, weight = np.zeros(30), np.zeros(30)
        for ours, sign, theirs in ((within, 1, between), (between, -1, within)):
            others = np.array(list(theirs.values()))
            for pair, d in ours.items():
                for i in pair:
                    won[i] += np.mean(sign * others > sign * d) / len(ours)
                    weight[i] += 1 / len(ours)
        kept = np.argsort(won / weight, kind="stable")[6:]
        slow.append(aucc_score(data.features[kept], labels[kept]))
    *_, (_, found) = yardstick_steps(objects, spec, n_sets=5, left_out=6)
    np.testing.assert_allclose(found.scores[:, 0], np.maximum(slow[:5], slow[5:]), rtol=1e-12)


def test_other_algorithms_where_means_do_not_fit():
    assert yardstick_algorithms("cityblock", has_features=True, n=50) == ("kmeans", "complete")
    assert yardstick_algorithms("gower", has_features=False, n=50) == ("complete", "average")
    table = pd.DataFrame({"x": np.arange(20.0), "colour": ["red", "blue"] * 10})
    data = Dataset("mixed", table[["x"]].to_numpy(), mixed=table)
    found = made(Objects(data, "gower"), [2])
    assert (found.reference, found.algorithms) == ("permuted", ("complete", "average"))


@pytest.mark.parametrize("seed", range(5))
def test_band_is_simultaneous_by_a_slow_count(seed):
    rng = np.random.default_rng(seed)
    scores = 0.9 + 0.02 * rng.normal(size=(39, 3))
    found = Yardstick(("kmeans",), "one_peak", (2, 3, 4), scores)
    heights = []
    for b in range(39):
        others = np.delete(logit(scores), b, axis=0)
        own = (logit(scores[b]) - others.mean(0)) / others.std(0, ddof=1)
        heights.append(max(own))
    for column in range(3):
        usual = logit(scores[:, column]).mean()
        spread = logit(scores[:, column]).std(ddof=1)
        for aucc in (0.86, 0.9, 0.93, 0.95, 0.96, 0.98):
            own = (logit(aucc) - usual) / spread
            p = (1 + sum(h >= own for h in heights)) / 40
            assert found.p_value(column, aucc) == pytest.approx(p)
            assert found.is_above(column, aucc) == (p <= 0.05)
        edge = found.upper(column)
        assert found.is_below(column, scores[:, column].min() - 1e-9)
        assert not found.is_below(column, scores[:, column].min())
        assert found.is_above(column, edge + 1e-6)
        assert not found.is_above(column, edge - 1e-6)
        assert found.corrected(column, found.mean(column)) == pytest.approx(0, abs=1e-9)


def test_parts_of_one_table_stand_side_by_side():
    rng = np.random.default_rng(1)
    parts = [Yardstick(("ward",), "box", ks, rng.random((9, len(ks)))) for ks in ((2, 3), (5,))]
    whole = side_by_side(parts)
    assert whole.ks == (2, 3, 5)
    np.testing.assert_array_equal(whole.scores[:, 2:], parts[1].scores)
