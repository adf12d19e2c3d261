"""The Paper screen.

`work` (single parts here and now, the whole evaluation as a job that it asks for and follows),
`view` (what is drawn, a section at a time, of `figures`), `agreement` (the agreement table in three
readings), `index` (where everything of the paper is), `own_study` (the same study on one's own
tables). The computing itself is aucc_core.paper.
"""
