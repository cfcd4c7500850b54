"""Megiddo moves, and their notation in the rule book.

A point is a pair (spoke, ring), both counted from 1: C4 is (3, 4). Spokes are A to F, clockwise
from the top; rings are 1 to 6, outward from the star in the centre. Move texts with points off the
board, such as G4 or C7, are read; the moves are illegal.
"""

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from notation.dialect import ARROW, DASH, TIMES, TO, Dialect, Notes, Reading
from notation.errors import UnreadableMove
from notation.pattern import lazy_pattern
from notation.sites import SiteNames

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

Point = tuple[int, int]

CapturedPair = tuple[Point, ...]
"""The points of one capture in brackets: two in a legal move."""


def point_name(point: Point) -> str:
    """Return the name of a point: ``(3, 4)`` is ``C4``."""
    spoke, ring = point
    return f"{chr(ord('A') + spoke - 1)}{ring}"


def parse_point(text: str) -> Point:
    """Return the point of a name such as ``C4``."""
    return ord(text[0]) - ord("A") + 1, int(text[1:])


@lru_cache(maxsize=1 << 12)
def _pair(text: str) -> CapturedPair:
    """Return the captured pair of a text such as ``B3, A2``."""
    return tuple(map(parse_point, text.split(", ")))


def group_text(group: CapturedPair) -> str:
    """Return a captured pair as the rule book writes it: ``(B3, A2)``."""
    return f"({', '.join(map(point_name, group))})"


class Move(NamedTuple):
    """A stone placed on a point, or slid to it, with its captures.

    Attributes:
        point: the point that the stone is placed on or slid to.
        groups: the captured pairs. A complete move has direct captures before chains, and in each
            pair the stone nearer to the capturing stone first. Move texts may have any order.
        origin: the point from which the stone is slid; None for a placed stone.
    """

    point: Point
    groups: tuple[CapturedPair, ...] = ()
    origin: Point | None = None

    @property
    def captured(self) -> tuple[Point, ...]:
        """The points of all captured pairs, each once."""
        return tuple(dict.fromkeys(chain.from_iterable(self.groups)))

    def __str__(self) -> str:
        origin = f"{point_name(self.origin)}-" if self.origin else ""
        return " ".join([origin + point_name(self.point), *map(group_text, self.groups)])


_POINT = "[A-F][1-6]"
_PAIR = rf"\({_POINT}, {_POINT}\)"
_PAIRS = lazy_pattern(rf"{_PAIR}(?: {_PAIR})*")
_COMMA = "[,;./+]|" + DASH
# Another opening bracket, or the end, replaces a missing closing one.
_CLOSE = r"[)\]}]|(?=[(\[]|$)"

PAIR_LIMIT = 18
"""Maximum number of pairs of a move, and of points in one pair of brackets, in the patterns."""

_GAP = r"[ \t]*+"
# A letter for a digit must follow a capital, or every "do" would be a move.
_LOOSE_POINT = rf"(?:[A-Za-z]{_GAP}[0-9]{{1,2}}(?![0-9])|[A-F][lIO|SZGb](?![A-Za-z]))"
_LOOSE_SPOKE = rf"[A-Fa-f]{_GAP}(?:[0-9]{{1,2}}|[lIO|SZGb])"
"""Matches the origin of a slide, but not the squares of other games."""
# Braces, and brackets with a word or without a digit or a comma in them, are comments; what begins
# with the number of a row is a variation, and with a decimal number an evaluation; a number alone
# in square brackets is that of a row.
_ROW_NUMBER = rf"(?:[-+]?\d\.|\d{{2}}\.(?:\.|{_GAP}[A-Fa-f][1-6]\s+[A-Fa-f][1-6]))"
_LOOSE_GROUP = (
    rf"(?!\[\d{{1,3}}\])[(\[]{_GAP}(?!{_ROW_NUMBER})(?:(?=[^])}}\n]*[\d,;])(?![^])}}\n]*(?:[^\W\d_]{{3}}|\b[a-z]{{2}}\b))"
    rf"[^][(){{}}\n]*[])}}]|{_LOOSE_POINT}(?:[ \t,]*{_LOOSE_POINT}){{0,{PAIR_LIMIT}}})"
)

