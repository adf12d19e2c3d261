"""Every sentence the lessons make from numbers, held against slow, obvious counting: 200 draws."""

from __future__ import annotations

import re
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import mannwhitneyu

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.paper.published import CORRECTED_AGREEMENT
from aucc_core.partitions import make_partitions
from pages.ui.learn import (
    LESSONS,
    big_quiz,
    choose,
    criteria,
    elbow,
    overlap,
    quiz,
    roc_basics,
    shapes,
    steps,
    theorems,
    ties,
    trap,
    under_over,
)

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


# What a ROC curve is


def test_areas_of_the_tests_are_the_shares_of_pairs_in_order():
    for seed in SEEDS:
        built = roc_basics.build_roc_basics("weak", seed)
        areas = {}
        for test in built["tests"]:
            sick, healthy = np.array(test["sick"]), np.array(test["healthy"])
            u = mannwhitneyu(sick, healthy).statistic / (sick.size * healthy.size)
            assert test["area"] == pytest.approx(u, abs=0.002)  # scores are sent rounded
            x = [0, *(step["alarmed"] for step in test["steps"])]
            y = [0, *(step["found"] for step in test["steps"])]
            assert np.trapezoid(y, x) / roc_basics.N_EACH**2 == pytest.approx(test["area"])
            areas[test["name"]] = test["area"]
            assert built["facts"][test["name"]] == f"{test['area']:.2f}"
        assert areas["blind"] < areas["weak"] < areas["good"]
        assert areas["turned"] < areas["blind"]


# Why one half


def test_all_ways_to_deal_labels_average_one_half_and_favour_no_pair():
    for seed in SEEDS:
        built = theorems.build_theorems(seed)
        X, scores = np.random.default_rng((seed, 15)).uniform(0, 10, (5, 2)), []
        ways = sorted(set(permutations([1, 1, 0, 0, 0])))
        i, j = np.triu_indices(5, 1)
        within = np.array([np.array(way)[i] == np.array(way)[j] for way in ways])
        for together in within:
            near, far = pdist(X)[together], pdist(X)[~together]
            scores.append((near[:, None] < far).mean())
        facts = built["facts"]
        assert sorted(built["scores"]) == pytest.approx(sorted(scores))
        assert (facts["mean"], built["mean"]) == ("1/2", 0.5)
        assert np.mean(scores) == pytest.approx(0.5)
        assert (facts["low"], facts["high"]) == (f"{min(scores):.2f}", f"{max(scores):.2f}")
        assert facts["ways"] == len(ways)
        assert facts["pairs"] == i.size
        assert set(within.sum(axis=0)) == {facts["within"]}
    # The argument of the notes: of two pairs each is the within-pair alone equally often.
    for a, b in product(range(i.size), repeat=2):
        assert (within[:, a] & ~within[:, b]).sum() == (within[:, b] & ~within[:, a]).sum()


def test_codes_that_cannot_be_are_those_that_no_labels_have():
    found = {(a == b, b == c, a == c) for a, b, c in product(range(3), repeat=3)}
    for row in theorems.build_theorems(1)["codes"]:
        assert row["possible"] == (tuple(map(bool, row["code"])) in found)
    assert "[1 1 0], [1 0 1] and [0 1 1]" in LESSONS["theorems"].notes


# k-means, step by step


def test_every_step_of_k_means_and_what_is_said_of_auccs_moves():
    higher = fell = 0
    for seed in SEEDS:
        X, means = steps.draw(seed)
        built = steps.build_steps(0, seed)
        walked, scores = built["walked"], [one["aucc"] for one in built["walked"]]
        for at, one in enumerate(walked):
            labels = np.array([np.argmin([((x - m) ** 2).sum() for m in means]) for x in X])
            assert labels.tolist() == one["labels"]
            assert np.allclose(one["means"], means, atol=0.006)
            assert one["squares"] == pytest.approx(((X - means[labels]) ** 2).sum(), abs=0.06)
            means = np.array(
                [X[labels == c].mean(axis=0) if (labels == c).any() else means[c] for c in range(5)]
            )
            if at:
                assert one["squares"] <= walked[at - 1]["squares"]
        i, j = np.triu_indices(len(X), 1)
        if seed < 5:
            together = labels[i] == labels[j]
            won = mannwhitneyu(pdist(X)[~together], pdist(X)[together]).statistic
            assert scores[-1] == pytest.approx(won / together.sum() / (~together).sum(), abs=1e-6)
        ups = sum(b > a + 1e-12 for a, b in pairwise(scores))
        downs = sum(b < a - 1e-12 for a, b in pairwise(scores))
        assert built["facts"]["said"] == steps.said_of(ups, downs)
        assert (built["facts"]["first"], built["facts"]["last"]) == (
            f"{scores[0]:.3f}",
            f"{scores[-1]:.3f}",
        )
        higher += scores[-1] > scores[0]
        fell += downs > 0
    notes = " ".join(LESSONS["steps"].notes.split())
    assert f"higher than it began in {higher}, and fell at one step at least in {fell}" in notes
    assert higher > len(SEEDS) / 2  # "most runs end higher"


