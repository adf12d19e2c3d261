"""`Stamp`: with which versions, seed and effort something was computed, and when."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from aucc_core.version import __version__

_PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "numba")


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
        versions |= {name: version(name) for name in _PACKAGES}
        when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        return cls(versions, seed, n_init, when, seconds)

    def text(self) -> str:
        """One line for people."""
        named = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        return (
            f"Computed {self.when} in {self.seconds:.1f} s · seed {self.seed} · "
            f"{self.n_init} starts of k-means · {named}"
        )
