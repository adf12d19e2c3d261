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

from aucc_core.paper.agreement import (
    SetAgreement,
    agreement_table,
    study_steps,
)
from aucc_core.paper.checks import PartResult
from aucc_core.paper.parts import PARTS
from aucc_core.score.inputs import Dataset, Progress, run_steps
from aucc_core.version import PACKAGES, __version__

#: Columns of the table of a run, before those of its stamp.
COLUMNS = [
    "part", "kind", "quantity", "printed", "corrected", "ours", "difference", "spread", "z",
    "outcome",
]  # fmt: skip


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
        """Everything as one table: what the paper prints or says, ours, what came of it, the stamp.

        The agreement table is under "printed" as it stands in the paper and under "corrected"
        without its slips; "difference" is ours less the corrected number.
        """
        rows: list[dict[str, object]] = [
            {
                "part": PARTS[part.name].title,
                "kind": check.kind,
                "quantity": check.quantity,
                "printed": check.printed or check.stated,
                "corrected": check.printed,
                "ours": check.ours,
                "difference": check.difference,
                "spread": check.spread,
                "z": check.z,
                "outcome": check.outcome,
            }
            for part in self.parts.values()
            for check in part.checks
        ]
        for cell in agreement_table(self.columns).to_dict("records"):
            known = not math.isnan(cell["printed"])
            rows.append(
                {
                    "part": "Agreement",
                    "kind": "printed" if known else "own",
                    "quantity": f"{cell['data']}, {cell['criterion']}: correlation with ARI",
                    "printed": f"{cell['printed']:.2f}" if known else "",
                    "corrected": f"{cell['corrected']:.2f}" if known else "",
                    "ours": cell["ours"],
                    "difference": cell["difference"],
                    "outcome": cell["outcome"],
                }
            )
        table = pd.DataFrame(rows, columns=COLUMNS)
        for name, value in (
            ("seed", self.stamp.seed),
            ("starts", self.stamp.n_init),
            ("computed", self.stamp.when),
            ("versions", " ".join(f"{k}={v}" for k, v in self.stamp.versions.items())),
        ):
            table[name] = value
        return table


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
