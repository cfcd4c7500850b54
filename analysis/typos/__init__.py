"""Slips of writing: their kinds and costs, and the legal texts near a written text."""
