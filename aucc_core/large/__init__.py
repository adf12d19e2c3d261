"""Data too large to rank: certain bounds, samples, and a cluster of machines."""
