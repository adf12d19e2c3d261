"""What the web server does around the pages: headers, upload limits, health, housekeeping."""

from pages.ui.server.app import surroundings

__all__ = ["surroundings"]
