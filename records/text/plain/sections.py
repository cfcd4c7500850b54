"""The sections of a text, and the reader of those that are plain."""

from collections.abc import Generator, Iterable, Iterator

from records.assumptions import Assumptions
from records.model import Record, Source
from records.sources.boundary import fault
from records.text.naming import TAG
from records.text.plain.section import read_plain

SECTION_LIMIT = 1 << 20
"""Characters after which a text without a certain game boundary is handed on all the same."""


class Sections:
    """Cuts a text before each tag block that follows a blank line; nothing is lost or added.

    Where a text is cut depends on the text alone, not on the blocks in which it comes.
    """

    def __init__(self) -> None:
        self._rest = ""

    def cut(self, blocks: Iterable[str], closed: bool = True) -> Iterator[tuple[str, bool]]:
        """Yield the sections of a text that goes on.

        Args:
            blocks: the text, in whole lines.
            closed: whether what follows has no bearing on how the end is read; else the last
                section is kept until its end is known.

        Yields:
            A section, and whether it is closed: what follows is a tag block indeed, or nothing.
        """
        for block in blocks:
            self._rest, *others = (self._rest + block).split("\n\n[")
            for part in others:
                following = f"[{part}"
                if len(self._rest) > SECTION_LIMIT:
                    yield from self._cut_long()
                yield f"{self._rest}\n\n", begins_with_tag(following)
                self._rest = following
            yield from self._cut_long()
        if closed and self._rest:
            rest, self._rest = self._rest, ""
            yield rest, True

    def _cut_long(self) -> Iterator[tuple[str, bool]]:
        """Yield the beginning of the section in progress while it is too long."""
        text, start = self._rest, 0
        stop = len(text.rstrip("\n"))  # what follows may be a tag block
        while stop - start > SECTION_LIMIT:
            end = start + SECTION_LIMIT
            cut = text.rfind("\n\n", start, end) + 1 or text.rfind("\n", start, end) + 1
            cut = cut or text.find("\n", end, stop) + 1
            if not cut:
                break
            yield text[start:cut], False
            start = cut
        self._rest = text[start:]


def begins_with_tag(text: str, start: int = 0) -> bool:
    """Whether there is a tag on the line that begins at an offset of a text."""
    end = text.find("\n", start)
    return TAG.match(text[start : len(text) if end < 0 else end]) is not None


class PlainReader:
    """Reads plain sections of one source.

    Args:
        path: what to call the source.
        assumptions: what the caller knows of the games.
        line, games: how many lines and games of the source come before.

    Attributes:
        finished: the last game, kept back until it is known what follows it.
    """

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        self.path, self.assumptions = path, assumptions
        self.line, self.games = line, games
        self.finished: Record | None = None

    @property
    def settled(self) -> bool:
        """Whether a tag block that follows can be read without what has been read so far."""
        return self.finished is not None

    def take_plain(self, section: str) -> Generator[Record, None, bool]:
        """Yield the game before a plain section; return whether this is one."""
        here = Source(self.path, self.line + 1, self.games + 1)
        try:
            record = read_plain(section, here, self.assumptions)
        except Exception as error:
            record = Record(source=here, findings=(fault(error).at(line=here.line, column=1),))
        if record is None:
            return False
        if self.finished:
            yield self.finished
        self.finished = record
        self.games += 1
        self.line += section.count("\n")
        return True

    def flush(self) -> Iterator[Record]:
        """Yield the games that are complete if a tag block follows."""
        if self.finished:
            yield self.finished
            self.finished = None
