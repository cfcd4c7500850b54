"""Opening trees: positions and first moves counted, named and listed."""
