"""Data too large to rank: certain bounds, samples, and a cluster of machines."""

# How far apart bounds may be unless the caller says otherwise. It stands here because the choice of
# an engine says it too, and small data is scored without loading what bounds need.
DEFAULT_TOLERANCE = 1e-5
