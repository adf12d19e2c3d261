"""The Explore screen.

`ask` (what is asked for), `work` (the solutions: at once or as a job, whose progress it draws),
`view` (what is drawn), `tabs` below the linked view with a module per tab (`evidence`,
`weak_places`, `clusters`, `objects`, `all_solutions`, `takeaway`; each is given what is
`on_screen`), `hint` (what they tell the view), `answer` (the line under the title),
`examination` (what is known of the verdict), `figures`,
and `address` (what a link holds). The computing itself is aucc_core.sweeps.solutions.
"""
