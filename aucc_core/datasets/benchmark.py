"""`read_benchmark`: a folder of benchmark sets, each with the clusterings that experts call right.

The form is that of the "Benchmark suite for clustering algorithms" (Gagolewski, *SoftwareX* 20,
2022): ``battery/name.data.gz`` has one object per line, numbers separated by blanks;
``battery/name.labels0.gz``, ``labels1``, … have one number per line, the cluster of that object, 0
for noise. Files need not be packed, and the level of the batteries may be missing.

Such sets are not shipped: what is learned from them should be checked on sets that the caller
chose.
"""

from __future__ import annotations

import gzip
import math
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aucc_core.score.inputs import MIN_OBJECTS, NEEDS_OBJECTS, Floats, InputError, Integers

#: What a reference calls objects that belong to no cluster.
NOISE_LABEL = 0

_DATA = re.compile(r"(?P<name>.+)\.data(\.gz)?")
_REFERENCE = re.compile(r"(?P<name>.+)\.labels(?P<number>\d+)(\.gz)?")
_REMEDY = "Sets look like battery/name.data.gz with battery/name.labels0.gz beside it."


@dataclass(frozen=True, eq=False)
class BenchmarkSet:
    """Objects, and one or more clusterings of them that are equally right.

    Attributes
    ----------
    name, battery : how the set and the group of sets that it belongs to are called.
    X : (n, d) features. Read-only, as are the references.
    references : in each, one cluster number per object; `NOISE_LABEL` for none.
    """

    name: str
    battery: str
    X: Floats
    references: tuple[Integers, ...]

    def __post_init__(self) -> None:
        for array in (self.X, *self.references):
            array.setflags(write=False)

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.X.shape[0]

    @property
    def true_ks(self) -> tuple[int, ...]:
        """How many clusters each reference has, noise not counted."""
        return tuple(int(np.unique(r[r != NOISE_LABEL]).size) for r in self.references)

    def hit(self, k: int) -> bool:
        """Whether some reference has that many clusters."""
        return k in self.true_ks


def read_benchmark(
    folder: str | Path, *, most_objects: int | None = None, batteries: Iterable[str] | None = None
) -> Iterator[BenchmarkSet]:
    """The sets of a folder by battery and name, one at a time.

    Sets of more than ``most_objects`` objects are left out; ``batteries`` names the ones wanted.
    """
    root = Path(folder)
    if not root.is_dir():
        raise InputError(f"Benchmark sets stand in a folder; there is no folder {str(root)!r}.")
    found = _files(root)
    if not found:
        raise InputError(f"There is no benchmark set in {str(root)!r}. {_REMEDY}")
    known = sorted({one.battery for one in found})
    wanted = known if batteries is None else list(batteries)
    for battery in wanted:
        if battery not in known:
            raise InputError(f"There is no battery {battery!r}; there are: {', '.join(known)}.")
    return _read_all([one for one in found if one.battery in wanted], most_objects, root)


@dataclass(frozen=True, order=True)
class _Files:
    battery: str
    name: str
    data: Path
    references: tuple[Path, ...]


def _files(root: Path) -> list[_Files]:
    """Which files make a set, from the folder itself and the folders in it."""
    found = []
    for place in [root, *sorted(p for p in root.iterdir() if p.is_dir())]:
        data: dict[str, Path] = {}
        references: dict[str, dict[int, Path]] = {}
        for path in sorted(place.iterdir()):
            if match := _DATA.fullmatch(path.name):
                _only_once(data, match["name"], path)
            elif match := _REFERENCE.fullmatch(path.name):
                _only_once(references.setdefault(match["name"], {}), int(match["number"]), path)
        for name, path in data.items():
            if name not in references:
                raise InputError(
                    f"{path} has no reference clustering: no {name}.labels0 beside it."
                )
            given = references[name]
            found.append(
                _Files(place.resolve().name, name, path, tuple(given[i] for i in sorted(given)))
            )
    return sorted(found)


def _only_once(seen: dict[Any, Path], key: Any, path: Path) -> None:
    if key in seen:
        raise InputError(f"{seen[key]} and {path.name} are the same set. Remove one of them.")
    seen[key] = path


def _read_all(files: list[_Files], most_objects: int | None, root: Path) -> Iterator[BenchmarkSet]:
    fewest = math.inf
    some = False
    for one in files:
        lines = _lines(one.data)
        fewest = min(fewest, len(lines))
        if most_objects is not None and len(lines) > most_objects:
            continue
        some = True
        yield _read(one, lines)
    if not some:
        raise InputError(
            f"No set in {str(root)!r} has at most {most_objects:,} objects; "
            f"the smallest has {fewest:,}."
        )


def _read(files: _Files, lines: list[str]) -> BenchmarkSet:
    if len(lines) < MIN_OBJECTS:
        raise InputError(f"{NEEDS_OBJECTS}; {files.data} has {len(lines)}.")
    X = np.array([_numbers(files.data, at, line) for at, line in enumerate(_same(files, lines), 1)])
    return BenchmarkSet(
        files.name, files.battery, X, tuple(_reference(p, len(lines)) for p in files.references)
    )


def _same(files: _Files, lines: list[str]) -> list[str]:
    """The lines, if all have as many numbers as the first."""
    width = len(lines[0].split())
    for at, line in enumerate(lines, 1):
        if len(line.split()) != width or width == 0:
            raise InputError(
                f"Each line of {files.data} is one object with the same features; line 1 has "
                f"{width} numbers, line {at} has {len(line.split())}."
            )
    return lines


def _reference(path: Path, n: int) -> Integers:
    lines = _lines(path)
    if len(lines) != n:
        raise InputError(
            f"A reference has one line per object; {path} has {len(lines)} for {n} objects."
        )
    values = []
    for at, line in enumerate(lines, 1):
        numbers = _numbers(path, at, line)
        if len(numbers) != 1 or numbers[0] < 0 or numbers[0] % 1 != 0:
            raise InputError(
                f"A reference has one whole number per line, 0 for noise or the cluster's, from 1; "
                f"{path}, line {at} is {line.strip()!r}."
            )
        values.append(int(numbers[0]))
    reference = np.array(values, dtype=np.int64)
    if (reference == NOISE_LABEL).all():
        raise InputError(f"{path} calls every object noise (0); a reference needs a cluster.")
    return reference


def _numbers(path: Path, at: int, line: str) -> list[float]:
    try:
        numbers = [float(text) for text in line.split()]
    except ValueError as error:
        raise InputError(
            f"Numbers are separated by blanks; {path}, line {at}: {error}. Remove the line or "
            "write the number with a point."
        ) from error
    if not all(math.isfinite(x) for x in numbers):
        raise InputError(f"Numbers must be finite; {path}, line {at} is {line.strip()!r}.")
    return numbers


def _lines(path: Path) -> list[str]:
    """The lines of a file, packed or not, without empty ones at the end."""
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as text: {error}. Fetch it again.") from error
    return text.rstrip().splitlines()
