"""The rules of GIPF: basic, standard and tournament.

Source: the rule book in French ("G I P F, Les règles"). Where it is silent the decision is ours
and stands where it acts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Self

from analysis.games.gipf import completion as claims
from analysis.games.gipf import laws
from analysis.games.gipf.board import (
    BITS,
    PushPattern,
    Removals,
    has_four,
    opposite,
    outcomes,
    pushes,
    read_pieces,
    shifted,
    spots,
    worth,
    write_board,
)
from analysis.games.gipf.compiled import advance
from analysis.games.gipf.kinds import ALL_PIECES, FEWEST, KINDS
from analysis.games.gipf.kinds import guess as guess
from analysis.games.gipf.steps import Step, compile_move
from analysis.games.gipf.symmetry import symmetries
from analysis.games.position import Candidate, Outcome
from analysis.games.position import Position as BasePosition
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Variant, split_variant, whole_number
from notation.errors import InvalidPosition, InvalidVariant
from notation.findings import Finding
from notation.gipf.lists import NOTHING, Claim, Move, PartialMove, Piece, Removal, Row


@dataclass(frozen=True, slots=True)
class GipfVariant(Variant):
    """The rules of one variant.

    Attributes:
        kind: ``basic``, without GIPF pieces; ``standard``, which starts with three a side;
            ``tournament``, where they are brought in on an empty board.
        pieces: pieces of each side, those on the board at the start included: 15 to 18 in the
            basic game. A handicap for one side is a start position with another reserve.
    """

    GAME: ClassVar[str] = "gipf"

    kind: str = "basic"
    pieces: int = FEWEST

    @classmethod
    def parse(cls, variant: str) -> Self:
        """Read a variant string such as ``tournament`` or ``basic+pieces=18``.

        Raises:
            InvalidVariant: the string names no rules of this game.
        """
        words, options = split_variant(variant, KINDS, ["pieces"])
        if len(words) > 1:
            raise InvalidVariant(f"variant {variant!r} names several: {' and '.join(words)}")
        kind = words[0] if words else KINDS[0]
        if kind == KINDS[0]:
            return cls(kind, whole_number(variant, "pieces", options.get("pieces", "15"), 15, 18))
        if "pieces" in options:
            message = f"{kind} is always played with {ALL_PIECES} pieces a side"
            raise InvalidVariant(f"variant {variant!r}: {message}")
        return cls(kind, ALL_PIECES)

    def __str__(self) -> str:
        extra = self.kind == KINDS[0] and self.pieces != FEWEST
        return f"{self.kind}+pieces={self.pieces}" if extra else self.kind

    @property
    def stacked(self) -> bool:
        """Whether the game is played with GIPF pieces."""
        return self.kind != KINDS[0]

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board."""
        return symmetries()

    def start(self) -> "Position":
        """Return the position that games start from."""
        return _start(self)

    def position(self, text: str) -> "Position":
        """Read a position string.

        Raises:
            InvalidPosition: the string describes no position of this variant.
        """
        fields = _FIELDS.fullmatch(" ".join(text.split()))
        if fields is None:
            message = "expected columns b to h, w or b, two reserves, two counts of captured pieces"
            raise InvalidPosition(f"position {text!r}: {message}, and WB, W, B or -")
        board, side, reserves, prisoners, bringing = fields.groups()
        if not self.stacked and re.search("[WB]", board + bringing):
            raise InvalidPosition(f"position {text!r}: the basic game knows no GIPF pieces")
        if self.kind != "tournament" and bringing != "-":
            message = "only the tournament game lets players bring in GIPF pieces"
            raise InvalidPosition(f"position {text!r}: {message}")
        if max(board.count(letter) for letter in "WB") > ALL_PIECES // 2:
            message = f"{ALL_PIECES} pieces make at most {ALL_PIECES // 2} GIPF pieces of a colour"
            raise InvalidPosition(f"position {text!r}: {message}")
        try:
            pieces = read_pieces(board)
        except InvalidPosition as reason:
            raise InvalidPosition(f"position {text!r}: {reason}") from None
        beside = "wb".index(side), _pair(reserves), _pair(prisoners)
        return Position(self, *pieces, *beside, ("W" in bringing, "B" in bringing))

    def compile(self, claim: Claim) -> Step | None:
        """Compile a claim for `Position.advance`; an outline needs the board."""
        return compile_move(claim) if isinstance(claim, Move) else None

    complete = staticmethod(claims.complete)
    determines = staticmethod(claims.determines)


