"""The paper's whole evaluation: what was published, and the same computed again.

`published` holds the printed facts, `parts` recomputes each figure and table, `study` the table of
agreement with true labels (on any labelled data), `run` puts them together with a `Stamp`.
"""

from aucc_core.paper.parts import PARTS, Figure, Part, PartResult
from aucc_core.paper.run import PaperRun, paper_steps, run_paper
from aucc_core.paper.stamp import Stamp
from aucc_core.paper.study import Column, agreement_table, study_steps

__all__ = [
    "PARTS",
    "Column",
    "Figure",
    "PaperRun",
    "Part",
    "PartResult",
    "Stamp",
    "agreement_table",
    "paper_steps",
    "run_paper",
    "study_steps",
]
