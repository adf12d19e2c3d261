"""What to do with noise: objects that an algorithm leaves out of all clusters (label -1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from aucc_core.score.inputs import Bools, Codes, InputError, Labels, registry

NOISE = -1


@dataclass(frozen=True)
class NoisePolicy:
    """One way to treat noise: the row of a registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it does.
    clusters : number of noise objects → the cluster that each of them joins, counted from 0 beyond
        the others; None when they are left out.
    alone : whether each stands on its own, which is no cluster to count or compare.
    """

    name: str
    label: str
    help: str
    clusters: Callable[[int], Codes] | None
    alone: bool = False


def _together(n_noise: int) -> Codes:
    return np.zeros(n_noise, dtype=np.int64)


NOISE_POLICIES: Mapping[str, NoisePolicy] = registry(
    NoisePolicy(
        "drop",
        "Leave out",
        "Score the clustered objects only. Look at the coverage: a method can score well "
        "by calling every difficult object noise.",
        clusters=None,
    ),
    NoisePolicy(
        "singletons",
        "Each on its own",
        "Every noise object is a cluster of one object: close noise objects then count "
        "against the clustering.",
        clusters=np.arange,
        alone=True,
    ),
    NoisePolicy(
        "one_cluster",
        "One cluster",
        "All noise objects together form one more cluster, usually a poor one.",
        clusters=_together,
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
    clusters = NOISE_POLICIES[policy].clusters
    if clusters is None:
        return ~noise, labels[~noise].astype(np.int64)
    treated = labels.astype(np.int64)
    treated[noise] = int(labels.max()) + 1 + clusters(int(noise.sum()))
    return everyone, treated
