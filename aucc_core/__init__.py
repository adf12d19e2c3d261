"""AUCC: how good is a clustering? The area under the ROC curve over object pairs.

>>> from aucc_core import aucc_score
>>> aucc_score([[0.0], [1.0], [10.0], [11.0]], ["a", "a", "b", "b"])
1.0
"""

from aucc_core.curves import RocCurve
from aucc_core.dataset import Dataset
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.distances import METRICS
from aucc_core.ingest import inspect_table, read_labels, read_table
from aucc_core.pairs import Pairs, aucc_score, gamma_score
from aucc_core.validate import InputError
from aucc_core.version import __version__
from aucc_core.warm import warm_up

__all__ = [
    "DATASETS",
    "METRICS",
    "Dataset",
    "InputError",
    "Pairs",
    "RocCurve",
    "__version__",
    "aucc_score",
    "gamma_score",
    "inspect_table",
    "load_dataset",
    "read_labels",
    "read_table",
    "warm_up",
]
