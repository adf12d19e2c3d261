"""FILE on the command line: which part of a file is read, and labels from another."""

import json

import pytest

from tests.core.cli.running import run
from tests.core.ingest import samples


def scored(capsys, *arguments):
    status, out, err = run(capsys, "score", *arguments, "--json")
    assert status == 0, err
    return json.loads(out)


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "kaggle.zip"
    path.write_bytes(samples.zip_of_tables())
    return str(path)


def test_one_table_of_an_archive_is_chosen(capsys, archive, tmp_path):
    found = scored(capsys, archive)
    assert found["n"] == len(samples.ROWS)
    assert "the largest" in " ".join(found["notices"])
    labels = tmp_path / "labels.txt"
    labels.write_text("a\na\nb\n")
    found = scored(capsys, archive, "--sheet", "test.csv", "--labels-file", str(labels))
    assert (found["n"], found["k"]) == (3, 2)
    assert "row order" in " ".join(found["notices"])
    status, _, told = run(capsys, "score", archive, "--sheet", "mine.csv")
    assert status == 2
    assert "no table 'mine.csv'" in told


def test_the_row_of_names_is_chosen(capsys, tmp_path):
    path = tmp_path / "titled.csv"
    path.write_text("a,b,group\nx,y,class\n1,2,u\n3,4,u\n5,7,v\n9,9,v\n")
    found = scored(capsys, str(path), "--header-row", "2")
    assert (found["labels"], found["n"]) == ("class", 4)


@pytest.mark.parametrize("option", [("--sheet", "a"), ("--header-row", "0")])
def test_they_are_refused_for_built_in_data(capsys, option):
    status, _, told = run(capsys, "score", "ruspini", *option)
    assert status == 2
    assert f"{option[0]} is for files" in told
