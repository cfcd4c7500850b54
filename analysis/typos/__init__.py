"""Slips of writing: their kinds, the cost of each, and the legal texts near a written text."""
