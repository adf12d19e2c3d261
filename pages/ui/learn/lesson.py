"""`Lesson`: one idea of the course, with its question, its live picture and its own link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.score.curve import DRAWN_ERROR, RocCurve
from aucc_core.score.inputs import Dataset

Settings = dict[str, Any]
Payload = dict[str, Any]

MAX_SEED = 9999


@dataclass(frozen=True)
class Question:
    """What the reader predicts before the reveal; texts may name facts of the picture in {}."""

    text: str
    options: tuple[str, ...]
    right: int
    why: str


@dataclass(frozen=True)
class Route:
    """A way through some of the lessons, for a class with less time."""

    name: str
    label: str
    lessons: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """One screen of the course.

    Attributes
    ----------
    name : of its row, and of the picture's script, ``<name>.js`` in components/course.
    idea : two or three sentences; ``**term**`` marks a term that is explained there.
    notes : Markdown for teachers.
    minutes : in class, with its discussion.
    settings : reads what the link says and drops what makes no sense; the seed alone by default.
    build : computes everything the picture shows; its "facts" fill the question's texts. With
        "asks" false the question does not fit this picture and is left out.
    answer_move : answers what the reader settled on in the picture (computed by the core).
    below : draws more under the picture; given settings and picture, returns what to show.
    seeded : whether a new seed gives a new picture.
    fixed : settings (and their values) under which it does not.
    refuses : why the lesson cannot use the person's own table, empty where it can; ``build`` then
        gets that table as ``own``. None where it takes none.
    """

    name: str
    title: str
    idea: str
    notes: str
    minutes: int
    build: Callable[..., Payload]
    settings: Callable[[Mapping[str, str]], Settings] = lambda query: {"seed": read_seed(query)}
    question: Question | None = None
    answer_move: Callable[[Any], Payload] | None = None
    below: Callable[[Settings, Payload], Payload] | None = None
    seeded: bool = True
    fixed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refuses: Callable[[Dataset], str] | None = None


def read_seed(query: Mapping[str, str]) -> int:
    """The seed in the link; 1 when there is none or it is no number from 0 to 9999."""
    return read_int(query, "seed", low=0, high=MAX_SEED, default=1)


def read_int(query: Mapping[str, str], name: str, *, low: int, high: int, default: int) -> int:
    """A whole number from the link, or the default when it is missing or out of range."""
    text = str(query.get(name, ""))
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return default
    return int(text) if low <= int(text) <= high else default


def read_choice(query: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of the choices from the link; the first when it names none."""
    text = str(query.get(name, ""))
    return text if text in choices else choices[0]


def curve_points(curve: RocCurve, max_error: float = DRAWN_ERROR) -> list[list[float]]:
    """A curve as [x, y] points for the browser, thinned by less than a pixel shows."""
    thin = curve.simplified(max_error)
    return rounded(np.column_stack([thin.fpr, thin.tpr]), 5)


def wrong_pairs(labels: npt.ArrayLike, truth: npt.ArrayLike) -> tuple[int, int]:
    """(pairs wrongly joined, pairs wrongly split) against the true groups."""
    a, b = np.asarray(labels), np.asarray(truth)
    i, j = np.triu_indices(a.size, 1)
    together, belong = a[i] == a[j], b[i] == b[j]
    return int((together & ~belong).sum()), int((~together & belong).sum())


def rounded(a: npt.ArrayLike, digits: int = 3) -> list[Any]:
    """Nested lists of short numbers, to keep what is sent to the browser small."""
    return np.round(np.asarray(a, dtype=np.float64), digits).tolist()
