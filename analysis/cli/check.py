"""``ludograph check``: verdicts and findings, game by game."""

import os
import sys
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import click

from analysis.batch import InputOptions, RecordBatch
from analysis.cli import formats
from analysis.cli.crops import (
    Crops,
    crop_sentence,
    crops_of,
    crops_option,
    print_complaints,
)
from analysis.cli.options import (
    COULD_NOT_WORK,
    OpenPool,
    is_unreadable,
    json_option,
    not_printed,
    plural,
)
from analysis.cli.output import DiagramFolder, exit_status
from analysis.cli.printer import INDENT, Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import duplicate_filter, files_argument, games_options
from analysis.cli.tag_hints import SelectingPipeline
from analysis.cli.terminal import Printable, echo, joined, styled
from analysis.replay.replay import Replay
from analysis.replay.verdict import to_json, verdict_words
from analysis.select.duplicates import Fingerprint, fingerprint
from analysis.select.selection import Selection
from notation.printing import file_name, json_line

NOTHING = "nothing"
"""The kind of a source without a game."""

UNREADABLE = "unreadable"
"""The kind of a source that cannot be read to its end."""


class CheckedGame(NamedTuple):
    """The result of checking one record, or several of which nothing is printed.

    Attributes:
        kind: ``valid``, ``invalid``, ``filtered``, `NOTHING` or `UNREADABLE`.
        text: the lines to print.
        plies: number of plies played.
        notes: number of notes.
        fingerprint: the key by which games are compared; None for a game that is not compared.
        picture: name and content of a diagram.
        games: number of records.
        path: the source, where it cannot be read to its end.
        without: by file, why there are no pictures of its plies.
        later: whether its first row is not row 1.
    """

    kind: str
    text: Printable = Printable()
    plies: int = 0
    notes: int = 0
    fingerprint: Fingerprint | None = None
    picture: tuple[str, bytes] | None = None
    games: int = 1
    path: str = ""
    without: tuple[tuple[str, str], ...] = ()
    later: bool = False


@click.command("check")
@files_argument
@games_options
@click.option(
    "--diagrams",
    metavar="DIR",
    callback=not_printed("folder"),
    help="Draw the last position of each game into DIR.",
)
@crops_option
@click.option("-v", "--verbose", is_flag=True, help="Print every note, and the board at errors.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and the summary only.")
@json_option
@click.option(
    "--output-format",
    "style",
    type=click.Choice(formats.NAMES),
    help="What is printed: sentences (full), a line a finding (concise), JSON as by --json, or what"
    " GitHub, code scanning (sarif) and test servers (junit) read.  [default: full]",
)
@click.option(
    "--fix",
    "fixes",
    is_flag=True,
    help="First mend in the files what is certain: moves written leniently, missing captures.",
)
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option("--watch", "watches", is_flag=True, help="Check again when a file changes.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    diagrams: str | None,
    crops: str | None,
    verbose: bool,
    quiet: bool,
    pool: OpenPool,
    as_json: bool,
    style: str | None,
    fixes: bool,
    diff: bool,
    watches: bool,
) -> None:
    """Validate the games in FILES.

    Every move is parsed and played by the rules. A broken rule is an error, a leniency in reading
    is a note. A game is played up to its first illegal move; the other games are still checked.

    \b
    Examples:
      ludograph check classic:epaminondas-demonstration
      ludograph check --variant standard+symmetry=off --json games/ > found.jsonl
      ludograph check --fix games/
    """
    if as_json and style not in (None, formats.JSON):
        raise click.UsageError(f"--json and --output-format {style} exclude each other")
    if diff and (fixes or watches or as_json or style):
        raise click.UsageError("--diff prints a difference, and goes with no other output")
    if watches and fixes:
        raise click.UsageError("--watch and --fix exclude each other")
    style = formats.JSON if as_json else style or formats.FULL
    has_sentences = style in (formats.FULL, "concise")
    is_written = True
    if fixes or diff:
        # Loaded here: most checks change nothing.
        from analysis.cli.fixing import fix, show

        keeps = chosen.filter.keeps
        if diff:
            ctx.exit(show(files, reading, keeps))
        is_written = fix(files, reading, keeps, err=not has_sentences)
    task = CheckTask(verbose, quiet, style, diagrams is not None, reading, chosen, crops)
    pictures = DiagramFolder(diagrams) if diagrams else None

    def check() -> int:
        summary = _checked(files, reading, chosen, pool, task, pictures)
        if has_sentences:
            Printer(verbose, quiet).paragraph("", summary.sentence(bool(chosen)))
        return summary.exit_status

    if watches:
        # Loaded here: it needs an extra.
        from analysis.cli.watching import watch

        ctx.exit(watch(files, list(filter(None, (diagrams, crops))), check))
    status = check()
    ctx.exit(status if is_written else COULD_NOT_WORK)


