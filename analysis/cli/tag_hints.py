"""Tags that a condition names and no record has, which may be a slip of the keyboard."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.batch.pipeline import TaskResult
from analysis.batch.work import Task, Value
from analysis.cli.terminal import echo
from analysis.select.selection import Selection
from notation.errors import did_you_mean
from notation.values import frozen

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.checkpoint import Checkpoint
    from analysis.batch.executors import Workers

MOST_TAGS = 10_000
"""Names of tags that are kept to find those which a wrong one resembles."""


@frozen
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


class SelectingPipeline(Generic[Value]):
    """A `Pipeline` that prints, after the last record, which tags of a condition none had.

    Args:
        task: the task.
        workers: where it runs.
        reading: how the sources are read.
        chosen: which games are selected.
        marks: by number of the source, the checkpoint from which to continue; what was read before
            is not known, so that nothing is printed.
    """

    def __init__(
        self,
        task: Task[Value],
        workers: "Workers",
        reading: InputOptions,
        chosen: Selection,
        marks: "Mapping[int, Checkpoint] | None" = None,
    ) -> None:
        self._named = frozenset[str]()
        if chosen.filter.where is not None and not marks:
            from analysis.select.condition import tags_of

            self._named = tags_of(chosen.filter.where)
        self._flow = Pipeline(TagTask(task, bool(self._named)), workers, reading, marks)

    @property
    def bytes_read(self) -> int:
        """Bytes of the files read so far."""
        return self._flow.bytes_read

    def run(self, names: Iterable[str]) -> Iterator[TaskResult[Value]]:
        """Yield the results, in the order of the sources, as `Pipeline.run` does."""
        missing, seen = set(self._named), set[str]()
        for done in self._flow.run(names):
            value, tags = done.value
            missing -= tags
            if len(seen) < MOST_TAGS:
                seen |= tags
            yield TaskResult(value, done.mark)
        if missing:
            from analysis.select.fields import FIELDS

            for name in sorted(missing):
                meant = did_you_mean(name, {*FIELDS, *seen})
                echo(f"--where: no record has the tag {name}{meant}", err=True)
