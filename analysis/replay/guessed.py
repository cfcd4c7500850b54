"""The game of a record that names none, where its texts are moves of several: the board decides."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from notation import Dialect, dialects, find_dialect
from records import Record

GUESSED = "guessed-game"
"""Code of the notes on what a game was guessed from."""
OPENING = 24
"""Moves from the beginning that are played in each game."""
MORE = 2
"""Moves that another game has to have more of; twice as many besides, if not all are legal."""


def is_guessed(record: Record) -> bool:
    """Whether nothing but the moves decided which game a record is of."""
    return bool(record.guess) or any(one.code == GUESSED for one in record.findings)


def in_legal_game(record: Record, played: Callable[[Record], int]) -> Record:
    """Return a record in the game and dialect in which most of its first moves are legal.

    Args:
        record: a record that names no game, in the game that its texts fit best.
        played: returns how many moves of a record are legal, up to the first that is not.
    """
    others = _as_readable(record) if record.game and record.dialect else []
    if not others:
        return record
    opening = replace(record, moves=record.moves[:OPENING], result="*", guess="", findings=())
    count, own = len(opening.moves), played(opening)
    if own == count:
        return record
    ways = [replace(opening, game=one.game, dialect=one.name) for one in others]
    legal, best = max(((played(way), way) for way in ways), key=lambda way: way[0])
    if legal < (own if legal == count else 2 * own) + MORE:
        return record
    game = best.game if best.game != record.game else f"{best.game} in the dialect {best.dialect}"
    why = (
        f"the record names no game: read as {game}, for {legal} of the first {count} moves are "
        f"legal so, {own} as {record.game} in the dialect {record.dialect}"
    )
    left = tuple(one for one in record.findings if one.code != GUESSED)
    return replace(record, game=best.game, dialect=best.dialect, guess=why, findings=left)


def _as_readable(record: Record) -> list[Dialect[object]]:
    """Return the other dialects that read as many moves as that of a record, as to their form."""
    least = _readable(find_dialect(record.game or "", record.dialect), record.moves)
    return [
        one
        for one in dialects()
        if (one.game, one.name) != (record.game, record.dialect)
        and _readable(one, record.moves) >= least
    ]


def _readable(dialect: Dialect[object], moves: Sequence[str]) -> int:
    # Loaded here: nearly all games are named, or guessed right.
    from records.text.layout import NOTHING

    return sum(
        dialect.lenient_pattern.fullmatch(move) is not None for move in moves if move != NOTHING
    )
