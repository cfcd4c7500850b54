"""Writing records: single ones as text, or files."""

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
"""Records in a fragment."""


def write(record: Record, format: str = "text") -> str:  # noqa: A002 (the command line's word)
    """Return one record as text in a format.

    A file of ``text``, ``jsonl`` or ``sgf`` is the concatenation of its records; `save` writes
    files of every format.

    Raises:
        UnknownName: there is no such format.
        CannotWrite: the format would lose data of the record, or is binary.
    """
    return find(format).write(record)


def save(
    records: Record | Iterable[Record],
    target: str | os.PathLike[str] | IO[bytes],
    format: str | None = None,  # noqa: A002 (the command line's word)
    *,
    lossy: bool = False,
) -> tuple[Finding, ...]:
    """Write a file of records in bounded memory.

    A file appears under its name when it is complete; if anything fails, the old file stays. A
    symbolic link stays, and its target is replaced. The suffixes ``.gz`` and ``.zst`` compress.

    Args:
        records: one record, or an iterable of them.
        target: the name of the file, or a file open for writing bytes, which is left open.
        format: name of the format; None infers it from the suffix, or takes plain text for an open
            file.
        lossy: whether to leave out data that the format cannot hold.

    Returns:
        A note (code ``left-out``) for each loss, in the order of the records.

    Raises:
        UnknownName: there is no such format, or no format has the suffix.
        CannotWrite: the format cannot hold a record; with ``lossy``, only if it cannot hold a move.
        OSError: the file cannot be written.
    """
    several = [records] if isinstance(records, Record) else records
    if not isinstance(target, str | os.PathLike):
        return _fill(several, target, find(format) if format else DEFAULT, lossy)
    path = os.fspath(target)
    form = find(format) if format else by_suffix(path)
    if form is None:
        known = ", ".join(FORMATS)
        raise UnknownName(f"{path}: the format is not known from the name; name one: {known}")
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
    """Open a file for writing; compressed if the suffix of ``path`` is ``.gz`` or ``.zst``."""
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
