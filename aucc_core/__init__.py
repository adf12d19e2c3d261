"""AUCC: how good is a clustering? The area under the ROC curve over object pairs.

>>> from aucc_core import aucc_score
>>> aucc_score([[0.0], [1.0], [10.0], [11.0]], ["a", "a", "b", "b"])
1.0

The rooms, each built on those before it:

score       the small core: distances, ranks, counts, AUCC, Gamma, curve, null
cost.py     what work takes: seconds and bytes
blas.py     linear algebra held to one thread, where work is dealt out already
prepare     scaling, and projection to a picture
datasets    examples
ingest      from a file to a `Dataset`
large       the same numbers at any size: bounds and samples
explain     which clusters, objects and pairs a score comes from
criteria    every other index
partitions  clusterings by algorithm, number of clusters and seed
sweeps      many clusterings, scored
verdicts    what to believe of them: data without clusters, stability
paper       the published study, run again
report      score card, figures and pages for people
cli         the command ``aucc``

``pairs.py`` is the public `Pairs`, to which score, explain and large contribute; ``search.py`` is
`AUCCSearch` for scikit-learn, on top of it and of verdicts. Names are loaded
when they are first asked for, so that the core can be used without the rest.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from aucc_core.version import __version__

if TYPE_CHECKING:
    from aucc_core.criteria import CRITERIA, criteria_scores
    from aucc_core.datasets import DATASETS, load_dataset
    from aucc_core.explain.diagnose import Diagnosis, diagnose
    from aucc_core.ingest import inspect_table, read_labels, read_table
    from aucc_core.large.bounds import aucc_bounds, aucc_bounds_many
    from aucc_core.large.sample import aucc_sample
    from aucc_core.pairs import Pairs
    from aucc_core.partitions import ALGORITHMS, Partition, make_partitions
    from aucc_core.score.curve import RocCurve
    from aucc_core.score.inputs import Dataset, InputError
    from aucc_core.score.metrics import METRICS
    from aucc_core.score.null import NullSummary
    from aucc_core.score.permutation import permutation_test
    from aucc_core.score.ranked import aucc_score, gamma_score
    from aucc_core.score.result import Score
    from aucc_core.search import AUCCSearch, aucc_scorer
    from aucc_core.sweeps.result import SweepResult
    from aucc_core.sweeps.sweep import sweep, sweep_iter
    from aucc_core.verdicts.band import ReferenceBand, reference_band
    from aucc_core.verdicts.null_data import REFERENCES
    from aucc_core.verdicts.stability import Stability, stability
    from aucc_core.verdicts.weigh import Verdict, verdict
    from aucc_core.warm import warm_up

# Where each public name lives.
_HOMES = {
    "ALGORITHMS": "partitions",
    "AUCCSearch": "search",
    "CRITERIA": "criteria",
    "DATASETS": "datasets",
    "METRICS": "score.metrics",
    "REFERENCES": "verdicts.null_data",
    "Dataset": "score.inputs",
    "Diagnosis": "explain.diagnose",
    "InputError": "score.inputs",
    "NullSummary": "score.null",
    "Pairs": "pairs",
    "Partition": "partitions",
    "ReferenceBand": "verdicts.band",
    "RocCurve": "score.curve",
    "Score": "score.result",
    "Stability": "verdicts.stability",
    "SweepResult": "sweeps.result",
    "Verdict": "verdicts.weigh",
    "aucc_bounds": "large.bounds",
    "aucc_bounds_many": "large.bounds",
    "aucc_sample": "large.sample",
    "aucc_score": "score.ranked",
    "aucc_scorer": "search",
    "criteria_scores": "criteria",
    "diagnose": "explain.diagnose",
    "gamma_score": "score.ranked",
    "inspect_table": "ingest",
    "load_dataset": "datasets",
    "make_partitions": "partitions",
    "permutation_test": "score.permutation",
    "read_labels": "ingest",
    "read_table": "ingest",
    "reference_band": "verdicts.band",
    "stability": "verdicts.stability",
    "sweep": "sweeps.sweep",
    "sweep_iter": "sweeps.sweep",
    "verdict": "verdicts.weigh",
    "warm_up": "warm",
}

__all__ = [
    "ALGORITHMS",
    "CRITERIA",
    "DATASETS",
    "METRICS",
    "REFERENCES",
    "AUCCSearch",
    "Dataset",
    "Diagnosis",
    "InputError",
    "NullSummary",
    "Pairs",
    "Partition",
    "ReferenceBand",
    "RocCurve",
    "Score",
    "Stability",
    "SweepResult",
    "Verdict",
    "__version__",
    "aucc_bounds",
    "aucc_bounds_many",
    "aucc_sample",
    "aucc_score",
    "aucc_scorer",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
