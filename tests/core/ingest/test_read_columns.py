"""What columns are for: ids, labels, dates, flags, gaps, constants; label files."""

import io

import numpy as np
import pandas as pd
import pytest

from aucc_core.ingest import read_labels, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest.test_read_layout import has


def test_saved_index_is_no_feature():
    frame = pd.DataFrame({"x": [1.5, 2.5, 9.0], "y": [1.0, 3.0, 8.0]})
    text = frame.to_csv()
    assert pd.read_csv(io.StringIO(text)).shape[1] == 3  # pandas makes it a feature
    data = read_table(text.encode())
    assert data.feature_names == ("x", "y")
    assert data.object_names == ("0", "1", "2")
    has(data, "has no name, like a saved index")
    kept = read_table(text.encode(), roles={"column 1": "feature"})
    assert kept.feature_names == ("column 1", "x", "y")


@pytest.mark.parametrize("name", ["id", "ID", "sample_id", "Unnamed: 0", "index", "No.", "name"])
def test_id_columns_are_no_features(name):
    data = read_table(f"{name},x\n7,1\n5,2\n6,9\n".encode())
    assert data.feature_names == ("x",)
    assert data.object_names == ("7", "5", "6")
    has(data, "used as names of the objects, not as a feature")


def test_a_counting_first_column_is_left_out_with_a_notice():
    rows = "".join(f"{i + 1},{i * i % 7}.5\n" for i in range(12))
    data = read_table(f"t,x\n{rows}".encode())
    assert data.feature_names == ("x",)
    has(data, "Column 't' counts the rows")


def test_a_column_that_counts_the_rows_is_no_feature_wherever_it_stands():
    rows = "".join(f"{i * i % 7}.5,{i},{i % 2}\n" for i in range(12))
    data = read_table(f"x,each,class\n{rows}".encode())
    assert data.feature_names == ("x",)
    assert data.object_names is None
    has(data, "Column 'each' counts the rows: it is left out.")
    # Alone it is what there is to measure.
    rows = "".join(f"{i},{i % 2}\n" for i in range(12))
    assert read_table(f"each,class\n{rows}".encode()).feature_names == ("each",)


@pytest.mark.parametrize("name", ["zip", "Zip Code", "postcode", "PLZ"])
def test_postal_codes_are_no_measurements(name):
    rows = "".join(f"{i * i % 7}.5,{10115 + 37 * (i % 5)},{i % 2}\n" for i in range(12))
    data = read_table(f"x,{name},class\n{rows}".encode())
    assert data.feature_names == ("x",)
    has(data, f"Column {name!r} holds codes by its name: it is left out.")
    kept = read_table(f"x,{name},class\n{rows}".encode(), roles={name: "feature"})
    assert kept.feature_names == ("x", name)


def test_measurements_named_like_labels_are_pointed_out():
    rows = "".join(f"{i * i % 7}.5,{i * 1.37:.2f}\n" for i in range(12))
    data = read_table(f"x,cluster\n{rows}".encode())
    assert data.feature_names == ("x", "cluster")
    has(data, "Named like labels, but with too many different numbers to be any: cluster.")
    assert read_table(f"t,x\n{rows}".encode(), roles={"t": "feature"}).d == 2


def test_text_columns_become_labels_and_names():
    data = read_table(b"city,x,kind\nRome,1,a\nParis,2,a\nOslo,9,b\n")
    assert data.object_names == ("Rome", "Paris", "Oslo")
    assert list(data.label_columns) == ["kind"]


@pytest.mark.parametrize("name", ["class", "cluster_3", "kmeans", "true label", "Species", "group"])
def test_whole_numbers_named_like_labels_are_labels(name):
    rows = "".join(f"{i}.5,{i % 2}\n" for i in range(6))
    data = read_table(f"x,{name}\n{rows}".encode())
    assert list(data.label_columns) == [name]
    assert data.labels.tolist() == [0, 1, 0, 1, 0, 1]
    assert data.labels.dtype == np.int64


def test_coordinates_named_y_stay_features():
    data = read_table(b"x,y\n1,1\n2,1\n3,2\n4,2\n")
    assert data.feature_names == ("x", "y")


def test_last_column_of_few_whole_numbers_is_taken_as_label():
    rows = "".join(f"{i}.5,{i}.25,{i % 3}\n" for i in range(12))
    data = read_table(rows.encode())
    assert data.d == 2
    assert data.labels.tolist() == [0, 1, 2] * 4
    has(data, "Column 'column 3' is the last one and holds 3 whole numbers: it is taken as labels")
    assert read_table(rows.encode(), roles={"column 3": "feature"}).d == 3


def test_label_by_name_position_and_several():
    text = b"x,a,b\n1,u,1\n2,u,1\n9,v,2\n"
    assert list(read_table(text, label="b").label_columns) == ["a", "b"]
    assert read_table(text, label="-1").label_columns["b"].tolist() == [1, 1, 2]
    assert read_table(text, label=["b", "a"], ignore="a").feature_names == ("x",)


