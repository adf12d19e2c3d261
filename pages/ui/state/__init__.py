"""What survives a rerun or a page change: `cache` (computed values), `session` (table and choices).

A session also remembers, each beside what it belongs to: where the linked view was left
(explore/address), the files that were taken in (upload/import_step), the handles of jobs
(jobs/panel), the last evaluation (paper/work), the last answer and the full design of a lesson
(learn/view, learn/chance). All of it goes with the session; a reload starts another.
"""
