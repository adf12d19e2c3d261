"""The side panel that Explore and Criteria share: which data, which clusterings, what size."""
