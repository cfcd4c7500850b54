"""The registry of formats, and how a file's format is found.

A format is loaded when it is first needed: its files are recognised without it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from notation import UnknownName
from records.format import Format

COMPRESSED = (".gz", ".zst")
"""Endings of the names of compressed files, before which a format's own ending stands."""


def is_jsonl(head: str) -> bool:
    """Whether a text begins with a record of the documented interface."""
    line = head.lstrip().partition("\n")[0]
    return line[:1] == "{" and '"moves"' in line and not is_abstractplay(head)


def is_abstractplay(head: str) -> bool:
    """Whether a text begins with a record of Abstract Play's, or a list of them."""
    if head.lstrip("\N{BYTE ORDER MARK} \t\r\n")[:1] not in ("{", "["):
        return False
    return bool(re.search(r'"header"\s*:\s*\{', head) and re.search(r'"game"\s*:\s*\{', head))


def is_json(head: str) -> bool:
    """Whether a text begins as JSON whose lists of moves are those of the documented interface."""
    if head.lstrip(_BLANK)[:1] not in ("{", "[") or is_jsonl(head) or is_abstractplay(head):
        return False
    return re.search(r'"moves"\s*:\s*(?:"|\[\s*["{\]])', head) is not None


def is_sgf(head: str) -> bool:
    """Whether a text begins with a game tree, perhaps after other text."""
    if "(" not in head or "[" not in head:
        return False
    return re.search(r"^[ \t\N{BYTE ORDER MARK}]*\(\s*;\s*[A-Za-z]\w*\s*\[", head, re.M) is not None


def is_csv(head: str) -> bool:
    """Whether a text begins with the names of the columns of a table of records."""
    line, _, below = head.lstrip("\N{BYTE ORDER MARK}").partition("\n")
    if line[:4] == "sep=":
        line = below.partition("\n")[0]
    if "move" not in line.lower():
        return False
    from records.tabular.schema import separator_of

    return bool(separator_of(line))


def is_sheet(head: str) -> bool:
    """Whether a text begins as a score sheet kept in a spreadsheet."""
    if not re.search(_ROW_OF_CELLS, f"\n{head}"):
        return False
    from records.tabular.sheet import heading_of

    return heading_of(head) is not None


def is_hocr(head: str) -> bool:
    """Whether a text begins as HTML with classes of hOCR."""
    return head.lstrip(_BLANK)[:1] == "<" and re.search(_HOCR, head) is not None


def is_alto(head: str) -> bool:
    """Whether a text begins as an ALTO document."""
    return head.lstrip(_BLANK)[:1] == "<" and re.search(r"<(\w+:)?alto[\s>]", head) is not None


def is_tsv(head: str) -> bool:
    """Whether a text begins with the names of the columns of tesseract's table."""
    return head.lstrip(_BLANK).startswith("level\tpage_num\tblock_num\t")


_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_WIDE = r"(?:[^\t\n]*\t){8}"
_ROW_OF_CELLS = r'\n[ \t]*"?\d{1,4}[.)]?"? *[,;\t]'
_HOCR = r"""\bclass\s*=\s*["'](ocr_page|ocr_line|ocrx_word)\b|["']ocr-(system|capabilities)["']"""


class Signature(NamedTuple):
    """A format that need not be loaded yet.

    Attributes:
        name: as the command line takes it.
        suffixes: endings of the names of such files.
        place: module and name of its class, such as ``records.sgf:SgfFormat``.
        sniff: whether the beginning of a text is of this format; None for plain text, the
            fallback, and for binary formats.
        magic: the first bytes of every such file, if it is binary.
        is_written: whether records can be written in it.
    """

    name: str
    suffixes: tuple[str, ...]
    place: str
    sniff: Callable[[str], bool] | None = None
    magic: tuple[bytes, ...] = ()
    is_written: bool = True


_PARQUET = "records.tabular.parquet:ParquetFormat"
_ABSTRACT_PLAY = "records.abstractplay:AbstractPlayFormat"

