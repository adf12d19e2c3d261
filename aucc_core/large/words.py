"""How a number with its margin is written."""

from __future__ import annotations

import math


def with_margin(value: float, margin: float) -> str:
    """Such as 0.8819 ± 0.0002: the margin rounded up to one digit, the value to as many decimals.

    What rounding the value moves is added to the margin, so that the statement stays true.
    """
    if margin == 0:
        return f"{value:.7f}"
    decimals = min(16, max(4, -math.floor(math.log10(margin))))
    shown = round(value, decimals)
    reach = margin + abs(shown - value)
    step = 10.0**-decimals
    return f"{shown:.{decimals}f} ± {math.ceil(reach / step * (1 - 1e-12)) * step:.{decimals}f}"
