"""GIPF dialects that write removals as lists: the publisher's complete and short notation."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.dialect import TIMES, TO, Notes, Reading, every, part
from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.gipf.moves import (
    NOTHING,
    Move,
    PartialMove,
    PartialPush,
    PartialRemoval,
    Piece,
    Push,
    Removal,
    Row,
)
from notation.gipf.points import KNOWN, WAYS, line_through
from notation.gipf.words import LOOSE_POINT, POINT, ROW_LIMIT, SPOT_LIMIT, GipfDialect
from notation.pattern import lazy_pattern

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

_STOP = rf"[;:]|,(?=\s*{TIMES})"
_ANY_PIECE = rf"(?:[Gg]\s*(?=[A-Za-z]))?{LOOSE_POINT}\s*\*?"
_LOOSE_PIECE = r"(?:G[ \t]*+)?[a-z]\d{1,2}(?:[ \t]*+\*)?"
_BARE_PIECE = r"G?[a-z]\d{1,2}(?!\d)\*?"
_LOOSE_PIECES = rf"{_LOOSE_PIECE}(?:[ \t]*,[ \t]*{_LOOSE_PIECE}){{0,{SPOT_LIMIT}}}"

_BRACKETED = (
    rf"[ \t]?[(\[][ \t]*+(?:{TIMES}{_LOOSE_PIECES}|"
    rf"{_BARE_PIECE}(?:[ \t]*+,?+[ \t]*+{_BARE_PIECE}){{2,{SPOT_LIMIT}}})[ \t]*+[)\]]"
)
"""Matches a removed row in brackets: at least three pieces, or an ``x`` and pieces.

