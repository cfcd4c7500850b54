"""ALTO: words in XML, with boxes, confidences, and variants of glyphs.

See the Library of Congress, ALTO: Technical Metadata for Layout and Text Objects, versions 2 to 4.
"""

from collections.abc import Iterable, Iterator, Mapping

from records.model import Place
from records.scans.markup import MarkupReader
from records.scans.page import (
    ALTERNATIVES,
    WORD_LENGTH,
    Box,
    Choice,
    Page,
    box_of,
    confidence_of,
)


class AltoReader(MarkupReader):
    """Reads one document."""

    def __init__(self) -> None:
        super().__init__()
        self._word: tuple[int, Mapping[str, str], Place] | None = None
        self._cells: list[list[Choice]] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        if name == "Page":
            self.begin_page()
        elif name == "TextLine":
            self.page.begin_line()
        elif name == "String":
            self._word, self._cells = (self.depth, attributes, self.place), []
        elif name == "Glyph" and self._word and len(self._cells) < WORD_LENGTH:
            self._cells.append([_choice(attributes, "GC")])
        elif name == "Variant" and self._cells and len(self._cells[-1]) < ALTERNATIVES:
            self._cells[-1].append(_choice(attributes, "VC"))

    def end(self, depth: int) -> None:
        """Take the end of an element."""
        if self._word is None or depth != self._word[0]:
            return
        _, attributes, place = self._word
        self._word = None
        cells = [tuple(sorted(cell, key=lambda choice: -choice[1])) for cell in self._cells if cell]
        sure = confidence_of(attributes.get("WC", ""), 1)
        self.page.add(attributes.get("CONTENT", ""), _box(attributes), place, sure, cells)


def _choice(attributes: Mapping[str, str], confidence: str) -> Choice:
    stated = confidence_of(attributes.get(confidence, ""), 1)
    return attributes.get("CONTENT", "")[:WORD_LENGTH] or " ", stated or 0.0


def _box(attributes: Mapping[str, str]) -> Box | None:
    try:
        left, top, width, height = (
            float(attributes[name]) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")
        )
    except (KeyError, ValueError):
        return None
    return box_of([str(edge) for edge in (left, top, left + width, top + height)])


def pages(blocks: Iterable[str]) -> Iterator[Page]:
    """Yield the pages of a document in ALTO.

    Raises:
        BadMarkup: it is not well-formed XML; the pages before have been yielded.
    """
    return AltoReader().pages(blocks)
