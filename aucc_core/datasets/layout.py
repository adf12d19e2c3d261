"""Positions in the plane for objects known only by their distances, for display alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist, squareform


def plane_layout(
    distances: npt.NDArray[np.float64], *, n_iter: int = 300
) -> npt.NDArray[np.float64]:
    """2-D positions whose distances come close to the given condensed ones.

    Classical scaling gives the start, stress majorisation (SMACOF) improves it. Nothing is
    drawn at random, so the picture is the same every time.
    """
    D = squareform(distances)
    X = _classical_scaling(D)
    n = len(D)
    for _ in range(n_iter):
        now = cdist(X, X)
        ratio = np.divide(D, now, out=np.zeros_like(D), where=now > 0)
        B = np.diag(ratio.sum(axis=1)) - ratio
        X = B @ X / n
    return X - X.mean(axis=0)


def _classical_scaling(D: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    n = len(D)
    centre = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * centre @ D**2 @ centre)
    top = np.argsort(values)[::-1][:2]
    X = vectors[:, top] * np.sqrt(np.maximum(values[top], 0.0))
    # An eigenvector's sign is arbitrary: put the first object left and below.
    return X * np.where(X[0] > 0, -1.0, 1.0)
