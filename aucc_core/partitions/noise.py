"""What to do with noise: objects that an algorithm leaves out of all clusters (label -1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aucc_core.score.inputs import Bools, Codes, InputError, Labels, registry

NOISE = -1


@dataclass(frozen=True)
class NoisePolicy:
    """One way to treat noise, for menus."""

    name: str
    label: str
    help: str


NOISE_POLICIES: Mapping[str, NoisePolicy] = registry(
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


def require_noise_policy(name: str) -> None:
    """Refuse a name that is not in the table."""
    if name not in NOISE_POLICIES:
        raise InputError(f"Unknown noise policy {name!r}; known: {', '.join(NOISE_POLICIES)}.")


def apply_noise_policy(labels: Labels, policy: str) -> tuple[Bools, Codes]:
    """Which objects are scored, and the labels of these.

    Returns
    -------
    keep : mask over all objects.
    labels : one label per kept object, none of them noise.
    """
    require_noise_policy(policy)
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
