"""How good is a clustering? `CRITERIA` without true labels, `EXTERNAL` against them."""

from aucc_core.criteria.external import EXTERNAL, ExternalIndex, external_scores
from aucc_core.criteria.quantities import DataView, PartitionView
from aucc_core.criteria.registry import CRITERIA, FAMILIES, Criterion, Family
from aucc_core.criteria.score import choose_criteria, criteria_scores, score_partitions

__all__ = [
    "CRITERIA",
    "EXTERNAL",
    "FAMILIES",
    "Criterion",
    "DataView",
    "ExternalIndex",
    "Family",
    "PartitionView",
    "choose_criteria",
    "criteria_scores",
    "external_scores",
    "score_partitions",
]
