"""Positions read from position strings or from moves, and games that reach a position."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO

import records
from analysis.games import GameDefinition, all_games, find
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from analysis.replay.replay import Replay, replay
from notation import InvalidPosition, InvalidVariant


def read_position(text: str, game: str | None = None, variant: str | None = None) -> AnyPosition:
    """Return the position that a text describes.

    Args:
        text: a position string, or the moves that lead to the position from the start, in any
            dialect, with or without move numbers.
        game: name of the game; None to guess it from the text.
        variant: variant string; None to guess it from the text.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: the game has no such variant.
        InvalidPosition: the text describes no position; the message gives the reason.
    """
    games = [find(game)] if game else list(all_games())
    if "/" in text.partition(" ")[0]:
        return _read_string(text, games, variant)
    record = next(records.read(StringIO(text), format="text", game=game, variant=variant))
    if game and not record.moves:
        return _read_string(text, games, variant)
    played = replay(record)
    stop = next((finding for finding in played.findings if finding.violation), None)
    if stop is not None or played.position is None or not record.moves:
        reason = f": {stop.message}" if stop else ""
        named = f" ({stop.text})" if stop and stop.text else ""
        raise InvalidPosition(
            f"{text!r} is neither a position string nor moves that lead to a position"
            f"{named}{reason}"
        )
    return played.position


def _read_string(text: str, games: Sequence[GameDefinition], variant: str | None) -> AnyPosition:
    """Read a position string by the rules of the first of ``games`` that accepts it."""
    failures = []
    for game in games:
        try:
            return game.position(text, variant)
        except (InvalidPosition, InvalidVariant) as failure:
            if len(games) == 1:
                raise
            failures.append(f"{game.title}: {failure}")
    raise InvalidPosition(f"{text!r} is not a position of any game: {'; '.join(failures)}")


@dataclass(frozen=True, slots=True)
class TargetPosition:
    """A position that games may reach. It can be pickled.

    Attributes:
        game: name of the game.
        position: the position string.
        fold: whether images of the position under the board's symmetries count as well.
    """

    game: str
    position: str
    fold: bool

    @classmethod
    def of(cls, position: AnyPosition, fold: bool) -> "TargetPosition":
        """Return the target for a position."""
        return cls(position.GAME, str(position), fold)

    def key(self, variant: Variant) -> int | None:
        """Return the key of the position in a variant; None if the variant does not have it."""
        return _key(self, variant)

    def is_reached(self, game: Replay) -> bool:
        """Return whether a game reaches the position, as far as the game can be played."""
        known, key = game.known_keys(), self._key_in(game)
        if key is None or known is None or game.start is None:
            return self.find(game, game.positions()) is not None
        is_reached = bool((known[self.fold] == key).any())
        return is_reached or self.find(game, [game.start]) is not None

    def find(
        self, game: Replay, positions: Iterable[AnyPosition]
    ) -> tuple[int, AnyPosition] | None:
        """Return the first matching position of a game, with its index; None if there is none.

        ``positions`` may be an iterator; it is read only up to this position.
        """
        if (key := self._key_in(game)) is None:
            return None
        for index, position in enumerate(positions):
            if min(merge_keys(position, self.fold)) == key:
                return index, position
        return None

    def _key_in(self, game: Replay) -> int | None:
        if game.variant is None or game.record.game != self.game:
            return None
        return self.key(game.variant)


@lru_cache(maxsize=256)
def _key(target: TargetPosition, variant: Variant) -> int | None:
    try:
        position = find(target.game).position(target.position, variant)
    except InvalidPosition:
        return None
    return min(merge_keys(position, target.fold))


def merge_keys(position: AnyPosition, fold: bool) -> Sequence[int]:
    """Return the keys of all images of a position; without ``fold`` only the position's own key."""
    return position.keys() if fold else (position.key,)
