"""Records as data frames."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from analysis.replaying import replay
from records import Record

if TYPE_CHECKING:
    import pandas as pd


GAME_COLUMNS = (
    *("path", "game", "name", "variant", "dialect", "plies", "valid", "result", "winner", "reason"),
)
"""The columns of a table of games before those of the tags."""


def plies(records: Iterable[Record]) -> "pd.DataFrame":
    """Return a table of the plies that could be played, a row each.

    Columns: ``path`` and ``game`` (of the file, from 1) name the record; ``ply`` and ``number``
    count from 1; ``side`` moved; ``text`` is as written and ``move`` canonical in the record's
    dialect; ``captured`` is the number of pieces taken; ``position`` is the position string
    after the ply.
    """
    import pandas as pd

    columns = ["path", "game", "ply", "number", "side", "text", "move", "captured", "position"]
    return pd.DataFrame.from_records(_ply_rows(records), columns=columns)


def games(records: Iterable[Record]) -> "pd.DataFrame":
    """Return a table of games, a row each.

    Columns: ``path`` and ``game`` (of the file, from 1) name the record; ``name`` is the game's,
    ``variant`` the canonical variant string, ``dialect`` that of the moves; ``plies`` counts those
    that could be played; ``valid`` tells whether the record breaks no rule; ``result`` is the
    record's, ``winner`` and ``reason`` are the board's; a column ``tag:NAME`` holds each tag.
    """
    import pandas as pd

    rows = list(_game_rows(records))
    tags = dict.fromkeys(key for row in rows for key in row if key not in GAME_COLUMNS)
    return pd.DataFrame(rows, columns=[*GAME_COLUMNS, *tags])


def _ply_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    for record in records:
        game = replay(record)
        write = game.dialect.write if game.dialect else str
        for ply in game.plies():
            yield (
                record.source.path,
                record.source.game,
                ply.index,
                ply.number,
                ply.side,
                ply.text,
                write(ply.move),
                len(ply.before.captured(ply.move)),
                str(ply.after),
            )


def _game_rows(records: Iterable[Record]) -> Iterator[dict[str, Any]]:
    for record in records:
        game = replay(record)
        outcome = game.outcome
        yield {
            "path": record.source.path,
            "game": record.source.game,
            "name": record.game,
            "variant": str(game.rules) if game.rules else record.variant,
            "dialect": record.dialect,
            "plies": game.played,
            "valid": game.valid,
            "result": record.result,
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
        } | {f"tag:{name}": value for name, value in record.tags.items()}
