"""Reading records from files, folders, archives, open files and strings."""

import codecs
import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, cast

from notation import Finding, UnknownName
from notation.errors import did_you_mean
from records.assumptions import AUTO, Assumptions
from records.format import Format
from records.formats import DEFAULT, find, sniff, sniff_bytes
from records.model import Record
from records.pieces import with_reading_findings
from records.sources.boundary import guarded
from records.sources.decode import (
    UNPACKED_LIMIT,
    Stream,
    whole_lines,
)
from records.sources.names import FileFilter, check_exists, streams

Sources = str | os.PathLike[str] | IO[str] | IO[bytes] | Iterable[str | os.PathLike[str]]

TEXT_NAME = "<text>"
"""The name of the source of records from a string."""


def read(
    source: Sources,
    *,
    format: str | None = None,  # noqa: A002 (the command line's word)
    game: str | None = None,
    variant: str | None = None,
    dialect: str | None = None,
    encoding: str | None = None,
    limit: int = UNPACKED_LIMIT,
    layout: str = AUTO,
    files: FileFilter | None = None,
) -> Iterator[Record]:
    """Yield the records of files, one at a time, in bounded memory.

    A file that cannot be read does not stop the others: it yields a record without moves whose
    findings give the reason (codes ``unreadable-file``, ``binary-file``, ``encoding``,
    ``empty-file``, ``no-game``, ``long-line``, ``unpacked-size``). The last game before a break has
    the finding ``cut-off``: it may be incomplete.

    Args:
        source: a name, an iterable of names, or an open file of text or of bytes. A name is that of
            a file or folder, a glob pattern, ``-`` for standard input, ``@NAME`` for a file of
            names, or ``classic:NAME`` for a bundled game. For the text of games in a `str`, see
            `read_text`.
        format: name of the format; None to detect it for each text.
        game: name of the game; None to detect it for each record.
        variant: variant string of all records; None to use each record's own.
        dialect: name of the dialect of all moves; None to detect it for each record.
        encoding: encoding of the files; None to detect it for each.
        limit: largest unpacked size of a compressed file or a member of an archive, in bytes.
        layout: layout of the tables of moves in text: ``rows``, ``blocks`` of rows side by side,
            ``sides`` one above the other, or ``auto`` to detect it from the numbers.
        files: which of the files are read; None for all.

    Raises:
        UnknownName: there is no such format, game, dialect, encoding, layout or bundled game.
        MissingFile: the only source named does not exist (a `FileNotFoundError`); among several it
            yields a record with the finding ``unreadable-file``.
    """
    assumptions = Assumptions(game, variant, dialect, layout)
    if format is not None:
        find(format)
    if encoding is not None:
        _check_encoding(encoding)
    if isinstance(source, str | os.PathLike):
        check_exists(os.fspath(source))
    return _read(source, format, assumptions, encoding, limit, files)


def read_text(
    text: str,
    *,
    format: str | None = None,  # noqa: A002 (the command line's word)
    game: str | None = None,
    variant: str | None = None,
    dialect: str | None = None,
    layout: str = AUTO,
) -> Iterator[Record]:
    """Yield the records of a string. Their source is named ``<text>``.

    Args:
        text: the content of a file of records.
        format: name of the format; None to detect it.
        game: name of the game; None to detect it for each record.
        variant: variant string of all records; None to use each record's own.
        dialect: name of the dialect of all moves; None to detect it for each record.
        layout: layout of the tables of moves, as in `read`.

    Raises:
        UnknownName: there is no such format, game, dialect or layout.
    """
    assumptions = Assumptions(game, variant, dialect, layout)
    form = sniff(text) if format is None else find(format)
    lines = io.StringIO(text, newline=None).read()
    found = form.read(iter([lines]), TEXT_NAME, assumptions)
    return with_reading_findings(found, TEXT_NAME, [], [])


