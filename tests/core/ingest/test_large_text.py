"""Large text is split by a process of its own: to the same cells, with the same refusals."""

from __future__ import annotations

import pytest

from aucc_core.ingest import Limits, large_text, read_table
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.table import Grid
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples

TEXTS = {
    "semicolons": b"sep=;\nx;y\n1,5;2\n3;4\n5;7\n",
    "title and names": 'Title\n\nname,größe\n"a, b",1\nc,3\nd,5\n'.encode("cp1252"),
    "names in a comment": b"# a b\n# x y\n1 2\n3 4\n5 6\n7 7\n",
    "uneven": b"x,y\n1,2\n3,4,5\n5,6\n7,8\n",
    "NUL": b"x,y\n1,2\n3,\x004\n5,6\n",
}


def cells(data: bytes, **choices) -> tuple[Grid, tuple[str, ...]] | str:
    try:
        return large_text.read_grid(data, Choices(**choices))
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("case", TEXTS)
def test_both_ways_give_the_same(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = cells(TEXTS[case])
    monkeypatch.setattr(large_text, "LARGE", 0)
    assert cells(TEXTS[case]) == here


def test_choices_go_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_text, "LARGE", 0)
    grid, _ = cells(b"junk\nx|y\n1|2\n3|4\n", delimiter="|", skip_rows=1)
    assert [c.to_pylist() for c in grid.columns] == [["x", "1", "3"], ["y", "2", "4"]]


def test_a_large_table_is_read_in_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(f"{i}.5,{i % 7},{'ab'[i % 2]}\n" for i in range(1000))
    rows = large_text.LARGE // len(body) + 1
    monkeypatch.setattr(large_text, "text_grid", None)  # the child has its own
    data = read_table(("x,y,class\n" + body * rows).encode(), codes="feature")
    assert (data.n, data.feature_names) == (1000 * rows, ("x", "y"))
    assert data.X[:1000].tolist() == [[i + 0.5, i % 7] for i in range(1000)]


def test_time_and_memory_grow_with_the_file_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_text, "LARGE", 0)
    data = samples.CSV.encode()
    with pytest.raises(InputError, match=r"longer than 0\.0001 s"):
        read_table(data, limits=Limits(child_seconds=0.0001))
    with pytest.raises(InputError, match="needs more memory than a table of its size"):
        read_table(data, limits=Limits(child_memory=50 * 1024**2))
