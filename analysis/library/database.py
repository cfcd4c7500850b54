"""The SQLite file of a library: its tables, transactions, and a checksum of each table.

All rows are inserted and deleted here. The checksum of a table is the sum of the hashes of its
rows, stored in the table ``counters``. `Database.changed` compares it with the stored rows. This
also detects a page of intact rows that was written over another page of the file.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import blake2b
from typing import Any, Self

from analysis.library.packing import DamagedColumn
from records.library import APPLICATION, PATIENCE, SCHEMA, check_place, connect, named_errors

Value = int | str | bytes
"""A value in a row."""

PAGE = 2048
"""Page size in bytes; with larger pages a small library has more empty space."""

TABLES = {
    "counters": """CREATE TABLE counters (
    name TEXT PRIMARY KEY, value INTEGER NOT NULL
) WITHOUT ROWID""",
    "games": """CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    twin INTEGER NOT NULL,
    shape INTEGER NOT NULL REFERENCES shapes,
    plies INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    path INTEGER NOT NULL REFERENCES terms,
    line INTEGER NOT NULL,
    place INTEGER NOT NULL,
    source BLOB NOT NULL,
    tags BLOB NOT NULL,
    UNIQUE (digest, twin)
)""",
    "records": """CREATE TABLE records (
    first INTEGER PRIMARY KEY, count INTEGER NOT NULL, json BLOB NOT NULL
)""",
    "shapes": "CREATE TABLE shapes (id INTEGER PRIMARY KEY, packed BLOB NOT NULL)",
    "terms": """CREATE TABLE terms (
    id INTEGER PRIMARY KEY,
    name INTEGER NOT NULL REFERENCES terms,
    folded INTEGER NOT NULL,
    value BLOB NOT NULL
)""",
    "segments": """CREATE TABLE segments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, rows INTEGER NOT NULL
)""",
    "keys": """CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments,
    part INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    packed BLOB NOT NULL
)""",
    "kinds": """CREATE TABLE kinds (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, variant TEXT NOT NULL
)""",
    "boards": """CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL REFERENCES kinds,
    rows INTEGER NOT NULL,
    games BLOB NOT NULL,
    columns BLOB NOT NULL
)""",
    "measures": "CREATE TABLE measures (id INTEGER PRIMARY KEY, games BLOB NOT NULL)",
}
"""The statements that create the tables."""

INDEXES = {
    "terms_by_value": "CREATE INDEX terms_by_value ON terms (name, folded)",
    "keys_in_order": "CREATE INDEX keys_in_order ON keys (segment, last, part)",
}
"""The statements that create the indexes."""

_OWN = "sum of counters"


class Database:
    """The file of a library, opened.

    Args:
        path: the file, which has to exist.
        write: whether it is opened for writing.

    Attributes:
        path: the file.
        engine: the connection to SQLite. Use it, and read or change rows, only inside
            `records.library.named_errors`.

    Raises:
        UnusableLibrary: it is not a library, is damaged, or of another version.
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        self.path = path
        self.engine = connect(path, write=write)
        self._sums = Counter[str]()

    @classmethod
    def made(cls, path: str) -> Self:
        """Open a library for writing; create it if there is no file or an empty file.

        Raises:
            UnusableLibrary: it is not a library, is damaged, or of another version.
            OSError: it cannot be written.
        """
        check_place(path)
        if not os.path.exists(path) or not os.path.getsize(path):
            _create(path)
        return cls(path, write=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.engine.close()

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Return a context that changes the library in one transaction.

        Raises:
            UnusableLibrary: the library is locked by another process, or damaged.
            OSError: the file cannot be written.
        """
        with named_errors(self.path):
            self.engine.execute("BEGIN IMMEDIATE")
            try:
                yield self.engine
                for table, change in self._sums.items():
                    name = _sum_of(table)
                    self.set_count(name, _signed(self.count(name) + change))
                self.set_count(_OWN, self._sum("counters"))
                self.engine.execute("COMMIT")
            except BaseException:
                if self.engine.in_transaction:
                    self.engine.execute("ROLLBACK")
                raise
            finally:
                self._sums.clear()

    def select(
        self, query: str, *kinds: type, values: Sequence[Value] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query after checking the types of their values; SQLite does not
        check them.

        Args:
            query: a ``SELECT`` statement.
            kinds: the type of each value in a row.
            values: the parameters of the query.

        Raises:
            DamagedColumn: a value has another type.
        """
        for row in self.engine.execute(query, values):
            if tuple(map(type, row)) != kinds:
                raise DamagedColumn("a row has values of other types than its table")
            yield row

    # Changes: to be made inside `changing`.

    def insert(self, table: str, rows: Iterable[Sequence[Value]]) -> None:
        """Insert rows; the first value of each row is its number."""
        rows = list(rows)
        if rows:
            self.engine.executemany(_insertion(table, len(rows[0])), rows)
            self._sums[table] += sum(_hash(table, row) for row in rows)

    def add(self, table: str, *values: Value) -> int:
        """Insert a row, given without its number; return the number that SQLite assigns to it."""
        made = self.engine.execute(_insertion(table, len(values) + 1), (None, *values))
        number = made.lastrowid or 0
        self._sums[table] += _hash(table, (number, *values))
        return number

    def delete(self, table: str, where: str, values: Sequence[Value]) -> int:
        """Delete the rows for which an SQL expression is true; return their number.

        ``values`` are the parameters of the expression.
        """
        found = self.engine.execute(f"SELECT * FROM {table} WHERE {where}", values)
        self._sums[table] -= sum(_hash(table, row) for row in found)
        return self.engine.execute(f"DELETE FROM {table} WHERE {where}", values).rowcount

    def count(self, name: str) -> int:
        """Return the value of a counter.

        Raises:
            DamagedColumn: it is missing.
        """
        query = "SELECT value FROM counters WHERE name = ?"
        for (value,) in self.select(query, int, values=(name,)):
            return int(value)
        raise DamagedColumn(f"the counter of {name} is missing")

    def set_count(self, name: str, value: int) -> None:
        """Set a counter."""
        self.engine.execute("INSERT OR REPLACE INTO counters VALUES (?, ?)", (name, value))

    def changed(self) -> Iterator[str]:
        """Yield the names of tables whose rows do not match the stored checksum."""
        found = self.engine.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")
        if dict(found.fetchall()) != TABLES | INDEXES:
            yield "sqlite_master"
        for table in TABLES:
            if self.count(_sum_of(table)) != self._sum(table):
                yield table

    def _sum(self, table: str) -> int:
        """Return the checksum of a table, as the signed integer that SQLite stores."""
        others = f"WHERE name != '{_OWN}'" if table == "counters" else ""
        rows = self.engine.execute(f"SELECT * FROM {table} NOT INDEXED {others}")
        return _signed(sum(_hash(table, row) for row in rows))


def _create(path: str) -> None:
    """Create the tables of a library in a new or empty file."""
    with open(path, "ab"):
        pass  # so that the error has the reason of the system
    with (
        named_errors(path),
        # An absolute path, because SQLite gives some names a meaning, such as ":memory:".
        closing(sqlite3.connect(os.path.abspath(path), PATIENCE, isolation_level=None)) as engine,
    ):
        engine.execute(f"PRAGMA page_size = {PAGE}")
        # Merging leaves a third of the pages free, which each transaction gives back.
        engine.execute("PRAGMA auto_vacuum = FULL")
        engine.execute("BEGIN IMMEDIATE")
        # Another process may just have created the tables.
        if engine.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            engine.execute(f"PRAGMA application_id = {APPLICATION}")
            engine.execute(f"PRAGMA user_version = {SCHEMA}")
            for statement in (*TABLES.values(), *INDEXES.values()):
                engine.execute(statement)
            counters = {"game": 0} | {_sum_of(table): 0 for table in TABLES if table != "counters"}
            own = _signed(sum(_hash("counters", row) for row in counters.items()))
            rows = (counters | {_OWN: own}).items()
            engine.executemany("INSERT INTO counters VALUES (?, ?)", rows)
        engine.execute("COMMIT")


def _insertion(table: str, columns: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"


def _sum_of(table: str) -> str:
    return f"sum of {table}"


def _signed(number: int) -> int:
    """Return a number modulo 2**64 as the signed integer that SQLite stores."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _hash(table: str, row: Sequence[object]) -> int:
    """Return a 64-bit hash of the values of a row and of their types."""
    found = blake2b(table.encode(), digest_size=8)
    for value in row:
        if isinstance(value, bytes):
            found.update(b"b%d:" % len(value))
            found.update(value)
        else:
            found.update(f"{type(value).__name__}{value!r},".encode())
    return int.from_bytes(found.digest(), "little")
