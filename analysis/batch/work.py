"""Processing one piece of a text: reading it, and running a task on its records."""

import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import records
from analysis.replay.batch import Batch
from analysis.replay.findings import Policy
from analysis.replay.replay import Replay, replay
from notation.extras import is_installed
from records import Record
from records.assumptions import AUTO, Assumptions
from records.format import Format, Splitting
from records.formats import find
from records.pieces import TextPiece, with_reading_findings
from records.sources.boundary import guarded
from records.sources.decode import UNPACKED_LIMIT
from records.sources.names import FileFilter

if TYPE_CHECKING:
    # Not loaded here: it needs numpy.
    from records.tidy import TidyRecords

Value = TypeVar("Value")

MANY = 1 << 19
"""Length of a text, in characters, from which numpy is worth loading."""


@dataclass(frozen=True, slots=True)
class InputOptions:
    """How a command reads its sources, and plays their games.

    Attributes:
        game: name of the game; None to guess it for each record.
        variant: variant string of all records; None for that of each record.
        dialect: name of the dialect of all moves; None to guess it for each record.
        container: name of the format; None to guess it from each text.
        encoding: encoding of the files; None to guess it for each.
        limit: bytes that a compressed file or a member may unpack to.
        as_recorded: whether illegal moves are played as they are written, if they can be.
        layout: how sheets of moves in text are laid out.
        files: which of the named files are read; None for all.
        policy: which findings count; None for all of them.
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
        """Check the names before any source is opened.

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


class LeftOut(NamedTuple):
    """Games of a source that are not read, because an index excludes them.

    Attributes:
        games: number of games.
        plies: number of their plies.
        moves: number of their move texts.
    """

    games: int = 0
    plies: int = 0
    moves: int = 0


NOTHING_LEFT_OUT = LeftOut()


class Shortlist(NamedTuple):
    """The games of a source that an index does not exclude.

    Attributes:
        records: the records of these games.
        left_out: the excluded games.
    """

    records: Iterator[Record]
    left_out: LeftOut


