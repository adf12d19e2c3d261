"""What to believe: how many clusters, or none, and why."""
