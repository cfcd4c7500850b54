"""Names of squares by column letter and row number; ``a1`` is the corner on White's left."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def column_letter(column: int) -> str:
    """Return the letter of a column, counted from 1.

    A column without a letter is its number in brackets, ``(27)``, for messages on moves off the
    board.
    """
    return _LETTERS[column - 1] if 1 <= column <= 26 else f"({column})"


def cell_name(cell: tuple[int, int]) -> str:
    """Return the name of a (row, column) pair, both counted from 1: ``(2, 7)`` is ``g2``."""
    row, column = cell
    return f"{column_letter(column)}{row}"


def parse_cell(text: str) -> tuple[int, int]:
    """Return the (row, column) pair of a name such as ``g2``."""
    return int(text[1:]), _LETTERS.index(text[0]) + 1
