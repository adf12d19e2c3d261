"""Every sentence the lessons make from numbers, held against slow, obvious counting: 200 draws."""

from __future__ import annotations

import re
from itertools import permutations, product

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import mannwhitneyu

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from pages.ui.learn import LESSONS, overlap, quiz, ties, trap, under_over

SEEDS = range(200)


def between_share_before(X, labels, height):
    """The share of between-pairs that are closer than the within-pair at which TPR gets there."""
    d = np.round(pdist(X), 9)
    i, j = np.triu_indices(len(X), 1)
    labels = np.asarray(labels)
    together = labels[i] == labels[j]
    within = np.sort(d[together])
    last = within[int(np.ceil(height * within.size)) - 1]
    return np.mean(d[~together] <= last), np.mean(d[~together] < last)


# Small quiz


def test_every_number_of_the_quiz_sentences(monkeypatch):
    drawn = []
    draw = quiz.draw_groups
    monkeypatch.setattr(quiz, "draw_groups", lambda *a: drawn.append(draw(*a)) or drawn[-1])
    asked = 0
    for seed in SEEDS:
        drawn.clear()
        for question in quiz.build_quiz(seed)["questions"]:
            X, truth = next(
                (X, truth)
                for X, truth in drawn
                if len(X) == len(question["points"])
                and np.allclose(X, question["points"], atol=0.006)
            )
            i, j = np.triu_indices(len(X), 1)
            labels = np.array(question["labels"])
            together, belong = labels[i] == labels[j], truth[i] == truth[j]
            joined, split = (together & ~belong).sum(), (~together & belong).sum()
            why = question["why"]
            said = [share_of(text) for text in re.findall(r"less than 0.1%|none|[\d.]+%", why)]
            top, half = said[-1], said[0]
            assert near(top, between_share_before(X, labels, 1.0)), why
            if question["answer"] != 1:
                assert near(half, between_share_before(X, labels, 0.5)), why
                assert f"{question['trueK']} groups" in why
                assert f"into {question['k']} clusters" in why
                assert f"{joined or split:,} " in why
            assert (joined > 0, split > 0) == (question["answer"] == 0, question["answer"] == 2)
            asked += 1
    assert asked == 6 * len(SEEDS)


def share_of(text):
    return {"none": (0, 0), "less than 0.1%": (0, 0.001)}.get(text) or (
        float(text[:-1]) / 100 - 0.00051,
        float(text[:-1]) / 100 + 0.00051,
    )


def near(said, counted):
    """Between the counts with and without ties at that very pair lies what was said."""
    return said[0] <= counted[0] + 0.0005 and said[1] >= counted[1] - 0.0005


# Too few, too many


@pytest.mark.parametrize("name", list(under_over.EXAMPLES))
def test_the_toll_counts_one_merge_and_one_split(name):
    """What the picture says of its neighbours of the true k: one only merges, the other splits."""
    for seed in SEEDS if name == "nine" else (1, 2, 3):
        example = under_over.EXAMPLES[name]
        data = under_over.load(name, seed)
        ks = (example.true_k - 1, example.true_k + 1)
        fewer, more = make_partitions(data, "kmeans", ks, seed=seed, n_init=example.n_init)
        merged = under_over.toll(fewer.labels, more.labels, data.labels)
        i, j = np.triu_indices(data.n, 1)
        belong = data.labels[i] == data.labels[j]
        joined = int(((fewer.labels[i] == fewer.labels[j]) & ~belong).sum())
        split = int(((more.labels[i] != more.labels[j]) & belong).sum())
        clean = not ((fewer.labels[i] != fewer.labels[j]) & belong).any()
        clean &= not ((more.labels[i] == more.labels[j]) & ~belong).any()
        if clean:
            assert merged == {"merged": joined, "split": split}
        else:
            assert merged is None


# Overlap


def test_lesson_4_says_how_far_draws_differ_and_what_kmeans_finds():
    widest = overlap.VARIANCES[-1]
    truths, found, right = [], [], []
    for seed in SEEDS:
        data = load_dataset("two_gaussians", variance=float(widest), seed=seed)
        labels = make_partitions(data, "kmeans", [2], seed=seed, n_init=10)[0].labels
        pairs = Pairs(data)
        truths.append(pairs.aucc(data.labels))
        found.append(pairs.aucc(labels))
        table = [
            [np.sum((labels == a) & (data.labels == b)) for b in np.unique(data.labels)]
            for a in (0, 1)
        ]
        right.append(max(table[0][0] + table[1][1], table[0][1] + table[1][0]))
        if seed < 20:
            assert overlap.found_by_kmeans(seed) == right[-1]
    notes = LESSONS["overlap"].notes
    assert f"between {min(truths):.2f} and {max(truths):.2f}" in notes
    assert f"about {np.mean(found):.2f} at variance {widest}" in notes
    assert (np.array(found) > truths).all()
    assert min(right) > 0.8 * 400  # "still puts {right} of {n} right"