_LOOSE_LIST = (
    rf"(?>{TIMES}{_GAP}{_LOOSE_POINT}(?:{_GAP}(?:[,;]|{TIMES}|(?<=\s)){_GAP}{TIMES}?{_GAP}"
    rf"{_LOOSE_POINT}(?:{_GAP}(?:[,;]|{TIMES}){_GAP}{TIMES}?{_GAP}{_LOOSE_POINT})"
    rf"{{0,{PAIR_LIMIT}}})?)"
)
"""Matches one or more captured points after ``x``. The group is atomic, against backtracking: two
adjacent lists could be divided in many ways."""

_COUNT = (
    rf"(?!\[\d)[(\[]{_GAP}(?:{TIMES}|\+)?{_GAP}\d{{1,2}}{_GAP}[)\]]"
    rf"|(?:{TIMES}|\+){_GAP}\d{{1,2}}(?!\w)"
)
"""Matches a number of captured stones, such as ``(2)`` or ``x2``."""

_FORGIVEN = (
    (
        "stated-captures",
        rf"(?:{_COUNT})$",
        "{!r} counts captures, and is not compared with the board",
    ),
    ("letter-case", "[a-wyz]", "spokes are written in capitals"),
    ("leading-zero", r"0\d", "rings have one digit"),
    (
        "separator",
        rf"[;./]|\+(?!\s*\d)|-(?=[^([]*[])}}])|(?!-(?!>)){TO}",
        "{!r} is not a separator here",
    ),
    ("separator", rf"{TIMES}(?!{_GAP}\d)", "captured pairs are written in brackets, without {!r}"),
    ("separator", r"[][}]", "captured pairs are written in round brackets"),
    ("missing-comma", r"\d\s*(?![xX])[A-Za-z]", "a comma is missing between captured points"),
    ("unclosed-bracket", r"[(\[][^])}]*?(?=[(\[]|$)", "a closing bracket is missing"),
    (
        "blank-in-move",
        rf"[^\S ]|^\s|\s$|[A-Za-z]\s+\d|\s{{2}}|[(\[]\s|\s(?:[])}}]|{_COMMA})|{DASH}\s",
        "a superfluous or unusual blank",
    ),
    ("missing-blank", r"\S[(\[]|[,;]\S", "a blank is missing"),
)
"""Accepted misspellings: finding code, pattern and message."""

_SPOKE_LIKE = dict(zip("804(3", "BDACE", strict=True))
_RING_LIKE = dict(zip("lIi|!OoQZzSsGbA", "111110002255664", strict=True))
"""Digits of rings, by characters that text recognition confuses with them."""


