"""Layouts of sheets of moves: any of them as lines with one row of the game each."""