def _checked(
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
    task: "CheckTask",
    pictures: DiagramFolder | None,
) -> "CheckSummary":
    """Check files, and print what is found game by game."""
    summary, document, told = CheckSummary(), _Document(task.style), dict[str, str]()
    has_sentences = task.style in (formats.FULL, "concise")
    shown = sys.stdout.isatty() or has_sentences
    with pool() as workers, Progress(files, shown) as progress:
        keeps = duplicate_filter(chosen, files, workers, reading)
        flow = SelectingPipeline(task, workers, reading, chosen)
        for done in flow.run(files):
            for game in done:
                if game.fingerprint is not None and not keeps(game.fingerprint):
                    game = CheckedGame("filtered", plies=game.plies)
                summary.count(game)
                print_complaints(dict(game.without), told)
                told.update(game.without)
                is_game = game.kind not in (NOTHING, UNREADABLE)
                progress.add(is_game * game.games, game.plies, flow.bytes_read)
                if game.text or game.picture:
                    progress.clear()
                    document.add(game.text)
                    if pictures and game.picture:
                        path = pictures.put(*game.picture)
                        if task.style == formats.FULL and not task.quiet:
                            echo(INDENT, f"diagram: {path}")
    document.end()
    return summary


class _Document:
    """What is printed game by game: lines, or the items of a format."""

    def __init__(self, style: str) -> None:
        self._format = formats.find(style) if style in formats.HOMES else None
        if self._format:
            echo(Printable(self._format.head), nl=False)
        self._empty = True

    def add(self, text: Printable) -> None:
        """Print the text of a game."""
        if text and self._format and not self._empty:
            echo(Printable(self._format.between), nl=False)
        self._empty = self._empty and not text
        echo(text, nl=False)

    def end(self) -> None:
        """Print what stands after the last game."""
        if self._format:
            echo(Printable(self._format.foot), nl=False)


@dataclass(frozen=True, slots=True)
class CheckTask:
    """The task of checking the records of a batch, in any process.

    Attributes:
        verbose: whether to print all notes, and boards.
        quiet: whether to print errors only.
        style: name of the format of what is printed.
        draws: whether to draw diagrams.
        reading: assumptions about the sources.
        chosen: selection of games.
        crops: the folder of pictures of doubtful plies, cut from scans.
    """

    verbose: bool
    quiet: bool
    style: str
    draws: bool
    reading: InputOptions
    chosen: Selection
    crops: str | None = None

    def __call__(self, batch: RecordBatch) -> list[CheckedGame]:
        """Check the records of a batch."""
        if left := batch.left_out.games:
            return [CheckedGame("filtered", plies=batch.left_out.plies, games=left)]
        lines: list[Printable] = []
        crops = crops_of(self.crops, prints=False)
        printer = Printer(
            self.verbose,
            self.quiet,
            self.reading.encoding,
            write=lines.append,
            source_line=batch.source_line,
        )
        games = self.reading.replays(
            batch.records, measured=self.chosen.compares_positions, share=batch.share
        )
        if not self._only_counts or not games.groups:
            return [self._check(verdict, printer, lines, crops) for verdict in games]
        known = list(map(games.settled, range(len(games))))
        valid = [one for one in known if one]
        plies, notes = sum(one.plies for one in valid), sum(one.notes for one in valid)
        counted = CheckedGame("valid", Printable(), plies, notes, games=len(valid))
        others = (games[index] for index, one in enumerate(known) if one is None)
        return [counted, *(self._check(verdict, printer, lines, crops) for verdict in others)]

    @property
    def _only_counts(self) -> bool:
        """Whether nothing is printed, drawn or asked of a valid game."""
        prints_errors = self.quiet and self.style == formats.FULL
        return prints_errors and not (self.draws or self.chosen)

    def _check(
        self, verdict: Replay, printer: Printer, lines: list[Printable], crops: Crops | None
    ) -> CheckedGame:
        is_game = bool(verdict.record.source.game)
        if is_game and not self.chosen.filter.keeps(verdict):
            return CheckedGame("filtered", plies=verdict.played)
        lines.clear()
        between, after = "", "\n"
        if self.style == formats.JSON:
            lines.append(joined(json_line(to_json(verdict))))
        elif self.style == formats.FULL:
            self._print(verdict, printer, lines)
            if cut := crops.all(verdict.record, _doubtful(verdict)) if crops else {}:
                printer.paragraph(INDENT, crop_sentence(cut))
        else:
            known = formats.find(self.style)
            wanted = verdict.violations if self.quiet else verdict.findings
            lines += map(Printable, known.items(verdict, list(wanted)))
            between, after = known.between, known.after
        compared = is_game and self.chosen.dedupe
        kind = _kind(verdict)
        return CheckedGame(
            kind,
            Printable(between.join(f"{line}{after}" for line in lines)),
            verdict.played,
            len(verdict.findings) - len(verdict.violations),
            fingerprint(verdict, compared) if compared else None,
            _picture(verdict) if self.draws else None,
            path=verdict.record.source.path if kind == UNREADABLE else "",
            without=tuple(crops.complaints.items()) if crops else (),
            later=verdict.record.first > 1,
        )

    def _print(self, verdict: Replay, printer: Printer, lines: list[Printable]) -> None:
        printer.findings(verdict.record.source.path, verdict.findings)
        if self.verbose and not verdict.valid:
            lines += map(joined, _board(verdict))
        if not self.quiet:
            word, sentence = verdict_words(verdict)
            head = styled(str(verdict.record.source), bold=True)
            kind = styled(word, fg="green" if verdict.valid else "red")
            printer.paragraph(joined(head, ": ", kind, ": "), sentence)


