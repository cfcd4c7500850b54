"""What ``ludograph check`` says of each game, worked out wherever the game is read."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

from analysis.batch import InputOptions, RecordBatch
from analysis.cli.options import is_unreadable
from analysis.cli.printer import INDENT, Printer
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import to_json, verdict_words
from analysis.select.duplicates import Fingerprint, fingerprint
from analysis.select.selection import Selection

NOTHING = "nothing"
"""A source without a game."""

UNREADABLE = "unreadable"
"""A source that cannot be read, or not to its end."""


class CheckedGame(NamedTuple):
    """What is said of one record.

    Attributes:
        kind: ``valid``, ``invalid``, ``filtered``, `NOTHING` or `UNREADABLE`.
        text: what is printed of it, whole lines.
        plies: plies that could be played.
        notes: number of notes.
        fingerprint: what it is compared by with other games; None if it is not to be compared.
        picture: a name and the content of a diagram.
    """

    kind: str
    text: str = ""
    plies: int = 0
    notes: int = 0
    fingerprint: Fingerprint | None = None
    picture: tuple[str, bytes] | None = None


@dataclass(frozen=True)
class Checking:
    """The task of checking records.

    Attributes:
        as_recorded: whether to go on after illegal moves.
        verbose: whether all notes are printed, and boards.
        quiet: whether only errors are.
        as_json: whether objects are printed.
        draws: whether diagrams are drawn.
        reading: what is known of the sources.
        chosen: which games are wanted.
    """

    as_recorded: bool
    verbose: bool
    quiet: bool
    as_json: bool
    draws: bool
    reading: InputOptions
    chosen: Selection

    def __call__(self, batch: RecordBatch) -> list[CheckedGame]:
        """Check the records of a batch."""
        lines: list[str] = []
        printer = Printer(
            self.verbose,
            self.quiet,
            self.reading.encoding,
            write=lines.append,
            source_line=batch.source_line,
        )
        return [self._check(replay(one, as_recorded=self.as_recorded), printer, lines)
                for one in batch.records]  # fmt: skip

    def _check(self, verdict: Replay, printer: Printer, lines: list[str]) -> CheckedGame:
        is_game = bool(verdict.record.source.game)
        if is_game and not self.chosen.filter.keeps(verdict):
            return CheckedGame("filtered", plies=verdict.played)
        lines.clear()
        if self.as_json:
            lines.append(json.dumps(to_json(verdict), ensure_ascii=False))
        else:
            self._print(verdict, printer, lines)
        compared = is_game and self.chosen.dedupe
        return CheckedGame(
            _kind(verdict),
            "".join(f"{line}\n" for line in lines),
            verdict.played,
            len(verdict.findings) - len(verdict.violations),
            fingerprint(verdict, compared) if compared else None,
            _picture(verdict) if self.draws else None,
        )

    def _print(self, verdict: Replay, printer: Printer, lines: list[str]) -> None:
        printer.findings(verdict.record.source.path, verdict.findings)
        if self.verbose and not verdict.valid:
            lines += _board(verdict)
        if not self.quiet:
            word, sentence = verdict_words(verdict)
            head = click.style(str(verdict.record.source), bold=True)
            kind = click.style(word, fg="green" if verdict.valid else "red")
            printer.paragraph(f"{head}: {kind}: ", sentence)


def _kind(verdict: Replay) -> str:
    if is_unreadable(verdict.record):
        return UNREADABLE
    if verdict.record.source.game == 0:
        return NOTHING
    return "valid" if verdict.valid else "invalid"


def _board(verdict: Replay) -> list[str]:
    """Return the last position reached, as lines."""
    if verdict.position is None:
        return []
    from analysis.diagrams import text

    labels = verdict.dialect.label_style if verdict.dialect else "letters"
    return [f"{INDENT}{line}" for line in text(verdict.position, labels=labels).splitlines()]


def _picture(verdict: Replay) -> tuple[str, bytes] | None:
    """Return a name and a diagram of the last position reached."""
    if verdict.position is None or verdict.dialect is None:
        return None
    from analysis.illustrating import draw_ply

    source = verdict.record.source
    name = f"{Path(source.path.replace(':', '-')).stem}-{source.game}"
    return name, draw_ply(verdict, verdict.played, "svg")
