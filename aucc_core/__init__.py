"""AUCC: how good is a clustering? The area under the ROC curve over object pairs.

>>> from aucc_core import aucc_score
>>> aucc_score([[0.0], [1.0], [10.0], [11.0]], ["a", "a", "b", "b"])
1.0
"""

from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.curves import RocCurve
from aucc_core.dataset import Dataset
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.diagnose import Diagnosis, diagnose
from aucc_core.distances import METRICS
from aucc_core.ingest import inspect_table, read_labels, read_table
from aucc_core.large.bounds import Bounds, aucc_bounds, aucc_bounds_many
from aucc_core.large.sample import Estimate, aucc_sample
from aucc_core.null import NullSummary, permutation_test
from aucc_core.pairs import Pairs, aucc_score, gamma_score
from aucc_core.partitions import ALGORITHMS, Partition, make_partitions
from aucc_core.reference import ReferenceBand, reference_band
from aucc_core.stability import Stability, stability
from aucc_core.structureless import REFERENCES
from aucc_core.sweep import sweep, sweep_iter
from aucc_core.sweep_result import SweepResult
from aucc_core.validate import InputError
from aucc_core.verdict import Verdict, verdict
from aucc_core.version import __version__
from aucc_core.warm import warm_up

__all__ = [
    "ALGORITHMS",
    "CRITERIA",
    "DATASETS",
    "METRICS",
    "REFERENCES",
    "Bounds",
    "Dataset",
    "Diagnosis",
    "Estimate",
    "InputError",
    "NullSummary",
    "Pairs",
    "Partition",
    "ReferenceBand",
    "RocCurve",
    "Stability",
    "SweepResult",
    "Verdict",
    "__version__",
    "aucc_bounds",
    "aucc_bounds_many",
    "aucc_sample",
    "aucc_score",
    "criteria_scores",
    "diagnose",
    "gamma_score",
    "inspect_table",
    "load_dataset",
    "make_partitions",
    "permutation_test",
    "read_labels",
    "read_table",
    "reference_band",
    "stability",
    "sweep",
    "sweep_iter",
    "verdict",
    "warm_up",
]
