"""Processing one piece of a source: reading it, and running a task on its records."""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

import records
from analysis.replay.batch import Batch, reads_columns
from analysis.replay.findings import Policy
from analysis.replay.replay import Replay, replay
from records import Record
from records.assumptions import AUTO, Assumptions
from records.format import Splitting
from records.formats import find
from records.pieces import TextPiece, with_reading_findings
from records.sources.boundary import guarded
from records.sources.decode import UNPACKED_LIMIT
from records.sources.names import FileFilter
from records.tidy import TidyRecords

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class InputOptions:
    """How a command reads its sources and plays their games.

    Attributes:
        game: name of the game; None to guess it for each record.
        variant: variant string of all records; None to use each record's own.
        dialect: name of the dialect of all moves; None to guess it for each record.
        container: name of the format; None to guess it from each text.
        encoding: encoding of the files; None to guess it for each file.
        limit: maximum unpacked size of a compressed file or an archive member, in bytes.
        as_recorded: whether illegal moves are played as they are written, if they can be.
        layout: the layout of tables of moves in text, one of `records.assumptions.LAYOUTS`.
        files: the filter of files and folders; None to read all.
        policy: which findings count; None for all findings.
    """

    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    container: str | None = None
    encoding: str | None = None
    limit: int = UNPACKED_LIMIT
    as_recorded: bool = False
    layout: str = AUTO
    files: FileFilter | None = None
    policy: Policy | None = None

    @property
    def assumptions(self) -> Assumptions:
        """The assumptions passed to readers."""
        return Assumptions(self.game, self.variant, self.dialect, self.layout)

    def check(self) -> None:
        """Check the names of the game, dialect, format and encoding.

        Raises:
            UnknownName: there is no such game, dialect, format or encoding.
        """
        self.records(())

    def records(self, names: str | Iterable[str]) -> Iterator[Record]:
        """Yield the records of sources, as `records.read` does; a missing file is a finding."""
        return records.read(
            [names] if isinstance(names, str) else names,
            format=self.container,
            game=self.game,
            variant=self.variant,
            dialect=self.dialect,
            encoding=self.encoding,
            limit=self.limit,
            layout=self.layout,
            files=self.files,
        )

    def replay(self, record: Record) -> Replay:
        """Return the replay of a record."""
        return replay(record, as_recorded=self.as_recorded)

    def replays(
        self, records: Iterable[Record], *, measured: bool = False, share: float = 1.0
    ) -> Batch:
        """Return the replays of some records; see `Batch`."""
        return Batch(records, self.as_recorded, measured=measured, share=share, policy=self.policy)


class LineStarts:
    """The offsets at which the lines of a text begin, computed on demand."""

    def __init__(self, text: str) -> None:
        self._text, self._starts = text, array("Q", [0])

    def start(self, at: int) -> int:
        """Return the offset of the line with an index from 0; the length of the text if there is no
        such line."""
        starts, find = self._starts, self._text.find
        if at > len(self._text):  # There are not more lines than characters.
            return len(self._text)
        while at >= len(starts):
            if not (end := find("\n", starts[-1]) + 1):
                return len(self._text)
            starts.append(end)
        return starts[at]


@dataclass
class RecordBatch:
    """Consecutive records of one source.

    Attributes:
        path: name of the source.
        records: the records.
        text: the lines of the records; empty if lines are not kept.
        line: number of lines of the source before these lines.
        split: finds the first line of each record; None if lines are not kept.
        share: lower bound of the length of the source divided by that of the batch.
    """

    path: str
    records: Sequence[Record]
    text: str = ""
    line: int = 0
    split: Splitting | None = None
    share: float = 1.0

    @cached_property
    def _tidy(self) -> TidyRecords | None:
        return self.records if isinstance(self.records, TidyRecords) else None

    def is_tidy(self, index: int) -> bool:
        """Whether a record is made only on demand, because its game is tidy; see `records.tidy`."""
        return self._tidy is not None and self._tidy.is_tidy(index)

    @cached_property
    def lengths(self) -> Sequence[int]:
        """Number of moves of each record."""
        return self._tidy.lengths if self._tidy else [len(one.moves) for one in self.records]

    def original(self, index: int) -> str | None:
        """Return the lines of a record; None if lines are not kept."""
        if not self.text or not self.records[index].source.game:
            return None
        first, stop = (self._lines.start(at) for at in self._starts[index : index + 2])
        return self.text[first:stop]

    def source_line(self, number: int) -> str | None:
        """Return a line of the source, given by its number from 1; None if it is not kept."""
        at = number - self.line - 1
        start = self._lines.start(at) if at >= 0 else len(self.text)
        if start == len(self.text):
            return None
        return self.text[start : self._lines.start(at + 1)].rstrip("\n")

    @cached_property
    def _lines(self) -> "LineStarts":
        return LineStarts(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        """The index of the first line of each record, and an index after all lines."""
        return [*starting_lines(self.records, self.split, self.line), sys.maxsize]


def starting_lines(
    records: Iterable[Record], split: Splitting | None, before: int
) -> Iterator[int]:
    """Yield the index, from 0 and in ascending order, of the first line of each record.

    For a record without a game, or without ``split``, the index is `sys.maxsize`.

    Args:
        split: finds the first line of a record.
        before: number of lines of the source before the line with index 0.
    """
    least = 1
    for record in records:
        if split and record.source.game:
            yield max(max(least, split.start_line(record)) - before - 1, 0)
            least = record.source.line + 1
        else:
            yield sys.maxsize


Task = Callable[[RecordBatch], Value]
"""A function of a batch of records. It is pickled, since it may run in another process."""


class Worked(NamedTuple, Generic[Value]):
    """The result of processing a piece.

    Attributes:
        value: the value of the task; None if the piece has to be read together with the next piece.
        before: assumed number of games in the source before the piece.
        games: number of games in the piece.
    """

    value: Value | None
    before: int
    games: int


def work(task: Task[Value], piece: TextPiece, before: int) -> Worked[Value]:
    """Read a piece and run a task on its records.

    Args:
        piece: the piece, which has to be complete.
        before: number of games in the source before the piece.
    """
    container, text, path = find(piece.container), piece.text, piece.path
    split, share = container.split, max(piece.size / max(len(text), 1), piece.number + 1)
    notes, failures = list(piece.notes), list(piece.failures)
    found: Sequence[Record] | None = None
    if split is None:
        every: Iterable[Record] = container.read([text], path, piece.assumptions)
        found = list(with_reading_findings(every, path, notes, failures))
        return Worked(task(RecordBatch(path, found, share=share)), before, len(found))
    if split.tidy and not (notes or failures) and reads_columns(text, share):
        found = split.tidy(text, path, piece.assumptions, piece.line, before)
    games = len(found or ())
    if found is None:
        reader = split.open(path, piece.assumptions, piece.line, before)
        held = list(guarded(reader.feed([text]), failures))
        if not (piece.last or reader.settled):
            return Worked(None, before, 0)
        every = chain(held, reader.end() if piece.last else reader.flush())
        found = list(with_reading_findings(every, path, notes, failures))
        games = reader.games - before
    batch = RecordBatch(path, found, text, piece.line, split, share=share)
    return Worked(task(batch), before, games)
