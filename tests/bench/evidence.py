"""Whether clusters are seen at all, whichever algorithm is asked: how often, and how strongly."""

from functools import partial

import numpy as np

from aucc_core.explain.rate import Rate
from aucc_core.verdicts.structure import THRESHOLD, structure_of
from tests.bench.clusterings import SEED
from tests.bench.kept import code_digest, data_digest

# Besides the threshold, strengths at which it is counted how many sets reach them.
LEVELS = (1.5, 2.0, 2.5, 3.0, 4.0)


def strength_of(one, kept):
    """How far a data set stands out from data without clusters, or what was kept of it."""
    made_from = (data_digest(one), code_digest("verdicts"), SEED)
    find = partial(structure_of, one.X, seed=SEED)
    return kept.get(f"structure {one.name}", made_from, find).strength


def table_by_kind(sets, strengths):
    """In how many sets of each kind clusters are seen, and the largest strength."""
    by_kind = {}
    for one, strength in zip(sets, strengths, strict=True):
        by_kind.setdefault(one.battery, []).append(strength)
    by_kind["all"] = strengths
    rows = [[kind, _reaching(own, THRESHOLD), f"{max(own):.2f}"] for kind, own in by_kind.items()]
    return ["kind", "clusters seen", "largest strength"], rows


def table_by_strength(**strengths):
    """How many sets reach each strength, by what the sets are."""
    rows = [
        [f"{level:g}", *(_reaching(own, level) for own in strengths.values())]
        for level in (THRESHOLD, *LEVELS)
    ]
    return ["strength", *(name.replace("_", " ") for name in strengths)], rows


def _reaching(strengths, level):
    """So many of so many, and the share with its interval."""
    rate = Rate(int((np.asarray(strengths) >= level).sum()), len(strengths))
    return f"{rate.count} of {rate.total}: {rate.text()}"
