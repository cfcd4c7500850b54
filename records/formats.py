"""The registry of formats, and the detection of a file's format.

Formats are loaded on first use; detection needs none of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from notation import UnknownName
from records.format import Format

COMPRESSED = (".gz", ".zst")
"""Suffixes of compressed files, which follow the suffix of the format."""


def is_jsonl(head: str) -> bool:
    """Whether a text begins with a record in JSON lines."""
    line = head.lstrip().partition("\n")[0]
    if line[:1] != "{" or '"moves"' not in line or re.match(_LIST_WITHIN, line):
        return False
    return not is_abstractplay(head)


def is_abstractplay(head: str) -> bool:
    """Whether a text begins with a record of Abstract Play, or a list of them."""
    if head.lstrip("\N{BYTE ORDER MARK} \t\r\n")[:1] not in ("{", "["):
        return False
    return bool(re.search(r'"header"\s*:\s*\{', head) and re.search(r'"game"\s*:\s*\{', head))


def is_json(head: str) -> bool:
    """Whether a text begins as other JSON: an object, or a list of objects, lists or texts."""
    if is_jsonl(head) or is_abstractplay(head):
        return False
    return re.match(_JSON, head) is not None


def is_sgf(head: str) -> bool:
    """Whether a text begins with a game tree; other text may come before it."""
    if "(" not in head or "[" not in head:
        return False
    return re.search(r"^[ \t\N{BYTE ORDER MARK}]*\(\s*;\s*[A-Za-z]\w*\s*\[", head, re.M) is not None


def is_csv(head: str) -> bool:
    """Whether a text begins with the header of a table of records."""
    line = _header(head)
    if "move" not in line.lower():
        return False
    from records.tabular.csv import separator_of

    return bool(separator_of(line))


def may_be_csv(head: str) -> bool:
    """Whether the first line of a text names columns of records, or is blank."""
    from records.tabular.csv import names_columns

    line = _header(head)
    return not line.strip() or names_columns(line)


def _header(head: str) -> str:
    """Return the first line of a table; a line that states the separator is skipped."""
    line, _, below = head.lstrip("\N{BYTE ORDER MARK}").partition("\n")
    return below.partition("\n")[0] if line[:4] == "sep=" else line


def is_sheet(head: str) -> bool:
    """Whether a text begins as a score sheet or a list of games kept in a spreadsheet."""
    if head.lstrip(_BLANK)[:1] in "[{<(" or not re.search(_ROWS_OF_CELLS, f"\n{head[:_SHEET]}"):
        return False
    from records.tabular.sheet import layout_of

    return layout_of(head) is not None


def _begins_as(pattern: str) -> Callable[[str], bool]:
    """Return a function that tells whether a pattern matches a text after its leading blanks."""
    return lambda head: re.match(pattern, head.lstrip(_BLANK), re.DOTALL) is not None


_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_JSON = rf"""[{_BLANK}]*(?:\[\s*)*(?:\{{\s*"[^"\n]*"\s*:|(?<=\[)"[^"\n]*"\s*[],])"""
"""The beginning of a JSON object, or of a JSON list of objects, lists or texts."""
_LIST_WITHIN = r'\{[^\[]*"(?!moves"|notes")[^"\[]*"\s*:\s*\[\s*\{'
"""The beginning of an object with a list of objects that are not moves, and may be records."""
_ROWS_OF_CELLS = (
    r'\n[ \t]*"?\d{1,4}[.)]?"? *[,;\t]'
    r'|\n[ \t]*(?:"?[^\W\d_][\w ./]{0,30}"?[,;])+"?[^\W\d_][\w ./]{0,30}"?[ \t\r]*\n'
    "|\\A[^\\S\t]*+(?:sep=|[^\n,;\t]*+[,;\t])"
)
"""A row that begins with a number, a heading row, or a first line with cells."""
_SHEET = 1 << 16
"""Number of characters at the beginning of a text that must include a row of a score sheet."""
_HOCR = (
    r"""<.*?(?:\bclass\s*=\s*["'](ocr_page|ocr_line|ocrx_word)\b"""
    r"""|["']ocr-(system|capabilities)["'])"""
)
"""HTML with classes of hOCR."""
_ALTO = r"(?=<).*?<(\w+:)?alto[\s>]"
_TSV = "level\tpage_num\tblock_num\t"
"""The header of tesseract's table."""


class Signature(NamedTuple):
    """The description of a format, for use before the format is loaded.

    Attributes:
        name: the name of the format, as the command line takes it.
        suffixes: the endings of file names.
        place: module and name of its class, such as ``records.sgf:SgfFormat``.
        sniff: returns whether the beginning of a text is of this format; None for plain text, which
            is the fallback, and for binary formats.
        magic: the first bytes of files of a binary format.
        is_written: whether the format can be written.
        may_be: returns whether a text with one of these suffixes that no ``sniff`` recognizes is of
            this format rather than plain text; None if every such text is.
    """

    name: str
    suffixes: tuple[str, ...]
    place: str
    sniff: Callable[[str], bool] | None = None
    magic: tuple[bytes, ...] = ()
    is_written: bool = True
    may_be: Callable[[str], bool] | None = None


_CSV = "records.tabular.csv:CsvFormat"
_PARQUET = "records.tabular.parquet:ParquetFormat"
_MARKUP = "records.scans:MarkupFormat"
_ABSTRACT_PLAY = "records.abstractplay:AbstractPlayFormat"

_SIGNATURES = {
    one.name: one
    for one in (
        Signature("text", (".txt", ".text"), "records.text:TextFormat"),
        Signature("jsonl", (".jsonl", ".ndjson"), "records.jsonl:JsonlFormat", is_jsonl),
        Signature("sheet", (), "records.tabular.sheet:SheetFormat", is_sheet, is_written=False),
        Signature("csv", (".csv",), _CSV, is_csv, may_be=may_be_csv),
        Signature("csv-games", (".games.csv",), _CSV, is_csv, may_be=may_be_csv),
        Signature("parquet", (".parquet",), _PARQUET, magic=(b"PAR1",)),
        Signature("parquet-games", (".games.parquet",), _PARQUET, magic=(b"PAR1",)),
        Signature("abstractplay-json", (".json",), _ABSTRACT_PLAY, is_abstractplay),
        Signature("sgf", (".sgf",), "records.sgf:SgfFormat", is_sgf),
        Signature("json", (), "records.jsonl:JsonFormat", is_json, is_written=False),
        Signature("hocr", (".hocr",), _MARKUP, _begins_as(_HOCR), is_written=False),
        Signature("alto", (".alto",), _MARKUP, _begins_as(_ALTO), is_written=False),
        Signature("tsv", (), "records.scans:TsvFormat", _begins_as(_TSV), is_written=False),
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
"""Formats by name. The first format whose `sniff` is true is used, or else the one with the
suffix."""


@cache
def _load(signature: Signature) -> Format:
    module, _, name = signature.place.partition(":")
    form: Format = getattr(import_module(module), name)(signature.name, signature.suffixes)
    form.is_written = signature.is_written
    return form


class _Formats(Mapping[str, Format]):
    """Formats by name, loaded on first use."""

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
"""The formats that are read and written, by name, in the order of the documents."""

ONLY_READ: Mapping[str, Format] = _Formats(written=False)
"""The formats that are only read."""

DEFAULT = FORMATS["text"]
"""Plain text: the fallback for texts in no other format."""


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
    """Return the format that the beginning or the file name of a text shows, else plain text."""
    sniffed = (one for one in _SIGNATURES.values() if one.sniff and one.sniff(head))
    if head and (found := next(sniffed, None)):
        return _load(found)
    named = by_suffix(path, binary=False) or DEFAULT
    may_be = _SIGNATURES[named.name].may_be
    return named if may_be is None or may_be(head) else DEFAULT


def sniff_bytes(head: bytes) -> Format | None:
    """Return the binary format of a file by its first bytes; None for text."""
    binary = (one for one in _SIGNATURES.values() if one.magic and head.startswith(one.magic))
    found = next(binary, None)
    return _load(found) if found else None


def by_suffix(path: str, binary: bool = True) -> Format | None:
    """Return the format of a file by its suffix; None for an unknown one.

    The longest suffix decides: ``a.games.csv`` is of the format ``csv-games``, not ``csv``.

    Args:
        path: the name; suffixes of compressed files are skipped.
        binary: whether to include binary formats.
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
