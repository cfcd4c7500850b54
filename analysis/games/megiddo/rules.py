"""The rules of Megiddo.

Source: the rule book of 1985 (Steve Baldwin, Global Games Company) in the French translation
"Megiddo" by François Haffner, with the translator's notes. If it is silent, the docstring of the
rule states which choice was made.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, permutations, product
from typing import ClassVar, Self

from analysis.games import position
from analysis.games.megiddo import laws
from analysis.games.megiddo.board import (
    FULL,
    SIZE,
    bit,
    bits,
    has_line,
    is_on_board,
    is_slide,
    ordered,
    passed,
    points_of,
    union,
)
from analysis.games.megiddo.state import COLOURS, MegiddoVariant, State
from analysis.games.position import Candidate
from analysis.games.variant import Evidence
from notation.dialect import DASH
from notation.findings import note
from notation.megiddo import CapturedPair, Move, Point, group_text, parse_point, point_name
from notation.pattern import lazy_pattern

Step = tuple[int, int, int, frozenset[int]]
"""A move as bit sets: the target; the origin of a slide, or 0; the points that must be empty; and
the set of the captured pairs that the text names."""


def compile_move(variant: MegiddoVariant, move: Move) -> Step | None:
    """Compile a move to a step; None if it is impossible on every board of the variant."""
    slides, origin = move.origin is not None, move.origin or move.point
    if not (is_on_board(origin) and is_on_board(move.point)):
        return None
    if slides and not (variant.radial_move and is_slide(origin, move.point)):
        return None
    pairs = frozenset(map(_pair, move.groups))
    if len(pairs) < len(move.groups) or not pairs <= variant.board.ways.keys():
        return None
    reached, left = bit(move.point), bit(origin) if slides else 0
    return reached, left, reached | bits(passed(origin, move.point)) if slides else reached, pairs


@lru_cache(maxsize=1 << 12)
def _pair(group: CapturedPair) -> int:
    """Return a pair of points as a bit set; 0 if it is not two points of the board."""
    return bits(group) if len(group) == 2 and all(map(is_on_board, group)) else 0


MOST_SPELLINGS = 4
"""Maximum number of orders of pairs, and of orders of points in pairs, in `Position.spellings`."""


class Position(State, position.Position[Move, Move, Step]):
    """A position of Megiddo, with the rules."""

    __slots__ = ()

    GAME: ClassVar[str] = "megiddo"
    VARIANT = MegiddoVariant
    LAWS = laws.LAWS
    PHYSICAL = laws.PHYSICAL
    variant: MegiddoVariant

    def half_turn(self, point: str) -> str | None:
        """Return the opposite point of the same ring; None if a point is off the board."""
        place = parse_point(point)
        turn = self.variant.symmetries.half_turn
        return point_name(turn.point(place)) if turn and is_on_board(place) else None

    def legal_moves(self) -> Iterator[Move]:
        """Yield all legal moves with their captures; no move if the game is over."""
        if self.outcome():
            return
        for point in points_of(FULL ^ self.occupied):
            yield self._with_captures(Move(point))
        for origin, point in self._slides():
            yield self._with_captures(Move(point, (), origin))

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        if self.outcome():
            return 0
        return (FULL ^ self.occupied).bit_count() + sum(1 for _ in self._slides())

    def _slides(self) -> Iterator[tuple[Point, Point]]:
        """Yield origin and target of each slide of the side to move over empty points."""
        if not self.variant.radial_move:
            return
        for spoke, start in points_of(self.own):
            for way in (range(start + 1, SIZE + 1), range(start - 1, 0, -1)):
                for ring in way:
                    if self.occupied & bit((spoke, ring)):
                        break
                    yield (spoke, start), (spoke, ring)

    def _with_captures(self, move: Move) -> Move:
        """Return a move with all its captures on this board, in canonical order."""
        return move._replace(groups=ordered(self.captures(move)))

    def complete(self, claim: Move) -> Move:
        """Return a move with captures in canonical order; unchanged if they are wrong here."""
        step = self.compile(claim) if claim.groups else None
        if step is None:
            return claim
        move = self._with_captures(claim)
        return move if step[-1] == set(map(_pair, move.groups)) else claim

    def corrections(self, claim: Move) -> Iterator[Move]:
        """Yield the move with all its captures, if it is illegal only because some are missing."""
        finding = self.check(claim)
        if finding and finding.code == "missed-capture":
            yield self._with_captures(claim)

    def supplied(self, claim: Move) -> list[Candidate[Move]]:
        """Return the move with all captures, in a list; empty unless just these are missing."""
        found = []
        for move in () if claim.groups else self.corrections(claim):
            missing = " ".join(map(group_text, move.groups))
            message = f"captures are compulsory, and the text has no brackets: {missing} is added"
            found.append(Candidate(move, (note("missing-captures", message),)))
        return found

    def spellings(self, move: Move) -> Iterator[Move]:
        """Yield moves that name the same captures in other orders; see `MOST_SPELLINGS`."""
        pairs = [permutations(group) for group in move.groups]
        for groups in islice(product(*pairs), 1, MOST_SPELLINGS):
            yield move._replace(groups=groups)
        for order in islice(permutations(move.groups), 1, MOST_SPELLINGS):
            for groups in islice(product(*map(permutations, order)), MOST_SPELLINGS):
                yield move._replace(groups=groups)

    def abridged(self, move: Move) -> Move:
        """Return a move without its captures."""
        return move._replace(groups=())

    def captured(self, move: Move) -> tuple[Point, ...]:
        """Return the points on which a legal move captures stones, in canonical order."""
        return self._with_captures(move).captured

    def compile(self, claim: Move) -> Step | None:
        """Compile a move to a step for `advance`; None if it is impossible on every board."""
        return compile_move(self.variant, claim)

    def advance(self, steps: Iterable[Step | None]) -> tuple[Self, int]:
        """Play compiled moves while they are legal; return the position and their number."""
        board, limit, sides = self.variant.board, self.variant.arbatta, len(self.stones)
        stones, counts, occupied = list(self.stones), list(self.taken), self.occupied
        side, played, over = self.turn, 0, self.is_won()
        for step in steps:
            if step is None or over:
                break
            reached, left, closed, named = step
            own = stones[side]
            if occupied & closed or left & ~own:
                break
            enemy, own = occupied ^ own, own & ~left | reached
            waves = board.waves(own, enemy, reached)
            if waves or named:
                if named != frozenset().union(*waves):
                    break
                taken = union(named)
                stones = [one & ~taken for one in stones]
                own |= taken
                counts[side] += taken.bit_count()
            stones[side], occupied = own, occupied & ~left | reached
            over = counts[side] >= limit or has_line(own)
            side = (side + 1) % sides
            played += 1
        return type(self)(self.variant, tuple(stones), tuple(counts), side), played

    def sole_move(self, claim: Move) -> Move | None:
        """Return a move with its captures in canonical order; None if only the board shows these.

        The board is not needed if there is at most one pair, since this is a direct capture.
        """
        if len(claim.groups) != 1:
            return None if claim.groups else claim
        if not all(map(is_on_board, (claim.point, *claim.groups[0]))):
            return None
        taken, captures = bits(claim.groups[0]), self.variant.board.captures[bit(claim.point)]
        orders = {points for pair, _, points in captures if pair == taken}
        return claim._replace(groups=tuple(orders)) if len(orders) == 1 else None

    def recorded(self, claim: Move) -> Candidate[Move] | None:
        """Return the illegal move that `as_recorded` carries out; None if that is impossible.

        The captures that the move names must be possible.
        """
        if self.broken_law(claim, physical=True):
            return None
        named = frozenset(map(bits, claim.groups))
        made = frozenset().union(*self.captures(claim, named))
        return Candidate(claim) if made == named else None


def guess(evidence: Evidence) -> str:
    """Return the variant string guessed from a record.

    A record with three moves in a row, or with a tag of the third colour, has three players. A
    record with slides has the option ``radial-move``.
    """
    three = evidence.columns == len(COLOURS) or COLOURS[2].title() in evidence.tags
    slides = any(map(_SLIDE.match, evidence.texts))
    return str(MegiddoVariant(radial_move=slides, players=len(COLOURS) if three else 2))


_SLIDE = lazy_pattern(rf"\s*[A-Fa-f]\s*[1-6]\s*{DASH}", re.ASCII)
