"""GIPF dialects that write removals as separate words: commands by mail, and single steps.

The words of a turn are in the order of play, separated by one blank.
"""

import re
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

from notation.dialect import TO, Dialect, Notes, Reading, every, part
from notation.errors import UnreadableMove, UnwritableMove
from notation.gipf.moves import Move, PartialMove, PartialPush, PartialRemoval, Push, Removal
from notation.gipf.points import ENTRIES, WAYS, line_through, name, way, why_not
from notation.pattern import lazy_pattern

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

ROW_LIMIT = 21
"""Maximum number of rows in a turn that the patterns match: the number of lines."""

SPOT_LIMIT = 37
"""Maximum number of pieces in a row that the patterns match: the number of spots."""

POINT = r"[a-z][1-9]\d?"
LOOSE_POINT = r"[A-Za-z]\d{1,2}"
_COMMAND = rf"(?:row{POINT}-{POINT}|gipf(?:{POINT}(?:-{POINT})*)?)"
_LOOSE_ROW = rf"row{LOOSE_POINT}-{LOOSE_POINT}"
_LOOSE_GIPF = rf"gipf(?:{LOOSE_POINT}(?:-{LOOSE_POINT}){{0,{SPOT_LIMIT}}})?"
_NO_TITLE = rf"(?!(?<![ \t])gipf(?!{LOOSE_POINT}|[ \t](?:row|gipf|[ng]){LOOSE_POINT}))"
"""Lookahead that excludes the game's name in a heading, which looks like a ``gipf`` command."""
_TAKING = rf"x{POINT}(?:,{POINT})*"
_LOOSE_PIECE = rf"G?{LOOSE_POINT}\*?"
_LOOSE_TAKING = rf"x[ \t]*{_LOOSE_PIECE}(?:[ \t]*,[ \t]*{_LOOSE_PIECE}){{0,{SPOT_LIMIT}}}"
_SIDES = {"": "", "W": "white", "K": "black"}


class GipfDialect(Dialect[Move | PartialMove]):
    """The base class of GIPF's dialects.

    Attributes:
        misplaced: matches blanks that are not allowed in canonical texts.
    """

    game = "gipf"
    board_words = "dots and lines"
    misplaced: ClassVar[re.Pattern[str]]

    def fits(self, text: str, ply: int) -> bool:
        """Whether a canonical text has no push, or a push from a dot along a line of the board."""
        turn = self.canonical_pattern.fullmatch(text)
        if turn is None:
            return False
        dot, spot = turn["dot"], turn["spot"]
        return bool(way(dot, spot)) if dot else spot is None or spot in ENTRIES

    def _note_spelling(self, moves: tuple[Move | PartialMove, ...], notes: Notes) -> None:
        if blank := self.misplaced.search(notes.text):
            message = f"blanks where none belong: {self.misplaced.sub('', notes.text)}"
            notes.add("blank-in-move", message, blank[0], blank.start())


def _turn(removal: str, push: str) -> re.Pattern[str]:
    """Return the pattern of canonical turns, given the patterns of a removal and a push."""
    return lazy_pattern(
        rf"""(?!\Z)(?:(?P<before>{removal}(?:\ {removal})*)(?:\ (?!\Z)|\Z))?
             (?:{push}(?P<after>(?:\ {removal})*))?""",
        re.VERBOSE | re.ASCII,
    )


