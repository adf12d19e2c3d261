"""One run of the paper's evaluation: chosen parts and data sets, piece by piece."""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

import pandas as pd

from aucc_core.paper.agreement import SetAgreement, agreement_table, study_steps
from aucc_core.paper.parts import PARTS, PartResult
from aucc_core.paper.published import CLOSE, FIRM_SETS
from aucc_core.score.inputs import Dataset, Progress, run_steps
from aucc_core.version import PACKAGES, __version__


@dataclass(frozen=True)
class Stamp:
    """What someone else needs to get the same numbers."""

    versions: Mapping[str, str]
    seed: int
    n_init: int
    when: str
    seconds: float = 0.0

    @classmethod
    def now(cls, *, seed: int, n_init: int, seconds: float = 0.0) -> Stamp:
        """The stamp of this program at this moment."""
        versions = {"aucc": __version__, "python": platform.python_version()}
        versions |= {name: version(name) for name in PACKAGES}
        when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        return cls(versions, seed, n_init, when, seconds)

    def text(self) -> str:
        """One line for people."""
        named = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        return (
            f"Computed {self.when} in {self.seconds:.1f} s · seed {self.seed} · "
            f"{self.n_init} starts of k-means · {named}"
        )


@dataclass(frozen=True, eq=False)
class PaperRun:
    """What was computed, all or so far, and its stamp."""

    parts: Mapping[str, PartResult]
    columns: tuple[SetAgreement, ...]
    stamp: Stamp

    def table(self) -> pd.DataFrame:
        """Everything as one table, the outcome of each number under "verdict", and the stamp."""
        rows = [
            (PARTS[part.name].title, f.quantity, f.published, f.ours, f.difference, f.outcome)
            for part in self.parts.values()
            for f in part.numbers
        ]
        cells = agreement_table(self.columns)
        for data, criterion, ours, paper in zip(
            cells["data"], cells["criterion"], cells["ours"], cells["published"], strict=True
        ):
            known = not math.isnan(paper)
            outcome = agreement_outcome(data, ours - paper) if known else "not printed"
            quantity = f"{data}, {criterion}: correlation with ARI"
            printed = f"{paper:.2f}" if known else ""
            rows.append(("Agreement", quantity, printed, ours, ours - paper, outcome))
        names = ["part", "quantity", "published", "ours", "difference", "verdict"]
        table = pd.DataFrame(rows, columns=names)
        for name, value in (
            ("seed", self.stamp.seed),
            ("starts", self.stamp.n_init),
            ("computed", self.stamp.when),
            ("versions", " ".join(f"{k}={v}" for k, v in self.stamp.versions.items())),
        ):
            table[name] = value
        return table


def agreement_outcome(name: str, difference: float) -> str:
    """Whether a cell of the agreement table is the printed one."""
    if abs(difference) <= CLOSE:
        return "same"
    return "differs" if name in FIRM_SETS else "moved by ties"


def paper_steps(
    parts: Sequence[str],
    sets: Sequence[Dataset | str],
    *,
    seed: int,
    n_init: int,
    progress: Progress | None = None,
) -> Generator[PartResult | SetAgreement, None, PaperRun]:
    """Each part and each column of the agreement table as it is done; the whole run at the end."""
    begin = time.perf_counter()
    total = len(parts) + len(sets)
    done: dict[str, PartResult] = {}
    for at, name in enumerate(parts):
        if progress is not None:
            progress(at, total, PARTS[name].title)
        done[name] = PARTS[name].compute(seed)
        yield done[name]

    def tell(steps: float, of: float, message: str) -> None:  # noqa: ARG001 - of our own total
        if progress is not None:
            progress(len(parts) + steps, total, message)

    columns = yield from study_steps(sets, seed=seed, n_init=n_init, progress=tell)
    seconds = time.perf_counter() - begin
    return PaperRun(done, columns, Stamp.now(seed=seed, n_init=n_init, seconds=seconds))


def run_paper(
    parts: Sequence[str],
    sets: Sequence[Dataset | str] = (),
    *,
    seed: int,
    n_init: int,
    progress: Progress | None = None,
) -> PaperRun:
    """The whole run, here and now."""
    return run_steps(paper_steps(parts, sets, seed=seed, n_init=n_init, progress=progress))
