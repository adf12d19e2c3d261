"""How a sweep scores data too large to rank: AUCC only, by bounds or a sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aucc_core.distances import Distances
from aucc_core.large.door import Answer, plan_for, score_any_size
from aucc_core.plan import Plan, SizeChoices, memory_budget

# A sweep ranks the pairs once for all its partitions and keeps more than their ranks.
SWEEP_MEMORY = 3_000_000_000
# What follows from AUCC alone; every other criterion needs all distances at hand.
FROM_AUCC = ("aucc", "gamma")


def sweep_plan(distances: Distances, size: SizeChoices) -> Plan:
    """How the partitions of a sweep will be scored."""
    return plan_for(
        distances,
        n_partitions=2,
        metric=distances.metric.name,
        memory=memory_budget(size.memory, default=SWEEP_MEMORY),
        patience=size.patience,
        engine=size.engine,
    )


def sweep_scores(
    distances: Distances, partitions: Sequence[Any], plan: Plan, size: SizeChoices
) -> list[Answer]:
    """AUCC of each partition, with how sure it is."""
    if not partitions:
        return []
    choices = {**size.settings(), "engine": plan.engine}
    return score_any_size(distances, partitions, metric=distances.metric.name, **choices)


def said_once(plan: Plan, size: SizeChoices) -> str:
    """One sentence for a table of such scores."""
    if plan.engine == "bounds":
        how = f"certain bounds at most {size.tolerance:g} apart (the middle is shown)"
    else:
        how = f"samples of {size.n_pairs:,} pairs (usually right to the third decimal)"
    return f"AUCC comes from {how}. {plan.reason}"
