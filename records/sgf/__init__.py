"""The Smart Game Format: game trees, and the logs of sites that use it."""

from collections.abc import Iterable, Iterator

from records.assumptions import Assumptions
from records.format import Format, Reduced
from records.model import Record
from records.sgf.reader import read_sgf
from records.sgf.writer import reduce, write_sgf


class SgfFormat(Format):
    """One game tree after the other, FF[4]."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, those of sites' logs among them."""
        return read_sgf(blocks, path, assumptions)

    def write(self, record: Record) -> str:
        """Return a record as a game tree, with its line end."""
        return write_sgf(record)

    def reduce(self, record: Record) -> Reduced:
        """Return the record: it fits, or it cannot be written at all."""
        return reduce(record)
