"""The paper's whole evaluation: what was published, and the same computed again.

`published` holds the printed facts, `parts` recomputes each figure and small table into `checks`,
`theorems` does so for what is proved, `slips` shows what cannot be meant as printed, `agreement`
the table of agreement with true labels, `study` the same with other tables, distances and seeds,
`public` on a folder of benchmark sets, `chance` the experiment with random labels, `run` puts them
together with a `Stamp`.
"""

from aucc_core.paper.agreement import SetAgreement, agreement_table, study_steps
from aucc_core.paper.checks import Check, PartResult, Tally, tally
from aucc_core.paper.parts import PARTS, Part
from aucc_core.paper.run import PaperRun, Stamp, paper_steps, run_paper
from aucc_core.paper.study import StudySpec, study_of, study_table

__all__ = [
    "PARTS",
    "Check",
    "PaperRun",
    "Part",
    "PartResult",
    "SetAgreement",
    "Stamp",
    "StudySpec",
    "Tally",
    "agreement_table",
    "paper_steps",
    "run_paper",
    "study_of",
    "study_steps",
    "study_table",
    "tally",
]
