"""`Choices`: everything a caller may overrule about how a file is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from aucc_core.ingest.limits import DEFAULT_LIMITS, Limits
from aucc_core.score.inputs import InputError

ROLES = ("feature", "label", "id", "ignore")
DELIMITERS = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "pipe",
    " ": "spaces",
}
# What decides how a file is split into named columns of cells.
CELLS = (
    "delimiter",
    "header",
    "header_row",
    "skip_rows",
    "units",
    "total",
    "encoding",
    "sheet",
    "limits",
)
_OPTIONS: dict[str, tuple[Any, ...]] = {
    "decimal": (None, ".", ","),
    "header": (None, True, False),
    "units": (None, True, False),
    "total": (None, True, False),
    "missing": (None, "drop_rows", "impute", "drop_column"),
    "mixed": (None, "missing", "text"),
    "kind": (None, "features", "distances"),
    "codes": (None, "label", "feature"),
    "asymmetric": (None, "average", "upper", "lower"),
    "diagonal": (None, "zero", "similarity"),
}


@dataclass(frozen=True)
class Choices:
    """What the caller decided; None leaves the decision to the file.

    Attributes
    ----------
    delimiter : one character; " " stands for any run of blanks.
    decimal : "." or ",".
    header : the first row holds names (True) or data (False).
    header_row : the row that holds names, counted from 1; rows above it are left out. 0: none does.
    skip_rows : lines to leave out at the top, title rows for example.
    units : the row below the header holds units (True) or data (False).
    total : the last row is a total to leave out (True) or data (False).
    encoding : text encoding, such as "utf-8" or "cp1252".
    sheet : name or 0-based position in a workbook; the array's name in an npz.
    codes : whole numbers with few values beside measured features are labels or features.
    label, id, ignore : column names (one or several) that get this role.
    roles : role by column name; wins over the three above.
    missing : rows with gaps left out, gaps filled with the median, or columns with gaps left out.
    sentinels : numbers that stand for a missing value; () for none.
    mixed : text inside a number column counts as missing, or makes it a text column.
    kind : the table holds features or a distance matrix.
    asymmetric : which half of an asymmetric distance matrix to use.
    diagonal : a nonzero diagonal is ignored, or tells that the values are similarities.
    standardize : scale every feature to mean 0 and standard deviation 1.
    labels_file : a second file with one label per object (path, bytes, or a
        pair of its name and either).
    name : how to call the data; the file's name otherwise.
    limits : upper bounds on what a file may cost.
    """

    delimiter: str | None = None
    decimal: str | None = None
    header: bool | None = None
    header_row: int | None = None
    skip_rows: int | None = None
    units: bool | None = None
    total: bool | None = None
    encoding: str | None = None
    sheet: str | int | None = None
    codes: str | None = None
    label: Any = None
    id: Any = None
    ignore: Any = None
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: str | None = None
    sentinels: tuple[float, ...] | None = None
    mixed: str | None = None
    kind: str | None = None
    asymmetric: str | None = None
    diagonal: str | None = None
    standardize: bool = False
    labels_file: Any = None
    name: str | None = None
    limits: Limits = DEFAULT_LIMITS

    def __post_init__(self) -> None:
        for key, allowed in _OPTIONS.items():
            value = getattr(self, key)
            if value not in allowed:
                options = ", ".join(repr(a) for a in allowed if a is not None)
                raise InputError(f"{key} must be one of {options}; got {value!r}.")
        row = self.header_row
        if row is not None and (not isinstance(row, int) or row < 0):
            raise InputError(f"header_row must be the number of a row, 0 for none; got {row!r}.")
        sign = self.delimiter
        if sign is not None and (len(sign) != 1 or not sign.isascii() or sign in '\r\n"'):
            raise InputError(f"delimiter must be one plain character; got {sign!r}.")
        if self.decimal is not None and self.decimal == self.delimiter:
            raise InputError(f"decimal and delimiter cannot both be {self.decimal!r}.")
        for name, role in self.roles.items():
            if role not in ROLES:
                raise InputError(
                    f"The role of column {name!r} must be one of {', '.join(ROLES)}; got {role!r}."
                )

    def for_cells(self) -> Choices:
        """Only what decides how a file is split into named columns of cells."""
        return Choices(**{name: getattr(self, name) for name in CELLS})

    def asked_roles(self) -> dict[str, str]:
        """Role by column name, from `label`, `id`, `ignore` and `roles`."""
        asked = {}
        for role in ("ignore", "id", "label"):
            for name in _as_names(getattr(self, role)):
                asked[name] = role
        asked.update(self.roles)
        return asked


def _as_names(value: Any) -> list[str]:
    """One name, several, or none, as a list."""
    if value is None:
        return []
    if isinstance(value, str | int):
        return [str(value)]
    return [str(v) for v in value]


def make_choices(options: Mapping[str, Any]) -> Choices:
    """Choices from keywords; an unknown keyword is refused with the known ones."""
    known = {f.name for f in fields(Choices)}
    unknown = sorted(set(options) - known)
    if unknown:
        raise InputError(f"Unknown choice {unknown[0]!r}; there are {', '.join(sorted(known))}.")
    return Choices(**options)