@dataclass
class RecordBatch:
    """Some records of one source, in their order.

    Attributes:
        path: name of the source.
        records: the records.
        text: the lines that they were read from; empty if lines are not kept.
        line: lines of the source that come before these.
        start_line: returns the first line of a record, with title and tags; None where lines are
            not kept.
        left_out: games of the source that are not read.
        share: lower bound of the length of the source divided by that of the batch.
    """

    path: str
    records: Sequence[Record]
    text: str = ""
    line: int = 0
    start_line: Callable[[Record], int] | None = None
    left_out: LeftOut = NOTHING_LEFT_OUT
    share: float = 1.0

    def original(self, index: int) -> str | None:
        """Return the lines that a record was read from, None where they are not kept."""
        if not self.text or not self.records[index].source.game:
            return None
        first, after = self._starts[index : index + 2]
        start, stop = (self._index.start(line - self.line - 1) for line in (first, after))
        return self.text[start:stop]

    def source_line(self, number: int) -> str | None:
        """Return a line of the source, None where it is not kept."""
        start, stop = (self._index.start(number - self.line - 1 + more) for more in (0, 1))
        return self.text[start:stop].rstrip("\n") if start < stop else None

    @cached_property
    def _index(self) -> "LineIndex":
        return LineIndex(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        """The first line of each record, and a number beyond the last line."""
        found = _starting_lines(self.records, self.start_line) if self.start_line else ()
        return [*found, sys.maxsize]


Task = Callable[[RecordBatch], Value]
"""A function of some records; it may run in another process, and is pickled for that."""


class Worked(NamedTuple, Generic[Value]):
    """The result of processing a piece.

    Attributes:
        value: what the task returned; None if the piece has to be read together with the next.
        before: assumed number of games of the source before the piece.
        games: games of the piece.
    """

    value: Value | None
    before: int
    games: int


def work(task: Task[Value], piece: TextPiece, before: int) -> Worked[Value]:
    """Read a piece and run the task on its records.

    Args:
        task: the task.
        piece: the piece, which has to be complete.
        before: games of the source that come before.
    """
    container, text = find(piece.container), piece.text
    notes, failures = list(piece.notes), list(piece.failures)
    share = max(piece.size / max(len(text), 1), piece.number + 1)
    if container.split is None:
        records = container.read([text], piece.path, piece.assumptions)
        found = list(with_reading_findings(records, piece.path, notes, failures))
        return Worked(task(RecordBatch(piece.path, found, share=share)), before, len(found))
    if tidy := _tidy(container.split, piece, before, share):
        start_line = container.split.start_line
        batch = RecordBatch(piece.path, tidy, text, piece.line, start_line, share=share)
        return Worked(task(batch), before, len(tidy))
    reader = container.split.open(piece.path, piece.assumptions, piece.line, before)
    records = reader.feed([text])
    held = list(guarded(records, failures))
    if not piece.last and not reader.settled:
        return Worked(None, before, 0)
    rest: Iterable[Record] = reader.end() if piece.last else reader.flush()
    all_records = chain(held, rest)
    found = list(with_reading_findings(all_records, piece.path, notes, failures))
    start_line = container.split.start_line
    batch = RecordBatch(piece.path, found, text, piece.line, start_line, share=share)
    return Worked(task(batch), before, reader.games - before)


class LineIndex:
    """The offsets of the lines of a text; a list of all would take more memory than short lines."""

    _BLOCK = 4096
    """Characters between the offsets for which lines are counted."""

    def __init__(self, text: str) -> None:
        places = range(0, len(text), self._BLOCK)
        counts = (text.count("\n", place, place + self._BLOCK) for place in places)
        self._text = text
        self._before = list(accumulate(counts, initial=0))

    def start(self, line: int) -> int:
        """Return the offset of a line, counted from 0; the nearest end where there is none."""
        if line <= 0:
            return 0
        if line > self._before[-1]:
            return len(self._text)
        block = bisect_left(self._before, line) - 1
        offset = block * self._BLOCK
        for _ in range(line - self._before[block]):
            offset = self._text.index("\n", offset) + 1
        return offset


def _tidy(split: Splitting, piece: TextPiece, before: int, share: float) -> "TidyRecords | None":
    """Return the records of a piece of a large archive if its games are tidy."""
    is_worth_it = len(piece.text) * share >= MANY and is_installed("numpy")
    if not split.tidy or not is_worth_it or piece.notes or piece.failures:
        return None
    return split.tidy(piece.text, piece.path, piece.assumptions, piece.line, before)


class LineBuffer:
    """The text that records are read from, kept until their batch is complete.

    Args:
        container: the format; of one that cannot be cut, nothing is kept.
    """

    def __init__(self, container: Format) -> None:
        self._split = container.split
        self._texts: list[str] = []
        self._line = 0

    def add(self, text: str, line: int) -> None:
        """Append whole lines; ``line`` is the number of lines of the source before them."""
        if not self._texts:
            self._line = line
        self._texts.append(text)

    def batches(self, path: str, records: Iterable[Record], size: int) -> Iterator[RecordBatch]:
        """Yield records, ``size`` at a time, with the lines that they were read from."""
        batch: list[Record] = []
        share = 1
        for record in records:
            if len(batch) >= size:
                yield self._batch(path, batch, record, share)
                batch, share = [], share + 1
            batch.append(record)
        if batch:
            yield self._batch(path, batch, None, share)

    def _batch(
        self, path: str, batch: list[Record], following: Record | None, share: float
    ) -> RecordBatch:
        if self._split is None:
            return RecordBatch(path, batch, share=share)
        start_line, line, text = self._split.start_line, self._line, "".join(self._texts)
        rest = ""
        if following is not None:
            *_, start = _starting_lines([*batch, following], start_line)
            cut = LineIndex(text).start(start - line - 1)
            text, rest = text[:cut], text[cut:]
        self._texts = [rest] if rest else []
        self._line += text.count("\n")
        return RecordBatch(path, batch, text, line, start_line, share=share)


def _starting_lines(
    records: Iterable[Record], start_line: Callable[[Record], int]
) -> Iterator[int]:
    """Yield the first lines of records, in ascending order.

    A record without a game begins after all lines.
    """
    least = 1
    for record in records:
        if record.source.game:
            yield max(least, start_line(record))
            least = record.source.line + 1
        else:
            yield sys.maxsize
