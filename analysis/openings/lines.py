"""The lines of opening trees, as nodes and as rows of a table.

`Openings` counts positions in the orientation with the least key. Lines have the orientation of the
first position, so that their moves can be played from there. The continuations of a position that
several lines reach are listed under one of them: the shortest, of equals the most played.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypedDict, TypeVar

from analysis.openings.grow import TreeBuilder
from analysis.openings.names import OpeningName
from analysis.openings.nodes import OpeningNode
from analysis.openings.tree import OpeningCounts, Openings

if TYPE_CHECKING:
    import pandas as pd

TOP_REPLIES = 3
"""Most replies in a row of the table."""

BETWEEN_MOVES = " | "
"""Separates the moves of a line in CSV files."""


@dataclass(frozen=True, slots=True)
class OpeningTree:
    """The opening tree of one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        roots: the first positions, those of most games first.
    """

    game: str
    variant: str
    roots: tuple[OpeningNode, ...]

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        return sum(root.times for root in self.roots)

    def rows(self) -> Iterator["OpeningRow"]:
        """Yield a row for each line."""
        for root in self.roots:
            for node in root.walk():
                replies = [(reply.move, reply.times) for reply in node.replies[:TOP_REPLIES]]
                yield row_of(self.game, self.variant, node, replies)


def opening_trees(
    openings: Openings,
    *,
    min_count: int = 1,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> list[OpeningTree]:
    """Return the trees of openings, in the order in which their first games were counted.

    Args:
        openings: the counts.
        min_count: least number of games of a listed move.
        dialect: name of the dialect to write the moves in; None for each game's usual one.
        names: names of positions.

    Raises:
        UnknownName: a game has no such dialect.
    """
    names = tuple(names)
    return [
        opening_tree(openings, counts, min_count, dialect, names)
        for counts in openings.trees.values()
    ]


def opening_tree(
    openings: Openings,
    counts: OpeningCounts,
    min_count: int,
    dialect: str | None,
    names: Iterable[OpeningName],
) -> OpeningTree:
    """Return the tree of a variant; see `opening_trees`."""
    roots = TreeBuilder(openings, counts, min_count, dialect, names).build()
    return OpeningTree(counts.game, counts.variant, roots)


class AnyTree(Protocol):
    """The opening tree of one variant, of nodes or in columns."""

    def rows(self) -> Iterator["OpeningRow"]:
        """Yield a row for each line."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def variant(self) -> str:
        """The variant string."""

    @property
    def games(self) -> int:
        """The number of games that were counted."""


Tree = TypeVar("Tree", bound=AnyTree)


def most_played_first(trees: Iterable[Tree]) -> list[Tree]:
    """Return trees in the order of their numbers of games."""
    return sorted(trees, key=lambda tree: (-tree.games, tree.game, tree.variant))


class Reply(TypedDict):
    """A move played next, and its number of games."""

    move: str
    times: int


class OpeningRow(TypedDict):
    """A row of a table of openings, which ``docs/openings.md`` describes."""

    game: str
    variant: str
    ply: int
    side: str
    line: list[str]
    move: str
    times: int
    percent: float
    reached: int
    decided: int
    score: float | None
    low: float | None
    high: float | None
    mean_plies: float
    last: str | None
    fold: int
    name: str | None
    transposes: bool
    position: str
    key: int
    replies: list[Reply]
    accepted: int
    wins: dict[str, int]
    draws: int
    p: float | None
    p_adjusted: float | None
    years: dict[str, int]
    examples: list[dict[str, str | int]]


COLUMNS = tuple(OpeningRow.__annotations__)
"""The columns of a table of openings."""


def rows(trees: Iterable[AnyTree]) -> Iterator[OpeningRow]:
    """Yield a row for each line of trees, those of most games first."""
    for tree in most_played_first(trees):
        yield from tree.rows()


def csv_cells(row: OpeningRow) -> list[object]:
    """Return the cells of a row in a CSV file, in the order of `COLUMNS`."""
    replies = (f"{reply['move']} {reply['times']}" for reply in row["replies"])
    lists = {"line": BETWEEN_MOVES.join(row["line"]), "replies": BETWEEN_MOVES.join(replies)}
    for name, counts in (("wins", row["wins"]), ("years", row["years"])):
        lists[name] = BETWEEN_MOVES.join(f"{key} {count}" for key, count in counts.items())
    places = (f"{one['path']}:{one['line']}" for one in row["examples"])
    lists["examples"] = BETWEEN_MOVES.join(places)
    return [*({**row, **lists}).values()]


def frame(
    openings: Openings,
    *,
    min_count: int = 1,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> "pd.DataFrame":
    """Return a row for each line of openings as a data frame; see `opening_trees`."""
    trees = opening_trees(openings, min_count=min_count, dialect=dialect, names=names)
    return to_frame(rows(trees))


def to_frame(found: Iterable[OpeningRow]) -> "pd.DataFrame":
    """Return rows as a data frame, in which the column ``name`` is called ``opening``."""
    import pandas as pd

    table = pd.DataFrame.from_records(list(found), columns=list(COLUMNS))
    return table.rename(columns={"name": "opening"})


def row_of(
    game: str, variant: str, node: OpeningNode, replies: Iterable[tuple[str, int]]
) -> OpeningRow:
    """Return the row of a line.

    Args:
        game: name of the game.
        variant: the variant string.
        node: the last node of the line; its replies are not asked for.
        replies: the texts of the most frequent moves after it, and their numbers of games.
    """
    low, high = node.interval or (None, None)
    return {
        "game": game,
        "variant": variant,
        "ply": len(node.line),
        "side": node.position.sides[node.side],
        "line": list(node.line),
        "move": node.move,
        "times": node.times,
        "percent": 100 * node.share,
        "reached": node.results.games,
        "decided": node.results.decided,
        "score": node.score,
        "low": low,
        "high": high,
        "mean_plies": node.mean_plies,
        "last": node.results.last or None,
        "fold": node.fold,
        "name": node.name or None,
        "transposes": node.transposes,
        "position": str(node.position),
        "key": node.key,
        "replies": [{"move": move, "times": times} for move, times in replies],
        "accepted": node.accepted,
        "wins": dict(zip(node.position.sides, node.results.wins, strict=True)),
        "draws": node.results.draws,
        "p": node.p,
        "p_adjusted": node.p_adjusted,
        "years": dict(sorted(node.results.years.items())),
        "examples": [source.to_json() for source in node.results.examples],
    }