def _kind(verdict: Replay) -> str:
    if is_unreadable(verdict.record):
        return UNREADABLE
    if verdict.record.source.game == 0:
        return NOTHING
    return "valid" if verdict.valid else "invalid"


def _doubtful(verdict: Replay) -> list[int]:
    """Return the indices of the plies that are wrong, or that a repair was not certain of."""
    doubted = (one.ply for one in verdict.findings if one.violation or one.code == "doubtful-ply")
    return sorted({ply - 1 for ply in doubted if ply})


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
    from analysis.diagrams import draw_ply

    source = verdict.record.source
    stem = os.path.splitext(os.path.basename(source.path.replace(":", "-")))[0]
    name = f"{file_name(stem)}-{source.game}"
    return name, draw_ply(verdict, verdict.played, "svg")


class CheckSummary:
    """Counts of verdicts; they add up to the games read."""

    def __init__(self) -> None:
        self._kinds: Counter[str] = Counter()
        self._plies = self._notes = self._later = 0
        self._unread: set[str] = set()

    def count(self, game: CheckedGame) -> None:
        """Count one verdict; a file of which several parts cannot be read counts once.

        The plies of a game that is left out do not count: it need not have been played.
        """
        if game.kind != UNREADABLE or game.path not in self._unread:
            self._kinds[game.kind] += game.games
        if game.kind == UNREADABLE:
            self._unread.add(game.path)
        self._plies += game.plies if game.kind != "filtered" else 0
        self._notes += game.notes
        self._later += game.later

    @property
    def exit_status(self) -> int:
        """Exit status of the command."""
        return exit_status(self._kinds[UNREADABLE], self._kinds["invalid"] + self._kinds[NOTHING])

    def sentence(self, chosen: bool) -> str:
        """Return the summary, with the games left out if there was a selection."""
        valid, invalid, filtered = (self._kinds[kind] for kind in ("valid", "invalid", "filtered"))
        games = plural(valid + invalid + filtered, "game")
        counts = f"{games} read: {valid:,} valid, {invalid:,} with errors"
        counts += f", {filtered:,} filtered" if chosen else ""
        extra = f"; {plural(self._plies, 'ply')}, {plural(self._notes, 'note')}"
        if self._kinds[NOTHING]:
            extra += f"; {plural(self._kinds[NOTHING], 'file')} without a game"
        if self._kinds[UNREADABLE]:
            extra += f"; {plural(self._kinds[UNREADABLE], 'file')} could not be read"
        if self._later and self._kinds.total() > 1:
            begin = "begins" if self._later == 1 else "begin"
            extra += f"; {plural(self._later, 'game')} {begin} with a later row than the first"
            extra += " (ludograph repair reads pages in several files as one game)"
        return counts + extra
