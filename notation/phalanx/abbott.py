"""The inventor's dialect for moves of phalanxes, in the compass letters of three languages."""

import re
from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from notation.dialect import DASH, Notes, Reading, part
from notation.pattern import Pattern, lazy_pattern
from notation.phalanx.dialects import LOOSE_NUMBER, TIMES, AnyMove, PhalanxDialect, number_of
from notation.phalanx.moves import Move, Placement, Square

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

_DIRECTION = "N[EW]?|S[EW]?|E|W"
_GAP = "[ \t]*[./\\-]?[ \t]*"
_LOOSE_DIRECTION = rf"(?:[NS](?:{_GAP}[EWO])?|[EWO])(?:[ \t]*\.)?"
_SEPARATOR = f"(?:[.,:/]|{DASH})"
_BAR = rf"[ \t]*(?:{DASH}[ \t]*)?"
_FIRST_NUMBERS = lazy_pattern(r"(\d{1,2})\.(\d{1,2})", re.ASCII)
_LANGUAGES = {
    "W": ("french-compass", "French", "O (ouest) is West"),
    "E": ("german-compass", "German", "O (Ost) is East"),
}
"""The language in which O stands for a direction, by that direction, and why."""


class Abbott(PhalanxDialect):
    """The inventor's notation: ``row.column.count``, direction, distance, ``xN`` for N captures.

    Row and column are of the leading piece before the move. Source: the rule book's
    chapter "Notation des coups".
    """

    name = "abbott"
    label_style = "numbers"
    square = Pattern(
        rf"\s*(?P<row>{LOOSE_NUMBER})\s*(?P<mark>[.,])\s*(?P<column>{LOOSE_NUMBER})\s*", re.ASCII
    )
    canonical_pattern = Pattern(
        rf"""(?P<row>[1-9]\d?)\.(?P<column>[1-9]\d?)\.(?P<count>[1-9]\d?)
             (?P<direction>{_DIRECTION})(?P<distance>[1-9]\d?)(?:x(?P<captures>[1-9]\d?))?""",
        re.VERBOSE | re.ASCII,
    )
    lenient_pattern = Pattern(
        rf"""(?:\d{{1,2}}[ \t]*{_SEPARATOR}[ \t]*){{2}}\d{{1,2}}{_BAR}{_LOOSE_DIRECTION}
             (?:(?:[ \t]*{DASH}[ \t]*)?\d{{1,2}}(?!\d)
             |[ \t]+\d{{1,2}}(?!\d|{_SEPARATOR}[ \t]*\d{{1,2}}[ \t]*{_SEPARATOR}))
             (?:[ \t]*(?:{TIMES}(?:\d{{1,2}}(?!\d)|[ \t]+\d{{1,2}}(?!\d|{_SEPARATOR}))?
             |[(\[][ \t]*{TIMES}[ \t]*\d{{0,2}}[ \t]*[)\]]))?""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )

    meant_by_o = "W"
    """The direction that O stands for: West in French texts (ouest), East in German ones (Ost)."""

    def settled(self, texts: Sequence[str]) -> "Abbott":
        """Return the dialect with German letters if texts have O and W and no E, else itself.

        There is no W in French directions, and no E in German ones.
        """
        letters = "".join(texts).upper()
        is_german = "O" in letters and "W" in letters and "E" not in letters
        return self._in_german if is_german else self

    @cached_property
    def _in_german(self) -> "Abbott":
        twin = copy(self)
        twin.meant_by_o = "E"
        return twin

    def fits(self, text: str, ply: int) -> bool:
        """Whether the piece stands on the usual board, and a side's first one on its home rows."""
        place = _FIRST_NUMBERS.match(text)
        return place is not None and self.is_likely(int(place[1]), int(place[2]), ply)

    def _move_text(self, move: Move) -> str:
        return str(move)

    def _square_text(self, square: Square) -> str:
        return str(Placement(*square))

    def _square(self, found: re.Match[str], notes: Notes) -> Square:
        notes.respell(found["mark"], ".", "separator", "{written!r} was read as a point")
        return int(number_of(found["row"], notes)), int(number_of(found["column"], notes))

    def _moves(self, parts: dict[str, str], text: str) -> Reading[AnyMove]:
        captures = parts["captures"]
        move = Move(
            int(parts["row"]),
            int(parts["column"]),
            int(parts["count"]),
            parts["direction"],
            int(parts["distance"]),
            int(captures or 0),
        )
        return Reading((move,))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Opt, Regex, Suppress

        number = LOOSE_NUMBER
        point = Regex(_SEPARATOR).set_name("a point")("points*")
        bar = Opt(Regex(DASH)("bars*"))
        times = Regex(TIMES)("times")
        captures = Opt(Regex(number).set_name("a number of captured pieces")("captures"))
        opening, closing = Regex(r"[(\[]")("bracket"), Suppress(Regex(r"[)\]]"))
        return (
            Regex(number).set_name("a row number")("row")
            + point
            + Regex(number).set_name("a column number")("column")
            + point
            + Regex(number).set_name("a number of pieces")("count")
            + bar
            + Regex(f"(?i:{_LOOSE_DIRECTION})(?![A-Za-z])").set_name(
                "a compass direction (N, NE, E, SE, S, SW, W, NW)"
            )("direction")
            + bar
            + Regex(number).set_name("a number of squares")("distance")
            + Opt(times + captures | opening + times + captures + closing).set_name(
                "x and a number of captured pieces"
            )
        )

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        for mark in parts["points"]:
            notes.respell(mark, ".", "separator", "{written!r} was read as a point")
        if "bars" in parts:
            message = "the direction is written without dashes around it"
            notes.add("separator", message, parts["bars"][0])
        spread = parts["direction"]
        written = "".join(filter(str.isalpha, spread))
        if written != "".join(spread.split()):
            message = f"directions are written without points: {written.upper()}"
            notes.add("direction-points", message, spread)
        upper = written.upper()
        notes.respell(written, upper, "letter-case", "directions are written in capitals")
        direction = upper.replace("O", self.meant_by_o)
        if direction != upper:
            code, language, why = _LANGUAGES[self.meant_by_o]
            notes.add(code, f"{upper} is {language} for {direction}: {why}", written)
        if "bracket" in parts:
            message = "the number of captured pieces is written without brackets"
            notes.add("bracketed-count", message, parts["bracket"])
        if "times" in parts:
            notes.respell(parts["times"], "x", "separator", "{written!r} was read as x")
            if "captures" not in parts:
                message = "x without the number of captured pieces"
                notes.add("missing-capture-count", message, parts["times"])
        fields = ("row", "column", "count", "distance", "captures")
        numbers = {name: number_of(part(parts, name), notes) for name in fields}
        if "times" in parts and not numbers["captures"] and self.bare_capture:
            numbers["captures"] = str(self.bare_capture)
        return {**numbers, "direction": direction}
