"""What a worker does: read a piece of a text, and hand its records to a task."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import chain
from typing import Generic, TypeVar

from records import Record
from records.formats import find
from records.pieces import TextPiece, told

Value = TypeVar("Value")


@dataclass
class RecordBatch:
    """Some records of one source, in their order.

    Attributes:
        path: name of the source.
        records: the records.
        text: the lines that they were read from; empty where those are not at hand.
        line: lines of the source that come before these.
        starts: for each record, the line of the source on which what belongs to it begins.
    """

    path: str
    records: Sequence[Record]
    text: str = ""
    line: int = 0
    starts: Sequence[int] = ()

    def original(self, index: int) -> str | None:
        """Return the lines that a record was read from, None where they are not at hand."""
        if not self.text or not self.records[index].source.game:
            return None
        stop = self.starts[index + 1] if index + 1 < len(self.starts) else None
        after = None if stop is None else stop - self.line - 1
        return "".join(self._lines[self.starts[index] - self.line - 1 : after])

    def source_line(self, number: int) -> str | None:
        """Return a line of the source, None where it is not at hand."""
        index = number - self.line - 1
        return self._lines[index].rstrip("\n") if 0 <= index < len(self._lines) else None

    @cached_property
    def _lines(self) -> list[str]:
        return lines_of(self.text)


Task = Callable[[RecordBatch], Value]
"""What is to be done with some records; it may run in another process, and is sent there."""


@dataclass(frozen=True, slots=True)
class Worked(Generic[Value]):
    """What came of a piece.

    Attributes:
        value: what the task returned; None if the piece has to be read on in one with the next.
        before: games of the source that were taken to come before.
        games: games that the piece has.
    """

    value: Value | None
    before: int
    games: int


def work(task: Task[Value], piece: TextPiece, before: int) -> Worked[Value]:
    """Read a piece and do the task.

    Args:
        task: what to do with its records.
        piece: the piece, which has to be complete.
        before: games of the source that come before.
    """
    container, text = find(piece.container), piece.content()
    if container.split is None:
        records = container.read([text], piece.path, piece.hints)
        found = list(told(records, piece.path, list(piece.notes), list(piece.failures)))
        return Worked(task(RecordBatch(piece.path, found)), before, len(found))
    reader = container.split.open(piece.path, piece.hints, piece.line, before)
    records = reader.feed([text])
    held = list(records)
    if not piece.last and not reader.settled:
        return Worked(None, before, 0)
    rest: Iterable[Record] = reader.end() if piece.last else reader.flush()
    all_records = chain(held, rest)
    found = list(told(all_records, piece.path, list(piece.notes), list(piece.failures)))
    starts = list(starting_lines(found, container.split.start_line))
    value = task(RecordBatch(piece.path, found, text, piece.line, starts))
    return Worked(value, before, reader.games - before)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, with their ends, of which there is only one kind."""
    return list(StringIO(text, newline="\n"))


def starting_lines(records: Iterable[Record], first_line: Callable[[Record], int]) -> Iterator[int]:
    """Yield the lines on which records begin, none before that of the record before it.

    What is no game begins after all lines.
    """
    least = 1
    for record in records:
        if record.source.game:
            yield max(least, first_line(record))
            least = record.source.line + 1
        else:
            yield sys.maxsize
