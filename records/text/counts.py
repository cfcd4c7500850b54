"""What the numbers beside moves stand for, and which moves they show to be lost."""

import re
from collections.abc import Mapping

from notation import Dialect
from notation.pattern import lazy_pattern
from records.model import Place
from records.text.numbering import MoveNumbers
from records.text.rows.cells import NOTHING
from records.text.rows.gaps import before_first, gaps

_IN_BRACKETS = lazy_pattern(r"\((\d{1,2})\)\Z", re.ASCII)


class CountsOrNumbers:
    """The part of a game in progress that decides what numbers in brackets are, and fills gaps."""

    line: int
    tags: dict[str, str]
    details: dict[int, dict[str, object]]
    diagrams: list[tuple[int, str]]
    moves: list[str]
    places: list[Place]
    numbering: MoveNumbers

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in."""
        raise NotImplementedError

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        raise NotImplementedError

    def _find_due_number(self) -> None:
        """Take what looks like a count beside the last move for the number of the next one.

        It is a number if it is the very one that is due, and no move before has a count.
        """
        if not self.moves or self.moves[-1][-1:] != ")":
            return
        number = _IN_BRACKETS.search(self.moves[-1])
        if number is None or not self.numbering.is_due(int(number[1])):
            return
        counted = self._counted()
        if len(counted) == 1:
            self._uncount(counted)
            self.numbering.take(int(number[1]), len(self.moves), self.places[-1])

    def _find_numbers(self) -> None:
        """Take what looks like counts for move numbers, in a game that has no others.

        They are numbers if there are several, each is one more than the one before, stands a round
        of moves after it, and has a move behind it.
        """
        counted = self._counted() if self.numbering.last is None else {}
        first = min(counted, default=0)
        rising = {first + 2 * step: counted[first] + step for step in range(len(counted))}
        if len(counted) > 1 and counted == rising and max(counted) < len(self.moves) - 1:
            self._uncount(counted)

    def _counted(self) -> dict[int, int]:
        """Return the counts that stand beside moves, by the index of the move."""
        counts = next((one.counts for one in self.dialects if one.counts), None)
        found = [counts.search(move) for move in self.moves] if counts else []
        return {index: int(count[1]) for index, count in enumerate(found) if count}

    def _uncount(self, counted: Mapping[int, int]) -> None:
        """Cut the numbers of the moves that follow off some moves, with a note each."""
        for index, number in counted.items():
            self.moves[index] = self.moves[index].rpartition("(")[0].rstrip()
            message = f"({number}) is read as the number of the next move, not as a count"
            self.note("bracketed-number", message, self.places[index], f"({number})")

    def _fill_gaps(self) -> None:
        """Put unreadable plies where the numbers show that moves are lost; note what they show."""
        rows = self.numbering.rows
        found = [*gaps(rows, len(self.moves))]
        if len(rows) > 1 and rows[0].number > 1 and not ("Start" in self.tags or self.diagrams):
            found.append(before_first(rows[0].number, rows[0].place))
        stated = self.tags.get("PlyCount", "")
        if stated.isdecimal() and int(stated[:9]) > len(self.moves) + sum(
            gap.lost for gap in found
        ):
            message = f"the tag PlyCount has {stated}, and there are {len(self.moves)} moves: "
            self.note("missing-moves", f"{message}the last may be missing", (self.line, 1))
        for gap in found[::-1]:
            self.note(gap.code, gap.message, gap.place)
            at, lost = gap.at, gap.lost
            self.moves[at:at] = [NOTHING] * lost
            self.places[at:at] = [gap.place] * lost
            self.details = {
                index + lost if index >= at else index: beside
                for index, beside in self.details.items()
            }
