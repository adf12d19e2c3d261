"""The Criteria screen."""
