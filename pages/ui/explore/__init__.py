"""The Explore screen.

`ask` (what is asked for), `work` (the solutions: at once or as a job, whose progress it draws),
`view` (what is drawn), with `evidence` and `weak_places` below the linked view, `figures`,
`takeaway` and `address` (what a link holds). The computing itself is aucc_core.sweeps.solutions.
"""
