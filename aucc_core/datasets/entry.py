"""One row of the registry: what a data set is called, can be asked for, and rests on."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal

import numpy.typing as npt

from aucc_core.score.inputs import InputError, require_known_settings

Value = int | float | str


@dataclass(frozen=True)
class Setting:
    """One knob of a data set, with what a menu or the command line needs to show it.

    ``low`` and ``high`` are what is allowed. A setting of kind "path" names a file on the machine
    that runs the program; never offer it to visitors of a web page.
    """

    name: str
    label: str
    help: str
    default: Value
    kind: Literal["int", "float", "path"] = "int"
    low: float = 0
    high: float = math.inf
    step: float = 1

    @property
    def allowed(self) -> str:
        """The range in words, such as "1 to 1,000"."""
        if self.kind == "path":
            return "a file"
        return " to ".join(f"{int(x) if x == int(x) else x:,}" for x in (self.low, self.high))

    def check(self, value: Any) -> Value:
        """Return the value in its own type, or say what is allowed."""
        if self.kind == "path":
            return str(value)
        wanted = "a whole number" if self.kind == "int" else "a number"
        number: Any = math.nan if isinstance(value, bool) or not isinstance(value, Real) else value
        if math.isnan(number) or (self.kind == "int" and number % 1 != 0):
            raise InputError(f"Setting {self.name!r} must be {wanted}; got {value!r}.")
        if not self.low <= number <= self.high:
            raise InputError(
                f"Setting {self.name!r} must be {wanted} from {self.allowed}; got {value!r}."
            )
        return int(number) if self.kind == "int" else float(number)

    def parse(self, text: str) -> Value:
        """Read the value from text, as the command line gets it."""
        if self.kind == "path":
            return text
        try:
            return self.check(int(text) if self.kind == "int" else float(text))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            wanted = "a whole number" if self.kind == "int" else "a number"
            raise InputError(f"Setting {self.name!r} must be {wanted}; got {text!r}.") from error


@dataclass(frozen=True)
class Content:
    """What a builder returns: the data alone; the registry row adds name, source and licence."""

    X: npt.NDArray
    labels: npt.NDArray | None = None
    feature_names: tuple[str, ...] = ()
    distances: npt.NDArray | None = None
    object_names: tuple[str, ...] | None = None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class DatasetEntry:
    """A data set that can be loaded by name.

    Attributes
    ----------
    name : what ``load_dataset`` and the command line take.
    title, description : for people, in plain words.
    kind : "real" measurements, "synthetic" draws, or an example of the "paper".
    size : objects × features at the default settings.
    true_k : number of known groups at the default settings; None when there are none.
    settings : the knobs, in menu order.
    online : True when loading needs a network connection (or a local copy).
    """

    name: str
    title: str
    description: str
    kind: Literal["real", "synthetic", "paper"]
    size: tuple[int, int]
    true_k: int | None
    source: str
    licence: str
    build: Callable[..., Content]
    settings: tuple[Setting, ...] = ()
    online: bool = False

    def settle(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Every setting with its checked value; defaults fill what was not given."""
        known = {setting.name: setting for setting in self.settings}
        require_known_settings(f"Data set {self.name!r}", given, known)
        return {name: s.check(given.get(name, s.default)) for name, s in known.items()}
