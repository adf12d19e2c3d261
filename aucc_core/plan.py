"""How to score data of a given size: exactly, between certain bounds, or from a sample.

`choose` decides by objects, partitions and memory before any work, and says what it will cost. A
caller may overrule it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal, get_args

from aucc_core.distances import METRICS, STORED
from aucc_core.threads import thread_count
from aucc_core.validate import InputError

Engine = Literal["exact", "bounds", "sample"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

# Read where no budget is given: bytes, or such as "500 MB" and "2 GB".
MEMORY_VARIABLE = "AUCC_MEMORY"
DEFAULT_MEMORY = 1_000_000_000
# Above this many seconds bounds give way to a sample.
DEFAULT_PATIENCE = 300.0
# Bounds are several times quicker, so exact numbers must not take longer than this.
_EXACT_SECONDS = 10.0
# Pairs for a margin of about 0.0001.
SAMPLED_PAIRS = 16_000_000
# All pairs cannot be ranked beyond (32-bit ranks, see aucc_core.ranking).
_MAX_RANKED = 46_340

# Nanoseconds a pair on one core of a 2.5 to 3.5 GHz server, d features; good to a factor of two.
_SCIPY_NS = MappingProxyType({"minkowski": 20.0, "mahalanobis": 6.0})
_SCIPY_DEFAULT_NS = 2.0
_BASE_MEMORY = 20_000_000


@dataclass(frozen=True)
class SizeChoices:
    """What a user may overrule when data is large, in one value.

    Attributes
    ----------
    engine, memory, patience : see `choose`.
    tolerance, client : for bounds, see aucc_bounds.
    n_pairs, seed : for a sample, see aucc_sample.
    """

    engine: str = "auto"
    memory: int | None = None
    patience: float = DEFAULT_PATIENCE
    tolerance: float = 1e-5
    n_pairs: int = SAMPLED_PAIRS
    seed: int = 0
    client: Any = None

    def settings(self) -> dict[str, Any]:
        """As keyword arguments; a client is passed on, never copied."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


@dataclass(frozen=True)
class Plan:
    """What will be done, and what it takes.

    Attributes
    ----------
    engine : "exact", "bounds" (certain, with a width) or "sample" (an interval with a confidence).
    seconds, memory : rough time, and bytes beside the data itself.
    reason : why this engine, in one sentence.
    """

    engine: Engine
    seconds: float
    memory: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.engine}: {_seconds(self.seconds)}, about {format_bytes(self.memory)}. "
            f"{self.reason}"
        )


def choose(
    n: int,
    d: int = 10,
    *,
    n_partitions: int = 1,
    metric: str = "euclidean",
    memory: int | None = None,
    patience: float = DEFAULT_PATIENCE,
    engine: str = "auto",
) -> Plan:
    """Choose how to score ``n_partitions`` partitions of n objects with d features.

    Parameters
    ----------
    memory : bytes that may be used; by default AUCC_MEMORY from the environment, else 1 GB.
    patience : seconds after which a sample is preferred to certain bounds.
    engine : "auto", or one of ENGINES to overrule the choice.
    """
    if engine != "auto" and engine not in ENGINES:
        raise InputError(f"engine must be auto, {', '.join(ENGINES)}; got {engine!r}.")
    budget = memory_budget(memory)
    plans = {name: _cost(name, n, d, n_partitions=n_partitions, metric=metric) for name in ENGINES}
    if engine != "auto":
        chosen = plans[engine]  # type: ignore[index]
        if engine == "exact" and n > _MAX_RANKED and n_partitions > 1:
            raise InputError(
                f"Several partitions are scored exactly for up to {_MAX_RANKED:,} objects; got "
                f"{n:,}. Use bounds or a sample."
            )
        return _with_reason(chosen, "As asked for.")
    exact, bounds = plans["exact"], plans["bounds"]
    rankable = n <= _MAX_RANKED or n_partitions == 1
    if rankable and exact.memory <= budget and exact.seconds <= _EXACT_SECONDS:
        return _with_reason(exact, f"All {_pairs(n):,} pairs fit into {format_bytes(budget)}.")
    if metric == "precomputed" or bounds.seconds <= patience:
        why = (
            f"To order all {_pairs(n):,} pairs takes {format_bytes(exact.memory)}, more than the "
            f"{format_bytes(budget)} allowed."
            if exact.memory > budget or not rankable
            else "Counting pairs in bins is quicker than ordering them."
        )
        return _with_reason(bounds, why)
    return _with_reason(
        plans["sample"], f"Looking at all {_pairs(n):,} pairs takes {_seconds(bounds.seconds)}."
    )


