"""Label files as people have them, beside a table or distances: the right label for each object."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.ingest import inspect_file, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples

N = 20
NUMBERS = [i % 3 for i in range(N)]
WORDS = [("red", "green", "blue")[c] for c in NUMBERS]
SHUFFLED = np.random.default_rng(0).permutation(N).tolist()
POINTS = [f"{i % 7 * 1.1:.2f},{i * i % 11 * 1.3:.2f}" for i in range(N)]
PLAIN = "x,y\n" + "\n".join(POINTS) + "\n"
NAMED = "id,x,y\n" + "".join(f"o{i},{p}\n" for i, p in enumerate(POINTS))
PLACES = np.arange(N) ** 1.5
MATRIX = "".join(
    ",".join(f"{d:.4f}" for d in row) + "\n" for row in np.abs(np.subtract.outer(PLACES, PLACES))
)


def lines(cells: list, header: str = "") -> str:
    return header + "".join(f"{cell}\n" for cell in cells)


def shuffled(ids: list[str], labels: list, header: str = "") -> str:
    return lines([f"{ids[i]},{labels[i]}" for i in SHUFFLED], header)


NAMES = [f"o{i}" for i in range(N)]
FROM_0, FROM_1 = [str(i) for i in range(N)], [str(i + 1) for i in range(N)]
# The data, the label file, the name that its labels get, how they were matched.
FILES: dict[str, tuple[str, str | bytes, str, str]] = {
    "words": (PLAIN, lines(WORDS), "mine", "row order"),
    "words under a name": (PLAIN, lines(WORDS, "colour\n"), "colour", "row order"),
    "words beside distances": (MATRIX, lines(WORDS), "mine", "row order"),
    "numbers": (PLAIN, lines(NUMBERS), "mine", "row order"),
    "numbers beside distances": (MATRIX, lines(NUMBERS), "mine", "row order"),
    "numbers with a point": (PLAIN, lines([f"{c}.0" for c in NUMBERS]), "mine", "row order"),
    "ids": (NAMED, shuffled(NAMES, WORDS, "id,colour\n"), "colour", "by id"),
    "ids without names": (NAMED, shuffled(NAMES, WORDS), "mine", "by id"),
    "ids without names, numbers": (NAMED, shuffled(NAMES, NUMBERS), "mine", "by id"),
    "pandas index": (PLAIN, shuffled(FROM_0, NUMBERS, ",cluster\n"), "cluster", "row number"),
    "pandas series": (PLAIN, shuffled(FROM_0, WORDS, ",0\n"), "mine", "row number"),
    "row numbers": (PLAIN, shuffled(FROM_1, NUMBERS), "mine", "row number"),
    "R, write.csv": (
        PLAIN,
        lines([f'"{i}","{w}"' for i, w in zip(FROM_1, WORDS, strict=True)], '"","x"\n'),
        "mine",
        "row number",
    ),
    "R, write.table": (
        PLAIN,
        lines([f'"{i}" {c}' for i, c in zip(FROM_1, NUMBERS, strict=True)], '"x"\n'),
        "mine",
        "row number",
    ),
    "R, cat": (PLAIN, " ".join(map(str, NUMBERS)), "mine", "line by line"),
    "R, write": (
        PLAIN,
        lines([" ".join(map(str, NUMBERS[i : i + 5])) for i in range(0, N, 5)]),
        "mine",
        "line by line",
    ),
    "npy": (PLAIN, samples.npy(np.array(NUMBERS)), "mine", "row order"),
    "npy of words": (PLAIN, samples.npy(np.array(WORDS)), "mine", "row order"),
    "npy, one row": (PLAIN, samples.npy(np.array([NUMBERS])), "mine", "line by line"),
    "npy beside distances": (MATRIX, samples.npy(np.array(NUMBERS)), "mine", "row order"),
}


def as_bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize("case", FILES)
def test_each_object_gets_its_label(case: str) -> None:
    data, content, name, how = FILES[case]
    read = read_table(data.encode(), labels_file=("mine.csv", as_bytes(content)))
    ((found, labels),) = read.label_columns.items()
    assert found == name
    assert labels.tolist() in (WORDS, NUMBERS)
    assert any(how in note for note in read.notices)


@pytest.mark.parametrize("case", FILES)
def test_a_label_file_is_told_from_data(case: str) -> None:
    data, content, *_ = FILES[case]
    assert inspect_file(as_bytes(content)).preview.only_labels
    assert not inspect_file(data.encode()).preview.only_labels


def test_many_clusterings_beside_few_features() -> None:
    table = "a,b,c\n" + lines([f"{c},{c % 2},{w}" for c, w in zip(NUMBERS, WORDS, strict=True)])
    read = read_table(PLAIN.encode(), labels_file=table.encode())
    assert {k: v.tolist() for k, v in read.label_columns.items()} == {
        "a": NUMBERS,
        "b": [c % 2 for c in NUMBERS],
        "c": WORDS,
    }


def test_a_first_label_that_stands_nowhere_else_is_no_name() -> None:
    read = read_table(PLAIN.encode(), labels_file=("mine.csv", lines(["odd", *WORDS[1:]]).encode()))
    assert read.label_columns["mine"].tolist() == ["odd", *WORDS[1:]]
    assert "The first row of mine.csv (“odd”) is taken as labels." in read.notices
    with pytest.raises(InputError, match="has 19 labels, the data has 20 rows"):
        read_table(PLAIN.encode(), labels_file=lines(["cluster", *WORDS[1:]]).encode())


def test_objects_without_a_label_are_counted_and_named() -> None:
    rows = [f"o{i},{WORDS[i]}" for i in SHUFFLED if i not in (3, 8)]
    read = read_table(NAMED.encode(), labels_file=lines([*rows, "o99,red"], "id,c\n").encode())
    wanted = [None if i in (3, 8) else WORDS[i] for i in range(N)]
    assert read.label_columns["c"].tolist() == wanted
    note = next(n for n in read.notices if "matched by id" in n)
    assert "2 objects without a label there: o3, o8." in note
    assert "1 id of it is not in the data." in note


REFUSED = {
    "Give one label per row in the same order, or add a column of ids": (PLAIN, lines(WORDS[:17])),
    "The data has ids: put them beside the labels": (NAMED, lines(WORDS[:17])),
    "The label file has ids, the data has none": (
        PLAIN,
        lines([f"o{i},{WORDS[i]}" for i in range(17)]),
    ),
    "Only 3 of 20 ids of the data are in mine.csv": (
        NAMED,
        lines([f"{'o' if i < 3 else 'p'}{i},{WORDS[i]}" for i in range(N)], "id,c\n"),
    ),
    "No id of the data is in the label file": (
        NAMED,
        lines([f"p{i},{WORDS[i]}" for i in range(17)], "id,c\n"),
    ),
    "more than once: keep one row per id": (
        NAMED,
        "id,c\n" + lines([f"o{i % 5},{WORDS[i]}" for i in range(17)]),
    ),
}


@pytest.mark.parametrize("remedy", REFUSED)
def test_what_does_not_fit_names_the_remedy_that_there_is(remedy: str) -> None:
    data, content = REFUSED[remedy]
    with pytest.raises(InputError, match=remedy):
        read_table(data.encode(), labels_file=("mine.csv", content.encode()))


def test_ids_that_do_not_serve_are_told() -> None:
    other = lines([f"p{i},{WORDS[i]}" for i in range(N)], "id,c\n")
    read = read_table(NAMED.encode(), labels_file=other.encode())
    assert any("row order. None of its ids is an id of the data." in n for n in read.notices)
    twice = lines([f"o{i % 19},{WORDS[i]}" for i in range(N)], "id,c\n")
    read = read_table(NAMED.encode(), labels_file=twice.encode())
    assert any("Its ids stand there more than once" in n for n in read.notices)


def test_ids_without_a_partner_are_told_where_the_order_counts() -> None:
    data = read_table(PLAIN.encode(), labels_file=("mine.csv", shuffled(NAMES, WORDS).encode()))
    assert [str(v) for v in data.labels] == [WORDS[i] for i in SHUFFLED]
    (note,) = [n for n in data.notices if "row order" in n]
    assert "Its ids are not used, as the data has none" in note


@pytest.mark.parametrize("text", [lines(WORDS), lines(NUMBERS, "cluster\n")])
def test_labels_alone_ask_for_their_data(text: str) -> None:
    with pytest.raises(InputError, match=r"labels only, nothing to measure .* Give the table"):
        read_table(text.encode())
