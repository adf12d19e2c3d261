"""Cutting a dendrogram into exactly k clusters, for any k, from one linkage."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def cut_to_k(merges: npt.NDArray[np.float64], k: int) -> npt.NDArray[np.intp]:
    """Labels of n objects after the first n - k merges of a scipy linkage matrix.

    Cutting by merge order gives k clusters even when merges tie in height; cutting at a height
    (scipy's ``fcluster``) gives fewer then.
    """
    n = merges.shape[0] + 1
    done = n - k
    parent = np.arange(n + done)
    children = merges[:done, :2].astype(np.intp)
    parent[children] = np.arange(n, n + done)[:, None]
    while True:  # each round halves the way to the root
        above = parent[parent]
        if np.array_equal(above, parent):
            return parent[:n]
        parent = above
