"""Playing a game that is being edited: how far it goes, and what the board holds against it.

A text that is clear plays through the book of its dialect, which costs next to nothing. One that
takes the board to be understood is resolved once and then tried as the move that it turned out to
be: what changes before it seldom changes what it means.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.games.position import AnyPosition
from analysis.replay.compiled import compiled_texts
from notation import Dialect, UnreadableMove
from notation.dialect import MEMO_LIMIT


@dataclass(frozen=True, slots=True)
class EditedPly:
    """One ply of a game that is being edited.

    Attributes:
        text: the text as edited.
        step: the move that it is taken for, compiled; None where it is to be read on the board.
        origin: index of the ply in the record; None for one put in.
        settled: whether an edit has decided the ply.
        notes: how many notes the board has on it.
    """

    text: str
    step: Any
    origin: int | None
    settled: bool = False
    notes: int = 0


@dataclass(frozen=True, slots=True)
class PlaythroughResult:
    """How a game went.

    Attributes:
        entries: the plies, those that were resolved on the way with their moves.
        reach: how many could be played.
        position: the position after them.
    """

    entries: tuple[EditedPly, ...]
    reach: int
    position: AnyPosition

    @property
    def left(self) -> int:
        """Number of plies that could not be played."""
        return len(self.entries) - self.reach


class Playthrough:
    """Plays entries under some rules, in one dialect."""

    def __init__(self, start: AnyPosition, dialect: Dialect[Any]) -> None:
        self.start = start
        self.dialect = dialect
        self._book = compiled_texts(start, dialect, first_claims=True)
        self._claims: dict[str, tuple[Any, ...]] = {}
        self._resolved: dict[tuple[AnyPosition, str], tuple[Any, int] | None] = {}

    def entries(
        self, texts: Sequence[str], settled: Collection[int] = frozenset()
    ) -> tuple[EditedPly, ...]:
        """Return the plies of a record as entries, some of them settled beforehand."""
        return tuple(
            EditedPly(text, self._book[text], at, at in settled) for at, text in enumerate(texts)
        )

    def run(
        self, position: AnyPosition, entries: tuple[EditedPly, ...], at: int
    ) -> PlaythroughResult:
        """Play entries from an index on for as long as they are legal.

        Each is taken in its likeliest reading that breaks no rule.
        """
        steps = [entry.step for entry in entries]
        resolved: list[tuple[int, EditedPly]] = []
        while True:
            position, played = position.advance(steps[at:])
            at += played
            if at == len(steps):
                break
            found = self._resolve(position, entries[at].text)
            if found is None:
                break
            after, played = position.advance([found[0]])
            if not played:
                break
            step, notes = found
            resolved.append((at, replace(entries[at], step=step, notes=notes)))
            position, at = after, at + 1
        if resolved:
            entries = _with(entries, resolved)
        return PlaythroughResult(entries, at, position)

    def moves(self, text: str) -> tuple[Any, ...]:
        """Return what a text can say, nothing if it cannot be read."""
        known = self._claims.get(text)
        if known is None:
            try:
                known = self.dialect.read(text).moves
            except UnreadableMove:
                known = ()
            self._claims[text] = known
        return known

    def _resolve(self, position: AnyPosition, text: str) -> tuple[Any, int] | None:
        """Return the step that a text stands for on a board, and how many notes there are on it."""
        key = (position, text)
        if key not in self._resolved:
            if len(self._resolved) >= MEMO_LIMIT:
                self._resolved.clear()
            self._resolved[key] = self._looked_up(position, text)
        return self._resolved[key]

    def _looked_up(self, position: AnyPosition, text: str) -> tuple[Any, int] | None:
        for claim in self.moves(text):
            for candidate in position.completions(claim):
                if not any(finding.violation for finding in candidate.findings):
                    return self.start.compile(candidate.move), len(candidate.findings)
        return None


def _with(
    entries: tuple[EditedPly, ...], changed: list[tuple[int, EditedPly]]
) -> tuple[EditedPly, ...]:
    edited = list(entries)
    for index, entry in changed:
        edited[index] = entry
    return tuple(edited)
