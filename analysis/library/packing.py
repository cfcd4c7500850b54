"""Arrays as bytes: columns of numbers that are stored compressed, and read back whole."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from analysis.games.arrays import Numbers, Words
from notation import LudographError

LEVEL = 3
"""Level of compression."""

LARGEST = 1 << 30
"""Bytes that a column may unpack to."""


class DamagedColumn(LudographError, sqlite3.DatabaseError):
    """Packed columns that cannot be unpacked: to the callers, as bad as a damaged page."""


def typed(found: Iterable[tuple[Any, ...]], *kinds: type) -> Iterator[tuple[Any, ...]]:
    """Yield rows of the engine, of which each value has its type; ``object`` stands for any.

    Raises:
        DamagedColumn: a value has another type: the engine does not look at them.
    """
    for row in found:
        if not all(
            kind is object or type(one) is kind for one, kind in zip(row, kinds, strict=True)
        ):
            raise DamagedColumn("a row has values of other types than its table")
        yield row


def compressor(
    dictionary: zstandard.ZstdCompressionDict | None = None,
) -> zstandard.ZstdCompressor:
    """Return what compresses columns, or with a dictionary records, a checksum behind each."""
    return zstandard.ZstdCompressor(LEVEL, dictionary, write_checksum=True)


def pack(column: npt.NDArray[np.generic]) -> bytes:
    """Return a column of numbers with the first bytes of all of them first, then the second."""
    size = column.dtype.itemsize
    little = column.astype(column.dtype.newbyteorder("<"), copy=False)
    planes = np.ascontiguousarray(little).view(np.uint8).reshape(-1, size).T
    return compressor().compress(planes.tobytes())


def unpack(packed: bytes, kind: npt.DTypeLike) -> Numbers:
    """Return the column that `pack` has packed.

    Raises:
        DamagedColumn: the bytes are damaged.
    """
    wanted = np.dtype(kind).newbyteorder("<")
    plain = _plain(packed)
    if len(plain) % wanted.itemsize:
        raise DamagedColumn("a column of half a number")
    planes = np.frombuffer(plain, np.uint8).reshape(wanted.itemsize, -1)
    turned = np.empty(planes.shape[::-1], np.uint8)
    for place, plane in enumerate(planes):
        turned[:, place] = plane  # a plane at once: half the time of a copy of the transpose
    found: npt.NDArray[np.generic] = turned.view(wanted).ravel()
    return found.astype(np.dtype(kind), copy=False)


def pack_boards(words: Words) -> bytes:
    """Return bit sets, of which most differ little from the one before."""
    changes = words.astype("<u8")
    changes[1:] ^= words[:-1]
    return compressor().compress(changes.tobytes())


def unpack_boards(packed: bytes) -> Words:
    """Return the bit sets that `pack_boards` has packed.

    Raises:
        DamagedColumn: the bytes are damaged.
    """
    plain = _plain(packed)
    if len(plain) % 8:
        raise DamagedColumn("a column of half a number")
    changes = np.frombuffer(plain, "<u8").astype(np.uint64, copy=False)
    found: Words = np.bitwise_xor.accumulate(changes)
    return found


def _plain(packed: bytes) -> bytes:
    try:
        if not 0 <= zstandard.frame_content_size(packed) <= LARGEST:
            raise DamagedColumn("a column of unknown size, or too large")
        return zstandard.ZstdDecompressor().decompress(packed)
    except zstandard.ZstdError as error:
        raise DamagedColumn(str(error)) from None


def join(columns: Sequence[bytes]) -> bytes:
    """Return packed columns one after the other, with their sizes before them."""
    sizes = np.array([len(columns), *map(len, columns)], "<u4").tobytes()
    return sizes + b"".join(columns)


def split(joined: bytes) -> list[bytes]:
    """Return the columns that `join` has put together.

    Raises:
        DamagedColumn: the bytes are damaged.
    """
    count = int.from_bytes(joined[:4], "little")
    sizes = np.frombuffer(joined, "<u4", count, 4).tolist() if len(joined) >= 4 * count else []
    start, found = 4 + 4 * count, []
    for size in sizes:
        found.append(joined[start : start + size])
        start += size
    if start != len(joined):
        raise DamagedColumn("columns of other sizes than stated")
    return found


def parted(packed: bytes, count: int) -> list[bytes]:
    """Return so many columns that stand together.

    Raises:
        DamagedColumn: there are others.
    """
    found = split(packed)
    if len(found) != count:
        raise DamagedColumn(f"{len(found)} columns, not {count}")
    return found
