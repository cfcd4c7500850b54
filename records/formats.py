"""The registry of containers: the formats that records are kept in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any

from notation import Finding, UnknownName
from records.assumptions import Assumptions
from records.format import ConcatenatingWriter, FileWriter, Pack, packer
from records.jsonl import JsonlReader, count_lines, cut_at_line, read_jsonl, write_jsonl
from records.losses import Reduced, holds_all
from records.model import Record
from records.pieces import Splitting
from records.sniffing import is_abstractplay, is_csv, is_jsonl, is_no_text, is_sgf
from records.text.reader import TextReader, count_tag_blocks, cut_before_tags, read_text, start_line
from records.text.writer import write_text

COMPRESSED = (".gz", ".zst")
"""Endings of the names of compressed files, before which a container's own ending stands."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format for records.

    One record is written by `write`, a file of many by `pack` and `sink`: the one makes fragments,
    in any process, the other puts them together::

        sink = container.sink(out)
        for batch in batches:
            sink.append(container.pack(batch))
        sink.close()

    Attributes:
        name: as the command line takes it.
        suffixes: endings of the names of such files.
        sniff: tells from the beginning of a text whether it is of this format.
        read: yields the records of a file; takes its blocks of text (where it is `binary`, the
            file itself, which can be sought in), the name of the source, and hints.
        write: returns one record as text; raises `CannotWrite` for what would be lost.
        pack: returns some records as a fragment of a file; raises what `write` does.
        sink: opens a file, which has to be open for writing bytes, to put fragments into.
        reduce: returns what the container can hold of a record, and what it cannot.
        magic: the first bytes of every such file, where it is no text.
        split: how such texts are cut into pieces that can be read apart; None if they cannot be.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    read: Callable[[Any, str, Assumptions], Iterator[Record]]
    write: Callable[[Record], str]
    pack: Pack
    sink: Callable[[IO[bytes]], FileWriter] = ConcatenatingWriter
    reduce: Callable[[Record], Reduced] = holds_all
    magic: bytes = b""
    split: Splitting | None = None

    @property
    def binary(self) -> bool:
        """Whether such files hold bytes, not text."""
        return bool(self.magic)

    def fit(self, record: Record, lossy: bool = False) -> tuple[Record, tuple[Finding, ...]]:
        """Return a record as the container can hold it, with a note of all that is left out.

        Raises:
            CannotWrite: something would be left out, and ``lossy`` does not allow that.
        """
        fit = self.reduce(record)
        if lossy:
            return fit.record, fit.notes(self.name)
        return fit.strict(self.name), ()


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a container's module that is loaded when it is first called."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"records.{module}"), name)(*arguments)

    return call


FORMATS: dict[str, Format] = {
    container.name: container
    for container in (
        Format(
            "text",
            (".txt", ".text"),
            is_no_text,
            read_text,
            write_text,
            packer(write_text, nulls=False),
            reduce=later("text.losses", "reduce"),
            split=Splitting(cut_before_tags, TextReader, count_tag_blocks, start_line),
        ),
        Format(
            "jsonl",
            (".jsonl", ".ndjson"),
            is_jsonl,
            read_jsonl,
            write_jsonl,
            # Half a character can only stand inside a string, where JSON has an escape for it.
            packer(write_jsonl, errors="backslashreplace"),
            split=Splitting(cut_at_line, JsonlReader, count_lines),
        ),
        Format(
            "csv",
            (".csv",),
            is_csv,
            later("tabular.csv", "read_csv"),
            later("tabular.csv", "write_plies"),
            later("tabular.csv", "pack_plies"),
            later("tabular.csv", "ply_sink"),
            later("tabular.csv", "reduce"),
        ),
        Format(
            "csv-games",
            (".games.csv",),
            is_csv,
            later("tabular.csv", "read_csv"),
            later("tabular.csv", "write_games"),
            later("tabular.csv", "pack_games"),
            later("tabular.csv", "game_sink"),
            later("tabular.csv", "reduce"),
        ),
        Format(
            "parquet",
            (".parquet",),
            is_no_text,
            later("tabular.parquet", "read_parquet"),
            later("tabular.parquet", "write"),
            later("tabular.parquet", "pack_plies"),
            later("tabular.parquet", "ply_sink"),
            later("tabular.parquet", "reduce"),
            b"PAR1",
        ),
        Format(
            "parquet-games",
            (".games.parquet",),
            is_no_text,
            later("tabular.parquet", "read_parquet"),
            later("tabular.parquet", "write"),
            later("tabular.parquet", "pack_games"),
            later("tabular.parquet", "game_sink"),
            later("tabular.parquet", "reduce"),
            b"PAR1",
        ),
        Format(
            "abstractplay-json",
            (".json",),
            is_abstractplay,
            later("abstractplay.reader", "read_abstractplay"),
            later("abstractplay.writer", "write_abstractplay"),
            later("abstractplay.writer", "pack"),
            later("abstractplay.writer", "sink"),
            later("abstractplay.writer", "reduce"),
        ),
        Format(
            "sgf",
            (".sgf",),
            is_sgf,
            later("sgf.reader", "read_sgf"),
            later("sgf.writer", "write_sgf"),
            later("sgf.writer", "pack"),
            reduce=later("sgf.writer", "reduce"),
        ),
    )
}
"""By name. The first whose `sniff` agrees reads a file, else the one whose ending it has."""

DEFAULT = FORMATS["text"]
"""The container of what is of no other."""


def find(name: str) -> Format:
    """Return a container by name.

    Raises:
        UnknownName: there is no such container.
    """
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownName(f"no format {name!r}; there are: {', '.join(FORMATS)}") from None


def sniff(head: str, path: str = "") -> Format:
    """Return the container that a text is in, judged by its beginning or the name of its file.

    A text in no other container is plain text.
    """
    sniffed = (container for container in FORMATS.values() if container.sniff(head))
    return next(sniffed, None) or by_suffix(path, binary=False) or DEFAULT


def sniff_bytes(head: bytes) -> Format | None:
    """Return the binary container that a file is in, judged by its first bytes; None for text."""
    binary = (container for container in FORMATS.values() if container.binary)
    return next((container for container in binary if head.startswith(container.magic)), None)


def by_suffix(path: str, binary: bool = True) -> Format | None:
    """Return the container that a file's name promises, None if it promises none.

    Of several, the one with the longer ending is meant: ``.games.csv`` is not ``.csv``.

    Args:
        path: the name; what tells of compression is passed over.
        binary: whether binary containers count.
    """
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    fitting = [
        (len(suffix), container)
        for container in FORMATS.values()
        for suffix in container.suffixes
        if name.endswith(suffix) and (binary or not container.binary)
    ]
    return max(fitting, key=lambda fit: fit[0])[1] if fitting else None
