"""Playing a game with other plies than were written, and the changes of order that slips make.

A text that is clear is played by its compiled step, which costs next to nothing. One that depends
on the board is completed once and then tried as the move that it turned out to be: what changes
before it seldom changes what it means.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from analysis.games.position import AnyPosition
from analysis.replay.compiled import compiled_texts
from notation import Dialect, UnreadableMove
from notation.memo import Memo


class EditedPly(NamedTuple):
    """One ply of a game that is being edited.

    Attributes:
        text: the text as edited.
        step: the move that it is taken for, compiled; None where it is to be read on the board.
        origin: index of the ply in the record; None for one put in.
        settled: whether an edit has decided the ply.
        notes: how many notes its reading has; captures that are added count as one more.
    """

    text: str
    step: object | None
    origin: int | None
    settled: bool = False
    notes: int = 0


Plies = tuple[EditedPly, ...]

_Completed = tuple[object | None, int, AnyPosition]
"""The step of a move, None for an illegal one; the number of its notes; the position after it."""


def exchange_plies(plies: Plies, index: int) -> Plies:
    """Return plies with the one at an index and the next in the other order."""
    return (*plies[:index], *reversed(plies[index : index + 2]), *plies[index + 2 :])


def exchange_columns(plies: Plies, index: int) -> Plies:
    """Return plies with the two of each row from an index on in the other order."""
    rows = range(index, len(plies), 2)
    return (*plies[:index], *(ply for row in rows for ply in reversed(plies[row : row + 2])))


class PlaythroughResult(NamedTuple):
    """How far a game can be played.

    Attributes:
        plies: the plies, those that were completed on the way with their moves.
        reach: how many could be played.
        position: the position after them.
    """

    plies: Plies
    reach: int
    position: AnyPosition

    @property
    def left(self) -> int:
        """Number of plies that could not be played."""
        return len(self.plies) - self.reach


class Playthrough:
    """Plays edited games of one variant in one dialect.

    Args:
        start: the first position.
        dialect: the dialect of the texts.
        as_recorded: whether illegal moves are played as they stand wherever they can be.

    Attributes:
        start: the first position.
        dialect: the dialect of the texts.
        claims: by text the moves that it can stand for; none if it cannot be read.
    """

    def __init__(
        self, start: AnyPosition, dialect: Dialect[object], as_recorded: bool = False
    ) -> None:
        self.start = start
        self.dialect = dialect
        self.claims: Memo[str, tuple[object, ...]] = Memo(self._read)
        self._steps = compiled_texts(start, dialect, first_reading=True).steps
        self._as_recorded = as_recorded
        self._completed: Memo[tuple[AnyPosition, str], _Completed | None]
        self._completed = Memo(self._complete)

    def plies(self, texts: Sequence[str], settled: Collection[int] = frozenset()) -> Plies:
        """Return the plies of a record, some of them settled beforehand."""
        return tuple(
            EditedPly(text, self._steps[text], at, at in settled) for at, text in enumerate(texts)
        )

    def run(self, position: AnyPosition, plies: Plies, at: int) -> PlaythroughResult:
        """Play plies from an index on for as long as they are legal.

        Each is taken in its likeliest reading that breaks no rule.
        """
        steps = [ply.step for ply in plies]
        edited: list[EditedPly] | None = None
        while True:
            position, played = position.advance(steps[at:])
            at += played
            if at == len(steps) or (found := self._completed[position, plies[at].text]) is None:
                break
            step, notes, position = found
            edited = edited or list(plies)
            edited[at] = plies[at]._replace(step=step, notes=notes)
            at += 1
        return PlaythroughResult(tuple(edited) if edited else plies, at, position)

    def agrees(self, position: AnyPosition, ply: EditedPly) -> bool:
        """Whether the text of a legal move breaks no rule, such as by a count, in a position."""
        return self._completed[position, ply.text] is not None

    def after(self, position: AnyPosition, ply: EditedPly) -> AnyPosition:
        """Return the position after a ply that `run` has played in a position."""
        after, played = position.advance((ply.step,))
        found = None if played else self._completed[position, ply.text]
        return found[2] if found else after

    def _read(self, text: str) -> tuple[object, ...]:
        try:
            return self.dialect.read(text).moves
        except UnreadableMove:
            return ()

    def _complete(self, key: tuple[AnyPosition, str]) -> _Completed | None:
        """Return what a text stands for on a board."""
        position, text = key
        for complete in (position.completions, position.supplied)[: 2 - self._as_recorded]:
            for claim in self.claims[text]:
                for candidate in complete(claim):
                    if not any(finding.violation for finding in candidate.findings):
                        step, notes = self.start.compile(candidate.move), len(candidate.findings)
                        notes += complete == position.supplied
                        return step, notes, position.after(candidate.move)
        for claim in self.claims[text][: self._as_recorded]:
            found, after = position.recorded(claim), position.as_recorded(claim)
            if found and after is not None and not any(one.violation for one in found.findings):
                return None, len(found.findings), after
        return None
