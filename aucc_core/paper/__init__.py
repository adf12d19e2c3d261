"""The paper's whole evaluation: what was published, and the same computed again.

`published` holds the printed facts, `parts` recomputes each figure and small table, `agreement` the
table of agreement with true labels (on any labelled data), `public` the same on a folder of
benchmark sets, `chance` the experiment with random labels, `run` puts them together with a `Stamp`.
"""

from aucc_core.paper.agreement import SetAgreement, agreement_table, study_steps
from aucc_core.paper.parts import PARTS, Part, PartResult, PrintedNumber
from aucc_core.paper.run import PaperRun, Stamp, paper_steps, run_paper

__all__ = [
    "PARTS",
    "PaperRun",
    "Part",
    "PartResult",
    "PrintedNumber",
    "SetAgreement",
    "Stamp",
    "agreement_table",
    "paper_steps",
    "run_paper",
    "study_steps",
]
