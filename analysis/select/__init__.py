"""Selection of games by conditions, by a position reached, and without duplicates."""
