"""Writing records: one as text, or whole files of them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import IO, cast

from notation import Finding, UnknownName
from records.format import Format
from records.formats import DEFAULT, FORMATS, by_suffix, find
from records.model import Record
from records.target import completed

BATCH = 1000
"""Records to a fragment."""


def write(record: Record, format: str = "text") -> str:  # noqa: A002 (the command line's word)
    """Return one record as text in a format.

    A file of ``text``, ``jsonl`` or ``sgf`` is its records one after the other; `save` writes
    files of every format.

    Raises:
        UnknownName: there is no such format.
        CannotWrite: the format would lose something of the record, or is no text.
    """
    return find(format).write(record)


def save(
    records: Record | Iterable[Record],
    target: str | os.PathLike[str] | IO[bytes],
    format: str | None = None,  # noqa: A002 (the command line's word)
    *,
    lossy: bool = False,
) -> tuple[Finding, ...]:
    """Write a file of records, one or many, in bounded memory.

    A named file takes its name only when it is complete: until then, and if anything fails, the
    one that was there before stays. A symbolic link stays, too: what it leads to is written. The
    endings ``.gz`` and ``.zst`` compress.

    Args:
        records: what to write; taken one at a time.
        target: the name of the file, or a file open for writing bytes, which is left open.
        format: name of the format; None takes the one that the file's ending stands for, and
            plain text for an open file.
        lossy: whether to leave out what the format cannot hold.

    Returns:
        A note (code ``left-out``) for each thing left out, in the order of the records.

    Raises:
        UnknownName: there is no such format, or the file's ending stands for none.
        CannotWrite: a record has something in it that the format cannot hold. With ``lossy``, only
            where a move itself is of that kind.
        OSError: the file cannot be written.
    """
    several = [records] if isinstance(records, Record) else records
    if not isinstance(target, str | os.PathLike):
        return _fill(several, target, find(format) if format else DEFAULT, lossy)
    path = os.fspath(target)
    form = find(format) if format else by_suffix(path)
    if form is None:
        known = ", ".join(FORMATS)
        raise UnknownName(f"{path}: the name stands for no format; name one: {known}")
    with completed(path) as out, compressed(path, out) as packed:
        return _fill(several, packed, form, lossy)


def _fill(
    records: Iterable[Record], out: IO[bytes], form: Format, lossy: bool
) -> tuple[Finding, ...]:
    dropped: list[Finding] = []
    writer, rest = form.writer(out), iter(records)
    while batch := list(islice(rest, BATCH)):
        fits = [form.fit(record, lossy) for record in batch]
        dropped += [finding for _, findings in fits for finding in findings]
        writer.append(form.pack(record for record, _ in fits))
    writer.close()
    return tuple(dropped)


@contextmanager
def compressed(path: str, out: IO[bytes]) -> Iterator[IO[bytes]]:
    """Open a file to be compressed into another, as far as a name's ending asks for that."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".gz":
        import gzip

        with gzip.GzipFile("", fileobj=out, mode="wb", mtime=0) as packed:
            yield cast("IO[bytes]", packed)
    elif suffix == ".zst":
        from zstandard import ZstdCompressor

        with ZstdCompressor().stream_writer(out, closefd=False) as packed:
            yield cast("IO[bytes]", packed)
    else:
        yield out
