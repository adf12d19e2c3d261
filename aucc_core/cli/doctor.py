"""`aucc doctor`: what this installation is made of, and whether it counts right."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import math
import os
import platform
import time
from collections.abc import Callable, Mapping
from typing import Any

from aucc_core.cli.app import NEEDED
from aucc_core.cli.output import print_json, print_table
from aucc_core.cost import format_bytes
from aucc_core.score.inputs import InputError
from aucc_core.score.threads import thread_count
from aucc_core.version import PACKAGES, __version__

NAME = "doctor"
HELP = "say what is installed, and check that it counts right"
ABOUT = """\
Print the versions, threads and memory that the program works with and where its compiled kernels
are kept, and compute a few scores whose digits are known. Exit status 1 when one of them differs:
then something in this installation counts wrong."""

WRONG = 1
# Packages that not every installation has, and what for.
OPTIONAL = {**dict.fromkeys(NEEDED, "the dashboard"), "dask": "several machines"}
_TOLERANCE = 1e-12


def _exact() -> float:
    from aucc_core import aucc_score, load_dataset

    ruspini = load_dataset("ruspini")
    return aucc_score(ruspini.X, ruspini.labels)


def _compiled() -> float:
    from aucc_core import aucc_score, load_dataset

    digits = load_dataset("digits")
    return aucc_score(digits.X, digits.labels)


def _gamma() -> float:
    from aucc_core import gamma_score, load_dataset

    digits = load_dataset("digits")
    return gamma_score(digits.X, digits.labels)


def _bounds() -> float:
    from aucc_core import aucc_bounds, load_dataset

    digits = load_dataset("digits")
    found = aucc_bounds(digits.X, digits.labels)
    inside = found.low <= GOLDEN["AUCC of Digits, by compiled kernels"][0] <= found.high
    return float(inside)


# What is computed, and what must come out; held against slow, obvious code by the tests.
GOLDEN: Mapping[str, tuple[float, Callable[[], float]]] = {
    "AUCC of Ruspini": (0.9994532401464366, _exact),
    "AUCC of Digits, by compiled kernels": (0.8695730079548383, _compiled),
    "Gamma of Digits": (0.7391460159096765, _gamma),
    "Bounds hold the AUCC of Digits": (1.0, _bounds),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Look, check, print."""
    begin = time.perf_counter()
    checks = [_checked(name, expected, work) for name, (expected, work) in GOLDEN.items()]
    seconds = time.perf_counter() - begin
    good = all(check["good"] for check in checks)
    about = _about()
    kernels = _kernels()
    if args.json:
        print_json({**about, "kernels": kernels, "checks": checks, "good": good})
        return 0 if good else WRONG
    rows = [(name, "not installed" if v is None else v) for name, v in about["versions"].items()]
    rows.append(("threads for large data", str(about["threads"])))
    memory = about["memory"]
    rows.append(("memory of the machine", "unknown" if memory is None else format_bytes(memory)))
    rows.append(("memory that ranking may take", format_bytes(about["memory_for_ranking"])))
    rows.append(("compiled kernels", f"{kernels['compiled']} in {kernels['folder'] or 'memory'}"))
    print_table(("what", "here"), rows)
    print()
    print_table(
        ("check", "must be", "is", "good"),
        [
            (c["name"], repr(c["expected"]), c["problem"] or repr(c["found"]), _word(c["good"]))
            for c in checks
        ],
    )
    verdict = "Everything counts right" if good else "Something here counts WRONG"
    print(f"\n{verdict} ({seconds:.1f} s).")
    return 0 if good else WRONG


def _word(good: bool) -> str:
    return "yes" if good else "NO"


def _checked(name: str, expected: float, work: Callable[[], float]) -> dict[str, Any]:
    """One check; whatever goes wrong in it is its result."""
    found, problem = math.nan, ""
    try:
        found = work()
    except Exception as error:  # noqa: BLE001 -- a broken package may raise anything
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
    good = math.isclose(found, expected, rel_tol=0.0, abs_tol=_TOLERANCE)
    return {"name": name, "expected": expected, "found": found, "good": good, "problem": problem}


def _about() -> dict[str, Any]:
    from aucc_core.large.engine import memory_budget

    packages = [*PACKAGES, "plotly", "pyarrow", "kmedoids", *OPTIONAL]
    try:
        budget = memory_budget()
    except InputError as error:
        raise InputError(f"AUCC_MEMORY cannot be understood. {error}") from error
    return {
        "versions": {
            "aucc": __version__,
            "python": platform.python_version(),
            "system": platform.platform(),
            **{name: _version(name) for name in packages},
        },
        "threads": thread_count(1 << 60),
        "memory": _memory(),
        "memory_for_ranking": budget,
    }


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _memory() -> int | None:
    """Bytes of the machine, where the system says so."""
    names = ("SC_PAGE_SIZE", "SC_PHYS_PAGES")
    if not hasattr(os, "sysconf") or any(name not in os.sysconf_names for name in names):
        return None
    return math.prod(os.sysconf(name) for name in names)


def _kernels() -> dict[str, Any]:
    """How many kernels the checks have compiled or loaded, and from where."""
    try:
        from aucc_core.large import kernels as large
        from aucc_core.score import kernels as small
    except ImportError:  # numba is broken; the checks say so
        return {"compiled": 0, "folder": None}
    known = [one for module in (small, large) for one in vars(module).values()]
    used = {one for one in known if getattr(one, "signatures", None)}
    folders = {one.stats.cache_path for one in used}
    return {"compiled": len(used), "folder": ", ".join(sorted(filter(None, folders))) or None}