def test_how_often_a_score_moved_is_said_in_words():
    assert steps.said_of(3, 0) == "it rose 3 times and fell never"
    assert steps.said_of(1, 2) == "it rose once and fell 2 times"


# Choose k


@pytest.mark.parametrize("name", choose.EXAMPLES)
def test_the_choice_of_k_says_what_its_picture_shows(name):
    built = choose.build_choose(name, 2)
    scores, high = np.array(built["scores"]), np.array(built["high"])
    above = np.log(scores / (1 - scores)) - np.log(high / (1 - high))
    said, ks = built["facts"]["said"], np.array(choose.KS)
    assert f"highest at k = {ks[scores.argmax()]}" in said or (
        f"k = {ks[scores.argmax()]} is both" in said
    )
    assert built["farthest"] == ks[above.argmax()]
    assert f"k = {built['farthest']}" in said
    labels = np.array(built["labels"][2])
    assert len(set(labels.tolist())) == ks[2]


def test_the_choice_of_k_in_words():
    assert choose.said_of(12, None).endswith("but no k rises above the band")
    assert choose.said_of(4, 4) == "Here k = 4 is both: highest, and farthest above the band"
    assert choose.said_of(12, 4).endswith("farthest above the band at k = 4")


# Why not the elbow


def test_the_elbow_is_the_point_farthest_from_the_line():
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        drops = np.sort(rng.random(int(rng.integers(3, 20))))[::-1]  # less and less, as on data
        squares = 1 + drops.sum() - np.cumsum([0, *drops])
        first, last = np.array([1, squares[0]]), np.array([len(squares), squares[-1]])
        along = (last - first) / np.linalg.norm(last - first)
        below = [
            along[0] * (y - first[1]) - along[1] * (k - first[0])
            for k, y in enumerate(squares, start=1)
        ]
        assert elbow.elbow(squares) == 1 + int(np.argmin(below))
        ends = rng.integers(2, 6, 8).tolist()
        said = elbow.said_of(ends)
        found = [int(number) for number in re.findall(r"\d+", said)]
        assert found == sorted({min(ends), max(ends)})
        assert said.startswith("stays" if len(set(ends)) == 1 else "wanders")


def test_noise_has_an_elbow_where_four_groups_have_theirs():
    at = {"noise": [], "groups": []}
    for seed in SEEDS:
        noise = np.random.default_rng((seed, 0)).random((trap.N_OBJECTS, 2))
        for name, X in (("noise", noise), ("groups", trap.four_groups(trap.N_OBJECTS, seed=seed))):
            made = make_partitions(X, "kmeans", range(2, 11), seed=seed, n_init=3)
            whole = np.zeros(len(X), dtype=int)
            squares = [
                elbow.sum_of_squares(X, labels) for labels in (whole, *(p.labels for p in made))
            ]
            at[name].append(elbow.elbow(np.array(squares)))
    notes = " ".join(LESSONS["elbow"].notes.split())
    assert f"was at k = 4 in {at['noise'].count(4)} and at 3 in the others" in notes
    assert set(at["noise"]) == {3, 4}
    assert set(at["groups"]) == {4}
    built = elbow.build_elbow("noise", 10, 3)
    assert built["facts"]["noise_at"] == at["noise"][3] == built["shown"]["noise"]["elbows"]["10"]


# Which criterion?


