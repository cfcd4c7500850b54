"""Batch pipeline: sources are cut into pieces for workers, and results keep the order of the
sources.

When a piece is submitted, the number of games before it is only assumed, and its last game may
continue in the next piece. If the assumed number turns out to be wrong, the piece is processed
again; if a game continues in the next piece, both are read as one. So the results do not depend on
the size of pieces and the number of workers.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import IO, TYPE_CHECKING, Generic

from analysis.batch.work import (
    InputOptions,
    LineStarts,
    RecordBatch,
    Task,
    Value,
    Worked,
    starting_lines,
    work,
)
from notation import Finding
from records import Record
from records.format import Format, Splitting
from records.formats import DEFAULT
from records.pieces import TextPiece, pieces, with_reading_findings
from records.read import binary_records, choose
from records.sources.boundary import failure_of
from records.sources.decode import Stream
from records.sources.names import streams

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.executors import Call, Workers

BATCH = 500
"""Records in a batch where a source is read in this process."""


@dataclass(slots=True)
class _Source:
    """A stream that is being read: its pieces, the number of games read, and findings so far."""

    stream: Stream
    container: Format = DEFAULT
    pieces: Iterator[TextPiece] = field(default_factory=lambda: iter(()))
    games: int = 0
    notes: list[Finding] = field(default_factory=list)
    failures: list[Finding] = field(default_factory=list)


@dataclass
class _Pending(Generic[Value]):
    """A piece in the queue, whose results have not been yielded.

    Attributes:
        source: the source.
        piece: the piece.
        call: the submitted call; None if the piece cannot be processed by itself.
    """

    source: _Source
    piece: TextPiece
    call: "Call[Worked[Value]] | None" = None

    @cached_property
    def games(self) -> int:
        """Estimated number of its games."""
        split = self.source.container.split
        return split.count(self.piece.text) if split else 0


class Pipeline(Generic[Value]):
    """Runs a task on the records of sources.

    Args:
        task: the task.
        workers: the workers that run it.
        reading: how the sources are read.
    """

    def __init__(
        self,
        task: Task[Value],
        workers: "Workers",
        reading: InputOptions,
    ) -> None:
        self._task = task
        self._workers = workers
        self._reading = reading
        self._queue: deque[_Pending[Value]] = deque()
        self._begun = False
        self._before = self._size = 0
        self._file: IO[bytes] | None = None

    def run(self, names: Iterable[str | os.PathLike[str]]) -> Iterator[Value]:
        """Yield the results of the task, in the order of the sources.

        Args:
            names: paths and other names of sources; see `records.read`.
        """
        reading = self._reading
        for stream in streams(names, reading.encoding, reading.limit, reading.files):
            if stream.file is not self._file:
                self._before += self._size
                self._file, self._size = stream.file, stream.size
            yield from self._read(_Source(stream))
        yield from self._finish(0)

    @property
    def bytes_read(self) -> int:
        """Number of bytes of the files read so far."""
        file = self._file
        return self._before + (file.tell() if file and not file.closed else 0)

    def _read(self, source: _Source) -> Iterator[Value]:
        """Yield results while submitting the pieces of a source."""
        stream, assumptions = source.stream, self._reading.assumptions
        try:
            container, blocks = choose(stream, self._reading.container)
        except Exception as error:
            container, notes, failures = DEFAULT, tuple(stream.findings), (failure_of(error),)
            nothing = TextPiece(stream.path, DEFAULT.name, assumptions, "", last=True)
            source.pieces = iter([nothing._replace(notes=notes, failures=failures)])
        else:
            split = container.split
            source.pieces = pieces(stream, container.name, split, blocks, assumptions)
        source.container = container
        if container.binary:
            yield from self._finish(0)
            yield from self._binary(source)
            return
        for piece in source.pieces:
            is_whole = self._submit(source, piece)
            yield from self._finish(self._workers.in_flight - 1 if is_whole and self._begun else 0)
            self._begun = True

    def _submit(self, source: _Source, piece: TextPiece) -> bool:
        """Queue a piece, and submit it if possible; return whether it can be read by itself."""
        split = source.container.split
        before = [one for one in self._queue if one.source is source]
        pending = _Pending[Value](source, piece)
        is_whole = piece.complete and bool(split or piece.last)
        if is_whole and not (before and not before[-1].piece.complete):
            pending.call = self._start(piece, source.games + sum(one.games for one in before))
        self._queue.append(pending)
        return is_whole

    def _start(self, piece: TextPiece, before: int) -> "Call[Worked[Value]]":
        """Submit a piece to a worker; the first piece is processed in this process.

        So no worker is started for a single piece, and forked workers inherit the modules and
        compiled texts that it needed.
        """
        submit = self._workers.submit if self._begun else partial
        return submit(work, self._task, piece, before)

    def _finish(self, left: int) -> Iterator[Value]:
        """Yield results until the queue has at most ``left`` pieces."""
        while len(self._queue) > left:
            pending = self._queue[0]
            source = pending.source
            if pending.call is None:
                yield from self._read_on(source)
                continue
            try:
                worked = pending.call()
            except BaseException:
                # Otherwise the error, this frame and the call would keep one another alive,
                # and the file open.
                pending.call = None
                raise
            if worked.before != source.games:
                pending.call = self._start(pending.piece, source.games)
            elif worked.value is None:
                yield from self._read_on(source)
            else:
                self._queue.popleft()
                source.games += worked.games
                yield worked.value

    def _read_on(self, source: _Source) -> Iterator[Value]:
        """Read a source serially, from its first queued piece to the next possible cut."""
        again: deque[_Pending[Value]] = deque()
        while self._queue and self._queue[0].source is source:
            again.append(self._queue.popleft())

        def drawn() -> Iterator[TextPiece]:
            while again:
                yield again.popleft().piece
            # Not `yield from`, which would close the pieces together with this generator.
            for piece in source.pieces:  # noqa: UP028
                yield piece

        lines, split = _Lines(source.container.split), source.container.split
        read = (
            self._joined(source, split, drawn(), lines) if split else self._whole(source, drawn())
        )
        records = with_reading_findings(read, source.stream.path, source.notes, source.failures)
        yield from self._batches(source, records, lines)
        source.failures.clear()
        self._queue.extendleft(reversed(again))

    def _joined(
        self, source: _Source, split: Splitting, drawn: Iterator[TextPiece], lines: "_Lines"
    ) -> Iterator[Record]:
        """Yield the records of pieces, up to the first piece that does not end within a game."""
        reader = None
        for piece in drawn:
            if reader is None:
                reader = split.open(piece.path, piece.assumptions, piece.line, source.games)
                lines.before = piece.line
            lines.kept.append(piece.text)
            source.notes += piece.notes
            yield from reader.feed([piece.text], piece.complete)
            source.failures += piece.failures
            if piece.last or (piece.complete and reader.settled):
                yield from reader.end() if piece.last else reader.flush()
                source.games = reader.games
                return

    def _whole(self, source: _Source, drawn: Iterator[TextPiece]) -> Iterator[Record]:
        """Yield the records of all pieces of a text that cannot be cut."""

        def contents() -> Iterator[str]:
            for piece in drawn:
                source.notes += piece.notes
                source.failures += piece.failures
                yield piece.text

        text = contents()
        yield from source.container.read(text, source.stream.path, self._reading.assumptions)
        for _ in text:  # unreadable for this reader, such as a table without a header
            pass

    def _binary(self, source: _Source) -> Iterator[Value]:
        """Yield the results of a stream that is not text."""
        stream, form = source.stream, source.container
        found = binary_records(stream, form, self._reading.assumptions)
        records = with_reading_findings(found, stream.path, stream.findings, source.failures)
        yield from self._batches(source, records, _Lines(None))

    def _batches(
        self, source: _Source, records: Iterable[Record], lines: "_Lines"
    ) -> Iterator[Value]:
        """Yield the results of the task for records that this process reads, `BATCH` at a time."""
        # Loaded here: commands that need no workers start sooner without.
        from analysis.batch.executors import in_order

        def batches() -> Iterator[RecordBatch]:
            batch, share = list[Record](), 1
            for record in records:
                if len(batch) >= BATCH:
                    yield lines.batch(source.stream.path, batch, share, record)
                    batch, share = [], share + 1
                batch.append(record)
            if batch:
                yield lines.batch(source.stream.path, batch, share)

        yield from in_order(self._workers, self._task, batches())


@dataclass
class _Lines:
    """The lines from which records are read, kept until their batch is complete.

    Attributes:
        split: finds the first line of each record; None if the format cannot be cut into pieces,
            and no lines are kept.
        kept: the lines, as texts of pieces.
        before: number of lines of the source before them.
    """

    split: Splitting | None
    kept: list[str] = field(default_factory=list)
    before: int = 0

    def batch(
        self, path: str, records: list[Record], share: int, following: Record | None = None
    ) -> RecordBatch:
        """Return a batch of records with their lines; keep the lines of the following record.

        Args:
            path: name of the source.
            share: number of batches of the source up to this one, a lower bound for
                `RecordBatch.share`.
            following: the record after these; None after the last.
        """
        text, line = "".join(self.kept), self.before
        self.kept.clear()
        if following is not None:
            *_, at = starting_lines([*records, following], self.split, self.before)
            stop = LineStarts(text).start(at)
            self.kept.append(text[stop:])
            text = text[:stop]
            self.before += text.count("\n")
        return RecordBatch(path, records, text, line, self.split, share=share)
