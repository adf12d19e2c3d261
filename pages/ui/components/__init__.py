"""Parts of screens that run in the browser, and what several screens show."""
