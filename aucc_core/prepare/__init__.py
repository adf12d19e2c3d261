"""What is done to a table before it is clustered or drawn: scaling, projection."""
