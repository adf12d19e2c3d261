"""Where a clustering is good and where it is not, and what would mend it."""
