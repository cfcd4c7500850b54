"""The rules of Epaminondas.

Sources: the Philmar rule book in French ("Règles du jeu", Robert Abbott) and an English digest of
the rules; for neutral stones the variant ``stones`` of Abstract Play. If the sources are silent or
differ, the docstring of the rule states which choice was made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Self

from analysis.games.epaminondas import laws
from analysis.games.epaminondas.state import STANDARD, EpaminondasVariant, State
from analysis.games.grid.board import MoveGroup
from analysis.games.grid.rules import Contact, GridPosition, Step
from analysis.games.position import first_violation
from analysis.games.variant import Evidence
from notation.epaminondas import DIALECTS
from notation.findings import Finding
from notation.phalanx import DIRECTIONS, Move, PartialMove, Placement

Ply = Move | Placement

_PLACES = -1
"""Value of ``moved`` in a `Step` that places a neutral stone, instead of a bit set."""


class Position(State, GridPosition[Ply]):
    """A position of Epaminondas, with the rules."""

    __slots__ = ()

    GAME: ClassVar[str] = "epaminondas"
    VARIANT = EpaminondasVariant
    LAWS = laws.LAWS
    PHYSICAL = laws.PHYSICAL
    variant: EpaminondasVariant

    def __str__(self) -> str:
        return f"{super().__str__()} {self.before}" if self.left else super().__str__()

    def groups(self) -> Iterator[MoveGroup]:
        """Yield groups of all legal moves of phalanxes; whether the game is over is not checked."""
        for group in self.variant.grid.groups(self.own, self.empty, self.enemy):
            if allowed := self._allowed(group):
                yield group._replace(heads=allowed)

    def _allowed(self, group: MoveGroup) -> int:
        """Return the bit set of the leading pieces whose moves the symmetry rule allows."""
        if self.variant.symmetry == "off":
            return group.heads
        north = DIRECTIONS[group.direction][0]
        start_row = self.far_row(self.turn) - north * group.distance
        if not north or not 1 <= start_row <= self.variant.rows:
            return group.heads
        arriving = self.moves_of(group, group.heads & self.variant.grid.row(start_row))
        forbidden = [move.head for move in arriving if laws.symmetry(self, move)]
        return group.heads & ~self.variant.grid.bits(forbidden)

    def pass_turn(self) -> Self:
        """Return the position with the other side to move and no previous move."""
        return replace(super().pass_turn(), left=0, reached=0)

    def legal_moves(self) -> Iterator[Ply]:
        """Yield all legal moves with their captures; no move if the game is won."""
        if not self.stones_left:
            yield from super().legal_moves()
        elif not self.won():
            for square in self.variant.grid.squares(self.placings):
                yield Placement(*square)

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        if self.stones_left:
            return 0 if self.won() else self.placings.bit_count()
        return super().count_moves()

    def broken_law(self, move: Ply, physical: bool = False) -> Finding | None:
        """Return the first violation of the laws by a complete move; None if there is none."""
        if isinstance(move, Move):
            return super().broken_law(move, physical)
        return first_violation(laws.PHYSICAL_STONE if physical else laws.STONE_LAWS, self, move)

    def compile(self, claim: Ply | PartialMove) -> Step | None:
        """Compile a move to a step for `advance`; None for a partial or an impossible move."""
        if not isinstance(claim, Placement):
            return super().compile(claim)
        here = self.variant.grid
        if not here.holds(claim.target):
            return None
        return 0, _PLACES, here.bit(claim.target), False, (0, 0, (), None, 0)

    def taken_by(
        self, run: int, contact: Contact, own: int, enemy: int, far: tuple[int, int]
    ) -> int | None:
        """Return the whole enemy line as a bit set; None if a rule forbids the move.

        Arguments as for `GridPosition.taken_by`.
        """
        _, _, lines, captures, arrives = contact
        taken = lines[run - 1] if run else 0
        if captures is not None and captures != run:
            return None
        if arrives & far[0] and laws.is_symmetric(self.variant, own, enemy ^ taken, self.stones):
            return None
        return taken

    def advance(self, steps: Iterable[Step | None]) -> tuple[Self, int]:
        """Play compiled moves while they are legal; return the position and their number."""
        waiting = iter(steps)
        placed, plies = self._place(waiting)
        if placed.stones_left:
            return placed, plies
        if placed.stones:
            # A step that needs the square of a stone cannot be played.
            waiting = (step if step and not step[0] & placed.stones else None for step in waiting)
        singly = self.variant.symmetry == "move"
        play = Position._play_singly if singly else GridPosition.advance
        reached, played = play(placed, waiting)
        return reached, plies + played

    def _play_singly(self, steps: Iterable[Step | None]) -> tuple[Self, int]:
        """Play steps in a game with ``symmetry=move``; the return value is as for `advance`.

        After a step onto an outer row the previous move is stored, for the check of the next step.
        """
        position, plies, run = self, 0, list[Step | None]()
        for step in chain(steps, (None,)):
            left, reached = (step[1], step[1] ^ step[2]) if step else (0, 0)
            if step and not self.comes_out(left, reached):
                run.append(step)
                continue
            for some in filter(None, (run, [step])):
                far = position.far(position.turn)
                arrives = some is not run and reached & far and not left & far
                if arrives and position.image_of_move(left, reached):
                    return position, plies
                after, played = GridPosition.advance(position, some)
                position = after if played else position
                plies += played
                if played < len(some):
                    return position, plies
            position, run = position.with_move(left, reached), []
        return position, plies

    def _place(self, waiting: Iterator[Step | None]) -> tuple[Self, int]:
        """Play the steps that place neutral stones; the return value is as for `advance`."""
        position, plies = self, 0
        while position.stones_left and not position.won():
            step = next(waiting, None)
            if step is None or step[1] != _PLACES or not step[2] & position.placings:
                break
            stones = position.stones | step[2]
            position = replace(position, stones=stones, turn=1 - position.turn)
            plies += 1
        return position, plies


def guess(evidence: Evidence) -> str:
    """Return the variant string guessed from a record: with stones if the first move places one."""
    first = evidence.texts[0] if evidence.texts else ""
    placed = any(dialect.square.fullmatch(first) for dialect in DIALECTS)
    return "standard+stones" if placed else str(STANDARD)
