"""Text cells to numbers: decimal marks, thousands, currency, percent, digits of other scripts.

Cells that are plain numbers are converted all at once; only the distinct odd ones are read one by
one, so a million rows stay fast.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.choices import Choices
from aucc_core.score.inputs import Bools, Floats

# Lower case. Anything here inside a number column means "not known".
MISSING = (
    "", "na", "n/a", "n.a.", "nan", "-nan", "null", "none", "nil", "-", "--", "—", "?", ".",
    "#n/a", "<na>", "missing", "nd", "n.d.",
)  # fmt: skip
# In text columns only these do: "none" or "-" may well be somebody's category.
MISSING_TEXT = ("", "na", "n/a", "nan", "null", "#n/a", "<na>", "?")
SPREADSHEET_ERRORS = ("#div/0!", "#ref!", "#value!", "#name?", "#num!", "#null!", "#spill!")

_POINT = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
_COMMA = r"^[+-]?(\d+,?\d*|,\d+)([eE][+-]?\d+)?$"
_MONEY = "$€£¥₹"
# Evidence in cells with a comma: readable as thousands, readable as a decimal mark.
_AS_THOUSANDS = rf"^[+-]?[{_MONEY}]?\s*[+-]?[1-9]\d{{0,2}}(,\d{{3}})+(\.\d*)?\s*[{_MONEY}%]?$"
_AS_DECIMAL = (
    rf"^[+-]?[{_MONEY}]?\s*[+-]?(\d+|\d{{1,3}}([. ' ]\d{{3}})+|),\d+([eE][+-]?\d+)?\s*[{_MONEY}%]?$"
)
_POINT_THOUSANDS = r"^[+-]?[1-9]\d{0,2}(\.\d{3})+$"
_POINT_DECIMAL = r"^[+-]?\d*\.\d*$"
_INFINITE = re.compile(r"^[+-]?(inf|infinity|∞)$", re.IGNORECASE)
_ONE = {
    ".": re.compile(r"^(\d{1,3}([,'’ ]\d{3})+|\d+)?(\.\d*)?([eE][+-]?\d+)?$"),
    ",": re.compile(r"^(\d{1,3}([.'’ ]\d{3})+|\d+)?(,\d*)?([eE][+-]?\d+)?$"),
}
_MINUS = str.maketrans({"−": "-", "–": "-", "﹣": "-", "－": "-", "＋": "+", "٫": ".", "٬": ","})
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " "})


@dataclass
class ParsedNumbers:
    """Numbers of one column. `numbers` is NaN where `missing` or `bad`."""

    numbers: Floats
    missing: Bools
    bad: Bools
    decimal: str = "."
    # What had to be done beyond reading plain numbers, for the notices.
    tricks: set[str] = field(default_factory=set)
    leading_zeros: bool = False
    digits: int = 0


def trim(cells: pa.Array) -> pa.Array:
    """Cells without blanks around them."""
    return pc.utf8_trim_whitespace(cells)


def is_missing(cells: pa.Array, markers: tuple[str, ...]) -> Bools:
    """True where a (trimmed) cell is one of the missing markers."""
    short = pc.less_equal(pc.utf8_length(cells), 8)
    lower = pc.utf8_lower(pc.if_else(short, cells, "x"))
    wanted = pa.array(markers, type=cells.type)
    return np.asarray(pc.is_in(lower, value_set=wanted).to_numpy(zero_copy_only=False), dtype=bool)


def decide_decimals(columns: list[pa.Array], delimiter: str, choices: Choices) -> list[str]:
    """Decimal mark of each column. Unclear columns follow the clear ones, then the delimiter."""
    if choices.decimal:
        return [choices.decimal] * len(columns)
    evidence = [_comma_evidence(c) for c in columns]
    commas = sum(e[0] for e in evidence)
    thousands = sum(e[1] for e in evidence)
    return [
        _decide(c, e, commas - thousands, columns, delimiter)
        for c, e in zip(columns, evidence, strict=True)
    ]


def _decide(
    cells: pa.Array,
    evidence: tuple[int, int, int],
    file_lean: int,
    columns: list[pa.Array],
    delimiter: str,
) -> str:
    comma, thousands, unclear = evidence
    if comma != thousands:
        return "," if comma > thousands else "."
    if not unclear and not comma:
        # A column such as 1.234 in a file with decimal commas: those points group thousands.
        return "," if file_lean > 0 and _points_group_thousands(cells) else "."
    if file_lean:
        return "," if file_lean > 0 else "."
    # "1,234" and nothing else to go by: a semicolon file comes from a decimal-comma country.
    return "," if delimiter == ";" and not any(_has_point(c) for c in columns) else "."


def _points_group_thousands(cells: pa.Array) -> bool:
    pointed = pc.filter(cells, pc.match_substring_regex(cells, _POINT_DECIMAL))
    grouped = pc.match_substring_regex(cells, _POINT_THOUSANDS)
    n_grouped = pc.sum(grouped).as_py() or 0
    return n_grouped > 0 and n_grouped >= len(pointed)


def _has_point(cells: pa.Array) -> bool:
    return bool(pc.any(pc.match_substring_regex(cells, _POINT_DECIMAL)).as_py())


def _comma_evidence(cells: pa.Array) -> tuple[int, int, int]:
    """Cells that show a decimal comma, that show comma thousands, and that allow both."""
    with_comma = pc.filter(cells, pc.match_substring(cells, ","))
    if len(with_comma) == 0:
        return 0, 0, 0
    tidy = pc.replace_substring_regex(with_comma, "[\u2212\u2013]", "-")
    tidy = pc.replace_substring_regex(tidy, "[\u00a0\u202f]", " ")
    thousands = _mask(pc.match_substring_regex(tidy, _AS_THOUSANDS))
    decimals = _mask(pc.match_substring_regex(tidy, _AS_DECIMAL))
    both = thousands & decimals
    return int((decimals & ~both).sum()), int((thousands & ~both).sum()), int(both.sum())


def parse_numbers(cells: pa.Array, decimal: str = ".") -> ParsedNumbers:
    """Read trimmed cells as numbers; what cannot be read is marked bad, never guessed."""
    n = len(cells)
    no = np.zeros(n, dtype=bool)
    result = ParsedNumbers(np.full(n, np.nan), no, no.copy(), decimal)
    plain = _mask(pc.match_substring_regex(cells, _POINT if decimal == "." else _COMMA))
    if plain.any():
        _read_plain(cells, plain, decimal, result)
    if plain.all():
        return result
    result.missing = is_missing(cells, MISSING)
    errors = is_missing(cells, SPREADSHEET_ERRORS)
    if errors.any():
        result.missing |= errors
        result.tricks.add("errors")
    odd = ~(plain | result.missing)
    if odd.any():
        _read_odd(cells, odd, decimal, result)
    return result


def read_number(text: str, decimal: str) -> tuple[float, set[str]] | None:
    """One odd cell as (number, what was needed), or None when it is no number."""
    tricks: set[str] = set()
    t = text.translate(_BLANKS).strip()
    if _INFINITE.match(t.translate(_MINUS)):
        return (-np.inf if t[0] in "-−" else np.inf), {"infinite"}
    ascii_digits = "".join(
        str(unicodedata.decimal(c)) if c.isdecimal() and not c.isascii() else c
        for c in t.translate(_MINUS)
    )
    if ascii_digits != t:
        tricks.add("unicode")
        t = ascii_digits
    sign = 1.0
    percent = t.endswith("%")
    if percent:
        t = t[:-1].rstrip()
        tricks.add("percent")
    t, sign = _take_sign(t, sign)
    if t[:1] and t[0] in _MONEY:
        t = t[1:].lstrip()
        tricks.add("currency")
    elif t[-1:] and t[-1] in _MONEY:
        t = t[:-1].rstrip()
        tricks.add("currency")
    if tricks & {"currency"}:
        t, sign = _take_sign(t, sign)
    match = _ONE[decimal].match(t)
    if not match or not any(c.isdigit() for c in t.split("e")[0].split("E")[0]):
        return None
    if match.group(2):
        tricks.add("thousands")
    if decimal == ",":
        t = t.replace(".", "").replace(",", ".")
    t = re.sub(r"[,'’ ]", "", t)
    number = sign * float(t)
    return (number / 100 if percent else number), tricks


def looks_numeric(text: str) -> bool:
    """Is the cell a number in either decimal convention? For guesses on a few rows."""
    return any(read_number(text, d) is not None for d in ".,")


def _take_sign(t: str, sign: float) -> tuple[str, float]:
    if t[:1] in ("-", "+"):
        return t[1:].lstrip(), -sign if t[0] == "-" else sign
    return t, sign


def _read_plain(cells: pa.Array, plain: Bools, decimal: str, result: ParsedNumbers) -> None:
    kept = cells if plain.all() else pc.filter(cells, pa.array(plain))
    pointed = pc.replace_substring(kept, ",", ".") if decimal == "," else kept
    numbers = pc.cast(pointed, pa.float64()).to_numpy(zero_copy_only=False)
    result.numbers[plain] = numbers
    if not np.all(numbers == np.floor(numbers)):
        return
    # Whole numbers only: they may be codes whose digits matter.
    whole = pc.utf8_ltrim(kept, characters="+-")
    only_digits = pc.match_substring_regex(whole, r"^\d+$")
    padded = pc.and_(only_digits, pc.match_substring_regex(whole, r"^0\d"))
    result.leading_zeros = bool(pc.any(padded).as_py())
    lengths = pc.if_else(only_digits, pc.utf8_length(whole), 0)
    result.digits = int(pc.max(lengths).as_py() or 0)


def _read_odd(cells: pa.Array, odd: Bools, decimal: str, result: ParsedNumbers) -> None:
    encoded = pc.filter(cells, pa.array(odd)).dictionary_encode()
    distinct = encoded.dictionary.to_pylist()
    numbers = np.full(len(distinct), np.nan)
    good = np.zeros(len(distinct), dtype=bool)
    for i, text in enumerate(distinct):
        # Long cells are prose; reading them as numbers would only cost time.
        found = read_number(text, decimal) if len(text) <= 60 else None
        if found is not None:
            numbers[i], good[i] = found[0], True
            result.tricks |= found[1]
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    result.numbers[odd] = numbers[codes]
    result.bad[odd] = ~good[codes]


def _mask(array: pa.Array) -> Bools:
    return np.asarray(pc.fill_null(array, False).to_numpy(zero_copy_only=False), dtype=bool)
