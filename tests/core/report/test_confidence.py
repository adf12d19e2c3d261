"""Which clustering is best and whether that means anything: fixed texts, and how often it errs."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from aucc_core import Dataset, read_table, verdict
from aucc_core.large.engine import SizeChoices
from aucc_core.partitions.make import iter_partitions
from aucc_core.partitions.spec import RunSpec
from aucc_core.report import confidence
from aucc_core.report.confidence import (
    Condition,
    Confidence,
    confidence_cost,
    confidence_of,
    ranked,
)
from aucc_core.report.score_card import score_columns, score_columns_large
from aucc_core.score.objects import Objects

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"

# Fixed texts: how each condition stands, and its sentence.
IRIS = """
[band True] AUCC 0.9792 is above the band: asked for 2 clusters on data without any, k-means or
Ward usually reaches 0.9315, and 95 % of such data stay below the bands of all k here (0.9552 for
k = 2).
[lead True] It is ahead of kmeans_3 also on other draws of the objects (corrected score: +0.94, 95 %
interval +0.08 to +1.95).
[runs True] New runs of Ward on other draws of the objects find these clusters again (mean agreement
ARI 1.00).
"""
REFERENCE = (
    "Data without clusters: 39 sets. Each column as in the data but with a single peak, and "
    "columns that go together as they do in the data."
)
NOISE_HEADLINE = "has AUCC 0.9566 with k = 9 clusters, as data without clusters have"
NOISE = """
[band False] AUCC 0.9566 is no sign of clusters: asked for 9 clusters on data without any, k-means
or Ward usually reaches 0.9597, and 95 % of such data stay below 0.9687.
[runs False] New runs on other draws of the objects find other clusters (mean agreement ARI 0.74
with k-means, the nearest; 0.9 is asked).
"""
GOOD = """
[band True] AUCC 1.0000 is above the band: asked for 3 clusters on data without any, k-means or Ward
usually reaches 0.9584, and 95 % of such data stay below 0.9810.
[runs True] New runs of k-means on other draws of the objects find these clusters again (mean
agreement ARI 1.00).
"""
NEAR = """
[band True] AUCC 0.9862 is above the band: asked for 3 clusters on data without any, k-means or Ward
usually reaches 0.9584, and 95 % of such data stay below 0.9810.
[lead False] On other draws of the objects second (AUCC 0.9861, k = 3) may be as good or better
(corrected score: +0.01, 95 % interval −3.64 to +3.46).
[runs True] New runs of k-means on other draws of the objects find these clusters again (mean
agreement ARI 0.97).
"""


def judged(data, **settings):
    return confidence_of(score_columns(data), **settings)


def lines(found):
    return " ".join(f"[{one.name} {one.holds}] {one.text}" for one in found.conditions)


def clustered(X, k, algorithm="kmeans", seed=0):
    (found,) = iter_partitions(Objects(X), RunSpec.of(algorithm, k, seed=seed))
    return found.labels


def blobs(n=60, apart=9.0, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % 3
    X = rng.normal(size=(n, 2)) + apart * np.array([[0, 0], [1, 0], [0, 1]])[truth]
    return X, truth, rng.permutation(truth)


def test_iris_as_shipped():
    found = judged(read_table((EXAMPLES / "iris.csv").read_bytes()))
    assert found.best == "ward_2"
    assert found.headline == "is the best of 3: AUCC 0.9792 with k = 2"
    assert found.word == "Sure"
    assert lines(found) == " ".join(IRIS.split())
    assert [one.name for one in found.standings] == ["ward_2", "kmeans_3", "species"]


def test_noise_with_labels_of_k_means():
    X = np.random.default_rng(200).random((200, 2))
    found = judged(Dataset("noise", X, label_columns={"k9": clustered(X, 9)}))
    assert found.headline == NOISE_HEADLINE
    assert found.word == "No evidence"
    assert lines(found) == " ".join(NOISE.split())
    assert found.chance.startswith("Random labels practically never score this high (p < 0.001);")


def test_a_single_good_clustering():
    X, truth, _ = blobs(90, 8.0)
    found = judged(Dataset("good", X, label_columns={"truth": truth}))
    assert found.headline == "has AUCC 1.0000 with k = 3 clusters"
    assert found.word == "Sure"
    assert lines(found) == " ".join(GOOD.split())


def test_two_nearly_equal_clusterings():
    X, truth, _ = blobs(90, 8.0)
    first, second = truth.copy(), truth.copy()
    first[0], second[5] = 1, 0
    found = judged(Dataset("near", X, label_columns={"first": first, "second": second}))
    assert found.word == "Not sure"
    assert lines(found) == " ".join(NEAR.split())
    assert found.low < 0 < found.high


def test_more_clusters_do_not_win_by_their_number():
    X, truth, _ = blobs(60, 4.5, seed=3)
    columns = {"eight": clustered(X, 8), "truth": truth}
    report = score_columns(Dataset("d", X, label_columns=columns))
    assert report.best.name == "eight"
    found = confidence_of(report)
    assert found.best == "truth"
    assert "is the best of 2 for its number of clusters" in found.headline
    assert "(eight has 0." in found.headline
    assert [card.name for card in ranked(report, found).cards] == ["truth", "eight"]


def test_round_pieces_of_bent_groups_are_not_sure():
    found = judged(read_table((EXAMPLES / "moons.csv").read_bytes()))
    assert found.word == "Not sure"
    (why,) = [one.text for one in found.conditions if one.name == "paths"]
    assert why.startswith("dbscan fits better along dense paths")


def test_bent_groups_that_score_low_in_straight_lines_are_told_of_paths():
    data = read_table((EXAMPLES / "moons.csv").read_bytes())
    found = confidence_of(score_columns(data, ["dbscan"]))
    assert found.level == "low"
    assert "Along dense paths it scores much higher" in found.notes[0]
    X = np.random.default_rng(200).random((200, 2))
    noise = judged(Dataset("noise", X, label_columns={"k9": clustered(X, 9)}))
    assert noise.notes == (REFERENCE,)


def test_random_labels_are_no_evidence():
    X, _, shuffled = blobs()
    found = judged(Dataset("d", X, label_columns={"random": shuffled}))
    assert found.level == "low"
    assert found.chance.startswith("Most random labels score as high or higher (p = ")


def test_no_order_is_claimed_where_all_score_less_than_data_without_clusters():
    """Of random labels those with fewer clusters come first, whatever the data."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 2))
    columns = {f"r{k}": rng.integers(0, k, 200) for k in (5, 2, 3)}
    found = judged(Dataset("d", X, label_columns=columns))
    assert all(one.below for one in found.standings)
    assert found.headline.startswith(
        "comes first of 3, but all score less than data without clusters have: AUCC 0."
    )
    (lead,) = [one for one in found.conditions if one.name == "lead"]
    assert lead.holds is None
    assert f"ahead of {found.standings[1].name} is not told" in lead.text
    assert np.isnan(found.low)
    assert "this says little" not in found.chance


