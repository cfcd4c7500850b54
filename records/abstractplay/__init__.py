"""The JSON records of the Abstract Play server, schema 1-0-0."""

from collections.abc import Iterable, Iterator
from typing import IO

from records.abstractplay.reader import read_abstractplay
from records.abstractplay.writer import reduce, to_text
from records.assumptions import Assumptions
from records.format import ConcatenatingWriter, Format, Reduced
from records.model import Record


class AbstractPlayFormat(Format):
    """An array of records, or one record after the other."""

    framed = True
    # Half a character can only stand inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        return read_abstractplay(blocks, path, assumptions)

    def write(self, record: Record) -> str:
        """Return a record as one JSON object on one line, with its line end."""
        return f"{to_text(record)}\n"

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return objects, one to a line, with commas between them."""
        return self.encoded(",\n".join(map(to_text, records)))

    def writer(self, out: IO[bytes]) -> ConcatenatingWriter:
        """Return what makes an array of fragments."""
        return ConcatenatingWriter(out, b"[\n", b",\n", b"\n]\n")

    def reduce(self, record: Record) -> Reduced:
        """Return what the schema can hold of a record."""
        return reduce(record)
