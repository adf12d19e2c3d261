"""The Paper screen."""
