"""The columns of the tables: those of every game, and those that the games declare.

A column has the same meaning in every game; some games leave it empty. ``docs/tables.md`` lists
these columns, with notes on each game.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from analysis.games import all_games
from analysis.games.measures import (
    FROM_POINT,
    KIND,
    LONGEST,
    MATERIAL,
    TO_POINT,
    Column,
    per_side,
)

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "GAME_COLUMNS",
    "PLAYERS",
    "RECORD_NAMES",
    "Column",
    "arrow_types",
    "ply_columns",
    "schema",
]

RECORD = (
    Column("path", "word", "file of the record"),
    Column("game_id", "number", "which game of its file, from 1", "game"),
)
"""The columns that identify a record."""

RECORD_NAMES = [column.name for column in RECORD]

GAME = Column("game", "word", "name of the game", "name")
VARIANT = Column("variant", "word", "canonical variant string")

PLAYERS = ("player_1", "player_2", "player_3")
"""The columns of the players, in the order of the sides."""

_OF_EVERY_PLY = (
    *RECORD,
    Column("ply", "number", "number of the ply, from 1"),
    Column("number", "number", "move number as on score sheets, from 1"),
    Column("side", "word", "name of the side that moved"),
    Column("text", "text", "the move as written"),
    Column("move", "text", "the move, canonical in the record's dialect"),
    Column("captured", "count", "enemy pieces taken: points of the board that they stood on"),
    Column("position", "text", "position string after the ply"),
    GAME,
    VARIANT,
    KIND,
    Column("captured_points", "words", "names of the points where enemy pieces were taken"),
    FROM_POINT,
    TO_POINT,
    *MATERIAL,
    *LONGEST,
    *per_side("score", "standing of side {}, in the game's own unit", 3),
    Column("leader", "word", "side with the highest score, empty where two share it"),
    Column("legal_moves", "number", "legal moves before the ply; filled in only when asked for"),
    Column("key", "key", "key of the position after the ply, the same on every machine"),
    Column("folded", "key", "least key of its images under the board's symmetries: alike positions "
           "share it"),
)  # fmt: skip
"""The columns of plies that do not belong to one game."""


@cache
def ply_columns() -> tuple[Column, ...]:
    """Return the columns of plies. A row is a ply that could be played.

    Columns of the board describe it after the ply. The place of a game's own columns follows from
    `analysis.games.measures.Measures.COLUMNS`.
    """
    return with_columns_of(game.measures().COLUMNS for game in all_games())


def with_columns_of(declared: Iterable[Sequence[Column]]) -> tuple[Column, ...]:
    """Return the columns of every ply with those that games declare.

    Raises:
        ValueError: two games declare different columns of one name.
    """
    columns = list(_OF_EVERY_PLY)
    for own in declared:
        place = len(columns)
        for column in reversed(own):
            if column in columns:
                place = columns.index(column)
            elif any({column.name, column.in_files} & {one.name, one.in_files} for one in columns):
                raise ValueError(f"two games declare different columns {column.name!r}")
            else:
                columns.insert(place, column)
    return tuple(columns)


GAME_COLUMNS = (
    *RECORD,
    GAME,
    VARIANT,
    Column("dialect", "word", "dialect of the moves"),
    Column("plies", "number", "plies that could be played"),
    Column("valid", "flag", "whether the record breaks no rule"),
    Column("result", "text", "result of the record"),
    Column("winner", "text", "side that won on the board"),
    Column("reason", "text", "rule that ended the game on the board"),
    Column("verdict", "word", "side that won by number, 1, 2 or 3, or draw: as the board has it, "
           "else as the record has it; empty without a result"),
    Column("ended", "word", "the reason; else the tag Termination; else recorded, unfinished, or "
           "broken where a ply could not be played"),
    Column("sides", "count", "number of sides"),
    Column("first", "count", "side that moved first, by number"),
    *(Column(name, "text", f"who played side {n}, from the tag with the side's name")
      for n, name in enumerate(PLAYERS, start=1)),
    Column("captures", "number", "enemy pieces taken by all sides"),
    Column("capture_plies", "number", "plies that took some"),
    Column("first_capture", "number", "first ply that took some, empty if none did"),
    Column("lead_changes", "number", "times that another side took the lead than had it last"),
    Column("decisive", "number", "ply from which the winner led to the end; the last ply where he "
           "did not lead at the end; empty without a winner"),
    Column("behind", "number", "plies after which another side than the winner led"),
    *per_side("score", "last standing of side {}, in the game's own unit", 3),
    Column("board", "count", "points of the board"),
    Column("covered", "count", "points of the board that ever had a piece"),
    Column("accepted", "number", "illegal moves that were played as recorded"),
    Column("tags", "tags", "the tags; in the data frame a column tag:NAME each"),
)  # fmt: skip
"""A row is a record, whether it could be played or not."""


def schema(columns: Iterable[Column]) -> "pa.Schema":
    """Return the Arrow schema of columns, with their names in files."""
    import pyarrow as pa

    types = arrow_types()
    return pa.schema([(column.in_files, types[column.type]) for column in columns])


def arrow_types() -> "dict[str, pa.DataType]":
    """Return the Arrow type that each type of column has."""
    import pyarrow as pa

    return {
        "text": pa.string(),
        "word": pa.dictionary(pa.int32(), pa.string()),
        "number": pa.int32(),
        "count": pa.int16(),
        "key": pa.uint64(),
        "flag": pa.bool_(),
        "words": pa.list_(pa.string()),
        "counts": pa.list_(pa.int16()),
        "tags": pa.map_(pa.string(), pa.string()),
    }
