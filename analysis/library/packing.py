"""Arrays and JSON as bytes: compressed, with a checksum.

If the bytes are damaged, the functions that unpack them raise `DamagedColumn`.
"""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import zstandard

from analysis.games.arrays import Words
from notation import LudographError
from notation.printing import json_line

LEVEL = 3
"""Level of compression."""

LARGEST = 1 << 30
"""Largest unpacked size of a column, in bytes."""

Table: TypeAlias = npt.NDArray[Any]
"""Numbers, or rows of several numbers each."""


class DamagedColumn(LudographError, sqlite3.DatabaseError):
    """Stored data are damaged or missing.

    `records.library.named_errors` treats it like SQLite's error for a damaged page.
    """


def pack(table: Table) -> bytes:
    """Return rows as compressed bytes: the first byte of every row, then the second, and so on."""
    planes = np.ascontiguousarray(table).view(np.uint8).reshape(-1, table.dtype.itemsize).T
    return _compressed(planes.tobytes())


def unpack(packed: bytes, kind: npt.DTypeLike) -> Table:
    """Return the rows that `pack` has packed; ``kind`` is their type."""
    wanted = np.dtype(kind)
    planes = _bytes(packed, wanted.itemsize).reshape(wanted.itemsize, -1)
    turned = np.empty(planes.shape[::-1], np.uint8)
    for place, plane in enumerate(planes):
        turned[:, place] = plane  # one plane at a time takes half the time of copying the transpose
    return turned.view(wanted).ravel()


def pack_boards(words: Words) -> bytes:
    """Return compressed bit sets, each XORed with the one before."""
    changes = words.astype("<u8")
    changes[1:] ^= words[:-1]
    return _compressed(changes.tobytes())


def unpack_boards(packed: bytes) -> Words:
    """Return the bit sets that `pack_boards` has packed."""
    found: Words = np.bitwise_xor.accumulate(_bytes(packed, 8).view("<u8"))
    return found


def pack_json(value: object) -> bytes:
    """Return a value as compressed JSON."""
    return _compressed(json_line(value).encode(errors="surrogatepass"))


def unpack_json(packed: bytes) -> Any:
    """Return the value that `pack_json` has packed."""
    try:
        return json.loads(_decompressed(packed).decode(errors="surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise DamagedColumn(f"a description is damaged: {error}") from None


def _compressed(plain: bytes) -> bytes:
    return zstandard.ZstdCompressor(LEVEL, write_checksum=True).compress(plain)


def _decompressed(packed: bytes) -> bytes:
    try:
        if not 0 <= zstandard.frame_content_size(packed) <= LARGEST:
            raise DamagedColumn("a column of unknown size, or too large")
        return zstandard.ZstdDecompressor().decompress(packed)
    except zstandard.ZstdError as error:
        raise DamagedColumn(str(error)) from None


def _bytes(packed: bytes, size: int) -> npt.NDArray[np.uint8]:
    """Decompress numbers of ``size`` bytes each."""
    plain = _decompressed(packed)
    if len(plain) % size:
        raise DamagedColumn("a column with an incomplete number")
    return np.frombuffer(plain, np.uint8)


def join(columns: Sequence[bytes]) -> bytes:
    """Join packed columns; their number and sizes come first."""
    sizes = np.array([len(columns), *map(len, columns)], "<u4").tobytes()
    return sizes + b"".join(columns)


def split(joined: bytes) -> list[bytes]:
    """Return the columns that `join` has joined."""
    count = int.from_bytes(joined[:4], "little")
    start, found = 4 + 4 * count, list[bytes]()
    for size in np.frombuffer(joined, "<u4", count, 4).tolist() if len(joined) >= start else ():
        found.append(joined[start : start + size])
        start += size
    if start != len(joined):
        raise DamagedColumn("columns of other sizes than stated")
    return found
