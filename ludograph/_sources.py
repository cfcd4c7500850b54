"""Reading records: from paths, open files and texts."""

import os
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import IO, TypeAlias

import records
from ludograph._arguments import check_type, typed
from records import Record
from records.sources.names import check_exists

Path: TypeAlias = str | os.PathLike[str]
"""A file, folder, glob pattern, ``-``, ``@NAMES`` or ``classic:NAME``."""


@typed
def read(
    source: Path | IO[str] | IO[bytes] | Iterable[Path],
    *,
    format: str | None = None,  # noqa: A002 (the command line's word)
    game: str | None = None,
    variant: str | None = None,
    dialect: str | None = None,
    encoding: str | None = None,
) -> Iterator[Record]:
    """Yield the records of files, one at a time, in bounded memory.

    For a file that exists but cannot be read, a record without moves is yielded, whose ``findings``
    give the reason; the other files are still read.

    Args:
        source: a path, several paths, or an open file of text or bytes.
        format: name of the file format; None detects it.
        game: name of the game; None detects it for each record.
        variant: variant string of all records; None takes each record's own.
        dialect: name of the dialect of all moves; None detects it for each record.
        encoding: encoding of the files; None detects it.

    Raises:
        MissingFile: there is no such file or folder, or no file that matches the pattern.
        UnknownName: there is no such format, game, dialect, encoding or bundled game.
    """
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        if isinstance(source, bytes) or not isinstance(source, Iterable):
            kinds = "a path, an open file, or several paths"
            raise TypeError(f"source must be {kinds}, not {type(source).__name__}")
        source = list(source)
        for path in source:
            check_type("source", path, str, os.PathLike)
            check_exists(os.fspath(path))
    return records.read(
        source, format=format, game=game, variant=variant, dialect=dialect, encoding=encoding
    )


@typed
def read_text(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002 (the command line's word)
    game: str | None = None,
    variant: str | None = None,
    dialect: str | None = None,
) -> list[Record]:
    """Return the records that a text holds, in any format.

    Args:
        text: the content of a file; bytes are decoded as in a file.
        format: name of the format; None detects it.
        game: name of the game; None detects it for each record.
        variant: variant string of all records; None takes each record's own.
        dialect: name of the dialect of all moves; None detects it for each record.

    Raises:
        UnknownName: there is no such format, game or dialect.
    """
    if isinstance(text, bytes):
        file = BytesIO(text)
        return list(read(file, format=format, game=game, variant=variant, dialect=dialect))
    return list(records.read_text(text, format=format, game=game, variant=variant, dialect=dialect))
