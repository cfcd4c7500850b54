"""hOCR: words in HTML, whose titles hold boxes and confidences.

See T. Breuel, The hOCR Embedded OCR Workflow and Output Format, versions 1.0 and 1.2. The
alternatives of characters are those that tesseract writes with ``lstm_choice_mode=2``.
"""

from collections.abc import Iterable, Iterator, Mapping

from notation.pattern import lazy_pattern
from records.model import Place
from records.scans.markup import MarkupReader
from records.scans.page import ALTERNATIVES, WORD_LENGTH, Cell, Choice, Page, box_of, confidence_of

LINES = {"ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat"}

_BOX = lazy_pattern(r"(?<!\w)bbox((?:\s+[^\s;]+){4})")
_WORD = lazy_pattern(r"(?<!\w)x_wconf\s+([^\s;]+)")
_CHOICE = lazy_pattern(r"(?<!\w)x_confs\s+([^\s;]+)")


class HocrReader(MarkupReader):
    """Reads one document."""

    def __init__(self) -> None:
        super().__init__()
        self._word = 0
        self._title, self._place = "", (1, 1)
        self._text: list[str] = []
        self._cells: list[list[Choice]] = []
        self._choice: tuple[int, float, list[str]] | None = None
        self._choosing = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        classes = attributes.get("class", "").split()
        title = attributes.get("title", "")
        if "ocr_page" in classes:
            self.begin_page()
        elif not LINES.isdisjoint(classes):
            self.page.begin_line()
        elif "ocrx_word" in classes and not self._word:
            self._begin_word(title, self.place)
        elif "ocrx_cinfo" in classes and self._word:
            self._begin_choice(title)

    def _begin_word(self, title: str, place: Place) -> None:
        self._word, self._title, self._place = self.depth, title, place
        self._text, self._cells, self._choice, self._choosing = [], [], None, 0

    def _begin_choice(self, title: str) -> None:
        """Begin the alternatives of a character, or one of them; or a character with its box."""
        found = _CHOICE.search(title)
        if found is None:
            if "x_bboxes" not in title:
                self._choosing = self._choosing or self.depth
            if len(self._cells) <= WORD_LENGTH:
                self._cells.append([])
        elif self._choice is None:
            self._choosing = self._choosing or self.depth
            self._choice = self.depth, confidence_of(found[1]) or 0.0, []

    def end(self, depth: int) -> None:
        """Take the end of an element."""
        if self._choice and depth == self._choice[0]:
            self._end_choice(*self._choice)
        if depth == self._choosing:
            self._choosing = 0
        if self._word and depth == self._word:
            self._end_word()

    def _end_choice(self, _: int, confidence: float, text: list[str]) -> None:
        self._choice = None
        written = "".join(text)
        if self._cells and len(self._cells[-1]) < ALTERNATIVES and written:
            self._cells[-1].append((written.strip() or " ", confidence))

    def _end_word(self) -> None:
        self._word = 0
        box, sure = _BOX.search(self._title), _WORD.search(self._title)
        cells: list[Cell] = [tuple(cell) for cell in self._cells]
        self.page.add(
            "".join(self._text),
            box_of(box[1].split()) if box else None,
            self._place,
            confidence_of(sure[1]) if sure else None,
            cells,
        )

    def text(self, text: str) -> None:
        """Take text."""
        if self._choice:
            self._choice[2].append(text[:WORD_LENGTH])
        elif self._word and not self._choosing and len(self._text) < WORD_LENGTH:
            self._text.append(text.strip()[:WORD_LENGTH])


def pages(blocks: Iterable[str]) -> Iterator[Page]:
    """Yield the pages of a document in hOCR.

    Raises:
        BadMarkup: it is not well-formed XML; the pages before have been yielded.
    """
    return HocrReader().pages(blocks)
