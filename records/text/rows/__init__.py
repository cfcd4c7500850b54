"""Rows of damaged tables: their order on the sheet, their numbers, and where their plies end."""
