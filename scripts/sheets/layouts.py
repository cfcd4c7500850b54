"""Layouts of score sheets: what stands where on the pages of a game.

A page is made of bands from top to bottom, a band of tables side by side, a table of rows of cells.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Table = list[list[str]]
Band = list[Table]
Page = list[Band]

WORDS = {
    "en": {"game": "Game", "white": "White", "black": "Black",
           "red": "Red", "blue": "Blue", "green": "Green"},
    "fr": {"game": "Partie", "white": "Blancs", "black": "Noirs",
           "red": "Rouge", "blue": "Bleu", "green": "Vert"},
    "de": {"game": "Spiel", "white": "Weiss", "black": "Schwarz",
           "red": "Rot", "blue": "Blau", "green": "Gruen"},
}  # fmt: skip
"""What sheets are headed with, by language, in letters that every face has."""

LANGUAGES = tuple(WORDS)


@dataclass(frozen=True, slots=True)
class Contents:
    """What is written on a sheet.

    Attributes:
        title: the line above.
        sides: names of the sides in the language of the sheet, in the order of moving.
        moves: the texts of the moves.
    """

    title: str
    sides: tuple[str, ...]
    moves: tuple[str, ...]

    @property
    def heading(self) -> list[str]:
        """The row that heads a table."""
        return ["", *self.sides]

    def rows(self, joined: str = "") -> Table:
        """Return the numbered rows, a move of each side in each.

        Args:
            joined: what stands between the moves of a row, which are one cell then.
        """
        width = len(self.sides)
        parts = [self.moves[at : at + width] for at in range(0, len(self.moves), width)]
        return [
            [f"{number}.", *([joined.join(part)] if joined else part)]
            for number, part in enumerate(parts, start=1)
        ]


def _parts(rows: Table, number: int) -> Iterator[Table]:
    """Yield the rows in so many parts of nearly the same length, none of them empty."""
    length = max(-(-len(rows) // number), 1)
    yield from (rows[at : at + length] for at in range(0, len(rows), length))


def _titled(contents: Contents, *bands: Band) -> Page:
    return [[[[contents.title]]], *bands]


def _columns(contents: Contents) -> list[Page]:
    return [_titled(contents, [[contents.heading, *contents.rows()]])]


def _blocks(number: int) -> Callable[[Contents], list[Page]]:
    def layout(contents: Contents) -> list[Page]:
        tables = [[contents.heading, *part] for part in _parts(contents.rows(), number)]
        return [_titled(contents, tables)]

    return layout


def _sides(contents: Contents) -> list[Page]:
    """Return the moves of each side below its name, those of the next below them."""
    width, bands = len(contents.sides), list[Band]()
    for at, side in enumerate(contents.sides):
        own = contents.moves[at::width]
        rows = [[f"{number}.", move] for number, move in enumerate(own, start=1)]
        bands += [[[[side]]], [rows]]
    return [_titled(contents, *bands)]


def _lines(contents: Contents) -> list[Page]:
    width = len(contents.sides)
    rows = [[f"{contents.sides[at % width]}: {move}"] for at, move in enumerate(contents.moves)]
    return [_titled(contents, [rows])]


def _dashes(contents: Contents) -> list[Page]:
    return [_titled(contents, [contents.rows(" - ")])]


def _headings(contents: Contents) -> list[Page]:
    """Return one page on which the heading stands again in the middle of the game."""
    bands: list[Band] = [[[contents.heading, *part]] for part in _parts(contents.rows(), 2)]
    again: list[Band] = [[[[contents.title]]], *bands[1:]] if len(bands) > 1 else []
    return [_titled(contents, bands[0], *again)]


def _pages(contents: Contents) -> list[Page]:
    return [
        _titled(contents, [[contents.heading, *part]]) for part in _parts(contents.rows(), 2)
    ]  # fmt: skip


LAYOUTS: dict[str, Callable[[Contents], list[Page]]] = {
    "columns": _columns,
    "blocks": _blocks(2),
    "three-blocks": _blocks(3),
    "sides": _sides,
    "lines": _lines,
    "dashes": _dashes,
    "headings": _headings,
    "pages": _pages,
}
"""Layouts by name: from what is written to pages."""


def contents(
    game: str, number: int, sides: Sequence[str], moves: Sequence[str], language: str
) -> Contents:
    """Return what is written on the sheet of a game.

    Args:
        game: what the game is called.
        number: which game it is.
        sides: the English names of the sides, in small letters.
        moves: the texts of the moves.
        language: one of `LANGUAGES`.
    """
    words = WORDS[language]
    title = f"{game} - {words['game']} {number}"
    return Contents(title, tuple(words[side] for side in sides), tuple(moves))