_SIGNATURES = {
    one.name: one
    for one in (
        Signature("text", (".txt", ".text"), "records.text:TextFormat"),
        Signature("jsonl", (".jsonl", ".ndjson"), "records.jsonl:JsonlFormat", is_jsonl),
        Signature("csv", (".csv",), "records.tabular.csv:CsvFormat", is_csv),
        Signature("csv-games", (".games.csv",), "records.tabular.csv:CsvFormat", is_csv),
        Signature("parquet", (".parquet",), _PARQUET, magic=(b"PAR1",)),
        Signature("parquet-games", (".games.parquet",), _PARQUET, magic=(b"PAR1",)),
        Signature("abstractplay-json", (".json",), _ABSTRACT_PLAY, is_abstractplay),
        Signature("sgf", (".sgf",), "records.sgf:SgfFormat", is_sgf),
        Signature("json", (), "records.jsonl:JsonFormat", is_json, is_written=False),
        Signature("sheet", (), "records.tabular.sheet:SheetFormat", is_sheet, is_written=False),
        Signature("hocr", (".hocr",), "records.scans:MarkupFormat", is_hocr, is_written=False),
        Signature("alto", (".alto",), "records.scans:MarkupFormat", is_alto, is_written=False),
        Signature("tsv", (".tsv",), "records.scans:TsvFormat", is_tsv, is_written=False),
        Signature(
            "library",
            (".ludo",),
            "records.library:LibraryFormat",
            magic=(b"SQLite format 3\0",),
            is_written=False,
        ),
        Signature(
            "image",
            (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp"),
            "records.scans.image:ImageFormat",
            magic=(b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"RIFF"),
            is_written=False,
        ),
    )
}
"""By name. The first whose `sniff` agrees reads a file, else the one whose ending it has."""


@cache
def _load(signature: Signature) -> Format:
    module, _, name = signature.place.partition(":")
    form: Format = getattr(import_module(module), name)(signature.name, signature.suffixes)
    form.is_written = signature.is_written
    return form


class _Formats(Mapping[str, Format]):
    """Formats by name, each loaded when it is asked for."""

    def __init__(self, written: bool) -> None:
        self._names = [name for name, one in _SIGNATURES.items() if one.is_written is written]

    def __getitem__(self, name: str) -> Format:
        return _load(_SIGNATURES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


FORMATS: Mapping[str, Format] = _Formats(written=True)
"""The formats that are read and written, by name; the order is that of the documents."""

ONLY_READ: Mapping[str, Format] = _Formats(written=False)
"""The formats that are only read: scans, what programs recognise in them, and libraries."""

DEFAULT = FORMATS["text"]
"""The format of whatever is of no other."""


def find(name: str) -> Format:
    """Return a format by name.

    Raises:
        UnknownName: there is no such format.
    """
    folded = name.casefold()
    if folded not in _SIGNATURES:
        raise UnknownName.among("format", name, _SIGNATURES)
    return _load(_SIGNATURES[folded])


def sniff(head: str, path: str = "") -> Format:
    """Return the format of a text, by its beginning or the name of its file, else plain text."""
    sniffed = (one for one in _SIGNATURES.values() if one.sniff and one.sniff(head))
    if found := next(sniffed, None):
        return _load(found)
    named = by_suffix(path, binary=False) or DEFAULT
    is_narrow = named.name == "tsv" and "\t" in head and not re.search(_WIDE, head)
    return DEFAULT if is_narrow else named


def sniff_bytes(head: bytes) -> Format | None:
    """Return the binary format of a file, by its first bytes; None for text."""
    binary = (one for one in _SIGNATURES.values() if one.magic and head.startswith(one.magic))
    found = next(binary, None)
    return _load(found) if found else None


def by_suffix(path: str, binary: bool = True) -> Format | None:
    """Return the format that a file's name stands for, None if it stands for none.

    Of several, the one with the longer ending is meant: ``.games.csv`` is not ``.csv``.

    Args:
        path: the name; endings for compression are passed over.
        binary: whether binary formats count.
    """
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    fitting = [
        (len(suffix), one)
        for one in _SIGNATURES.values()
        for suffix in one.suffixes
        if name.endswith(suffix) and (binary or not one.magic)
    ]
    return _load(max(fitting, key=lambda fit: fit[0])[1]) if fitting else None
