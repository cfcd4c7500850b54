"""Scans of score sheets, as programs for character recognition (OCR) leave them.

Words have boxes, from which the rows and columns of the sheet are found; characters may have
alternatives, from which the texts that a ply may be are made. Records are only read.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator

from notation import Finding
from records.assumptions import Assumptions
from records.format import ReadOnly
from records.model import Record
from records.scans import alto, hocr, tsv
from records.scans.markup import BadMarkup
from records.scans.page import Page
from records.scans.sheet import SheetReader


def read_pages(pages: Iterator[Page], path: str, assumptions: Assumptions) -> Iterator[Record]:
    """Yield the records of pages; where they break off, the finding on that comes last.

    Args:
        pages: the pages of one source.
        path: what to call it.
        assumptions: what the caller knows of the games.
    """
    failures: list[Finding] = []

    def readable() -> Iterator[Page]:
        try:
            yield from pages
        except BadMarkup as error:
            failures.append(error.finding)

    yield from SheetReader(path, assumptions).read(readable(), failures)


class ScanFormat(ReadOnly):
    """A format of recognised words."""

    @abstractmethod
    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text.

        Raises:
            BadMarkup: the text cannot be read on; the pages before have been yielded.
        """

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        return read_pages(self.pages(blocks), path, assumptions)


class HocrFormat(ScanFormat):
    """Words in HTML: see `records.scans.hocr`."""

    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text."""
        return hocr.pages(blocks)


class AltoFormat(ScanFormat):
    """Words in XML: see `records.scans.alto`."""

    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text."""
        return alto.pages(blocks)


class TsvFormat(ScanFormat):
    """Words in a table: see `records.scans.tsv`."""

    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text."""
        return tsv.pages(blocks)
