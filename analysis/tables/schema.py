"""The columns of the tables: names, types, units and meaning, the same for every game.

A game that has no such thing leaves a column empty. ``docs/tables.md`` prints these definitions,
with what they mean in each game.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: as in the data frame and in the files.
        type: ``text``; ``word``, a text of few different values; ``number``, of 32 bits; ``count``,
            of 16 bits; ``key``, of 64 bits without a sign; ``flag``; ``words`` and ``counts``,
            lists; ``tags``, a map.
        meaning: what it says, with the unit.
    """

    name: str
    type: str
    meaning: str


PLY_COLUMNS = (
    Column("path", "word", "file of the record"),
    Column("game", "number", "which game of its file, from 1"),
    Column("ply", "number", "number of the ply, from 1"),
    Column("number", "number", "move number as on score sheets, from 1"),
    Column("side", "word", "name of the side that moved"),
    Column("text", "text", "the move as written"),
    Column("move", "text", "the move, canonical in the record's dialect"),
    Column("captured", "count", "enemy pieces taken: points of the board that they stood on"),
    Column("position", "text", "position string after the ply"),
    Column("name", "word", "name of the game"),
    Column("variant", "word", "canonical variant string"),
    Column("kind", "word", "kind of move, in each game's own words"),
    Column("captured_points", "words", "names of the points where enemy pieces were taken"),
    Column("from_point", "word", "point that the move starts from"),
    Column("to_point", "word", "point that it reaches"),
    Column("size", "count", "pieces that move together (phalanx)"),
    Column("direction", "word", "compass letters as the first side sees them"),
    Column("distance", "count", "points travelled"),
    Column("displaced", "count", "pieces that a push displaces"),
    Column("gipf_piece", "flag", "whether a GIPF piece is brought in"),
    Column("row_lengths", "counts", "pieces taken of each row, in the order of play"),
    Column("returned", "count", "own pieces that return to the reserve; a GIPF piece is two"),
    Column("line_kinds", "words", "line of each captured pair: radial, ring or spiral"),
    Column("chain_depth", "count", "generations of captures: 0 none, 1 direct ones, 2 a chain..."),
    *(Column(f"material_{n}", "count", f"pieces of side {n} on the board") for n in (1, 2, 3)),
    *(Column(f"far_row_{n}", "count", f"pieces of side {n} on its far row") for n in (1, 2)),
    *(Column(f"reserve_{n}", "count", f"pieces of side {n} in reserve") for n in (1, 2)),
    *(Column(f"gipf_{n}", "count", f"GIPF pieces of side {n} on the board") for n in (1, 2)),
    *(Column(f"longest_{n}", "count", f"longest line of side {n}, in pieces") for n in (1, 2, 3)),
    *(Column(f"score_{n}", "count", f"standing of side {n}, in the game's own unit")
      for n in (1, 2, 3)),
    Column("leader", "word", "side with the highest score, empty where two share it"),
    Column("legal_moves", "number", "legal moves before the ply; filled in only when asked for"),
    Column("key", "key", "key of the position after the ply, the same on every machine"),
    Column("folded", "key", "least key of its images under the board's symmetries: alike positions "
           "share it"),
)  # fmt: skip
"""A row is a ply that could be played; what stands on the board is after it."""

GAME_COLUMNS = (
    Column("path", "word", "file of the record"),
    Column("game", "number", "which game of its file, from 1"),
    Column("name", "word", "name of the game"),
    Column("variant", "word", "canonical variant string"),
    Column("dialect", "word", "dialect of the moves"),
    Column("plies", "number", "plies that could be played"),
    Column("valid", "flag", "whether the record breaks no rule"),
    Column("result", "text", "result of the record"),
    Column("winner", "text", "side that won on the board"),
    Column("reason", "text", "rule that ended the game on the board"),
    Column("verdict", "word", "side that won by number, 1, 2 or 3, or draw: as the board has it, "
           "else as the record says; empty where neither tells"),
    Column("ended", "word", "the reason; else the tag Termination; else recorded, unfinished, or "
           "broken where a ply could not be played"),
    Column("sides", "count", "number of sides"),
    Column("first", "count", "side that moved first, by number"),
    *(Column(f"player_{n}", "text", f"who played side {n}, from the tag with the side's name")
      for n in (1, 2, 3)),
    Column("captures", "number", "enemy pieces taken by all sides"),
    Column("capture_plies", "number", "plies that took some"),
    Column("first_capture", "number", "first ply that took some, empty if none did"),
    Column("lead_changes", "number", "times that another side took the lead than had it last"),
    Column("decisive", "number", "ply from which the winner led to the end; the last ply where he "
           "did not lead at the end; empty without a winner"),
    Column("behind", "number", "plies after which another side than the winner led"),
    *(Column(f"score_{n}", "count", f"last standing of side {n}, in the game's own unit")
      for n in (1, 2, 3)),
    Column("board", "count", "points of the board"),
    Column("covered", "count", "points of the board that ever had a piece"),
    Column("tags", "tags", "the tags; in the data frame a column tag:NAME each"),
)  # fmt: skip
"""A row is a record, whether it could be played or not."""


def schema(columns: tuple[Column, ...]) -> "pa.Schema":
    """Return the Arrow schema of columns."""
    import pyarrow as pa

    types = arrow_types()
    return pa.schema([(column.name, types[column.type]) for column in columns])


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
