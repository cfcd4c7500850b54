"""The flow of a batch: sources, pieces, work, and results in the order of the sources.

Pieces are worked before it is known whether a game really begins with each, and with which number.
When its turn comes, a piece whose number was wrong is worked again, and one that turns out to
belong together with the next is read on in one with it. So the results are those of a single run,
whatever the pieces and however many workers.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import IO, Generic

from analysis.batch.marks import Checkpoint, SourceChanged, TaskResult, identity
from analysis.batch.pools import Pool, Promise
from analysis.batch.reading import InputOptions
from analysis.batch.scroll import Scroll
from analysis.batch.work import RecordBatch, Task, Value, work
from notation import Finding
from records import Record
from records.format import BinaryFormat, Format
from records.formats import DEFAULT
from records.pieces import TextPiece, pieces, told
from records.read import binary_records, choose, named_streams
from records.sources.archives import size_of
from records.sources.decode import Stream, UnreadableFile

BATCH = 500
"""Records handed over at a time where they are read in one place."""


@dataclass
class _Source:
    """A stream under way."""

    stream: Stream
    number: int
    container: Format = DEFAULT
    pieces: Iterator[TextPiece] = field(default_factory=lambda: iter(()))
    games: int = 0
    piece: int = -1
    skipped: Checkpoint | None = None
    likely: int = 0
    ended: bool = False
    notes: list[Finding] = field(default_factory=list)
    failures: list[Finding] = field(default_factory=list)

    def mark(self) -> Checkpoint:
        """Return the point that is reached."""
        size, changed = identity(self.stream)
        return Checkpoint(
            self.number, self.stream.path, size, changed, self.piece, self.games, self.ended
        )


@dataclass
class _Job:
    """A piece on its way, with the promise of its result, if it can be worked by itself."""

    source: _Source
    piece: TextPiece
    promise: Promise | None = None


class Pipeline(Generic[Value]):
    """Runs a task over sources.

    Args:
        task: what to do with the records of each piece.
        pool: where to do it.
        reading: what is known of the sources.
        marks: by number of the source, how far it was done before.

    Attributes:
        bytes_read: bytes of the files that have been read.
    """

    def __init__(
        self,
        task: Task[Value],
        pool: Pool,
        reading: InputOptions,
        marks: Mapping[int, Checkpoint] | None = None,
    ) -> None:
        self._task = task
        self._pool = pool
        self._reading = reading
        self._marks = marks or {}
        self._jobs: deque[_Job] = deque()
        self._before = 0
        self._file: IO[bytes] | None = None

    def run(self, names: Iterable[str | os.PathLike[str]]) -> Iterator[TaskResult[Value]]:
        """Yield the results, in the order of the sources.

        Args:
            names: the sources, as `records.read` takes them.

        Raises:
            Changed: a source that was begun before is another now.
        """
        reading = self._reading
        found = named_streams(names, reading.encoding, reading.limit)
        for number, stream in enumerate(found):
            self._watch(stream)
            source = _Source(stream, number, skipped=self._marks.get(number))
            if source.skipped is None or not self._is_done(source, source.skipped):
                yield from self._stream(source)
        yield from self._settle(0)

    @property
    def bytes_read(self) -> int:
        """Bytes of the files read so far."""
        file = self._file
        return self._before + (file.tell() if file and not file.closed else 0)

    def _watch(self, stream: Stream) -> None:
        """Follow how far the file of a stream has been read."""
        if stream.file is not self._file:
            self._before += size_of(self._file.name) if self._file else 0
            self._file = stream.file

    def _is_done(self, source: _Source, mark: Checkpoint) -> bool:
        """Tell whether a source was done before; go on where it was left if it was not."""
        size, changed = identity(source.stream)
        if (mark.path, mark.size, mark.changed) != (source.stream.path, size, changed):
            raise SourceChanged(f"{mark.path} has changed since: run this again without --resume")
        source.games = source.likely = mark.games
        source.piece = mark.piece
        return mark.ended

    def _stream(self, source: _Source) -> Iterator[TaskResult[Value]]:
        stream, hints = source.stream, self._reading.hints
        try:
            source.container, blocks = choose(stream, self._reading.container)
        except UnreadableFile as failure:
            nothing = TextPiece(stream.path, DEFAULT.name, hints, "", last=True)
            self._submit(source, _failed(nothing, stream, failure))
            yield from self._settle(self._pool.width - 1)
            return
        container = source.container
        if isinstance(container, BinaryFormat):
            yield from self._settle(0)
            yield from self._binary(source, container)
            return
        remote = self._pool.remote
        source.pieces = pieces(stream, container.name, container.split, blocks, hints, remote)
        for piece in source.pieces:
            if piece.number <= source.piece and source.skipped:
                continue
            self._submit(source, piece)
            whole = piece.complete and (container.split or piece.last)
            yield from self._settle(self._pool.width - 1 if whole else 0)

    def _submit(self, source: _Source, piece: TextPiece) -> None:
        """Hand a piece over, if it can be worked by itself."""
        job = _Job(source, piece)
        follows = self._jobs and self._jobs[-1].source is source
        if piece.complete and not (follows and not self._jobs[-1].piece.complete):
            before = source.likely if follows else source.games
            job.promise = self._hand_over(piece, before)
            source.likely = before + piece.likely
        self._jobs.append(job)

    def _hand_over(self, piece: TextPiece, before: int) -> Promise:
        """Hand a piece over; where files are shared, the worker reads it from there."""
        if self._pool.remote and piece.place:
            piece = replace(piece, text=None)
        return self._pool.submit(work, self._task, piece, before)

    def _settle(self, waiting: int) -> Iterator[TaskResult[Value]]:
        """Yield results until no more than so many pieces are on their way."""
        while len(self._jobs) > waiting:
            job = self._jobs[0]
            source = job.source
            if job.promise is None:
                yield from self._read_on(source)
                continue
            worked = job.promise.result()
            if worked.before != source.games:
                self._renumber(source)
            elif worked.value is None:
                yield from self._read_on(source)
            else:
                self._jobs.popleft()
                source.games += worked.games
                source.piece, source.ended = job.piece.number, job.piece.last
                yield TaskResult(worked.value, source.mark())

    def _renumber(self, source: _Source) -> None:
        """Work the pieces of a source again, with the right numbers of games before them."""
        games = source.games
        for job in self._jobs:
            if job.source is source and job.promise is not None:
                job.promise.cancel()
                job.promise = self._hand_over(job.piece, games)
                games += job.piece.likely
        source.likely = games

    def _read_on(self, source: _Source) -> Iterator[TaskResult[Value]]:
        """Read a source in one from its first piece on the way to where it is settled again."""
        again: deque[_Job] = deque()
        while self._jobs and self._jobs[0].source is source:
            again.append(self._jobs.popleft())

        def drawn() -> Iterator[TextPiece]:
            while again:
                job = again.popleft()
                if job.promise:
                    job.promise.cancel()
                yield job.piece
            # Not `yield from`: whoever stops drawing must not close what others draw from.
            for piece in source.pieces:  # noqa: UP028
                yield piece

        scroll = Scroll(source.container)
        read = self._joined if source.container.split else self._whole
        found = read(source, drawn(), scroll)
        records = told(found, source.stream.path, source.notes, source.failures)
        yield from self._batches(source, records, scroll)
        self._jobs.extendleft(reversed(again))

    def _joined(
        self, source: _Source, drawn: Iterator[TextPiece], scroll: Scroll
    ) -> Iterator[Record]:
        """Yield the records of pieces up to one after which nothing before has a bearing."""
        split, reader = source.container.split, None
        for piece in drawn:
            if reader is None and split:
                reader = split.open(piece.path, piece.hints, piece.line, source.games)
            if reader is None:
                raise ValueError(f"{source.container.name} has no reader of pieces")
            content = piece.content()
            scroll.add(content, piece.line)
            source.notes += piece.notes
            yield from reader.feed([content], piece.complete)
            source.piece, source.ended = piece.number, piece.last
            source.failures += piece.failures
            if piece.last or (piece.complete and reader.settled):
                yield from reader.end() if piece.last else reader.flush()
                source.games = reader.games
                return

    def _whole(
        self, source: _Source, drawn: Iterator[TextPiece], scroll: Scroll
    ) -> Iterator[Record]:
        """Yield the records of all pieces of a text that cannot be cut."""

        def contents() -> Iterator[str]:
            for piece in drawn:
                source.notes += piece.notes
                source.failures += piece.failures
                source.piece, source.ended = piece.number, piece.last
                yield piece.content()

        yield from source.container.read(contents(), source.stream.path, self._reading.hints)

    def _binary(self, source: _Source, form: BinaryFormat) -> Iterator[TaskResult[Value]]:
        """Yield the results of a stream that is no text."""

        def found() -> Iterator[Record]:
            try:
                yield from binary_records(source.stream, form, self._reading.hints)
            except UnreadableFile as failure:
                source.failures.append(failure.finding)

        records = told(found(), source.stream.path, source.stream.findings, source.failures)
        source.ended = True
        yield from self._batches(source, records, Scroll(source.container))

    def _batches(
        self, source: _Source, records: Iterable[Record], scroll: Scroll
    ) -> Iterator[TaskResult[Value]]:
        """Yield the results of records that are read here, some at a time; the last has a mark."""
        promises: deque[Promise] = deque()
        for batch in scroll.batches(source.stream.path, records, BATCH):
            promises.append(self._pool.submit(_do, self._task, batch))
            while len(promises) >= self._pool.width + 1:
                yield TaskResult(promises.popleft().result(), None)
        while promises:
            value = promises.popleft().result()
            yield TaskResult(value, None if promises else source.mark())


def _do(task: Callable[[RecordBatch], Value], batch: RecordBatch) -> Value:
    return task(batch)


def _failed(piece: TextPiece, stream: Stream, failure: UnreadableFile) -> TextPiece:
    return replace(piece, notes=tuple(stream.findings), failures=(failure.finding,))
