"""Scans of score sheets, as recognised by programs for character recognition (OCR).

Words have boxes, from which the lines and columns of the sheet are found; characters may have
alternatives, from which the possible texts of a ply are made. The formats cannot be written.
"""

from collections.abc import Iterable, Iterator

from records.assumptions import Assumptions
from records.format import Format
from records.model import Record
from records.scans.ocr import markup_pages, tsv_pages
from records.scans.sheet import SheetReader


class MarkupFormat(Format):
    """Recognised words in HTML (hOCR) or XML (ALTO)."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        return SheetReader(path, assumptions).read(markup_pages(blocks))


class TsvFormat(Format):
    """Recognised words in the TSV of tesseract."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        return SheetReader(path, assumptions).read(tsv_pages(blocks))
