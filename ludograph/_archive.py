"""Functions over many games: selection, openings, statistics, plots, and libraries of games."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Self

from analysis.select.position import TargetPosition
from analysis.select.selection import parse_selection
from ludograph._arguments import check_range, typed
from ludograph._board import Position
from ludograph._games import Game, HasRecord, Source, records_of, replays
from ludograph._sources import Path
from notation.errors import UnknownName
from notation.extras import named_extras
from records import Record
from records.sources.names import check_exists

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analysis.library.importing import Imported
    from analysis.library.library import LibraryFile
    from analysis.library.search import Hit
    from analysis.openings import Openings
    from analysis.plots import Counting
    from analysis.plots.counts import CountedPlies, PlyMeasure
    from analysis.statistics.games import GameTable, GameTableMaker
    from analysis.tables.rows import TableBuilder

DEEPEST = 1_000
"""Maximum number of plies of openings."""

LOT = 1_000
"""Games read at once."""


@typed
def select(
    source: HasRecord | Source,
    where: str | None = None,
    *,
    position: str | Position | None = None,
    any_symmetry: bool = False,
    dedupe: str | None = None,
    as_recorded: bool = False,
) -> Iterator[Game]:
    """Return an iterator over the games that meet all conditions, in the order of the source.

    Args:
        source: a path, or records.
        where: a condition, such as ``plies >= 40 and White ~ "jong"``.
        position: a position that games have to reach, or its text.
        any_symmetry: whether rotated and mirrored images of the position count as well.
        dedupe: ``"moves"`` drops games with the same moves, ``"position"`` those with the same last
            position, ``"contained"`` those whose moves begin another game. ``"contained"`` reads
            the games twice, and keeps records that do not come from a path in memory.
        as_recorded: go on after an illegal move wherever it can be carried out.

    Raises:
        InvalidPosition: the position cannot be read.
        LudographError: the condition cannot be read.
        MissingFile: there is no such file.
        UnknownName: ``dedupe`` has another value.
    """
    where_to = Position(position) if isinstance(position, str) else position
    described = (str(where_to), where_to.game, where_to.variant) if where_to else (None, None, None)
    text, game, variant = described
    wanted = parse_selection(
        where, text, any_symmetry=any_symmetry, dedupe=dedupe, game=game, variant=variant
    )
    records_of(source)  # Raises an error immediately if it is not a source.
    if not isinstance(source, str | os.PathLike) and dedupe == "contained":
        source = list(records_of(source))
    return map(Game._of, wanted.select(lambda: replays(source, as_recorded)))


@named_extras()
@typed
def openings(
    source: HasRecord | Source,
    *,
    depth: int = 4,
    position: Position | None = None,
    fold: bool = True,
    min_count: int | None = None,
    dialect: str | None = None,
    as_recorded: bool = False,
) -> "pd.DataFrame":
    """Return a data frame with a row for each line of the tree of first moves.

    Transpositions count as one position. ``docs/openings.md`` describes the columns.

    Args:
        source: a path, or records.
        depth: number of plies that are counted, from 1.
        position: the first position; None for the start of each game.
        fold: whether images of a position under the board's symmetries count as one.
        min_count: minimum number of games of a listed move; by default 1, plus 1 for every 5,000
            games.
        dialect: name of the dialect to write moves in; None for each game's usual one.
        as_recorded: go on after an illegal move wherever it can be carried out.

    Raises:
        MissingFile: there is no such file.
        UnknownName: a game has no such dialect.
        ValueError: a number is out of range.
    """
    from analysis.openings import Openings
    from analysis.openings.lines import frame
    from analysis.openings.names import bundled_names

    check_range("depth", depth, 1, DEEPEST)
    if min_count is not None:
        check_range("min_count", min_count, 1)
    counted = Openings(depth, fold=fold, origin=position._board if position else None)
    _count_openings(counted, source, as_recorded)
    return frame(counted, min_count=min_count, dialect=dialect, names=bundled_names())


def _count_openings(counted: "Openings", source: HasRecord | Source, as_recorded: bool) -> None:
    found = replays(source, as_recorded)
    while some := list(islice(found, LOT)):
        counted.add_all(some)


@named_extras()
@typed
def statistics(
    source: HasRecord | Source,
    *,
    by: str | Sequence[str] = "variant",
    pool: bool = False,
    as_recorded: bool = False,
) -> "pd.DataFrame":
    """Return statistics of groups of games as a data frame with a row for each value.

    The rows are those of ``ludograph stats --csv``; ``docs/measures.md`` defines the values.

    Args:
        source: a path, or records.
        by: the words to group by: ``"variant"``, ``"player"``, or the name of a tag; one or
            several.
        pool: whether the variants of a game are one population.
        as_recorded: go on after an illegal move wherever it can be carried out.

    Raises:
        LudographError: the games cannot be grouped by one of the words.
        MissingFile: there is no such file.
    """
    import pandas as pd

    from analysis.statistics.games import game_table
    from analysis.statistics.summaries import summarize
    from analysis.tables.frames import arrow_batches
    from analysis.tables.rows import TableBuilder

    words = (by,) if isinstance(by, str) else tuple(by)
    batches = arrow_batches(replays(source, as_recorded), TableBuilder(keys=False))
    games = game_table(batches, words)
    groups = summarize(games, words, pool) if len(games) else ()
    return pd.DataFrame([row for group in groups for row in group.long_table()])


@named_extras()
@typed
def plot(
    source: HasRecord | Source,
    name: str,
    path: str | os.PathLike[str] | None = None,
    *,
    width: float = 85.0,
    as_recorded: bool = False,
    **options: Any,
) -> "Figure":
    """Return a plot of games as a figure of matplotlib, and write it to a file if one is named.

    Args:
        source: a path, or records.
        name: ``"lengths"``, ``"balance"``, ``"openings"``, ``"captures"``, ``"capture-map"``,
            ``"material"``, ``"reserve"``, ``"score"`` or ``"branching"``.
        path: the file to write; its ending names the format: PNG, SVG or PDF.
        width: width in millimetres, from 50 to 1000.
        as_recorded: go on after an illegal move wherever it can be carried out.
        **options: ``pool=True`` for one panel per game; ``by="variant"`` for balance; ``depth`` and
            ``min_count`` for openings.

    Raises:
        LudographError: there is nothing to plot, or no such plot or kind of file.
        MissingFile: there is no such file.
        TypeError: the plot has no such option.
        ValueError: the width is out of range.
    """
    from analysis import plots

    chosen = plots.find_plot(name)
    check_range("width", width, plots.NARROWEST, plots.WIDEST)
    kind = os.path.splitext(path)[1].removeprefix(".").lower() if path is not None else "png"
    if kind not in plots.KINDS:
        raise UnknownName.among("kind of plot", kind, plots.KINDS)
    if unknown := options.keys() - set(chosen.options):
        known = f"its options are {', '.join(chosen.options)}"
        raise TypeError(f"the plot {name} has no option {', '.join(sorted(unknown))}: {known}")
    table = chosen.table_of(
        _counting(source, as_recorded),
        by=options.get("by"),
        depth=options.pop("depth", None),
        min_count=options.get("min_count"),
    )
    figure = chosen.draw(table, width=width, **options)
    if path is not None:
        with open(path, "wb") as file:
            file.write(plots.save(figure, kind))
    return figure


def _counting(source: HasRecord | Source, as_recorded: bool) -> "Counting":
    """Return the functions that count the games of a source for a plot."""
    from analysis.plots import Counting
    from analysis.plots.counts import CountedPlies
    from analysis.statistics.games import game_table
    from analysis.tables.frames import arrow_batches

    def plies(builder: "TableBuilder", measure: "PlyMeasure") -> "CountedPlies":
        counts = CountedPlies()
        for batch in arrow_batches(replays(source, as_recorded), builder):
            counts.update(measure.of(batch))
        return counts

    def games(maker: "GameTableMaker") -> "GameTable":
        batches = arrow_batches(replays(source, as_recorded), maker.builder())
        return game_table(batches, maker.words, measured=maker.measured)

    return Counting(partial(_count_openings, source=source, as_recorded=as_recorded), plies, games)


class Library:
    """Many games in one file, searched in milliseconds; opened by `library`.

    A ``with`` block closes it. The path of a library is also a source of records for every
    function.
    """

    def __init__(self, stored: "LibraryFile") -> None:
        self._stored = stored

    def __repr__(self) -> str:
        return f"<Library {self._stored.path}: {len(self):,} games>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._stored.close()

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._stored)

    @typed
    def add(self, source: HasRecord | Source) -> "Imported":
        """Add the games of a source that the library does not have, and return their counts.

        They are added some thousands at a time.

        Raises:
            MissingFile: there is no such file.
            OSError: the library cannot be written.
        """
        from analysis.batch import InputOptions
        from analysis.library.importing import Importer

        importer = Importer(self._stored, InputOptions())
        index, found = importer.indexer(), records_of(source)
        while lot := list(islice(found, LOT)):
            importer.add(index(lot))
        importer.flush()
        return importer.tally

    @typed
    def search(
        self,
        where: str | None = None,
        *,
        player: str | None = None,
        position: str | Position | None = None,
        pattern: str | None = None,
        any_symmetry: bool = False,
        game: str | None = None,
        variant: str | None = None,
        after: int | None = None,
        before: int | None = None,
    ) -> "Iterator[Hit]":
        """Return an iterator over the hits: one for each game and matching ply, in this order.

        A search without a condition on the board has one hit per game. A hit meets all conditions.

        Args:
            where: a condition on the game, such as ``plies >= 40``.
            player: name of a player; case is ignored.
            position: a position that is reached, or its text.
            pattern: a text diagram that lies on the board: ``?`` is any point, ``.`` an empty one,
                ``*`` any piece; a letter is a piece of its kind.
            any_symmetry: whether rotated and mirrored images of the position or pattern count.
            game: name of the game; None for any.
            variant: variant string; None for any.
            after: only plies after this one.
            before: only plies before this one.

        Raises:
            InvalidPosition: the position cannot be read.
            LudographError: a condition or pattern cannot be read, or fits no board.
        """
        from analysis.library.pattern import PiecePattern
        from analysis.library.search import Query, search
        from analysis.select.condition import parse_condition, played_by

        conditions = [parse_condition(where)] if where is not None else []
        by = [played_by(player)] if player else []
        found = Position(position, game, variant) if isinstance(position, str) else position
        query = Query(
            (*conditions, *by),
            (TargetPosition.of(found._board, any_symmetry),) if found else (),
            PiecePattern(pattern) if pattern is not None else None,
            any_symmetry,
            game,
            variant,
            after,
            before,
        )
        return search(self._stored, query)

    @typed
    def record(self, number: int) -> Record:
        """Return the record of a game by its number.

        Raises:
            UnknownName: no game has the number.
        """
        for record in self._stored.records([number]):
            return record
        raise UnknownName(f"the library has no game {number}")

    def remove(self, numbers: Iterable[int]) -> int:
        """Remove games by their numbers; return how many were removed."""
        with self._stored.changing():
            return self._stored.remove(sorted(set(numbers)))


@named_extras()
@typed
def library(path: Path, mode: Literal["r", "w"] = "r") -> Library:
    """Open a library of games.

    Args:
        path: the file.
        mode: ``"r"`` for searching; ``"w"`` for adding and removing games: the file is created if
            it does not exist.

    Raises:
        LudographError: the file is not a library, is damaged, or has another version.
        MissingFile: there is no such file to read.
        OSError: the file cannot be opened.
    """
    from analysis.library.library import LibraryFile

    name = os.fspath(path)
    if mode == "w":
        return Library(LibraryFile.made(name))
    if mode != "r":
        raise ValueError(f"mode must be 'r' or 'w', not {mode!r}")
    check_exists(name)
    return Library(LibraryFile(name))
