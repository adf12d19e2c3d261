"""Criteria on data without clusters, on objects drawn anew and with other starts, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError, run_steps
from aucc_core.sweeps.comparison import Comparison, compare
from aucc_core.verdicts.criteria_repeats import CriteriaNull, Repeats, repeat_steps
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import draw_objects

RUN = RunSpec.of("ward", range(2, 6), seed=3)


def repeats(data: Dataset, run: RunSpec, kind: str, n: int) -> Repeats:
    return run_steps(repeat_steps(data, run, kind, n_repeats=n))


def criteria_null(data: Dataset, run: RunSpec, own: Comparison, n_sets: int) -> CriteriaNull:
    return repeats(data, run, "none", n_sets).against(own)


def test_counts_are_those_of_sets_compared_one_by_one() -> None:
    data = load_dataset("ruspini")
    own = compare(data, RUN)
    found = criteria_null(data, RUN, own, n_sets=3)
    draw = REFERENCES["one_peak"].fit(data.X)
    counts = dict.fromkeys(found.alike.index, 0)
    for seed in np.random.SeedSequence(3).generate_state(3):
        drawn = compare(Dataset("", draw(np.random.default_rng(seed))), RUN).table
        for name in counts:
            sign = 1 if CRITERIA[name].higher_is_better else -1
            scores = sign * own.table[name]
            ks = own.table["k"][np.isclose(scores, scores.max(), rtol=1e-9, atol=0)]
            counts[name] += any(
                (sign * drawn[name][drawn["k"] == k]).max()
                >= (sign * own.table[name][own.table["k"] == k]).max()
                for k in ks
            )
    assert found.alike.to_dict() == counts
    assert found.n_sets == 3


def test_clear_clusters_are_told_from_none() -> None:
    clear = load_dataset("ruspini")
    assert "aucc" not in criteria_null(clear, RUN, compare(clear, RUN), n_sets=5).empty
    none = Dataset("none", np.random.default_rng(0).normal(size=(75, 2)))
    assert "aucc" in criteria_null(none, RUN, compare(none, RUN), n_sets=5).empty


def test_distances_alone_are_refused() -> None:
    toy = load_dataset("toy")
    run = RunSpec.of("average", [2, 3], seed=0, metric="precomputed")
    with pytest.raises(InputError, match="table of numbers"):
        repeats(toy, run, "none", n=1)
    assert repeats(toy, run, "drawn", n=1).n == 1


def test_the_band_is_that_of_the_best_scores_of_each_set() -> None:
    data = load_dataset("ruspini")
    run = RunSpec.of(["ward", "single"], range(2, 5), seed=1)
    found = repeats(data, run, "none", n=4).band()
    draw = REFERENCES["one_peak"].fit(data.X)
    tables = [
        compare(Dataset("", draw(np.random.default_rng(seed))), run).table
        for seed in np.random.SeedSequence(1).generate_state(4)
    ]
    for name, sign in (("aucc", 1), ("davies_bouldin", -1)):
        for k in run.ks:
            best = sorted(max(sign * t[name][t["k"] == k]) for t in tables)
            # A twentieth of the way from the lowest of four to the highest: 0.15 of the first step.
            assert found.loc[k, ("low", name)] == pytest.approx(
                best[0] + 0.15 * (best[1] - best[0])
            )
            assert found.loc[k, ("high", name)] == pytest.approx(
                best[3] - 0.15 * (best[3] - best[2])
            )


@pytest.mark.parametrize("kind", ["drawn", "starts"])
def test_intervals_are_those_of_repeats_one_by_one(kind: str) -> None:
    data = load_dataset("iris")
    run = RunSpec.of(["kmeans", "average"], range(2, 7), seed=5, n_init=1)
    own = compare(data, run)
    found = repeats(data, run, kind, n=6).intervals(own)
    picks: dict[str, list[int]] = {name: [] for name in found.index}
    truth: dict[str, list[float]] = {name: [] for name in found.index}
    for seed in np.random.SeedSequence(5).generate_state(6):
        kept = draw_objects(data.n, 6, int(seed)) if kind == "drawn" else np.full(data.n, True)
        part = data.part(np.flatnonzero(kept))
        again = compare(part, RunSpec.of(run.algorithms, run.ks, seed=int(seed), n_init=1)).table
        for name in picks:
            scores = (1 if CRITERIA[name].higher_is_better else -1) * again[name]
            # As good as the best, the smallest k.
            near = scores >= scores.max() - 1e-9 * abs(scores.max())
            picks[name].append(int(again["k"][near].min()))
            truth[name].append(float(np.corrcoef(scores, again["ari"])[0, 1]))
    for name, mine in found["k"].items():
        seen = sorted(picks[str(name)])
        assert found.loc[name, "low"] == seen[0]
        assert found.loc[name, "high"] == seen[-1]
        assert found.loc[name, "same"] == pytest.approx(sum(k == mine for k in seen) / 6)
        low = sorted(truth[str(name)])
        assert found.loc[name, "pearson_low"] == pytest.approx(low[0] + 0.25 * (low[1] - low[0]))
        assert found.loc[name, "pearson"] == pytest.approx(own.agreement()[name])


def test_without_labels_there_is_no_correlation() -> None:
    data = Dataset("plain", np.random.default_rng(0).normal(size=(30, 2)))
    own = compare(data, RUN)
    assert list(repeats(data, RUN, "drawn", n=2).intervals(own)) == ["k", "low", "high", "same"]


def test_same_starts_of_what_draws_no_lots_change_nothing() -> None:
    data = load_dataset("ruspini")
    found = repeats(data, RUN, "starts", n=3).intervals(compare(data, RUN))
    assert (found["same"] == 1).all()
    assert (found["low"] == found["high"]).all()
