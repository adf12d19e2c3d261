"""Every sentence of a verdict holds: its numbers are found again from the data and the table."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import adjusted_rand_score, roc_auc_score

from aucc_core import ALGORITHMS, make_partitions
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.objects import Objects
from aucc_core.verdicts.looks import Scene
from aucc_core.verdicts.sentences import far_objects
from aucc_core.verdicts.structure import REACHING, THRESHOLD, WITHOUT_CLUSTERS
from aucc_core.verdicts.weigh import Examination, examine

RNG = np.random.default_rng(5)
FAR = np.vstack([make_blobs(90, centers=[[0, 0], [9, 0], [0, 9]], random_state=2)[0], [[99, 99]]])
DATA = {
    "blobs": make_blobs(120, centers=4, cluster_std=0.8, random_state=3)[0],
    "touching": make_blobs(120, centers=[[0, 0], [3, 0], [1.5, 2.6]], random_state=1)[0],
    "moons": make_moons(160, noise=0.06, random_state=0)[0],
    "noise": RNG.normal(size=(100, 3)),
    "far": FAR,
    "two": make_blobs(80, centers=[[0, 0], [7, 0]], random_state=0)[0],
    "overlapping": make_blobs(150, centers=[[0, 0], [2.6, 0], [1.3, 2.2]], random_state=4)[0],
    "very far": np.vstack([RNG.normal(size=(99, 2)), [[1e6, -1e6]]]),
    "twelve": make_blobs(12, centers=2, random_state=0)[0],
    "rings": np.concatenate(
        [
            r * np.column_stack([np.cos(a), np.sin(a)]) + RNG.normal(0, 0.1, (80, 2))
            for r, a in ((r, RNG.uniform(0, 2 * np.pi, 80)) for r in (1, 3, 6))
        ]
    ),
    "wide": np.repeat([[0.0], [1.2]], 50, axis=0) + RNG.normal(size=(100, 30)),
    "column": np.repeat([[0.0], [6.0]], 50, axis=0) + RNG.normal(size=(100, 1)),
    "lattice": np.array([[i, j] for i in range(10) for j in range(10)], dtype=float),
    "copies": np.repeat([[1.0, 1.0], [2.0, 2.0], [4.0, 3.0]], 30, axis=0),
}
ASKED = {
    "one k": ("kmeans",),
    "kmeans": ("kmeans",),
    "many": ("kmeans", "single", "hdbscan"),
    "ward": ("ward",),
}


def by_k(found: Examination) -> dict[int, float]:
    return found.verdict.table.groupby("k")["share"].max().to_dict()


def row_of(found: Examination):
    """The clustering that the sentences are about: the one with the largest share."""
    table = found.verdict.table
    return table.iloc[int(table["share"].to_numpy().argmax())]


def per_cent(value: float) -> str:
    return f"{value:.0%}"


def strength(found: Examination, said: str) -> bool:
    seen = found.verdict.structure
    parts = np.maximum([seen.straight, seen.pieces, seen.dense], 0)
    return f"{np.sqrt((parts**2).sum()):.2f}" == said


def stands_out(found, match):
    own = found.verdict.structure.strength
    level = max(one for one in REACHING if one <= own)
    count = REACHING[level] or "none"
    said = f"{count} of {WITHOUT_CLUSTERS} generated sets without clusters"
    as_rare = match[2] == said and float(match[3]) == level
    return strength(found, match[1]) and own >= THRESHOLD and as_rare


def fell_short(found, match):
    return strength(found, match[1]) and found.verdict.structure.strength < THRESHOLD


def by_chance_alone(found, match):
    seen, agreement = found.verdict.structure, found.verdict.table["agreement"].max()
    not_along = np.hypot(max(seen.pieces, 0), max(seen.dense, 0)) < THRESHOLD
    return strength(found, match[1]) and not_along and match[2] == f"{agreement:.2f}" < "0.60"


def has_evidence(found, match):
    shares, k = by_k(found), int(match[1])
    own = shares[found.verdict.k]
    return (match[2], match[3]) == (per_cent(shares[k]), per_cent(own)) and shares[k] >= 0.2


def comes_next(found, match):
    shares = {k: s for k, s in by_k(found).items() if k != found.verdict.k}
    k = int(match[1])
    return shares[k] == max(shares.values()) and per_cent(shares[k]) == match[2]


def raw_best(found, match):
    table = found.verdict.table
    row = row_of(found)
    own = table[table["algorithm"] == row["algorithm"]]
    k, score = int(match[1]), match[2]
    return (
        own["aucc"].max() == own.loc[own["k"] == k, "aucc"].max()
        and match[2] != match[3]
        and bool(match[4]) == (k > row["k"])  # rising with k explains more clusters only
        and f"{own['aucc'].max():.4f}" == score
        and match[3] == f"{row['aucc']:.4f}"
    )


def curved(found, match):
    row = row_of(found)
    expected = (f"{row['path_aucc']:.4f}", f"{row['aucc']:.4f}")
    whole = row["inner_gap"] < 0.7  # no cluster is several
    return match.groups() == expected and row["path_aucc"] > row["aucc"] and whole


def more_can_be_tried(X, found, match):
    """As many clusters and one can be made and scored."""
    k = int(match[1])
    return k == found.verdict.table["k"].max() and len(np.unique(X, axis=0)) > k < len(X) - 1


def agrees(found, match):
    return row_of(found)["agreement"] >= 0.9 and match[1] == f"{row_of(found)['agreement']:.2f}"


def disagrees(found, match):
    return row_of(found)["agreement"] < 0.7 and match[1] == f"{row_of(found)['agreement']:.2f}"


def dense(found, match):
    return row_of(found)["dense_agreement"] >= 0.9 and match[1] == (
        f"{row_of(found)['dense_agreement']:.2f}"
    )


def slivers(found, match):
    labels, n = found.verdict.labels, found.verdict.labels.size
    sizes = np.bincount(labels[labels >= 0])
    count = int((sizes < max(4, 0.02 * n)).sum())
    return count == (1 if match[1] == "One" else int(match[1]))


def noise(found, match):
    share = float((found.verdict.labels < 0).mean())
    return share > 0 and match[1] == (per_cent(share) if share >= 0.01 else "Less than 1%")


def finds_as_many(found, match):
    table = found.verdict.table
    for label in re.split(r", | and ", match[1]):
        (name,) = [n for n, row in ALGORITHMS.items() if row.label == label]
        own = table[table["algorithm"] == name]
        clear = (own["path_silhouette"] + own["weakest_cluster"] / 2).to_numpy()
        if int(own["k"].iloc[int(clear.argmax())]) != found.verdict.k:
            return False
    return True


def beside_band(found, match):
    band, k = found.band, int(match[2])
    at = band.ks.index(k)
    table = found.verdict.table
    own = table[(table["algorithm"] == band.algorithm) & (table["k"] == k)]
    return (
        ALGORITHMS[band.algorithm].label == match[1]
        and f"{own['aucc'].iloc[0]:.4f}" == match[3]
        and f"{np.median(band.scores[:, at]):.4f}" == match[4]
    )


def above_band(found, match):
    band, k = found.band, int(match[2])
    at = band.ks.index(k)
    highest = f"{band.scores[:, at].max():.4f}"
    exact = (match[3], match[4], match[5]) == (
        f"{band.observed[at]:.4f}", str(band.n_sets), highest
    )  # fmt: skip
    return exact and (band.scores[:, at] < band.observed[at]).all() and found.verdict.k is None


def on_own_k(found, match):
    share = by_k(found)[found.verdict.k]
    text = per_cent(share) if share < 0.745 else "Less than 75%"
    return share < 0.75 and match[1] == text and int(match[2]) == found.verdict.k


def far_off(X, _found, match):
    """By plain loops over the data."""
    count = range(len(X))
    nearest = [min(np.linalg.norm(X[i] - X[j]) for j in count if j != i) for i in count]
    apart = [np.linalg.norm(X[i] - X[j]) for i in count for j in range(i)]
    far = [i for i in count if nearest[i] > np.quantile(apart, 0.9)]
    numbers = [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", match[1])]
    if len(far) == 1:
        closer = sum(one < nearest[far[0]] for one in apart) / len(apart)
        return numbers == [far[0] + 1] and int(match[2]) == int(100 * closer)
    farthest = sorted(far, key=lambda i: -nearest[i])[: len(numbers)]
    return numbers == [i + 1 for i in farthest]


def stable_none(found, match):
    (name,) = [n for n, row in ALGORITHMS.items() if row.label == match[1]]
    table = found.verdict.table
    own = table[(table["algorithm"] == name) & (table["k"] == int(match[2]))]
    return f"{own['agreement'].iloc[0]:.2f}" == match[3]


def blind(X, found, match):
    """Dense groups found anew are as many, and agree with the clustering as it says."""
    row, k = row_of(found), int(match[2])
    (own,) = make_partitions(X, row["algorithm"], [int(row["k"])], seed=0, n_init=5)
    groups = [labels for labels in Scene(Objects(X)).dense_clusterings if labels.max() + 1 == k]
    agreements = [f"{adjusted_rand_score(own.labels, labels):.2f}" for labels in groups]
    as_said = match[3] in agreements and float(match[3]) < 0.5
    return as_said and k == found.verdict.seen_otherwise and found.verdict.sight == "blind"


def untried(found, match):
    ks = set(found.verdict.table["k"])
    seen = found.verdict.seen_otherwise
    first, last = int(match[1]), int(match[2] or match[1])
    return int(match[3]) == seen and seen not in ks and (first, last) == (min(ks), max(ks))


def of_which_none_is_a_cluster(found, _match):
    return (found.verdict.table["slivers"] >= found.verdict.table["k"] - 1).all()


def nearest(found, match):
    row = row_of(found)
    label = ALGORITHMS[row["algorithm"]].label
    return match.groups() == (label, str(row["k"]), f"{row['aucc']:.4f}")


def split_score(found, match):
    """One cluster cut in two scores no less than any random halving of it."""
    return 0.5 <= float(match[1]) <= 1


def always(_found, _match):
    return True


N, P, R = r"(\d\.\d+)", r"([\w ]+%)", r"(-?\d\.\d\d)"
# These need the data too.
OF_DATA = (far_off, more_can_be_tried, blind)
KNOWN: dict[str, Callable] = {
    r"These data stand out .* by (\d+\.\d\d).*; (.*) reach(?:es)? ([\d.]+)\.": stands_out,
    r"The data stand out by less than 2\.60, .*": lambda f, _m: (
        f.verdict.structure.strength < 2.6 and f.verdict.strength != "strong"
    ),
    rf"{P} of the evidence is on k = (\d+); strong evidence begins at 75%\.": on_own_k,
    r"(?:One|\d+) objects? \(.*numbers? ([\d, and]+)\) .* far .*: (?:(\d+)% .*|each .*)": far_off,
    rf"(.*) with k = (\d+) scores AUCC {N}, more than on any of (\d+) .* \(at most {N}\): .*": (
        above_band
    ),
    r"(\d+) objects are too few to tell clusters from chance: 16 or more are needed\.": (
        lambda f, m: int(m[1]) < 16 and f.verdict.answer.startswith("Too few")
    ),
    r"Only k = (\d+) was tried: nothing speaks for it rather than another k\.": lambda f, m: (
        set(f.verdict.table["k"]) == {int(m[1])} and f.verdict.strength != "strong"
    ),
    r"More objects\.": lambda f, _m: f.verdict.sight == "few",
    r"The data fall apart no more .*\(together (\d+\.\d\d); 1\.3 would be evidence\)\.": fell_short,
    rf"The data stand out .* by (\d+\.\d\d), but .* agree by {R} at most .*": by_chance_alone,
    rf"k = (\d+) has evidence too \({P} of it, against {P}\)\.": has_evidence,
    rf"k = (\d+) comes next, with {P} of the evidence\.": comes_next,
    r"Other features, scaling or distances make other clusters\.": always,
    rf"Plain AUCC of .* is highest at k = (\d+) \({N} against {N}\)(, but .*)?\.": raw_best,
    rf"Along dense paths AUCC is {N}, in a straight line {N}: .*": curved,
    rf"Runs on other draws .* find the same clusters \(agreement {N} of 1, .*": agrees,
    r"Runs on other draws of the objects disagree \(agreement (-?\d\.\d+)\)\.": disagrees,
    rf"They agree with the dense groups that HDBSCAN finds \(adjusted Rand index {N}, .*": dense,
    r"(One|\d+) of its clusters ha(?:s|ve) less than 2 % .* too few to be called .*": slivers,
    rf"{P} of the objects are left out as noise\.": noise,
    r"Judged by silhouette along .*, (.*) comes? to as many clusters\.": finds_as_many,
    rf"(.*) comes nearest to .* with k = (\d+): AUCC {N}, where it scores {N} .*": beside_band,
    rf"(.*) with k = (\d+) finds the same clusters .*\(agreement {N}\)\.": stable_none,
    rf"There are clusters, but (.*) cannot .*: .* sees (\d+) groups\. .* index of {R} .*": blind,
    r"There are clusters, but not (\d+)(?: (?:to|or) (\d+))?, .* sees (\d+) groups\.": untried,
    r"There are clusters, but .* No clustering .* than a few objects\.": of_which_none_is_a_cluster,
    r"Trying (\d+) clusters\.": lambda f, m: (
        int(m[1]) == f.verdict.seen_otherwise not in set(f.verdict.table["k"])
    ),
    rf"If round groups are .*, (.*) with k = (\d+) comes nearest \(AUCC {N}\)\.": nearest,
    rf"Cluster \d+ looks like two: .* it scores {N} by itself, .*": split_score,
    rf"Clusters \d+ and \d+ look like one: by themselves they score {N}; .*": split_score,
    r"(?:One|\d+) objects? .*sits? badly: .*": always,
    r"No two of its clusters look like one\.": lambda f, _m: not said(f, "look like one: by"),
    r"None of its clusters looks like two\.": lambda f, _m: not said(f, "looks like two: cut"),
    r"A look along dense paths sees (\d+) groups instead\.": lambda f, m: (
        int(m[1]) == f.verdict.seen_otherwise != f.verdict.k
    ),
    r"Trying more clusters: (\d+) is the largest .*": more_can_be_tried,
    r"Trying fewer clusters: (\d+) is the smallest .*": lambda f, m: (
        int(m[1]) == f.verdict.table["k"].min() > 2
    ),
    r"Another algorithm may see others: .*": lambda f, _m: (
        f.verdict.table["algorithm"].nunique() == 1
    ),
    r"Another algorithm: .* can follow such shapes\. .*": lambda f, _m: f.verdict.sight == "blind",
    r"More objects, or features .*": lambda f, _m: f.verdict.k is None,
}


def said(found: Examination, part: str) -> bool:
    return any(part in line for line in found.verdict.against_it)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("name", DATA)
def test_every_sentence_holds(name, asked):
    spec = RunSpec.of(ASKED[asked], (2,) if asked == "one k" else range(2, 8), seed=0, n_init=5)
    *_, found = examine(DATA[name], spec, n_sets=5, n_runs=4)
    verdict = found.verdict
    for line in (*verdict.for_it, *verdict.against_it, *verdict.would_change):
        fitting = [(p, m) for p in KNOWN if (m := re.fullmatch(p, line))]
        assert len(fitting) == 1, line
        pattern, match = fitting[0]
        about = (DATA[name], found) if KNOWN[pattern] in OF_DATA else (found,)
        assert KNOWN[pattern](*about, match), line


@pytest.mark.parametrize(("ks", "k"), [(range(20, 24), None), ([85, 89], None), ([2, 3, 4], 3)])
def test_that_too_many_clusters_were_tried_is_not_called_a_matter_of_shape(ks, k):
    spec = RunSpec.of(("kmeans", "ward"), ks, seed=0, n_init=2)
    X = DATA["copies"] + np.random.default_rng(0).normal(0, 0.2, (90, 2))
    *_, found = examine(X, spec, n_sets=5, n_runs=2)
    assert found.verdict.k == k
    if k is None:
        tried = f"{min(ks)} {'to' if len(ks) > 2 else 'or'} {max(ks)}"
        assert found.verdict.answer.startswith(f"Not {tried} clusters; a look")
        assert found.verdict.headline == found.verdict.answer
        (line,) = found.verdict.for_it[:1]
        assert re.fullmatch(r"There are clusters, but not .* sees (\d+) groups\.", line)
        assert found.verdict.would_change == (f"Trying {found.verdict.seen_otherwise} clusters.",)


def test_the_same_clustering_counts_once():
    spec = RunSpec.of(("kmeans", "ward"), range(2, 8), seed=0, n_init=5)
    *_, found = examine(DATA["copies"], spec, n_sets=5, n_runs=4)
    assert sorted(set(found.verdict.table["k"])) == [2, 3]
    assert found.verdict.k == 3


def test_a_far_object_is_named_by_its_row_also_in_a_sample():
    nearest, distances = np.ones(200), np.linspace(1, 40, 19_900)
    nearest[[7, 9]] = 37.0, 40.0
    rows = np.arange(0, 400, 2)
    (line,) = far_objects(nearest, distances, rows)
    assert "2 objects (numbers 19 and 15) are far" in line
    nearest[[7, 9]] = 36.0, 37.0  # 90 % of the pairs are closer than 36.1
    (line,) = far_objects(nearest, distances, rows)
    assert "number 19) is far from all others: 92% of all pairs" in line
    assert far_objects(np.ones(200), distances, rows) == ()
    assert far_objects(np.zeros(200), np.zeros(19_900), rows) == ()  # all have a copy
    nearest[:9] = 50.0  # so many are no exception
    assert far_objects(nearest, distances, rows) == ()


def test_the_tails_of_one_group_are_not_far():
    """Nearest neighbours in the tail of a normal sample are often 100 times the usual distance."""
    rng = np.random.default_rng(0)
    for d in (1, 2, 5, 50):
        for _ in range(100):
            X = rng.normal(size=(300, d))
            D = squareform(pdist(X))
            nearest = (D + np.diag(np.full(300, np.inf))).min(axis=1)
            assert far_objects(nearest, pdist(X), np.arange(300)) == ()


def test_scores_of_the_table_are_those_of_the_labels():
    X = DATA["blobs"]
    *_, found = examine(X, RunSpec.of("kmeans", range(2, 8), seed=0), n_sets=5, n_runs=2)
    labels = found.verdict.labels
    i, j = np.triu_indices(len(X), 1)
    far = np.linalg.norm(X[i] - X[j], axis=1)
    expected = roc_auc_score(labels[i] == labels[j], -far)
    assert row_of(found)["aucc"] == pytest.approx(expected, abs=1e-9)
    assert len(set(labels)) == found.verdict.k


def test_corrected_is_auccs_lead_over_the_middle_of_the_band():
    spec = RunSpec.of(("ward", "kmeans"), range(2, 6), seed=0)
    *_, found = examine(DATA["blobs"], spec, n_sets=5, n_runs=2)
    for row in found.verdict.table.itertuples():
        usual = found.band.scores[:, found.band.ks.index(row.k)].mean()
        assert row.corrected == pytest.approx(row.aucc - usual, abs=1e-12)


# Advice in a verdict, its numbers found again without the code that gave it.


def alone(X, first, second) -> float:
    """AUCC of two groups by themselves, pair by pair."""
    both = np.concatenate([X[first], X[second]])
    labels = np.repeat([0, 1], [first.size, second.size])
    i, j = np.triu_indices(len(both), 1)
    return float(roc_auc_score(labels[i] == labels[j], -np.linalg.norm(both[i] - both[j], axis=1)))


def one_cloud(groups) -> float:
    """What one cloud as wide as these, cut in two, would score."""
    widths, sizes = [], [len(group) for group in groups]
    for group in groups:
        i, j = np.triu_indices(len(group), 1)
        squared = ((group[i] - group[j]) ** 2).sum(axis=1)
        widths.append(2 * (squared.mean() / squared.std()) ** 2)
    width = np.average(widths, weights=sizes)
    return float(1 / (1 + np.exp(-(1.9 * width**-0.6 + 5 / sum(sizes)))))


CORNERS = [[0, 0], [9, 0], [0, 9], [9, 9]]


@pytest.mark.parametrize(("centres", "k"), [(4, 2), (CORNERS, 3), (CORNERS, 6)])
def test_advice_repeats_the_numbers_of_its_clusters(centres, k):
    X = make_blobs(160, centers=centres, cluster_std=1.2, random_state=4)[0]
    *_, found = examine(X, RunSpec.of("kmeans", [k], seed=0), n_sets=5, n_runs=2)
    labels = found.verdict.labels
    two = r"Cluster (\d+) looks like two: cut in halves of (\d+) and (\d+) objects it scores "
    two += r"(\d\.\d\d) by itself, where one cloud gives about (\d\.\d\d)\."
    one = r"Clusters (\d+) and (\d+) look like one: by themselves they score (\d\.\d\d); "
    one += r"one cloud cut in two gives about (\d\.\d\d), and from (\d\.\d\d) on they would .*"
    seen = 0
    for line in found.verdict.against_it:
        if match := re.fullmatch(two, line):
            own = np.flatnonzero(labels == int(match[1]) - 1)
            D = np.linalg.norm(X[own][:, None] - X[own], axis=2)
            a, b = min(  # the two objects that all others are nearest to, tried one by one
                itertools.combinations(range(own.size), 2),
                key=lambda pair: np.minimum(D[pair[0]], D[pair[1]]).sum(),
            )
            half = D[a] <= D[b]
            assert {int(match[2]), int(match[3])} == {int(half.sum()), int((~half).sum())}
            assert match[4] == f"{alone(X, own[half], own[~half]):.2f}"
            assert match[5] == f"{one_cloud([X[own]]):.2f}"
        elif match := re.fullmatch(one, line):
            first, second = (np.flatnonzero(labels == int(match[i]) - 1) for i in (1, 2))
            assert match[3] == f"{alone(X, first, second):.2f}"
            cut = one_cloud([X[first], X[second]])
            assert match[4] == f"{cut:.2f}"
            assert match[5] == f"{1 / (1 + np.exp(-np.log(cut / (1 - cut)) - 0.7)):.2f}"
            assert float(match[3]) <= float(match[5])
        else:
            continue
        seen += 1
    assert seen > 0


def test_advice_names_clusters_by_the_numbers_that_a_screen_draws():
    X = make_blobs(160, centers=CORNERS, cluster_std=1.2, random_state=4)[0]
    *_, found = examine(X, RunSpec.of("kmeans", [6], seed=0), n_sets=5, n_runs=2)
    order = np.array([3, 5, 0, 1, 4, 2])
    drawn = found.verdict.numbered_like(order[found.verdict.labels])
    advice = [(old, new) for old, new in zip(found.verdict.advice, drawn.advice, strict=True)]
    assert sum(old.kind == "merge" for old, _ in advice) >= 2
    for old, new in advice:
        assert [order[name - 1] + 1 for name in old.named] == list(new.named)
        assert new.text in drawn.against_it or old.text not in found.verdict.against_it
    assert found.verdict.numbered_like(found.verdict.labels).against_it == found.verdict.against_it
