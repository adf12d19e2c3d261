"""What to do with noise: objects that an algorithm leaves out of all clusters (label -1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from aucc_core.validate import InputError

NOISE = -1


@dataclass(frozen=True)
class NoisePolicy:
    """One way to treat noise, for menus."""

    name: str
    label: str
    help: str


NOISE_POLICIES: Mapping[str, NoisePolicy] = MappingProxyType(
    {
        row.name: row
        for row in (
            NoisePolicy(
                "drop",
                "Leave out",
                "Score the clustered objects only. Look at the coverage: a method can score well "
                "by calling every difficult object noise.",
            ),
            NoisePolicy(
                "singletons",
                "Each on its own",
                "Every noise object is a cluster of one object: close noise objects then count "
                "against the clustering.",
            ),
            NoisePolicy(
                "one_cluster",
                "One cluster",
                "All noise objects together form one more cluster, usually a poor one.",
            ),
        )
    }
)


def apply_noise_policy(
    labels: npt.NDArray[np.integer], policy: str
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Which objects are scored, and the labels of these.

    Returns
    -------
    keep : mask over all objects.
    labels : one label per kept object, none of them noise.
    """
    if policy not in NOISE_POLICIES:
        raise InputError(f"Unknown noise policy {policy!r}; known: {', '.join(NOISE_POLICIES)}.")
    labels = np.asarray(labels)
    noise = labels == NOISE
    everyone = np.ones(labels.size, dtype=bool)
    if not noise.any():
        return everyone, labels.astype(np.int64)
    if policy == "drop":
        return ~noise, labels[~noise].astype(np.int64)
    treated = labels.astype(np.int64)
    first_free = int(labels.max()) + 1
    treated[noise] = first_free + (np.arange(noise.sum()) if policy == "singletons" else 0)
    return everyone, treated


def coverage(labels: npt.NDArray[np.integer]) -> float:
    """Share of the objects that are in a cluster."""
    return float((np.asarray(labels) != NOISE).mean())
