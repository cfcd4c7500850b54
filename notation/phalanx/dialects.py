"""Three dialects for moves of phalanxes: `Abbott`, `Span` and `AbstractPlay`."""

import re
from collections.abc import Collection, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from notation.dialect import ARROW, DASH, TIMES, TO, Dialect, Notes, Reading, part
from notation.errors import UnreadableMove
from notation.findings import note
from notation.pattern import lazy_pattern
from notation.phalanx import COMPASS, DIRECTIONS, AnyMove, Move, PartialMove, Placement, Square
from notation.squares import cell_name, parse_cell

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

Homes = Sequence[Collection[int]]
"""The rows that each side fills at the start, in the order of moving."""

_NUMBER = "(?:0?[1-9]|[1-9][0-9])(?![0-9])"
_CELL = "[a-z][1-9][0-9]?"
_LOOSE_CELL = "[a-z][ \t]*[0-9]{1,2}"
_CAPTURE = f"(?:{TIMES}|[*:])"
_SQUARES = lazy_pattern(r"([a-z])(\d{1,2})(?!\d)", re.ASCII)


class PhalanxDialect(Dialect[AnyMove]):
    """The base class of dialects for moves of phalanxes; each instance serves one game.

    Attributes:
        homes: the rows that each side fills at the start, on the game's usual board, in the order
            of moving. A side's first move starts in its rows.
        columns: number of columns of the game's usual board.
        placements: whether a square alone is the placement of a neutral stone. `lenient_pattern`
            does not match it, because many words look like squares.
        bare_capture: number of captures if a text marks a capture without a number; 0 if unknown.
        square: matches a leniently written square.
    """

    board_words = "board and home rows"
    square: ClassVar[re.Pattern[str]] = lazy_pattern(
        rf"\s*(?P<column>[a-z])\s*(?P<row>{_NUMBER})\s*", re.ASCII | re.IGNORECASE
    )

    def __init__(
        self,
        game: str,
        homes: Homes,
        capture: Move,
        *,
        columns: int = 26,
        placements: bool = False,
        bare_capture: int = 0,
    ) -> None:
        """Create the dialect of a game; `example` is the text of the move ``capture``."""
        super().__init__()
        self.game = game
        self.homes = homes
        self.columns = columns
        self.example = self.write(capture)
        self.placements = placements
        self.bare_capture = bare_capture

    def fits(self, text: str, ply: int) -> bool:
        """Whether all squares are on the usual board; a first move must start in a home row."""
        squares = _SQUARES.findall(text.lower())
        for column, row in squares[:3]:
            if not self.is_likely(int(row), ord(column) - ord("a") + 1, ply):
                return False
            ply = len(self.homes)
        return bool(squares)

    def is_likely(self, row: int, column: int, ply: int) -> bool:
        """Whether a square is on the usual board, and in a home row at a side's first move.

        Args:
            row: row of the square, from 1.
            column: column of the square, from 1.
            ply: index of the ply in the game, from 0.
        """
        at_home = ply >= len(self.homes) or row in self.homes[ply]
        return at_home and row <= self._last_row and column <= self.columns

    @cached_property
    def _last_row(self) -> int:
        return max(self.homes[-1])

    def write(self, move: Move | Placement) -> str:
        """Return the canonical text of a complete move."""
        return cell_name(move.target) if isinstance(move, Placement) else self._move_text(move)

    def _move_text(self, move: Move) -> str:
        return str(move)

    def _square(self, found: re.Match[str], notes: Notes) -> Square:
        """Return the square of a match of `square`; add a note on each leniency."""
        return parse_cell(notes.lower(found["column"]) + notes.number(found["row"]))

    def _read_special(self, text: str) -> Reading[AnyMove] | None:
        found = self.square.fullmatch(text) if self.placements else None
        if found is None:
            return None
        notes = Notes(text)
        square = self._square(found, notes)
        notes.add_blanks()
        return Reading((Placement(*square),), tuple(notes))

    def _read_leniently(self, text: str) -> Reading[AnyMove]:
        return self._read_special(text) or super()._read_leniently(text)