# From points to pairs to a curve


def test_lesson_1_counts_as_mann_and_whitney_and_three_patterns_cannot_be():
    toy = load_dataset("toy")
    i, j = np.triu_indices(toy.n, 1)
    together = toy.labels[i] == toy.labels[j]
    distances = Pairs(toy).distances
    u = mannwhitneyu(distances[~together], distances[together]).statistic
    compared = together.sum() * (~together).sum()
    notes = LESSONS["points_to_curve"].notes
    assert f"U = {u:.0f} of {compared} here" in notes
    assert u / compared == pytest.approx(Pairs(toy).aucc(toy.labels))
    can_be = {(a == b, b == c, a == c) for a, b, c in product(range(3), repeat=3)}
    assert len(can_be) == 8 - 3
    assert (True, False, True) not in can_be
    gammas, areas = (ties.build_ties("half")[name]["half"] for name in ("gammas", "areas"))
    assert 2 * areas - 1 == pytest.approx(gammas)  # Gini


# The optimiser's trap


@pytest.fixture(scope="module")
def noise_scores():
    """k-means on 200 draws of noise, scored k by k."""
    scores = []
    for seed in SEEDS:
        X = np.random.default_rng((seed, 0)).random((trap.N_OBJECTS, 2))
        made = make_partitions(X, "kmeans", trap.KS, seed=seed, n_init=3)
        scores.append([Pairs(X).aucc(partition.labels) for partition in made])
    return np.array(scores)


def test_noise_seldom_rises_above_the_band_at_any_k(noise_scores):
    rng = np.random.default_rng(0)
    above = alone = 0
    for seed in SEEDS:
        others = np.delete(np.arange(len(SEEDS)), seed)
        chosen = noise_scores[rng.choice(others, trap.SETS, replace=False)]
        _, high = trap.edges(chosen)
        farthest = trap.farthest_above(noise_scores[seed], high)
        rises = [k for k, s, h in zip(trap.KS, noise_scores[seed], high, strict=True) if s > h]
        assert (farthest is not None) == bool(rises)
        assert farthest is None or farthest in rises
        above += bool(rises)
        alone += (noise_scores[seed] > np.quantile(chosen, 0.95, axis=0)).any()
    assert above / len(SEEDS) == pytest.approx(0.05, abs=0.035)
    assert alone / len(SEEDS) == pytest.approx(0.4, abs=0.08)  # "4 draws in 10"


def test_the_best_k_on_noise_is_a_large_one(noise_scores):
    best = np.array(trap.KS)[noise_scores.argmax(axis=1)]
    assert best.min() >= 7
    assert (noise_scores[:, -1] > noise_scores[:, 0] + 0.1).all()


def test_four_real_groups_stand_farthest_above_at_four(noise_scores):
    rng = np.random.default_rng(1)
    for seed in SEEDS:
        X = trap.four_groups(trap.N_OBJECTS, seed=seed)
        made = make_partitions(X, "kmeans", trap.KS, seed=seed, n_init=3)
        scores = np.array([Pairs(X).aucc(partition.labels) for partition in made])
        _, high = trap.edges(noise_scores[rng.choice(len(SEEDS), trap.SETS, replace=False)])
        assert trap.farthest_above(scores, high) == trap.TRUE_K


def test_the_trap_says_what_its_picture_shows():
    assert "never rises" in trap.said_of_noise(None)
    assert "k = 7" in trap.said_of_noise(7)
    assert "k = 4 stands farthest" in trap.said_of_groups(4)
    assert "no k" in trap.said_of_groups(None)
    for seed in (1, 5):
        built = trap.build_trap("noise", 2, seed)
        for name, said in (("noise", trap.said_of_noise), ("groups", trap.said_of_groups)):
            shown = built["shown"][name]
            over = np.array(shown["scores"]) > shown["high"]
            assert over.any() == (shown["farthest"] is not None)
            assert built["facts"][f"{name}_said"] == said(shown["farthest"])


# Ties


def test_areas_of_all_orders_average_to_half_of_the_rectangle():
    """What "the mean over all orders" says: every order of the tied pairs, walked one by one."""
    rows = ties.build_ties("half")["rows"]
    areas = []
    for order in permutations(range(3)):
        tied = [row["within"] for row in rows if row["similarity"] == 0.5]
        walk = [1, *(tied[at] for at in order), 0, 0]
        up = area = 0
        for step in walk:
            up += step
            area += up * (not step)
        areas.append(area / 9)
    facts = ties.build_ties("half")["facts"]
    assert f"{np.mean(areas):.4f}" == facts["half"]
    assert (f"{min(areas):.4f}", f"{max(areas):.4f}") == (facts["low"], facts["high"])
