"""The Criteria screen.

The side panel asks; `work` compares (here and now or as a job, whose progress it draws), `view` is
what is drawn, of `figures`. The computing itself is aucc_core.sweeps.comparison.
"""
