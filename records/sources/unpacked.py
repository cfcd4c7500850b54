"""Bytes unpacked in memory as they are read, never onto the disk.

What stands before a break is returned before the error is raised: the games of a file whose last
bytes are missing, or damaged, are not lost.
"""

import os
import zlib
from collections.abc import Callable
from typing import IO, Protocol

from notation import Finding, LudographError
from notation.findings import note

_CHUNK = 1 << 10
"""Compressed bytes taken at a time: few, for a kilobyte may stand for 32 MiB."""

_GZIP = 31
"""The window size by which `zlib` expects the frame of a gzip file."""

_GZIP_MARKS = (b"\x1f\x8b",)
_ZSTD_MARKS = (b"\x28\xb5\x2f\xfd", *(bytes([low, 0x2A, 0x4D, 0x18]) for low in range(0x50, 0x60)))
"""First bytes of a frame; of Zstandard's, those of frames to be skipped among them."""


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


class Unpacked:
    """The content of a compressed file, one frame after the other, in bounded memory.

    Args:
        raw: the file.
        begin: returns what unpacks one frame.
        marks: the first bytes of a frame; none where there is only one frame.

    Attributes:
        after: a note, once the end has been reached, if something else follows the last frame.
        left_over: how many of the bytes read stand behind the last frame that has ended.
    """

    def __init__(
        self, raw: Readable, begin: Callable[[], Decompressor], marks: tuple[bytes, ...] = ()
    ) -> None:
        self._raw = raw
        self._begin, self._marks = begin, marks
        self._frame = begin()
        self._packed = b""
        # To keep a copy before each chunk costs little if there are few.
        self._size = 4 * _CHUNK if hasattr(self._frame, "copy") else _CHUNK
        self._ready = bytearray()
        self._empty, self._first, self._ended = True, True, False
        self.left_over = 0
        self._error: Exception | None = None
        self.after: list[Finding] = []

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, as many as there are before a break.

        Raises:
            EOFError: the file ends in the middle of a frame.
            OSError: it cannot be read.
            zlib.error, zstandard.ZstdError: it is damaged.
        """
        while self._error is None and (len(self._ready) < size or size < 0):
            try:
                if not self._more():
                    break
            except Exception as error:
                self._error = error
        if self._error is not None and not self._ready:
            raise self._error
        size = len(self._ready) if size < 0 else size
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def _more(self) -> bool:
        """Unpack a little more; return whether there was anything left."""
        if self._ended:
            return False
        packed = self._packed or self._raw.read(self._size)
        if not packed:
            if self._empty:
                return False
            raise EOFError("the file ended before its end-of-stream marker was reached")
        if self._empty and not self._first and not self._is_frame(packed):
            message = "what follows the end of the compressed data is not part of it: passed over"
            self.after.append(note("trailing-bytes", message))
            self._ended = True
            return False
        self._unpack(packed)
        self._packed, self._empty = b"", False
        if self._frame.eof:
            self.left_over = len(self._frame.unused_data)
            self._packed = self._frame.unused_data.lstrip(b"\0")
            self._frame, self._empty, self._first = self._begin(), True, False
            self._ended = not self._marks
        return True

    def _is_frame(self, packed: bytes) -> bool:
        """Whether bytes after a frame begin another, as far as they go."""
        return any(packed.startswith(mark[: len(packed)]) for mark in self._marks)

    def _unpack(self, packed: bytes) -> None:
        """Unpack some bytes; of damaged ones, as many as come before the damage."""
        if parts := getattr(self._frame, "parts", None):
            for part in parts(packed):
                self._ready += self._frame.decompress(part)
            return
        copy = getattr(self._frame, "copy", None)
        kept = copy() if copy else None
        try:
            self._ready += self._frame.decompress(packed)
        except zlib.error:
            if kept is None:
                raise
            for index in range(len(packed)):
                self._ready += kept.decompress(packed[index : index + 1])
            raise


def unpacked(path: str, raw: Readable) -> Unpacked | None:
    """Return a compressed file's content, None if its name has no ending for compression."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in (".gz", ".tgz"):
        return Unpacked(raw, lambda: zlib.decompressobj(_GZIP), _GZIP_MARKS)
    if suffix in (".zst", ".tzst"):
        from records.sources.zstd import ZstdFrame

        return Unpacked(raw, ZstdFrame, _ZSTD_MARKS)
    return None


def inflated(raw: Readable) -> Unpacked:
    """Return the content of one compressed member of a ZIP file, which has no frame."""
    return Unpacked(raw, lambda: zlib.decompressobj(-zlib.MAX_WBITS))


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


class Failing:
    """Stands for what could not be opened.

    Args:
        error: why not.
    """

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, size: int = -1) -> bytes:
        """Raise the error."""
        raise self._error


class Stretch:
    """Part of a file, which others may read in between."""

    def __init__(self, raw: IO[bytes], start: int, size: int) -> None:
        self._raw, self.at, self._end = raw, start, start + size

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            EOFError: the file ends before the stretch does.
        """
        left = self._end - self.at
        wanted = left if size < 0 else min(size, left)
        if not wanted:
            return b""
        self._raw.seek(self.at)
        block = self._raw.read(wanted)
        self.at += len(block)
        if not block:
            raise EOFError("the archive ends in the middle of this member")
        return block
