"""The Smart Game Format: game trees, and the logs of sites that use it."""

from collections.abc import Iterable, Iterator

from notation.findings import violation
from records.assumptions import Assumptions
from records.format import CannotWrite, Format, Reduced
from records.model import EMPTY_FILE, Record, Source, without_games
from records.sgf.boardspace import is_log, read_log
from records.sgf.grammar import Tree, trees
from records.sgf.reader import TreeReader
from records.sgf.results import COLOURS
from records.sgf.writer import write_sgf
from records.sites import sides_of
from records.sources.boundary import fault
from records.tabular.schema import CSV_ODD, check_moves


class SgfFormat(Format):
    """One game tree after the other, FF[4]."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, those of sites' logs among them."""
        number, size = 0, 0

        def measured() -> Iterator[str]:
            nonlocal size
            for block in blocks:
                size += len(block)
                yield block

        for number, tree in enumerate(trees(measured()), start=1):
            here = Source(path, tree.line, number)
            yield self._record(tree, here, assumptions)
        if not number:
            no_tree = violation("no-game", "there is no game tree in this text")
            yield without_games(path, no_tree.at(line=1, column=1) if size else EMPTY_FILE)

    def _record(self, tree: Tree, here: Source, assumptions: Assumptions) -> Record:
        try:
            if is_log(tree):
                return read_log(tree, here, assumptions)
            return TreeReader(tree, here, assumptions).record()
        except Exception as error:
            failed = fault(error).at(line=here.line, column=1)
            return Record(source=here, findings=(*tree.findings, failed))

    def ends_whole(self, text: str) -> bool:
        """Whether the last game tree is closed."""
        return text.rstrip().endswith(")")

    def write(self, record: Record) -> str:
        """Return a record as a game tree, with its line end."""
        return write_sgf(self.reduce(record).record)

    def reduce(self, record: Record) -> Reduced:
        """Return the record: there is room for all of it, or it cannot be written.

        Raises:
            CannotWrite: there are more than two sides, or odd characters in a move.
        """
        if len(sides_of(record.game, record.variant)) > len(COLOURS):
            raise CannotWrite(f"{self.name} cannot hold a game of more than two sides")
        check_moves(record, CSV_ODD, self.name)
        return Reduced(record)
