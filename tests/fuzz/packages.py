"""Inputs that hold others: compressed files, archives in archives, and Parquet files."""

import gzip
import io
import json
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pyarrow as pa
import zstandard
from pyarrow import parquet

from tests.fuzz import seeds
from tests.fuzz.mutators import DICTIONARY, mutate_bytes
from tests.fuzz.structures import odd_cell, odd_value

Maker = Callable[[Random], tuple[str, bytes]]
"""Makes a suffix and the content of a member."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)

NAMES = (
    *(
        "a",
        "games",
        "../up",
        "/root/abs",
        "C:\\x",
        "dir/inner",
        "é",
        "\x1b[31mred",
        "a:b",
        " ",
        ".",
    ),
    *("x" * 300, "new\nline", "sp ace", "PAR1", "__MACOSX/._a", "a/" * 50 + "b", "‮abc", ""),
)


def _member(rng: Random, make: Maker) -> tuple[str, bytes]:
    """Return a name and a content: of any kind, sometimes packed once more."""
    suffix, data = make(rng)
    way = rng.random()
    if way < 0.12:
        suffix, data = suffix + ".gz", gzip.compress(data, 1, mtime=0)
    elif way < 0.18:
        suffix, data = suffix + ".zst", zstandard.compress(data)
    elif way < 0.24:
        suffix, data = ".zip", zipped(rng, [("inner" + suffix, data)])
    return rng.choice((*("game",) * 20, *NAMES)) + suffix, data


def zipped(rng: Random, members: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a ZIP archive; two members may have the same name."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")  # two of the same name are meant
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, rng.choice(METHODS))
    return out.getvalue()


def tarred(members: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a TAR archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def packing(suffix: str, make: Maker) -> Callable[[Random], bytes]:
    """Return what makes packed inputs of a suffix, about half of them damaged.

    Args:
        suffix: what the files are: ``.zip``, ``.tar``, ``.tar.gz``, or that of compressed text.
        make: makes the members.
    """

    def made(rng: Random) -> bytes:
        if suffix == ".zip":
            data = zipped(rng, [_member(rng, make) for _ in range(rng.choice((0, 1, 1, 2, 4)))])
        elif ".tar" in suffix:
            data = tarred([_member(rng, make) for _ in range(rng.choice((0, 1, 1, 2, 4)))])
        else:
            data = make(rng)[1]
        pack = _PACKERS.get(suffix.rpartition(".")[2], bytes)
        data = pack(data)
        if rng.random() < 0.15:
            data += rng.choice((pack(make(rng)[1]), data, b"\0" * 100, b"garbage after"))
        return mutate_bytes(rng, data) if rng.random() < 0.5 else data

    return made


_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, 1, mtime=0),
    "zst": zstandard.compress,
}


@cache
def tables(form: str) -> tuple[pa.Table, ...]:
    """Return Parquet files that the writer of a format wrote, as tables."""
    return tuple(parquet.read_table(io.BytesIO(data)) for data in seeds.written(form)[:6])


def parquet_making(form: str) -> Callable[[Random], bytes]:
    """Return what makes Parquet files of a format with odd cells, types, columns and bytes."""

    def made(rng: Random) -> bytes:
        table = rng.choice(tables(form))
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            table = _change(rng, table)
        out = io.BytesIO()
        try:
            parquet.write_table(table, out, compression=rng.choice(("none", "snappy")))
        except pa.ArrowException:  # some types cannot be stored
            return made(rng)
        data = out.getvalue()
        return mutate_bytes(rng, data) if rng.random() < 0.25 else data

    return made


def _change(rng: Random, table: pa.Table) -> pa.Table:
    """Change one column of a table, or which columns and rows there are."""
    if not table.num_columns:
        return table
    at = rng.randrange(table.num_columns)
    way = rng.random()
    if way < 0.7:
        return table.set_column(at, table.column_names[at], _column(rng, table[at].to_pylist()))
    if way < 0.78:
        return table.remove_column(at)
    if way < 0.86:
        name = rng.choice((*table.column_names, "odd", ""))
        return table.append_column(name, table[rng.randrange(table.num_columns)])
    if way < 0.93 and table.num_rows:
        rows = [rng.randrange(table.num_rows) for _ in range(rng.choice((1, table.num_rows)))]
        return table.take(rows)
    return table.slice(0, rng.randint(0, table.num_rows))


def _column(rng: Random, cells: list[Any]) -> pa.Array:
    """Return a column with an odd cell, or one of another type."""
    if rng.random() < 0.2:
        return _typed(rng, len(cells))
    whole: tuple[Any, ...] = (
        1, 0, -1, 2**31, 1.5, float("inf"), float("nan"), True, None, b"\xff", "x", ["a"], [1],
        {"move": "a"}, 2**62,
    )  # fmt: skip
    if rng.random() < 0.45 and cells:
        at = rng.randrange(len(cells))
        cell = cells[at]
        new = odd_cell(rng, cell) if isinstance(cell, str) else rng.choice((None, cell, 0, -5))
        cells = [*cells[:at], new, *cells[at + 1 :]]
        if isinstance(cell, list):
            cells[at] = [rng.choice(DICTIONARY) if rng.random() < 0.3 else one for one in cell]
    else:
        cells = [rng.choice((rng.choice(whole), odd_value(rng)))] * len(cells)
    try:
        return pa.array(cells)
    except (pa.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
        return pa.array([json.dumps(str(cell)) for cell in cells])


TYPES = (
    *(pa.null(), pa.bool_(), pa.int8(), pa.uint64(), pa.float16(), pa.float64(), pa.date32()),
    *(pa.timestamp("us", "UTC"), pa.time64("ns"), pa.duration("s"), pa.decimal128(9, 2)),
    *(pa.binary(), pa.large_binary(), pa.binary(3), pa.large_string(), pa.string_view()),
    *(pa.list_(pa.string()), pa.large_list(pa.int64()), pa.list_(pa.string(), 2)),
    *(pa.struct([("move", pa.string())]), pa.map_(pa.string(), pa.string())),
    *(pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.int32(), pa.binary())),
    pa.list_(pa.dictionary(pa.int8(), pa.string())),
)
"""Types of columns that a reader may meet."""


def _typed(rng: Random, count: int) -> pa.Array:
    """Return a column of any type, with some value in each cell or in none."""
    kind = rng.choice(TYPES)
    some: tuple[Any, ...] = (
        0,
        1,
        "C6",
        b"C6x",
        True,
        ["C6", "B4"],
        [1],
        {"move": "C6"},
        [("a", "b")],
    )
    for value in rng.sample(some, len(some)):
        try:
            return pa.array([rng.choice((value, value, None)) for _ in range(count)], kind)
        except (pa.ArrowException, OverflowError, TypeError, ValueError, AttributeError):
            continue
    return pa.nulls(count, kind)
