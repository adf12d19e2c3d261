"""The Score screen.

`ask` (what is asked for), `compute` (what is computed, without Streamlit: a child process can run
it), `work` (here and now or as a job, whose progress it draws), `view` (what is drawn), `verdict`
(the card below the board). Scores and figures are those of aucc_core.report.
"""
