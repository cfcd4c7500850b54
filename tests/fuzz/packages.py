"""Inputs that contain other inputs: compressed files, archives, and Parquet files."""

import gzip
import io
import json
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
from tests.fuzz.changes import DICTIONARY, VALUES, mutate_bytes, odd_cell
from tests.records.samples import tarred

Maker = Callable[[Random], tuple[str, bytes]]
"""Makes a suffix and the content of a member."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)

NAMES = (
    *("a", "../up", "/root/abs", "C:\\x", "dir/inner", "é", "\x1b[31mred", "a:b", " ", ".", ""),
    *("x" * 300, "new\nline", "sp ace", "PAR1", "__MACOSX/._a", "a/" * 50 + "b", "‮abc"),
)

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, 1, mtime=0),
    "zst": zstandard.compress,
}


def _member(rng: Random, make: Maker) -> tuple[str, bytes]:
    """Return a name and a content: of any kind, sometimes packed once more."""
    suffix, data = make(rng)
    way = rng.choice((*("",) * 8, "gz", "zst", "zip"))
    if way == "zip":
        suffix, data = ".zip", zipped(rng, [("inner" + suffix, data)])
    elif way:
        suffix, data = f"{suffix}.{way}", PACKERS[way](data)
    return rng.choice((*("game",) * 20, *NAMES)) + suffix, data


def zipped(rng: Random, members: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a ZIP archive; two members may have the same name."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, rng.choice(METHODS))
    return out.getvalue()


def packed(rng: Random, suffix: str, make: Maker) -> bytes:
    """Make a packed file of a suffix, in half of the cases damaged.

    Args:
        rng: the random generator.
        suffix: ``.zip``, ``.tar``, ``.tar.gz``, or the suffix of a compressed text.
        make: makes the members.
    """
    if suffix == ".zip" or ".tar" in suffix:
        members = [_member(rng, make) for _ in range(rng.choice((0, 1, 1, 2, 4)))]
        data = zipped(rng, members) if suffix == ".zip" else tarred(members)
    else:
        data = make(rng)[1]
    pack = PACKERS.get(suffix.rpartition(".")[2], bytes)
    data = pack(data)
    if rng.random() < 0.15:
        data += rng.choice((pack(make(rng)[1]), data, b"\0" * 100, b"garbage after"))
    return mutate_bytes(rng, data) if rng.random() < 0.5 else data


@cache
def tables(form: str) -> tuple[pa.Table, ...]:
    """Return Parquet files that the writer of a format wrote, as tables."""
    return tuple(parquet.read_table(io.BytesIO(data)) for data in seeds.written(form)[:6])


def parquet_file(rng: Random, form: str) -> bytes:
    """Make a Parquet file of a format with odd cells, types, columns and bytes."""
    table, out = rng.choice(tables(form)), io.BytesIO()
    try:
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            table = _change(rng, table)
        parquet.write_table(table, out, compression=rng.choice(("none", "snappy")))
    except pa.ArrowException:  # some types cannot be stored, or taken row by row
        return parquet_file(rng, form)
    return mutate_bytes(rng, out.getvalue()) if rng.random() < 0.25 else out.getvalue()


def _change(rng: Random, table: pa.Table) -> pa.Table:
    """Change one column of a table, or which columns and rows there are."""
    if not table.num_columns:
        return table
    at, way = rng.randrange(table.num_columns), rng.random()
    if way < 0.7:
        return table.set_column(at, table.column_names[at], _column(rng, table[at].to_pylist()))
    if way < 0.78:
        return table.remove_column(at)
    if way < 0.86:
        return table.append_column(rng.choice((*table.column_names, "odd", "")), table[at])
    if way < 0.93 and table.num_rows:
        return table.take([rng.randrange(table.num_rows) for _ in range(table.num_rows)])
    return table.slice(0, rng.randint(0, table.num_rows))


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

SOME: tuple[Any, ...] = (
    *(0, 1, 1.5, float("inf"), float("nan"), "C6", b"C6x", b"\xff", True, ["C6", "B4"], [1]),
    *({"move": "C6"}, [("a", "b")], 2**62),
)


def _column(rng: Random, cells: list[Any]) -> pa.Array:
    """Return a column with an odd cell, or one of another type."""
    kind = rng.choice(TYPES) if rng.random() < 0.3 else None
    if kind is None and cells and rng.random() < 0.6:
        at = rng.randrange(len(cells))
        cell = cells[at]
        if isinstance(cell, list):
            cell = [rng.choice(DICTIONARY) if rng.random() < 0.3 else one for one in cell]
        else:
            cell = odd_cell(rng, cell) if isinstance(cell, str) else rng.choice((None, 0, -5))
        cells = [*cells[:at], cell, *cells[at + 1 :]]
    else:
        value = rng.choice((*SOME, *VALUES))
        cells = [rng.choice((value, value, None)) for _ in cells]
    if kind and pa.types.is_map(kind):  # Of a key without a value Arrow ends the process.
        cells = [cell and [("a", "b")] for cell in cells]
    try:
        return pa.array(cells, kind)
    except (pa.ArrowException, OverflowError, TypeError, ValueError, AttributeError):
        return pa.nulls(len(cells), kind) if kind else pa.array([json.dumps(str(c)) for c in cells])
