"""Distance matrices: recognised, repaired where harmless, refused by cell otherwise."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform

from aucc_core.ingest import inspect_table, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest.samples import npy
from tests.core.ingest.test_read_layout import has

POINTS = np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0], [9.0, 2.0], [4.0, 4.5]])
D = squareform(pdist(POINTS)).round(6)
CONDENSED = squareform(D).tolist()


def csv(matrix, header=False, index=False):
    names = list("abcde")[: len(matrix)]
    frame = pd.DataFrame(matrix, columns=names[: np.shape(matrix)[1]], index=names)
    return frame.to_csv(header=header, index=index).encode()


def changed(i, j, value):
    matrix = D.copy()
    matrix[i, j] = value
    return matrix


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("index", [True, False])
def test_matrix_with_and_without_id_row_and_column(header, index):
    data = read_table(csv(D, header, index))
    assert data.distances.tolist() == CONDENSED
    assert data.X.shape == (5, 2)
    has(data, "Read as a distance matrix of 5 objects.")
    if header or index:
        assert data.object_names == tuple("abcde")


def test_numbered_rows_and_columns():
    frame = pd.DataFrame(D)
    assert read_table(frame.to_csv().encode()).distances.tolist() == CONDENSED
    frame.index += 1
    frame.columns += 1
    assert read_table(frame.to_csv().encode()).distances.tolist() == CONDENSED


def test_npy_matrix_and_layout_that_keeps_distances():
    exact = squareform(pdist(POINTS))
    data = read_table(npy(exact))
    assert np.allclose(pdist(data.X), data.distances)


def test_matrix_with_labels_beside_it():
    frame = pd.DataFrame(D, columns=list("abcde"), index=list("abcde"))
    frame["cluster"] = [1, 1, 1, 2, 2]
    data = read_table(frame.to_csv().encode())
    assert data.distances.tolist() == CONDENSED
    assert data.labels.tolist() == [1, 1, 1, 2, 2]
    assert data.object_names == tuple("abcde")
    text = frame.assign(cluster=list("uuuvv")).to_csv(index=False)
    assert read_table(text.encode()).labels.tolist() == list("uuuvv")


def test_matrix_with_several_label_columns_in_the_row_order_of_the_names():
    frame = pd.DataFrame(D, columns=list("abcde"), index=list("abcde"))
    frame.insert(0, "first", [1, 1, 2, 2, 2])
    frame["second"] = [0, 1, 0, 1, 1]
    frame = frame.loc[list("cadbe")]
    data = read_table(frame.to_csv().encode())
    order = [2, 0, 3, 1, 4]
    assert data.distances.tolist() == squareform(D[np.ix_(order, order)]).tolist()
    assert {k: v.tolist() for k, v in data.label_columns.items()} == {
        "first": [2, 1, 2, 1, 2],
        "second": [0, 0, 1, 1, 1],
    }


def test_not_square_is_refused():
    with pytest.raises(InputError, match="5 rows and 4 number columns"):
        read_table(csv(D[:, :4], header=True), kind="distances")


@pytest.mark.parametrize("fill", [np.nan, 0.0])
@pytest.mark.parametrize("name", ["lower", "upper"])
def test_one_triangle_is_mirrored(fill, name):
    half = np.tril(np.ones((5, 5))) if name == "lower" else np.triu(np.ones((5, 5)))
    data = read_table(csv(np.where(half > 0, D, fill)))
    assert data.distances.tolist() == CONDENSED
    has(data, f"Only the {name} triangle is filled; it is mirrored.")


def test_triangle_with_lines_that_grow():
    lines = "\n".join(" ".join(str(v) for v in D[i, : i + 1]) for i in range(5))
    data = read_table(lines.encode())
    assert data.distances.tolist() == CONDENSED


def test_tiny_asymmetry_is_averaged():
    data = read_table(csv(changed(0, 1, 5.000002)))
    assert data.distances[0] == pytest.approx(5.000001, abs=1e-12)
    has(data, "Tiny asymmetry")


def test_large_asymmetry_is_averaged_with_the_cell_named_or_one_half_chosen():
    matrix = csv(changed(0, 1, 7.0), header=True)
    data = read_table(matrix)
    assert data.distances[0] == 6.0
    has(data, "not symmetric (the cell in data row 1, column 'b' is 7, mirrored 5)")
    assert read_table(matrix, asymmetric="upper").distances[0] == 7.0
    assert read_table(matrix, asymmetric="lower").distances[0] == 5.0


def test_negative_distance_is_refused_by_cell():
    matrix = changed(2, 3, -1.0)
    matrix[3, 2] = -1.0
    with pytest.raises(InputError, match="data row 3, column 'd' is -1"):
        read_table(csv(matrix, header=True), kind="distances")


def test_similarities_are_turned_into_distances():
    similarity = 1 - D / D.max()
    data = read_table(csv(similarity))
    assert np.allclose(data.distances, np.array(CONDENSED) / D.max())
    has(data, "read as similarities")
    correlations = np.corrcoef(np.random.default_rng(0).normal(size=(5, 9)))
    data = read_table(csv(correlations))
    assert np.allclose(data.distances, 1 - squareform(correlations, checks=False))


def test_odd_diagonal_is_refused_unless_decided():
    matrix = csv(changed(1, 1, 2.0), header=True)
    with pytest.raises(InputError, match="must be 0; the cell in data row 2, column 'b' is 2"):
        read_table(matrix, kind="distances")
    assert read_table(matrix, kind="distances", diagonal="zero").distances.tolist() == CONDENSED
    assert read_table(csv(D * 1.0 + np.eye(5) * 1e-9)).distances.tolist() == CONDENSED


@pytest.mark.parametrize(("cell", "words"), [("", "has no value"), ("inf", "is inf")])
def test_gap_in_a_matrix_is_refused_by_cell(cell, words):
    frame = pd.DataFrame(D, columns=list("abcde")).astype(object)
    frame.iloc[3, 1] = cell
    text = frame.to_csv(index=False).encode()
    with pytest.raises(InputError, match=f"data row 4, column 'b' {words}"):
        read_table(text, kind="distances")


def test_broken_triangle_inequality_is_noted():
    matrix = changed(0, 1, 100.0)
    matrix[1, 0] = 100.0
    has(read_table(csv(matrix, header=True)), "from a to b it is shorter through c")


def test_all_equal_distances_are_noted_and_all_zero_refused():
    has(read_table(csv(1 - np.eye(5))), "every clustering scores AUCC 0.5")
    with pytest.raises(InputError, match="All distances are 0"):
        read_table(csv(np.zeros((5, 5))), kind="distances")


def test_features_are_not_taken_for_distances_and_the_reverse_can_be_said():
    square = np.random.default_rng(3).normal(size=(5, 5))
    assert read_table(csv(square)).distances is None
    as_features = read_table(csv(D), kind="features")
    assert as_features.distances is None
    assert as_features.X.tolist() == D.tolist()
    asked = {q.key: q for q in inspect_table(csv(D)).questions}
    assert asked["kind"].default == "distances"
    assert asked["kind"].open


def test_two_objects_are_too_few():
    with pytest.raises(InputError, match="AUCC needs 3 objects"):
        read_table(b"0,1\n1,0\n", kind="distances")
