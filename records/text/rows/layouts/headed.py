"""Moves of one side below its name, and those of another below its own, without numbers."""

from collections.abc import Callable, Sequence

from records.text.layout import Word

LEAST_MOVES = 2
"""Moves below each name from which on the names head the sides' moves."""

LONGEST = 20
"""Characters of a line with a name."""


def numbers_below_sides(lines: Sequence[str], is_move: Callable[[str], bool]) -> dict[int, int]:
    """Return the number of the row of each line that has a move of one side, by its index.

    There are such lines only where two sides or more are named, each on a line of its own, with one
    move on each line below; the last sides may have a move less.

    Args:
        lines: the lines.
        is_move: whether a word is a move in some dialect, as far as its form goes.
    """
    sides: list[str] = []
    below: list[list[int]] = []
    for index, line in enumerate(lines):
        text = line.strip()
        if side := _side(text):
            sides.append(side)
            below.append([])
        elif below and text and " " not in text and is_move(text):
            below[-1].append(index)
        elif below and text:
            break
    counts = [len(moves) for moves in below]
    is_uneven = (
        not counts or min(counts) < max(LEAST_MOVES, counts[0] - 1) or max(counts) > counts[0]
    )
    if len(sides) < 2 or len(set(sides)) < len(sides) or is_uneven:
        return {}
    return {index: row for moves in below for row, index in enumerate(moves, start=1)}


def with_numbers(words: list[list[Word]], numbers: dict[int, int]) -> None:
    """Put numbers before the words of lines, by the index of the line."""
    for index, number in numbers.items():
        words[index].insert(0, words[index][0]._replace(text=f"{number}.", left=0.5))


def _side(text: str) -> str | None:
    """Return the side that a text names, None if it names anything else."""
    if len(text) > LONGEST or not text.rstrip(" .:").isalpha():
        return None
    from records.words import colour

    return colour(text.rstrip(" .:"))
