"""Output of programs for character recognition (OCR): hOCR, ALTO, and the TSV of tesseract.

hOCR: T. Breuel, The hOCR Embedded OCR Workflow and Output Format, versions 1.0 and 1.2, with the
alternatives of characters that tesseract writes with ``lstm_choice_mode=2``. ALTO: Library of
Congress, ALTO: Technical Metadata for Layout and Text Objects, versions 2 to 4.

Documents with entity declarations are refused, so that none can expand to a large text; nothing
outside the document is read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.entities import html5
from typing import NoReturn
from xml.parsers import expat

from notation import Finding, LudographError
from notation.findings import violation
from notation.pattern import lazy_pattern
from records.model import Place
from records.scans.page import Box, Choice, Page, PageBuilder, box_of, confidence_of
from records.sources.decode import lines_of

ROLES = {
    "ocr_page": "page",
    "ocr_line": "line",
    "ocrx_line": "line",
    "ocr_header": "line",
    "ocr_caption": "line",
    "ocr_textfloat": "line",
    "ocrx_word": "word",
    "ocrx_cinfo": "cinfo",
    "Page": "page",
    "TextLine": "line",
    "String": "word",
    "Glyph": "glyph",
    "Variant": "glyph",
}
"""The role of an element, by its class in hOCR or its name in ALTO."""
DEPTH = LONGEST = 200
"""Maximum depth of elements, length of a word, and number of alternatives of a character."""
COLUMNS = "level page_num block_num par_num line_num word_num left top width height conf text"
HEADER = COLUMNS.replace(" ", "\t")
"""The first line of a TSV."""
LINE_LENGTH = 10_000
"""Maximum length of a row of a TSV, in characters."""

_BOX = lazy_pattern(r"(?<!\w)bbox((?:\s+[^\s;]+){4})")
_SURE = lazy_pattern(r"(?<!\w)x_wconf\s+([^\s;]+)")
_CHOICE = lazy_pattern(r"(?<!\w)x_confs\s+([^\s;]+)")


class BadMarkup(LudographError):
    """Markup that cannot be read further.

    Attributes:
        finding: the reason, with the line.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        text = f"{message}: nothing is read from there on"
        self.finding: Finding = violation("bad-markup", text).at(line=line, column=column)


class _Word:
    """A word in progress, with the depth of its element and its place in the file."""

    def __init__(self, depth: int, place: Place, attributes: Mapping[str, str]) -> None:
        self.depth, self.place, self.attributes = depth, place, attributes
        self.text = [attributes.get("CONTENT", "")[:LONGEST]]
        self.cells: list[list[Choice]] = []
        self.choosing, self.choice = 0, 0
        """Depths at which the alternatives, and the current one, began; 0 outside of them."""

    def add_choice(self, text: str, confidence: float | None) -> None:
        """Add an alternative of the last character."""
        if self.cells and len(self.cells[-1]) < LONGEST:
            self.cells[-1].append((text[:LONGEST], confidence or 0.0))

    @property
    def box(self) -> Box | None:
        if found := _BOX.search(self.attributes.get("title", "")):
            return box_of(found[1].split())
        left, top, width, height = (
            self.attributes.get(name, "") for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")
        )
        return box_of((left, top, _sum(left, width), _sum(top, height)))

    @property
    def confidence(self) -> float | None:
        """The confidence in the word, from 0 to 100."""
        found = _SURE.search(self.attributes.get("title", ""))
        return confidence_of(found[1]) if found else confidence_of(self.attributes.get("WC", ""), 1)


