"""Plain text: tags, rows of moves and a result, as typed, printed and scanned."""

from collections.abc import Iterable, Iterator

from records.assumptions import Assumptions
from records.format import CannotWrite, Format, Reduced, Splitting
from records.model import Record
from records.text.reader import TextReader, count_tag_blocks, cut_before_tags, read_text, start_line
from records.text.writer import reduce, write_text


class TextFormat(Format):
    """Plain text, and the format of whatever is of no other."""

    split = Splitting(cut_before_tags, TextReader, count_tag_blocks, start_line)

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, and notes on the text around them."""
        return read_text(blocks, path, assumptions)

    def write(self, record: Record) -> str:
        """Return a record as text, with an empty line at its end."""
        return write_text(record)

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return records one after the other; a null would be taken for a sign of bytes."""
        text = "".join(map(write_text, records))
        if "\0" in text:
            raise CannotWrite("text cannot hold a null character")
        return self.encoded(text)

    def reduce(self, record: Record) -> Reduced:
        """Return a record without odd characters, and beside moves only comments, ``!``, ``?``."""
        return reduce(record)
