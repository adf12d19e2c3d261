"""The Score screen."""