def test_what_is_said_of_the_study_is_in_its_table():
    table = np.array([list(row.values()) for row in CORRECTED_AGREEMENT.values()])
    names = list(next(iter(CORRECTED_AGREEMENT.values())))
    facts = criteria.build_criteria(10)["facts"]
    best = {names[c] for row in table for c in np.flatnonzero(row == row.max())}
    assert facts["different"] == len(best) == 5
    order = np.argsort(-table.mean(axis=0))
    assert [names[c] for c in order[:2]] == ["point_biserial", "aucc"]
    assert facts["first_mean"] == f"{table.mean(axis=0)[order[0]]:.2f}"
    assert facts["second_mean"] == f"{table.mean(axis=0)[order[1]]:.2f}"
    at = names.index("aucc")
    assert facts["worst"] == max(1 + int((row > row[at]).sum()) for row in table)
    assert (facts["criteria"], facts["of"]) == table.shape[::-1]


# Shapes


def test_crescents_lose_in_a_straight_line_and_win_along_paths():
    for seed in SEEDS:
        facts = shapes.build_shapes("crescents", "euclidean", seed)["facts"]
        value = {name: float(text) for name, text in facts.items()}
        assert value["half_line"] > value["shape_line"], seed
        assert value["half_path"] < value["shape_path"], seed
        if seed < 10:
            data = shapes.crescents(seed)
            i, j = np.triu_indices(data.n, 1)
            together, d = data.labels[i] == data.labels[j], pdist(data.X)
            won = mannwhitneyu(d[~together], d[together]).statistic
            counted = won / together.sum() / (~together).sum()
            assert value["shape_line"] == pytest.approx(counted, abs=0.0006)


# Big quiz

NUMBERS = re.compile(r"\d+\.?\d*")


def numbers_in(text):
    return [float(one) for one in NUMBERS.findall(text.replace(",", "").replace("2 · ", ""))]


def counted(lesson, text):
    """The right answer by another way than the one that made it; None for one without a number."""
    n = numbers_in(text)
    if lesson == "roc_basics":
        won = round(100 * n[0])  # of a hundred pairs of a sick and a healthy case
        return np.mean([-1] * won + [1] * (100 - won)) / 2 + 0.5  # who was higher is lower now
    if lesson == "points_to_curve":
        rng = np.random.default_rng(0)
        table = np.ones(int(n[0] * n[1]))
        table[: int(n[2])] = 0
        return rng.permutation(table).mean()
    if lesson == "under_over":
        m = int(n[-1])
        if "merged" in text:
            truth, labels = [0] * m + [1] * m, [0] * 2 * m
        else:
            truth, labels = [0] * m, [0] * (m // 2) + [1] * (m // 2)
        i, j = np.triu_indices(len(truth), 1)
        truth, labels = np.array(truth), np.array(labels)
        return ((truth[i] == truth[j]) != (labels[i] == labels[j])).sum()
    if lesson == "chance":
        return 0.5
    if lesson == "theorems" and "How many" in text:
        return 8 - len({(a == b, b == c, a == c) for a, b, c in product(range(3), repeat=3)})
    if lesson == "ties" and "tied" in text:
        return np.mean([1] * int(n[0]) + [0] * int(n[1]) + [0.5] * int(n[2]))
    if lesson == "ties":
        won = round(1000 * n[0])
        return (won - (1000 - won)) / 1000
    if lesson == "cost":
        pairs = [size * (size / 4 - 1) / 2 * (size**2 * 3 / 8) for size in n[:2]]  # four clusters
        return round(pairs[1] / pairs[0])
    return None


def test_every_number_of_the_big_quiz():
    places, kinds = np.zeros(3), set()
    for seed in SEEDS:
        questions = big_quiz.build_big_quiz(seed)["questions"]
        assert {q["lesson"] for q in questions} == set(LESSONS) - {"big_quiz"}
        for question in questions:
            options, right = question["options"], question["options"][question["answer"]]
            assert len(set(options)) == 3, question
            places[question["answer"]] += 1
            value = counted(question["lesson"], question["text"])
            if value is not None:
                kinds.add((question["lesson"], question["text"][:12]))
                digits = 0.0051 if "." in right else 0.5
                assert numbers_in(right)[0] == pytest.approx(value, abs=digits), question
                for other in options:
                    if other != right and numbers_in(other):
                        assert abs(numbers_in(other)[0] - value) > 0.004, question
            if question["lesson"] == "choose":
                assert numbers_in(right) == numbers_in(question["text"])[3:4]
    assert len(kinds) >= 9
    assert places.min() > places.sum() / 4  # no place is the right one more often
