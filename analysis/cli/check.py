"""``ludograph check``."""

import json
from itertools import count
from pathlib import Path

import click

import records
from analysis.cli.diagnostics import INDENT, Printer
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    check_variant,
    is_unreadable,
    json_option,
    plural,
    reading_options,
    watched,
)
from analysis.replaying import Replay, replay
from analysis.verdicts import to_json, verdict_words


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@reading_options
@click.option("--as-recorded", is_flag=True, help="Go on after illegal moves where possible.")
@click.option("--diagrams", metavar="DIR", help="Draw the last position of each game into DIR.")
@click.option("-v", "--verbose", is_flag=True, help="Print every note, and the board at errors.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and the summary only.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    game: str | None,
    variant: str | None,
    dialect: str | None,
    container: str | None,
    encoding: str | None,
    as_recorded: bool,
    diagrams: str | None,
    verbose: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Validate the games in FILES.

    Every move is read and played by the rules. What is wrong is an error; what had to be forgiven
    is a note. A game stops at its first illegal move, the other games are still checked.

    \b
    Examples:
      ludograph check classic:epaminondas-demonstration
      ludograph check --variant standard+symmetry=off --json games/ > found.jsonl
    """
    check_variant(game, variant)
    found = records.read(
        files, format=container, game=game, variant=variant, dialect=dialect, encoding=encoding
    )
    printer = Printer(verbose, quiet, encoding)
    tally, drawn = _Tally(), set[Path]()
    for record in watched(found):
        verdict = replay(record, as_recorded=as_recorded)
        tally.count(verdict)
        picture = _draw(verdict, diagrams, drawn) if diagrams else None
        if as_json:
            click.echo(json.dumps(to_json(verdict), ensure_ascii=False))
            continue
        printer.findings(record.source.path, verdict.findings)
        if verbose and not verdict.valid and verdict.position:
            _print_board(verdict)
        if not quiet:
            word, sentence = verdict_words(verdict)
            head = click.style(str(record.source), bold=True)
            kind = click.style(word, fg="green" if verdict.valid else "red")
            printer.paragraph(f"{head}: {kind}: ", sentence)
            if picture:
                click.echo(f"{INDENT}diagram: {picture}")
    if not as_json:
        printer.paragraph("", tally.sentence())
    ctx.exit(tally.exit_status)


def _print_board(verdict: Replay) -> None:
    from analysis.diagrams import text

    if verdict.position:
        labels = verdict.dialect.labels if verdict.dialect else "letters"
        for line in text(verdict.position, labels=labels).splitlines():
            click.echo(f"{INDENT}{line}")


def _draw(verdict: Replay, folder: str, drawn: set[Path]) -> Path | None:
    """Draw the last position reached; return the picture's path."""
    if verdict.position is None or verdict.dialect is None:
        return None
    from analysis.illustrating import draw_ply

    source = verdict.record.source
    name = f"{Path(source.path.replace(':', '-')).stem}-{source.game}"
    path = Path(folder) / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    # Files of one name in several folders do not draw over each other.
    number = count(2)
    while path in drawn:
        path = Path(folder) / f"{name}-{next(number)}.svg"
    drawn.add(path)
    path.write_bytes(draw_ply(verdict, verdict.played, "svg"))
    return path


class _Tally:
    """Counts verdicts; the sums always add up to the games read."""

    def __init__(self) -> None:
        self.valid = self.invalid = self.plies = self.notes = 0
        self.nothing = self.unreadable = 0

    def count(self, verdict: Replay) -> None:
        """Count one verdict."""
        self.plies += verdict.played
        self.notes += len(verdict.findings) - len(verdict.violations)
        if is_unreadable(verdict.record):
            self.unreadable += 1
        elif verdict.record.source.game == 0:
            self.nothing += 1
        elif verdict.valid:
            self.valid += 1
        else:
            self.invalid += 1

    @property
    def exit_status(self) -> int:
        """Exit status of the command."""
        if self.unreadable:
            return COULD_NOT_WORK
        return FOUND_WRONG if self.invalid or self.nothing else 0

    def sentence(self) -> str:
        """Return the summary."""
        games = plural(self.valid + self.invalid, "game")
        counts = f"{games} read: {self.valid:,} valid, {self.invalid:,} with errors"
        extra = f"; {plural(self.plies, 'ply')}, {plural(self.notes, 'note')}"
        if self.nothing:
            extra += f"; {plural(self.nothing, 'file')} without a game"
        if self.unreadable:
            extra += f"; {plural(self.unreadable, 'file')} could not be read"
        return counts + extra
