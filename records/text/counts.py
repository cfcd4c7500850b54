"""What the numbers beside moves stand for, and which moves they show to be lost."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from notation import Dialect, Finding
from notation.findings import note
from notation.pattern import lazy_pattern
from records.model import Doubt, Place, Record
from records.text.layout import NOTHING
from records.text.numbering import MoveNumbers
from records.text.rows.gaps import CROSSED_OUT, Gap, before_first, gaps

_IN_BRACKETS = lazy_pattern(r"\((\d{1,2})\)\Z", re.ASCII)


class CrossedRow(NamedTuple):
    """A row with one move too many.

    Attributes:
        at: index of its first move in the game.
        texts: its moves, the one left out among them.
        gap: what the numbers show.
    """

    at: int
    texts: tuple[str, ...]
    gap: Gap

    def moved(self, plies: int) -> "CrossedRow":
        """Return the row with so many plies more, or fewer, before it."""
        return self._replace(at=self.at + plies)

    def others(self, record: Record) -> Iterator[Record]:
        """Yield the record with another move of the row left out, with the note on that."""
        end = self.at + len(self.texts) - 1
        first = self.gap.message.format(self.texts[0])
        for out in range(1, len(self.texts)):
            kept = self.texts[:out] + self.texts[out + 1 :]
            message = self.gap.message.format(self.texts[out])
            beside = dict(record.details.get(self.at, {}))
            comment = str(beside.get("comment", ""))
            old, new = (f"crossed out: {self.texts[one]}" for one in (0, out))
            beside["comment"] = comment.replace(old, new, 1)
            yield replace(
                record,
                moves=(*record.moves[: self.at], *kept, *record.moves[end:]),
                details={**record.details, self.at: beside},
                findings=tuple(
                    one.at(message=message) if one.message == first else one
                    for one in record.findings
                ),
                doubt=Doubt(self.note(out)),
            )

    def note(self, out: int) -> Finding:
        """Return the note on the reading that leaves out one of the moves."""
        line, column = self.gap.place
        message = self.gap.message.format(self.texts[out])
        return note("legal-reading", message).at(line=line, column=column)

    def in_doubt(self, record: Record) -> Record:
        """Return a record without the first move of the row, and with all that may be instead."""
        return replace(record, doubt=Doubt(self.note(0), tuple(self.others(record))))


class CountsOrNumbers:
    """The part of a game in progress that decides what numbers in brackets are, and fills gaps."""

    line: int
    tags: dict[str, str]
    details: dict[int, dict[str, object]]
    diagrams: list[tuple[int, str]]
    crossed: CrossedRow | None
    crosses: bool
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
            if self.crossed:
                self.crossed = self.crossed.moved(gap.lost)
            if gap.code == CROSSED_OUT and self.crosses:
                self._cross_out(gap)
                continue
            if gap.code == CROSSED_OUT:
                gap = gap.as_odd()
            at, lost = gap.at, gap.lost
            self.note(gap.code, gap.message, gap.place)
            self.moves[at:at] = [NOTHING] * lost
            self.places[at:at] = [gap.place] * lost
            self.details = {
                index + lost if index >= at else index: beside
                for index, beside in self.details.items()
            }

    def _cross_out(self, gap: Gap) -> None:
        """Take the first move out of a row that has one too many, with a note."""
        at = gap.at
        self.crossed = CrossedRow(at, tuple(self.moves[at : at + gap.width + 1]), gap)
        text = self.moves.pop(at)
        del self.places[at]
        gone = self.details.pop(at, {})
        self.details = {index - (index > at): beside for index, beside in self.details.items()}
        beside = self.details.setdefault(at, {})
        comments = f"crossed out: {text}", gone.get("comment", ""), beside.get("comment", "")
        beside["comment"] = " ".join(str(one) for one in comments if one)
        self.note(gap.code, gap.message.format(text), gap.place)
