"""Both tables, made of records or read back from where they were saved."""

from collections.abc import Collection, Iterable, Iterator

import click

from analysis.cli.diagnostics import Printer
from analysis.cli.options import COULD_NOT_WORK, FOUND_WRONG, is_unreadable, plural, watched
from analysis.parquet import holds_tables, read_parquet, saved
from analysis.replaying import Replay, replay
from analysis.selecting import Choosing
from analysis.tables import Tables, tables
from analysis.tabulating import Tabulator, selected, together
from records import Record


class Gathering:
    """Makes the tables of a command.

    Attributes:
        status: the exit status so far: whether something was wrong, or could not be read.
    """

    def __init__(self) -> None:
        self.status = 0

    def of_records(
        self,
        found: Iterable[Record],
        columns: Collection[str],
        chosen: Choosing,
        *,
        legal_moves: bool = False,
        save: str | None = None,
    ) -> Tables:
        """Replay records into tables.

        Args:
            found: the records.
            columns: the columns of plies that are wanted.
            chosen: which games are wanted.
            legal_moves: whether legal moves are counted.
            save: a folder to keep both whole tables in.
        """
        wanted = None if save else frozenset(columns)
        tabulator = Tabulator(wanted, legal_moves, bool(save), chosen)
        parts = tabulator.parts(self._readable(watched(found)))
        batches = together(parts, chosen.deduper())
        if save:
            batches = (selected(batch, columns) for batch in saved(batches, save))
        return self._judged(tables(batches))

    def of_folders(self, folders: Iterable[str], columns: Collection[str]) -> Tables:
        """Read tables back from the folders that they were saved in."""
        import pandas as pd

        parts = [read_parquet(folder, columns) for folder in folders]
        if len(parts) == 1:
            return self._judged(parts[0])
        plies, games = zip(*parts, strict=True)
        whole = Tables(pd.concat(plies, ignore_index=True), pd.concat(games, ignore_index=True))
        return self._judged(whole)

    def replays(self, found: Iterable[Record], chosen: Choosing) -> Iterator[Replay]:
        """Yield the replays of the games that are wanted; the status is settled with the last."""
        readable = self._readable(watched(found))
        deduper = chosen.deduper()
        kept = list(readable) if deduper and deduper.passes > 1 else readable
        wrong = 0
        for one in chosen.games(lambda: map(replay, kept)):
            wrong += not one.valid
            yield one
        self._judge(wrong)

    def _readable(self, found: Iterable[Record]) -> Iterator[Record]:
        """Yield the records that there are; say of files that cannot be read why not."""
        for record in found:
            if is_unreadable(record):
                self.status = COULD_NOT_WORK
                Printer(False, True, err=True).findings(record.source.path, record.findings)
            else:
                yield record

    def _judged(self, both: Tables) -> Tables:
        self._judge(int((~both.games["valid"]).sum()))
        return both

    def _judge(self, wrong: int) -> None:
        if wrong:
            self.status = max(self.status, FOUND_WRONG)
            click.echo(f"{plural(wrong, 'record')} with errors: see ludograph check", err=True)


def are_tables(files: Iterable[str]) -> bool:
    """Tell whether files are all folders of saved tables."""
    return all(map(holds_tables, files))
