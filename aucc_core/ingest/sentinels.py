"""Numbers such as −999 that stand for a missing value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.choices import Choices

_KNOWN = (-999.0, -9999.0, -99999.0, -999.9, -9999.9, -999.99)


def find_sentinels(values: npt.NDArray[np.float64], choices: Choices) -> tuple[float, ...]:
    """Numbers in this column that mean "missing".

    A guess needs the number to be far below everything else in the column.
    """
    if choices.sentinels is not None:
        return tuple(float(s) for s in choices.sentinels if np.any(values == s))
    known = values[~np.isnan(values)]
    if known.size < 2 or known.min() > -999:
        return ()
    lowest = float(known.min())
    rest = known[known != lowest]
    if lowest in _KNOWN and rest.size and rest.min() > lowest / 5:
        return (lowest,)
    return ()
