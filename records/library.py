"""Libraries of games as sources: files made by ``ludograph library import``.

A library is an SQLite file with the application number `APPLICATION`. The table ``records`` has the
compressed JSON objects of the games, in blocks of consecutive numbers; `analysis.library` manages
the other tables.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from errno import EIO, ENOENT, ENOSPC, EROFS
from os import strerror
from pathlib import Path
from typing import IO

import zstandard

from notation import LudographError
from notation.findings import violation
from records.assumptions import Assumptions
from records.format import Format
from records.jsonl import from_json
from records.jsontext import loads
from records.model import Record, Source, without_games
from records.sources.boundary import UNREADABLE, UnreadableFile

APPLICATION = 0x4C55444F
"""The SQLite application number of the file: ``LUDO``."""

SCHEMA = 5
"""The version of the tables."""

LARGEST = 1 << 28
"""Largest unpacked size of a block of records, in bytes."""

LEVEL = 6
"""Level of compression of records."""

MOST = 64
"""Maximum number of records in a block."""

PATIENCE = 60.0
"""Time limit in seconds for waiting for another process that writes to the library."""

DICTIONARY = zstandard.ZstdCompressionDict(
    b'{"game": "", "variant": "standard", "dialect": "", "start": null, "tags": {"Event": "", '
    b'"Site": "", "Date": "20.", "Round": "", "White": "", "Black": "", "Red": "", "Blue": ""}, '
    b'"comment": "", "comments": {}, "details": {}, "moves": ["", ""], "result": "1-0", "0-1", '
    b'"1/2-1/2", "*", "source": {"path": ".jsonl", "line": 1, "game": 1}, "notes": []}',
    dict_type=zstandard.DICT_TYPE_RAWCONTENT,
)
"""The compression dictionary of text that records share. It is part of `SCHEMA`."""

DAMAGED = "damaged-library"
"""The code of the finding on a game whose record cannot be read."""

LEFT = ": ludograph library check shows what is left"
"""The end of the message on a damaged library."""

ENGINE_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The exceptions of SQLite on damaged files; decoding their messages may fail."""

_SYSTEM = {
    sqlite3.SQLITE_FULL: ENOSPC,
    sqlite3.SQLITE_IOERR: EIO,
    sqlite3.SQLITE_READONLY: EROFS,
    sqlite3.SQLITE_CANTOPEN: ENOENT,
}


class UnusableLibrary(LudographError):
    """A file that cannot be used as a library: damaged, locked, of another version or kind."""


@contextmanager
def named_errors(path: str) -> Iterator[None]:
    """Convert the exceptions of SQLite to errors that name the library.

    Raises:
        UnusableLibrary: the library is damaged or locked.
        OSError: the system cannot read or write it.
    """
    try:
        yield
    except ENGINE_ERRORS as error:
        code = error_code(error)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            message = f"{path}: another process is writing this library: try again when it is done"
            raise UnusableLibrary(message) from None
        if code in _SYSTEM:
            raise OSError(_SYSTEM[code], strerror(_SYSTEM[code]), path) from None
        raise UnusableLibrary(f"{path}: the library is damaged ({error}){LEFT}") from None


def error_code(error: Exception) -> int:
    """Return the primary SQLite code of an exception; the code for damage if it has none."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF


def check_place(path: str) -> None:
    """Check that a path is not a folder, a FIFO or a device.

    Raises:
        UnusableLibrary: it is one of these.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "a FIFO, a socket or a device"
        raise UnusableLibrary(f"{path}: {what}; a library must be a regular file")


def connect(path: str, *, write: bool = False, place: str | None = None) -> sqlite3.Connection:
    """Open an existing library, for one thread at a time.

    An interrupted import is rolled back first, if the file is writable.

    Args:
        path: the name of the file in messages.
        write: whether to open it for writing.
        place: the file to open; None for ``path``.

    Raises:
        UnusableLibrary: the file is not a library, damaged, or of another version.
        OSError: it cannot be opened.
    """
    place = place or path
    check_place(place)
    with open(place, "rb"):
        pass  # so that the error has the reason of the system
    with named_errors(path):
        name = f"{Path(place).absolute().as_uri()}?mode=rw"
        found = sqlite3.connect(
            name, timeout=PATIENCE, isolation_level=None, uri=True, check_same_thread=False
        )
        try:
            _check(found, path)
            found.execute(f"PRAGMA query_only = {int(not write)}")
        except BaseException:
            found.close()
            raise
    return found


