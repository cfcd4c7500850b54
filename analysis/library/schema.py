"""The tables of a library.

``games`` describes the games and ``records`` holds them; what many games share stands once in
``shapes`` and ``terms``, see `analysis.library.terms`. The positions are *rows*, numbered through
the whole library: those of one game follow one another, from its first position on. ``keys`` has
them in the order of their keys, in *segments* that are merged as they grow in number; ``boards``
has what stands on them, a kind of board at a time; ``measures`` has what statistics need of the
games, see `analysis.library.measured`. All are packed columns, see `analysis.library.packing`.
"""

import os
import sqlite3
from contextlib import closing, suppress

from records.library import APPLICATION, PATIENCE, SCHEMA, check_place, named_errors
from records.target import unfinished_folder

_TABLES = """
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('game', 0), ('row', 0);
CREATE TABLE kinds (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, variant TEXT NOT NULL, UNIQUE (game, variant)
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    twin INTEGER NOT NULL,
    kind INTEGER REFERENCES kinds,
    first INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    shape INTEGER NOT NULL REFERENCES shapes,
    plies INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    path INTEGER NOT NULL REFERENCES terms,
    line INTEGER NOT NULL,
    place INTEGER NOT NULL,
    source TEXT,
    tags BLOB NOT NULL,
    UNIQUE (digest, twin)
);
CREATE TABLE shapes (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE);
CREATE TABLE terms (
    id INTEGER PRIMARY KEY, name BLOB NOT NULL, value BLOB NOT NULL, UNIQUE (name, value)
);
CREATE TABLE uses (
    term INTEGER NOT NULL REFERENCES terms,
    game INTEGER NOT NULL REFERENCES games,
    PRIMARY KEY (term, game)
) WITHOUT ROWID;
CREATE INDEX games_by_row ON games (first, rows, kind);
CREATE TABLE records (id INTEGER PRIMARY KEY, json BLOB NOT NULL);
CREATE TABLE segments (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL);
CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    last INTEGER NOT NULL,
    place INTEGER NOT NULL,
    first INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    columns BLOB NOT NULL
);
CREATE INDEX keys_in_order ON keys (segment, last, place);
CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL REFERENCES kinds,
    rows INTEGER NOT NULL,
    games BLOB NOT NULL,
    columns BLOB NOT NULL
);
CREATE INDEX boards_by_kind ON boards (kind);
CREATE TABLE measures (id INTEGER PRIMARY KEY, games BLOB NOT NULL);
"""

PAGE = 8192
"""Bytes of a page: columns are of some ten thousand bytes each."""


def create(path: str) -> None:
    """Make a library without games, where there is no file, or an empty one.

    A new file takes its name only when it is complete.

    Raises:
        UnusableLibrary: the name stands for a folder, a FIFO or a device.
        OSError: it cannot be written.
    """
    check_place(path)
    place = os.path.realpath(path)
    if os.path.exists(place):
        if not os.path.getsize(place):
            _fill(place, path)
        return
    try:
        with unfinished_folder(os.path.dirname(place)) as beside:
            made = os.path.join(beside, "library")
            _fill(made, path)
            with suppress(FileExistsError):  # another process was quicker
                _move(made, place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _move(made: str, place: str) -> None:
    """Give a file its name, which no other file may have.

    Raises:
        FileExistsError: another file has it.
    """
    try:
        os.link(made, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.rename(made, place)


def _fill(place: str, path: str) -> None:
    """Write the tables into an empty file, which errors name by a path."""
    with (
        named_errors(path),
        # A whole path, for the engine has names of its own, such as ":memory:".
        closing(sqlite3.connect(place, timeout=PATIENCE, isolation_level=None)) as library,
    ):
        library.execute(f"PRAGMA page_size = {PAGE}")
        library.execute("BEGIN IMMEDIATE")
        if library.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            library.execute(f"PRAGMA application_id = {APPLICATION}")
            library.execute(f"PRAGMA user_version = {SCHEMA}")
            for statement in _TABLES.split(";"):
                library.execute(statement)
        library.execute("COMMIT")
