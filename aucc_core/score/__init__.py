"""The small core: distances, ranks, counts, AUCC, Gamma, curve and null; it knows nothing else."""
