"""What the web server does around the pages; `surroundings` hands all of it to ``st.App``.

`security` (headers), `uploads` (their limit), `assets` (what browsers get from memory), `errors`
(what a page says, what a log holds), `classroom` (the live class), `reading` (how to read a curve),
`health`, `housekeeping` (warm-up, clearing up).
"""

from pages.ui.server.app import surroundings

__all__ = ["surroundings"]
