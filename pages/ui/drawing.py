"""Which objects the scatter plots draw when there are too many for an eye or a browser.

Scores, curves and downloads use all objects; this is about the picture only. No Streamlit here: a
job picks the same objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from aucc_core.dataset import Dataset
from aucc_core.large.subsample import density_subsample
from aucc_core.project import Projection
from pages.ui.solutions import Solution

Rows = npt.NDArray[np.int64]

# More dots cover each other.
MOST_DRAWN = 6_000


def drawn_rows(dataset: Dataset) -> Rows:
    """Rows of the objects to draw: as dense where the data is dense as the data itself."""
    return density_subsample(dataset.X, MOST_DRAWN, seed=0)


def drawn_picture(picture: Projection, rows: Rows) -> Projection:
    """The picture of the drawn objects, which says that there are more."""
    n = picture.points.shape[0]
    said = f"{rows.size:,} of {n:,} objects are drawn, as dense as all; scores use all."
    note = f"{picture.note} {said}".strip() if rows.size < n else picture.note
    return replace(picture, points=picture.points[rows], note=note)


def drawn_solutions(solutions: Sequence[Solution], rows: Rows) -> list[Solution]:
    """The solutions with the labels of the drawn objects only."""
    return [replace(s, labels=s.labels[rows]) for s in solutions]