def memory_budget(given: int | None = None, *, default: int = DEFAULT_MEMORY) -> int:
    """Bytes that may be used: as given, else from the environment, else ``default``."""
    text = os.environ.get(MEMORY_VARIABLE) if given is None else None
    budget = parse_bytes(text) if text else given if given is not None else default
    if budget < 1_000_000:
        raise InputError(f"The memory budget must be 1 MB or more; got {budget} bytes.")
    return budget


def parse_bytes(text: str) -> int:
    """Bytes from "2GB", "500 MB", "64 MiB" or a plain number."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", text.lower())
    if not found:
        raise InputError(f"An amount of memory such as 500MB or 2GB is needed; got {text!r}.")
    step = 1024 if found[3] else 1000
    return int(float(found[1]) * step ** " kmgt".index(found[2] or " "))


def format_bytes(count: float) -> str:
    """Bytes for people: "12 MB", "1.5 GB"."""
    if count >= 1e9:
        return f"{count / 1e9:.2g} GB" if count < 99e9 else f"{count / 1e9:,.0f} GB"
    return f"{max(1, round(count / 1e6))} MB"


def _cost(engine: Engine, n: int, d: int, *, n_partitions: int, metric: str) -> Plan:
    pairs = _pairs(n)
    row = METRICS.get(metric)
    if row is None:
        raise InputError(f"Unknown metric {metric!r}; choose one of {', '.join(METRICS)}.")
    if metric == "precomputed":
        distance_ns = 0.5
    elif row.kernel == STORED:
        distance_ns = d * _SCIPY_NS.get(metric, _SCIPY_DEFAULT_NS)
    else:
        distance_ns = 0.1 * d
    threads = thread_count(pairs)
    if engine == "exact":
        stored = 8 * pairs if row.kernel == STORED and metric != "precomputed" else 0
        if n_partitions == 1:
            # Up to 100 MB of distances are kept, see aucc_core.counting.
            nanoseconds, memory = distance_ns + 12, max(4 * pairs, min(8 * pairs, 10**8)) + stored
        else:
            nanoseconds, memory = distance_ns + 60 + 0.1 * n_partitions, 28 * pairs + stored
    elif engine == "bounds":
        nanoseconds = distance_ns + 2.5 + 2.0 * (n_partitions - 1)
        memory = 8 * n * d + 16_000_000 * threads
    else:
        sampled = SAMPLED_PAIRS * n_partitions
        seconds = (sampled * (40 + distance_ns) + 150.0 * n * n_partitions) / threads / 1e9
        return Plan(engine, seconds, _BASE_MEMORY + 8 * n * (d + 6) + 3 * SAMPLED_PAIRS, "")
    return Plan(engine, pairs * nanoseconds / threads / 1e9, _BASE_MEMORY + memory, "")


def _with_reason(plan: Plan, reason: str) -> Plan:
    return Plan(plan.engine, plan.seconds, plan.memory, reason)


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


def _seconds(seconds: float) -> str:
    if seconds < 1:
        return "less than a second"
    if seconds < 100:
        return f"about {seconds:.0f} s"
    return f"about {seconds / 60:.0f} min" if seconds < 6000 else f"about {seconds / 3600:.0f} h"