def test_markup_in_names_and_labels_is_kept_as_text():
    data = read_table(b"<b>x</b>,class\n1,<script>alert(1)</script>\n2,**a**\n9,**a**\n")
    assert data.feature_names == ("<b>x</b>",)
    assert data.labels.tolist() == ["<script>alert(1)</script>", "**a**", "**a**"]


def test_cells_that_look_like_formulas_are_text_or_numbers():
    data = read_table(b"x,class\n+1,=cmd()\n-2,@SUM(A1)\n+9,=cmd()\n")
    assert data.X.tolist() == [[1], [-2], [9]]
    assert data.labels.tolist() == ["=cmd()", "@SUM(A1)", "=cmd()"]
    tab = read_table(b'x,class\n1,"\ta"\n2,b\n9,b\n')
    assert tab.labels.tolist() == ["a", "b", "b"]


def test_empty_column_is_dropped():
    data = read_table(b"x,gap,y\n1,,2\n3,NA,4\n5,,7\n")
    assert data.feature_names == ("x", "y")
    has(data, "Column 'gap' holds no values: it is dropped.")


def test_constant_column_is_named():
    data = read_table(b"x,flat\n1,2\n3,2\n5,2\n")
    assert data.feature_names == ("x", "flat")
    has(data, "Constant, so they add nothing to distances: flat.")


@pytest.mark.parametrize("rows", ["1,2\n1,2\n1,2\n", "0,0\n0,0\n0,0\n0,0\n"])
def test_equal_rows_only_are_refused(rows):
    with pytest.raises(InputError, match="all distances are 0"):
        read_table(f"x,y\n{rows}".encode())


def test_scales_far_apart_are_noted_and_can_be_standardised():
    text = b"salary,share\n10000,0.1\n20000,0.2\n90000,0.5\n"
    has(read_table(text), "'salary' (standard deviation 3.56e+04) outweighs 'share'")
    data = read_table(text, standardize=True)
    assert np.allclose(data.X.mean(axis=0), 0)
    assert np.allclose(data.X.std(axis=0), 1)
    has(data, "standardised")


def test_booleans_are_numbers():
    data = read_table(b"x,smoker,ok\n1,yes,TRUE\n2,no,FALSE\n9,YES,true\n")
    assert data.X.tolist() == [[1, 1, 1], [2, 0, 0], [9, 1, 1]]
    has(data, "Yes/no or true/false is read as 1/0: smoker, ok.")
    as_label = read_table(b"x,smoker\n1,yes\n2,no\n9,yes\n", label="smoker")
    assert as_label.labels.tolist() == ["yes", "no", "yes"]


@pytest.mark.parametrize(
    "dates",
    [
        ("2020-01-31", "2020-02-01", "2020-02-02"),
        ("31/01/2020", "01/02/2020", "02/02/2020"),
        ("31.01.20", "01.02.20", "02.02.20"),
        ("2020-01-31 12:30", "2020-02-01 12:31:05", "2020-02-02T00:00"),
        ("12:30", "12:31", "12:32"),
        ("31 Jan 2020", "1 Feb 2020", "2 Feb 2020"),
    ],
)
def test_dates_are_left_out(dates):
    rows = "".join(f"{i},{d}\n" for i, d in enumerate(dates))
    data = read_table(f"x,when\n{rows}".encode())
    assert data.feature_names == ("x",)
    has(data, "Column 'when' holds dates or times: it is left out.")
    with pytest.raises(InputError, match="'when' holds dates and cannot be a feature"):
        read_table(f"x,when\n{rows}".encode(), roles={"when": "feature"})


def test_text_among_numbers_names_the_rows():
    cells = ["1", "2", "3", "about 4", "5", "6", "7", "8", "9", "n.k."]
    text = "x,y\n" + "".join(f"{i},{c}\n" for i, c in enumerate(cells))
    data = read_table(text.encode())
    assert data.n == 8
    has(data, "Column 'y' holds text among its numbers (data rows 4, 10: 'about 4', 'n.k.')")
    as_text = read_table(text.encode(), mixed="text", ignore="y")
    assert as_text.n == 10


def test_mostly_text_column_says_how_many_numbers_it_has():
    data = read_table(b"x,code\n1,a\n2,7\n9,a\n8,b\n")
    has(data, "Column 'code' is text, though 1 of 4 cells are numbers.")


@pytest.mark.parametrize("text", ["a,b\nu,v\nw,x\nu,z\n", "u\nv\nw\n"])
def test_text_only_is_refused(text):
    with pytest.raises(InputError, match="no column of numbers"):
        read_table(text.encode())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,2\n", "AUCC needs 3 objects or more; got 1"),
        ("x,y\n1,2\n3,4\n", "AUCC needs 3 objects or more; got 2"),
        ("x,y\n", "header but no data rows. AUCC needs 3 objects"),
        ("x\n", "header but no data rows"),
    ],
)
def test_too_few_rows_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        read_table(text.encode())


