"""The rules of GIPF: basic, standard and tournament.

Source: the rule book in French ("G I P F, Les règles"). If it is silent, the docstring of the rule
states which choice was made.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from analysis.games.gipf import laws
from analysis.games.gipf.board import BITS, PATTERNS, PushPattern, fours, pushes, shifted
from analysis.games.gipf.completion import CompletedTurns
from analysis.games.gipf.state import ALL_PIECES, FEWEST, KINDS, GipfVariant
from analysis.games.position import Outcome
from analysis.games.variant import Evidence
from notation.findings import Finding
from notation.gipf.lists import Complete
from notation.gipf.moves import NOTHING, Move, PartialMove, Push, Removal
from notation.gipf.points import POINTS
from notation.pattern import lazy_pattern

Taken = tuple[int, int, int]
"""The pieces of a removal, as bit sets: the mover's, the opponent's, and the GIPF pieces."""


class CompiledTurn(NamedTuple):
    """A complete turn, compiled for `Position.advance`.

    Attributes:
        pattern: the pattern of the push; None without a push.
        gipf: whether a GIPF piece is brought in.
        before: the removal before the push.
        after: the removal after the push.
        reserve: the stated count of the reserve; None if none is stated.
    """

    pattern: PushPattern | None
    gipf: bool
    before: Taken
    after: Taken
    reserve: int | None


Single = tuple[int, int, int, int, int, int | None]
"""A turn that only pushes in a single piece: ``line``, ``run``, ``first``, ``up`` and ``down`` of
its `PushPattern`, and the stated count of the reserve. Python unpacks plain tuples faster than
named tuples."""

Step = tuple[Single | None, CompiledTurn]
"""A compiled turn: a `Single`, or None if it does more than push in a single piece; and a
`CompiledTurn`."""


def compile_move(move: Move) -> Step | None:
    """Compile a complete move to a step; None if the move is impossible on every board."""
    push, pattern = move.push, None
    if push:
        pattern = PATTERNS.get(Push(push.spot, push.dot))
    elif move.after:
        return None
    before, after = _taken(move.before), _taken(move.after)
    if before is None or after is None or (pattern is None and (push or not move.before)):
        return None
    turn = CompiledTurn(pattern, bool(push and push.gipf), before, after, move.reserve)
    if pattern is None or turn.gipf or move.before or move.after:
        return None, turn
    return (*pattern[1:], move.reserve), turn


def _taken(removal: Removal) -> Taken | None:
    """Return the pieces of a removal as bit sets; None if a spot is unknown or repeated."""
    spots = enemy = gipf = 0
    for piece in removal.pieces:
        bit = BITS.get(piece.spot)
        if bit is None or spots & bit:
            return None
        spots |= bit
        if piece.captured:
            enemy |= bit
        if piece.gipf:
            gipf |= bit
    return spots ^ enemy, enemy, gipf


class Position(CompletedTurns):
    """A position of GIPF, with the rules."""

    __slots__ = ()

    GAME: ClassVar[str] = "gipf"
    VARIANT = GipfVariant
    LAWS = laws.LAWS

    def half_turn(self, point: str) -> str | None:
        """Return the image of a point under a rotation by 180 degrees; None off the board."""
        turn = self.variant.symmetries.half_turn
        return str(turn.point(point)) if turn and point in POINTS else None

    def legal_moves(self) -> Iterator[Move]:
        """Yield all legal turns with their removals; no turn if the game is over."""
        for before, ready in self.leading_removals():
            if ready.is_decided():
                yield Move(before, None, NOTHING)
                continue
            for gipf in ready.kinds():
                for pattern in pushes(ready.occupied):
                    push = pattern.push._replace(gipf=True) if gipf else pattern.push
                    if not fours(shifted(ready.own, pattern) | pattern.first):
                        yield Move(before, push, NOTHING)
                        continue
                    pushed = ready.entered(pattern, gipf)
                    for taken in pushed.removals():
                        yield Move(before, push, taken)

    def count_moves(self) -> int:
        """Return the number of legal turns."""
        return sum(
            1 if ready.is_decided() else sum(map(ready._count, ready.kinds()))
            for _, ready in self.leading_removals()
        )

    def _count(self, gipf: bool) -> int:
        """Return the number of legal turns with a GIPF piece if ``gipf``, else a single one."""
        own, count = self.own, 0
        for pattern in pushes(self.occupied):
            has_row = fours(shifted(own, pattern) | pattern.first)
            count += len(self.entered(pattern, gipf).possible_removals()) if has_row else 1
        return count

    def compile(self, claim: Move | PartialMove) -> Step | None:
        """Compile a move to a step for `advance`; None for a partial or an impossible move."""
        return compile_move(claim) if isinstance(claim, Move) else None

    def advance(self, steps: Iterable[Step | None]) -> tuple[Self, int]:
        """Play compiled moves while they are legal; return the position and their number."""
        position, waiting, played = self, iter(steps), 0
        while not position.overlooked:
            position, pushes, step = position._pushing_on(waiting)
            played += pushes
            after = position._turned(step[1]) if step else None
            if after is None:
                break
            position, played = after, played + 1
        return position, played

    def _turned(self, turn: CompiledTurn) -> Self | None:
        """Return the position after a turn; None if it is illegal or incomplete."""
        ready = None if self.is_decided() else self._cleared(turn.before)
        # A turn has a push exactly if the game goes on after the removal before it.
        if ready is None or ready.is_decided() == (turn.pattern is not None):
            return None
        if turn.pattern is not None:
            blocked = ready.occupied & turn.pattern.line != turn.pattern.run
            if blocked or turn.gipf not in ready.kinds():
                return None
            ready = ready.entered(turn.pattern, turn.gipf)._cleared(turn.after)
        if ready is None or turn.reserve not in (None, ready.reserve):
            return None
        return replace(ready, turn=1 - ready.turn)

    def _cleared(self, taken: Taken) -> Self | None:
        """Return the position after a removal; None if it is illegal or misstates the pieces."""
        own, enemy, gipf = taken
        spots = own | enemy
        stand = own == self.own & spots and enemy == self.enemy & spots
        fits = stand and gipf == self.gipf & spots and spots in self.possible_removals()
        return self.lifted(spots) if fits else None

    def _pushing_on(self, steps: Iterator[Step | None]) -> tuple[Self, int, Step | None]:
        """Play steps that only push in single pieces, as long as there are no rows.

        Returns:
            The position reached, the number of steps played, and the next step, or None.
        """
        own, enemy, gipf, turn = self.own, self.enemy, self.gipf, self.turn
        if fours(own) or fours(enemy) or any(self.bringing) or self.is_decided():
            return self, 0, next(steps, None)
        left = [self.reserve, self.reserves[1 - turn]]
        played, step = 0, None
        for step in steps:
            if step is None or step[0] is None:
                break
            (line, run, first, up, down, reserve), side = step[0], played & 1
            blocked = (own | enemy) & line != run or left[side] < 1
            if blocked or reserve not in (None, left[side] - 1):
                break
            moved = own & run
            mine, theirs = own ^ moved | moved << up >> down | first, enemy
            if run != moved:
                moved = enemy & run
                theirs = enemy ^ moved | moved << up >> down
                if fours(theirs):
                    break
            if fours(mine):
                break
            moved = gipf & run
            own, enemy, gipf = theirs, mine, gipf ^ moved | moved << up >> down
            left[side] -= 1
            played += 1
        else:
            step = None
        if turn ^ played & 1:
            own, enemy = enemy, own
        reserves = (left[turn], left[1 - turn])
        beside = turn ^ played & 1, reserves, self.prisoners, self.bringing
        return type(self)(self.variant, own, enemy, gipf, *beside), played, step

    def check(self, move: Move) -> Finding | None:
        """Return the violation that forbids a complete turn; None if the turn is legal.

        After an overlooked row, the laws decide: compiled steps do not know such rows.
        """
        if self.overlooked:
            return self.broken_law(move)
        return super().check(move)

    def with_counts(self, move: Move) -> Move:
        """Return a legal move with the count of the mover's reserve after it."""
        return move._replace(reserve=self.played(move).reserve)

    def outcome(self) -> Outcome | None:
        """Return the end of the game; None if the game goes on (1 F, 2 C).

        A side to move without a legal turn has lost. Rows that it removes before the push may
        refill an empty reserve. If both sides have lost their last GIPF piece, the side that
        removed them has lost.
        """
        if self.is_decided():
            last = 1 - self.turn
            loser = last if self.has_lost_gipf(last) else self.turn
            reason, message = "gipf-lost", "has no GIPF piece left on the board"
        # An empty reserve is only refilled by a row.
        elif not (self.reserve or fours(self.own)) or next(self.legal_moves(), None) is None:
            loser, left = self.turn, self.reserve
            reason, message = "reserve-empty", "is to move and has no piece in reserve"
            if left:
                reason = "no-legal-move"
                message = f"is to move with {left} in reserve, and no push is possible"
        else:
            return None
        return Outcome(self.sides[1 - loser], reason, f"{self.sides[loser].title()} {message}")


