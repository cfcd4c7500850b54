"""The work on one piece of a text: read it, and run a task on its records."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import chain
from typing import Generic, NamedTuple, TypeVar, overload

import records
from analysis.games import GAMES
from analysis.replay.at_once import has_numpy, replays
from analysis.replay.replay import Replay, replay
from notation import Finding, LudographError
from notation.pattern import lazy_pattern
from records import Record
from records.assumptions import AUTO, Assumptions
from records.format import Format, Splitting
from records.formats import find
from records.pieces import Ending, TextPiece, with_hidden_named, with_reading_findings
from records.sources.archives import UNPACKED_LIMIT
from records.sources.boundary import guarded

Value = TypeVar("Value")

LONG = 1 << 20
"""Bytes of a file from which on it takes less time to load numpy at once than that saves. The
handicap of the game, see `Game.arrays_handicap`, multiplies it."""

_GAME = lazy_pattern(r'\[Game "(\w+)"\]')
_HEAD = 2_000


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
        as_recorded: whether illegal moves are played as they stand wherever they can be.
        layout: how sheets of moves in text are laid out.
    """

    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    container: str | None = None
    encoding: str | None = None
    limit: int = UNPACKED_LIMIT
    as_recorded: bool = False
    layout: str = AUTO

    @property
    def assumptions(self) -> Assumptions:
        """The assumptions passed to readers."""
        return Assumptions(self.game, self.variant, self.dialect, self.layout)

    def check(self) -> None:
        """Check the names, before a thousand sources are opened.

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
        )

    def replay(self, record: Record) -> Replay:
        """Return the replay of a record."""
        return replay(record, as_recorded=self.as_recorded)

    def replays(self, records: Sequence[Record], measured: bool = False) -> Sequence[Replay]:
        """Return the replays of the records of a batch, judged at once where that is quicker.

        Args:
            records: the records.
            measured: whether the keys of their positions are needed, too.
        """
        return replays_of(records, self.as_recorded, measured)


def replays_of(
    records: Sequence[Record], as_recorded: bool, measured: bool = False
) -> Sequence[Replay]:
    """Return the replays of the records of a batch, judged at once where that is quicker."""
    if isinstance(records, list):
        return replays(records, as_recorded, measured)
    # Loaded here: few games are read in columns.
    from analysis.replay.lazily import lazy_replays

    return lazy_replays(records, as_recorded)


class LeftOut(NamedTuple):
    """Games of a source that are not read, for an index shows that they are not selected.

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
    """The games of a source that an index leaves.

    Attributes:
        records: their records.
        left_out: the others.
    """

    records: Iterator[Record]
    left_out: LeftOut


@dataclass
class RecordBatch:
    """Some records of one source, in their order.

    Attributes:
        path: name of the source.
        records: the records.
        text: the lines that they were read from; empty where those are not kept.
        line: lines of the source that come before these.
        starts: for each record, the line of the source on which what belongs to it begins.
        left_out: games of the source that are not read.
    """

    path: str
    records: Sequence[Record]
    text: str = ""
    line: int = 0
    starts: Sequence[int] = ()
    left_out: LeftOut = NOTHING_LEFT_OUT

    def original(self, index: int) -> str | None:
        """Return the lines that a record was read from, None where they are not kept."""
        if not self.text or not self.records[index].source.game:
            return None
        stop = self.starts[index + 1] if index + 1 < len(self.starts) else None
        after = None if stop is None else stop - self.line - 1
        return "".join(self._lines[self.starts[index] - self.line - 1 : after])

    def source_line(self, number: int) -> str | None:
        """Return a line of the source, None where it is not kept."""
        index = number - self.line - 1
        return self._lines[index].rstrip("\n") if 0 <= index < len(self._lines) else None

    @cached_property
    def _lines(self) -> list[str]:
        return _lines_of(self.text)


Task = Callable[[RecordBatch], Value]
"""A function of some records; it may run in another process, and is pickled for that."""


@dataclass(frozen=True, slots=True)
class Worked(Generic[Value]):
    """The result of a piece.

    Attributes:
        value: what the task returned; None if the piece has to be read together with the next.
        before: assumed number of games of the source before the piece.
        games: games of the piece.
    """

    value: Value | None
    before: int
    games: int


class FileNotShared(LudographError, FileNotFoundError):
    """A file that a worker of the cluster cannot find."""


