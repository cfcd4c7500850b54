"""The columns of the tables, and the functions that fill them.

A column has the same meaning in every game; some games leave it empty. To add a column, add its
name, type and meaning here, with a function that computes it from `GroupPlies` or `TableGames`.
`OF_LEGAL_MOVES` has the names of columns that need legal moves. A column that only some games have
is declared in their ``Measures.COLUMNS``. ``docs/tables.md`` lists all columns.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from analysis.games import all_games
from analysis.games.measures import FROM_POINT, KIND, LONGEST, MATERIAL, TO_POINT, Column, per_side
from analysis.replay.verdict import GameFacts
from analysis.tables.values import GroupPlies, TableGames
from analysis.version import __version__
from records.model import named_player

if TYPE_CHECKING:
    import pyarrow as pa

PlyFill: TypeAlias = Callable[[GroupPlies], Any]
"""Returns the values of a column of plies, for games with the same start."""

GameFill: TypeAlias = Callable[[TableGames], Any]
"""Returns the values of a column of games: a list, an array, or an Arrow array."""

SCHEMA = "1"
"""The version of the columns, for the metadata of Arrow tables and Parquet files."""

PATH = Column("path", "word", "file of the record")
NUMBER = Column("game_id", "number", "which game of its file, from 1")
GAME = Column("game", "word", "name of the game")
VARIANT = Column("variant", "word", "canonical variant string")

PLAYERS = ("player_1", "player_2", "player_3")
"""The columns of the players, in the order of the sides."""


def _of_game(value: Callable[[GameFacts], Any]) -> PlyFill:
    return lambda of: of.of_games(value)


def _score(side: int, of: GroupPlies) -> Any:
    return of.measured.scores[side] if side < len(of.sides) else None


_PLIES: tuple[tuple[Column, PlyFill | None], ...] = (
    (PATH, _of_game(lambda game: game.head.source.path)),
    (NUMBER, _of_game(lambda game: game.head.source.game)),
    (Column("ply", "number", "number of the ply, from 1"), lambda of: of.place + 1),
    (
        Column("number", "number", "move number as on score sheets, from 1"),
        lambda of: (of.place + of.start.turn) // len(of.sides) + 1,
    ),
    (Column("side", "word", "name of the side that moved"), lambda of: of.mover),
    (Column("text", "text", "the move as written"), lambda of: of.group.written()),
    (
        Column("move", "text", "the move, canonical in the record's dialect"),
        lambda of: of.group.moves(),
    ),
    (
        Column("captured", "count", "number of points on which enemy pieces were captured"),
        lambda of: of.captured,
    ),
    (Column("position", "text", "position string after the ply"), lambda of: of.position()),
    (GAME, _of_game(lambda game: game.head.game)),
    (VARIANT, _of_game(lambda game: game.variant)),
    (KIND, None),
    (
        Column("captured_points", "words", "names of the points where enemy pieces were captured"),
        lambda of: of.measured.captured,
    ),
    *((column, None) for column in (FROM_POINT, TO_POINT, *MATERIAL, *LONGEST)),
    *(
        (column, partial(_score, side))
        for side, column in enumerate(
            per_side("score", "score of side {}, in pieces or points of the game", 3)
        )
    ),
    (
        Column("leader", "word", "side with the highest score; empty if two sides have it"),
        lambda of: of.leading,
    ),
    (
        Column("legal_moves", "number", "number of legal moves before the ply; only on request"),
        lambda of: of.legal_moves,
    ),
    (
        Column("key", "key", "key of the position after the ply, the same on every machine"),
        lambda of: of.keys[0],
    ),
    (
        Column(
            "folded",
            "key",
            "smallest key of the images of the position; the same for symmetric positions",
        ),
        lambda of: of.keys[1],
    ),
)
"""The columns of every ply; those without a function are filled by the measures of a game."""

OF_LEGAL_MOVES = frozenset({"legal_moves"})
"""The columns that need the legal moves before each ply. Counting them takes longer than everything
else, so that these columns are filled in on request only."""

OF_KEYS = frozenset({"key", "folded"})
"""The columns that need the keys of positions."""

PLY_FILLS = {column.name: fill for column, fill in _PLIES if fill}
"""Name -> function that fills the column, for columns of plies of every game."""


@cache
def ply_columns() -> tuple[Column, ...]:
    """Return the columns of the table of plies, which has a row for each ply that could be played.

    Columns that describe the board describe it after the ply. A game's own column stands before the
    shared column that follows it in `analysis.games.measures.Measures.COLUMNS`.
    """
    return with_columns_of(game.measures().COLUMNS for game in all_games())


def wanted_columns(
    names: Iterable[str] | None, columns: Sequence[Column] | None = None
) -> list[Column]:
    """Return the columns with the given names, in the order of the table.

    Args:
        names: the names; unknown names are ignored. None for all columns.
        columns: the columns of the table; None for the table of plies.
    """
    wanted = None if names is None else set(names)
    every = ply_columns() if columns is None else columns
    return [column for column in every if wanted is None or column.name in wanted]


def with_columns_of(declared: Iterable[Sequence[Column]]) -> tuple[Column, ...]:
    """Return the columns of every ply, and the columns that games declare.

    Raises:
        ValueError: two games declare different columns with the same name.
    """
    columns = [column for column, _ in _PLIES]
    for own in declared:
        place = len(columns)
        for column in reversed(own):
            if column in columns:
                place = columns.index(column)
            elif any(column.name == one.name for one in columns):
                raise ValueError(f"two games declare different columns {column.name!r}")
            else:
                columns.insert(place, column)
    return tuple(columns)


def _each(value: Callable[[GameFacts], Any]) -> GameFill:
    return lambda of: [value(game) for game in of.facts]


def _alike(value: Callable[[GameFacts], Any]) -> GameFill:
    """Return a function that fills a column; ``value`` depends only on the judgement of a game."""
    return lambda of: of.of_judgement(value)


def _player(side: int, game: GameFacts) -> str | None:
    if side >= len(game.sides):
        return None
    return named_player(game.head.tags.get(game.sides[side].title(), ""))


def _verdict(game: GameFacts) -> str | None:
    return str(game.winner + 1) if game.winner is not None else "draw" if game.verdict else None


_GAMES: tuple[tuple[Column, GameFill], ...] = (
    (PATH, _each(lambda game: game.head.source.path)),
    (NUMBER, _each(lambda game: game.head.source.game)),
    (GAME, _alike(lambda game: game.head.game)),
    (VARIANT, _alike(lambda game: game.variant)),
    (Column("dialect", "word", "dialect of the moves"), _alike(lambda game: game.head.dialect)),
    (Column("plies", "number", "number of plies that could be played"), lambda of: of.plies),
    (Column("valid", "flag", "whether the record breaks no rule"), _alike(lambda game: game.valid)),
    (Column("result", "text", "result of the record"), _alike(lambda game: game.head.result)),
    (
        Column("winner", "text", "side that won on the board"),
        _alike(lambda game: game.outcome.winner if game.outcome else None),
    ),
    (
        Column("reason", "text", "rule that ended the game on the board"),
        _alike(lambda game: game.outcome.reason if game.outcome else None),
    ),
    (
        Column(
            "verdict",
            "word",
            "number of the side that won (1, 2 or 3), or `draw`: on the board if it is "
            "decided there, else in the record; empty without a result",
        ),
        _alike(_verdict),
    ),
    (
        Column(
            "ended",
            "word",
            "`reason` if there is one; else the tag `Termination`; else `recorded`, "
            "`unfinished`, or `broken` if a ply could not be played",
        ),
        _each(lambda game: game.ended),
    ),
    (Column("sides", "count", "number of sides"), _alike(lambda game: len(game.sides) or None)),
    (
        Column("first", "count", "number of the side that moved first"),
        _alike(lambda game: game.start.turn + 1 if game.start else None),
    ),
    *(
        (
            Column(name, "text", f"player of side {side + 1}, from the tag with the side's name"),
            _each(partial(_player, side)),
        )
        for side, name in enumerate(PLAYERS)
    ),
    (
        Column("captures", "number", "number of pieces captured by all sides"),
        lambda of: of.course.captures,
    ),
    (
        Column("capture_plies", "number", "number of plies that captured"),
        lambda of: of.course.capture_plies,
    ),
    (
        Column("first_capture", "number", "first ply that captured, empty if none did"),
        lambda of: of.where(of.course.first_capture > 0, of.course.first_capture),
    ),
    (
        Column("lead_changes", "number", "number of times that another side took the lead"),
        lambda of: of.course.changes,
    ),
    (
        Column(
            "decisive",
            "number",
            "ply from which the winner led to the end; the last ply if the winner "
            "did not lead then; empty without a winner",
        ),
        lambda of: of.where((of.winners >= 0) & (of.plies > 0), of.of_winner(of.course.leads_from)),
    ),
    (
        Column("behind", "number", "number of plies after which a side other than the winner led"),
        lambda of: of.where(of.winners >= 0, of.of_winner(of.course.of_others)),
    ),
    *(
        (column, partial(lambda side, of: of.where(of.sides > side, of.course.scores[side]), side))
        for side, column in enumerate(
            per_side("score", "last score of side {}, in pieces or points of the game", 3)
        )
    ),
    (
        Column("board", "count", "number of points of the board"),
        _alike(lambda game: len(game.start.point_names) if game.start else None),
    ),
    (
        Column("covered", "count", "number of points of the board that ever had a piece"),
        lambda of: of.where(of.sides > 0, of.course.covered),
    ),
    (
        Column("accepted", "number", "number of illegal moves that were played as recorded"),
        _alike(lambda game: game.accepted),
    ),
    (
        Column("tags", "tags", "the tags; in a data frame, each is a column tag:NAME"),
        lambda of: of.tags(),
    ),
)

GAME_COLUMNS = tuple(column for column, _ in _GAMES)
"""The columns of games; a row is a record, whether it could be played or not."""

GAME_FILLS = {column.name: fill for column, fill in _GAMES}
"""Name -> function that fills the column, for columns of games."""


def schema(columns: Iterable[Column]) -> "pa.Schema":
    """Return the Arrow schema of columns, with the versions of the program and of the columns."""
    import pyarrow as pa

    types = arrow_types()
    fields = [(column.name, types[column.type]) for column in columns]
    versions = {"ludograph.version": __version__, "ludograph.schema": SCHEMA}
    return pa.schema(fields, metadata=versions)


def arrow_types() -> "dict[str, pa.DataType]":
    """Return the Arrow type of each type of column."""
    import pyarrow as pa

    return {
        "text": pa.string(),
        "word": pa.dictionary(pa.int32(), pa.string()),
        "number": pa.int32(),
        "count": pa.int16(),
        "key": pa.uint64(),
        "real": pa.float64(),
        "flag": pa.bool_(),
        "words": pa.list_(pa.string()),
        "counts": pa.list_(pa.int16()),
        "tags": pa.map_(pa.string(), pa.string()),
    }
