"""The shipped and drawn data sets: known facts about each, and clear refusals."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from urllib.error import URLError

import numpy as np
import pandas as pd
import pytest
import sklearn.datasets
from scipy.spatial.distance import pdist

from aucc_core import aucc_score
from aucc_core.__main__ import main
from aucc_core.datasets import DATASETS, DatasetEntry, Setting, load_dataset, real, synthetic
from aucc_core.datasets.entry import Content
from aucc_core.datasets.paper import stress_layout
from aucc_core.score.inputs import InputError
from tests.core.made_up import added

OFFLINE = [name for name, entry in DATASETS.items() if not entry.online]

# name: (rows, features, objects in each class, largest first)
FACTS = {
    "ruspini": (75, 2, [23, 20, 17, 15]),
    "toy": (7, 2, [4, 3]),
    "ties": (4, 2, [3, 1]),
    "nine_gaussians": (450, 2, [50] * 9),
    "two_gaussians": (400, 2, [200, 200]),
    "blobs": (300, 2, [75] * 4),
    "uniform": (300, 2, None),
    "moons": (300, 2, [150, 150]),
    "circles": (300, 2, [150, 150]),
    "anisotropic": (300, 2, [100] * 3),
    "iris": (150, 4, [50] * 3),
    "wine": (178, 13, [71, 59, 48]),
    "digits": (1797, 64, [183, 182, 182, 181, 181, 180, 179, 178, 177, 174]),
    "balance": (625, 4, [288, 288, 49]),
    "sonar": (208, 60, [111, 97]),
    "vehicle": (846, 18, [218, 217, 212, 199]),
    "wbc": (683, 9, [444, 239]),
    "ecoli": (336, 7, [143, 77, 52, 35, 20, 5, 2, 2]),
}


def pair_counts(dataset):
    """Concordant, discordant and tied (within, between) comparisons, by their definition."""
    distances = [Fraction(str(d)) for d in dataset.distances.tolist()]
    same = [a == b for a, b in combinations(dataset.labels.tolist(), 2)]
    within = [d for d, s in zip(distances, same, strict=True) if s]
    between = [d for d, s in zip(distances, same, strict=True) if not s]
    signs = Counter((w > b) - (w < b) for w in within for b in between)
    return signs[-1], signs[1], signs[0]


def test_every_offline_set_has_its_facts_listed():
    assert sorted(FACTS) == sorted(OFFLINE)


@pytest.mark.parametrize("name", OFFLINE)
def test_shape_and_classes(name):
    n, d, classes = FACTS[name]
    dataset, entry = load_dataset(name), DATASETS[name]
    assert dataset.X.shape == (n, d) == entry.size
    assert len(dataset.feature_names) == d
    assert np.isfinite(dataset.X).all()
    if classes is None:
        assert dataset.labels is None
        assert entry.true_k is None
        assert not dataset.label_columns
    else:
        assert sorted(Counter(dataset.labels.tolist()).values(), reverse=True) == classes
        assert entry.true_k == len(classes)
        assert dataset.label_columns["class"].tolist() == dataset.labels.tolist()


@pytest.mark.parametrize("name", DATASETS)
def test_every_row_of_the_registry_says_what_it_is(name):
    entry = DATASETS[name]
    assert entry.name == name
    assert entry.title
    assert len(entry.description) > 30
    assert entry.kind in {"real", "synthetic", "paper"}
    assert len(entry.source) > 10
    assert len(entry.licence) > 3
    for setting in entry.settings:
        assert setting.label
        assert len(setting.help) > 10
        assert setting.check(setting.default) == setting.default


@pytest.mark.parametrize("name", OFFLINE)
def test_loaded_sets_carry_source_and_licence_and_cannot_be_changed(name):
    dataset = load_dataset(name)
    assert (dataset.name, dataset.source) == (name, DATASETS[name].source)
    assert dataset.licence == DATASETS[name].licence
    with pytest.raises(ValueError, match="read-only"):
        dataset.X[0, 0] = 99.0


def test_every_shipped_file_is_named_in_sources():
    sources = real.open_data("SOURCES.md").getvalue()
    shipped = {path.name for path in real._IN_PROJECT.glob("*.csv")}
    assert {"ruspini.csv", "sonar.csv"} <= shipped
    assert shipped == set(re.findall(r"`(\w+\.csv)`", sources))
    assert {file.removesuffix(".csv") for file in shipped} <= set(DATASETS)


def test_known_rows_of_real_sets():
    assert load_dataset("ruspini").X[[0, 74]].tolist() == [[4, 53], [64, 30]]
    assert load_dataset("sonar").X[0, :3].tolist() == [0.02, 0.0371, 0.0428]
    assert load_dataset("sonar").labels[0] == "rock"
    assert load_dataset("vehicle").X[0, :4].tolist() == [95, 48, 83, 178]
    assert load_dataset("wbc").X[1].tolist() == [5, 4, 4, 5, 7, 10, 3, 2, 1]
    assert load_dataset("ecoli").object_names[0] == "AAT_ECOLI"
    assert load_dataset("ecoli").feature_names[2:4] == ("lip", "chg")


def test_ruspini_groups_are_apart():
    ruspini = load_dataset("ruspini")
    same = [a == b for a, b in combinations(ruspini.labels.tolist(), 2)]
    # Every object's nearest neighbour is in its own group, and the groups are compact.
    distances = pdist(ruspini.X)
    nearest = {}
    for (i, j), d, s in zip(combinations(range(75), 2), distances, same, strict=True):
        for a in (i, j):
            nearest[a] = min(nearest.get(a, (np.inf, True)), (d, s))
    assert all(s for _, s in nearest.values())


def test_iris_is_the_uci_version():
    ours, theirs = load_dataset("iris").X, sklearn.datasets.load_iris().data
    assert ours[34].tolist() == ours[37].tolist() == [4.9, 3.1, 1.5, 0.1]
    assert np.flatnonzero((ours != theirs).any(axis=1)).tolist() == [34, 37]


def test_balance_follows_the_torque_rule():
    balance = load_dataset("balance")
    for (lw, ld, rw, rd), label in zip(balance.X.tolist(), balance.labels, strict=True):
        left, right = lw * ld, rw * rd
        assert label == ("left" if left > right else "right" if right > left else "balanced")
    assert len({tuple(row) for row in balance.X.tolist()}) == 625


def test_toy_reproduces_the_papers_matrix_and_score():
    toy = load_dataset("toy")
    assert toy.object_names == tuple("abcdefg")
    similarity = dict(zip(combinations("abcdefg", 2), 1 - toy.distances, strict=True))
    assert similarity["a", "b"] == pytest.approx(0.82)
    assert similarity["c", "f"] == pytest.approx(0.15)
    assert similarity["a", "g"] == pytest.approx(0.0)
    assert similarity["f", "g"] == pytest.approx(0.90)
    s_plus, s_minus, s_zero = pair_counts(toy)
    assert Fraction(2 * s_plus + s_zero, 2 * (s_plus + s_minus + s_zero)) == Fraction(11, 12)


def test_ties_reproduces_the_papers_counts():
    ties = load_dataset("ties")
    assert sorted(1 - ties.distances, reverse=True) == pytest.approx(
        [0.75, 0.5, 0.5, 0.5, 0.25, 0.2]
    )
    assert pair_counts(ties) == (7, 0, 2)


@pytest.mark.parametrize(("name", "error"), [("toy", 0.01), ("ties", 0.001)])
def test_layouts_show_the_distances(name, error):
    dataset = load_dataset(name)
    assert np.abs(pdist(dataset.X) - dataset.distances).max() < error


def test_layout_finds_points_that_exist():
    points = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [-1.0, 2.0], [5.0, 5.0]])
    assert pdist(stress_layout(pdist(points))) == pytest.approx(pdist(points), abs=1e-6)


@pytest.mark.parametrize(
    "name", [name for name in OFFLINE if any(s.name == "seed" for s in DATASETS[name].settings)]
)
def test_the_seed_decides_the_draw(name):
    assert np.array_equal(load_dataset(name).X, load_dataset(name, seed=0).X)
    assert not np.array_equal(load_dataset(name).X, load_dataset(name, seed=1).X)


def test_gaussians_have_their_centres_and_variance():
    nine = load_dataset("nine_gaussians", n_each=2000, variance=9.0, seed=5)
    centres = [nine.X[nine.labels == g].mean(axis=0) for g in range(9)]
    expected = [(x, y) for x in (0, 20, 40) for y in (0, 20, 40)]
    assert np.allclose(centres, expected, atol=0.4)
    two = load_dataset("two_gaussians", variance=100.0, n_each=5000, seed=1)
    assert np.allclose(
        [two.X[two.labels == g].mean(axis=0) for g in (0, 1)], [[0, 0], [40, 40]], atol=1
    )
    assert two.X[two.labels == 0].var(axis=0) == pytest.approx(100, rel=0.1)


def test_blobs_take_every_setting():
    blobs = load_dataset("blobs", k=5, n=101, d=7, spread=0.0, imbalance=0.5, seed=3)
    assert blobs.X.shape == (101, 7)
    sizes = np.bincount(blobs.labels)
    assert sizes.sum() == 101
    assert len(sizes) == 5
    assert (np.diff(sizes) < 0).all()
    # Spread 0 puts every object on its centre.
    assert len(np.unique(blobs.X, axis=0)) == 5


@pytest.mark.parametrize("imbalance", [0.0, 0.3, 0.95])
@pytest.mark.parametrize(("n", "k"), [(3, 1), (3, 3), (10, 3), (50, 20), (1000, 7)])
def test_group_sizes_sum_up_and_are_never_empty(n, k, imbalance):
    sizes = synthetic.group_sizes(n, k, imbalance)
    assert sizes.sum() == n
    assert sizes.min() >= 1
    assert (np.diff(sizes) <= 0).all()
    if imbalance == 0:
        assert sizes.max() - sizes.min() <= 1


def test_shapes_without_noise_lie_on_their_curves():
    circles = load_dataset("circles", noise=0.0, factor=0.25, n=41)
    radius = np.hypot(*circles.X.T)
    assert radius[circles.labels == 0] == pytest.approx(1.0)
    assert radius[circles.labels == 1] == pytest.approx(0.25)
    moons = load_dataset("moons", noise=0.0)
    assert np.hypot(*moons.X[moons.labels == 0].T) == pytest.approx(1.0)
    assert np.hypot(*(moons.X[moons.labels == 1] - (1, 0.5)).T) == pytest.approx(1.0)


def test_uniform_fills_the_cube():
    X = load_dataset("uniform", n=4000, d=3, seed=9).X
    assert X.min() >= 0
    assert X.max() <= 1
    assert X.mean(axis=0) == pytest.approx([0.5] * 3, abs=0.03)


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("no_such", {}, ["no data set 'no_such'", "ruspini", "karhunen"]),
        ("Ruspini", {}, ["Did you mean 'ruspini'?"]),
        ("ruspini", {"seed": 1}, ["'ruspini' has no setting 'seed'", "none"]),
        ("blobs", {"sed": 1}, ["no setting 'sed'", "k, n, d, spread, imbalance, seed"]),
        ("blobs", {"k": 0}, ["'k'", "from 1 to 1,000", "got 0"]),
        ("blobs", {"k": 2.5}, ["'k'", "whole number", "got 2.5"]),
        ("blobs", {"k": True}, ["'k'", "whole number", "got True"]),
        ("blobs", {"spread": float("nan")}, ["'spread'", "a number", "got nan"]),
        ("blobs", {"spread": "wide"}, ["'spread'", "a number", "got 'wide'"]),
        ("blobs", {"k": 20, "n": 10}, ["k=20", "n=10"]),
        ("two_gaussians", {"variance": -1}, ["'variance'", "from 0", "got -1"]),
        ("uniform", {"n": 2_000_000, "d": 10_000}, ["at most 100,000,000 cells"]),
    ],
)
def test_wrong_names_and_settings_are_refused_with_what_exists(name, settings, words):
    with pytest.raises(InputError) as caught:
        load_dataset(name, **settings)
    for word in words:
        assert word in str(caught.value)


def test_whole_numbers_may_come_as_numpy_or_whole_floats():
    assert load_dataset("blobs", n=np.int64(30), k=3.0).X.shape == (30, 2)


def test_without_a_network_the_message_says_what_to_do(monkeypatch):
    def unreachable(**_):
        raise URLError("name not known")

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", unreachable)
    with pytest.raises(InputError, match=r"'control' is not shipped.*id 377.*internet.*path="):
        load_dataset("control")


def test_a_silent_network_is_given_up_on(monkeypatch):
    import threading

    from aucc_core.datasets import on_demand

    release = threading.Event()
    monkeypatch.setattr(on_demand, "DOWNLOAD_SECONDS", 0.05)
    monkeypatch.setattr(sklearn.datasets, "fetch_openml", lambda **_: release.wait(30))
    with pytest.raises(InputError, match=r"no answer within 0.05 seconds"):
        load_dataset("karhunen")
    release.set()


@pytest.mark.parametrize("extra", [0, 1])
def test_a_download_is_taken_over_without_its_row_number(monkeypatch, extra):
    rng = np.random.default_rng(0)
    X = rng.random((600, 60))
    table = pd.DataFrame(np.column_stack([np.arange(600)] * extra + [X]))
    classes = pd.Series(np.repeat(list("abcdef"), 100), dtype="category")
    asked = {}

    def fetch(*, data_id, as_frame, n_retries, delay):
        asked["id"] = data_id
        return sklearn.utils.Bunch(data=table, target=classes)

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", fetch)
    control = load_dataset("control")
    assert asked == {"id": 377}
    assert np.array_equal(control.X, X)
    assert Counter(control.labels.tolist()) == dict.fromkeys("abcdef", 100)


def test_a_local_copy_replaces_the_download(tmp_path):
    X = np.random.default_rng(1).random((600, 60))
    table = pd.DataFrame(X)
    table["class"] = np.repeat(range(1, 7), 100)
    path = tmp_path / "control.csv"
    table.to_csv(path, header=False, index=False)
    control = load_dataset("control", path=path)
    assert np.array_equal(control.X, X)
    assert Counter(control.labels.tolist()) == dict.fromkeys(range(1, 7), 100)
    with pytest.raises(InputError, match=r"'karhunen' must have 2000 rows and 64 features.*600"):
        load_dataset("karhunen", path=path)


def test_a_bad_local_copy_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"local copy of 'control' could not be read"):
        load_dataset("control", path=tmp_path / "missing.csv")
    path = tmp_path / "words.csv"
    path.write_text("a,b\nc,d\n")
    with pytest.raises(InputError, match=r"numbers, then the class"):
        load_dataset("control", path=path)


def made_up(**facts):
    return DatasetEntry(
        "made_up",
        "Made up",
        "Six points on a line.",
        "synthetic",
        (6, 1),
        2,
        "nobody",
        "none",
        **facts,
    )


def on_a_line(n=6):
    return Content(np.arange(n, dtype=float)[:, None] ** 2, np.arange(n) > 2)


@pytest.mark.parametrize(
    "settings", [(), (Setting("n", "Objects", "How many.", 6, low=4, high=9),)]
)
def test_a_made_up_row_is_loaded_listed_and_scored(settings, capsys):
    name = "made_up" if settings else "made_up_too"
    row = replace(made_up(build=on_a_line, settings=settings), name=name)
    with added(DATASETS, row):
        data = load_dataset(name)
        assert (data.n, data.name, data.licence) == (6, name, "none")
        assert main(["datasets", "--json"]) == 0
        assert name in {entry["name"] for entry in json.loads(capsys.readouterr().out)}
        assert main(["score", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["aucc"] == aucc_score(data, data.labels)
        if settings:
            assert main(["score", name, "--set", "n=8", "--json"]) == 0
            assert json.loads(capsys.readouterr().out)["n"] == 8
    with pytest.raises(InputError, match="There is no data set"):
        load_dataset(name)
