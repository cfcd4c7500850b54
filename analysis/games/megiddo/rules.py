"""The rules of Megiddo.

Source: the rule book of 1985 (Steve Baldwin, Global Games Company) in the French translation
"Megiddo" by François Haffner, with its translator's notes. Where it is silent the decision is
ours and stands where it acts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.megiddo import laws
from analysis.games.megiddo.board import (
    EDGES,
    FULL,
    LINES,
    SIZE,
    Generation,
    Line,
    MegiddoBoard,
    bit,
    bits,
    board,
    complete_lines,
    has_line,
    opposite,
    points_of,
    union,
    written,
)
from analysis.games.megiddo.compiled import MoveTables, Step, advance, tables
from analysis.games.megiddo.strings import (
    COLOURS,
    letter_at,
    read_position,
    sides_variant,
    write_position,
)
from analysis.games.megiddo.symmetry import is_torus, symmetries
from analysis.games.position import Candidate, Outcome
from analysis.games.position import Position as BasePosition
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Evidence, Variant, choice, split_variant
from notation.dialect import DASH
from notation.errors import InvalidVariant
from notation.findings import Finding
from notation.megiddo import Move, Point

ARBATTA = 6
"""Captured stones that win a game; twice as many with the reversed captures of Cleopatra."""


@dataclass(frozen=True, slots=True)
class MegiddoVariant(Variant):
    """The rules of one variant; the variants combine.

    Attributes:
        edge: how lines behave at rings 1 and 6: they end there (``base``), radials go round for
            captures (``master``), spirals too (``grand-master``).
        cleopatra: whether stones that get between two enemy stones take these, too.
        radial_move: whether a stone may be slid along its spoke instead of placing one.
        players: two or three people play for themselves; four or six play in teams of two, whose
            partners share a colour. The board knows colours only.
    """

    GAME: ClassVar[str] = "megiddo"

    edge: str = "base"
    cleopatra: bool = False
    radial_move: bool = False
    players: int = 2

    @classmethod
    def parse(cls, variant: str) -> Self:
        """Read a variant string such as ``master+cleopatra`` or ``base+players=3``.

        Raises:
            InvalidVariant: the string names no rules of this game.
        """
        words, options = split_variant(variant, [*EDGES, "cleopatra", "radial-move"], ["players"])
        edges = [word for word in words if word in EDGES]
        if len(edges) > 1:
            message = f"{' and '.join(edges)} exclude each other"
            raise InvalidVariant(f"variant {variant!r}: {message}")
        players = choice(variant, "players", options.get("players", "2"), ("2", "3", "4", "6"))
        edge = edges[0] if edges else EDGES[0]
        return cls(edge, "cleopatra" in words, "radial-move" in words, int(players))

    def __str__(self) -> str:
        words = [self.edge]
        words += ["cleopatra"] if self.cleopatra else []
        words += ["radial-move"] if self.radial_move else []
        words += [f"players={self.players}"] if self.players != 2 else []
        return "+".join(words)

    @property
    def board(self) -> MegiddoBoard:
        """The captures that the variant has."""
        return board(self.edge, self.cleopatra)

    @property
    def tables(self) -> MoveTables:
        """The moves of the variant, compiled."""
        return tables(self.edge, self.cleopatra, len(self.sides))

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours in the order in which they move."""
        return COLOURS[: self.players if self.players < 4 else self.players // 2]

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, in the order of turns; of partners the first one is called ``red 1``.

        The book lets partners alternate turns and face each other, so that the colours take turns
        and the partners of each colour do.
        """
        if self.players < 4:
            return self.sides
        return tuple(f"{side} {partner}" for partner in (1, 2) for side in self.sides)

    @property
    def arbatta(self) -> int:
        """The number of captured stones that wins."""
        return ARBATTA * 2 if self.cleopatra else ARBATTA

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board under these rules."""
        return symmetries(is_torus(self.edge, self.radial_move), len(self.sides))

    def start(self) -> "Position":
        """Return the position that games start from: the empty board, the first side to move."""
        none = (0,) * len(self.sides)
        return Position(self, none, none, 0)

    def position(self, text: str) -> "Position":
        """Read a position string: rings, side to move, and stones captured by each side.

        Raises:
            InvalidPosition: the string describes no position of this variant.
        """
        return Position(self, *read_position(text, len(self.sides)))

    def compile(self, claim: Move) -> Step | None:
        """Compile a move for `Position.advance`."""
        return None if claim.origin and not self.radial_move else self.tables.compile(claim)

    def complete(self, claim: Move) -> Move | None:
        """Return the move that a claim stands for wherever it can be played without a finding."""
        return self.board.arranged(claim)

    def determines(self, claim: Move, move: Move) -> bool:
        """Tell whether a claim stands for a move on every board where that is legal."""
        return claim == move


VARIANT = MegiddoVariant


@dataclass(frozen=True, slots=True)
class Position(BasePosition[Move, Move, Step]):
    """A board, the stones captured so far, who is to move, and the rules.

    Attributes:
        variant: the rules.
        stones: bit set of the points of each side.
        taken: number of stones captured by each side.
        turn: index of the side to move.
    """

    variant: MegiddoVariant
    stones: tuple[int, ...]
    taken: tuple[int, ...]
    turn: int

    GAME: ClassVar[str] = "megiddo"
    LAWS = laws.LAWS

    @classmethod
    def start(cls, variant: MegiddoVariant) -> "Position":
        """Return the position that games of a variant start from."""
        return variant.start()

    @classmethod
    def from_string(cls, text: str, variant: MegiddoVariant | str | None = None) -> "Position":
        """Read a position string, by the simplest rules that allow it if no variant is named.

        Raises:
            InvalidPosition: the string describes no position of the variant.
            InvalidVariant: the variant string names no rules.
        """
        if not isinstance(variant, MegiddoVariant):
            variant = MegiddoVariant.parse(variant or sides_variant(text))
        return variant.position(text)

    def compile(self, claim: Move) -> Step | None:
        """Compile a text's move for `advance`, whatever stands on the board."""
        return self.variant.compile(claim)

    def sole_move(self, claim: Move) -> Move | None:
        """Return the complete move of a text wherever `advance` plays it."""
        return self.variant.complete(claim)

    def determines(self, claim: Move, move: Move) -> bool:
        """Whether a text stands for a complete move on every board where that is legal."""
        return self.variant.determines(claim, move)

    def half_turn(self, point: str) -> str | None:
        """Return the point that a half-turn of the board takes another to, None off the board."""
        return opposite(self.variant, point)

    def __str__(self) -> str:
        return write_position(self.stones, self.taken, self.turn)

    def stone(self, point: Point) -> str:
        """Return ``r``, ``b``, ``g`` or ``.``: what stands on a point of the board."""
        return letter_at(self.stones, bit(point))

    @property
    def occupied(self) -> int:
        """Bit set of all stones."""
        return union(self.stones)

    @property
    def own(self) -> int:
        """Bit set of the stones of the side to move."""
        return self.stones[self.turn]

    @property
    def enemy(self) -> int:
        """Bit set of the stones of all other sides."""
        return self.occupied ^ self.own

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under all symmetries, its own first."""
        return self.variant.symmetries.keys(self.stones, self.turn, *self.taken)

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal move with its captures; none once the game is over."""
        if self.outcome():
            return
        for point in points_of(FULL ^ self.occupied):
            yield self.complete(Move(point))
        for origin, point in self._slides():
            yield self.complete(Move(point, (), origin))

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        if self.outcome():
            return 0
        return (FULL ^ self.occupied).bit_count() + sum(1 for _ in self._slides())

    def _slides(self) -> Iterator[tuple[Point, Point]]:
        """Yield origin and target of every slide over empty points only."""
        if not self.variant.radial_move:
            return
        for spoke, start in points_of(self.own):
            for way in (range(start + 1, SIZE + 1), range(start - 1, 0, -1)):
                for ring in way:
                    if self.occupied & bit((spoke, ring)):
                        break
                    yield (spoke, start), (spoke, ring)

    def after(self, move: Move) -> "Position":
        """Return the position after a move that can be carried out, with the captures it names."""
        taken = bits(move.captured)
        moved = self.moved(move)
        stones = [stones & ~taken for stones in self.stones]
        stones[self.turn] = moved | taken
        counts = list(self.taken)
        counts[self.turn] += taken.bit_count()
        turn = (self.turn + 1) % len(stones)
        return Position(self.variant, tuple(stones), tuple(counts), turn)

    def moved(self, move: Move) -> int:
        """Return the mover's stones with the one that is placed or slid, before any capture."""
        left = bit(move.origin) if move.origin else 0
        return self.own & ~left | bit(move.point)

    def captures(self, move: Move, named: frozenset[int] | None = None) -> list[Generation]:
        """Return what a move captures, generation by generation; see `MegiddoBoard.generations`."""
        own = self.moved(move)
        return self.variant.board.generations(own, self.enemy, bit(move.point), named)

    def captured(self, move: Move) -> tuple[Point, ...]:
        """Return the points whose stones a legal move takes, in the order of writing."""
        return self.complete(move).captured

    def completions(self, claim: Move) -> list[Candidate[Move]]:
        """Return the one legal move that a claim can stand for, its groups in order, or none."""
        return [] if self.check(claim) else [Candidate(self.complete(claim))]

    def violation_of(self, claim: Move) -> Finding:
        """Return the violation that keeps a claim from standing for a legal move."""
        if finding := self.check(claim):
            return finding
        raise ValueError(f"{claim} is legal")

    def corrections(self, claim: Move) -> Iterator[Move]:
        """Yield the move with all its captures, if what the claim lacks is some of them."""
        finding = self.check(claim)
        if finding and finding.code == "missed-capture":
            yield self.complete(claim)

    def as_recorded(self, claim: Move) -> "Position | None":
        """Return the position after a move that breaks a rule but could be carried out.

        Such are a move whose captures were overlooked, in whole or in part, a slide without the
        variant, and a move after the end. Captures that the board does not bear out are not
        followed: they are more likely misread than played.
        """
        if any(law(self, claim) for law in laws.PHYSICAL):
            return None
        named = frozenset(map(bits, claim.groups))
        made = frozenset().union(*self.captures(claim, named))
        return self.after(claim) if made == named else None

    def complete(self, claim: Move) -> Move:
        """Return a move with all its captures in the order of writing."""
        return replace(claim, groups=written(self.captures(claim)))

    def advance(self, steps: Iterable[Step | None]) -> tuple["Position", int]:
        """Play steps for as long as they are legal and complete.

        Returns the position reached and the number of steps played.
        """
        return advance(self, steps)

    def pass_turn(self) -> "Position":
        """Return the same board with the next side to move."""
        return replace(self, turn=(self.turn + 1) % len(self.stones))

    def is_won(self) -> bool:
        """Tell whether somebody has a Megiddo or an Arbatta."""
        return max(self.taken) >= self.variant.arbatta or any(map(has_line, self.stones))

    def megiddos(self, side: int) -> tuple[Line, ...]:
        """Return the lines that a side owns completely."""
        return complete_lines(self.stones[side])

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, None while it goes on.

        A move that completes a line and reaches Arbatta is a Megiddo by name: that is what it
        scores for.
        """
        # The last to have moved comes first, for records that go on after the end.
        for back in range(1, len(self.stones) + 1):
            if won := self._won((self.turn - back) % len(self.stones)):
                return won
        if self.occupied != FULL:
            return None
        counts = " and ".join(
            f"{count} by {side.title()}" for side, count in zip(self.sides, self.taken, strict=True)
        )
        message = (
            f"all {SIZE * SIZE} points are taken, without Megiddo or Arbatta; captured: {counts}"
        )
        return Outcome(None, "patara", message)

    def _won(self, side: int) -> Outcome | None:
        name, count, limit = self.sides[side], self.taken[side], self.variant.arbatta
        arbatta = f"captured {count} stones; {limit} make an Arbatta"
        if lines := self.megiddos(side):
            owned = ", ".join(line.name for line in lines)
            also = f", and has {arbatta}" if count >= limit else ""
            message = f"{name.title()} owns {len(lines)} of {len(LINES)} lines: {owned}{also}"
            return Outcome(name, "megiddo", message)
        if count >= limit:
            return Outcome(name, "arbatta", f"{name.title()} has {arbatta}")
        return None


def guess(evidence: Evidence) -> str:
    """Return the variant that a record speaks for: rows of three, or a third player, tell it.

    So do slides, which no other variant has.
    """
    three = evidence.columns == len(COLOURS) or COLOURS[2].title() in evidence.tags
    slides = any(map(_SLIDE.match, evidence.texts))
    return str(MegiddoVariant(radial_move=slides, players=len(COLOURS) if three else 2))


_SLIDE = re.compile(rf"\s*[A-Fa-f]\s*[1-6]\s*{DASH}", re.ASCII)