Other texts in brackets may be remarks.
"""


def _turn(row: str) -> re.Pattern[str]:
    """Return the pattern of canonical turns, given the pattern of a removed row."""
    return lazy_pattern(
        rf"""(?!\Z|\ |\()
             (?:(?P<before>{row}(?:;{row})*)(?:;(?=[a-zG])|(?=\Z|\ |\()))?
             (?:(?P<kind>G?)(?:(?P<dot>{POINT})-)?(?P<spot>{POINT})(?P<after>(?:;{row})*))?
             (?:\ ?\((?P<reserve>\d{{1,2}})\))?""",
        re.VERBOSE | re.ASCII,
    )


def _loose_turn(row: str) -> re.Pattern[str]:
    """Return the pattern of leniently written turns, given the pattern of a removed row.

    A removed row may follow the push of its turn after one blank.
    """
    blank, stop = r"[ \t]*+", r"[ \t]*+[;:][ \t]*+"
    push = rf"(?:G{blank})?[a-z]\d{{1,2}}(?:{blank}{TO}{blank}[a-z]\d{{0,2}})?"
    joint = rf"(?:{stop}|(?<!\s)(?:\ |,\ ?)?+(?!{row}{stop}G?{blank}[a-z]\d))"
    return lazy_pattern(
        rf"""(?<![A-Za-z0-9])(?:(?:{row}(?:{stop}|(?=\s)){blank}){{0,{ROW_LIMIT}}}{push}
             (?:{joint}{row}|{_BRACKETED}){{0,{ROW_LIMIT}}}|{row}(?:{stop}{row}){{0,{ROW_LIMIT}}})
             (?![A-Za-z0-9]|{TO})
             (?:{blank}\({blank}\d{{1,2}}(?![\d.])(?:{blank}\))?|\[\d{{1,2}}\])?""",
        re.VERBOSE | re.ASCII | re.IGNORECASE,
    )


class ListDialect(GipfDialect):
    """The base class of the dialects that list the pieces of removed rows.

    A push is written as the dot and the target of the furthest piece, or as the target alone if it
    displaces no piece. ``G`` before a push means that a GIPF piece is brought in. Removals are
    written before and after the push, one list for each row, in any order. A number in brackets is
    the mover's reserve after the turn. Source: "Notations" on the publisher's site.
    """

    inner_blanks = (" (",)
    counts = lazy_pattern(r"[ \t]*[(\[][ \t]*(?P<reserve>\d{1,2})[ \t]*[)\]]?[ \t]*\Z", re.ASCII)
    misplaced = lazy_pattern(r"\s+(?![\s(]|\Z)|\s+\Z")

    def _pieces(self) -> "ParserElement":
        """Return the lenient grammar of the pieces after the ``x`` of a row."""
        from pyparsing import Regex, Suppress, ZeroOrMore

        piece = Regex(_ANY_PIECE).set_name("a piece such as d5, Gd4 or c4*")
        return piece + ZeroOrMore(Suppress(Regex(",")) + piece)

    def _grammar(self) -> "ParserElement":
        from pyparsing import Group, OneOrMore, Opt, Regex, Suppress, ZeroOrMore

        cross = Regex(TIMES).set_name("x")
        row = Group(cross + self._pieces())
        listed = Regex(_ANY_PIECE) + Suppress(Opt(Regex(",")))
        closing = Suppress(Regex(r"[)\]]"))
        bracketed = Group(
            Regex(r"[(\[](?!\s*\d)") + (Suppress(cross) + listed[1, ...] | listed[3, ...]) + closing
        )
        stop = Opt(Regex(_STOP).set_name("a semicolon")("stop*"))
        point = Regex(LOOSE_POINT).set_name("a point such as e5")
        dash = Regex(TO).set_name("a dash")("dash")
        kind = Regex(r"[Gg](?=\s*[A-Za-z])").set_name("G")("kind")
        push = Opt(kind) + Opt(point("dot") + dash) + point("spot")
        rows = row("before*") + stop
        turn = ZeroOrMore(rows) + push + ZeroOrMore(stop + row("after*") | bracketed("after*"))
        number = Regex(r"\d{1,2}").set_name("a number of pieces in reserve")("reserve")
        reserve = Regex(r"[(\[]").set_name("a bracket")("bracket") + number
        start = (turn | OneOrMore(rows)).set_name("a push such as e2, c7-e7 or Gg2, or x and a row")
        return start + Opt(reserve + Opt(Regex(r"[)\]]").set_name("a closing bracket")("close")))

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        rows = {
            phase: [_canonical_row(group, notes) for group in every(parts, phase)]
            for phase in ("before", "after")
        }
        needed = len(rows["before"]) + len(rows["after"]) - ("spot" not in parts)
        if len(every(parts, "stop")) < needed:
            notes.add("missing-separator", "a semicolon belongs before and after a push", "x")
        if "reserve" in parts and "close" not in parts:
            notes.add("unclosed-bracket", "the bracket round the reserve is not closed", "(")
        kind = _canonical_kind(part(parts, "kind"), notes)
        points = {name: notes.lower(part(parts, name)) for name in ("dot", "spot")}
        lists = {phase: ";".join(texts) for phase, texts in rows.items()}
        return {**points, **lists, "kind": kind, "reserve": part(parts, "reserve")}


class Complete(ListDialect):
    """The publisher's complete notation: ``xe7,e8;c7-e7``, ``a5-g3;xb3*,c4*,d5,g6 (6)``.

    Lists name all pieces taken: ``G`` marks a GIPF piece, ``*`` an opponent's piece. GIPF pieces
    left on the board are not listed.
    """

    name = "complete"
    example = "a5-g3;xb3*,c4*,d5,g6"
    canonical_pattern = _turn(rf"xG?{POINT}\*?(?:,G?{POINT}\*?)*")
    lenient_pattern = _loose_turn(rf"{TIMES}[ \t]*{_LOOSE_PIECES}")

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        notes: list[Finding] = []
        before = _removal(parts["before"], text, notes)
        push, step = _push(parts, text, notes)
        after = _removal(parts["after"], text, notes)
        reserve = int(parts["reserve"]) if parts["reserve"] else None
        moves: tuple[Move | PartialMove, ...] = (Move(before, push, after, reserve),)
        if step:
            first, last = (PartialRemoval(spots=taken.spots) for taken in (before, after))
            moves += (PartialMove(first, step, last, reserve=reserve),)
        return Reading(moves, tuple(notes))


class Short(ListDialect):
    """The publisher's short notation: ``g1-c3;x``, ``f8-f3;xGf3``.

    ``x`` alone stands for the removal of one or more rows. Only GIPF pieces are named after ``x``.
    A list of all pieces is accepted with a note.
    """

    name = "short"
    example = "f8-f3;xGf3"
    canonical_pattern = _turn(rf"x(?:G{POINT}(?:,G{POINT})*)?")
    lenient_pattern = _loose_turn(rf"{TIMES}(?:{_LOOSE_PIECES})?(?![a-z])")

    def write(self, move: Move) -> str:
        """Return the canonical text of a move, with the reserve unless it is None."""
        before, after = _short_rows(move.before), _short_rows(move.after)
        reserve = "" if move.reserve is None else f" ({move.reserve})"
        return ";".join([*before, *([str(move.push)] if move.push else []), *after]) + reserve

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move | PartialMove]:
        notes: list[Finding] = []
        before = _partial_removal(parts["before"], text, notes)
        after = _partial_removal(parts["after"], text, notes)
        push, step = _push(parts, text, notes)
        reserve = int(parts["reserve"]) if parts["reserve"] else None
        pushes = (push, step) if step else (push,)
        moves = tuple(PartialMove(before, one, after, reserve=reserve) for one in pushes)
        return Reading(moves, tuple(notes))

    def _pieces(self) -> "ParserElement":
        from pyparsing import Opt

        return Opt(super()._pieces())


def _push(
    parts: dict[str, str], text: str, notes: list[Finding]
) -> tuple[Push | None, PartialPush | None]:
    """Return the push of a turn, and a partial push if the text may also mean one.

    A dot and the spot next to it may be only the first step of a push. Both values are None if the
    turn has no push.
    """
    dot, spot, gipf = parts["dot"], parts["spot"], bool(parts["kind"])
    if not spot:
        return None, None
    if (dot, spot) not in WAYS:
        return _way_in(spot, dot or None, gipf), None
    message = (
        f"a dot and the spot next to it: {spot} alone where nothing is displaced, "
        "else the push along that line"
    )
    notes.append(note("redundant-dot", message, max(text.lower().find(dot), 0) + 1))
    return Push(spot, None, gipf), PartialPush(dot, spot, gipf)


_way_in = lru_cache(maxsize=1 << 12)(Push)


@lru_cache(maxsize=1 << 10)
def _piece(text: str) -> Piece:
    return Piece(text.strip("G*"), text[0] == "G", text[-1] == "*")


@lru_cache(maxsize=1 << 14)
def _row(text: str) -> Row:
    """Return the row of a canonical list, such as ``xe7,e8``."""
    return Row(tuple(sorted(map(_piece, {*text[1:].split(",")}))))


def _removal(text: str, whole: str, notes: list[Finding]) -> Removal:
    removal, faults = _listed(text)
    for code, message, place in faults:
        notes.append(note(code, message, max(whole.find(place), 0) + 1))
    return removal


@lru_cache(maxsize=1 << 14)
def _listed(text: str) -> tuple[Removal, tuple[tuple[str, str, str], ...]]:
    """Return the removal of lists such as ``xe7,e8;xd4``, and the notes on it.

    A note is a tuple of its code, its message, and the part of the text that it is about.
    """
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
    return [
        "x" + ",".join(f"G{piece.spot}" for piece in row.pieces if piece.gipf)
        for row in removal.lists
    ]


def _canonical_kind(written: str, notes: Notes) -> str:
    message = "a GIPF piece is marked by a capital G"
    return notes.respell(written, written.upper(), "letter-case", message)


def _canonical_row(group: "ParseResults", notes: Notes) -> str:
    cross, *pieces = group
    notes.respell(cross, "x", "separator", "{written!r} was read as {canonical}")
    return "x" + ",".join(_canonical_piece(piece, notes) for piece in pieces)


def _canonical_piece(written: str, notes: Notes) -> str:
    text = re.sub(r"\s", "", written)
    gipf = text[0] in "Gg" and text[1].isalpha()
    return _canonical_kind(text[:gipf], notes) + notes.lower(text[gipf:])