VARIANT = GipfVariant


@dataclass(frozen=True, slots=True)
class Position(BasePosition[Move, PartialMove, Step]):
    """A board, what lies beside it, who is to move, and the rules.

    Attributes:
        variant: the rules.
        white: bit set of the spots where White's pieces stand.
        black: bit set of the spots where Black's pieces stand.
        gipf: bit set of those of them where GIPF pieces stand.
        turn: 0 if White is to move, 1 if Black is.
        reserves: pieces that White and Black have left to bring in; a GIPF piece takes two.
        prisoners: pieces that White and Black have captured; a GIPF piece counts two.
        bringing: whether White and Black may still bring in GIPF pieces.
        overlooked: rows that their owners left standing, by side and line, in a record that is
            followed past that. They may go on standing until somebody points them out, as the
            publisher's answers to questions have it. Position strings do not tell them.
    """

    variant: GipfVariant
    white: int
    black: int
    gipf: int
    turn: int
    reserves: tuple[int, int]
    prisoners: tuple[int, int]
    bringing: tuple[bool, bool]
    overlooked: frozenset[tuple[int, str]] = frozenset()

    GAME: ClassVar[str] = "gipf"
    LAWS = laws.LAWS
    BIT_SETS = ("white", "black", "gipf")

    @classmethod
    def start(cls, variant: GipfVariant) -> "Position":
        """Return the position that games of a variant start from."""
        return variant.start()

    @classmethod
    def from_string(cls, text: str, variant: GipfVariant | str | None = None) -> "Position":
        """Read a position string, by the simplest rules that allow it if no variant is named.

        Raises:
            InvalidPosition: the string describes no position.
            InvalidVariant: the variant string names no rules.
        """
        if variant is None:
            board, _, beside = text.partition(" ")
            stacked = KINDS[1] if re.search("[WB]", board) else KINDS[0]
            variant = KINDS[2] if re.search("[WB]", beside) else stacked
        if isinstance(variant, str):
            variant = GipfVariant.parse(variant)
        return variant.position(text)

    def compile(self, claim: Claim) -> Step | None:
        """Compile a text's move for `advance`, whatever stands on the board."""
        return self.variant.compile(claim)

    def sole_move(self, claim: Claim) -> Move | None:
        """Return the complete move of a text wherever `advance` plays it."""
        return self.variant.complete(claim)

    def determines(self, claim: Claim, move: Move) -> bool:
        """Whether a text stands for a complete move on every board where that is legal."""
        return self.variant.determines(claim, move)

    def half_turn(self, point: str) -> str | None:
        """Return the point that a half-turn of the board takes another to, None off the board."""
        return opposite(self.variant, point)

    def __str__(self) -> str:
        bringing = "".join(letter for letter, may in zip("WB", self.bringing, strict=True) if may)
        beside = "{},{} {},{}".format(*self.reserves, *self.prisoners) + f" {bringing or '-'}"
        board = write_board(self.white, self.black, self.gipf)
        return f"{board} {'wb'[self.turn]} {beside}"

    def piece(self, spot: str) -> str:
        """Return what stands on a spot: ``w``, ``b``, as a GIPF piece ``W``, ``B``, or ``.``."""
        bit = BITS[spot]
        letter = "w" if self.white & bit else "b" if self.black & bit else "."
        return letter.upper() if self.gipf & bit else letter

    @property
    def own(self) -> int:
        """Bit set of the spots of the side to move."""
        return self.black if self.turn else self.white

    @property
    def enemy(self) -> int:
        """Bit set of the spots of the other side."""
        return self.white if self.turn else self.black

    @property
    def occupied(self) -> int:
        """Bit set of the spots where pieces stand."""
        return self.white | self.black

    @property
    def reserve(self) -> int:
        """Pieces in the reserve of the side to move."""
        return self.reserves[self.turn]

    def must_be_gipf(self) -> bool:
        """Tell whether the side to move has yet to bring in its first GIPF piece."""
        return self.bringing[self.turn] and not self.own & self.gipf

    def lost(self, side: int) -> bool:
        """Tell whether a side has lost its last GIPF piece."""
        if not self.variant.stacked or (self.black if side else self.white) & self.gipf:
            return False
        begun = self.reserves[side] < ALL_PIECES or self.prisoners[1 - side]
        return not self.bringing[side] or bool(begun)

    def decided(self) -> bool:
        """Tell whether the last GIPF piece of a side has left the board."""
        return self.lost(0) or self.lost(1)

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under all symmetries, its own first."""
        # As numbers: 1 and True are one key to a memo, but are written differently.
        beside = self.turn, *self.reserves, *self.prisoners, *map(int, self.bringing)
        return symmetries().keys((self.white, self.black, self.gipf), *beside)

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal turn with all that it takes; none once the game is over."""
        for before, ready in self.opened():
            if ready.decided():
                yield Move(before, None, NOTHING)
                continue
            for gipf in ready.kinds():
                for plan in pushes(ready.occupied):
                    pushed = ready.entered(plan, gipf)
                    push = replace(plan.push, gipf=gipf)
                    for taken in pushed.outcomes().values():
                        yield Move(before, push, pushed.removal(taken))

    def count_moves(self) -> int:
        """Return the number of legal turns."""
        return sum(
            1 if ready.decided() else sum(map(ready._count, ready.kinds()))
            for _, ready in self.opened()
        )

    def opened(self) -> Iterator[tuple[Removal, "Position"]]:
        """Yield what can be taken before the push, and the position then."""
        if not self.decided():
            for cleared, taken in self.outcomes().items():
                yield self.removal(taken), self.lifted(cleared)

    def _count(self, gipf: bool) -> int:
        """Count the turns that bring in one kind of piece, rows before them being taken."""
        own, enemy = self.own, self.enemy
        count = 0
        for plan in pushes(own | enemy):
            reached = shifted(own, plan) | plan.first
            if has_four(reached):
                count += len(self.entered(plan, gipf).outcomes())
            else:
                count += 1
        return count

    def kinds(self) -> list[bool]:
        """Return what the side to move may bring in: False for a single piece, True for a GIPF."""
        single = [False] if self.reserve >= 1 and not self.must_be_gipf() else []
        return single + ([True] if self.reserve >= 2 and self.bringing[self.turn] else [])

    def outcomes(self) -> dict[int, Removals]:
        """Return every set of spots that the side to move can clear by taking its rows now."""
        return outcomes(self.own, self.occupied, self.gipf, self.spared)

    @property
    def spared(self) -> frozenset[str]:
        """Lines on which the side to move may leave a row standing that it has overlooked."""
        return frozenset(line for side, line in self.overlooked if side == self.turn)

    def removal(self, taken: Removals) -> Removal:
        """Return rows that the side to move takes as a removal."""
        rows = [Row(tuple(map(self.taken_piece, spots(row))), line) for line, row in taken]
        return Removal.of(rows) if rows else NOTHING

    def taken_piece(self, spot: str) -> Piece:
        """Return what stands on an occupied spot, as the side to move names it in a removal."""
        bit = BITS[spot]
        return Piece(spot, bool(self.gipf & bit), bool(self.enemy & bit))

    def lifted(self, cleared: int) -> "Position":
        """Return the position after the side to move has taken pieces off, still to move.

        A side that loses its last GIPF piece has lost and brings in no more.
        """
        if not cleared:
            return self
        gipf = self.gipf & ~cleared
        white, black = self.white & ~cleared, self.black & ~cleared
        own, enemy = worth(self.own & cleared, self.gipf), worth(self.enemy & cleared, self.gipf)
        return replace(
            self,
            white=white,
            black=black,
            gipf=gipf,
            reserves=_added(self.reserves, self.turn, own),
            prisoners=_added(self.prisoners, self.turn, enemy),
            bringing=(
                self.bringing[0] and not (self.white & self.gipf and not white & gipf),
                self.bringing[1] and not (self.black & self.gipf and not black & gipf),
            ),
        )

    def entered(self, plan: PushPattern, gipf: bool) -> "Position":
        """Return the position after the side to move has pushed a piece in, still to move."""
        white, black, stacked = (
            shifted(pieces, plan) for pieces in (self.white, self.black, self.gipf)
        )
        may = self.bringing[self.turn] and gipf
        return replace(
            self,
            white=white if self.turn else white | plan.first,
            black=black | plan.first if self.turn else black,
            gipf=stacked | plan.first if gipf else stacked,
            reserves=_added(self.reserves, self.turn, -2 if gipf else -1),
            bringing=(self.bringing[0], may) if self.turn else (may, self.bringing[1]),
        )

    def check(self, move: Move) -> Finding | None:
        """Return the violation that forbids a complete turn, None if it is legal.

        Steps do not know of overlooked rows: beside such, the laws decide.
        """
        return self.broken_law(move) if self.overlooked else BasePosition.check(self, move)

    def after(self, move: Move) -> "Position":
        """Return the position after a turn that can be carried out, legal or not."""
        return claims.after(self, move)

    def with_counts(self, move: Move) -> Move:
        """Return a legal move with the count of the mover's reserve after it, to be written."""
        return replace(move, reserve=laws.reserve_after(self, move))

    def completions(self, claim: Claim) -> list[Candidate[Move]]:
        """Return the legal moves that a claim can stand for, likeliest first."""
        return claims.candidates(self, claim)

    def complete(self, claim: Claim) -> Move:
        """Return a turn that `advance` plays here with the lines of its rows, unchecked."""
        if not isinstance(claim, Move):
            raise TypeError(f"{claim} is completed by the rows on the board: see completions")
        return claims.described(self, claim)

    def violation_of(self, claim: Claim) -> Finding:
        """Return the violation that keeps a claim from standing for a legal move."""
        if isinstance(claim, PartialMove):
            return claims.unfit(self, claim)
        return BasePosition.violation_of(self, claim)

    def corrections(self, claim: Claim) -> Iterator[Move]:
        """Yield the legal turns that take more than an illegal claim does, all else being equal."""
        return claims.corrections(self, claim)

    def as_recorded(self, claim: Claim) -> "Position | None":
        """Return the position after a move that breaks a rule but could be carried out.

        Above all these are turns that overlook a row, or part of it: it stays.
        """
        return claims.recorded(self, claim)

    def advance(self, steps: Iterable[Step | None]) -> tuple["Position", int]:
        """Play steps for as long as they are legal, complete and need no finding.

        Returns the position reached and the number of steps played.
        """
        return (self, 0) if self.overlooked else advance(self, steps)

    def captured(self, move: Move) -> tuple[str, ...]:
        """Return the spots where the opponent's pieces are taken, in the order of play."""
        taken = (*move.before.pieces, *move.after.pieces)
        return tuple(piece.spot for piece in taken if piece.captured)

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, None while it goes on."""
        return laws.ended(self)


@lru_cache
def _start(rules: GipfVariant) -> Position:
    if rules.kind == "tournament":
        return rules.position(f"4/5/6/7/6/5/4 w {ALL_PIECES},{ALL_PIECES} 0,0 WB")
    board = "B2W/5/6/W5B/6/5/B2W" if rules.stacked else "b2w/5/6/w5b/6/5/b2w"
    reserve = rules.pieces - (6 if rules.stacked else 3)
    return rules.position(f"{board} w {reserve},{reserve} 0,0 -")


_FIELDS = re.compile(r"(\S+) ([wb]) (\d{1,2},\d{1,2}) (\d{1,2},\d{1,2}) (WB|W|B|-)", re.ASCII)


def _pair(text: str) -> tuple[int, int]:
    white, black = map(int, text.split(","))
    return white, black


def _added(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    return (pair[0], pair[1] + more) if side else (pair[0] + more, pair[1])
