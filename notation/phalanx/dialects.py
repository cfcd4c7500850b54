"""Three dialects for moves of phalanxes."""

import re
from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from notation.dialect import DASH, Dialect, Notes, Reading, part
from notation.errors import UnreadableMove
from notation.findings import note
from notation.pattern import Pattern, lazy_pattern
from notation.phalanx.arrows import ARROW, COUNTS, read_arrow
from notation.phalanx.moves import COMPASS, DIRECTIONS, Move, PartialMove, Placement, Square
from notation.squares import cell_name, parse_cell

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

AnyMove = Move | PartialMove | Placement
"""The meaning of a text."""

Homes = Sequence[Collection[int]]
"""The rows that each side fills at the start, in the order of moving."""

_CELL = "[a-z][1-9][0-9]?"
LOOSE_NUMBER = "(?:0?[1-9]|[1-9][0-9])(?![0-9])"
_LOOSE_CELL = "[a-z][ \t]*[0-9]{1,2}"
TIMES = "[xX\N{MULTIPLICATION SIGN}*:]"


_SQUARES = lazy_pattern(r"([a-z])(\d{1,2})(?!\d)", re.ASCII)


class PhalanxDialect(Dialect[AnyMove]):
    """The base class of dialects for moves of phalanxes, in one game.

    Attributes:
        homes: the rows that each side fills on the game's usual board, in the order of moving;
            its first move starts there.
        columns: of the game's usual board.
        placements: whether a square alone is a neutral stone placed there. `lenient_pattern` does
            not match these: too many words look like squares.
        bare_capture: pieces taken by a capture without a number; 0 where the board decides.
        square: matches a leniently written square.
    """

    board_words = "board and home rows"
    square: ClassVar[Pattern] = Pattern(
        rf"\s*(?P<column>[a-z])\s*(?P<row>{LOOSE_NUMBER})\s*", re.ASCII | re.IGNORECASE
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
        """Set up the dialect of a game; `capture` is the move of `example`."""
        super().__init__()
        self.game = game
        self.homes = homes
        self.columns = columns
        self.example = self.write(capture)
        self.placements = placements
        self.bare_capture = bare_capture

    def fits(self, text: str, ply: int) -> bool:
        """Whether all squares are on the usual board, and a side's first move on its home rows."""
        plies = (ply, len(self.homes), len(self.homes))
        squares = _SQUARES.findall(text)
        return bool(squares) and all(
            self.is_likely(int(row), ord(column) - ord("a") + 1, at)
            for at, (column, row) in zip(plies, squares, strict=False)
        )

    def is_likely(self, row: int, column: int, ply: int) -> bool:
        """Whether a piece moves from there in a usual game, in which so many plies come before."""
        at_home = ply >= len(self.homes) or row in self.homes[ply]
        return at_home and row <= max(self.homes[-1]) and column <= self.columns

    def write(self, move: Move | Placement) -> str:
        """Return the canonical text of a complete move."""
        if isinstance(move, Placement):
            return self._square_text(move.target)
        return self._move_text(move)

    @abstractmethod
    def _move_text(self, move: Move) -> str: ...

    def _square_text(self, square: Square) -> str:
        return cell_name(square)

    def _square(self, found: re.Match[str], notes: Notes) -> Square:
        """Return the square of a match of `square`; add a note on each leniency."""
        return parse_cell(notes.lower(found["column"]) + number_of(found["row"], notes))

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


class Span(PhalanxDialect):
    """Both ends of the phalanx and the target of its head: ``f1,g2-h3``, ``h3-h4``.

    The rear end comes first. Sources differ in this, and in the end whose target they give, so that
    a text may have a second meaning, in which the target is that of the *other* end. Moves with an
    arrow are read as well, see `notation.phalanx.arrows`.
    """

    name = "span"
    canonical_pattern = Pattern(
        rf"(?:(?P<end>{_CELL}),)?(?P<head>{_CELL})-(?P<target>{_CELL})", re.ASCII
    )
    lenient_pattern = Pattern(
        rf"""(?:{_LOOSE_CELL}[ \t]*,[ \t]*{_LOOSE_CELL}[ \t]*{DASH}?
             |{_LOOSE_CELL}[ \t]*{DASH})[ \t]*{_LOOSE_CELL}(?!\w)
             |{_LOOSE_CELL}[ \t]*{ARROW}[ \t]*{_LOOSE_CELL}(?!\w){COUNTS}(?!\w)""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )

    def _move_text(self, move: Move) -> str:
        rear = f"{cell_name(move.tail)}," if move.count > 1 else ""
        return f"{rear}{cell_name(move.head)}-{cell_name(move.target)}"

    def _read_special(self, text: str) -> Reading[AnyMove] | None:
        if "\N{RIGHTWARDS ARROW}" in text or ">" in text:
            found = read_arrow(text)
            return Reading(found[0], (found[1],)) if found else None
        return super()._read_special(text)

    def _moves(self, parts: dict[str, str], text: str) -> Reading[AnyMove]:
        head, target = parse_cell(parts["head"]), parse_cell(parts["target"])
        end = parse_cell(parts["end"]) if parts["end"] else head
        direction, length = _line(end, head, text, -2)
        if not length:
            direction, _ = _line(head, target, text, -1)
        away = _steps(end, target, direction, text, -1)
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
        dash = Regex(DASH).set_name("a dash")("dash")
        ends = _cell("end") + comma + _cell("head") + Opt(dash)
        start = (ends | _cell("head") + dash).set_name("a square such as g2")
        return start + _cell("target")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        if "dash" in parts:
            notes.respell(parts["dash"], "-", "separator", "{written!r} was read as a dash")
        else:
            notes.add("missing-dash", "a dash is missing before the target", parts["target"])
        return {name: _cell_text(parts, name, notes) for name in ("end", "head", "target")}


class AbstractPlay(PhalanxDialect):
    """The Abstract Play server's notation: rearmost moved piece and target, ``g1-g4``, ``e4xe9``.

    The phalanx is all friends in a row from the first square, so that the number of pieces depends
    on the board. The server requires ``x`` for a capture and ``-`` otherwise; here the wrong one is
    accepted with a note.
    """

    name = "abstractplay"
    canonical_pattern = Pattern(rf"(?P<tail>{_CELL})(?P<mark>[-x])(?P<target>{_CELL})", re.ASCII)
    lenient_pattern = Pattern(
        rf"{_LOOSE_CELL}[ \t]*(?:{DASH}|{TIMES})[ \t]*{_LOOSE_CELL}(?!\w)",
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

        mark = Regex(f"{DASH}|{TIMES}").set_name("- or x")("mark")
        return _cell("tail") + mark + _cell("target")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        mark = "x" if re.fullmatch(TIMES, parts["mark"]) else "-"
        notes.respell(parts["mark"], mark, "separator", "{written!r} was read as {canonical}")
        return {
            "tail": _cell_text(parts, "tail", notes),
            "target": _cell_text(parts, "target", notes),
            "mark": mark,
        }


def _cell(name: str) -> "ParserElement":
    from pyparsing import Regex

    return Regex(rf"[A-Za-z][ \t]*{LOOSE_NUMBER}").set_name("a square such as g2")(name)


def _cell_text(parts: "ParseResults", name: str, notes: Notes) -> str:
    written = part(parts, name)
    text = re.sub(r"\s", "", notes.lower(written))
    return text[:1] + number_of(text[1:], notes)


def number_of(written: str, notes: Notes) -> str:
    """Return a number without leading zeros; add a note if there are any."""
    message = "numbers are written without leading zeros: {canonical}, not {written}"
    return notes.respell(written, written.lstrip("0"), "leading-zero", message)


def _place(text: str, cell: int) -> int:
    """Return the index at which a cell of a text begins; -1 is the last cell."""
    return [found.start() for found in re.finditer(r"[A-Za-z][ \t]*[0-9]+", text)][cell]


def _line(start: Square, end: Square, text: str, cell: int) -> tuple[str, int]:
    """Return the direction and the number of steps between two squares of one line.

    For one square the direction has no meaning. `cell` is the cell of the text that errors name.
    """
    north, east = end[0] - start[0], end[1] - start[1]
    steps = max(abs(north), abs(east))
    if 0 not in (north, east) and abs(north) != abs(east):
        reason = f"{cell_name(start)} and {cell_name(end)} are not on one line"
        raise UnreadableMove(text, _place(text, cell), reason)
    return (COMPASS[north // steps, east // steps] if steps else "N"), steps


def _steps(start: Square, end: Square, direction: str, text: str, cell: int) -> int:
    """Return the number of steps in a direction from start to end, negative for backwards."""
    north, east = DIRECTIONS[direction]
    travel = (end[0] - start[0]) * north or (end[1] - start[1]) * east
    if (start[0] + travel * north, start[1] + travel * east) != end:
        reason = f"{cell_name(end)} is not on the line of the phalanx"
        raise UnreadableMove(text, _place(text, cell), reason)
    return travel


def _span_moves(end: Square, direction: str, length: int, away: int) -> tuple[Move, ...]:
    """Return the meanings of two ends and a target ``away`` steps from ``end``, likeliest first."""
    north, east = DIRECTIONS[direction]
    head = end[0] + length * north, end[1] + length * east
    back = COMPASS[-north, -east]

    def travel(steps: int) -> Move:
        lead, towards = (head, direction) if steps > 0 else (end, back)
        return Move(*lead, length + 1, towards, abs(steps))

    # The target is likelier to be that of the nearer end.
    likely, *rest = [travel(steps) for steps in sorted((away - length, away), key=abs) if steps]
    return (likely, *(move for move in rest if move != likely and move.distance <= move.count))
