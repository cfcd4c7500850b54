"""A game of a table while its rows are read: its plies in order, and what was wrong with rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress, count, islice, pairwise
from operator import ne

from notation import Finding
from notation.findings import note, violation
from records.model import Place, Source

BAD_ROW = "bad-row"

MOST = 100
"""Findings on the rows of one game; what is more is counted."""

MISSING = 40
"""Plies that may be missing from a game for `?` to stand for each; no more than it has, either."""


@dataclass(slots=True)
class TableGame:
    """A record whose rows are being read.

    Attributes:
        key: what the rows of the record have in common.
        here: where it begins.
        data: its JSON object, without the moves.
        cells: the cells of the game by column, as its first row has them.
        plies: the number of each move; empty where the table does not number them.
        moves: texts, or JSON objects of a text and what stands beside it.
        places: where each move stands; empty where the format has no lines.
        findings: what was wrong with rows.
        apart: whether other rows of the record came before, with those of others between.
        more: how many findings are counted only.
    """

    key: object
    here: Source
    data: dict[str, object]
    cells: dict[str, object] = field(default_factory=dict)
    plies: list[int] = field(default_factory=list)
    moves: list[object] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    apart: bool = False
    more: int = 0

    def complain(self, message: str, line: int | None) -> None:
        """Add what is wrong with a row to the findings."""
        self.add(violation(BAD_ROW, message).at(line=line))

    def add(self, *findings: Finding) -> None:
        """Add findings, and put a count in the place of those that are too many."""
        self.findings += findings
        if len(self.findings) > 2 * MOST:
            self.more += len(self.findings) - MOST
            del self.findings[MOST:]

    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings, and how many more there were."""
        if len(self.findings) <= MOST and not self.more:
            return tuple(self.findings)
        more = self.more + max(len(self.findings) - MOST, 0)
        counted = violation(BAD_ROW, f"{more:,} more rows of this game cannot be read")
        return (*self.findings[:MOST], counted)

    def complete(self) -> None:
        """Put the moves in the order of their numbers, with `?` for each that is missing.

        Where a number comes twice, or too many are missing, the moves stay as they stand.
        """
        if not self.plies or self.plies == list(range(1, len(self.plies) + 1)):
            return
        ordered = sorted(self.plies)
        missing = ordered[-1] - len(ordered)
        if (
            self.apart
            or ordered[0] < 1
            or any(a == b for a, b in pairwise(ordered))
            or missing > min(MISSING, len(ordered))
        ):
            self._report_jumps(filled=False)
            return
        if ordered != self.plies:
            self._sort()
        self._report_jumps(filled=True)
        for index in range(ordered[-1]):
            if self.plies[index] != index + 1:
                self._insert_unreadable(index)

    def _sort(self) -> None:
        order = sorted(range(len(self.plies)), key=self.plies.__getitem__)
        out = next(row for row, (a, b) in enumerate(pairwise(self.plies), 1) if b < a)
        message = "the rows of the game are not in the order of their plies: they were put in order"
        self.add(note("row-order", message).at(line=self._line(out)))
        self.plies = [self.plies[row] for row in order]
        self.moves = [self.moves[row] for row in order]
        if self.places:
            self.places = [self.places[row] for row in order]

    def _insert_unreadable(self, index: int) -> None:
        self.plies.insert(index, index + 1)
        self.moves.insert(index, "?")
        if self.places:
            self.places.insert(index, self.places[index])

    def _report_jumps(self, filled: bool) -> None:
        if self.apart:
            message = (
                f"rows of record {self.key} stand in several places, with those of other records"
                " between them: sort the table by record and ply"
            )
            self.complain(message, self._line(0))
        for row, (before, ply) in enumerate(pairwise((0, *self.plies))):
            if ply != before + 1 and (row or not self.apart):
                what = f"ply {ply} follows ply {before}: rows are missing or out of order"
                self.complain(what + (_filling(before, ply) if filled else ""), self._line(row))

    def _line(self, row: int) -> int | None:
        return self.places[row][0] if self.places else None


def _filling(before: int, ply: int) -> str:
    if ply - before == 2:
        return f"; ? stands for ply {before + 1}"
    return f"; ? stands for each of plies {before + 1} to {ply - 1}"


def differing(cells: Sequence[object]) -> list[int]:
    """Return the rows whose cell in a column differs from the one above it."""
    return [*compress(count(1), map(ne, cells, islice(cells, 1, None)))]
