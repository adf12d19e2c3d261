"""ARFF, held against scipy's reader on generated files."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import arff

from aucc_core.ingest import read_table
from aucc_core.score.inputs import InputError

IRIS = """% 1. Title: flowers
%
@RELATION iris

@ATTRIBUTE 'sepal length'\tNUMERIC
@attribute width REAL
@attribute class {setosa,'Iris b'}
@attribute note string

@DATA
5.1, 3.5, setosa, "it's, well, one"
?,3.0,'Iris b',x
% a comment
4.7,3.2,setosa,y
7.0,3.2,'Iris b',y
"""


def test_a_file_as_people_have_it() -> None:
    data = read_table(IRIS.encode(), name="iris.arff", roles={"note": "ignore"})
    assert data.feature_names == ("sepal length", "width")
    assert data.X.tolist() == [[5.1, 3.5], [4.7, 3.2], [7.0, 3.2]]
    assert data.label_columns["class"].tolist() == ["setosa", "setosa", "Iris b"]
    assert not any("The name ends in" in n for n in data.notices)


names = st.text("abcXYZ 09_'%,{}", min_size=1, max_size=8).filter(str.strip)
finite = st.floats(-1e9, 1e9)


@given(
    st.lists(st.tuples(finite, finite, st.sampled_from(["a", "b c", "d"])), min_size=4, max_size=9),
    st.lists(names, min_size=2, max_size=2, unique_by=lambda n: " ".join(n.split())),
)
def test_numbers_and_classes_are_those_of_scipy(rows, titles) -> None:
    quoted = ["'" + t.replace("'", "\\'") + "'" for t in titles]
    body = "".join(f"{x!r},{y!r},'{c}'\n" for x, y, c in rows)
    head = "".join(f"@attribute {t} numeric\n" for t in quoted)
    text = f"@relation r\n{head}@attribute class {{a,'b c',d}}\n@data\n{body}"
    expected, _ = arff.loadarff(io.StringIO(text.replace("b c", "bc").replace("\\'", "")))
    columns = [expected[name] for name in expected.dtype.names]
    try:
        data = read_table(text.encode(), header=True)
    except InputError as error:
        assert "equal in every feature" in str(error)  # noqa: PT017
        return
    labels = data.label_columns["class"].tolist()
    assert labels == [c.decode().replace("bc", "b c") for c in columns[2]]
    if data.d == 2:
        assert np.array_equal(data.X, np.column_stack(columns[:2]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@relation a\n@attribute x numeric\n", "has no @data line"),
        ("@relation a\n@attribute x numeric\n@data\n", "no rows after @data"),
        ("@relation a\n@data\n1\n", "declares 0 attributes"),
        ("@relation a\n@attribute\n@data\n1\n", "Line 2 of the ARFF file declares no attribute"),
        ("@relation a\n@attribute x numeric\n@data\n{0 1}\n", "Line 4 holds a sparse row"),
        ("@relation a\n@attribute x numeric\n@data\n1\n1,2\n", "Line 5 has 2 cells, the ARFF file"),
    ],
)
def test_what_cannot_be_read_names_the_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_table(text.encode())
