"""The TSV of tesseract: a row for each page, block, paragraph, line and word."""

from collections.abc import Iterable, Iterator, Sequence

from notation.findings import violation
from records.scans.page import Page, PageBuilder, box_of, confidence_of

COLUMNS = (
    "level",
    "page_num",
    "block_num",
    "par_num",
    "line_num",
    "word_num",
    "left",
    "top",
    "width",
    "height",
    "conf",
    "text",
)
HEADER = "\t".join(COLUMNS)
LINE_LENGTH = 10_000
"""Characters that are more than any row has."""
_WORD = "5"


class _Reader:
    """Reads one table."""

    def __init__(self) -> None:
        self._page: PageBuilder | None = None
        self._written = ""
        self._line: Sequence[str] = ()
        self._number = 0

    def take(self, line: str, at: int) -> Iterator[Page]:
        """Take a row; yield the page before it where it begins another."""
        fields = line.split("\t", len(COLUMNS) - 1)
        if not line.strip() or fields[0] == COLUMNS[0]:
            return
        if len(fields) < len(COLUMNS) - 1:
            message = f"{len(fields)} of {len(COLUMNS)} columns: the row is left out"
            self._open().complain(violation("bad-row", message).at(line=at, column=1))
            return
        if fields[1] != self._written:
            yield from self.end()
            self._written = fields[1]
        if fields[0] == _WORD and len(fields) == len(COLUMNS):
            if fields[2:5] != self._line:
                self._line = fields[2:5]
                self._open().begin_line()
            self._add(fields, at)

    def _add(self, fields: Sequence[str], at: int) -> None:
        left, top, width, height = fields[6:10]
        edges = (left, top, _sum(left, width), _sum(top, height))
        column = sum(map(len, fields[:-1])) + len(fields)
        self._open().add(fields[-1], box_of(edges), (at, column), confidence_of(fields[10]))

    def end(self) -> Iterator[Page]:
        """Yield the page in progress."""
        if self._page and (page := self._page.page()):
            yield page
        self._page = None

    def _open(self) -> PageBuilder:
        if self._page is None:
            self._number += 1
            self._page = PageBuilder(self._number)
        return self._page


def _sum(start: str, length: str) -> str:
    try:
        return str(float(start) + float(length))
    except ValueError:
        return ""


def pages(blocks: Iterable[str]) -> Iterator[Page]:
    """Yield the pages of a table."""
    reader = _Reader()
    for at, line in enumerate(_lines(blocks), start=1):
        yield from reader.take(line, at)
    yield from reader.end()


def _lines(blocks: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text; of a line longer than any row, the beginning."""
    rest = ""
    for block in blocks:
        *lines, rest = (rest + block).split("\n")
        rest = rest[:LINE_LENGTH]
        yield from lines
    if rest:
        yield rest
