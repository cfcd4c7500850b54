"""Replays that remember the readings of plies: a game that is being typed is replayed at each key.

What a text stands for on a board does not change while other plies do, so that the replay of a
changed game costs little more than its changed plies.
"""

from functools import cached_property, lru_cache

from analysis.games.position import AnyPosition
from analysis.replay import Replay
from analysis.replay.branching import Choice
from analysis.replay.playthrough import Playthrough
from analysis.replay.setup import Ply
from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT

_Key = tuple[AnyDialect | None, bool, AnyPosition, str]

_readings: dict[_Key, list[Choice]] = {}


class RememberingReplay(Replay):
    """A replay that shares what it learns of texts and boards with those that come after it."""

    def options(self, position: AnyPosition, index: int) -> list[Choice]:
        """Return the readings of a ply that can be played, likeliest first."""
        key = self.dialect, self.as_recorded, position, self.texts[index]
        found = _readings.get(key)
        if found is None:
            if len(_readings) >= MEMO_LIMIT >> 2:
                _readings.clear()
            found = _readings[key] = super().options(position, index)
        return found

    @cached_property
    def walked(self) -> list[Ply]:
        """The plies that can be played."""
        return list(self.plies())

    @property
    def playthrough(self) -> Playthrough:
        """What plays the record with other plies."""
        if self.start is None or self.dialect is None:
            raise ValueError("a record without a start cannot be played")
        return _playthrough(self.start, self.dialect)


@lru_cache(maxsize=64)
def _playthrough(start: AnyPosition, dialect: AnyDialect) -> Playthrough:
    return Playthrough(start, dialect)
