"""The QR picture, read back by a plain reader of its own: what a camera would make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages.ui.classroom.join_picture import join_picture

# Of each version at level M: data bytes of each block. Enough for the links that are tested.
BLOCKS = {2: [28], 3: [44], 4: [32, 32], 5: [43, 43], 6: [27] * 4, 7: [31] * 4}
ALIGNED = {2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [6, 22, 38]}
MASKS = [
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
]


def is_data(r: int, c: int, size: int, version: int) -> bool:
    low, high = 8, size - 9
    corner = (r <= low and c <= low) or (r <= low and c > high) or (r > high and c <= low)
    near = [
        (a, b)
        for a in ALIGNED[version]
        for b in ALIGNED[version]
        if (a, b) not in ((6, 6), (6, ALIGNED[version][-1]), (ALIGNED[version][-1], 6))
        and abs(r - a) <= 2
        and abs(c - b) <= 2
    ]
    named = version >= 7 and ((r < 6 and size - 11 <= c < size - 8) or (c < 6 and size - 11 <= r))
    return not (corner or near or named or r == 6 or c == 6)


def read(rows: list[str]) -> str:
    """The text of a picture without damage."""
    size = len(rows)
    version = (size - 17) // 4
    # Level and mask, the first five of fifteen bits beside the top left corner.
    form = int("".join(rows[8][c] for c in range(5)), 2) ^ 0b10101
    assert form >> 3 == 0b00  # level M
    mask = MASKS[form & 7]
    bits, up = [], True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for r in range(size - 1, -1, -1) if up else range(size):
            bits += [
                int(rows[r][c]) ^ mask(r, c)
                for c in (right, right - 1)
                if is_data(r, c, size, version)
            ]
        up = not up
    words = [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits) - 7, 8)]
    lengths = BLOCKS[version]
    assert len(set(lengths)) == 1
    whole = [words[i + j * len(lengths)] for i in range(len(lengths)) for j in range(lengths[0])]
    text = "".join(f"{word:08b}" for word in whole)
    assert text[:4] == "0100"  # bytes
    count = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * i : 20 + 8 * i], 2) for i in range(count)).decode()


@pytest.mark.parametrize(
    "link",
    [
        "http://x/learn?room=KJQMZB",
        "http://192.168.1.5:8501/learn?room=KJQMZB",
        "https://courses.example.edu/clustering/learn?room=3M4SWN",
        "https://a-much-longer-name.of-some-department.example.edu/teaching/learn?room=3M4SWN",
    ],
)
def test_the_picture_holds_the_link(link: str) -> None:
    rows = join_picture(link)
    assert {len(row) for row in rows} == {len(rows)}
    assert read(rows) == link


def test_the_picture_is_made_here() -> None:
    source = Path(join_picture.__code__.co_filename).read_text("utf-8")
    assert re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE) == ["__future__", "segno"]
