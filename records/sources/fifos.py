"""Opening files, FIFOs among them, without waiting for ever."""

import io
import os
import stat
import time
from typing import IO

PATIENCE = 1.0
"""Seconds for which something may begin to write into a FIFO."""

_PAUSE = 0.01


def opened(path: str) -> IO[bytes]:
    """Open a file for reading bytes.

    A FIFO into which something is written is read to its end, however slowly that is written.

    Raises:
        OSError: it cannot be opened, or is a FIFO and nothing opens it for writing.
    """
    if "\0" in path:
        raise OSError("not the name of a file: it has a null character")
    if not stat.S_ISFIFO(os.stat(path).st_mode):
        return open(path, "rb")
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        first = _first_bytes(number)
        os.set_blocking(number, True)
    except BaseException:
        os.close(number)
        raise
    return io.BufferedReader(_Fifo(path, number, first))


def _first_bytes(number: int) -> bytes:
    """Return the first bytes, or none where something may still write some.

    Raises:
        OSError: nothing does.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if first := os.read(number, 1 << 16):
                return first
        except BlockingIOError:
            return b""
        if time.monotonic() > end:
            raise OSError("a FIFO into which nothing was written")
        time.sleep(_PAUSE)


class _Fifo(io.RawIOBase):
    """A FIFO of which some bytes have been read."""

    def __init__(self, path: str, number: int, first: bytes) -> None:
        self.name = path
        self._file, self._first, self._at = io.FileIO(number), first, 0

    def readable(self) -> bool:
        """Whether it can be read: always."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Read some bytes into a buffer; return how many."""
        if self._first:
            count = min(len(buffer), len(self._first))
            buffer[:count], self._first = self._first[:count], self._first[count:]
        else:
            count = self._file.readinto(buffer) or 0
        self._at += count
        return count

    def tell(self) -> int:
        """Return how many bytes have been read."""
        return self._at

    def close(self) -> None:
        """Close it."""
        self._file.close()
        super().close()
