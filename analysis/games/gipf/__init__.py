"""GIPF: board, rules, diagram and measures."""
