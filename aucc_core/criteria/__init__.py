"""How good is a clustering? `CRITERIA` without true labels, all computed together."""

from aucc_core.criteria.criterion import Criterion
from aucc_core.criteria.data import DataView
from aucc_core.criteria.registry import CRITERIA
from aucc_core.criteria.score import choose_criteria, criteria_scores, score_partitions
from aucc_core.criteria.view import PartitionView

__all__ = [
    "CRITERIA",
    "Criterion",
    "DataView",
    "PartitionView",
    "choose_criteria",
    "criteria_scores",
    "score_partitions",
]