class RuleBook(Dialect[Move]):
    """The rule book's notation: the point, then each captured pair in brackets, ``C4 (B3, A2)``.

    Source: the book's chapter "Notation Megiddo". It has no notation for the slide of the variant
    ``radial-move``, which is written ``C4-C2`` here.
    """

    game = "megiddo"
    name = "book"
    example = "C4 (B3, A2)"
    board_words = "spokes"
    inner_blanks = (" (", ", ")
    counts = lazy_pattern(r"\((?P<captured>\d{1,2})\)\Z", re.ASCII)
    canonical_pattern = lazy_pattern(
        rf"(?:(?P<origin>{_POINT})-)?(?P<point>{_POINT})(?P<groups>(?: {_PAIR})*)", re.ASCII
    )
    lenient_pattern = lazy_pattern(
        rf"""(?:(?:{_LOOSE_SPOKE}(?:{_GAP}{DASH}{_GAP}|{ARROW}))?{_LOOSE_POINT}
             (?!(?!{TIMES}{_GAP}(?:[A-Za-z]\d|\d{{1,2}}(?!\w)))\w|{TO})
             |8[1-6](?={_GAP}\())
             (?:{_GAP}(?:{_LOOSE_GROUP}|{_LOOSE_LIST})){{0,{PAIR_LIMIT}}}(?:{_GAP}(?:{_COUNT}))?""",
        re.VERBOSE,
    )

    def side_letters(self, variant: str | None) -> str:
        """Return one letter for each colour: ``rbg`` for 3 or 6 players, otherwise ``rb``."""
        players = re.search(r"\bplayers=(\d)", "".join((variant or "").lower().split()))
        return "rbg" if players and players[1] in "36" else "rb"

    def continues_turn(self, text: str) -> bool:
        """Whether a text consists of captured pairs only."""
        return _PAIRS.fullmatch(text) is not None

    def fits(self, text: str, ply: int) -> bool:
        """Whether a text is a placement or, from the third ply on, a slide along a spoke."""
        slide = self.canonical_pattern.fullmatch(text)
        origin = slide and slide["origin"]
        return not origin or (ply > 1 and origin[0] == slide["point"][0])  # type: ignore[index]

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move]:
        origin = parse_point(parts["origin"]) if parts["origin"] else None
        pairs = tuple(map(_pair, re.findall(r"\(([^)]*)\)", parts["groups"])))
        return Reading((Move(parse_point(parts["point"]), pairs, origin),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Group, Opt, ZeroOrMore

        ring = _piece(r"\d{1,2}(?!\d)", "a ring 1 to 6")
        point = Group(_piece("[A-Za-z]", "a spoke A to F") - ring)
        comma, dash = _piece(_COMMA, "a comma").suppress(), _piece(TO, "a dash").suppress()
        times = _piece(TIMES, "the mark of a capture").suppress()
        points = point - ZeroOrMore(comma - Opt(times) - point | Opt(times) + point)
        group = Group(
            _piece(r"[(\[]", "an opening bracket").suppress()
            - Opt(times)
            - points
            - _piece(_CLOSE, "a comma or a closing bracket").suppress()
        )
        count = _piece(rf"(?:{_COUNT})$", "a number of captures").suppress()
        listed = (times + points).set_parse_action(_in_pairs)
        taken = count | group | listed
        return point("first") + Opt(dash - point("target")) + ZeroOrMore(taken)("groups")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        first = _spelled(parts["first"])
        target = _spelled(parts["target"]) if "target" in parts else ""
        groups = (", ".join(map(_spelled, group)) for group in parts["groups"])
        return {
            "origin": first if target else "",
            "point": target or first,
            "groups": "".join(f" ({group})" for group in groups),
        }

    def _note_spelling(self, moves: tuple[Move, ...], notes: Notes) -> None:
        for code, pattern, message in _FORGIVEN:
            if found := re.search(pattern, notes.text):
                example = f"{message.format(found[0])}: {moves[0]}"
                notes.add(code, example, found[0], found.start())

    def _read_leniently(self, text: str) -> Reading[Move]:
        try:
            return super()._read_leniently(text)
        except UnreadableMove as stop:
            raise _with_lookalike(stop) from None


def _piece(pattern: str, name: str) -> "ParserElement":
    from pyparsing import Regex

    return Regex(pattern, re.ASCII).set_name(name)


def _in_pairs(points: "ParseResults") -> list["ParseResults"]:
    return [points[index : index + 2] for index in range(0, len(points), 2)]


def _spelled(point: "ParseResults") -> str:
    spoke, ring = point
    return f"{spoke.upper()}{int(ring)}"


def _with_lookalike(stop: UnreadableMove) -> UnreadableMove:
    """Return the error with a hint, such as ``O looks like 0``, if the wrong character is known."""
    rest = stop.text[stop.column :].lstrip()
    if "a ring" in stop.reason:
        lookalike = _RING_LIKE.get(rest[:1])
    else:
        lookalike = _SPOKE_LIKE.get(rest[:1]) if rest[1:2].isdigit() else None
    if not lookalike:
        return stop
    reason = f"{stop.reason}; {rest[0]} looks like {lookalike}"
    return UnreadableMove(stop.text, len(stop.text) - len(rest), reason)


DIALECTS: tuple[Dialect[Move], ...] = (RuleBook(),)

SITE_NAMES = SiteNames(
    "Megiddo",
    ("Red", "Blue", "Green"),
    words=(
        *((word, "base") for word in ("base", "basic", "de base", "basique", "grundspiel")),
        *((word, "master") for word in ("master", "maitre", "meister")),
        *(
            (word, "grand-master")
            for word in (
                "grand-master",
                "grand master",
                "grand maitre",
                "grand-maitre",
                "grossmeister",
            )
        ),
        *((word, "cleopatra") for word in ("cleopatra", "cleopatre", "kleopatra")),
        *((word, "radial-move") for word in ("radial-move", "radial move", "mouvement radial")),
        *(
            (f"{number} {players}", f"players={number}")
            for number in (2, 3, 4, 6)
            for players in ("players", "joueurs", "spieler")
        ),
    ),
)
