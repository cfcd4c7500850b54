"""Files, compressed files and archives, by their names; and errors of reading them."""

import os
import zlib
from collections.abc import Iterator
from typing import IO

from notation import Finding
from notation.findings import violation
from records.sources.boundary import FAULT, fault
from records.sources.members import Member, is_tar, is_zip, whole_file

UNPACKED_LIMIT = 16 << 30
"""Bytes that one compressed file, or one member of an archive, may unpack to."""

UNREADABLE = "unreadable-file"
"""The code of the finding on a file that could not be read at all, or not to its end."""

_PICTURES = {"no-tesseract", "image-size", "image-time", "image-unread"}

NOT_READ = frozenset({UNREADABLE, FAULT, "long-line", "unpacked-size", *_PICTURES})
"""Codes of the findings on files that were not read, or not to their end."""

_EXPECTED = ("zipfile", "tarfile", "zstandard", "zlib")


def members(path: str, raw: IO[bytes], limit: int = UNPACKED_LIMIT) -> Iterator[Member]:
    """Yield what a file holds: itself, unpacked if it is compressed, or the members of an archive.

    Args:
        path: the name, whose ending decides what the file is.
        raw: the file; it may be read once each member has been.
        limit: bytes that each may unpack to; one that has more raises `TooLong` when read.

    Raises:
        OSError: the file cannot be read.
        tarfile.TarError: it is not an archive, or a damaged one.
    """
    if is_zip(path):
        from records.sources.zips import zip_members

        yield from zip_members(path, raw, limit)
        return
    content = whole_file(path, raw, limit)
    if is_tar(path):
        from records.sources.tars import tar_members

        yield from tar_members(path, content.raw if content else raw, limit)
    else:
        yield content or Member(path, raw, plain=True)


def unreadable(error: Exception) -> Finding:
    """Return an error of reading as a finding; an exception that is no such error as a fault."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, zlib.error):
        reason = f"it is not a gzip file, or a damaged one ({error})"
    elif not (isinstance(error, OSError | EOFError) or _family(error) in _EXPECTED):
        return fault(error)
    return violation(UNREADABLE, f"cannot be read: {reason}")


def _family(error: Exception) -> str:
    return type(error).__module__.partition(".")[0]


def size_of(path: str) -> int:
    """Return the size of a file in bytes, 0 where it cannot be had."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
