"""Which modules three everyday tasks walk through; `python -m tests.walks` prints them by room.

A walk goes down through the rooms and comes back. It never goes up: no function of a room calls one
of a room above it. Nor does it go in circles: no module calls one that, itself or through others,
called it. What a caller hands down to be called (progress, a key of a sort) may be called.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import multiprocessing
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.test_architecture import CORE, MODULES, ROOT, UI, circles, room

ORDER = [
    *(f"aucc_core.{name}" for line in CORE for name in line if name),
    *(f"pages.ui.{name}" for line in UI for name in line),
]
HEIGHT = {
    **{f"aucc_core.{name}": i for i, line in enumerate(CORE) for name in line},
    **{f"pages.ui.{name}": len(CORE) + i for i, line in enumerate(UI) for name in line},
    "aucc_core": len(CORE),
}
NAMES = {str(path): name for name, path in MODULES.items()}


@dataclass
class Walk:
    """What was called: modules in the order of their first call with those they called themselves,
    and calls that went up.
    """

    modules: dict[str, set[str]] = field(default_factory=dict)
    upwards: dict[str, None] = field(default_factory=dict)
    handed_down: dict[str, None] = field(default_factory=dict)

    def watch(self, frame: FrameType, event: str, _: Any) -> None:
        """For `sys.setprofile`."""
        module = NAMES.get(frame.f_code.co_filename)
        if event != "call" or module is None or frame.f_code.co_name == "<module>":
            return
        self.modules.setdefault(module, set())
        caller = _caller(frame)
        if caller in (None, module):
            return
        handed_down = _was_handed_down(frame.f_code)
        if not handed_down:
            self.modules.setdefault(caller, set()).add(module)
        if HEIGHT[room(module)] > HEIGHT[room(caller)]:
            kind = self.handed_down if handed_down else self.upwards
            kind.setdefault(f"{caller} → {module}.{frame.f_code.co_qualname}")

    def circles(self) -> list[list[str]]:
        """Groups of modules that call each other."""
        return circles({module: frozenset(called) for module, called in self.modules.items()})

    def rooms(self) -> dict[str, list[str]]:
        """Modules by room, rooms in the order of the house."""
        found = {place: [m for m in self.modules if room(m) == place] for place in ORDER}
        return {place: modules for place, modules in found.items() if modules}


def _caller(frame: FrameType) -> str | None:
    """The module of the project that called, directly or through a library."""
    above = frame.f_back
    while above is not None:
        name = NAMES.get(above.f_code.co_filename)
        if name is not None:
            return None if above.f_code.co_name == "<module>" else name
        above = above.f_back
    return None


def _was_handed_down(code: CodeType) -> bool:
    """Functions made inside others, and objects that can be called, are made to be handed on."""
    return "<locals>" in code.co_qualname or code.co_name in ("<lambda>", "__call__")


def walk(task: Callable[[], object]) -> Walk:
    """Do a task, watched. Importing is no part of it."""
    for name in MODULES:
        if name.startswith(("aucc_core.", "pages.ui.")) and not name.endswith("__main__"):
            importlib.import_module(name)
    with contextlib.redirect_stdout(io.StringIO()):
        seen = Walk()
        threading.setprofile(seen.watch)
        sys.setprofile(seen.watch)
        try:
            task()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]
    return seen


def score_a_csv() -> object:
    """A table with labels, as Score's worker takes it, and the report to take away."""
    from aucc_core.ingest import read_table
    from aucc_core.report.score_run import ScoreRun, score
    from pages.ui.score.view import report_of

    data = read_table(Path(ROOT / "assets" / "examples" / "iris.csv").read_bytes())
    run = ScoreRun(tuple(data.label_columns))
    return report_of(score(data, run), run)


def explore_ruspini() -> object:
    """All solutions of Explore's first view, and what the browser is sent of them."""
    from aucc_core.datasets import load_dataset
    from aucc_core.prepare.projection import project
    from aucc_core.score.ranked import RankedPairs
    from aucc_core.sweeps.solutions import ExploreRun, solve
    from pages.ui.components.linked import payload

    data = load_dataset("ruspini")
    solutions = tuple(solve(data, ExploreRun(("kmeans",), tuple(range(2, 10)), 0)))
    drawn = payload.Drawn(data, solutions, project(data, RankedPairs(data), "features"))
    return payload.build_payload(drawn, payload.ViewSettings(), title="", data_key="")


def sweep_on_the_command_line() -> object:
    """`aucc sweep ruspini --k 2:5`."""
    from aucc_core.cli import main

    return main(["sweep", "ruspini", "--k", "2:5"])


WALKS = {
    "CSV → Score": score_a_csv,
    "Explore on Ruspini": explore_ruspini,
    "aucc sweep ruspini --k 2:5": sweep_on_the_command_line,
}


def all_walks() -> list[Walk]:
    """Each in a new process, so that none finds what another has left in a cache."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        return list(pool.map(walk, WALKS.values()))


def main() -> int:
    """Print every walk; the exit status says whether one went up or in a circle."""
    wrong = False
    for name, seen in zip(WALKS, all_walks(), strict=True):
        print(f"\n{name}: {len(seen.modules)} modules in {len(seen.rooms())} rooms")
        for place, modules in seen.rooms().items():
            short = [m.removeprefix(f"{place}.") if m != place else "·" for m in modules]
            print(f"  {place:22} {len(modules):3}  {' '.join(short)}")
        for call in seen.handed_down:
            print(f"  handed down: {call}")
        for call in seen.upwards:
            print(f"  GOES UP: {call}")
        for ring in seen.circles():
            print(f"  IN A CIRCLE: {' '.join(ring)}")
        wrong = wrong or bool(seen.upwards or seen.circles())
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
