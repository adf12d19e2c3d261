"""What the web server does around the pages: headers, upload limits, health, housekeeping."""
