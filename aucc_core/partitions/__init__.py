"""Clusterings of a data set: which algorithms exist and the labels they give."""

from aucc_core.partitions.algorithms import ALGORITHMS, Algorithm, refusal
from aucc_core.partitions.make import Partition, iter_partitions, make_partitions
from aucc_core.partitions.spec import RunSpec, k_range

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Partition",
    "RunSpec",
    "iter_partitions",
    "k_range",
    "make_partitions",
    "refusal",
]
