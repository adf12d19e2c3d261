"""Which distance fits the labels: every score by itself, and every sentence from the table."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from aucc_core import Dataset, InputError, aucc_score
from aucc_core.explain import label_distances as module
from aucc_core.explain.label_distances import label_distances, label_distances_cost
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.metrics import METRICS

QUICK = {"seed": 0, "n_shuffles": 19, "n_halvings": 4}


def table(n=40, seed=0, gap=3.0):
    """Two groups along one feature; the other is noise on a scale a hundred times as large."""
    rng = np.random.default_rng(seed)
    labels = np.array(["a", "b"])[np.arange(n) % 2]
    X = np.column_stack([rng.normal(size=n) + gap * (labels == "b"), 100 * rng.normal(size=n)])
    return Dataset("t", X, ("signal", "noise")), labels


def test_every_score_is_that_of_the_table_made_by_hand():
    data, labels = table()
    found = label_distances(data, labels, **QUICK)
    assert len(found.fits) == len({(f.metric, f.scaling) for f in found.fits})
    assert {f.metric for f in found.fits} | set(found.refused) == {
        name for name, row in METRICS.items() if row.takes_features and row.needs != "table"
    }
    for fit in (*found.fits, *found.without):
        X = data.X
        if fit.left_out:
            X = np.delete(X, data.feature_names.index(fit.left_out), axis=1)
        expected = aucc_score(SCALINGS[fit.scaling].apply(X), labels, metric=fit.metric)
        assert fit.aucc == pytest.approx(expected, abs=1e-12)
    scores = [f.aucc for f in found.fits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("seed", range(6))
def test_every_sentence_is_found_again_in_the_table(seed):
    data, labels = table(30, seed, gap=seed)
    found = label_distances(data, labels, **QUICK)
    said = " ".join(found.sentences)
    frame = found.table
    whole, less = frame[frame.left_out == ""], frame[frame.left_out != ""]
    best = whole.aucc.max()
    assert f"{best:.4f}" in found.sentences[0]
    assert found.best.label in found.sentences[0]
    assert f"Worst: {found.fits[-1].label} ({whole.aucc.min():.4f})" in said
    own = less[(less.metric == found.best.metric) & (less.scaling == found.best.scaling)]
    by_feature = dict(zip(own.left_out, own.aucc, strict=True))
    if found.p_best > 0.05:
        assert found.sentences[0].startswith("There is no evidence that any distance fits")
        assert "It needs" not in said
        assert "It is better" not in said
        by_feature = {}
    most = re.search(r"It needs (\w+) most: without it ([\d.]+)\.", said)
    assert bool(most) == (bool(by_feature) and min(by_feature.values()) < best)
    if most:
        assert most[1] == min(by_feature, key=lambda name: by_feature[name])
        assert most[2] == f"{min(by_feature.values()):.4f}"
    better = re.search(r"It is better without (\w+): ([\d.]+)\.", said)
    assert bool(better) == (bool(by_feature) and max(by_feature.values()) > best)
    if better:
        assert better[2] == f"{by_feature[better[1]]:.4f}" == f"{max(by_feature.values()):.4f}"
    share = re.search(r"(None|\d+) of (\d+) shufflings .* scores? .*\(p = ([\d.]+)", said)
    reached = 0 if share[1] == "None" else int(share[1])
    assert (1 + reached) / (1 + int(share[2])) == pytest.approx(found.p_best)
    assert share[3] == f"{found.p_best:.3f}"


def test_random_labels_fit_no_distance():
    rng = np.random.default_rng(0)
    data = Dataset("r", rng.normal(size=(40, 3)))
    found = label_distances(data, rng.integers(0, 2, 40), seed=0, metrics=["euclidean", "cosine"])
    assert found.p_best > 0.05
    assert found.sentences[0].startswith("There is no evidence that any distance fits")
    assert not any("It needs" in line or "fit best" in line for line in found.sentences)


def test_p_counts_the_choice_and_random_labels_have_none():
    """The best of many distances for random labels is hardly ever among the best twentieth."""
    low = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        data = Dataset("r", rng.normal(size=(24, 3)))
        found = label_distances(
            data, rng.integers(0, 2, 24), seed=seed, n_shuffles=39, n_halvings=2,
            metrics=["euclidean", "cityblock", "cosine", "chebyshev"],
        )  # fmt: skip
        low += found.p_best <= 0.05
    assert low <= 4  # 1 is expected; 5 or more in 0.3 % of such tests
    data, labels = table()
    assert label_distances(data, labels, **QUICK).p_best == pytest.approx(1 / 20)


def test_a_choice_on_noise_is_seen_to_be_too_good():
    seen, held = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        found = label_distances(
            Dataset("r", rng.normal(size=(30, 4))), rng.integers(0, 2, 30), seed=seed,
            n_shuffles=3, n_halvings=6,
        )  # fmt: skip
        seen.append(found.seen)
        held.append(found.held_out)
    assert np.mean(seen) > np.mean(held) + 0.02
    assert abs(np.mean(held) - 0.5) < 0.05


def test_held_out_is_the_choice_on_one_half_scored_on_the_other(monkeypatch):
    data, labels = table(20)
    half = np.arange(20) % 4 < 2
    monkeypatch.setattr(module, "_half", lambda _codes, _rng: half)
    names = ["euclidean", "cityblock", "canberra"]
    found = label_distances(data, labels, seed=0, metrics=names, n_shuffles=1, n_halvings=1)
    here, there = [], []
    for side in (half, ~half):
        scores = {
            (m, s): [
                aucc_score(SCALINGS[s].apply(data.X)[part], labels[part], metric=m)
                for part in (side, ~side)
            ]
            for m in names
            for s in SCALINGS
        }
        chosen = max(scores.values(), key=lambda pair: pair[0])
        here.append(chosen[0])
        there.append(chosen[1])
    assert found.seen == pytest.approx(np.mean(here))
    assert found.held_out == pytest.approx(np.mean(there), abs=0.05)  # level ones may be chosen


def test_mixed_tables_sizes_and_refusals(monkeypatch):
    data, labels = table()
    kinds = pd.DataFrame(
        {"signal": data.X[:, 0], "colour": np.array(["r", "g"])[np.arange(40) // 20]}
    )
    mixed = replace(data, mixed=kinds)
    found = label_distances(mixed, labels, **QUICK)
    assert ("gower", "none") in {(f.metric, f.scaling) for f in found.fits}
    gower = {f.left_out: f.aucc for f in found.without if f.metric == "gower"}
    assert set(gower) == {"signal", "colour"}
    assert gower["signal"] < gower["colour"]
    monkeypatch.setattr(module, "MOST_OBJECTS", 30)
    assert (
        "A random 30 of the 40 objects were looked at."
        in label_distances(data, labels, **QUICK).sentences
    )
    with pytest.raises(InputError, match="distances only"):
        label_distances(Dataset("d", data.X, distances=np.ones(40 * 39 // 2)), labels, **QUICK)
    with pytest.raises(InputError, match="no between-cluster pairs"):
        label_distances(data, np.zeros(40), **QUICK)
    assert label_distances_cost(data).seconds < 10