def test_less_than_chance_is_not_called_as_usual():
    X, truth, _ = blobs(90)
    across = np.arange(90) // 3 % 3  # each cluster has as many objects of every group
    found = judged(Dataset("d", X, label_columns={"across": across}))
    assert found.standings[0].below
    assert found.headline.endswith("with k = 3 clusters, less than data without clusters have")
    assert found.chance.startswith("Most random labels score as high or higher (p = ")
    runs = found.conditions[-1].text
    assert runs.count("ARI 0.00") + runs.count("ARI −0.0") == 1
    assert (
        not confidence_of(score_columns(Dataset("d", X, label_columns={"t": truth})))
        .standings[0]
        .below
    )


@pytest.mark.parametrize("n", [4, 8])
def test_scores_that_cannot_stand_out_are_beside_no_lower_edge(n):
    """An AUCC of 1 is not said to be no sign as most data stay below 0.999."""
    X = np.vstack([np.random.default_rng(3).normal(size=(n - 1, 2)), [[60, 60]]])
    far = np.arange(n) // (n - 1)
    found = judged(Dataset("few", X, label_columns={"far": far}))
    text = found.conditions[0].text
    assert found.standings[0].aucc == 1
    assert found.conditions[0].holds is False
    assert text.endswith("and with data like these not even AUCC 1 would be one.")
    assert "stay below" not in text


def test_a_thousand_clusters_are_not_beside_a_rounded_score():
    X = np.random.default_rng(0).normal(size=(260, 2))
    found = judged(Dataset("d", X, label_columns={"many": clustered(X, 200)}), draws=5, n_sets=19)
    assert found.standings[0].aucc > 0.999
    assert "usually reaches 0.999 or more, and with" in found.conditions[0].text


def test_equal_clusterings_under_other_names():
    X, truth, _ = blobs()
    names = np.array(["u", "v", "w"])[truth]
    found = judged(Dataset("d", X, label_columns={"a": truth, "b": names}))
    assert found.notes[:-1] == ("All of them are the same clustering under other names.",)
    assert found.headline == "has AUCC 1.0000 with k = 3 clusters"
    assert "lead" not in [one.name for one in found.conditions]
    moved = truth.copy()
    moved[:4] = 2
    found = judged(Dataset("d", X, label_columns={"a": truth, "b": names, "c": moved}))
    assert found.notes[:-1] == ("1 more is the same clustering as the best.",)


def test_leaving_difficult_objects_out_is_no_evidence():
    """Noise in pieces: the objects near the borders of the pieces are called noise."""
    X = np.random.default_rng(4).random((120, 2))
    labels = clustered(X, 3)
    centres = np.array([X[labels == c].mean(axis=0) for c in range(3)])
    near = np.sort(np.linalg.norm(X[:, None] - centres, axis=2), axis=1)
    cut = labels.copy()
    cut[np.argsort(near[:, 1] - near[:, 0])[:48]] = -1
    found = judged(Dataset("cut", X, label_columns={"cut": cut}))
    assert found.standings[0].aucc > 0.95
    assert found.word == "No evidence"
    assert found.notes == (REFERENCE,)
    band, runs = found.conditions
    assert "on data without any, the 48 worst objects left out, k-means or Ward" in band.text
    assert runs.holds is False  # made again with all objects there
    some = labels.copy()
    some[:6] = -1
    both = judged(Dataset("cut", X, label_columns={"cut": cut, "some": some}), draws=5)
    assert "below the bands of all k here (" in both.conditions[0].text