def test_one_feature_is_noted():
    has(read_table(b"x\n1\n2\n9\n"), "There is one feature only")


def test_text_feature_makes_a_mixed_table():
    data = read_table(b"x,colour\n1,red\n2,red\n9,blue\n", roles={"colour": "feature"})
    assert data.X.tolist() == [[1, 0, 1], [2, 0, 1], [9, 1, 0]]
    assert data.feature_names == ("x", "colour=blue", "colour=red")
    assert data.mixed["colour"].tolist() == ["red", "red", "blue"]
    assert data.mixed["x"].tolist() == [1, 2, 9]


@pytest.mark.parametrize("gap", ["", "?", "-", "NA", "n/a", "NaN", "null", ".", " "])
def test_missing_markers(gap):
    text = f"x,y\n1,2\n3,{gap}\n5,7\n8,9\n"
    data = read_table(text.encode())
    assert data.X.tolist() == [[1, 2], [5, 7], [8, 9]]
    assert data.object_names == ("1", "3", "4")
    has(data, "1 of 4 rows have missing values (y) and are left out: data rows 2.")
    filled = read_table(text.encode(), missing="impute")
    assert filled.X[1].tolist() == [3, 7]
    has(filled, "1 missing values are filled with their column's median (y).")
    dropped = read_table(text.encode(), missing="drop_column")
    assert dropped.feature_names == ("x",)
    has(dropped, "Left out, with missing values: y.")


def test_minus_999_is_missing_when_it_stands_apart():
    text = b"x,temp\n1,20\n2,-999\n3,25\n9,22\n"
    data = read_table(text)
    assert data.n == 3
    has(data, "Column 'temp': -999 is taken as missing.")
    assert read_table(text, sentinels=()).n == 4
    assert read_table(b"x,z\n1,-999\n2,-950\n9,-1001\n4,1\n").n == 4
    assert read_table(b"x,z\n1,7\n2,8\n9,9\n4,8\n", sentinels=(7,)).n == 3


def test_labels_follow_the_rows_that_stay():
    data = read_table(b"x,class\n1,a\n,b\n3,c\n5,c\n")
    assert data.labels.tolist() == ["a", "c", "c"]


def test_columns_more_than_half_empty_go_before_rows():
    data = read_table(b"x,rare\n1,\n2,\n3,\n4,1\n9,2\n")
    assert data.n == 5
    has(data, "Left out, more than half empty: rare.")
    assert read_table(b"x,rare\n1,\n2,5\n3,\n4,1\n9,2\n", missing="drop_rows").n == 3


def test_nothing_left_after_dropping_says_what_to_do():
    text = b"x,y\n1,\n,2\n3,4\n5,\n,6\n7,8\n"
    with pytest.raises(InputError, match="Only 2 of 6 rows have no missing value"):
        read_table(text)
    assert read_table(text, missing="impute").n == 6
    with pytest.raises(InputError, match="Every feature column has missing values"):
        read_table(text, missing="drop_column")


def test_spreadsheet_errors_in_csv_are_missing():
    data = read_table(b"x,y\n1,#DIV/0!\n2,3\n4,5\n9,9\n")
    assert data.n == 3
    has(data, "Spreadsheet errors such as #DIV/0! count as missing: y.")


# Label columns and label files


DATA = b"name,x,y\nann,1,2\nbob,3,4\ncid,5,7\ndan,9,9\n"


def test_labels_in_row_order():
    data = read_table(DATA, labels_file=b"cluster\n1\n1\n2\n2\n")
    assert data.labels.tolist() == [1, 1, 2, 2]
    has(data, "Labels from the label file are matched by row order.")
    bare = read_table(DATA, labels_file=("mine.txt", b"1\n1\n2\n2\n"))
    assert bare.label_columns["mine"].tolist() == [1, 1, 2, 2]


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


def test_notices_on_labels_are_about_the_rows_that_stay():
    rows = "".join(f"{i}.5,{'' if i == 3 else i % 2}\n" for i in range(12))
    has(read_table(f"x,class\n{rows}".encode()), "1 row without a label (data row 4)")
    left_out = read_table(f"x,class\n{rows}".replace("3.5,", "?,").encode())
    assert left_out.n == 11
    assert not [n for n in left_out.notices if "without a label" in n]


def test_missing_labels_are_none_and_noted():
    data = read_table(b"x,class\n1,a\n2,\n9,b\n5,b\n")
    assert data.labels.tolist() == ["a", None, "b", "b"]
    has(data, "Label column 'class': 1 row without a label (data row 2), counted as noise.")
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
