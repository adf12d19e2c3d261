"""Clusterings that a table already holds, scored and reported."""
