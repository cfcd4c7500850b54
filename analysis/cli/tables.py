"""Tables of plies and games for commands, and counts of them."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from analysis.batch.games import GameCounts, SelectedGames
from analysis.batch.work import InputOptions, Value
from analysis.cli.output import check_output
from analysis.cli.run import Run
from analysis.replay.batch import LOADED
from analysis.tables.parquet import saved_files, write_through
from analysis.tables.rows import TableBatch, TableBuilder

if TYPE_CHECKING:
    # Not loaded here: few tables need it.
    from analysis.openings import Openings
    from analysis.plots.counts import CountedPlies, PlyMeasure
    from analysis.statistics.games import GameTable, GameTableMaker

SQLITE = b"SQLite format 3\0"
"""The first bytes of SQLite files."""

JUDGED = frozenset({"plies", "valid", "accepted"})
"""The columns of games that are needed for verdicts and duplicates."""


def _tables(
    builder: TableBuilder, make: Callable[[TableBatch], Value], found: SelectedGames
) -> list[Value]:
    """Return a list with the value of ``make`` for the tables of games; [] without games."""
    games = found.games()
    return [make(builder(games))] if len(games) else []


def _as_it_is(batch: TableBatch) -> TableBatch:
    """Return a batch unchanged; passed to `_tables` for its tables themselves."""
    return batch


def _without(batches: list[TableBatch], kept: Sequence[bool]) -> list[TableBatch]:
    """Return batches without duplicates."""
    return [batch.some(kept) for batch in batches]


def table_batches(run: Run, builder: TableBuilder, save: str | None = None) -> Iterator[TableBatch]:
    """Yield the tables of the games of a run.

    Args:
        run: the run.
        builder: builds the tables, with the columns that it names.
        save: folder in which the tables of plies and of games are saved, with all columns.

    Raises:
        click.UsageError: a file to be saved is also a source.
    """
    if save:
        for path in saved_files(save):
            check_output(str(path), run.files, "--save")
    make = partial(_tables, builder.whole() if save else builder, _as_it_is)
    found = run.of(make, measured=True, share=LOADED, drop=_without)
    batches = chain.from_iterable(found)
    if save:
        for batch in write_through(batches, save):
            few = builder.columns is not None
            yield batch.select(builder.columns or (), builder.of_games) if few else batch
    else:
        yield from batches


def _made(
    run: Run, builder: TableBuilder, make: Callable[[TableBatch], Value], save: str | None = None
) -> Iterator[Value]:
    """Yield the values that ``make`` computes from the tables of the games.

    Workers compute them, unless tables are saved or duplicates are left out.
    """
    if save or run.chosen.dedupe:
        yield from map(make, table_batches(run, builder, save))
    else:
        values = run.of(partial(_tables, builder, make), measured=True, share=LOADED)
        yield from chain.from_iterable(values)


def games_table(
    run: Run, maker: "GameTableMaker", legal_moves: bool = False, save: str | None = None
) -> "GameTable":
    """Return the table of the games of a run, from which statistics are computed.

    Args:
        run: the run.
        maker: makes the table of a batch.
        legal_moves: whether to count the legal moves before each ply.
        save: as for `table_batches`.
    """
    from analysis.statistics.games import GameTableParts

    parts, read = GameTableParts(maker), []
    for path in run.files:
        found = None if save or legal_moves else _stored(run, maker, path)
        if found is None:
            read.append(path)
        else:
            parts.add(found)
    if read:
        run.files = read
        for part in _made(run, maker.builder(legal_moves), maker, save):
            parts.add(part)
    return parts.table()


def _stored(run: Run, maker: "GameTableMaker", path: str) -> "GameTable | None":
    """Return the table of a library's games from its stored measures, and count these games.

    Return None if the source is not a library, if the options for reading differ from those of the
    import, or if the table needs other measures.
    """
    usual = InputOptions(encoding=run.reading.encoding, limit=run.reading.limit)
    if run.reading not in (usual, replace(usual, container="library")) or not _is_library(path):
        return None
    # Loaded here: most sources are not libraries.
    from analysis.library.measures import stored_table

    found = stored_table(path, maker, run.chosen)
    if found is None:
        return None
    table, every = found
    counts = GameCounts(
        len(table),
        int(table["plies"].sum()),
        wrong=int((~table["valid"]).sum()),
    )
    run.counts.add(counts)
    run.filtered += every - len(table)
    return table


def _is_library(path: str) -> bool:
    """Return whether a file begins like an SQLite database, as libraries do."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def counted_plies(run: Run, builder: TableBuilder, measure: "PlyMeasure") -> "CountedPlies":
    """Return the plies of a run, counted by a measure for each variant."""
    from analysis.plots.counts import CountedPlies

    plies = CountedPlies()
    for part in _made(run, replace(builder, of_games=JUDGED), measure.of):
        plies.update(part)
    return plies


def _openings(empty: "Openings", found: SelectedGames) -> "Openings":
    """Return the openings of games, counted with the settings of ``empty``."""
    openings = empty.empty_copy()
    openings.add_all(found.games())
    return openings


def count_openings(run: Run, openings: "Openings") -> None:
    """Count the openings of the games of a run."""
    for part in run.of(partial(_openings, openings.empty_copy()), measured=True):
        openings.merge(part)