def _loose_turn(removal: str, push: str) -> re.Pattern[str]:
    """Return the pattern of lenient turns, given the patterns of a removal and a push.

    Nothing in a line of text shows where a turn ends. Of the removals between two pushes, the first
    is read as part of the earlier turn, the others as part of the later turn.
    """
    return lazy_pattern(
        rf"""(?<![A-Za-z0-9])(?:(?:{removal}[ \t]){{0,{ROW_LIMIT}}}{push}(?:[ \t]{removal})?
             (?:[ \t](?>{removal})
             (?!(?:[ \t]{removal}){{0,{ROW_LIMIT}}}[ \t]{push})){{0,{ROW_LIMIT}}}
             |{removal}(?:[ \t]{removal}){{0,{ROW_LIMIT}}})(?![\w-])""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )


class WordDialect(GipfDialect):
    """The base class of the dialects in which pushes and removals are separate words.

    Attributes:
        removals: matches a lenient text of one or more removals, without a push.
    """

    inner_blanks = None
    misplaced = lazy_pattern(r"(?<=[,\-x])\s+|\s+(?=[,\-])|^\s+|\s+$")
    removals: ClassVar[re.Pattern[str]]

    def open_ends(self, text: str) -> list[tuple[str, str]]:
        """Return the ways to divide a text so that removals at its end begin the next turn."""
        words = text.split()
        cuts = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) - 1, 0, -1))
        ends = takewhile(lambda cut: self.removals.fullmatch(cut[1]), cuts)
        return [cut for cut in ends if not self.removals.fullmatch(cut[0])]

    def continues_turn(self, text: str) -> bool:
        """Whether a text has only removals, which may be on a line of their own."""
        return self.removals.fullmatch(text) is not None

    def _words(self, removal: "ParserElement", push: "ParserElement") -> "ParserElement":
        """Return the lenient grammar of a turn, given the grammars of a removal and a push."""
        from pyparsing import OneOrMore, ZeroOrMore

        turn = ZeroOrMore(removal("before*")) + push + ZeroOrMore(removal("after*"))
        return turn | OneOrMore(removal("before*"))


class Pbem(WordDialect):
    """Commands of the play-by-mail server: ``na1-c3``, ``gi2-g4``, ``ne1-e4 rowb1-i4``.

    ``n`` brings in a single piece, ``g`` a GIPF piece, from the dot to the target of the furthest
    piece. ``row`` and the two dots of a line remove the row on that line. ``gipf`` and spots also
    remove GIPF pieces of the row; ``gipf`` alone leaves all of them. ``row`` may be omitted if
    there is one row. There are no reserve counts. Source: the help page "Gipf" of Richard's PBeM
    server.
    """

    name = "pbem"
    example = "ne1-e4 rowb1-i4 gipfe4"
    canonical_pattern = _turn(_COMMAND, rf"(?P<kind>[ng])(?P<dot>{POINT})-(?P<spot>{POINT})")
    lenient_pattern = _loose_turn(
        rf"(?:{_LOOSE_ROW}(?:[ \t]{_LOOSE_GIPF})?|{_NO_TITLE}{_LOOSE_GIPF})",
        rf"[ng][ \t]*{LOOSE_POINT}[ \t]*{TO}[ \t]*{LOOSE_POINT}",
    )
    removals = lazy_pattern(
        rf"\s*(?:(?:{_LOOSE_ROW}|{_LOOSE_GIPF})(?:\s+|\Z))+", re.ASCII | re.IGNORECASE
    )

    def write(self, move: Move) -> str:
        """Return the canonical text of a move.

        Raises:
            UnwritableMove: no push leads to the target, or the line of a removed row is unknown.
                A row of one piece has no known line until the move is completed on a board.
        """
        push = move.push
        words = [f"{'g' if push.gipf else 'n'}{_dot(push)}-{push.spot}"] if push else []
        return " ".join([*_commands(move.before), *words, *_commands(move.after)])

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        push = None
        if dot := parts["dot"]:
            spot = parts["spot"]
            push = Push(spot, None if (dot, spot) in WAYS else dot, parts["kind"] == "g")
        before, after = (_commanded_removal(parts[phase], text) for phase in ("before", "after"))
        return Reading((PartialMove(before, push, after),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Regex

        command = Regex(f"(?i:{_LOOSE_ROW}|{_LOOSE_GIPF})")
        command.set_name("a command: row or gipf and points")
        kind = Regex(r"[NnGg](?=\s*[A-Za-z]\d)").set_name("n or g")("kind")
        turn = self._words(command, kind + _step_grammar())
        return turn.set_name("a push such as na1-c3, or a command")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        words = {
            phase: " ".join(map(notes.lower, every(parts, phase))) for phase in ("before", "after")
        }
        push = {one: notes.lower(part(parts, one)) for one in ("kind", "dot", "spot")}
        return {**words, **push}


class Steps(WordDialect):
    """Single steps: ``GWi3-h3``, ``f1-f2 xe5,f5``.

    A push is written as the dot and the spot next to it. ``G`` brings in a GIPF piece; ``W`` or
    ``K`` before the dot names the mover, White or Black. A removed row is ``x`` and its spots. If
    only the captured spots of a row are listed, the text is accepted with a note. `write` leaves
    out the side; there are no reserve counts. Source: strings in programs for the game.
    """

    name = "steps"
    example = "f1-f2 xe5,f5,g5,h5"
    canonical_pattern = _turn(
        _TAKING, rf"(?P<kind>G?)(?P<side>[WK]?)(?P<dot>{POINT})-(?P<spot>{POINT})"
    )
    lenient_pattern = _loose_turn(
        _LOOSE_TAKING, rf"G?[WKB]?{LOOSE_POINT}[ \t]*{TO}[ \t]*{LOOSE_POINT}"
    )
    removals = lazy_pattern(rf"\s*(?:{_LOOSE_TAKING}(?:\s+|\Z))+", re.ASCII | re.IGNORECASE)

    def write(self, move: Move) -> str:
        """Return the canonical text of a move, without the side.

        Raises:
            UnwritableMove: no push leads to the target.
        """
        push = move.push and PartialPush(
            dot := _dot(move.push), way(dot, move.push.spot)[0], move.push.gipf
        )
        words = [*_takings(move.before), *([str(push)] if push else []), *_takings(move.after)]
        return " ".join(words)

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        before, after = (_removal_of_spots(parts[phase]) for phase in ("before", "after"))
        push = None
        if dot := parts["dot"]:
            push = PartialPush(dot, parts["spot"], bool(parts["kind"]))
            if (dot, push.spot) not in WAYS:
                reason = why_not(dot) or why_not(push.spot)
                reason = reason or f"{push.spot} is not the spot next to a dot {dot}"
                raise UnreadableMove(text, max(text.lower().find(dot), 0), reason)
        return Reading((PartialMove(before, push, after, _SIDES[parts["side"]]),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Group, Opt, Regex, Suppress, ZeroOrMore

        piece = Regex(f"[Gg]?{LOOSE_POINT}[*]?").set_name("a spot such as e5")
        comma = Suppress(Regex(",")).set_name("a comma")
        taking = Group(Regex("[xX]").set_name("x") + piece + ZeroOrMore(comma + piece))
        kind = Regex(r"[Gg](?=[A-Za-z]{1,2}\d)").set_name("G")("kind")
        side = Regex(r"[WwKkBb](?=[A-Za-z]\d)").set_name("W or K")("side")
        turn = self._words(taking, Opt(kind) + Opt(side) + _step_grammar())
        return turn.set_name("a step such as f1-f2, or x and spots")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        rows = {
            phase: " ".join(_canonical_taking(group, notes) for group in every(parts, phase))
            for phase in ("before", "after")
        }
        marks = {}
        for mark in ("kind", "side"):
            written = part(parts, mark)
            upper = written.upper().replace("B", "K")
            marks[mark] = notes.respell(
                written, upper, "letter-case", "{canonical} is written for it, not {written}"
            )
        points = {one: notes.lower(part(parts, one)) for one in ("dot", "spot")}
        return {**rows, **marks, **points}


def _step_grammar() -> "ParserElement":
    """Return the lenient grammar of two points with a dash between them."""
    from pyparsing import Regex

    point = Regex(LOOSE_POINT).set_name("a point such as e5")
    return point("dot") + Regex(TO).set_name("a dash")("dash") + point("spot")


def _dot(push: Push) -> str:
    """Return the dot of a push; any suitable dot for a push that displaces no piece.

    Raises:
        UnwritableMove: no push leads to the target.
    """
    dot = push.dot or ENTRIES.get(push.spot)
    if dot is None or not way(dot, push.spot):
        raise UnwritableMove(f"{push}: no push from a dot leads to {push.spot}")
    return dot


def _commands(removal: Removal) -> list[str]:
    words = []
    for row in removal.lists:
        if not row.named_line:
            reason = "the line of the row is unknown"
            raise UnwritableMove(f"{row}: {reason}; complete the move on the board first")
        words.append(f"row{row.named_line}")
        if gipf := [piece.spot for piece in row.pieces if piece.gipf]:
            words.append(f"gipf{'-'.join(gipf)}")
    return words


def _takings(removal: Removal) -> list[str]:
    return ["x" + ",".join(piece.spot for piece in row.pieces) for row in removal.lists]


def _commanded_removal(words: str, text: str) -> PartialRemoval:
    """Return the removal of ``row`` and ``gipf`` commands; without ``row``, its lines are unknown.

    Args:
        words: the commands, separated by blanks.
        text: the whole text, for errors.
    """
    lines: dict[str, None] = {}
    gipf: set[str] = set()
    for word in words.split():
        points = re.findall(POINT, word[3 if word.startswith("row") else 4 :])
        if word.startswith("gipf"):
            gipf.update(points)
            continue
        line = line_through(points) if len(set(points)) == 2 else None
        if line is None:
            reason = f"{' and '.join(points)} are not two points of one line"
            raise UnreadableMove(text, max(text.lower().find(word), 0), reason)
        lines[name(line)] = None
    return PartialRemoval(lines=frozenset(lines), gipf=frozenset(gipf), order=tuple(lines))


def _removal_of_spots(words: str) -> PartialRemoval:
    rows = [re.findall(POINT, word) for word in words.replace("x", " ").split()]
    lines = [line_through(row) if len(row) > 1 else None for row in rows]
    order = tuple(name(line) for line in lines if line)
    return PartialRemoval(spots=frozenset().union(*rows), order=order)


def _canonical_taking(group: "ParseResults", notes: Notes) -> str:
    cross, *pieces = group
    notes.respell(cross, "x", "letter-case", "a row begins with a small {canonical}")
    return "x" + ",".join(_bare_spot(piece, notes) for piece in pieces)


def _bare_spot(written: str, notes: Notes) -> str:
    marked = re.sub(r"[Gg](?=[A-Za-z])|[*]", "", written)
    notes.respell(written, marked, "superfluous-mark", "spots carry no marks: {canonical}")
    return notes.lower(marked)
