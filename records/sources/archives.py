"""Compressed files and archives, unpacked in memory as they are read, never onto the disk.

What stands before a break in a file is returned before the error is raised: the games of an archive
whose last bytes are missing are not lost.
"""

import os
import posixpath
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol, cast

from notation import Finding, LudographError
from notation.findings import note, violation
from records.sources.boundary import FAULT

if TYPE_CHECKING:
    import zipfile

UNPACKED_LIMIT = 16 << 30
"""Bytes that one compressed file, or one member of an archive, may unpack to."""

UNREADABLE = "unreadable-file"
"""The code of the finding on a file that could not be read at all, or not to its end."""

NOT_READ = frozenset({UNREADABLE, FAULT, "long-line", "unpacked-size"})
"""Codes of the findings on files that were not read, or not to their end."""

_CHUNK = 1 << 10
"""Compressed bytes taken at a time: few, for a kilobyte may stand for 32 MiB."""

_GZIP = 31
"""The window size by which `zlib` expects the frame of a gzip file."""

_TAR = (".tar", ".tgz", ".tzst")


class TooLong(OSError, LudographError):
    """A file or member that unpacks to more bytes than allowed."""


class Readable(Protocol):
    """A source of bytes; a read may return fewer than asked for, and none only at the end."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""


class Decompressor(Protocol):
    """What unpacks one frame, with `zlib`'s methods."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the frame."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""

    def decompress(self, data: bytes, /) -> bytes:
        """Return what some more bytes unpack to."""


@dataclass(frozen=True, slots=True)
class Member:
    """What one file holds, or one member of an archive.

    Attributes:
        path: the file as it was named; a member's name follows a colon.
        raw: its bytes, unpacked.
        plain: whether these are the bytes of the file itself.
        findings: notes on it before anything is read.
    """

    path: str
    raw: Readable
    plain: bool = False
    findings: tuple[Finding, ...] = ()


def members(path: str, raw: IO[bytes], limit: int = UNPACKED_LIMIT) -> Iterator[Member]:
    """Yield what a file holds: itself, unpacked if it is compressed, or the members of an archive.

    Args:
        path: the name, whose ending decides what the file is.
        raw: the file; it may be read once each member has been.
        limit: bytes that each may unpack to; one that has more raises `TooLong` when read.

    Raises:
        OSError: the file cannot be read.
        zipfile.BadZipFile, tarfile.TarError: it is not an archive.
    """
    unpacked = _unpacked(path, raw)
    if path.lower().endswith(".zip"):
        yield from _zip_members(path, raw, limit)
    elif _is_tar(path):
        yield from _tar_members(path, unpacked or raw, limit)
    elif unpacked:
        yield Member(path, Limited(unpacked, limit))
    else:
        yield Member(path, raw, plain=True)


def failures() -> tuple[type[Exception], ...]:
    """Return what reading may raise; an unpacker's own error only once something needed it."""
    own = (
        vars(sys.modules[module])[error] for module, error in _UNPACKERS if module in sys.modules
    )
    return (OSError, EOFError, zlib.error, *own)


_UNPACKERS = (("zipfile", "BadZipFile"), ("tarfile", "TarError"), ("zstandard", "ZstdError"))
"""Modules and their errors. The modules are slow to load, and few files need them."""


def _is_tar(path: str) -> bool:
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith(_TAR)


def _unpacked(path: str, raw: IO[bytes]) -> "Unpacked | None":
    """Return a compressed file's content, None if its name has no ending for compression."""
    suffix = Path(path).suffix.lower()
    if suffix in (".gz", ".tgz"):
        return Unpacked(raw, lambda: zlib.decompressobj(_GZIP))
    if suffix in (".zst", ".tzst"):
        from zstandard import ZstdDecompressor

        return Unpacked(raw, cast("Callable[[], Decompressor]", ZstdDecompressor().decompressobj))
    return None


