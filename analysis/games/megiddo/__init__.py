"""Megiddo: board, rules, diagram and measures."""
