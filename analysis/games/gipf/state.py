"""GIPF variants, and the state of a game: pieces, reserves, position strings, pushes, removals.

An example of a position string is ``b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -``. Its fields are the columns
b to h, each from White's side; the side to move; White's and Black's reserves; White's and Black's
captures; and the sides that may still bring in GIPF pieces.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.bits import Bits, bits_of, unpack_row
from analysis.games.gipf.board import (
    BITS,
    COLUMNS,
    LETTERS,
    NAMES,
    PATTERNS,
    PushPattern,
    Removals,
    index,
    possible_removals,
    rows_on,
    shifted,
    spots,
    symmetries,
    worth,
)
from analysis.games.position import TwoSided
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Number, Option, Value, Variant, Words
from notation.errors import InvalidPosition
from notation.gipf.moves import NOTHING, Move, Piece, Push, Removal, Row
from notation.pattern import lazy_pattern

KINDS = ("basic", "standard", "tournament")
"""The three kinds of games, the default first."""

FEWEST = 15
"""Default number of pieces of each colour in the basic game."""

ALL_PIECES = 18
"""Number of pieces of each colour in the standard and the tournament game."""


@dataclass(frozen=True, slots=True)
class GipfVariant(Variant):
    """A variant of GIPF: the kind of game, and the numbers of pieces.

    Attributes:
        kind: ``basic``, without GIPF pieces; ``standard``, which starts with three GIPF pieces of
            each side; or ``tournament``, which starts on an empty board, with GIPF pieces brought
            in first.
        pieces: number of pieces of each side, in reserve and on the board at the start: 15 to 18 in
            the basic game. A pair for White and Black if they differ, as a handicap (1 B 2).
    """

    GAME: ClassVar[str] = "gipf"
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Words("kind", KINDS),
        Number("pieces", FEWEST, ALL_PIECES, each=True),
    )

    kind: str = "basic"
    pieces: int | tuple[int, int] = FEWEST

    @classmethod
    def defaults(cls, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return the default values; the number of pieces depends on the kind of game."""
        kind = values.get("kind", KINDS[0])
        return {"kind": KINDS[0], "pieces": FEWEST if kind == KINDS[0] else ALL_PIECES}

    def conflict(self) -> str | None:
        """Return an error message if the number of pieces does not fit the kind of game."""
        if self.kind == KINDS[0] or self.pieces == ALL_PIECES:
            return None
        return f"{self.kind} is always played with {ALL_PIECES} pieces a side"

    @property
    def stacked(self) -> bool:
        """Whether the game is played with GIPF pieces."""
        return self.kind != KINDS[0]

    @property
    def symmetries(self) -> Symmetries:
        """The 12 symmetries of the board."""
        return symmetries()


