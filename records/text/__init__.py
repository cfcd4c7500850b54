"""Plain text: tags, rows of moves and a result, as typed, printed and scanned."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from records.assumptions import Assumptions
from records.format import CannotWrite, Format, PieceReader, Splitting
from records.model import Record
from records.text.titles import begins_with_tag

if TYPE_CHECKING:
    # Not loaded here: it needs numpy.
    from records.tidy import TidyRecords


def cut_before_tags(text: str, size: int) -> int:
    """Return the offset of a tag block after a blank line, where a text can be cut.

    The last block within the first `size` characters is chosen, or else the first one after them.
    The offset is 0 if there is none.
    """
    at = size
    while (at := text.rfind("\n\n[", 0, at)) >= 0:
        if begins_with_tag(text, at + 2):
            return at + 2
    at = size - 3
    while (at := text.find("\n\n[", max(at, 0))) >= 0:
        if begins_with_tag(text, at + 2):
            return at + 2
        at += 1
    return 0


def count_tag_blocks(text: str) -> int:
    """Estimate the number of tag blocks in a text."""
    return text.startswith("[") + text.count("\n\n[")


def start_line(record: Record) -> int:
    """Return the line on which a record begins in its file, from 1, including a title above it."""
    above = [one.line for one in record.findings if one.code in _ABOVE and one.line]
    return min([record.source.line, *above])


_ABOVE = ("title", "heading", "skipped-text", "diagram", "tag-words")
"""Codes of the notes on lines that may stand above a game."""


def read_tidy(
    text: str, path: str, assumptions: Assumptions, line: int, games: int
) -> "TidyRecords | None":
    """Return the records of a piece of text; None if only a reader can split it.

    Arguments as for `Splitting.tidy`.
    """
    from records.text.sections import read_sections

    return read_sections(text, path, assumptions, line, games)


def open_reader(path: str, assumptions: Assumptions, line: int, games: int) -> PieceReader:
    """Return the reader of a piece of text, as `Splitting.open` describes."""
    # Loaded here: tidy pieces do not need it.
    from records.text.reader import TextReader

    return TextReader(path, assumptions, line, games)


class TextFormat(Format):
    """Plain text, the fallback for text in no other format."""

    keeps_evidence = False
    split = Splitting(cut_before_tags, open_reader, count_tag_blocks, start_line, read_tidy)

    def write(self, record: Record) -> str:
        """Return a record as text, with an empty line at its end."""
        from records.text.writer import write_text

        return write_text(record)

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the bytes of all records.

        Raises:
            CannotWrite: as for `write`, or there is a null character, which marks a binary file.
        """
        from records.text.writer import write_text

        text = "".join(map(write_text, records))
        if "\0" in text:
            raise CannotWrite("text cannot hold a null character")
        return self.encoded(text)

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return a record with only the data that text can hold, and messages on the omitted data.

        Of the details of a move, only comments and marks are kept. Moves are not changed; a move
        that text cannot hold makes writing fail later.
        """
        # Loaded here: few commands write text.
        from records.text.writer import reduced

        return reduced(record)


def read_games(text: str, path: str, assumptions: Assumptions) -> list[Record]:
    """Return the records in a text that is part of another format, such as the cells of a sheet."""
    return [*TextFormat("text", ()).read([text], path, assumptions)]