def test_groups_stay_sure_when_some_objects_have_no_label():
    X, truth, _ = blobs(90, 8.0)
    known = np.where(np.arange(90) % 10 == 0, -1, truth)
    found = judged(Dataset("some", X, label_columns={"known": known}))
    assert found.word == "Sure"
    assert "the 9 worst objects left out" in found.conditions[0].text


def test_distances_alone_are_never_sure():
    found = judged(read_table((EXAMPLES / "cities.csv").read_bytes()))
    assert found.word == "Not examined"
    assert found.conditions[0].holds is None
    assert "Only distances are known" in found.conditions[0].text


def test_a_mixed_table_and_dropped_noise_have_a_yardstick():
    rng = np.random.default_rng(1)
    truth = np.arange(60) % 2
    X = rng.normal(size=(60, 2)) + 5 * truth[:, None]
    table = pd.DataFrame({"x": X[:, 0], "y": X[:, 1], "kind": np.array(["a", "b"])[truth]})
    some = truth.copy()
    some[:6] = -1
    data = Dataset("mixed", X, mixed=table, label_columns={"all": truth, "some": some})
    for metric in ("gower", "euclidean"):
        found = confidence_of(score_columns(data, metric=metric))
        assert found.conditions[0].holds is True
        assert len({one.usual for one in found.standings}) == 2  # other objects, other yardsticks


def test_many_objects_are_looked_at_through_some(monkeypatch):
    monkeypatch.setattr(confidence, "MOST_OBJECTS", 100)
    monkeypatch.setattr(confidence, "SAMPLE_OBJECTS", 80)
    X, truth, shuffled = blobs(300)
    data = Dataset("d", X, label_columns={"truth": truth, "random": shuffled})
    for report in (
        score_columns(data),
        score_columns_large(data, None, SizeChoices("bounds"), metric="euclidean"),
    ):
        found = confidence_of(report)
        assert (found.best, found.word) == ("truth", "Sure")
        assert "a random 80 of the 300 objects" in found.notes[0]
        assert confidence_cost(report).seconds < 5


@pytest.mark.parametrize(
    ("band", "lead", "runs", "word"),
    [
        (True, True, True, "Sure"),
        (True, False, True, "Not sure"),
        (True, True, False, "Not sure"),
        (True, None, True, "Not sure"),
        (False, True, True, "No evidence"),
        (None, True, True, "Not examined"),
    ],
)
def test_sure_needs_all_conditions(band, lead, runs, word):
    held = zip(("band", "lead", "runs"), (band, lead, runs), strict=True)
    conditions = tuple(Condition(name, holds, "") for name, holds in held)
    assert Confidence("a", "", "", conditions, ()).word == word


def test_a_verdict_without_clusters_takes_sure_away():
    held = tuple(Condition(name, True, "") for name in ("band", "runs"))
    sure = Confidence("a", "", "", held, ())
    X = blobs()[0]
    noise = np.random.default_rng(0).random((80, 2))
    some, none = (verdict(data, "ward", [2, 3, 4], seed=0) for data in (X, noise))
    assert (some.sight, none.sight) == ("clusters", "none")
    assert (sure.word, sure.beside(None).word, sure.beside(some).word) == ("Sure",) * 3
    assert sure.beside(none).word == "Not sure"
    assert "no evidence of clusters" in sure.beside(none).conditions[-1].text


@pytest.mark.slow
def test_noise_with_labels_of_an_algorithm_is_hardly_ever_sure():
    """48 sets of four kinds without clusters, labelled by k-means or Ward with 2 to 9 clusters."""
    kinds = (
        lambda rng, n: rng.random((n, 2)),
        lambda rng, n: rng.normal(size=(n, 3)) * [1, 2, 4],
        lambda rng, n: np.exp(rng.normal(size=(n, 2))),
        lambda rng, n: rng.normal(size=(n, 2)) @ [[1.0, 0.8], [0.0, 0.6]],
    )
    sure = above = 0
    for seed in range(48):
        rng = np.random.default_rng(seed)
        X = kinds[seed % 4](rng, 60)
        k, algorithm = int(rng.integers(2, 10)), ("kmeans", "ward")[seed // 4 % 2]
        found = judged(
            Dataset("d", X, label_columns={"found": clustered(X, k, algorithm, seed)}), draws=50
        )
        sure += found.word == "Sure"
        above += found.conditions[0].holds is True
    assert sure <= 2  # 5 % of 48 are 2.4
    assert above <= 6
