"""Selecting games by condition, by position reached, and without duplicates."""
