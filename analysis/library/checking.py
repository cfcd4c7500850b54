"""Checks whether a library is intact, and which games of a damaged library are readable."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analysis.games.arrays import Places
from analysis.library.index import places_of
from analysis.library.library import LibraryFile
from analysis.library.packing import typed
from notation.numbers import plural
from records.assumptions import Assumptions
from records.library import (
    DAMAGED,
    ENGINE_ERRORS,
    LEFT,
    UnusableLibrary,
    named_errors,
    read_stored,
    stored_records,
)
from records.model import Source

MOST = 20
"""Maximum number of problems of one kind that are reported."""


@dataclass(frozen=True, slots=True)
class Soundness:
    """The result of a check.

    Attributes:
        games: number of games that the library should have.
        readable: number of games whose records can be read.
        positions: number of positions that the index should have.
        problems: the problems found, a sentence each; empty for a sound library.
    """

    games: int
    readable: int
    positions: int
    problems: tuple[str, ...]


def check(path: str) -> Soundness:
    """Check the file of a library, its descriptions of games, records, indexes, and checksums.

    Raises:
        UnusableLibrary: it is not a library, or so damaged that nothing can be read.
        OSError: it cannot be opened.
    """
    try:
        opened = LibraryFile(path)
    except UnusableLibrary as error:
        raise UnusableLibrary(str(error).replace(LEFT, ", and nothing of it can be read")) from None
    with opened as library, named_errors(path):
        engine = library.engine
        problems = _found(_pages(engine), "the pages of the file")
        described = set[int]()
        problems += _found(_described(engine, described), "the games")
        stored: dict[int, bool] = {}
        problems += _found(_stored(engine, path, stored), "the records")
        lost = len(stored) - sum(stored.values())
        problems += [f"{plural(lost, 'record')} cannot be read"] if lost else []
        if described != stored.keys():
            problems.append(f"{len(described):,} descriptions of games, {len(stored):,} records")
        rows: list[int] = []
        problems += _found(_descriptions(library, rows), "the descriptions of the games")
        problems += _found(_index(library, sum(rows)), "the index")
        problems += _found(_contents(library), "the tables")
    games = len(described | stored.keys())
    return Soundness(games, sum(stored.values()), sum(rows), tuple(dict.fromkeys(problems)))


def _found(problems: Iterator[str], what: str) -> list[str]:
    """Return problems as a list; if ``what`` cannot be read, a last problem is added to say so."""
    found: list[str] = []
    try:
        found.extend(problems)
    except ENGINE_ERRORS as error:
        found.append(f"{what} cannot be read: {error}")
    return found


def _pages(engine: sqlite3.Connection) -> Iterator[str]:
    """Yield the problems that SQLite finds in the pages of its file."""
    for (line,) in engine.execute(f"PRAGMA integrity_check({MOST})"):
        if line != "ok":
            yield from (part for part in str(line).splitlines() if not part.startswith("***"))


def _described(engine: sqlite3.Connection, found: set[int]) -> Iterator[str]:
    """Add the numbers of the games in the table ``games`` to a set; yield the problems found."""
    last = 0
    for (number,) in typed(engine.execute("SELECT id FROM games NOT INDEXED ORDER BY id"), int):
        if number <= last:
            yield f"game {number} is described in the place of another"
        last = number
        found.add(number)


def _stored(engine: sqlite3.Connection, path: str, found: dict[int, bool]) -> Iterator[str]:
    """Set in ``found``, for each stored game, whether its record can be read.

    No problems are yielded.
    """
    for number, text in stored_records(engine):
        record = read_stored(text, Source(path, number, number), Assumptions())
        found[number] = not any(one.code == DAMAGED for one in record.findings)
    yield from ()


def _descriptions(library: LibraryFile, rows: list[int]) -> Iterator[str]:
    """Yield the problems of the descriptions of games, and of the index of their tags.

    The number of positions of each game is appended to ``rows``.
    """
    tags = 0
    for _, game in library.games():
        tags += len(game.record.tags)
        rows.append(game.played + 1 if game.is_set_up else 0)
    uses = sum(library.terms.uses.segments().values())
    if uses != tags:
        yield f"the games have {plural(tags, 'tag')}, the index of tags has {uses:,}"


def _index(library: LibraryFile, expected: int) -> Iterator[str]:
    """Yield the problems of the indexes; ``expected`` is the number of positions."""
    by_key = by_board = 0, 0
    for index in (library.terms.uses, library.keys):
        by_key = 0, 0
        for segment, size in index.segments().items():
            count, last, in_order = by_key[0], np.uint64(0), True
            for rows in index.parts(segment):
                keys = np.concatenate(([last], rows["key"]))
                in_order = in_order and not (keys[1:] < keys[:-1]).any()
                by_key, last = _with(by_key, rows["place"]), keys[-1]
            if not in_order or by_key[0] - count != size:
                yield f"segment {segment} of the index by keys: keys are out of order or missing"
    for block in library.boards.blocks():
        places = places_of(block.games())
        block.words(len(places))
        by_board = _with(by_board, places)
    if not (by_key == by_board and by_key[0] == expected):
        yield (
            f"the positions differ: {expected:,} of the games, {by_key[0]:,} in the index by keys, "
            f"{by_board[0]:,} in the index by boards"
        )


def _contents(library: LibraryFile) -> Iterator[str]:
    """Yield a problem for each table whose rows do not match its checksum."""
    for table in library.contents.changed():
        yield f"the checksum of the table {table} does not match its rows"


def _with(found: tuple[int, int], places: Places) -> tuple[int, int]:
    """Add places to ``found``: their number, and the sum of their hashes modulo 2**64."""
    mixed = places.astype(np.uint64) * _FACTOR
    mixed = (mixed ^ mixed >> np.uint64(32)) * _FACTOR
    return found[0] + len(places), (found[1] + int(mixed.sum())) % (1 << 64)


_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""Any odd number with irregular bits."""
