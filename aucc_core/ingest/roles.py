"""What each column is for: feature, label, id, or nothing; guessed, and overruled by choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import Column
from aucc_core.ingest.names import listed, row_numbers
from aucc_core.score.inputs import InputError

_ID_NAME = re.compile(
    r"^(id|ids|.*[_\s.-]id|id[_\s.-].*|index|idx|rows?|row[_\s.-]?(id|nr|no|number|names?)|nr|no\.?|"
    r"number|#|key|uuid|guid|unnamed: ?\d+|names?|code|object|observation|case|subject|patient|"
    r"level_0|sample([_\s.-]?(nr|no|number|name))?)$",
    re.IGNORECASE,
)
# Numbers that are no measurements.
_CODE_NAME = re.compile(
    r"^(zip|zip[_\s.-]?code|postal[_\s.-]?code|post[_\s.-]?code|plz|phone|telephone|fax)$",
    re.IGNORECASE,
)
# How people call columns of labels, also by algorithms that are not in our registry.
_LABEL_NAME = re.compile(
    r"(^|[_\s.-])(class|classes|labels?|clusters?|target|species|category|categories|group|groups|"
    r"truth|partition|communit(y|ies)|membership|diagnosis|k-?means|k-?medoids|pam|hdbscan|dbscan|"
    r"gmm|ward|spectral|agglomerative|birch|optics|hclust|linkage|leiden|louvain|prediction)"
    r"([_\s.-]?(k|n)?[_\s.=-]?\d*)?$|^type$|"
    r"^(single|average|complete|centroid|median|pred|k|c)[_\s.=-]?k?[_\s.=-]?\d+$",
    re.IGNORECASE,
)
# As names, letters with a number (k3, c1) may be anything.
_LABEL_WORD = re.compile(r"(class|cluster|label|species|group|segment)", re.IGNORECASE)
_COUNTS_ROWS = "counts the rows"
_FEW = 30
_MOST_CODES = 100
_SERIES = re.compile(r"^(.*?)[_\s.=-]*\d+$")
_TRICKS = {
    "thousands": "Thousands separators are removed: {}.",
    "currency": "Currency signs are removed: {}.",
    "percent": "Percentages are read as shares (5% is 0.05): {}.",
    "unicode": "Minus signs or digits of another script are converted: {}.",
    "boolean": "Yes/no or true/false is read as 1/0: {}.",
    "errors": "Spreadsheet errors such as #DIV/0! count as missing: {}. Re-save with values.",
}


@dataclass(frozen=True)
class Role:
    """Role of one column and the words for a notice."""

    role: str
    why: str = ""
    asked: bool = False
    # Whole numbers with few values beside measured features: probably a clustering.
    codes: bool = False


def assign_roles(
    columns: Sequence[Column], choices: Choices, *, first_unnamed: bool
) -> dict[str, Role]:
    """Role of every column by name."""
    asked = _asked(columns, choices)
    roles = {
        c.name: Role(asked[c.name], asked=True)
        if c.name in asked
        else _guess(c, first=i == 0, unnamed=first_unnamed and i == 0)
        for i, c in enumerate(columns)
    }
    if not any(r.role == "label" for r in roles.values()):
        _last_column_as_label(columns, roles, choices)
    if choices.label is None:
        _codes_as_labels(columns, roles, choices)
    if not any(r.role == "feature" for r in roles.values()):
        _rescue_feature(columns, roles)
    return roles


def names_labels(name: str) -> bool:
    """Whether people call columns of labels so."""
    return bool(_LABEL_NAME.search(name))


def _asked(columns: Sequence[Column], choices: Choices) -> dict[str, str]:
    names = [c.name for c in columns]
    found = {}
    for name, role in choices.asked_roles().items():
        if name in names:
            found[name] = role
        elif re.fullmatch(r"-?\d{1,6}", name) and -len(names) <= int(name) < len(names):
            found[names[int(name)]] = role
        else:
            shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
            raise InputError(f"There is no column {name!r}. The columns are: {shown}.")
    return found


def _guess(column: Column, *, first: bool, unnamed: bool) -> Role:
    if column.kind == "empty":
        return Role("ignore", "holds no values")
    if column.kind == "date":
        return Role("ignore", "holds dates or times")
    measured = column.kind == "number" and not column.integer
    all_distinct = not measured and column.n_known > 2 and column.distinct == column.n_known
    if unnamed and (all_distinct or column.kind == "text"):
        return Role("id", "has no name, like a saved index")
    label_like = names_labels(column.name)
    if column.kind == "code":
        why = f"has {column.reason}"
        return Role("id", why) if all_distinct or not label_like else Role("label", why)
    if column.kind == "text":
        return _guess_text(column, label_like, all_distinct)
    if label_like and column.integer and column.distinct < column.n_known:
        return Role("label")
    if column.integer and all_distinct:
        if _ID_NAME.match(column.name):
            return Role("id", "numbers the rows by its name and values")
        if column.n_known >= 10 and _counts_up(column):
            return Role("id" if first else "ignore", _COUNTS_ROWS)
    if column.integer and _CODE_NAME.match(column.name):
        return Role("ignore", "holds codes by its name")
    return Role("feature")


def _guess_text(column: Column, label_like: bool, all_distinct: bool) -> Role:
    if column.distinct == 1 and column.n_known > 2 and not label_like:
        return Role("ignore", "holds one and the same text")
    if all_distinct or (not label_like and column.distinct > max(20, column.n_known // 2)):
        return Role("id", "holds a name for nearly every row")
    return Role("label")


def _counts_up(column: Column) -> bool:
    values = column.numbers
    if values is None or np.isnan(values).any() or values[0] not in (0.0, 1.0):
        return False
    return bool(np.all(np.diff(values) == 1))


def _last_column_as_label(
    columns: Sequence[Column], roles: dict[str, Role], choices: Choices
) -> None:
    """A last column of few whole numbers beside measured ones is usually the class."""
    features = [c for c in columns if roles[c.name].role == "feature"]
    if len(features) < 3 or features[-1] is not columns[-1] or roles[columns[-1].name].asked:
        return
    last, others = features[-1], features[:-1]
    if last.kind != "number" or not last.integer or any(c.integer for c in others):
        return
    if 2 <= last.distinct <= min(_FEW, last.n_known // 3):
        why = f"is the last one and holds {last.distinct} whole numbers"
        roles[last.name] = Role(choices.codes or "label", why, codes=True)


def _codes_as_labels(columns: Sequence[Column], roles: dict[str, Role], choices: Choices) -> None:
    """Columns that count 0, 1, 2 … beside measured ones are usually clusterings or groups."""
    features = [c for c in columns if roles[c.name].role == "feature"]
    guessed = [c for c in features if not roles[c.name].asked]
    coded = [c for c in guessed if _is_coded(c)]
    series = Counter(_stem(c.name) for c in coded)
    found = [c for c in coded if c.distinct > 2 or (_stem(c.name) and series[_stem(c.name)] > 2)]
    measured = [c for c in features if c not in found and c.kind == "number"]
    if not any(not c.integer or c.distinct > _MOST_CODES for c in measured):
        return
    for c in found:
        roles[c.name] = Role(choices.codes or "label", codes=True)


def _is_coded(column: Column) -> bool:
    """Every whole number from -1, 0 or 1 on, each often enough to be a cluster."""
    values = column.numbers
    if column.kind != "number" or not column.integer or values is None:
        return False
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    return (
        low in (-1.0, 0.0, 1.0)
        and high - low + 1 == column.distinct
        and 2 <= column.distinct <= min(_MOST_CODES, column.n_known // 2)
    )


def _stem(name: str) -> str:
    """What stands before the number in sol_2, k=3."""
    match = _SERIES.match(name)
    return match[1].lower() if match else ""


def _rescue_feature(columns: Sequence[Column], roles: dict[str, Role]) -> None:
    """When guesses left no feature, numbers that merely looked like row numbers come back."""
    for c in columns:
        role = roles[c.name]
        counted = role.role == "id" or role.why == _COUNTS_ROWS
        if c.kind == "number" and counted and not role.asked:
            roles[c.name] = Role("feature")


def object_names(columns: Sequence[Column], roles: Mapping[str, Role]) -> tuple[str, ...] | None:
    """Names of the objects from the first id column, or None."""
    for c in columns:
        if roles[c.name].role == "id":
            if c.cells is not None:
                return tuple(str(x) for x in c.cells.to_pylist())
            assert c.numbers is not None
            return tuple(f"{v:.0f}" if v == v else "" for v in c.numbers.tolist())
    return None


def role_notices(columns: Sequence[Column], roles: Mapping[str, Role]) -> list[str]:
    """Columns that were left out of the features by a guess."""
    notices = []
    for c in columns:
        role = roles[c.name]
        if role.asked or role.role == "feature" or not role.why:
            continue
        outcome = {
            "ignore": "is left out",
            "id": "is used as names of the objects, not as a feature",
            "label": "is taken as labels",
        }[role.role]
        if role.why == "holds no values":
            outcome = "is dropped"
        notices.append(f"Column {c.name!r} {role.why}: it {outcome}.")
    measured = [
        c.name
        for c in columns
        if roles[c.name] == Role("feature") and c.kind == "number" and _LABEL_WORD.search(c.name)
    ]
    if measured and not any(role.role == "label" for role in roles.values()):
        notices.append(
            f"Named like labels, but with too many different numbers to be any: {listed(measured)}."
        )
    coded = [c.name for c in columns if roles[c.name] == Role("label", codes=True)]
    if coded:
        notices.append(f"Taken as labels, as they hold few whole numbers: {listed(coded)}.")
    labels = [c.name for c in columns if roles[c.name].role == "label" and not roles[c.name].why]
    named = [name for name in labels if name not in coded]
    if named and not any(roles[n].asked for n in named):
        notices.append(f"Taken as labels, not as features: {listed(named)}.")
    return notices


def reading_notices(columns: Sequence[Column], roles: Mapping[str, Role]) -> list[str]:
    """How number columns had to be read."""
    used = [c for c in columns if roles[c.name].role in ("feature", "label", "ignore")]
    notices = []
    commas = [c.name for c in used if c.decimal == "," and c.kind in ("number", "code")]
    if commas:
        notices.append(f"Decimal comma (1,5 is 1.5): {listed(commas)}.")
    for trick, text in _TRICKS.items():
        names = [c.name for c in used if trick in c.tricks and roles[c.name].role != "label"]
        if names:
            notices.append(text.format(listed(names)))
    for c in used:
        if roles[c.name].role != "feature":
            continue
        if c.bad is not None:
            shown = listed([repr(c.text(i))[:30] for i in np.flatnonzero(c.bad)[:3]])
            notices.append(
                f"Column {c.name!r} holds text among its numbers (data rows "
                f"{row_numbers(c.bad)}: {shown}); these count as missing."
            )
        if c.sentinels:
            numbers = listed([f"{s:g}" for s in c.sentinels])
            notices.append(f"Column {c.name!r}: {numbers} is taken as missing.")
    mostly_text = [c for c in used if c.kind == "text" and c.reason]
    return [*notices, *(f"Column {c.name!r} is text, though {c.reason}." for c in mostly_text)]
