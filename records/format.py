"""How a file of many records is put together from fragments, which other processes may make.

A *fragment* is some records in a container's own form. Fragments are made anywhere and in any
order; the one *sink* of a file takes them in the order in which they are to stand there.
"""

from collections.abc import Callable, Iterable
from typing import IO, Protocol

from records.losses import CannotWrite
from records.model import Record

Pack = Callable[[Iterable[Record]], bytes]
"""Turns records into a fragment; raises `CannotWrite` where one of them does not fit."""


class FileWriter(Protocol):
    """Puts fragments together into one file; leaves the file itself open."""

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""

    def close(self) -> None:
        """Write what a file needs after its last record."""


class ConcatenatingWriter:
    """A sink for fragments that follow one another, with a frame round them where need be.

    Nothing is written before the first fragment comes, or the end.

    Args:
        out: where to write.
        before: what the file begins with, whether or not it holds records.
        between: what parts a fragment from the next.
        after: what the file ends with.
    """

    def __init__(
        self, out: IO[bytes], before: bytes = b"", between: bytes = b"", after: bytes = b""
    ) -> None:
        self._out, self._next = out, before
        self._between, self._after = between, after
        self._empty = True

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment; an empty one adds nothing."""
        if not fragment:
            return
        self._out.write(self._next)
        self._next, self._empty = self._between, False
        self._out.write(fragment)

    def close(self) -> None:
        """Write what the file ends with."""
        self._out.write((self._next if self._empty else b"") + self._after)


def packer(
    write: Callable[[Record], str], between: str = "", errors: str = "strict", nulls: bool = True
) -> Pack:
    """Return how records become a fragment of text.

    Args:
        write: returns one record as text.
        between: what parts a record from the next.
        errors: what becomes of lone surrogates, which UTF-8 has no bytes for, as in `str.encode`.
        nulls: whether the text may have null characters, which pass for a sign of bytes.
    """

    def pack(records: Iterable[Record]) -> bytes:
        text = between.join(map(write, records))
        if not nulls and "\0" in text:
            raise CannotWrite("text cannot hold a null character")
        try:
            return text.encode("utf-8", errors)
        except UnicodeEncodeError as error:
            odd = text[error.start]
            raise CannotWrite(f"UTF-8 has no bytes for half a character, {odd!r}") from None

    return pack
