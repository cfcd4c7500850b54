"""Points named by a column letter and a row number; ``a1`` is at White's left."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def column_letter(column: int) -> str:
    """Return the letter of a column, counted from 1.

    Columns from the 27th on are numbers in brackets, as in ``(27)``, for messages about moves off
    the board; they are never read.
    """
    return _LETTERS[column - 1] if 1 <= column <= 26 else f"({column})"


def cell_name(cell: tuple[int, int]) -> str:
    """Return the name of a (row, column) pair, both counted from 1: ``(2, 7)`` is ``g2``."""
    row, column = cell
    return f"{column_letter(column)}{row}"


def parse_cell(text: str) -> tuple[int, int]:
    """Return the (row, column) pair of a name such as ``g2``."""
    return int(text[1:]), _LETTERS.index(text[0]) + 1