_LOOSE_DIRECTION = "(?:[NS](?:[ \t]*[./\\-]?[ \t]*[EWO])?|[EWO])(?:[ \t]*\\.)?"
_SEPARATOR = f"(?:[.,:/]|{DASH})"
_FIRST_NUMBERS = lazy_pattern(r"(\d{1,2})\.(\d{1,2})", re.ASCII)
_LANGUAGES = {
    "W": ("french-compass", "French", "O (ouest) is West"),
    "E": ("german-compass", "German", "O (Ost) is East"),
}
"""The note on the letter O, by the direction that it stands for: code, language and reason."""


class Abbott(PhalanxDialect):
    """The inventor's notation: ``row.column.count``, direction, distance, ``xN`` for N captures.

    Row and column are those of the leading piece before the move. Source: chapter "Notation des
    coups" of the rule book.
    """

    name = "abbott"
    label_style = "numbers"
    square = lazy_pattern(
        rf"\s*(?P<row>{_NUMBER})\s*(?P<mark>[.,])\s*(?P<column>{_NUMBER})\s*", re.ASCII
    )
    canonical_pattern = lazy_pattern(
        r"""(?P<row>[1-9]\d?)\.(?P<column>[1-9]\d?)\.(?P<count>[1-9]\d?)
            (?P<direction>N[EW]?|S[EW]?|E|W)(?P<distance>[1-9]\d?)(?:x(?P<captures>[1-9]\d?))?""",
        re.VERBOSE | re.ASCII,
    )
    lenient_pattern = lazy_pattern(
        rf"""(?:\d{{1,2}}[ \t]*{_SEPARATOR}[ \t]*){{2}}\d{{1,2}}
             [ \t]*(?:{DASH}[ \t]*)?{_LOOSE_DIRECTION}
             (?:(?:[ \t]*{DASH}[ \t]*)?\d{{1,2}}(?!\d)
             |[ \t]+\d{{1,2}}(?!\d|{_SEPARATOR}[ \t]*\d{{1,2}}[ \t]*{_SEPARATOR}))
             (?:[ \t]*(?:{_CAPTURE}(?:\d{{1,2}}(?!\d)|[ \t]+\d{{1,2}}(?!\d|{_SEPARATOR}))?
             |[(\[][ \t]*{_CAPTURE}[ \t]*\d{{0,2}}[ \t]*[)\]]))?""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )

    meant_by_o = "W"
    """The direction of the letter O: W in French texts (ouest), E in German texts (Ost)."""

    def settled(self, texts: Sequence[str]) -> "Abbott":
        """Return the dialect with German letters if texts have O and W and no E, else ``self``.

        French directions are written with N, S, E and O, German directions with N, S, O and W.
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
        """Whether the leading piece is on the usual board, and at a first move in a home row."""
        place = _FIRST_NUMBERS.match(text)
        return place is not None and self.is_likely(int(place[1]), int(place[2]), ply)

    def write(self, move: Move | Placement) -> str:
        """Return the canonical text of a complete move."""
        return str(move)

    def _square(self, found: re.Match[str], notes: Notes) -> Square:
        notes.respell(found["mark"], ".", "separator", "{written!r} was read as a point")
        return int(notes.number(found["row"])), int(notes.number(found["column"]))

    def _moves(self, parts: dict[str, str], text: str) -> Reading[AnyMove]:
        row, column, count, distance, captures = (
            int(parts[name] or 0) for name in ("row", "column", "count", "distance", "captures")
        )
        return Reading((Move(row, column, count, parts["direction"], distance, captures),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Opt, Regex, Suppress

        def number(name: str, what: str) -> "ParserElement":
            return Regex(_NUMBER).set_name(what)(name)

        point = Regex(_SEPARATOR).set_name("a point")("point*")
        bar = Opt(Regex(DASH)("bar*"))
        captures = Regex(_CAPTURE)("times") + Opt(number("captures", "a number of captured pieces"))
        bracketed = Regex(r"[(\[]")("opening") + captures + Suppress(Regex(r"[)\]]"))
        direction = Regex(f"(?i:{_LOOSE_DIRECTION})(?![A-Za-z])")
        direction.set_name("a compass direction (N, NE, E, SE, S, SW, W, NW)")
        return (
            number("row", "a row number")
            + point
            + number("column", "a column number")
            + point
            + number("count", "a number of pieces")
            + bar
            + direction("direction")
            + bar
            + number("distance", "a number of squares")
            + Opt(captures | bracketed).set_name("x and a number of captured pieces")
        )

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        if "bar" in parts:
            message = "the direction is written without dashes around it"
            notes.add("separator", message, parts["bar"][0])
        spread = parts["direction"]
        written = "".join(filter(str.isalpha, spread))
        upper = written.upper()
        if written != "".join(spread.split()):
            notes.add("direction-points", f"directions are written without points: {upper}", spread)
        notes.respell(written, upper, "letter-case", "directions are written in capitals")
        direction = upper.replace("O", self.meant_by_o)
        if direction != upper:
            code, language, why = _LANGUAGES[self.meant_by_o]
            notes.add(code, f"{upper} is {language} for {direction}: {why}", written)
        if "opening" in parts:
            message = "the number of captured pieces is written without brackets"
            notes.add("bracketed-count", message, parts["opening"])
        fields = ("row", "column", "count", "distance", "captures")
        numbers = {name: notes.number(part(parts, name)) for name in fields}
        if "times" in parts and "captures" not in parts:
            message = "x without the number of captured pieces"
            notes.add("missing-capture-count", message, parts["times"])
            numbers["captures"] = str(self.bare_capture or "")
        return {**numbers, "direction": direction}


_COUNTS = rf"(?:\s*\[\s*(?P<count>{_NUMBER})\s*\])?(?:\s*{TIMES}\s*(?P<captures>{_NUMBER}))?"
"""Matches the numbers of moved and captured pieces after a move with an arrow: ``[2] ×1``."""

_COUNTED = lazy_pattern(
    rf"\s*(?P<end>[a-z]\s*{_NUMBER})\s*{ARROW}\s*(?P<target>[a-z]\s*{_NUMBER}){_COUNTS}\s*",
    re.IGNORECASE | re.ASCII,
)
_FROM_THE_REAR = ("E", "S", "SE", "NE")


class Span(PhalanxDialect):
    """Both ends of the phalanx and the target of its head: ``f1,g2-h3``, ``h3-h4``.

    In canonical texts the rear end comes first. Some sources write the ends in the other order, or
    write the target of the rear end. A text may therefore have a second meaning, with the target
    of the other end. Moves with counts are accepted too: see `_read_counted`.
    """

    name = "span"
    canonical_pattern = lazy_pattern(
        rf"(?:(?P<end>{_CELL}),)?(?P<head>{_CELL})-(?P<target>{_CELL})", re.ASCII
    )
    lenient_pattern = lazy_pattern(
        rf"""{_LOOSE_CELL}[ \t]*{ARROW}[ \t]*{_LOOSE_CELL}(?!\w)
             {_COUNTS.replace("P<count>", ":").replace("P<captures>", ":")}(?!\w)
             |(?:{_LOOSE_CELL}[ \t]*,[ \t]*{_LOOSE_CELL}[ \t]*{TO}?|{_LOOSE_CELL}[ \t]*{TO})
             [ \t]*{_LOOSE_CELL}(?!\w)""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )

    def _move_text(self, move: Move) -> str:
        rear = f"{cell_name(move.tail)}," if move.count > 1 else ""
        return f"{rear}{cell_name(move.head)}-{cell_name(move.target)}"

    def _read_special(self, text: str) -> Reading[AnyMove] | None:
        return self._read_counted(text) or super()._read_special(text)

    def _read_counted(self, text: str) -> Reading[AnyMove] | None:
        """Return the meanings of a move such as ``G2→G4 [2] ×1``; None for other texts.

        A script for playing in a browser shows moves in this form: an end of the phalanx, the
        target of the head, the number of pieces unless it is 1, and the number of captures. For
        directions in `_FROM_THE_REAR` the end is usually the rearmost piece, for others the head.
        """
        found = _COUNTED.fullmatch(text)
        if found is None or not (found["count"] or found["captures"]):
            return None
        end, target = (
            parse_cell("".join(found[name].split()).lower()) for name in ("end", "target")
        )
        direction, reach = _line(end, target, text, 1)
        if not reach:
            raise UnreadableMove(text, _place(text, 1), "the piece does not move")
        count, captures = int(found["count"] or 1), int(found["captures"] or 0)
        ahead, rear = Move(*end, 1, direction, 1).ahead(count - 1), reach - count + 1
        ways = [(end, reach), (ahead, rear)]
        if direction in _FROM_THE_REAR:
            ways.reverse()
        moves = [
            Move(*head, count, direction, distance, captures)
            for head, distance in dict.fromkeys(ways)
            if 1 <= distance <= count
        ] or [Move(*end, count, direction, reach, captures)]
        message = "read as an end of the phalanx, the target of its head, and the number of pieces"
        return Reading(tuple(moves), (note("arrow", message, 1),))

    def _moves(self, parts: dict[str, str], text: str) -> Reading[AnyMove]:
        head, target = parse_cell(parts["head"]), parse_cell(parts["target"])
        end = parse_cell(parts["end"]) if parts["end"] else head
        direction, length = _line(end, head, text, -2)
        if not length:
            direction, _ = _line(head, target, text, -1)
        away = _steps(end, target, direction, text)
        if away == length and not length:
            raise UnreadableMove(text, _place(text, -1), "the piece does not move")
        moves = _span_moves(end, direction, length, away)
        if length and moves[0].head == end:
            message = f"the rear end is named first: {cell_name(head)},{cell_name(end)}"
            return Reading(moves, (note("ends-exchanged", message, 1),))
        if length and moves[0].target != target:
            message = f"{cell_name(target)} is reached by the rear end, not by the leading piece"
            return Reading(moves, (note("rear-target", message, _place(text, -1) + 1),))
        if parts["end"] and not length:
            message = f"a lone piece is named once: {self._move_text(moves[0])}"
            return Reading(moves, (note("repeated-cell", message, 1),))
        return Reading(moves)

    def _grammar(self) -> "ParserElement":
        from pyparsing import Opt, Regex, Suppress

        comma = Suppress(Regex(",")).set_name("a comma or a dash")
        dash = Regex(TO).set_name("a dash")("dash")
        ends = _cell("end") + comma + _cell("head") + Opt(dash)
        start = (ends | _cell("head") + dash).set_name("a square such as g2")
        return start + _cell("target")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        if "dash" not in parts:
            notes.add("missing-dash", "a dash is missing before the target", parts["target"])
        return _cells(parts, notes, "end", "head", "target")


class AbstractPlay(PhalanxDialect):
    """The Abstract Play server's notation: rearmost moved piece and target, ``g1-g4``, ``e4xe9``.

    The phalanx is the unbroken line of friendly pieces from the first square towards the target;
    its number of pieces is known only on the board. ``x`` marks a capture, ``-`` any other move; a
    wrong mark is accepted with a note.
    """

    name = "abstractplay"
    canonical_pattern = lazy_pattern(
        rf"(?P<tail>{_CELL})(?P<mark>[-x])(?P<target>{_CELL})", re.ASCII
    )
    lenient_pattern = lazy_pattern(
        rf"{_LOOSE_CELL}[ \t]*(?:{TO}|{_CAPTURE})[ \t]*{_LOOSE_CELL}(?!\w)",
        re.ASCII | re.IGNORECASE,
    )

    def _move_text(self, move: Move) -> str:
        return str(PartialMove(move.tail, move.target, bool(move.captures)))

    def _moves(self, parts: dict[str, str], text: str) -> Reading[AnyMove]:
        tail, target = parse_cell(parts["tail"]), parse_cell(parts["target"])
        _, length = _line(tail, target, text, -1)
        if not length:
            raise UnreadableMove(text, _place(text, -1), "the piece does not move")
        return Reading((PartialMove(tail, target, parts["mark"] == "x"),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Regex

        mark = Regex(TO)("dash") | Regex(_CAPTURE)("times")
        return _cell("tail") + mark.set_name("- or x") + _cell("target")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        mark = "x" if "times" in parts else "-"
        return {**_cells(parts, notes, "tail", "target"), "mark": mark}


def _cell(name: str) -> "ParserElement":
    from pyparsing import Regex

    return Regex(rf"[A-Za-z][ \t]*{_NUMBER}").set_name("a square such as g2")(name)


def _cells(parts: "ParseResults", notes: Notes, *names: str) -> dict[str, str]:
    """Return the named squares of a lenient parse, by name, in canonical spelling."""
    cells = {name: re.sub(r"\s", "", notes.lower(part(parts, name))) for name in names}
    return {name: cell[:1] + notes.number(cell[1:]) for name, cell in cells.items()}


def _place(text: str, cell: int) -> int:
    """Return the offset of a square in a text.

    Args:
        text: a move text.
        cell: index of the square among the squares of the text, from 0; -1 is the last one.
    """
    return [found.start() for found in re.finditer(r"[A-Za-z][ \t]*[0-9]+", text)][cell]


def _line(start: Square, end: Square, text: str, cell: int) -> tuple[str, int]:
    """Return the direction and the number of steps from one square to another on the same line.

    If the squares are equal, the direction has no meaning and the number is 0.

    Args:
        start: the first square.
        end: the second square.
        text: the whole text, for errors.
        cell: index of the square at which an error is placed, as in `_place`.

    Raises:
        UnreadableMove: the squares are not on one line.
    """
    north, east = end[0] - start[0], end[1] - start[1]
    steps = max(abs(north), abs(east))
    if 0 not in (north, east) and abs(north) != abs(east):
        reason = f"{cell_name(start)} and {cell_name(end)} are not on one line"
        raise UnreadableMove(text, _place(text, cell), reason)
    return (COMPASS[north // steps, east // steps] if steps else "N"), steps


def _steps(start: Square, end: Square, direction: str, text: str) -> int:
    """Return the number of steps in a direction from start to end, negative for backwards.

    Raises:
        UnreadableMove: the end is not on the line through the start in this direction.
    """
    north, east = DIRECTIONS[direction]
    travel = (end[0] - start[0]) * north or (end[1] - start[1]) * east
    if (start[0] + travel * north, start[1] + travel * east) != end:
        reason = f"{cell_name(end)} is not on the line of the phalanx"
        raise UnreadableMove(text, _place(text, -1), reason)
    return travel


def _span_moves(end: Square, direction: str, length: int, away: int) -> tuple[Move, ...]:
    """Return the moves that two ends and a target can mean, likeliest first.

    Args:
        end: the end of the phalanx that the text names first.
        direction: the direction from this end to the other end.
        length: number of steps between both ends.
        away: number of steps from ``end`` to the target, negative for backwards.
    """
    north, east = DIRECTIONS[direction]
    head = end[0] + length * north, end[1] + length * east
    back = COMPASS[-north, -east]

    def travel(steps: int) -> Move:
        lead, towards = (head, direction) if steps > 0 else (end, back)
        return Move(*lead, length + 1, towards, abs(steps))

    # The target is likelier to be that of the nearer end.
    likely, *rest = [travel(steps) for steps in sorted((away - length, away), key=abs) if steps]
    return (likely, *(move for move in rest if move != likely and move.distance <= move.count))
