"""Plain sections are read here; the reader of other text is loaded when there is some.

Two ways lead through: a section that is a tag block followed by numbered rows of canonical moves
is split in one go; everything else is read line by line and token by token. Both give the same
record; tests compare them.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from records.assumptions import Assumptions
from records.model import Record, Source
from records.sources.decode import has_long_line
from records.text.plain.section import Sections, read_plain, tried

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
        self._path, self._assumptions = path, assumptions
        self._line, self._games = line, games
        self._finished: Record | None = None
        self._sections = Sections()
        self._reader: LineReader | None = None

    @property
    def line(self) -> int:
        """Lines that the source has had so far."""
        return self._reader.line if self._reader else self._line

    @property
    def game(self) -> "GameBuilder | None":
        """The game in progress."""
        return self._reader.game if self._reader else None

    @property
    def games(self) -> int:
        """Games that the source has had so far."""
        return self._reader.games if self._reader else self._games

    @property
    def settled(self) -> bool:
        """Whether a tag block that follows can be read without what has been read so far."""
        return self._reader.settled if self._reader else self._finished is not None

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the games that are complete, of text that ends where a line ends.

        If it is ``complete``, a tag block follows after a blank line, or nothing.
        """
        for section, closed in self._sections.cut(blocks, complete):
            here = Source(self._path, self._line + 1, self._games + 1)
            unread = self._reader is None and closed and not has_long_line(section)
            if plain := tried(read_section, section, here, self._assumptions) if unread else None:
                if self._finished:
                    yield self._finished
                self._finished = plain
                self._games += 1
                self._line += section.count("\n")
            else:
                yield from self._handed_over().take(section, closed and not unread)

    def flush(self) -> Iterator[Record]:
        """Yield the games that are complete if a tag block follows."""
        if self._reader:
            yield from self._reader.flush()
        elif self._finished:
            yield self._finished
        self._finished = None

    def end(self) -> Iterator[Record]:
        """Yield the last games; a source without any yields a record with findings."""
        if self._reader or not self._finished:
            yield from self._handed_over().end()
        else:
            yield self._finished

    def _handed_over(self) -> "LineReader":
        """Return the reader that has taken over."""
        if self._reader is None:
            from records.text.plain.others import LineReader

            known = self._path, self._assumptions, self._line, self._games
            self._reader = LineReader(*known)
            self._reader.finished, self._reader.read_plain = self._finished, read_section
        return self._reader


def read_section(section: str, source: Source, assumptions: Assumptions) -> Record | None:
    """Return the record of a plain section, None for any other."""
    return read_plain(section, source, assumptions)
