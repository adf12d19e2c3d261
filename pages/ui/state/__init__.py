"""What survives a rerun or a page change: `cache` (computed values), `session` (table and choices).

How much is cached: at most 512 MB for all sessions together (AUCC_STORE_MB), least recently used
out first; `cache` says what else stays in memory and on disk. `session` says what does not survive.

A session also remembers, each beside what it belongs to: its jobs, and clicks that start one
(jobs/panel); where the linked view was left (explore/address) and what was clicked below it last
(explore/hint); how often the person went back or forth (link); the files that were taken in
(upload/import_step) and those that a restart has lost (upload/ask); the last evaluation
(paper/work); the last answer of a lesson (learn/view); a name for itself (components/connection).
All of it goes with the session; a reload starts another.
"""
