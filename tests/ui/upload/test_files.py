"""Several uploaded files put together: which is which, and what does not fit."""

from __future__ import annotations

import pytest

from aucc_core.score.inputs import InputError
from pages.ui.upload.files import Readings, Upload, guess_parts, read_upload, read_uploads

TABLE = b"x,y\n0,1\n1,0\n9,9\n8,9\n"
MATRIX = b"0,1,8,9\n1,0,7,8\n8,7,0,1\n9,8,1,0\n"


def files(*contents: bytes) -> list[Upload]:
    return [Upload(f"{i}.csv", c) for i, c in enumerate(contents)]


def test_parts_are_guessed_and_put_together() -> None:
    uploads, readings = files(b"c\n1\n1\n2\n2\n", TABLE, MATRIX), Readings()
    parts = guess_parts([readings.of(u, {}).preview for u in uploads])
    assert parts == ["labels", "features", "distances"]
    data = read_uploads(uploads, parts, {}, readings)
    assert data.X.tolist() == [[0, 1], [1, 0], [9, 9], [8, 9]]
    assert data.distances.tolist() == [1, 8, 9, 7, 8, 1]
    assert data.labels.tolist() == [1, 1, 2, 2]


def test_parts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="Two files are given as data"):
        read_uploads(files(TABLE, TABLE), ["features", "features"], {}, Readings())
    with pytest.raises(InputError, match="no data to score them on"):
        read_uploads(files(b"c\n1\n2\n"), ["labels"], {}, Readings())
    small = b"0,1,8\n1,0,7\n8,7,0\n"
    with pytest.raises(InputError, match="matrix has 3 objects, the data has 4 rows"):
        read_uploads(files(TABLE, small), ["features", "distances"], {}, Readings())


def test_features_can_be_said_to_be_distances() -> None:
    square = b"0,5,2\n5,0,3\n2,3,0\n"
    (upload,) = files(square.replace(b"0", b"0.5"))
    with pytest.raises(InputError, match="diagonal of a distance matrix must be 0"):
        read_uploads([upload], ["distances"], {}, Readings())
    assert read_upload(upload).distances is None
    (upload,) = files(square)
    assert read_upload(upload).distances.tolist() == [5, 2, 3]


def test_the_same_cells_serve_every_choice_that_leaves_them_as_they_are() -> None:
    readings, (upload,) = Readings(), files(TABLE)
    first = readings.of(upload, {})
    assert readings.of(upload, {"standardize": False}) is first
    other = readings.of(upload, {"roles": {"x": "ignore"}})
    assert other.analysis.table is first.analysis.table
    assert other.dataset().feature_names == ("y",)
    split = readings.of(upload, {"header": False})
    assert split.analysis.table is not first.analysis.table
    with pytest.raises(ValueError, match="other cells"):
        first.under(split.choices)
