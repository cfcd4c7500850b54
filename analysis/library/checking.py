"""Checks whether a library is intact, and which games of a damaged library are readable."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analysis.games.arrays import Places
from analysis.library.index import PLY, places_of
from analysis.library.library import LibraryFile
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
        UnusableLibrary: the file is not a library, or nothing in it can be read.
        OSError: it cannot be opened.
    """
    try:
        opened = LibraryFile(path)
    except UnusableLibrary as error:
        raise UnusableLibrary(str(error).replace(LEFT, ", and nothing of it can be read")) from None
    with opened as library, named_errors(path):
        return _Check(library).result()


class _Check:
    """Checks the parts of a library, and collects numbers and problems."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library
        self._described = set[int]()
        self._readable = dict[int, bool]()
        self._positions = 0

    def result(self) -> Soundness:
        parts = (
            ("the pages of the file", self._pages),
            ("the games", self._games),
            ("the records", self._records),
            ("the records", self._lost),
            ("the descriptions of the games", self._descriptions),
            ("the index", self._index),
            ("the tables", self._tables),
        )
        problems = dict[str, None]()
        for what, found in parts:
            try:
                for problem in found():
                    problems[problem] = None
            except ENGINE_ERRORS as error:
                problems[f"{what} cannot be read: {error}"] = None
        games, readable = self._described | self._readable.keys(), sum(self._readable.values())
        return Soundness(len(games), readable, self._positions, tuple(problems))

    def _pages(self) -> Iterator[str]:
        for (line,) in self._library.engine.execute(f"PRAGMA integrity_check({MOST})"):
            if line != "ok":
                yield from (part for part in str(line).splitlines() if not part.startswith("***"))

    def _games(self) -> Iterator[str]:
        last, query = 0, "SELECT id FROM games NOT INDEXED ORDER BY id"
        for (number,) in self._library.select(query, int):
            if number <= last:
                yield f"game {number} is described in the place of another"
            last = number
            self._described.add(number)

    def _records(self) -> Iterator[str]:
        for number, text in stored_records(self._library.engine):
            record = read_stored(text, Source(self._library.path, number, number), Assumptions())
            self._readable[number] = not any(one.code == DAMAGED for one in record.findings)
        yield from ()

    def _lost(self) -> Iterator[str]:
        if lost := list(self._readable.values()).count(False):
            yield f"{plural(lost, 'record')} cannot be read"
        described, stored = len(self._described), len(self._readable)
        if self._described != self._readable.keys():
            yield f"{described:,} descriptions of games, {stored:,} records"

    def _descriptions(self) -> Iterator[str]:
        tags = 0
        for _, game in self._library.games():
            tags += len(game.record.tags)
            self._positions += game.played + 1 if game.kind else 0
        uses = sum(self._library.terms.uses.segments().values())
        if uses != tags:
            yield f"the games have {plural(tags, 'tag')}, the index of tags has {uses:,}"

    def _index(self) -> Iterator[str]:
        by_key = by_board = _sum(np.zeros(0, np.int64))
        for index in (self._library.terms.uses, self._library.keys):
            by_key = _sum(np.zeros(0, np.int64))
            for segment, size in index.segments().items():
                last, in_order = np.uint64(0), True
                for rows in index.parts(segment):
                    keys = np.concatenate(([last], rows["key"]))
                    in_order = in_order and not (keys[1:] < keys[:-1]).any()
                    by_key, last, size = by_key + _sum(rows["place"]), keys[-1], size - len(rows)
                if not in_order or size:
                    problem = "keys are out of order or missing"
                    yield f"segment {segment} of the index by keys: {problem}"
        for block in self._library.boards.blocks():
            block.words()
            by_board = by_board + _sum(places_of(block.games))
        if not (np.array_equal(by_key, by_board) and by_key[0] == self._positions):
            yield (
                f"the positions differ: {self._positions:,} of the games, {by_key[0]:,} in the "
                f"index by keys, {by_board[0]:,} in the index by boards"
            )

    def _tables(self) -> Iterator[str]:
        for table in self._library.changed():
            yield f"the checksum of the table {table} does not match its rows"


def _sum(places: Places) -> Places:
    """Return the number of places, and the sum of their hashes modulo 2**64."""
    mixed = places ^ places >> PLY  # else the game of a first position has no part in the square
    return np.array([len(places), (mixed * mixed).sum()], np.int64)