class Unpacked:
    """The content of a compressed file, one frame after the other, in bounded memory.

    Args:
        raw: the file.
        begin: returns what unpacks one frame.
    """

    def __init__(self, raw: IO[bytes], begin: Callable[[], Decompressor]) -> None:
        self._raw = raw
        self._begin = begin
        self._frame = begin()
        self._packed = b""
        self._ready = bytearray()
        self._empty = True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, as many as there are before a break.

        Raises:
            EOFError: the file ends in the middle of a frame.
            OSError: it cannot be read.
            zlib.error, zstandard.ZstdError: it is damaged.
        """
        while len(self._ready) < size or size < 0:
            try:
                if not self._more():
                    break
            except failures():
                if not self._ready:
                    raise
                break
        size = len(self._ready) if size < 0 else size
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def _more(self) -> bool:
        """Unpack a little more; return whether there was anything left."""
        packed = self._packed or self._raw.read(_CHUNK)
        if not packed:
            if self._empty:
                return False
            raise EOFError("the file ended before its end-of-stream marker was reached")
        self._ready += self._frame.decompress(packed)
        self._packed, self._empty = b"", False
        if self._frame.eof:
            self._packed = self._frame.unused_data.lstrip(b"\0")
            self._frame, self._empty = self._begin(), True
        return True


class Limited:
    """Bytes that are refused once there are more than a limit.

    Args:
        raw: where they come from.
        limit: how many there may be.
    """

    def __init__(self, raw: Readable, limit: int) -> None:
        self._raw = raw
        self._limit = self._left = limit

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, up to the limit.

        Raises:
            TooLong: the limit has been reached, and there are more.
        """
        if not self._left and self._raw.read(1):
            raise TooLong(f"it unpacks to more than {self._limit:,} bytes (see --limit)")
        block = self._raw.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(block)
        return block


def _zip_members(path: str, raw: IO[bytes], limit: int) -> Iterator[Member]:
    import zipfile

    with zipfile.ZipFile(raw) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                opened = _opened(archive, member)
                named = f"{path}:{member.filename}"
                yield Member(named, Limited(opened, limit), findings=_name_notes(member.filename))
                if isinstance(opened, zipfile.ZipExtFile):
                    opened.close()


def _opened(archive: "zipfile.ZipFile", member: "zipfile.ZipInfo") -> Readable:
    """Open a member; one that is encrypted or oddly compressed keeps no other from being read."""
    import zipfile

    try:
        return archive.open(member)
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        return Failing(error)


def _tar_members(path: str, raw: Readable, limit: int) -> Iterator[Member]:
    import tarfile

    with tarfile.open(fileobj=cast("IO[bytes]", raw), mode="r|") as archive:
        for member in archive:
            opened = archive.extractfile(member) if member.isfile() else None
            if opened:
                named = f"{path}:{member.name}"
                yield Member(named, Limited(opened, limit), findings=_name_notes(member.name))


def _name_notes(name: str) -> tuple[Finding, ...]:
    """Return a note on a member whose name leads out of the folder to be unpacked into."""
    path = posixpath.normpath(name.replace("\\", "/"))
    if not (path.startswith(("/", "../")) or path == ".." or path[1:2] == ":"):
        return ()
    message = f"the archive names this member {name!r}: it is read, and nothing is unpacked to disk"
    return (note("member-name", message).at(line=1, column=1),)


class Failing:
    """Stands for what could not be opened.

    Args:
        error: why not.
    """

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, size: int = -1) -> bytes:
        """Raise the error.

        Raises:
            OSError: always.
        """
        if isinstance(self._error, OSError):
            raise self._error
        raise OSError(str(self._error))


def unreadable(error: Exception) -> Finding:
    """Return an error of reading as a finding."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, zlib.error):
        reason = f"it is not a gzip file, or a damaged one ({error})"
    return violation(UNREADABLE, f"cannot be read: {reason}")


def size_of(path: str) -> int:
    """Return the size of a file in bytes, 0 where it cannot be had."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