_FIELDS = lazy_pattern(
    r"(\S+) ([wb]) (\d{1,2}),(\d{1,2})(?: (\d{1,2}),(\d{1,2}))?(?: (WB|W|B|-))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class State(TwoSided):
    """The state of a game: board, reserves and captures, side to move, and variant.

    Attributes:
        variant: the variant of the game.
        white: bit set of the spots with White's pieces.
        black: bit set of the spots with Black's pieces.
        gipf: bit set of the spots with GIPF pieces of either side.
        turn: 0 if White is to move, 1 if Black is.
        reserves: numbers of pieces in White's and Black's reserves; a GIPF piece takes two.
        prisoners: numbers of pieces that White and Black have captured; a GIPF piece counts two.
        bringing: whether White and Black may still bring in GIPF pieces.
        overlooked: rows that their owners should have removed, as pairs of side and line. They
            occur only in records with illegal moves. They may stay on the board until they are
            pointed out (the publisher's answers to questions). Position strings leave them out.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = ("white", "black", "gipf")
    layout = tuple((index(column[0]), len(column)) for column in COLUMNS)
    point_names = NAMES

    variant: GipfVariant
    white: int
    black: int
    gipf: int
    turn: int
    reserves: tuple[int, int]
    prisoners: tuple[int, int]
    bringing: tuple[bool, bool]
    overlooked: frozenset[tuple[int, str]] = frozenset()

    @classmethod
    def start(cls, variant: GipfVariant) -> Self:
        """Return the initial position of a variant."""
        if variant.kind == "tournament":
            return cls.read(f"4/5/6/7/6/5/4 w {ALL_PIECES},{ALL_PIECES} 0,0 WB", variant)
        board = "B2W/5/6/W5B/6/5/B2W" if variant.stacked else "b2w/5/6/w5b/6/5/b2w"
        standing = 6 if variant.stacked else 3
        both = variant.pieces if isinstance(variant.pieces, tuple) else (variant.pieces,) * 2
        white, black = (pieces - standing for pieces in both)
        return cls.read(f"{board} w {white},{black} 0,0 -", variant)

    @classmethod
    def simplest_variant(cls, text: str) -> str:
        """Return the simplest variant string for the pieces of a position string."""
        board, _, beside = text.partition(" ")
        stacked = KINDS[1] if re.search("[WB]", board) else KINDS[0]
        return KINDS[2] if re.search("[WB]", beside) else stacked

    @classmethod
    def read(cls, text: str, variant: GipfVariant) -> Self:
        """Return the position of a position string.

        The field with captures may be missing if there are none. The last field may be missing
        except in the tournament game.

        Raises:
            InvalidPosition: the string describes no position of the variant.
        """
        fields = _FIELDS.fullmatch(" ".join(text.split()))
        if fields is None or (variant.kind == "tournament" and not fields[7]):
            message = "expected columns b to h, w or b, two reserves, two counts of captured pieces"
            raise InvalidPosition(f"{message}, and one of WB, W, B and -")
        board, side, *counts, bringing = fields.groups("")
        if not variant.stacked and re.search("[WB]", board + bringing):
            raise InvalidPosition("the basic game has no GIPF pieces")
        if variant.kind != "tournament" and bringing.strip("-"):
            raise InvalidPosition("only the tournament game lets players bring in GIPF pieces")
        if max(map(board.count, "WB")) > ALL_PIECES // 2:
            message = f"{ALL_PIECES} pieces make at most {ALL_PIECES // 2} GIPF pieces of a colour"
            raise InvalidPosition(message)
        columns = board.split("/")
        if len(columns) != len(COLUMNS):
            raise InvalidPosition(f"the columns b to h are {len(COLUMNS)}, not {len(columns)}")
        kinds = [0] * len(LETTERS)
        for column, written in zip(COLUMNS, columns, strict=True):
            row = unpack_row(written, LETTERS, 1)
            if row is None or len(row) != len(column):
                message = f"{len(column)} spots of w, b, W, B and runs of empty ones"
                raise InvalidPosition(f"column {column[0][0]} is {written!r}, not {message}")
            for kind, letter in enumerate(LETTERS):
                kinds[kind] |= bits_of(row, letter) << index(column[0])
        white, black, white_gipf, black_gipf = kinds
        sets = white | white_gipf, black | black_gipf, white_gipf | black_gipf
        numbers = (int(count or 0) for count in counts)
        beside = "wb".index(side), *numbers, "W" in bringing, "B" in bringing
        return cls.of(variant, sets, beside)

    @property
    def sets(self) -> tuple[int, int, int]:
        """Bit sets of White's, Black's and GIPF pieces."""
        return self.white, self.black, self.gipf

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move, both reserves, both numbers of captures, and `bringing` as 0 or 1.

        White's number comes before Black's.
        """
        return self.turn, *self.reserves, *self.prisoners, *map(int, self.bringing)

    @classmethod
    def of(cls, variant: GipfVariant, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with the given `Position.sets` and `Position.beside`."""
        white, black, gipf = sets
        turn, left, other, taken, lost, *bringing = beside
        may = bool(bringing[0]), bool(bringing[1])
        return cls(variant, white, black, gipf, turn, (left, other), (taken, lost), may)

    @classmethod
    def tail(cls, *beside: int) -> str:
        """Return the fields of a position string after the board, given the values of `beside`."""
        turn, white, black, by_white, by_black, *bringing = beside
        letters = "".join(letter for letter, may in zip("WB", bringing, strict=True) if may)
        return f"{'wb'[turn]} {white},{black} {by_white},{by_black} {letters or '-'}"

    @classmethod
    def by_letter(cls, sets: Sequence[Bits]) -> dict[str, Bits]:
        """Return a mapping from letters of pieces to bit sets; see `Position.by_letter`."""
        white, black, gipf = *sets[:2], sets[2] if len(sets) > 2 else sets[0] ^ sets[0]
        return {"w": white & ~gipf, "b": black & ~gipf, "W": white & gipf, "B": black & gipf}

    @property
    def occupied(self) -> int:
        """Bit set of the occupied spots."""
        return self.white | self.black

    @property
    def reserve(self) -> int:
        """Number of pieces in the reserve of the side to move."""
        return self.reserves[self.turn]

    def must_be_gipf(self) -> bool:
        """Return whether the side to move must bring in its first GIPF piece."""
        return self.bringing[self.turn] and not self.own & self.gipf

    def has_lost_gipf(self, side: int) -> bool:
        """Return whether a side has lost its last GIPF piece."""
        if not self.variant.stacked or (self.black if side else self.white) & self.gipf:
            return False
        begun = self.reserves[side] < ALL_PIECES or self.prisoners[1 - side]
        return not self.bringing[side] or bool(begun)

    def is_decided(self) -> bool:
        """Return whether the last GIPF piece of a side has left the board."""
        return self.variant.stacked and (self.has_lost_gipf(0) or self.has_lost_gipf(1))

    def kinds(self) -> list[bool]:
        """Return what the mover may bring in: False is a single piece, True a GIPF piece."""
        single = [False] if self.reserve >= 1 and not self.must_be_gipf() else []
        return single + ([True] if self.reserve >= 2 and self.bringing[self.turn] else [])

    def possible_removals(self) -> dict[int, Removals]:
        """Return the result of `board.possible_removals` for the side to move."""
        return possible_removals(self.own, self.occupied, self.gipf, self.spared)

    def removals(self) -> Iterator[Removal]:
        """Yield the complete removals of the side to move: an empty one if it has no rows."""
        return map(self.removal, self.possible_removals().values())

    def leading_removals(self) -> Iterator[tuple[Removal, Self]]:
        """Yield the removals possible before the push, each with the position after it."""
        if not self.is_decided():
            for cleared, taken in self.possible_removals().items():
                yield self.removal(taken), self.lifted(cleared)

    @property
    def spared(self) -> frozenset[str]:
        """Names of the lines whose rows stay, because the side to move overlooked them."""
        if not self.overlooked:
            return frozenset()
        return frozenset(line for side, line in self.overlooked if side == self.turn)

    def removal(self, taken: Removals) -> Removal:
        """Return rows of the side to move as a `Removal`."""
        rows = [Row(tuple(map(self.taken_piece, spots(row))), line) for line, row in taken]
        return Removal.of(rows) if rows else NOTHING

    def taken_piece(self, spot: str) -> Piece:
        """Return the piece on an occupied spot, as the side to move names it in a removal."""
        bit = BITS[spot]
        return Piece(spot, bool(self.gipf & bit), bool(self.enemy & bit))

    def rows(self, side: int) -> frozenset[tuple[int, str]]:
        """Return the rows of a side that have to be removed, as pairs of side and line."""
        standing = rows_on(self.black if side else self.white, self.occupied)
        return frozenset((side, row.line) for row in standing if row.spots & ~self.gipf)

    def lifted(self, cleared: int) -> Self:
        """Return the position after a removal from a bit set of spots; the turn does not change."""
        if not cleared:
            return self
        gipf = self.gipf & ~cleared
        white, black = self.white & ~cleared, self.black & ~cleared
        own, enemy = worth(self.own & cleared, self.gipf), worth(self.enemy & cleared, self.gipf)
        reserves = _added(self.reserves, self.turn, own)
        prisoners = _added(self.prisoners, self.turn, enemy)
        bringing = (
            self.bringing[0] and not (self.white & self.gipf and not white & gipf),
            self.bringing[1] and not (self.black & self.gipf and not black & gipf),
        )
        rest = self.turn, reserves, prisoners, bringing, self.overlooked
        return type(self)(self.variant, white, black, gipf, *rest)

    def entered(self, pattern: PushPattern, gipf: bool) -> Self:
        """Return the position after a push of a single or GIPF piece; the turn does not change."""
        turn, first, may = self.turn, pattern.first, self.bringing[self.turn] and gipf
        white, black, stacked = (
            shifted(pieces, pattern) for pieces in (self.white, self.black, self.gipf)
        )
        if turn:
            black |= first
        else:
            white |= first
        if gipf:
            stacked |= first
        reserves = _added(self.reserves, turn, -2 if gipf else -1)
        bringing = (self.bringing[0], may) if turn else (may, self.bringing[1])
        rest = turn, reserves, self.prisoners, bringing, self.overlooked
        return type(self)(self.variant, white, black, stacked, *rest)

    def ready(self, move: Move) -> Self:
        """Return the position before a move's push, after its first removal.

        Empty spots of the removal are ignored.
        """
        return self.lifted(cleared(move.before) & self.occupied)

    def pushed(self, move: Move) -> Self | None:
        """Return the position after the push of a move; None if it cannot be carried out."""
        now = self.ready(move)
        pattern = PATTERNS.get(Push(move.push.spot, move.push.dot)) if move.push else None
        if pattern is None or move.push is None or now.occupied & pattern.line != pattern.run:
            return None
        cost = 2 if move.push.gipf else 1
        return now.entered(pattern, move.push.gipf) if now.reserve >= cost else None

    def played(self, move: Move) -> Self:
        """Return the position after the push and both removals; the side to move stays the same."""
        now = self.pushed(move) or self.ready(move)
        return now.lifted(cleared(move.after) & now.occupied)

    def after(self, move: Move) -> Self:
        """Return the position after a turn, legal or not."""
        reached = replace(self.played(move), turn=1 - self.turn)
        if not self.overlooked:
            return reached
        return replace(reached, overlooked=self.overlooked & (reached.rows(0) | reached.rows(1)))

    def captured(self, move: Move) -> tuple[str, ...]:
        """Return the spots on which a move takes the opponent's pieces, in the order of play."""
        rows = (*move.before.lists, *move.after.lists)
        taken = (piece for row in rows for piece in row.pieces if piece.captured)
        return tuple(dict.fromkeys(piece.spot for piece in taken))


def cleared(taken: Removal) -> int:
    """Return the spots of a removal as a bit set; unknown spots are ignored."""
    return sum(BITS[spot] for spot in taken.spots if spot in BITS)


def _added(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    return (pair[0], pair[1] + more) if side else (pair[0] + more, pair[1])
