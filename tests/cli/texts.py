"""Texts of games for commands to read."""

from functools import partial


def game_text(game: str, *moves: str, variant: str, start: str = "", result: str = "*") -> str:
    """Return a text of one game, two moves a row."""
    tags = f'[Game "{game}"]\n[Variant "{variant}"]\n'
    tags += f'[Start "{start}"]\n' if start else ""
    shown = ["...", *moves] if start.split()[1:2] == ["b"] else moves
    rows = [shown[first : first + 2] for first in range(0, len(shown), 2)]
    numbered = (f"{number}. {'  '.join(row)}\n" for number, row in enumerate(rows, start=1))
    return f"{tags}\n{''.join(numbered)}{result}\n"


gipf = partial(game_text, "gipf", variant="basic")
megiddo = partial(game_text, "megiddo", variant="base")
