"""The rules that all games of phalanxes share."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from analysis.games import position
from analysis.games.grid import laws
from analysis.games.grid.board import MoveGroup, grid
from analysis.games.grid.state import GridState, GridVariant
from analysis.games.position import Outcome
from notation.findings import Finding
from notation.memo import Memo
from notation.phalanx import COMPASS, Move, PartialMove, Placement

Contact = tuple[int, int, tuple[int, ...], int | None, int]
"""The data of a move that are needed if it meets enemy pieces, states captures or reaches an outer
row, in order:

- pieces: the number of moved pieces.
- path: bit set of the squares between phalanx and target, which must be empty.
- lines: bit sets of the first 1, 2, ... squares from the target onward. There are as many sets as
  moved pieces, or fewer if the board ends.
- captures: the number of captured pieces that the text states; None if it states none.
- arrives: bit set of the squares of the outer rows that pieces reach from another row.
"""

Step = tuple[int, int, int, bool, Contact]
"""The conditions and the effect of a move on a board of one size, in order:

- need: bit set of the moved pieces, the path and the target. Of these squares, own pieces must
  stand on those of ``moved`` only, and enemy pieces at most on the target.
- moved: bit set of the moved pieces.
- change: bit set of the squares that own pieces leave or reach.
- special: whether the `Contact` is needed even if no enemy piece is on the path or target.
- contact: the `Contact`.

Both are plain tuples, which Python unpacks faster than named tuples.
"""


@lru_cache(maxsize=64)
def steps(columns: int, rows: int) -> Memo[Move, Step | None]:
    """Return a cache of the steps of moves on a board of this size.

    The step is None if a square of the move is off the board, or the distance is wrong.
    """
    return Memo(lambda move: _compile(columns, rows, move))


def _compile(columns: int, rows: int, move: Move) -> Step | None:
    here, count, distance = grid(columns, rows), move.count, move.distance
    on_board = here.holds(move.head) and here.holds(move.tail) and here.holds(move.target)
    if not on_board or not 1 <= distance <= count:
        return None
    # The squares from the tail onward: the phalanx, the way, and the line it may run into.
    shift = here.shift(move.direction)
    tail = here.bit(move.tail).bit_length() - 1
    squares = count + distance - 1 + min(count, here.room(move.target, move.direction))
    reached = list(accumulate([1 << tail + ahead * shift for ahead in range(squares)]))
    moved, target = reached[count - 1], reached[count + distance - 1]
    landed, before = target ^ reached[distance - 1], reached[count + distance - 2]
    way, path = target ^ moved, before ^ moved
    lines = tuple([line ^ before for line in reached[count + distance - 1 :]])
    outer = 0 if move.direction in "EW" else here.row(1) | here.row(rows)
    arrives = landed & outer
    contact = (count, path, lines, move.captures, arrives)
    return moved | way, moved, moved ^ landed, bool(move.captures or arrives), contact


def spanned(claim: PartialMove, count: int, captures: int | None = None) -> Move:
    """Return the move of ``count`` pieces with the tail and the target of a partial move."""
    (row, column), (to_row, to_column) = claim.tail, claim.target
    reach = max(abs(to_row - row), abs(to_column - column))
    direction = COMPASS[(to_row - row) // reach, (to_column - column) // reach]
    head = Move(row, column, 1, direction, 1).ahead(count - 1)
    return Move(*head, count, direction, reach - count + 1, captures)


M = TypeVar("M", bound=Any)
"""The type of a game's complete moves: `Move`, and others such as `Placement`."""


