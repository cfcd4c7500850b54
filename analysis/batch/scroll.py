"""The lines that records were read from, kept until the records are handed on."""

from collections.abc import Iterable, Iterator

from analysis.batch.work import RecordBatch, lines_of, starting_lines
from records import Record
from records.format import Format


class Scroll:
    """Follows a text beside the records that are read from it.

    Args:
        container: the format; of one that cannot be cut, no lines are kept.
    """

    def __init__(self, container: Format) -> None:
        self._split = container.split
        self._lines: list[str] = []
        self._line = 0

    def add(self, text: str, line: int) -> None:
        """Take the next lines, before which there are so many."""
        if not self._lines:
            self._line = line
        self._lines += lines_of(text)

    def batches(self, path: str, records: Iterable[Record], size: int) -> Iterator[RecordBatch]:
        """Yield records, so many at a time, with the lines that they were read from."""
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
        starts = list(starting_lines([*batch, *ends], self._split.start_line))
        cut = min(starts[-1] - self._line - 1, len(self._lines)) if ends else len(self._lines)
        text, line = "".join(self._lines[:cut]), self._line
        del self._lines[:cut]
        self._line += cut
        return RecordBatch(path, batch, text, line, starts)