def _check_encoding(name: str) -> None:
    """Check that an encoding exists, and encodes text, unlike ``hex``.

    Raises:
        UnknownName: there is no such encoding.
    """
    try:
        empty = codecs.getincrementaldecoder(name)().decode(b"", final=True)
    except (LookupError, ValueError, TypeError):
        empty = None
    if empty != "":
        usual = ("utf-8", "utf-16", "cp1252")
        meant = did_you_mean(name, usual)
        raise UnknownName(f"no encoding {name!r}{meant}; usual ones: {', '.join(usual)}")


def _read(
    source: Sources,
    form: str | None,
    assumptions: Assumptions,
    encoding: str | None,
    limit: int,
    files: FileFilter | None,
) -> Iterator[Record]:
    if hasattr(source, "read"):
        opened: Iterable[Stream] = [_opened(cast("IO[str] | IO[bytes]", source), encoding)]
    else:
        names = [source] if isinstance(source, str | os.PathLike) else source
        opened = streams(names, encoding, limit, files)
    for stream in opened:
        yield from stream_records(stream, *choose(stream, form), assumptions)


def _opened(source: IO[str] | IO[bytes], encoding: str | None) -> Stream:
    """Return the stream of an open file; text files are read as UTF-8."""
    name = str(getattr(source, "name", "-"))
    if isinstance(source.read(0), bytes):
        return Stream(name, cast("IO[bytes]", source), encoding)
    return Stream(name, _Encoded(cast("IO[str]", source)), "utf-8")


class _Encoded:
    """The bytes of an open text file."""

    def __init__(self, text: IO[str]) -> None:
        self._text = text

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes; lone surrogates become escapes."""
        return self._text.read(size).encode("utf-8", "backslashreplace")


def stream_records(
    stream: Stream, form: Format, blocks: Iterator[str], assumptions: Assumptions
) -> Iterator[Record]:
    """Yield the records of a stream up to a failure, with the findings on decoding.

    Args:
        stream: the stream.
        form: the format of the stream, from `choose`.
        blocks: the text of the stream, from `choose`.
        assumptions: what the caller knows about the games.
    """
    failures: list[Finding] = []
    if form.binary:
        found = _binary_records(stream, form, assumptions)
    else:
        found = text_records(form, guarded(blocks, failures), stream.path, assumptions)
    yield from with_reading_findings(found, stream.path, stream.findings, failures)


def text_records(
    form: Format, text: Iterator[str], path: str, assumptions: Assumptions
) -> Iterator[Record]:
    """Yield the records of a text, and read it to its end."""
    yield from form.read(text, path, assumptions)
    for _ in text:
        pass  # A failure after the part that the reader needed is reported, too.


def choose(stream: Stream, form: str | None) -> tuple[Format, Iterator[str]]:
    """Return the format of a stream, and its text, which is empty for a binary format.

    If there is no text or decompression fails, the error is raised when the text is read.

    Args:
        stream: the stream, at its beginning.
        form: name of the format; None to detect it.
    """
    try:
        chosen = find(form) if form else sniff_bytes(stream.head())
        if chosen and chosen.binary:
            return chosen, iter(())
        blocks = stream.blocks()
        head = next(blocks, "")
        chosen = chosen or sniff(head, stream.path)
    except Exception as error:
        return DEFAULT, _failing(error)
    text = chain([head], blocks)
    return chosen, whole_lines(text) if chosen.split else text


def _failing(error: Exception) -> Iterator[str]:
    """Yield nothing, and raise an error."""
    yield from ()
    raise error


def _binary_records(stream: Stream, form: Format, assumptions: Assumptions) -> Iterator[Record]:
    """Yield the records of a binary stream, which is copied unless it is a file on disk.

    Raises:
        UnreadableFile: decompression fails.
    """
    raw = stream.raw
    if isinstance(raw, io.BufferedReader) and raw.seekable() and isinstance(raw.name, str):
        raw.seek(0)
        yield from form.read_file(raw, stream.path, assumptions)
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder, open(os.path.join(folder, "copy"), "w+b") as copy:
        for block in iter(stream.take, b""):
            copy.write(block)
        copy.seek(0)
        yield from form.read_file(copy, stream.path, assumptions)
