"""The Smart Game Format: game trees, and the logs of sites that use it.

``GM`` is the number of the game in the specification. For games without a number it is the name, as
on Boardspace: ``GM[megiddo]``. It is always written, since a tree without it is a game of Go. Each
move is a node, in the dialect of the record.
"""

from collections.abc import Iterable, Iterator, Sequence

from notation.findings import violation
from notation.numbers import plural
from records.assumptions import Assumptions
from records.chess import OTHER_GAME
from records.format import CannotWrite, Format
from records.model import EMPTY_FILE, Record, Source, without_games
from records.sgf.boardspace import is_log, read_log
from records.sgf.grammar import Tree, trees
from records.sgf.trees import COLOURS, TreeReader, is_of_other_game, written
from records.sites import sides_of
from records.sources.boundary import fault
from records.tabular.rows import CSV_ODD, check_moves


class SgfFormat(Format):
    """Files of game trees, one after the other, in version 4 of the format (FF[4])."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, with the logs of sites."""
        text = "".join(blocks)
        found = list(trees(text))
        if found and not assumptions.game and all(map(is_of_other_game, found)):
            value = found[0].nodes[0]["GM"][0]
            message = f"{plural(len(found), 'game')} with GM[{value.text.strip()}]"
            message += ", the number of a game that ludograph does not know"
            refused = violation(OTHER_GAME, message).at(line=value.line, column=value.column)
            yield without_games(path, refused)
            return
        for number, tree in enumerate(found, start=1):
            yield _record(tree, Source(path, tree.line, number), assumptions)
        if not found:
            no_tree = violation("no-game", "there is no game tree in this text")
            yield without_games(path, no_tree.at(line=1, column=1) if text else EMPTY_FILE)

    def write(self, record: Record) -> str:
        """Return a record as a game tree."""
        return written(self.reduce(record)[0])

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return the record unchanged, since the format can hold all of it.

        Raises:
            CannotWrite: there are more than two sides, or characters in a move that text cannot
                hold.
        """
        if len(sides_of(record.game, record.variant)) > len(COLOURS):
            raise CannotWrite(f"{self.name} cannot hold a game of more than two sides")
        check_moves(record, CSV_ODD, self.name)
        return record, ()


def _record(tree: Tree, here: Source, assumptions: Assumptions) -> Record:
    try:
        if is_log(tree):
            return read_log(tree, here, assumptions)
        return TreeReader(tree, here, assumptions).record()
    except Exception as error:
        failed = fault(error).at(line=here.line, column=1)
        return Record(source=here, findings=(*tree.findings, failed))
