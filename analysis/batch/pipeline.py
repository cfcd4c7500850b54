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
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, Generic

from analysis.batch.work import InputOptions, PieceRecords, RecordBatch, Task, Value, work
from records import Record
from records.format import Splitting
from records.pieces import TextPiece, pieces
from records.read import choose, stream_records
from records.sources.decode import Stream
from records.sources.names import streams

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.executors import Call, Workers

BATCH = 500
"""Records in a batch where a source is read in this process."""


@dataclass(slots=True, eq=False)
class _Source:
    """A text that is being read: its pieces, and the number of games read so far."""

    split: Splitting | None
    pieces: Iterator[TextPiece]
    games: int = 0


class Pipeline(Generic[Value]):
    """Runs a task on the records of sources.

    Args:
        task: the task.
        workers: the workers that run it.
        reading: how the sources are read.
    """

    def __init__(self, task: Task[Value], workers: "Workers", reading: InputOptions) -> None:
        self._task = task
        self._workers = workers
        self._reading = reading
        self._queue: deque[tuple[_Source, TextPiece, int]] = deque()
        self._calls: deque[Call[tuple[Value | None, int]]] = deque()
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
            yield from self._read(stream)
        yield from self._finish(0)

    @property
    def bytes_read(self) -> int:
        """Number of bytes of the files read so far."""
        file = self._file
        return self._before + (file.tell() if file and not file.closed else 0)

    def _read(self, stream: Stream) -> Iterator[Value]:
        """Yield results while submitting the pieces of a source."""
        assumptions = self._reading.assumptions
        form, blocks = choose(stream, self._reading.container)
        if form.binary:
            yield from self._finish(0)
            found = stream_records(stream, form, blocks, assumptions)
            yield from self._in_order(_batches(stream.path, found))
            return
        cut = pieces(stream, form.name, form.split, blocks, assumptions)
        source = _Source(form.split, cut)
        for piece in source.pieces:
            if piece.complete:
                self._submit(source, piece)
                yield from self._finish(self._workers.in_flight - 1 if self._begun else 0)
            else:
                yield from self._finish(0)
                yield from self._read_on(source, piece)
            self._begun = True

    def _submit(self, source: _Source, piece: TextPiece) -> None:
        """Queue a piece that probably ends with a game."""
        before, split = source.games, source.split
        if split:
            before += sum(split.count(one.text) for home, one, _ in self._queue if home is source)
        self._calls.append(self._call(piece, before))
        self._queue.append((source, piece, before))

    def _call(self, piece: TextPiece, before: int) -> "Call[tuple[Value | None, int]]":
        """Submit a piece to a worker; the first piece is processed in this process.

        So no worker is started for a single piece, and forked workers inherit the modules and
        compiled texts that the piece needed.
        """
        submit = self._workers.submit if self._begun else partial
        return submit(work, self._task, piece, before)

    def _finish(self, left: int) -> Iterator[Value]:
        """Yield results until the queue has at most ``left`` pieces."""
        while len(self._queue) > left:
            source, piece, before = self._queue.popleft()
            # In no variable: with an error, the call would keep this frame and its files alive.
            value, games = self._calls.popleft()()
            if before != source.games:
                value, games = self._call(piece, source.games)()
            if value is None:
                yield from self._read_on(source, piece)
            else:
                source.games = games
                yield value
                del value  # before the next one is made

    def _read_on(self, source: _Source, first: TextPiece) -> Iterator[Value]:
        """Read a source serially, from a piece that ends within a game to the next possible cut."""

        def following() -> Iterator[TextPiece]:
            yield first
            while self._queue and self._queue[0][0] is source:
                self._calls.popleft()
                yield self._queue.popleft()[1]
            # Not `yield from`, which would close the pieces together with this generator.
            for piece in source.pieces:  # noqa: UP028
                yield piece

        found = PieceRecords(following(), source.games)
        batches = _batches(first.path, found, source.split, found.texts, first.line)
        yield from self._in_order(batches)
        source.games = found.games

    def _in_order(self, batches: Iterator[RecordBatch]) -> Iterator[Value]:
        """Yield the results of the task for batches."""
        # Loaded here: commands that need no workers start sooner without.
        from analysis.batch.executors import in_order

        return in_order(self._workers, self._task, batches)


def _batches(
    path: str,
    records: Iterable[Record],
    split: Splitting | None = None,
    texts: list[str] | None = None,
    line: int = 0,
) -> Iterator[RecordBatch]:
    """Yield records in batches of `BATCH`, with their lines.

    Args:
        path: name of the source.
        records: the records.
        split: finds the first line of each record; None if lines are not kept.
        texts: the lines read so far; those of a batch are removed.
        line: number of lines of the source before ``texts``.
    """
    batch, share = list[Record](), 1
    texts = [] if texts is None else texts
    for record in records:
        if len(batch) >= BATCH:
            more = RecordBatch(path, [*batch, record], "".join(texts), line, split)
            stop = more.starts[-2]
            own, texts[:] = more.lines[:stop], more.lines[stop:]
            yield RecordBatch(path, batch, "".join(own), line, split, share)
            line += len(own)
            batch, share = [], share + 1
        batch.append(record)
    if batch:
        yield RecordBatch(path, batch, "".join(texts), line, split, share)