def work(task: Task[Value], piece: TextPiece, before: int) -> Worked[Value]:
    """Read a piece and run the task on its records.

    Args:
        task: the task.
        piece: the piece, which has to be complete.
        before: games of the source that come before.

    Raises:
        FileNotShared: the piece stands in a file that this machine does not have.
    """
    container, text = find(piece.container), _content(piece)
    if container.split and (worked := _work_in_columns(task, piece, text, container.split, before)):
        return worked
    notes, failures = list(piece.notes), list(piece.failures)
    ending = Ending(container)
    ending.add(text)
    if container.split is None:
        records = container.read([text], piece.path, piece.assumptions)
        found = list(with_reading_findings(records, piece.path, notes, failures, ending))
        return Worked(task(RecordBatch(piece.path, found)), before, len(found))
    reader = container.split.open(piece.path, piece.assumptions, piece.line, before)
    records = reader.feed([text])
    held = list(guarded(records, failures))
    if not piece.last and not reader.settled:
        return Worked(None, before, 0)
    rest: Iterable[Record] = reader.end() if piece.last else reader.flush()
    all_records = chain(held, rest)
    found = list(with_reading_findings(all_records, piece.path, notes, failures, ending))
    starts = StartLines(found, container.split.start_line)
    value = task(RecordBatch(piece.path, found, text, piece.line, starts))
    return Worked(value, before, reader.games - before)


def _work_in_columns(
    task: Task[Value], piece: TextPiece, text: str, split: Splitting, before: int
) -> Worked[Value] | None:
    """Work a piece whose records are not made before they are asked for; None for any other.

    The findings of decoding a text belong to its records: a piece with some is read as always.
    """
    if split.columns is None or piece.notes or piece.failures or not in_columns(piece.size, text):
        return None
    failures = list[Finding]()
    reader = split.columns(piece.path, piece.assumptions, piece.line, before)
    entries = list(guarded(reader.entries(text), failures))
    if not (piece.last or reader.settled or failures):
        return Worked(None, before, 0)
    entries += guarded(reader.rest(piece.last), failures)
    if failures:
        return None  # Which record it was shows when each is read by itself.
    from records.columns import LazyRecords

    records = LazyRecords(
        [with_hidden_named(one) if isinstance(one, Record) else one for one in entries]
    )
    starts = StartLines(records, split.start_line)
    value = task(RecordBatch(piece.path, records, text, piece.line, starts))
    return Worked(value, before, reader.games - before)


def in_columns(size: int = 0, text: str = "") -> bool:
    """Whether pieces are read in columns: of a long text, and once numpy is loaded.

    Args:
        size: bytes of the file that a piece comes from, 0 where that is not known.
        text: the piece; the first game that it names may have a handicap.
    """
    if sys.modules.get("numpy"):
        return True
    if size < LONG:
        return False
    named = _GAME.search(text, 0, _HEAD)
    games = [GAMES[named[1]]] if named and named[1] in GAMES else GAMES.values()
    handicap = max(game.arrays_handicap for game in games)
    return size >= LONG * handicap and has_numpy()


def _content(piece: TextPiece) -> str:
    try:
        return piece.content()
    except FileNotFoundError as error:
        raise FileNotShared(
            f"{error.filename}: a worker of the cluster does not see this file"
        ) from None


class LineBuffer:
    """The lines that records are read from, kept until the records are handed on.

    Args:
        container: the format; of one that cannot be cut, no lines are kept.
    """

    def __init__(self, container: Format) -> None:
        self._split = container.split
        self._lines: list[str] = []
        self._line = 0

    def add(self, text: str, line: int) -> None:
        """Append lines; ``line`` is how many lines of the source come before them."""
        if not self._lines:
            self._line = line
        self._lines += _lines_of(text)

    def batches(self, path: str, records: Iterable[Record], size: int) -> Iterator[RecordBatch]:
        """Yield records, ``size`` at a time, with the lines that they were read from."""
        batch: list[Record] = []
        for record in records:
            if len(batch) >= size:
                yield self._batch(path, batch, record)
                batch = []
            batch.append(record)
        if batch:
            yield self._batch(path, batch, None)

    def _batch(self, path: str, batch: list[Record], following: Record | None) -> RecordBatch:
        if self._split is None:
            return RecordBatch(path, batch)
        ends = [] if following is None else [following]
        starts = list(_starting_lines([*batch, *ends], self._split.start_line))
        cut = min(starts[-1] - self._line - 1, len(self._lines)) if ends else len(self._lines)
        text, line = "".join(self._lines[:cut]), self._line
        del self._lines[:cut]
        self._line += cut
        return RecordBatch(path, batch, text, line, starts)


def _lines_of(text: str) -> list[str]:
    """Return the lines of a text, with their ends, of which there is only one kind."""
    return list(StringIO(text, newline="\n"))


class StartLines(Sequence[int]):
    """For each record, the line of its source on which what belongs to it begins.

    They are found when they are first asked for.
    """

    def __init__(self, records: Sequence[Record], start_line: Callable[[Record], int]) -> None:
        self._records, self._start_line = records, start_line

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return self._lines[index]

    @cached_property
    def _lines(self) -> list[int]:
        return list(_starting_lines(self._records, self._start_line))


def _starting_lines(
    records: Iterable[Record], start_line: Callable[[Record], int]
) -> Iterator[int]:
    """Yield the lines on which records begin, none before that of the record before it.

    A record that stands for no game begins after all lines.
    """
    least = 1
    for record in records:
        if record.source.game:
            yield max(least, start_line(record))
            least = record.source.line + 1
        else:
            yield sys.maxsize
