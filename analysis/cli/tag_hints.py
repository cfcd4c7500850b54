"""Tags that a condition names and no record has, which may be a slip of the keyboard."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.batch.work import Shortlist, Task, Value
from analysis.cli.terminal import echo
from analysis.select.selection import Selection
from notation.errors import did_you_mean
from records.format import BinaryFormat
from records.sources.decode import Stream

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.executors import Workers
    from analysis.library.candidates import IndexedSources
    from analysis.select.position import TargetPosition

MOST_TAGS = 10_000
"""Names of tags that are kept to find those which a wrong one resembles."""


@dataclass(frozen=True, slots=True)
class TagTask(Generic[Value]):
    """A task that also returns which tags the records of a batch have.

    Attributes:
        task: the task.
        watches: whether it does.
    """

    task: Task[Value]
    watches: bool

    def __call__(self, batch: RecordBatch) -> tuple[Value, frozenset[str]]:
        """Return the value of the task, and the names of the tags."""
        tags = (name for one in batch.records for name in one.tags) if self.watches else ()
        return self.task(batch), frozenset(tags)


class _Libraries:
    """The libraries among sources, whose index is loaded when there is one.

    Args:
        target: a position that selected games reach.
        reading: how the sources are read.
    """

    def __init__(self, target: "TargetPosition", reading: InputOptions) -> None:
        self._target, self._reading = target, reading
        self._sources: IndexedSources | None = None

    def candidates(self, stream: Stream, form: BinaryFormat) -> Shortlist | None:
        """Return the games of a library that may reach the position; None for other sources."""
        if not form.name.endswith("library"):
            return None
        if self._sources is None:
            from analysis.library.candidates import IndexedSources

            self._sources = IndexedSources(self._target, self._reading)
        return self._sources.candidates(stream, form)

    def tags(self) -> set[str]:
        """Return the names of all tags in these libraries."""
        return self._sources.tags() if self._sources else set()


class SelectingPipeline(Generic[Value]):
    """A `Pipeline` that prints, after the last record, which tags of a condition none had.

    Args:
        task: the task.
        workers: where it runs.
        reading: how the sources are read.
        chosen: which games are selected.
    """

    def __init__(
        self,
        task: Task[Value],
        workers: "Workers",
        reading: InputOptions,
        chosen: Selection,
    ) -> None:
        self._named = frozenset[str]()
        if chosen.filter.where is not None:
            from analysis.select.condition import tags_of

            self._named = tags_of(chosen.filter.where)
        target = chosen.filter.target
        self._indexed = _Libraries(target, reading) if target else None
        candidates = self._indexed.candidates if self._indexed else None
        watching = TagTask(task, bool(self._named))
        self._flow = Pipeline(watching, workers, reading, candidates)

    @property
    def bytes_read(self) -> int:
        """Bytes of the files read so far."""
        return self._flow.bytes_read

    def run(self, names: Iterable[str]) -> Iterator[Value]:
        """Yield the results, in the order of the sources, as `Pipeline.run` does."""
        missing, seen = set(self._named), set[str]()
        for value, tags in self._flow.run(names):
            missing -= tags
            if len(seen) < MOST_TAGS:
                seen |= tags
            yield value
        if missing and self._indexed:
            seen |= self._indexed.tags()
            missing -= seen
        if missing:
            from analysis.select.fields import FIELDS

            for name in sorted(missing):
                meant = did_you_mean(name, {*FIELDS, *seen})
                echo(f"--where: no record has the tag {name}{meant}", err=True)