def _check(library: sqlite3.Connection, path: str) -> None:
    """Check that an opened file is a library of this version.

    Raises:
        UnusableLibrary: it is another file.
    """
    library.execute("PRAGMA trusted_schema = OFF")
    try:
        pragmas = ("application_id", "user_version", "page_count")
        found = [library.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    except ENGINE_ERRORS as error:
        if error_code(error) == sqlite3.SQLITE_NOTADB:
            raise UnusableLibrary(f"{path}: not a library of games") from None
        raise
    application, version, pages = found
    if not (application or version or pages):
        raise UnusableLibrary(f"{path}: an empty file, and not a library of games")
    if application != APPLICATION:
        raise UnusableLibrary(f"{path}: a file of SQLite, but not a library of games")
    if version != SCHEMA:
        age = "a newer" if version > SCHEMA else "an older"
        way = "use that" if version > SCHEMA else "import the games into a new library with this"
        raise UnusableLibrary(
            f"{path}: {age} release of ludograph made this library (tables of version {version}, "
            f"this one has {SCHEMA}): {way} release"
        )
    kind = library.execute("SELECT type FROM sqlite_master WHERE name = 'records'").fetchone()
    if kind != ("table",):
        raise UnusableLibrary(f"{path}: the library is damaged (it has no table of records)")


def pack_records(first: int, texts: Sequence[str]) -> bytes:
    """Return the JSON objects of games with consecutive numbers as a block.

    Args:
        first: the number of the first game, which is stored in the block, too.
        texts: the objects, one for each game.
    """
    joined = "\n".join((str(first), *texts)).encode(errors="surrogatepass")
    return zstandard.ZstdCompressor(LEVEL, DICTIONARY, write_checksum=True).compress(joined)


def unpack_records(first: int, count: int, packed: object) -> list[str]:
    """Return the JSON objects of ``count`` games from a block; ``first`` is the first number.

    Raises:
        ValueError: the block is damaged, or stored in the place of another.
    """
    try:
        if not isinstance(packed, bytes) or zstandard.frame_content_size(packed) > LARGEST:
            raise ValueError("it is no block of records")
        unpacker = zstandard.ZstdDecompressor(dict_data=DICTIONARY)
        joined = unpacker.decompress(packed, LARGEST).decode(errors="surrogatepass")
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
    stated, *texts = joined.split("\n")
    if stated != str(first) or len(texts) != count:
        raise ValueError("it is stored in the place of another")
    return texts


def stored_records(library: sqlite3.Connection) -> Iterator[tuple[int, str | None]]:
    """Yield the numbers and JSON objects of games in order; None for a damaged one."""
    number = 0
    while True:
        try:
            rows = library.execute(
                "SELECT first, count, json FROM records WHERE first > ? ORDER BY first", (number,)
            )
            for first, count, packed in rows:
                is_block = type(first) is int and type(count) is int and 0 < count <= MOST
                if not is_block or first <= number:
                    raise sqlite3.DatabaseError(f"record {first} is stored in the place of another")
                number = first + count - 1
                try:
                    yield from enumerate(unpack_records(first, count, packed), first)
                except ValueError:
                    yield from ((one, None) for one in range(first, number + 1))
            return
        except ENGINE_ERRORS as error:
            if error_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            last = _last_number(library)
            if last is None:
                raise
            if number >= last:
                return
            number += 1
            yield number, None


def _last_number(library: sqlite3.Connection) -> int | None:
    """Return the highest number given to a game; None if the counter is damaged."""
    with suppress(*ENGINE_ERRORS, TypeError):
        query = "SELECT value FROM counters WHERE name = 'game'"
        (last,) = library.execute(query).fetchone()
        bytes_of_all = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        if type(last) is int and last < library.execute(bytes_of_all).fetchone()[0]:
            return last
    return None


def read_stored(text: str | None, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a stored JSON object; a damaged one has no moves and a finding."""
    try:
        if text is None:
            raise ValueError("it is in a damaged part of the file")
        return from_json(loads(text), here, assumptions)
    except (ValueError, TypeError) as error:
        message = f"game {here.game} of the library is damaged: {error}"
        return Record(source=here, findings=(violation(DAMAGED, message).at(line=here.line),))


class LibraryFormat(Format):
    """The games of a library, in the order of their numbers."""

    binary = True

    lossless = True

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records; a damaged one has no moves and a finding.

        Raises:
            UnreadableFile: the library cannot be read, or not to its end.
        """
        count = 0
        try:
            with closing(connect(path, place=file.name)) as library, named_errors(path):
                for number, text in stored_records(library):
                    count += 1
                    yield read_stored(text, Source(path, number, number), assumptions)
        except (LudographError, OSError) as error:
            raise UnreadableFile(violation(UNREADABLE, str(error)).at(line=1)) from None
        if not count:
            yield without_games(path, violation("no-game", "the library has no games").at(line=1))
