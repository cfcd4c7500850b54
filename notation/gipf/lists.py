"""GIPF dialects with removals as lists: the publisher's complete and short notation."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.dialect import DASH, Notes, Reading, every, part
from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.gipf.moves import (
    IN_ORDER,
    NOTHING,
    Move,
    PartialMove,
    PartialRemoval,
    Piece,
    Push,
    Removal,
    Row,
)
from notation.gipf.points import KNOWN, WAYS, line_through
from notation.gipf.words import ROW_LIMIT, SPOT_LIMIT, Spaced
from notation.pattern import Pattern

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

_POINT = r"[a-z][1-9]\d?"
_LIST = rf"xG?{_POINT}\*?(?:,G?{_POINT}\*?)*"
_NAMES = rf"x(?:G{_POINT}(?:,G{_POINT})*)?"
_CROSS = "[xX\N{MULTIPLICATION SIGN}]"
_STOP = "[;:]|,(?=\\s*[xX\N{MULTIPLICATION SIGN}])"
_TO = "(?:\N{RIGHTWARDS ARROW}|[-=]?>|" + f"{DASH})"
_RESERVE = r"(?:\ ?\((?P<reserve>\d{1,2})\))?"
_ANY_PIECE = r"(?:[Gg]\s*(?=[A-Za-z]))?[A-Za-z]\d{1,2}\s*\*?"
_LOOSE_PIECE = r"(?:G[ \t]*)?[a-z]\d{1,2}[ \t]*\*?"
_BARE_PIECE = r"G?[a-z]\d{1,2}(?!\d)\*?"
_LOOSE_PIECES = rf"{_LOOSE_PIECE}(?:[ \t]*,[ \t]*{_LOOSE_PIECE}){{0,{SPOT_LIMIT}}}"

_BRACKETED = (
    rf"[ \t]?[(\[][ \t]*+(?:{_CROSS}{_LOOSE_PIECES}|"
    rf"{_BARE_PIECE}(?:[ \t]*+,?+[ \t]*+{_BARE_PIECE}){{2,{SPOT_LIMIT}}})[ \t]*+[)\]]"
)
"""A row that is taken in brackets: three pieces, or a cross before them; less may be a remark."""

_RESERVE_COUNT = Pattern(r"[ \t]*[(\[][ \t]*(?P<reserve>\d{1,2})[ \t]*[)\]]?[ \t]*\Z", re.ASCII)
_MISPLACED = Pattern(r"\s+(?![\s(]|\Z)|\s+\Z")


def _plain(row: str) -> Pattern:
    """Return the pattern of canonical turns, given that of a row."""
    return Pattern(
        rf"""(?!\Z|\ |\()
             (?:(?P<before>{row}(?:;{row})*)(?:;(?=[a-zG])|(?=\Z|\ |\()))?
             (?:(?P<kind>G?)(?:(?P<dot>{_POINT})-)?(?P<spot>{_POINT})(?P<after>(?:;{row})*))?
             {_RESERVE}""",
        re.VERBOSE | re.ASCII,
    )


def _loose(row: str) -> Pattern:
    """Return the pattern of leniently written turns, given that of a row.

    A row that one blank parts from the push before it is taken by the mover of that push.
    """
    blank, stop = r"[ \t]*+", r"[ \t]*+[;:][ \t]*+"
    push = rf"(?:G{blank})?[a-z]\d{{1,2}}(?:{blank}{_TO}{blank}[a-z]\d{{0,2}})?"
    joint = rf"(?:{stop}|(?<!\s)(?:\ |,\ ?)?+(?!{row}{stop}G?{blank}[a-z]\d))"
    return Pattern(
        rf"""(?<![A-Za-z0-9])(?:(?:{row}(?:{stop}|(?=\s)){blank}){{0,{ROW_LIMIT}}}{push}
             (?:{joint}{row}|{_BRACKETED}){{0,{ROW_LIMIT}}}|{row}(?:{stop}{row}){{0,{ROW_LIMIT}}})(?![A-Za-z0-9]|{DASH})(?:{blank}\({blank}\d{{1,2}}(?![\d.])(?:{blank}\))?|\[\d{{1,2}}\])?""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )


class Complete(Spaced):
    """The publisher's complete notation: ``xe7,e8;c7-e7``, ``a5-g3;xb3*,c4*,d5,g6 (6)``.

    A push that displaces nothing is the spot that it reaches; any other is the dot and the target
    of the furthest piece. ``G`` before it brings in a GIPF piece. Removals come before or after the
    push, one list a row, in any order: ``G`` marks a GIPF piece, ``*`` a piece of the opponent's.
    GIPF pieces left on the board are not listed. A number in brackets is the mover's reserve after
    the turn. Source: "Notations" on the publisher's site.
    """

    game = "gipf"
    name = "complete"
    example = "a5-g3;xb3*,c4*,d5,g6"
    canonical_pattern = _plain(_LIST)
    lenient_pattern = _loose(rf"{_CROSS}[ \t]*{_LOOSE_PIECES}")
    inner_blanks = (" (",)
    counts = _RESERVE_COUNT
    misplaced = _MISPLACED

    def write(self, move: Move) -> str:
        """Return the canonical text of a move, with the reserve where the move has it."""
        return str(move)

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        notes: list[Finding] = []
        before = _removal(parts["before"], text, notes)
        push = _push(parts, text, notes)
        after = _removal(parts["after"], text, notes)
        return Reading((Move(before, push, after, _number(parts["reserve"])),), tuple(notes))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Group

        return _turns(Group(_cross() + _pieces()))

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        return _canonical(parts, notes)


class Short(Spaced):
    """The publisher's short notation: ``g1-c3;x``, ``f8-f3;xGf3``.

    The push is as in the complete notation; a bare ``x`` is the removal of one or more rows. Of the
    pieces taken only GIPF pieces are named. Complete lists are read, with a note, and so are
    reserve counts.
    """

    game = "gipf"
    name = "short"
    example = "f8-f3;xGf3"
    canonical_pattern = _plain(_NAMES)
    lenient_pattern = _loose(rf"{_CROSS}(?:{_LOOSE_PIECES})?(?![a-z])")
    inner_blanks = Complete.inner_blanks
    counts = _RESERVE_COUNT
    misplaced = _MISPLACED

    def write(self, move: Move) -> str:
        """Return the canonical text of a move, with the reserve where the move has it."""
        before, after = _short_rows(move.before), _short_rows(move.after)
        reserve = "" if move.reserve is None else f" ({move.reserve})"
        push = [str(move.push)] if move.push else []
        return ";".join([*before, *push, *after]) + reserve

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        notes: list[Finding] = []
        before = _partial_removal(parts["before"], text, notes)
        after = _partial_removal(parts["after"], text, notes)
        push, reserve = _push(parts, text, notes), _number(parts["reserve"])
        return Reading((PartialMove(before, push, after, reserve=reserve),), tuple(notes))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Group, Opt

        return _turns(Group(_cross() + Opt(_pieces())))

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        return _canonical(parts, notes)


def _number(text: str) -> int | None:
    return int(text) if text else None


def _push(parts: dict[str, str], text: str, notes: list[Finding]) -> Push | None:
    dot, spot, gipf = parts["dot"], parts["spot"], bool(parts["kind"])
    if not spot:
        return None
    if (dot, spot) not in WAYS:
        return _way_in(spot, dot or None, gipf)
    message = f"the dot is left out where nothing is displaced: {spot}, not {dot}-{spot}"
    notes.append(note("redundant-dot", message, max(text.lower().find(dot), 0) + 1))
    return Push(spot, None, gipf)


_way_in = lru_cache(maxsize=1 << 12)(Push)


@lru_cache(maxsize=1 << 10)
def _piece(text: str) -> Piece:
    return Piece(text.strip("G*"), text[0] == "G", text[-1] == "*")


@lru_cache(maxsize=1 << 14)
def _row(text: str) -> Row:
    """Return the row of one list, which begins with x."""
    return Row(tuple(sorted(map(_piece, {*text[1:].split(",")}), key=IN_ORDER)))


def _removal(text: str, whole: str, notes: list[Finding]) -> Removal:
    removal, faults = _listed(text)
    for code, message, place in faults:
        notes.append(note(code, message, max(whole.find(place), 0) + 1))
    return removal


@lru_cache(maxsize=1 << 14)
def _listed(text: str) -> tuple[Removal, tuple[tuple[str, str, str], ...]]:
    """Return the removal of some lists; and of each note its code, its message, and its place."""
    if not text:
        return NOTHING, ()
    lists = text.strip(";").split(";")
    rows = tuple(map(_row, lists))
    spots = [[piece.spot for piece in row.pieces] for row in rows]
    faults = []
    if len(set().union(*spots)) < text.count(",") + len(lists):
        faults.append(("named-twice", "a piece is named more than once", ""))
    for row, named in zip(rows, spots, strict=True):
        known = tuple(filter(KNOWN.__contains__, named))
        if len(known) > 1 and line_through(known) is None:
            faults.append(("rows-in-one-list", f"several rows are in one list: {row}", "x"))
    removal = Removal.of(rows) if len(rows) > 1 else Removal(rows[0].pieces, rows)
    return removal, tuple(faults)


def _partial_removal(text: str, whole: str, notes: list[Finding]) -> PartialRemoval:
    lists = text.strip(";").split(";") if text else []
    rows = [_row(one).pieces if len(one) > 1 else () for one in lists]
    pieces = [piece for row in rows for piece in row]
    gipf = frozenset(piece.spot for piece in pieces if piece.gipf)
    if all(piece.gipf and not piece.captured for piece in pieces):
        return PartialRemoval(len(rows), gipf=gipf)
    message = "the short notation has x, and of the pieces taken names only GIPF pieces, without *"
    notes.append(note("pieces-named", message, max(whole.find("x"), 0) + 1))
    if all(piece.gipf for piece in pieces):
        return PartialRemoval(len(rows), gipf=gipf)
    if not all(rows):
        reason = "of several rows, either all are listed in full or none"
        raise UnreadableMove(whole, max(whole.find("x"), 0), reason)
    return PartialRemoval(spots=frozenset(piece.spot for piece in pieces))


def _short_rows(removal: Removal) -> list[str]:
    named = [
        ",".join(str(Piece(piece.spot, True)) for piece in row.pieces if piece.gipf)
        for row in removal.lists
    ]
    return [f"x{names}" for names in named]


def _cross() -> "ParserElement":
    from pyparsing import Regex

    return Regex(_CROSS).set_name("x")


def _pieces() -> "ParserElement":
    from pyparsing import Regex, Suppress, ZeroOrMore

    piece = Regex(_ANY_PIECE)
    piece.set_name("a piece such as d5, Gd4 or c4*")
    return piece + ZeroOrMore(Suppress(Regex(",")) + piece)


def _bracketed() -> "ParserElement":
    """Return the grammar of a row that is taken in brackets."""
    from pyparsing import Group, Opt, Regex, Suppress

    piece = Regex(_ANY_PIECE)
    opening, closing = Regex(r"[(\[](?!\s*\d)"), Suppress(Regex(r"[)\]]"))
    listed = piece + Suppress(Opt(Regex(",")))
    pieces = Suppress(_cross()) + listed[1, ...] | listed[3, ...]
    return Group(opening + pieces + closing)


def _turns(row: "ParserElement") -> "ParserElement":
    """Return the lenient grammar of turns, given that of a row."""
    from pyparsing import OneOrMore, Opt, Regex, ZeroOrMore

    stop = Opt(Regex(_STOP).set_name("a semicolon")("stops*"))
    point = Regex(r"[A-Za-z]\d{1,2}").set_name("a point such as e5")
    dash = Regex(_TO).set_name("a dash")("dash")
    kind = Regex(r"[Gg](?=\s*[A-Za-z])").set_name("G")("kind")
    push = Opt(kind) + Opt(point("dot") + dash) + point("spot")
    turn = (
        ZeroOrMore(row("before*") + stop)
        + push
        + ZeroOrMore(stop + row("after*") | _bracketed()("after*"))
    )
    rows = OneOrMore(row("before*") + stop)
    number = Regex(r"\d{1,2}").set_name("a number of pieces in reserve")("reserve")
    reserve = Regex(r"[(\[]").set_name("a bracket")("open") + number
    start = (turn | rows).set_name("a push such as e2, c7-e7 or Gg2, or x and a row")
    return start + Opt(reserve + Opt(Regex(r"[)\]]").set_name("a closing bracket")("close")))


def _canonical(parts: "ParseResults", notes: Notes) -> dict[str, str]:
    """Return the parts of a turn in canonical spelling."""
    rows = {
        phase: [_canonical_row(group, notes) for group in every(parts, phase)]
        for phase in ("before", "after")
    }
    stops = every(parts, "stops")
    for stop in stops:
        notes.respell(stop, ";", "separator", "{written!r} was read as a semicolon")
    needed = len(rows["before"]) + len(rows["after"]) - ("spot" not in parts)
    if len(stops) < needed:
        notes.add("missing-separator", "a semicolon belongs before and after a push", "x")
    if "dash" in parts:
        notes.respell(parts["dash"], "-", "separator", "{written!r} was read as a dash")
    if "reserve" in parts:
        notes.respell(parts["open"], "(", "separator", "{written!r} was read as {canonical}")
    if "reserve" in parts and "close" not in parts:
        notes.add("unclosed-bracket", "the bracket round the reserve is not closed", "(")
    kind = part(parts, "kind")
    notes.respell(kind, kind.upper(), "letter-case", "a GIPF piece is marked by a capital G")
    points = {name: notes.lower(part(parts, name)) for name in ("dot", "spot")}
    lists = {phase: ";".join(texts) for phase, texts in rows.items()}
    return {**points, **lists, "kind": kind.upper(), "reserve": part(parts, "reserve")}


def _canonical_row(group: "ParseResults", notes: Notes) -> str:
    cross, *pieces = group
    notes.respell(cross, "x", "separator", "{written!r} was read as {canonical}")
    return "x" + ",".join(_canonical_piece(piece, notes) for piece in pieces)


def _canonical_piece(written: str, notes: Notes) -> str:
    text = re.sub(r"\s", "", written)
    gipf = text[0] in "Gg" and text[1].isalpha()
    if gipf:
        notes.respell(text[0], "G", "letter-case", "a GIPF piece is marked by a capital G")
    return ("G" if gipf else "") + notes.lower(text[gipf:])
