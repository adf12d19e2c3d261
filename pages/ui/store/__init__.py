"""Big values by content digest, within a byte budget."""
