"""Every number that the paper prints, as printed, and the two slips of its agreement table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import pandas as pd

from aucc_core.agreement import PAPER_AGREEMENT, PAPER_CRITERIA, RECOMPUTED_AGREEMENT

CITATION = (
    "Jaskowiak, P. A., Costa, I. G., Campello, R. J. G. B. (2022). The area under the ROC curve as "
    "a measure of clustering quality. Data Mining and Knowledge Discovery 36."
)

TOY_AUCC = "0.9167"
TIES = {"s₊": "7", "s₋": "0", "s₀": "2", "Gamma": "7/9", "AUCC": "0.8888"}
RUSPINI_BEST = (4, "0.9994532")
NINE_GAUSSIANS_BEST = (9, "1.00")
#: AUCC of the true labels by variance; one draw of each.
OVERLAP = {
    25: "1.00",
    100: "0.9923144",
    150: "0.9739683",
    300: "0.8554201",
    400: "0.8129828",
    500: "0.7548744",
}
#: Not printed: how much AUCC differs from draw to draw (standard deviation over 40 draws of ours).
DRAW_SPREAD = {25: 4e-7, 100: 0.0024, 150: 0.0060, 300: 0.0137, 400: 0.0159, 500: 0.0171}
CHANCE_MEAN = "0.5"
#: Criteria whose mean for random labels does not move with k; the others of the experiment do.
STEADY = ("aucc", "point_biserial", "vrc")

# Sets without many tied distances: on the others row order and random starts alone move cells by
# up to 0.2, so they are no test of a formula.
FIRM_SETS = ("control", "ecoli", "karhunen", "sonar", "vehicle", "wbc")
UNAVAILABLE = {
    "cellcycle": "no open copy of the data as the authors prepared it",
    "yeast": "no open copy of the data as the authors prepared it",
}
# The second printed digit is rounded, and the random starts of k-means move it by up to 0.02.
CLOSE = 0.025

_SWAPPED = {"aswc": "sswc", "sswc": "aswc"}
_UNTURNED = "davies_bouldin"


def _as_printed(row: Mapping[str, float]) -> Mapping[str, float]:
    printed = {name: row[_SWAPPED.get(name, name)] for name in PAPER_CRITERIA}
    printed[_UNTURNED] = -printed[_UNTURNED]
    return MappingProxyType(printed)


#: The agreement table as it stands in print; `PAPER_AGREEMENT` is the same without the two slips.
PRINTED_AGREEMENT: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {name: _as_printed(row) for name, row in PAPER_AGREEMENT.items()}
)


def slip_evidence(
    ours: Mapping[str, Mapping[str, float]] = RECOMPUTED_AGREEMENT,
    sets: Iterable[str] = FIRM_SETS,
) -> pd.DataFrame:
    """The three doubtful rows against our figures: as printed, and read the other way.

    Columns: row, sets compared, mean and largest difference as printed, the same after the
    correction.
    """
    names = [name for name in sets if name in ours]
    rows = []
    for criterion in ("aswc", "sswc", _UNTURNED):
        printed = [abs(PRINTED_AGREEMENT[n][criterion] - ours[n][criterion]) for n in names]
        mended = [abs(PAPER_AGREEMENT[n][criterion] - ours[n][criterion]) for n in names]
        if names:
            means = [sum(off) / len(names) for off in (printed, mended)]
            rows.append((criterion, len(names), means[0], max(printed), means[1], max(mended)))
    columns = ["row", "sets", "mean_printed", "largest_printed", "mean_mended", "largest_mended"]
    return pd.DataFrame(rows, columns=columns)