class MarkupReader:
    """Reads the pages of a document in hOCR or ALTO."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._take_text
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.SkippedEntityHandler = self._skip_entity
        self._depth = self._number = 0
        self._done: list[Page] = []
        self._page: PageBuilder | None = None
        self._word: _Word | None = None

    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text, each once it is complete, as `markup_pages` does."""
        failure: BadMarkup | None = None
        try:
            for block in blocks:
                self._parser.Parse(block.encode("utf-8", "replace"), False)
                yield from self._take()
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            message = f"not well-formed XML ({expat.ErrorString(error.code)})"
            failure = BadMarkup(message, error.lineno, error.offset + 1)
        except BadMarkup as error:
            failure = error
        self._end_page()
        yield from self._take()
        if failure:
            raise failure

    def _take(self) -> Iterator[Page]:
        done, self._done = self._done, []
        yield from done

    @property
    def _open(self) -> PageBuilder:
        """The page in progress, which is begun if there is none."""
        if self._page is None:
            self._number += 1
            self._page = PageBuilder(self._number)
        return self._page

    def _end_page(self) -> None:
        if self._page and (page := self._page.page()):
            self._done.append(page)
        self._page = None

    @property
    def _place(self) -> Place:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            self._refuse(f"elements are nested more than {DEPTH} deep")
        names = (name.rpartition(":")[2], *attributes.get("class", "").split())
        role = next((ROLES[one] for one in names if one in ROLES), "")
        if role == "page":
            self._end_page()
            self._open  # noqa: B018  A page without words may have findings.
        elif role == "line":
            self._open.begin_line()
        elif role == "word" and self._word is None:
            self._word = _Word(self._depth, self._place, attributes)
        elif self._word and role == "glyph":
            if "GC" in attributes or name.endswith("Glyph"):
                self._word.cells.append([])
            stated = attributes.get("GC", attributes.get("VC", ""))
            self._word.add_choice(attributes.get("CONTENT", "") or " ", confidence_of(stated, 1))
        elif self._word and role == "cinfo":
            self._start_choice(self._word, attributes.get("title", ""))

    def _start_choice(self, word: _Word, title: str) -> None:
        """Read the start of an element ``ocrx_cinfo``.

        The element is a character, the list of its alternatives, or one alternative.
        """
        found = _CHOICE.search(title)
        if found is None:
            if "x_bboxes" not in title:
                word.choosing = word.choosing or self._depth
            if len(word.cells) <= LONGEST:
                word.cells.append([])
        elif not word.choice:
            word.choosing = word.choosing or self._depth
            word.choice = self._depth
            word.add_choice("", confidence_of(found[1]))

    def _end(self, _: str) -> None:
        word = self._word
        if word and self._depth == word.choice:
            word.choice = 0
            if word.cells and word.cells[-1]:
                text, sure = word.cells[-1].pop()
                word.cells[-1] += [(text.strip() or " ", sure)] if text else []
        if word and self._depth == word.choosing:
            word.choosing = 0
        if word and self._depth == word.depth:
            self._word = None
            cells = [tuple(sorted(cell, key=lambda one: -one[1])) for cell in word.cells if cell]
            text = "".join(word.text)
            self._open.add(text, word.box, word.place, word.confidence, cells)
        self._depth -= 1

    def _take_text(self, text: str) -> None:
        word = self._word
        if word and word.choice:
            if word.cells and word.cells[-1]:
                before, sure = word.cells[-1][-1]
                word.cells[-1][-1] = (before + text)[:LONGEST], sure
        elif word and not word.choosing and len(word.text) < LONGEST:
            word.text.append(text.strip()[:LONGEST])

    def _refuse_entity(self, name: str, *_: object) -> None:
        self._refuse(f"the document declares an entity, {name:.40}, which is not expanded")

    def _skip_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._take_text(html5.get(f"{name};", ""))

    def _refuse(self, message: str) -> NoReturn:
        raise BadMarkup(message, *self._place)


def _sum(start: str, length: str) -> str:
    try:
        return str(float(start) + float(length))
    except ValueError:
        return ""


def markup_pages(blocks: Iterable[str]) -> Iterator[Page]:
    """Yield the pages of a document in hOCR or ALTO.

    Raises:
        BadMarkup: it is not well-formed XML; the pages before have been yielded.
    """
    return MarkupReader().pages(blocks)


def tsv_pages(blocks: Iterable[str]) -> Iterator[Page]:
    """Yield the pages of the TSV of tesseract: a row for each page, block, line and word."""
    page: PageBuilder | None = None
    number, written, inside = 0, "", list[str]()
    for at, line in enumerate(lines_of(blocks, LINE_LENGTH), start=1):
        fields = line.split("\t", COLUMNS.count(" "))
        if not line.strip() or fields[0] == "level":
            continue
        is_whole = len(fields) >= COLUMNS.count(" ")
        if page and is_whole and fields[1] != written:
            yield from filter(None, [page.page()])
            page = None
        if page is None:
            number += 1
            page, inside = PageBuilder(number), []
        if not is_whole:
            message = f"{len(fields)} of {COLUMNS.count(' ') + 1} columns: the row is left out"
            page.complain(violation("bad-row", message).at(line=at, column=1))
            continue
        written = fields[1]
        if fields[0] == "5" and len(fields) > COLUMNS.count(" "):
            if fields[2:5] != inside:
                inside = fields[2:5]
                page.begin_line()
            _add(page, fields, at)
    yield from filter(None, [page.page() if page else None])


def _add(page: PageBuilder, fields: Sequence[str], at: int) -> None:
    """Add a recognized word to a page.

    Args:
        page: the page.
        fields: a row of a TSV file.
        at: the line of the row.
    """
    left, top, width, height = fields[6:10]
    edges = (left, top, _sum(left, width), _sum(top, height))
    column = sum(map(len, fields[:-1])) + len(fields)
    page.add(fields[-1], box_of(edges), (at, column), confidence_of(fields[10]))
