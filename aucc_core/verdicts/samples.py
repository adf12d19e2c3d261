"""Samples that stand for a large table, and back: the label of the nearest sampled object."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aucc_core.score.inputs import Bools, Floats, pair_index
from aucc_core.score.objects import Objects

# Rough groups that a sample takes its share of, so that small clusters are not missed by chance.
_STRATA = 50
# Objects compared with the sample at a time.
_CHUNK = 4_096


def stratified_samples(objects: Objects, size: int, count: int, *, seed: int) -> list[Bools]:
    """Masks of ``count`` samples of about ``size`` objects, each with its share of every stratum.

    Strata are rough k-means groups; without features every object is as likely as the next.
    """
    rng = np.random.default_rng(seed)
    strata = _strata(objects, seed)
    samples = []
    for _ in range(count):
        keep = np.zeros(objects.n, dtype=bool)
        for stratum in range(int(strata.max()) + 1):
            members = np.flatnonzero(strata == stratum)
            wanted = members.size * size / objects.n
            some = int(wanted) + int(rng.random() < wanted % 1)
            keep[rng.choice(members, min(some, members.size), replace=False)] = True
        samples.append(keep)
    return samples


def _strata(objects: Objects, seed: int) -> npt.NDArray[np.intp]:
    if objects.features is None:
        return np.zeros(objects.n, dtype=np.intp)
    from sklearn.cluster import MiniBatchKMeans

    k = min(_STRATA, objects.n_distinct)
    return MiniBatchKMeans(k, n_init=1, random_state=seed).fit(objects.features).labels_


def nearest_sampled(
    objects: Objects, keep: Bools, labels: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Labels of all objects: their own where they were sampled, else those of the nearest.

    Nearest by the distance that the objects have; in a straight line where they are too many for
    one that needs all of them at once (the nearest along a path is near in a straight line, too).
    """
    distances = objects.distances
    metric = distances.metric
    too_many = metric.at_once is not None and objects.n > metric.most_objects
    if (metric.is_euclidean or too_many) and objects.features is not None:
        from scipy.spatial import cKDTree

        nearest = cKDTree(objects.features[keep]).query(objects.features)[1]
    else:
        sampled = np.flatnonzero(keep)
        # Where pairs have no distance by themselves, all are at hand.
        known = distances.given is not None or bool(metric.only_at_once)
        nearest = np.empty(objects.n, dtype=np.intp)
        for begin in range(0, objects.n, _CHUNK):
            rows = slice(begin, min(begin + _CHUNK, objects.n))
            far = _stored(objects, rows, sampled) if known else distances.block(rows, sampled)
            nearest[rows] = far.argmin(axis=1)
    extended = labels[nearest].astype(np.int32)
    extended[keep] = labels
    return extended


def _stored(objects: Objects, rows: slice, sampled: npt.NDArray[np.intp]) -> Floats:
    """Distances from a run of objects to the sampled ones, taken from those of all pairs."""
    own = np.arange(rows.start, rows.stop)[:, None]
    itself = own == sampled
    other = np.where(itself, (sampled + 1) % objects.n, sampled)
    return np.where(itself, 0.0, objects.condensed[pair_index(own, other, objects.n)])
