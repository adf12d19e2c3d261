"""What the side panel asks: data, clusterings, size. Explore and Criteria ask all; Score, some."""
