"""The rows of a library's tables, with a checksum of each table.

All rows are inserted and deleted here. The checksum of a table is the sum of the hashes of its
rows, stored in the table ``counters``. `Contents.changed` compares it with the stored rows. This
also detects a page that overwrites another page of the file and has only intact rows.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from analysis.library.packing import DamagedColumn, typed

Value = int | str | bytes
"""A value in a row."""

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

_CHECKED = tuple(name for name in TABLES if name != "counters")

_OWN = "sum of counters"

_WORD = 1 << 64


class Contents:
    """The rows of a library.

    Args:
        engine: the connection to the library.
    """

    def __init__(self, engine: sqlite3.Connection) -> None:
        self._engine = engine
        self._sums: Counter[str] = Counter()

    def insert(self, table: str, rows: Iterable[Sequence[Value]]) -> None:
        """Insert rows; the first value of each row is its number."""
        rows = list(rows)
        if rows:
            self._engine.executemany(_insertion(table, len(rows[0])), rows)
            self._sums[table] += sum(_hash(table, row) for row in rows)

    def add(self, table: str, *values: Value) -> int:
        """Insert a row, given without its number; return the number that SQLite assigns to it."""
        row = (None, *values)
        made = self._engine.execute(_insertion(table, len(row)), row)
        number = made.lastrowid or 0
        self._sums[table] += _hash(table, (number, *values))
        return number

    def delete(self, table: str, where: str, values: Sequence[Value]) -> int:
        """Delete the rows for which an SQL expression is true; return their number.

        Args:
            where: the expression.
            values: the parameters of the expression.
        """
        found = self._engine.execute(f"SELECT * FROM {table} WHERE {where}", values)
        self._sums[table] -= sum(_hash(table, row) for row in found)
        return self._engine.execute(f"DELETE FROM {table} WHERE {where}", values).rowcount

    def count(self, name: str) -> int:
        """Return the value of a counter.

        Raises:
            DamagedColumn: it is missing.
        """
        found = self._engine.execute("SELECT value FROM counters WHERE name = ?", (name,))
        for (value,) in typed(found, int):
            return int(value)
        raise DamagedColumn(f"the counter of {name} is missing")

    def set_count(self, name: str, value: int) -> None:
        """Set a counter."""
        self._engine.execute("INSERT OR REPLACE INTO counters VALUES (?, ?)", (name, value))

    def create(self) -> None:
        """Create the tables of an empty library."""
        for statement in (*TABLES.values(), *INDEXES.values()):
            self._engine.execute(statement)
        self.set_count("game", 0)
        for name in _CHECKED:
            self.set_count(_sum_of(name), 0)
        self.set_count(_OWN, self._sum_of_counters())

    def keep_sums(self) -> None:
        """Store the checksums of the tables, at the end of a transaction."""
        for table, change in self._sums.items():
            self.set_count(_sum_of(table), _signed(self.count(_sum_of(table)) + change))
        self.set_count(_OWN, self._sum_of_counters())
        self.forget()

    def forget(self) -> None:
        """Forget changes of the checksums, after a transaction was rolled back."""
        self._sums.clear()

    def changed(self) -> Iterator[str]:
        """Yield the names of tables whose rows do not match the stored checksum."""
        known = TABLES | INDEXES
        found = self._engine.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")
        if dict(found.fetchall()) != known:
            yield "sqlite_master"
        if self.count(_OWN) != self._sum_of_counters():
            yield "counters"
        for table in _CHECKED:
            rows = self._engine.execute(f"SELECT * FROM {table} NOT INDEXED")
            if self.count(_sum_of(table)) != _signed(sum(_hash(table, row) for row in rows)):
                yield table

    def _sum_of_counters(self) -> int:
        rows = self._engine.execute("SELECT * FROM counters WHERE name != ?", (_OWN,))
        return _signed(sum(_hash("counters", row) for row in rows))


def _insertion(table: str, columns: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"


def _sum_of(table: str) -> str:
    return f"sum of {table}"


def _signed(number: int) -> int:
    """Return a number modulo 2**64 as the signed integer that SQLite stores."""
    return (number + _WORD // 2) % _WORD - _WORD // 2


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
