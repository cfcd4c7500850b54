"""Settled games: every text is canonical and says all of a legal move, but for the board's part.

What such a text stands for, and how another dialect words it, can mostly be remembered. Where
the board has a say in it, as in the order of several captures, its position is played up to.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analysis.games.position import AnyPosition, write_unambiguously
from notation import Dialect

if TYPE_CHECKING:
    from analysis.replay.replay import Replay


def moves(game: "Replay") -> list[Any]:
    """Return the complete moves of a settled game."""
    if game.book is None:
        return []
    found = [game.book.moves[text] for text in game.record.moves]
    for index, position in _standing(game, found):
        found[index] = complete_move(game, index, position)
    return found


def texts(game: "Replay", dialect: Dialect[Any]) -> list[str]:
    """Return the moves of a settled game in a dialect.

    Raises:
        UnwritableMove: the dialect has no words for one of them.
    """
    if game.book is None:
        return []
    wordings = game.book.wordings(dialect)
    found: list[Any] = [wordings[text] for text in game.record.moves]
    for index, position in _standing(game, found):
        found[index] = write_unambiguously(position, complete_move(game, index, position), dialect)
    return found


def complete_move(game: "Replay", index: int, position: AnyPosition) -> Any:
    """Return the complete move of a ply that `Position.advance` plays."""
    return position.complete(game.read(index).moves[0])


def positions(game: "Replay") -> Iterator[AnyPosition]:
    """Yield the position after each ply of a settled game."""
    position = game.start
    if position is not None and game.book is not None:
        for text in game.record.moves:
            position, _ = position.advance((game.book[text],))
            yield position


def _standing(game: "Replay", known: Sequence[Any]) -> Iterator[tuple[int, AnyPosition]]:
    """Yield the index of each ply of which nothing is known, and the position before it."""
    position, reached = game.start, 0
    if position is None or game.book is None or None not in known:
        return
    missing = [index for index, entry in enumerate(known) if entry is None]
    for index in missing:
        steps = map(game.book.__getitem__, game.record.moves[reached:index])
        position, _ = position.advance(steps)
        yield index, position
        reached = index
