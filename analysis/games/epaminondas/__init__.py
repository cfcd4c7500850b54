"""Epaminondas: board, rules, diagram and measures."""
