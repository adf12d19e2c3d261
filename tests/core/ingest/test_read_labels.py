"""Label columns and label files."""

import numpy as np
import pytest

from aucc_core.ingest import read_labels, read_table
from aucc_core.validate import InputError
from tests.core.ingest.test_read_layout import has

DATA = b"name,x,y\nann,1,2\nbob,3,4\ncid,5,7\ndan,9,9\n"


def test_labels_in_row_order():
    data = read_table(DATA, labels_file=b"cluster\n1\n1\n2\n2\n")
    assert data.labels.tolist() == [1, 1, 2, 2]
    has(data, "Labels from the label file are matched by row order.")
    bare = read_table(DATA, labels_file=("mine.txt", b"1\n1\n2\n2\n"))
    assert bare.label_columns["column 1"].tolist() == [1, 1, 2, 2]


def test_labels_matched_by_id():
    data = read_table(DATA, labels_file=b"who,group\ndan,v\ncid,v\nann,u\nbob,u\n")
    assert data.label_columns["group"].tolist() == ["u", "u", "v", "v"]
    has(data, "are matched by id.")


def test_several_label_columns():
    data = read_table(DATA, labels_file=b"a,b\n1,x\n1,x\n2,x\n3,y\n")
    assert list(data.label_columns) == ["a", "b"]


def test_wrong_length_names_both_counts():
    with pytest.raises(InputError, match="has 3 labels, the data has 4 rows"):
        read_table(DATA, labels_file=b"cluster\n1\n1\n2\n")


def test_labels_follow_dropped_rows():
    data = read_table(b"x,y\n1,2\n,4\n5,7\n9,9\n", labels_file=b"c\n1\n2\n3\n3\n")
    assert data.labels.tolist() == [1, 3, 3]


def test_floats_like_1_0_are_whole_labels():
    data = read_table(b"x,class\n1,1.0\n2,1.0\n9,2.0\n5,2.0\n")
    assert data.labels.tolist() == [1, 1, 2, 2]
    assert data.labels.dtype == np.int64


def test_noise_is_kept_and_noted():
    data = read_table(b"x,cluster\n1,-1\n2,0\n9,0\n5,1\n6,1\n")
    assert data.labels.tolist() == [-1, 0, 0, 1, 1]
    has(data, "Label column 'cluster': 1 rows have the label -1, usually noise.")


def test_missing_labels_are_none_and_noted():
    data = read_table(b"x,class\n1,a\n2,\n9,b\n5,b\n")
    assert data.labels.tolist() == ["a", None, "b", "b"]
    has(data, "Label column 'class': 1 rows have no label (data rows 2); they count as noise.")
    numbers = read_table(b"x,class\n1,1\n2,NA\n9,2\n5,2\n8,1\n")
    assert numbers.labels.tolist() == [1, None, 2, 2, 1]


def test_continuous_label_column_is_noted():
    rows = "".join(f"{i},{i / 7:.4f}\n" for i in range(30))
    data = read_table(f"x,v\n{rows}".encode(), label="v")
    has(data, "Label column 'v' looks continuous (30 different values in 30 rows)")


def test_empty_label_column_is_refused():
    with pytest.raises(InputError, match="Label column 'class' holds no values"):
        read_table(b"x,class\n1,\n2,\n9,\n", label="class")


def test_sentinels_are_labels_in_a_label_file():
    assert read_labels(b"c\n-999\n1\n1\n2\n")["c"].tolist() == [-999, 1, 1, 2]


def test_label_file_without_labels_is_refused():
    with pytest.raises(InputError, match="holds no labels"):
        read_labels(b"a,b\n,\n,\n", header=True)


def test_huge_labels_do_not_overflow():
    assert read_labels(b"c\n1e40\n1\n1\n2\n")["c"].tolist() == [1e40, 1, 1, 2]
    assert read_labels(b"c\ninf\n1\n1\n2\n")["c"].tolist() == [np.inf, 1, 1, 2]
