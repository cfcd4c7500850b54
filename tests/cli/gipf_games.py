"""Texts of GIPF games for commands to read."""

CLASSIC = "classic:gipf-tournament"


def game(*moves: str, variant: str = "basic", start: str = "", result: str = "*") -> str:
    """Return a text of one game, two moves a row."""
    tags = f'[Game "gipf"]\n[Variant "{variant}"]\n'
    tags += f'[Start "{start}"]\n' if start else ""
    shown = ["...", *moves] if start.split()[1:2] == ["b"] else moves
    rows = [shown[first : first + 2] for first in range(0, len(shown), 2)]
    numbered = (f"{number}. {'  '.join(row)}\n" for number, row in enumerate(rows, start=1))
    return f"{tags}\n{''.join(numbered)}{result}\n"
