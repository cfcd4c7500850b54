"""Plain sections are read here; the reader of other text is loaded when there is some.

Two ways lead through: a section that is a tag block followed by numbered rows of canonical moves
is split in one go; everything else is read line by line and token by token. Both give the same
record; tests compare them.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from records.assumptions import Assumptions
from records.model import Record
from records.sources.decode import has_long_line
from records.text.plain.sections import PlainReader, Sections

if TYPE_CHECKING:
    from records.text.game import GameBuilder
    from records.text.plain.others import LineReader


class TextReader:
    """Reads one source as `LineReader` does, which takes over at the first section not plain.

    Args:
        path: what to call the source.
        assumptions: what the caller knows of the games.
        line, games: how many lines and games of the source come before.
    """

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        self._plain = PlainReader(path, assumptions, line, games)
        self._sections = Sections()
        self._lines: LineReader | None = None

    @property
    def _reader(self) -> PlainReader:
        return self._lines or self._plain

    @property
    def line(self) -> int:
        """Lines that the source has had so far."""
        return self._reader.line

    @property
    def game(self) -> "GameBuilder | None":
        """The game in progress."""
        return self._lines.game if self._lines else None

    @property
    def games(self) -> int:
        """Games that the source has had so far."""
        return self._reader.games

    @property
    def settled(self) -> bool:
        """Whether a tag block that follows can be read without what has been read so far."""
        return self._reader.settled

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the games that are complete, of text that ends where a line ends.

        If it is ``complete``, a tag block follows after a blank line, or nothing.
        """
        for section, closed in self._sections.cut(blocks, complete):
            unread = self._lines is None and closed and not has_long_line(section)
            if not (unread and (yield from self._plain.take_plain(section))):
                yield from self._handed_over().take(section, closed and not unread)

    def flush(self) -> Iterator[Record]:
        """Yield the games that are complete if a tag block follows."""
        yield from self._reader.flush()

    def end(self) -> Iterator[Record]:
        """Yield the last games; a source without any yields a record with findings."""
        if self._lines or not self._plain.finished:
            yield from self._handed_over().end()
        else:
            yield from self._plain.flush()

    def _handed_over(self) -> "LineReader":
        """Return the reader that has taken over."""
        if self._lines is None:
            from records.text.plain.others import LineReader

            plain = self._plain
            self._lines = LineReader(plain.path, plain.assumptions, plain.line, plain.games)
            self._lines.finished = plain.finished
        return self._lines
