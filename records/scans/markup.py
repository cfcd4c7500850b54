"""Reading XML that may be hostile: no entities of its own, bounded depth, one pass."""

from collections.abc import Iterable, Iterator, Mapping
from html.entities import html5
from typing import NoReturn
from xml.parsers import expat

from notation import Finding, LudographError
from notation.findings import violation
from records.model import Place
from records.scans.page import Page, PageBuilder

DEPTH = 200
"""Elements that may stand in one another."""


class BadMarkup(LudographError):
    """Markup that cannot be read on.

    Attributes:
        finding: why not, with the line.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        text = f"{message}: nothing is read from there on"
        self.finding: Finding = violation("bad-markup", text).at(line=line, column=column)


class MarkupReader:
    """Reads the pages of a document in XML; a format is a class with handlers of its own.

    Entities that a document declares are refused, so that none can unfold to a large text; nothing
    outside the document is read.
    """

    def __init__(self) -> None:
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self.text
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.SkippedEntityHandler = self._skip_entity
        self._depth = 0
        self._done: list[Page] = []
        self._page: PageBuilder | None = None
        self._number = 0

    def pages(self, blocks: Iterable[str]) -> Iterator[Page]:
        """Yield the pages of a text, each once it is complete.

        Raises:
            BadMarkup: the text is not well formed; the pages before have been yielded.
        """
        try:
            for block in blocks:
                self._parser.Parse(block.encode("utf-8", "replace"), False)
                yield from self._take()
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            yield from self._rest()
            message = f"not well-formed XML ({expat.ErrorString(error.code)})"
            raise BadMarkup(message, error.lineno, error.offset + 1) from None
        except BadMarkup:
            yield from self._rest()
            raise
        yield from self._rest()

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        raise NotImplementedError

    def end(self, depth: int) -> None:
        """Take the end of the element that began at a depth."""
        raise NotImplementedError

    def text(self, text: str) -> None:
        """Take text."""

    @property
    def depth(self) -> int:
        """How many elements are open."""
        return self._depth

    @property
    def place(self) -> Place:
        """Where the parser is."""
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    @property
    def page(self) -> PageBuilder:
        """The page in progress; the first begins with the first word where none is marked."""
        if self._page is None:
            self.begin_page()
        assert self._page is not None
        return self._page

    def begin_page(self) -> None:
        """Begin a page."""
        self._end_page()
        self._number += 1
        self._page = PageBuilder(self._number)

    def _end_page(self) -> None:
        if self._page and (page := self._page.page()):
            self._done.append(page)
        self._page = None

    def _take(self) -> Iterator[Page]:
        done, self._done = self._done, []
        yield from done

    def _rest(self) -> Iterator[Page]:
        self._end_page()
        yield from self._take()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            self._refuse(f"more than {DEPTH} elements stand in one another")
        self.start(name.rpartition(":")[2], attributes)

    def _end(self, _: str) -> None:
        self.end(self._depth)
        self._depth -= 1

    def _refuse_entity(self, name: str, *_: object) -> None:
        self._refuse(f"the document declares an entity, {name:.40}, which is not unfolded")

    def _skip_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self.text(html5.get(f"{name};", ""))

    def _refuse(self, message: str) -> NoReturn:
        raise BadMarkup(message, *self.place)
