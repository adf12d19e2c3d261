"""A verdict in one line, for a place where there is room for no more, and one word for how strong.

The line's main clause is the part before a semicolon; it has about 60 characters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.verdicts.sentences import Sight, listed, tried_text
from aucc_core.verdicts.structure import THRESHOLD, Structure

Strength = Literal["strong", "some", "weak", "none"]

# Shares of the evidence above which a suggestion is strong, and is more than weak. With weights
# fitted anew without the set in question, k was right for 79 % of the public sets (14) above the
# first, 62 % (13) between, 40 % (10) below the second (tests/bench/tuning.py).
STRONG, SOME = 0.75, 0.5
# Strong evidence is so many times above what few data without clusters reach.
_CLEARLY = 2.0
# Another k with so much of the evidence of the suggested one might as well be the answer.
_AS_GOOD = 0.6
# More algorithms than this are not named one by one.
_MOST_NAMED = 2


def strength_of(
    share: float,
    sight: Sight,
    structure: Structure | None,
    slivers: int = 0,
    *,
    alone: bool = False,
) -> Strength:
    """How strong the evidence for a suggested clustering is; "none" where none is suggested.

    Strong needs a large share of the evidence, other numbers of clusters that were tried (not
    ``alone``), data that clearly fall apart, and no ``slivers`` among the clusters. Where nobody
    could look whether there are clusters at all, it is never strong.
    """
    if sight in ("none", "few", "blind"):
        return "none"
    if share < SOME or (structure is not None and not structure.is_clustered):
        return "weak"
    clearly = structure is not None and structure.strength >= _CLEARLY * THRESHOLD
    return "strong" if share >= STRONG and clearly and not (slivers or alone) else "some"


def doubts_of(
    k: int, share: float, structure: Structure | None, *, alone: bool = False
) -> tuple[str, ...]:
    """Why the evidence for a suggestion is not called strong, in sentences; none where it is."""
    doubts = []
    if alone:
        doubts.append(f"Only k = {k} was tried: nothing speaks for it rather than another k.")
    if share < STRONG:
        has = f"{share:.0%}" if round(share, 2) < STRONG else f"Less than {STRONG:.0%}"
        doubts.append(
            f"{has} of the evidence is on k = {k}; strong evidence begins at {STRONG:.0%}."
        )
    if structure is not None and structure.strength < _CLEARLY * THRESHOLD:
        doubts.append(
            f"The data stand out by less than {_CLEARLY * THRESHOLD:.2f}, where strong evidence "
            "begins."
        )
    return tuple(doubts)


def as_good(k: int, share: float, runners_up: Sequence[tuple[int, float]]) -> list[int]:
    """The suggested k and those with about as much evidence, in order."""
    return sorted([k, *(other for other, has in runners_up if has >= _AS_GOOD * share)])


def answer_of(
    algorithm: str | None,
    ks: Sequence[int],
    *,
    sight: Sight,
    strength: Strength,
    asked: Sequence[str],
    otherwise: int | None,
    tried: Collection[int] = (),
) -> str:
    """The line.

    ``ks`` are the suggested number of clusters and others as good as it; ``asked`` names all
    algorithms, and ``otherwise`` is the number of clusters that a look along dense paths sees;
    ``tried`` are all numbers that were.
    """
    if sight == "few":
        return "Too few objects to tell clusters from chance"
    if sight == "none":
        return "No evidence of clusters"
    if algorithm is None:
        if otherwise and tried and otherwise not in set(tried):
            return f"Not {tried_text(tried)} clusters; a look along dense paths sees {otherwise}"
        named = [ALGORITHMS[name].label for name in asked]
        who = listed(named, "or") if len(named) <= _MOST_NAMED else "these algorithms"
        seen = f"; a look along dense paths sees {otherwise}" if otherwise else ""
        return f"No clusters that {who} could find{seen}"
    if len(ks) > 1:
        return f"k = {listed([str(k) for k in ks], 'or')}, undecided"
    found = f"{ALGORITHMS[algorithm].label}: {ks[0]} clusters"
    return f"{found}, if there are any" if sight == "unknown" else f"{found}, {strength} evidence"
