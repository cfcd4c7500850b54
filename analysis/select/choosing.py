"""Games that are dropped because of others, which one process has to watch over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.batch.executors import Workers
from analysis.batch.pipeline import Pipeline
from analysis.batch.work import InputOptions, RecordBatch
from analysis.replay.replay import replay
from analysis.select.duplicates import Fingerprint, fingerprint
from analysis.select.selection import Selection
from notation import LudographError
from records.sources.names import STANDARD_INPUT


@dataclass(frozen=True)
class Fingerprints:
    """The task of telling what the games that are wanted are compared by.

    Attributes:
        chosen: which games are wanted.
        as_recorded: whether they are played on after illegal moves.
    """

    chosen: Selection
    as_recorded: bool

    def __call__(self, batch: RecordBatch) -> list[Fingerprint]:
        """Return the fingerprints of the games of a batch."""
        games = (replay(one, as_recorded=self.as_recorded) for one in batch.records
                 if one.source.game)  # fmt: skip
        kind = self.chosen.dedupe or ""
        return [fingerprint(game, kind) for game in games if self.chosen.selection.keeps(game)]


def duplicate_filter(
    chosen: Selection,
    names: Sequence[str],
    pool: Workers,
    reading: InputOptions,
    as_recorded: bool = False,
) -> Callable[[Fingerprint], bool]:
    """Return what tells of each game, in the order of the records, whether it stays.

    Where that takes two passes over the records, the first is made here.

    Raises:
        LudographError: two passes are needed, and standard input can be read but once.
    """
    deduper = chosen.deduper()
    if deduper is None:
        return lambda found: True
    if deduper.passes > 1:
        if STANDARD_INPUT in names:
            raise LudographError(f"--dedupe {chosen.dedupe} reads everything twice: name files")
        for done in Pipeline(Fingerprints(chosen, as_recorded), pool, reading).run(names):
            for found in done.value:
                deduper.survey(found)
    return deduper.keeps
