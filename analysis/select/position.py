"""Positions as people name them, and looking for a position in games."""

from collections.abc import Iterable, Sequence
from io import StringIO

import records
from analysis.games import GAMES, Game, find
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from analysis.replay.replay import Replay, replay
from notation import InvalidPosition, InvalidVariant


def read_place(text: str, game: str | None = None, variant: str | None = None) -> AnyPosition:
    """Return the position that a text names.

    Args:
        text: a position string, or the moves that lead there from the start, in any dialect, with
            or without move numbers.
        game: name of the game; None to tell it from the text.
        variant: variant string; None for the one that the text needs.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: the game has no such variant.
        InvalidPosition: the text names no position; the message says why.
    """
    games = [find(game)] if game else list(GAMES.values())
    if "/" in text.partition(" ")[0]:
        return _read_string(text, games, variant)
    record = next(records.read(StringIO(text), format="text", game=game, variant=variant))
    played = replay(record)
    stop = next((finding for finding in played.findings if finding.violation), None)
    if stop is not None or played.position is None or not record.moves:
        reason = f": {stop.message}" if stop else ""
        named = f" ({stop.text})" if stop and stop.text else ""
        raise InvalidPosition(
            f"{text!r} is no position, and no moves that lead to one{named}{reason}"
        )
    return played.position


def _read_string(text: str, games: Sequence[Game], variant: str | None) -> AnyPosition:
    """Read a position string of one of several games; their strings differ in form."""
    failures = []
    for game in games:
        try:
            return game.position(text, variant)
        except (InvalidPosition, InvalidVariant) as failure:
            if len(games) == 1:
                raise
            failures.append(f"{game.title}: {failure}")
    raise InvalidPosition(f"{text!r} is a position of no game: {'; '.join(failures)}")


class TargetPosition:
    """A position that games may reach. It can be pickled.

    Attributes:
        game: name of the game.
        position: the position string.
        fold: whether images of the position under the board's symmetries count as it.
    """

    def __init__(self, position: AnyPosition, fold: bool) -> None:
        self.game = position.GAME
        self.position = str(position)
        self.fold = fold
        self._keys: dict[Variant, int | None] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TargetPosition) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    def __repr__(self) -> str:
        return f"<landmark: {self.game} {self.position}{', any image' if self.fold else ''}>"

    @property
    def _place(self) -> tuple[str, str, bool]:
        return self.game, self.position, self.fold

    def key(self, rules: Variant) -> int | None:
        """Return the key of the position under some rules, None if they know no such position."""
        if rules not in self._keys:
            try:
                position = find(self.game).position(self.position, rules)
                self._keys[rules] = min(merge_keys(position, self.fold))
            except InvalidPosition:
                self._keys[rules] = None
        return self._keys[rules]

    def met(self, game: Replay) -> bool:
        """Tell whether a game reaches the position as far as it could be played."""
        return self.reached(game, game.positions()) is not None

    def reached(
        self, game: Replay, positions: Iterable[AnyPosition]
    ) -> tuple[int, AnyPosition] | None:
        """Return the first of a game's positions that counts as this one, and its place.

        Of an iterator, the positions after it are left. None if there is none.
        """
        target = self.key(game.variant) if game.variant and game.record.game == self.game else None
        if target is None:
            return None
        for place, position in enumerate(positions):
            if min(merge_keys(position, self.fold)) == target:
                return place, position
        return None


def merge_keys(position: AnyPosition, fold: bool) -> Sequence[int]:
    """Return the keys of a position's images, or only its own."""
    return position.keys() if fold else (position.key,)
