"""Words with a place: on a line of print, in a box of a scan, in a cell of a spreadsheet."""

from typing import NamedTuple

NOTHING = "?"
"""The text of a ply of which nothing is left."""


class Word(NamedTuple):
    """A word of a line, or of a scan.

    Attributes:
        text: the text, without blanks unless it is a comment.
        line: number of the line, from 1.
        column: where it begins in the line, from 1.
        left: where it begins on the sheet, in any unit; 0 where `column` is all that is known.
        top: how far down its middle is on the sheet, in that unit; 0 where it is not known.
    """

    text: str
    line: int
    column: int
    left: float = 0.0
    top: float = 0.0

    @property
    def x(self) -> float:
        """Where it begins on the sheet, in the unit of its table."""
        return self.left or float(self.column)

    def part(self, start: int, end: int | None = None) -> "Word":
        """Return a part of the word, from one character to another."""
        return self._replace(text=self.text[start:end], column=self.column + start)
