"""``ludograph check``: verdicts and findings, game by game; once, or at every change of a file."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import IO, NamedTuple

import click

from analysis.batch.games import SelectedGames, is_passed_over
from analysis.cli import formats
from analysis.cli.crops import (
    Crops,
    crop_sentence,
    crops_of,
    crops_option,
    print_complaints,
)
from analysis.cli.errors import report
from analysis.cli.options import (
    Games,
    configured,
    games_options,
    json_option,
    policy_options,
)
from analysis.cli.printer import INDENT, Printer
from analysis.cli.run import Run
from analysis.cli.streams import COULD_NOT_WORK
from analysis.cli.terminal import Printable, echo, is_dumb, joined, styled
from analysis.replay.policy import Policy
from analysis.replay.replay import Replay
from analysis.replay.verdict import to_json, verdict_words
from notation import LudographError
from notation.numbers import plural
from notation.printing import json_line
from records.chess import OTHER_GAME
from records.classics import is_classic
from records.sources.names import LIST, STANDARD_INPUT, Folders

SETTLED = 200
"""Milliseconds without another change after which files are read again."""

HELD = 1 << 20
"""Characters of what is printed of a file that are held in memory."""


class CheckedGame(NamedTuple):
    """The result of checking one record.

    Attributes:
        text: the lines to print.
        without: by file, why there are no pictures of its plies.
        later: whether its first row is not row 1.
        path: the file.
        wrong: whether it has errors.
    """

    text: Printable
    without: tuple[tuple[str, str], ...] = ()
    later: bool = False
    path: str = ""
    wrong: bool = False


@click.command("check")
@games_options
@crops_option
@policy_options
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
    games: Games,
    crops: str | None,
    policy: Policy,
    verbose: bool,
    quiet: bool,
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
    if not (as_json or diff or style):
        style = configured("output_format")()
    style = formats.JSON if as_json else style or formats.FULL
    games = games._replace(reading=replace(games.reading, policy=policy))
    has_sentences = style in (formats.FULL, "concise")
    is_written = True
    if fixes or diff:
        # Loaded here: most checks change nothing.
        from analysis.cli.fixing import fix, show

        keeps = games.chosen.filter.keeps
        if diff:
            ctx.exit(show(games.files, games.reading, keeps))
        is_written = fix(games.files, games.reading, keeps, err=not has_sentences)
    prints_errors = quiet and style == formats.FULL
    only_counts = prints_errors and not games.chosen
    make = Checker(
        verbose,
        quiet,
        style,
        only_counts,
        games.reading.encoding,
        crops,
        Folders(games.files),
    )

    def check() -> int:
        shown = sys.stdout.isatty() or has_sentences
        with Run(games, shown=shown, complains=False) as run:
            later = _print(run, make)
        if has_sentences:
            Printer(verbose, quiet).paragraph("", sentence(run, later))
        return run.status

    if watches:
        ctx.exit(watch(games.files, [crops] if crops else [], check))
    status = check()
    ctx.exit(status if is_written else COULD_NOT_WORK)


def _print(run: Run, make: "Checker") -> int:
    """Print findings game by game; return how many games do not begin with row 1."""
    document, told, later = _Document(make.style), dict[str, str](), 0
    for game in chain.from_iterable(run.of(make)):
        later += game.later
        if game.text or game.without:
            run.clear()
        print_complaints(dict(game.without), told)
        told.update(game.without)
        document.add(game)
    document.end()
    return later


class _Document:
    """What is printed game by game: lines, or the items of a format."""

    def __init__(self, style: str) -> None:
        self._format = formats.FORMATS.get(style)
        if self._format:
            echo(Printable(self._format.head), nl=False)
        self._empty = True
        self._group: _Group | None = None

    def add(self, game: CheckedGame) -> None:
        """Print the text of a game, or hold it with the others of its file."""
        if self._format and self._format.is_grouped:
            if game.text:
                self._hold(game)
            return
        if game.text and self._format and not self._empty:
            echo(Printable(self._format.between), nl=False)
        self._empty = self._empty and not game.text
        echo(game.text, nl=False)

    def _hold(self, game: CheckedGame) -> None:
        if self._group is None or self._group.path != game.path:
            self._print_group()
            self._group = _Group(game.path)
        self._group.games += 1
        self._group.wrong += game.wrong
        self._group.texts.write(game.text)

    def _print_group(self) -> None:
        group, self._group = self._group, None
        if group and self._format:
            before, after = self._format.group(group.path, group.games, group.wrong)
            echo(Printable(before), nl=False)
            group.texts.seek(0)
            for line in group.texts:
                echo(Printable(line), nl=False)
            group.texts.close()
            echo(Printable(after), nl=False)

    def end(self) -> None:
        """Print the end of the document."""
        self._print_group()
        if self._format:
            echo(Printable(self._format.foot), nl=False)


def _held() -> IO[str]:
    # Loaded here: one format needs it.
    from tempfile import SpooledTemporaryFile

    return SpooledTemporaryFile(HELD, "w+", encoding="utf-8")


@dataclass(slots=True)
class _Group:
    """The games of a file, of which many are held on disk."""

    path: str
    games: int = 0
    wrong: int = 0
    texts: IO[str] = field(default_factory=_held)


@dataclass(frozen=True, slots=True)
class Checker:
    """Formats the findings of games; can be pickled.

    Attributes:
        verbose: whether to print all notes, and boards.
        quiet: whether to print errors only.
        style: name of the format of what is printed.
        only_counts: whether nothing is printed of a valid game.
        encoding: encoding of the sources whose lines are shown.
        crops: the folder of pictures of doubtful plies, cut from scans.
        folders: those that were named: their files without a game are passed over.
    """

    verbose: bool
    quiet: bool
    style: str
    only_counts: bool
    encoding: str | None
    crops: str | None = None
    folders: Folders = field(default_factory=lambda: Folders(()))

    def __call__(self, found: SelectedGames) -> list[CheckedGame]:
        """Return the output of each game."""
        lines: list[Printable] = []
        crops = crops_of(self.crops, prints=False)
        printer = Printer(
            self.verbose,
            self.quiet,
            self.encoding,
            write=lines.append,
            source_line=found.batch.source_line,
        )
        games = iter(found)
        if self.only_counts:
            replays = found.replays()
            left = zip(found.numbers, found.settled, strict=True)
            games = (replays[number] for number, known in left if known is None)
        return [
            self._passed_over(verdict, printer, lines)
            if is_passed_over(verdict.record, self.folders)
            else self._check(verdict, printer, lines, crops)
            for verdict in games
        ]

    def _passed_over(
        self, verdict: Replay, printer: Printer, lines: list[Printable]
    ) -> CheckedGame:
        """Return the notes on a file that is passed over: all, or that it is of another game."""
        lines.clear()
        if self.style == formats.FULL:
            found = [one.at(violation=False) for one in verdict.findings]
            said = [one for one in found if self.verbose or one.code == OTHER_GAME]
            printer.findings(verdict.record.source.path, said)
        return CheckedGame(Printable("".join(f"{line}\n" for line in lines)))

    def _check(
        self, verdict: Replay, printer: Printer, lines: list[Printable], crops: Crops | None
    ) -> CheckedGame:
        lines.clear()
        between, after = "", "\n"
        if self.style == formats.JSON:
            lines.append(joined(json_line(to_json(verdict))))
        elif self.style == formats.FULL:
            self._print(verdict, printer, lines)
            if cut := crops.all(verdict.record, _doubtful(verdict)) if crops else {}:
                printer.paragraph(INDENT, crop_sentence(cut))
        else:
            known = formats.FORMATS[self.style]
            wanted = verdict.violations if self.quiet else verdict.findings
            lines += map(Printable, known.items(verdict, list(wanted)))
            between, after = known.between, known.after
        return CheckedGame(
            Printable(between.join(f"{line}{after}" for line in lines)),
            tuple(crops.complaints.items()) if crops else (),
            verdict.record.first > 1,
            verdict.record.source.path,
            not verdict.valid,
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


def sentence(run: Run, later: int) -> str:
    """Return the summary, with the games left out if there was a selection.

    Args:
        run: the games that were checked.
        later: number of games that begin with a later row than the first.
    """
    counts, unread = run.counts, len(run.unreadable)
    games = plural(counts.games + run.filtered, "game")
    words = f"{games} read: {counts.games - counts.wrong:,} valid, {counts.wrong:,} with errors"
    words += run.left_out
    words += f"; {plural(counts.plies, 'ply')}, {plural(counts.notes, 'note')}"
    words += f"; {plural(run.empty, 'file')} without a game" if run.empty else ""
    words += f"; {plural(counts.ignored, 'finding')} ignored" if counts.ignored else ""
    words += f"; {run.passed_over}" if run.passed else ""
    words += f"; {run.excluded}" if run.excluded else ""
    words += f"; {plural(unread, 'file')} could not be read" if unread else ""
    if later and counts.games + run.filtered + run.empty + unread > 1:
        begin = "begins" if later == 1 else "begin"
        words += f"; {plural(later, 'game')} {begin} with a later row than the first"
        words += " (ludograph repair reads pages in several files as one game)"
    return words


def watch(files: Sequence[str], outputs: Sequence[str], check: Callable[[], int]) -> int:
    """Run a check now and after every change of its files, until Ctrl-C.

    Args:
        files: names of sources.
        outputs: folders that the check writes; changes in them count for nothing.
        check: checks the files; returns the exit status.

    Returns:
        The exit status of the last check.

    Raises:
        click.UsageError: a source is none that changes.
        MissingExtra: the package that watches files is not installed.
    """
    from watchfiles import watch as changes

    watched = dict.fromkeys(_watched(files))
    folders = [one for one in watched if os.path.isdir(one)]
    ignored = [os.path.abspath(one) for one in outputs]

    def counts(change: object, path: str) -> bool:
        inside = any(_is_inside(path, one) for one in folders)
        written = any(_is_inside(path, one) for one in ignored)
        return (path in watched or inside or bool(_patterns(files))) and not written

    status = _checked(check)
    roots = {one if os.path.isdir(one) else os.path.dirname(one) for one in watched}
    try:
        for _ in changes(
            *roots,
            watch_filter=counts,
            debounce=SETTLED,
            recursive=bool(folders),
            raise_interrupt=True,
        ):
            status = _checked(check)
    except KeyboardInterrupt:
        pass
    return status


def _checked(check: Callable[[], int]) -> int:
    """Check once on a cleared screen; errors do not end the watch."""
    if sys.stdout.isatty() and not is_dumb():
        click.clear()
    try:
        status = check()
    except (OSError, LudographError) as error:
        status = report(error)
    echo("Waiting for changes; Ctrl-C ends.", err=True)
    sys.stdout.flush()
    return status


def _is_inside(path: str, folder: str) -> bool:
    return path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def _patterns(files: Sequence[str]) -> list[str]:
    return [one for one in files if not os.path.exists(one) and any(map(one.count, "*?["))]


def _watched(files: Sequence[str]) -> Iterator[str]:
    """Yield the files and folders to watch, as absolute paths; of a pattern its folder.

    Raises:
        click.UsageError: a source is none that changes.
    """
    for name in files:
        if name == STANDARD_INPUT or is_classic(name):
            raise click.UsageError(f"--watch is for files, and {name} does not change")
        path = name if os.path.exists(name) else name.removeprefix(LIST)
        while any(map(path.count, "*?[")) and not os.path.exists(path):
            path = os.path.dirname(path) or os.curdir
        found = os.path.realpath(path)
        if not os.path.isdir(found if os.path.isdir(found) else os.path.dirname(found)):
            raise FileNotFoundError(2, "No such file or directory", name)
        yield found
