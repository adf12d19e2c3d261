"""A verdict's table of evidence as people see it: labels for names, no column that says nothing.

>>> import pandas as pd
>>> shown_evidence(pd.DataFrame({"algorithm": ["ward"], "k": [3], "setting": [""], "share": [1.0]}))
  algorithm  k  share
0      Ward  3    1.0
"""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.verdicts.sentences import EVIDENCE_COLUMNS


def shown_evidence(
    table: pd.DataFrame, columns: Iterable[str] = tuple(EVIDENCE_COLUMNS)
) -> pd.DataFrame:
    """Those of the columns that tell something, with the algorithms as menus call them."""
    shown = table[[name for name in columns if name in table and _tells(name, table[name])]].copy()
    if "suggested" in shown:
        shown["suggested"] = ["★" if own else "" for own in shown["suggested"]]
    shown["algorithm"] = [ALGORITHMS[name].label for name in shown["algorithm"]]
    return shown


def _tells(name: str, column: pd.Series) -> bool:
    """False where no row has a value, none is suggested, or none leaves an object out."""
    if name == "suggested":
        return bool(column.any())
    if name == "coverage":
        return bool((column < 1).any())
    return not bool((column.isna() | (column == "")).all())
