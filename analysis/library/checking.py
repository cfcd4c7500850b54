"""Whether a library is sound, and what is left of one that is not."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from analysis.games.arrays import Places
from analysis.library.boards import BoardIndex
from analysis.library.keys import KeyIndex
from records.assumptions import Assumptions
from records.library import DAMAGED, connect, read_stored, stored_records
from records.model import Source

MOST = 20
"""Problems of one kind that are told."""


@dataclass(frozen=True, slots=True)
class Soundness:
    """What a check has found.

    Attributes:
        games: number of games that the library should have.
        readable: number of games whose records can be read.
        positions: number of positions in the index.
        problems: what is wrong, a sentence each; none of a sound library.
    """

    games: int
    readable: int
    positions: int
    problems: tuple[str, ...]


def check(path: str) -> Soundness:
    """Check a library from the pages of its file to the boards of each position.

    Raises:
        UnusableLibrary: it is no library, or so damaged that nothing can be read.
        OSError: it cannot be opened.
    """
    with closing(connect(path)) as engine:
        problems = list(_attempted(lambda: list(_pages(engine)), "the pages of the file"))
        described = _described(engine)
        readable, lost = 0, 0
        for number, packed in stored_records(engine):
            record = read_stored(packed, Source(path, number, number), Assumptions())
            is_lost = any(one.code == DAMAGED for one in record.findings)
            readable += not is_lost
            lost += is_lost
        problems += [f"{lost:,} records cannot be read"] if lost else []
        if len(described) != readable + lost:
            problems.append(f"{len(described):,} games are described, {readable + lost:,} stored")
        rows = sum(described.values())
        problems += _attempted(lambda: list(_index(engine, rows)), "the index")
    games = max(len(described), readable + lost)
    return Soundness(games, readable, rows, tuple(dict.fromkeys(problems)))


def _attempted(work: Callable[[], list[str]], what: str) -> list[str]:
    """Return the problems that some work finds, or that it cannot be done."""
    try:
        return work()
    except sqlite3.DatabaseError as error:
        return [f"{what} cannot be read: {error}"]


def _pages(engine: sqlite3.Connection) -> Iterator[str]:
    """Yield what the engine finds wrong with its pages."""
    for (line,) in engine.execute(f"PRAGMA integrity_check({MOST})"):
        if line != "ok":
            yield from (part for part in str(line).splitlines() if not part.startswith("***"))


def _described(engine: sqlite3.Connection) -> dict[int, int]:
    """Return the number of positions of each game that is described, as far as can be read."""
    found: dict[int, int] = {}
    try:
        for number, rows in engine.execute("SELECT id, rows FROM games NOT INDEXED"):
            found[number] = rows
    except sqlite3.DatabaseError:
        pass  # the pages have told it
    return found


def _index(engine: sqlite3.Connection, expected: int) -> Iterator[str]:
    """Yield what is wrong with the index."""
    keys, boards = KeyIndex(engine), BoardIndex(engine)
    parts: list[Places] = [np.zeros(0, np.int64)]
    for segment, size in keys.segments().items():
        found = keys.read(segment)
        if len(found.keys) != size or (found.keys[1:] < found.keys[:-1]).any():
            yield f"segment {segment} of the keys is not in order"
        parts.append(found.rows)
    by_key = np.sort(np.concatenate(parts))
    parts = [np.zeros(0, np.int64)]
    for block in boards.blocks():
        rows = block.games.rows
        block.words(len(rows))
        parts.append(rows)
    by_board = np.sort(np.concatenate(parts))
    if len(by_key) != expected or len(by_board) != expected or (by_key != by_board).any():
        yield (
            f"the games have {expected:,} positions, the keys {len(by_key):,}, "
            f"the boards {len(by_board):,}, or others"
        )
