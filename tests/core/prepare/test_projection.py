"""Pictures of the data: what they keep, what they say about it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import PROJECTIONS, project
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.inputs import Dataset, InputError


def flat_in_space(n: int = 40) -> Dataset:
    """Points of a plane, turned into four dimensions."""
    rng = np.random.default_rng(1)
    turn, _ = np.linalg.qr(rng.normal(size=(4, 4)))
    return Dataset("flat", (rng.normal(size=(n, 2)) * [5, 2]) @ turn[:2] + 7)


@pytest.mark.parametrize("n", [40, 400])
@pytest.mark.parametrize("kind", ["pca", "mds"])
def test_a_plane_is_kept_whole(kind: str, n: int) -> None:
    dataset = flat_in_space(n)
    found = project(dataset, Pairs(dataset), kind)
    np.testing.assert_allclose(pdist(found.points), pdist(dataset.X), rtol=1e-6)
    assert found.equal
    assert ("100% of the variance" if kind == "pca" else "off by 0% (stress 0.000)") in found.note


def test_pca_says_how_much_variance_it_keeps() -> None:
    # Three uncorrelated columns with variances 9, 4 and 1.
    X = np.array([[s * 3, t * 2, u] for s in (-1, 1) for t in (-1, 1) for u in (-1, 1)], float)
    dataset = Dataset("cube", X)
    found = project(dataset, Pairs(dataset), "pca")
    assert "93% of the variance of 3 features" in found.note
    np.testing.assert_allclose(np.var(found.points, axis=0), [9, 4])


def test_mds_uses_the_scored_distances() -> None:
    X = np.array([[0.0, 0, 0], [1, 1, 1], [5, 0, 2], [4, 4, 4]])
    dataset = Dataset("blocks", X)
    found = project(dataset, Pairs(dataset, "cityblock"), "mds")
    stress = np.sqrt(
        ((pdist(found.points) - pdist(X, "cityblock")) ** 2).sum()
        / (pdist(X, "cityblock") ** 2).sum()
    )
    assert f"stress {stress:.3f}" in found.note


def test_two_features_and_one() -> None:
    dataset = flat_in_space()
    found = project(dataset, Pairs(dataset), "features", features=(3, 1))
    np.testing.assert_array_equal(found.points, dataset.X[:, [3, 1]])
    assert found.axes == ("x4", "x2")
    assert found.note == "2 more features are not in this picture."
    line = Dataset("line", [[1.0], [2.0], [5.0]])
    for kind in PROJECTIONS:
        assert project(line, Pairs(line), kind).points.shape == (3, 2)


def test_unknown_picture_is_refused() -> None:
    dataset = flat_in_space()
    with pytest.raises(InputError, match="known: features, pca, mds"):
        project(dataset, Pairs(dataset), "tsne")


def test_scalings() -> None:
    X = np.array([[1.0, 10, 3], [2, 20, 3], [3, 30, 3], [4, 80, 3]])
    np.testing.assert_array_equal(SCALINGS["none"].apply(X), X)
    z = SCALINGS["zscore"].apply(X)
    np.testing.assert_allclose(z.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(z.std(axis=0), [1, 1, 0])
    m = SCALINGS["minmax"].apply(X)
    np.testing.assert_allclose([m.min(axis=0), m.max(axis=0)], [[0, 0, 0], [1, 1, 0]])
    r = SCALINGS["robust"].apply(X)
    np.testing.assert_allclose(np.median(r, axis=0), 0)
    np.testing.assert_allclose(np.diff(np.percentile(r, [25, 75], axis=0), axis=0), [[1, 1, 0]])


def test_pca_says_when_one_feature_makes_the_picture() -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(50, 3)) * [1.0, 3000.0, 1.0]
    named = Dataset("money", X, feature_names=("age", "<b>income", "visits"))
    note = project(named, Pairs(named), "pca").note
    assert note.endswith("'<b>income' alone makes more than 99.99 % of it; scaling gives every "
                         "feature a say.")  # fmt: skip
    scaled = Dataset("money", SCALINGS["zscore"].apply(X))
    assert "alone makes" not in project(scaled, Pairs(scaled), "pca").note
