"""The games of a batch with the boards of all their plies, grouped by first position."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from analysis.games import GAMES
from analysis.games.arrays import AnyBoards, Coded, PositionBoards
from analysis.games.position import AnyPosition
from analysis.replay.batch import Batch
from analysis.replay.replay import Replay
from analysis.replay.setup import Ply


class PlayedGroup(Protocol):
    """Games with the same first position."""

    @property
    def numbers(self) -> Sequence[int]:
        """The indices of the games in their batch."""

    @property
    def start(self) -> AnyPosition:
        """The position that they start from."""

    @property
    def boards(self) -> AnyBoards:
        """The boards of all their plies."""

    def written(self) -> Coded:
        """Return their moves as they are written."""

    def moves(self) -> Coded:
        """Return their complete moves, written in their dialects; None for illegal ones."""


class ReplayedGroup:
    """A `PlayedGroup` of games that arrays cannot judge.

    Args:
        start: the position that they start from.
        numbers: the indices of the games in their batch.
        games: the games.

    Attributes:
        start: the position that they start from.
        numbers: the indices of the games in their batch.
        boards: the boards of all their plies.
    """

    def __init__(self, start: AnyPosition, numbers: Sequence[int], games: Sequence[Replay]) -> None:
        self.start, self.numbers = start, numbers
        played = [list(game.plies()) for game in games]
        self._plies = [(game, ply) for game, plies in zip(games, played, strict=True)
                       for ply in plies]  # fmt: skip
        home = GAMES[start.GAME]
        self.boards: AnyBoards = PositionBoards(
            start,
            np.array(list(map(len, played)), np.int32),
            [ply.carried_out for _, ply in self._plies],
            [ply.after for _, ply in self._plies],
            home.measures(),
            home.arrays()(start) if home.arrays else None,
        )

    def written(self) -> Coded:
        """Return their moves as they are written."""
        return self._each([ply.text for _, ply in self._plies])

    def moves(self) -> Coded:
        """Return their complete moves, written in their dialects; None for illegal ones."""
        return self._each([_text(game, ply) for game, ply in self._plies])

    def _each(self, values: Sequence[str | None]) -> Coded:
        return Coded(values, np.arange(len(values), dtype=np.int32))


def _text(game: Replay, ply: Ply) -> str | None:
    return game.dialect.write(ply.move) if game.dialect and ply.move else None


def played_groups(batch: Batch) -> list[PlayedGroup]:
    """Return all games of a batch that can be set up, grouped by first position."""
    found: list[PlayedGroup] = list(batch.groups)
    judged = {number for group in batch.groups for number in group.numbers}
    alike: dict[AnyPosition, list[int]] = {}
    for number in sorted({*range(len(batch))} - judged):
        if start := batch.facts[number].start:
            alike.setdefault(start, []).append(number)
    for start, numbers in alike.items():
        found.append(ReplayedGroup(start, numbers, [batch[number] for number in numbers]))
    return found
