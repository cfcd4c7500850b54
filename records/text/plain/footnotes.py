"""What is numbered below a table and is no row of it: footnotes, and the rows of an excerpt.

``1) D3 is the usual move`` below rows that are numbered ``1.`` begins no game. Below ``Game 7, the
end`` row 21 begins one, for row 4 was due.
"""

from collections.abc import Sequence
from typing import Protocol
from unicodedata import normalize

from notation.pattern import lazy_pattern
from records.text.numbering import MoveNumbers
from records.text.rows.beside import Noted

LEAST_ROWS = 2
"""Rows of a table below which footnotes may stand."""
LEAST_WORDS = 2
"""Words of letters that the first footnote has."""

_NUMBERED = lazy_pattern(
    r"\s*(?P<open>[(\[]?)(?:(?P<digits>[0-9]{1,2})|(?P<raised>[\u00b9\u00b2\u00b3\u2070-\u2079]{1,2}))"
    r"(?P<sign>[.:)\]]*)(?P<rest>(?:\s|(?<=\D)\w).*)"
)
_WORDS = lazy_pattern(r"(?<!\S)[^\W\d_]{2,}(?=[\s.,:;!?)]|$)")
_TITLE = lazy_pattern(
    r"(?i)\W*(?:game|partie|spiel|partida|partita|partij|juego|gioco|spel|match|n[or°º])"
    r"(?:[\s.:#°º]|n[or]?\b)*[0-9]{1,4}(?![0-9.)])"
)


class NumberedGame(Noted, Protocol):
    """A game in progress, as far as its numbers go."""

    moves: list[str]
    numbering: MoveNumbers

    def ends_at(self, number: int) -> bool:
        """Whether a move number starts the next game of the file."""


def ends_at(game: NumberedGame, number: int, skipped: Sequence[tuple[int, str]]) -> bool:
    """Whether a number starts another game than the one in progress.

    So does one that is not due below a title that counts games.

    Args:
        game: the game in progress.
        number: the number.
        skipped: the numbers and texts of the lines between.
    """
    last = game.numbering.last
    is_due = last is None or last <= number <= last + 1
    titled = not is_due and any(_TITLE.match(text) for _, text in skipped)
    return game.ends_at(number) or (titled and bool(game.moves))


class Footnotes:
    """Finds the footnotes among the lines that follow rows of moves."""

    def __init__(self) -> None:
        self._last = 0
        self._style = self._rows = ("", "")

    def takes(self, line: str, game: NumberedGame, number: int) -> bool:
        """Whether a line is a footnote, with a note then.

        Args:
            line: a line that follows moves of a game.
            game: the game.
            number: the number of the line.
        """
        found = _NUMBERED.match(line)
        if found is None:
            return False
        style = found["open"], "^" if found["raised"] else found["sign"]
        if len(game.numbering.rows) < LEAST_ROWS:
            self._last, self._rows = 0, style
            return False
        value = int(normalize("NFKC", found["digits"] or found["raised"]))
        goes_on = (style, value) == (self._style, self._last + 1) and self._last
        if not goes_on and not (value == 1 and self._is_first(style, found["rest"])):
            self._rows = style
            return False
        self._last, self._style = value, style
        message = f"{line.strip()!r} is read as a footnote: no move in it is played"
        game.note("comment", message, (number, 1), line.strip())
        return True

    def _is_first(self, style: tuple[str, str], rest: str) -> bool:
        """Whether a line numbered 1 in a style is prose, and no row is numbered so."""
        words = len(_WORDS.findall(rest))
        is_prose = words >= LEAST_WORDS and 2 * words >= len(rest.split())
        return is_prose and style not in (self._rows, ("", "."), ("", ""))