class GridPosition(GridState, position.Position[M, PartialMove, Step], Generic[M]):
    """A position of a game of phalanxes, with the rules.

    Attributes:
        LOCKS: whether a piece on its far row never moves again.
    """

    __slots__ = ()

    SEVERAL_WAYS: ClassVar[bool] = False
    variant: GridVariant
    LOCKS: ClassVar[bool] = False

    @abstractmethod
    def groups(self) -> Iterator[MoveGroup]:
        """Yield groups of all legal moves; whether the game is over is not checked."""

    def legal_moves(self) -> Iterator[M]:
        """Yield all legal moves with their captures; no move if the game is won."""
        if not self.won():
            for group in self.groups():
                yield from self.moves_of(group, group.heads)

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        return 0 if self.won() else sum(group.heads.bit_count() for group in self.groups())

    def moves_of(self, group: MoveGroup, heads: int) -> Iterator[Any]:
        """Yield the moves of a group whose leading pieces are in the bit set ``heads``."""
        direction, pieces, distance = group.direction, group.pieces, group.distance
        captures = self.captures_of(group.run)
        for row, column in self.variant.grid.squares(heads):
            yield Move(row, column, pieces, direction, distance, captures)

    def captures_of(self, run: int) -> int:
        """Return the number of pieces that a move takes from an enemy line of ``run`` pieces."""
        return run

    def check(self, move: M) -> Finding | None:
        """Return the violation that forbids a move; a move must state its captures to be legal."""
        if isinstance(move, Move) and move.captures is None:
            return self.broken_law(move)
        return super().check(move)

    def complete(self, claim: M | PartialMove) -> M:
        """Return a move with the number of pieces and captures from the board, legal or not."""
        if isinstance(claim, Placement):
            return claim
        move: Any = claim
        if isinstance(claim, PartialMove):
            here, count = self.variant.grid, 1
            while self.own & here.bits([spanned(claim, count + 1).head]):
                count += 1
            move = spanned(claim, count)
        return cast("M", move._replace(captures=len(self.captured(move))))

    def discrepancies(self, claim: M | PartialMove, move: M) -> tuple[Finding, ...]:
        """Return findings on a separator or number of captures that ``move`` contradicts."""
        return () if isinstance(claim, Placement) else laws.discrepancies(claim, move)

    def candidates(self, claim: M | PartialMove) -> tuple[M | PartialMove, ...]:
        """Return all moves that a claim can mean, with every number of pieces and captures."""
        moves: Iterable[Any] = (claim,)
        if isinstance(claim, PartialMove):
            reach = spanned(claim, 1).distance
            moves = (
                spanned(claim, count, taken)
                for count in range(reach // 2 + 1, reach + 1)
                for taken in (range(1, count) if claim.takes else (0,))
            )
        elif isinstance(claim, Move) and claim.captures is None:
            moves = (claim._replace(captures=taken) for taken in range(claim.count))
        return tuple(moves)

    def compile(self, claim: M | PartialMove) -> Step | None:
        """Compile a move to a step for `advance`; None for a partial or an impossible move."""
        if not isinstance(claim, Move):
            return None
        return steps(self.variant.columns, self.variant.rows)[claim]

    @abstractmethod
    def taken_by(
        self, run: int, contact: Contact, own: int, enemy: int, far: tuple[int, int]
    ) -> int | None:
        """Return the bit set of captured pieces; None if a rule of the game forbids the move.

        It is called for moves that meet enemy pieces, state captures or reach an outer row.

        Args:
            run: number of pieces in the enemy line at the target, fewer than the moved pieces.
            contact: the move's `Contact`.
            own: bit set of the mover's pieces after the move.
            enemy: bit set of the other side's pieces before the move.
            far: bit sets of both sides' far rows, the mover's first.
        """

    def advance(self, steps: Iterable[Step | None]) -> tuple[Self, int]:
        """Play compiled moves while they are legal; return the position and their number."""
        own, enemy, played = self.own, self.enemy, 0
        mine, theirs = self.far(self.turn), self.far(1 - self.turn)
        far, locks = ((mine, theirs), (theirs, mine)), self.LOCKS
        crossed = own & mine | enemy & theirs
        for step in steps:
            if step is None:
                break
            need, moved, change, special, contact = step
            if own & need != moved:
                break
            if crossed:
                mine, theirs = far[played & 1]
                if own & mine and (
                    (own & mine).bit_count() > (enemy & theirs).bit_count()
                    or (locks and own & mine & moved)
                ):
                    break
            if special or enemy & need:
                pieces, path, lines, _, arrives = contact
                run = 0
                for line in lines:
                    if enemy & line != line:
                        break
                    run += 1
                if enemy & path or run >= pieces:
                    break
                taken = self.taken_by(run, contact, own ^ change, enemy, far[played & 1])
                if taken is None:
                    break
                enemy ^= taken
                crossed |= arrives & far[played & 1][0]
            own, enemy = enemy, own ^ change
            played += 1
        if played & 1:
            own, enemy = enemy, own
        return self.with_sides(own, enemy, played), played

    def sole_move(self, claim: M | PartialMove) -> M | None:
        """Return a complete move unchanged; None if it is partial or lacks the capture count."""
        is_open = isinstance(claim, Move) and claim.captures is None
        return None if is_open or isinstance(claim, PartialMove) else claim

    def outcome(self) -> Outcome | None:
        """Return the end of the game; None if the game goes on.

        A side to move without a legal move has lost. This is a choice: the sources are silent.
        """
        won = self.won()
        if won is None and next(self.legal_moves(), None) is None:
            side, other = self.sides[self.turn], self.sides[1 - self.turn]
            return Outcome(other, "no-legal-move", f"{side.title()} is to move and cannot")
        return won


AnyGrid: TypeAlias = GridPosition[Any]
"""A position of any game of phalanxes."""