_OPENS_WITH_GIPF = lazy_pattern(r"\s*(?:G\s*[WKwk]?|g)\s*[a-iA-I]\d", re.ASCII)

_TAKES_GIPF = lazy_pattern(r"[xX\u00d7,(\[]\s*[Gg][A-Ia-i]\d|\sG[A-Ia-i]\d|gipf[a-i]\d", re.ASCII)


def guess(evidence: Evidence) -> str:
    """Return the variant string guessed from a game's move texts, in any dialect.

    A game that begins with a GIPF piece is a tournament game. Any other game with removals of GIPF
    pieces is a standard game. All others are basic games, in which the first counts of the
    reserves tell the numbers of pieces.
    """
    texts = evidence.texts
    if texts and _OPENS_WITH_GIPF.match(texts[0]):
        return KINDS[2]
    if any(map(_TAKES_GIPF.search, texts)):
        return KINDS[1]
    white, black = _pieces(texts[:3:2]), _pieces(texts[1:4:2])
    if len(white) == len(black) == 2 and len({*white}) == len({*black}) == 1:
        return str(GipfVariant.parse(f"{KINDS[0]}+pieces={white[0]},{black[0]}"))
    return f"{KINDS[0]}+pieces={white[0]}" if white[:1] > [FEWEST] else KINDS[0]


def _pieces(texts: Sequence[str]) -> list[int]:
    """Return for each count of a side's reserve the number of pieces that it implies.

    The side's first moves are supposed to be pushes without removals. A move without a count, or
    with an impossible count, ends the list.
    """
    found = []
    for pushed, text in enumerate(texts, start=1):
        count = Complete.counts.search(text)
        pieces = int(count[1]) + 3 + pushed if count else 0  # three stood there at the start
        if not FEWEST <= pieces <= ALL_PIECES:
            break
        found.append(pieces)
    return found
