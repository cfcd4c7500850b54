"""Processing one piece of a source: reading it, and running a task on its records.

A source without games is read as one *placeholder*: a record without moves, with findings that say
why there are none. So is a file that cannot be read, or not to its end.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import chain
from typing import TypeVar

import records
from analysis.replay.batch import Batch, reads_columns
from analysis.replay.findings import Policy
from analysis.replay.replay import Replay, replay
from notation import Finding
from records import Record
from records.assumptions import AUTO, Assumptions
from records.format import Splitting
from records.formats import find
from records.pieces import TextPiece, with_reading_findings
from records.read import text_records
from records.sources.boundary import NOT_READ, guarded
from records.sources.decode import UNPACKED_LIMIT
from records.sources.names import FileFilter, Folders
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


def is_unreadable(record: Record) -> bool:
    """Whether a record is a placeholder for a file that could not be read completely."""
    return bool(record.findings) and any(one.code in NOT_READ for one in record.findings)


def is_game(record: Record) -> bool:
    """Whether a record is a game, not a placeholder for a source without games."""
    return record.source.game > 0 and not is_unreadable(record)


def is_passed_over(record: Record, folders: Folders) -> bool:
    """Whether a record is a placeholder for a file without games that was found in a folder."""
    is_empty = record.source.game == 0 and not is_unreadable(record)
    return is_empty and folders.hold(record.source.path)


@dataclass
class RecordBatch:
    """Consecutive records of one source.

    Attributes:
        path: name of the source.
        records: the records.
        text: the lines of the records; empty if lines are not kept.
        line: number of lines of the source before these lines.
        split: finds the first line of each record; None if lines are not kept.
        share: the source is at least this many times as long as the batch.
    """

    path: str
    records: Sequence[Record]
    text: str = ""
    line: int = 0
    split: Splitting | None = None
    share: float = 1.0

    def is_game(self, index: int) -> bool:
        """Return whether a record is a game, without making the record of a tidy game."""
        records = self.records
        is_tidy = isinstance(records, TidyRecords) and records.is_tidy(index)
        return is_tidy or is_game(records[index])

    @cached_property
    def lengths(self) -> Sequence[int]:
        """Number of moves of each record."""
        if isinstance(self.records, TidyRecords):
            return self.records.lengths
        return [len(one.moves) for one in self.records]

    def original(self, index: int) -> str | None:
        """Return the lines of a record; None if lines are not kept."""
        if not self.text or not self.records[index].source.game:
            return None
        first, stop = self.starts[index : index + 2]
        return "".join(self.lines[first:stop])

    def source_line(self, number: int) -> str | None:
        """Return a line of the source, given by its number from 1; None if it is not kept."""
        at = number - self.line - 1
        return self.lines[at].rstrip("\n") if 0 <= at < len(self.lines) else None

    @cached_property
    def lines(self) -> list[str]:
        """The lines with their ends; unlike `str.splitlines`, cut only at newlines."""
        return list(StringIO(self.text))

    @cached_property
    def starts(self) -> list[int]:
        """The indices in `lines` at which the records begin, ascending, and an index after all
        lines. Records whose lines are not kept also have an index after all lines."""
        starts, least = [], 0
        for record in self.records:
            if self.split and record.source.game:
                starts.append(max(self.split.start_line(record) - self.line - 1, least))
                least = max(record.source.line - self.line, 0)
            else:
                starts.append(sys.maxsize)
        return [*starts, sys.maxsize]


Task = Callable[[RecordBatch], Value]
"""A function of a batch of records. It is pickled, since it may run in another process."""


class PieceRecords:
    """The records of consecutive pieces, up to the first piece that ends between two games.

    Reading also ends with a piece at which the reader fails; later games keep their numbers.

    Args:
        pieces: the pieces, taken one by one as they are read.
        games: number of games in the source before the pieces.

    Attributes:
        games: number of games in the source up to the pieces read so far.
        ended: whether the last piece read ends between two games, the source ends with it, or the
            reader failed there.
        texts: the texts of the pieces read so far, if the format can be cut; a caller may remove
            them.
    """

    def __init__(self, pieces: Iterator[TextPiece], games: int) -> None:
        self.texts, self.games, self.ended = list[str](), games, False
        self._first = next(pieces)
        self._pieces = chain([self._first], pieces)
        self._notes, self._failures = list[Finding](), list[Finding]()

    def __iter__(self) -> Iterator[Record]:
        path = self._first.path
        return with_reading_findings(self._read(), path, self._notes, self._failures)

    def _read(self) -> Iterator[Record]:
        first, pieces = self._first, self._taken()
        form = find(first.container)
        if form.split is None:
            text = (piece.text for piece in pieces)
            yield from text_records(form, text, first.path, first.assumptions)
            self.ended = True
            return
        reader = form.split.open(first.path, first.assumptions, first.line, self.games)
        for piece in pieces:
            self.texts.append(piece.text)
            faults = list[Finding]()
            yield from guarded(reader.feed([piece.text], piece.complete), faults)
            self._failures.extend(faults)
            self.ended = piece.last or bool(faults) or (piece.complete and reader.settled)
            if self.ended:
                yield from reader.end() if piece.last else reader.flush()
            self.games = reader.games
            if self.ended:
                return

    def _taken(self) -> Iterator[TextPiece]:
        for piece in self._pieces:
            self._notes.extend(piece.notes)
            self._failures.extend(piece.failures)
            yield piece


def work(task: Task[Value], piece: TextPiece, before: int) -> tuple[Value | None, int]:
    """Read a piece and run a task on its records.

    Args:
        task: the task.
        piece: the piece, which has to be complete.
        before: number of games in the source before the piece.

    Returns:
        The value of the task, or None if the piece has to be read together with the next one; and
        the number of games in the source up to the end of the piece.
    """
    split, text, path = find(piece.container).split, piece.text, piece.path
    share = max(piece.size / max(len(text), 1), piece.number + 1)
    found: Sequence[Record] | None = None
    if split and split.tidy and not (piece.notes or piece.failures) and reads_columns(text, share):
        found = split.tidy(text, path, piece.assumptions, piece.line, before)
    games = before + len(found or ())
    if found is None:
        read = PieceRecords(iter([piece]), before)
        found, games = list(read), read.games
        if not read.ended:
            return None, before
    kept = text if split else ""
    return task(RecordBatch(path, found, kept, piece.line, split, share)), games
