"""The Score screen.

`ask` (what is asked for), `work` (here and now or as a job), `view` (what is drawn), `verdict` (the
card below the board). Scores and figures are those of aucc_core.report.
"""
