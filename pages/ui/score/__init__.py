"""The Score screen.

`ask` (what is asked for), `address` (what a link holds of it), `work` (here and now or as a job),
`view` (what is drawn), `onward` (to Explore), `comparison` (two clusterings side by side),
`distances` (which one fits the labels), `verdict` (the card below the board). Scores and figures
are those of aucc_core.report.
"""
