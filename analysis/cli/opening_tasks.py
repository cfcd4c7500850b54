"""Counting the openings of the games of a batch, in any process."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.batch import InputOptions, RecordBatch
from analysis.cli.options import is_unreadable
from analysis.cli.progress import Progress
from analysis.cli.selecting import Selected
from analysis.cli.tag_hints import SelectingPipeline
from analysis.replay.batch import Batch
from analysis.tables.build import EVERYTHING
from notation import Finding
from records import Record

if TYPE_CHECKING:
    # Not loaded here: most tables are of other things.
    from analysis.batch.executors import Workers
    from analysis.openings import Openings


def is_game(record: Record) -> bool:
    """Whether a record stands for a game, not for a file without one, or one that is unreadable."""
    return record.source.game > 0 and not is_unreadable(record)


@dataclass(frozen=True, slots=True)
class CountedOpenings:
    """The openings of some games.

    Attributes:
        openings: the openings.
        plies: number of plies.
        wrong: number of games with errors.
        accepted: the number of illegal moves of each game that were carried out.
        others: path and findings of each file without a game, or not read to its end.
    """

    openings: "Openings"
    plies: int
    wrong: int
    accepted: list[int]
    others: tuple[tuple[str, tuple[Finding, ...]], ...]


@dataclass(frozen=True, slots=True)
class OpeningsOf:
    """Counts the openings of some games, in any process.

    Attributes:
        empty: openings without a game, with the settings.
    """

    empty: "Openings"

    def __call__(self, found: Sequence[Selected]) -> CountedOpenings:
        """Count the openings of selected games."""
        others = [one.record for one in found if not is_game(one.record)]
        games = Batch((one.game for one in found if is_game(one.record)), measured=True)
        return self.of_games(games, others)

    def of_games(self, games: Batch, others: Iterable[Record]) -> CountedOpenings:
        """Count the openings of games; ``others`` are of files without one."""
        openings = self.empty.alike()
        openings.add_all(games)
        known = list(map(games.settled, range(len(games))))
        unsettled = [games[at] for at, one in enumerate(known) if one is None]
        return CountedOpenings(
            openings,
            sum(one.plies for one in known if one) + sum(len(game.moves) for game in unsettled),
            sum(not game.valid for game in unsettled),
            [len(game.accepted) for game in unsettled if game.accepted],
            tuple((one.source.path, one.findings) for one in others),
        )


@dataclass(frozen=True, slots=True)
class OpeningsTask:
    """The task of counting the openings of all games of a batch, in any process.

    Attributes:
        make: counts them.
        reading: how the games are played.
    """

    make: OpeningsOf
    reading: InputOptions

    def __call__(self, batch: RecordBatch) -> CountedOpenings:
        """Return the openings of a batch."""
        games = [one for one in batch.records if is_game(one)]
        others = [one for one in batch.records if not is_game(one)]
        replays = self.reading.replays(games, measured=True, share=batch.share)
        return self.make.of_games(replays, others)


def of_all_games(
    make: OpeningsOf, files: Sequence[str], workers: "Workers", reading: InputOptions
) -> Iterator[CountedOpenings]:
    """Yield the openings of all games of files, in their order."""
    with Progress(files) as progress:
        flow = SelectingPipeline(OpeningsTask(make, reading), workers, reading, EVERYTHING)
        for done in flow.run(files):
            progress.add(done.openings.read, done.plies, flow.bytes_read)
            progress.clear()
            yield done
