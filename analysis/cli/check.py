"""``ludograph check``: verdicts and findings of games, once or after every change of a file."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, filterfalse

import click

from analysis.batch.games import SelectedGames
from analysis.batch.work import is_passed_over
from analysis.cli import formats
from analysis.cli.crops import Crops, crops_option, print_crops
from analysis.cli.errors import report
from analysis.cli.formats import CheckedGame
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
from analysis.replay.findings import Policy
from analysis.replay.replay import Replay
from analysis.replay.verdict import verdict_words
from notation import LudographError
from notation.numbers import plural
from records.chess import OTHER_GAME
from records.classics import is_classic
from records.sources.names import LIST, STANDARD_INPUT, Folders, paths

SETTLED = 200
"""Time in milliseconds without changes after which files are read again."""


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
    type=click.Choice(list(formats.FORMATS)),
    help="Format of the output: sentences (full), one line for each finding (concise), JSON as with"
    " --json, or a format for GitHub, code scanning (sarif) or test servers.  [default: full]",
)
@click.option(
    "--fix",
    "fixes",
    is_flag=True,
    help="First correct the files: make lenient notation canonical, and add missing captures.",
)
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option("--watch", "watches", is_flag=True, help="Check again when a file changes.")
def command(
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
) -> int:
    """Validate the games in FILES.

    Every move is parsed and played by the rules. A broken rule is an error; a spelling that is not
    quite in the notation is a note. A game is played up to its first illegal move; the other games
    are still checked.

    \b
    Examples:
      ludograph check classic:epaminondas-demonstration
      ludograph check --variant standard+symmetry=off --json games/ > found.jsonl
      ludograph check --fix games/
    """
    if as_json and style not in (None, formats.JSON):
        raise click.UsageError(f"--json and --output-format {style} exclude each other")
    if diff and (fixes or watches or as_json or style):
        raise click.UsageError("--diff excludes --fix, --watch, --json and --output-format")
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

        keeps = games.chosen.keeps
        if diff:
            return show(games.files, games.reading, keeps)
        is_written = fix(games.files, games.reading, keeps, err=not has_sentences)
    pictures = Crops(crops) if crops and style == formats.FULL else None
    document, printer = formats.FORMATS[style], Printer(verbose, quiet)
    folders, encoding = Folders(games.files), games.reading.encoding
    make = Checker(verbose, quiet, printer.width, style, encoding, folders, bool(pictures))

    def check() -> int:
        later = 0

        def found() -> Iterator[CheckedGame]:
            nonlocal later
            for game in chain.from_iterable(run.of(make)):
                later += game.later
                if game.text:
                    run.clear()
                    yield game
                if pictures and game.scanned:
                    print_crops(pictures.all(*game.scanned), printer)

        with Run(games, shown=sys.stdout.isatty() or has_sentences, complains=False) as run:
            for text in document.written(found()):
                echo(Printable(text), nl=False)
        if has_sentences:
            printer.paragraph("", sentence(run, later))
        return run.status()

    if watches:
        return watch(games, crops, check)
    status = check()
    return status if is_written else COULD_NOT_WORK


@dataclass(frozen=True, slots=True)
class Checker:
    """Formats the findings of games; can be pickled.

    Attributes:
        verbose: whether to print every note, and the board at errors.
        quiet: whether to print errors only.
        width: width of the lines, in columns.
        style: name of the output format.
        encoding: encoding of the sources; None detects it.
        folders: the folders named as sources; their files without a game are skipped.
        is_scanned: whether to return the doubtful plies of a game, to be cut from its scan.
    """

    verbose: bool
    quiet: bool
    width: int
    style: str
    encoding: str | None
    folders: Folders
    is_scanned: bool = False

    def __call__(self, found: SelectedGames) -> list[CheckedGame]:
        """Return the output of each game; with ``quiet``, only of games with errors or notes."""
        games: Iterable[Replay] = found
        if self.quiet and self.style == formats.FULL:
            left = filterfalse(found.notes.__contains__, found.numbers)
            games = map(found.replays().__getitem__, left)
        lines: list[Printable] = []
        printer = Printer(
            self.verbose,
            self.quiet,
            self.encoding,
            width=self.width,
            write=lines.append,
            source_line=found.batch.source_line,
        )
        return [self._check(game, printer, lines) for game in games]

    def _check(self, game: Replay, printer: Printer, lines: list[Printable]) -> CheckedGame:
        lines.clear()
        source, later = game.record.source, game.record.first > 1
        if is_passed_over(game.record, self.folders):
            if self.style == formats.FULL:
                notes = (one.at(violation=False) for one in game.findings)
                said = (one for one in notes if self.verbose or one.code == OTHER_GAME)
                printer.findings(source.path, said)
            return CheckedGame(_text(lines), source.path)
        if self.style == formats.FULL:
            self._print(game, printer, lines)
        else:
            findings = list(game.violations if self.quiet else game.findings)
            lines += map(Printable, formats.FORMATS[self.style].items(game, findings))
        scanned = (game.record, _doubtful(game)) if self.is_scanned else None
        text = _text(lines, formats.FORMATS[self.style].between)
        return CheckedGame(text, source.path, later, not game.valid, scanned)

    def _print(self, game: Replay, printer: Printer, lines: list[Printable]) -> None:
        printer.findings(game.record.source.path, game.findings)
        if self.verbose and not game.valid:
            lines += map(joined, _board(game))
        if not self.quiet:
            word, sentence = verdict_words(game)
            head = styled(str(game.record.source), bold=True)
            kind = styled(word, fg="green" if game.valid else "red")
            printer.paragraph(joined(head, ": ", kind, ": "), sentence)


def _text(lines: Iterable[str], between: str = "") -> Printable:
    """Return lines joined by ``between``; if that is empty, every line gets a line end."""
    return Printable(between.join(lines) if between else "".join(f"{one}\n" for one in lines))


def _doubtful(verdict: Replay) -> list[int]:
    """Return the indices, from 0, of plies with an error or with a doubtful reading."""
    doubted = (one.ply for one in verdict.findings if one.violation or one.code == "doubtful-ply")
    return sorted({ply - 1 for ply in doubted if ply})


def _board(verdict: Replay) -> list[str]:
    """Return the last position that was reached, as lines of text."""
    if verdict.position is None:
        return []
    from analysis.diagrams import text

    labels = verdict.dialect.label_style if verdict.dialect else "letters"
    return [f"{INDENT}{line}" for line in text(verdict.position, labels=labels).splitlines()]


def sentence(run: Run, later: int) -> str:
    """Return the summary; ``later`` is the number of games that begin after row 1."""
    counts = run.counts
    every = counts.games + run.filtered
    valid, wrong = counts.games - counts.wrong, counts.wrong
    words = run.summary(
        f"{plural(every, 'game')} read: {valid:,} valid, {wrong:,} with errors{run.left_out}",
        f"{plural(counts.plies, 'ply')}, {plural(counts.notes, 'note')}",
        f"{plural(counts.ignored, 'finding')} ignored" if counts.ignored else "",
    )
    if later and every + run.empty + len(run.unreadable) > 1:
        begin = "begins" if later == 1 else "begin"
        words += f"; {plural(later, 'game')} {begin} with a later row than the first"
        words += " (ludograph repair reads pages in several files as one game)"
    return words


def watch(games: Games, written: str | None, check: Callable[[], int]) -> int:
    """Run a check now and after every change of its files, until Ctrl-C; return its last status.

    Args:
        games: the files.
        written: the folder that the check writes to, where changes are ignored.
        check: runs the check, and returns its exit status.
    """
    from watchfiles import watch as changes

    def read() -> set[str]:
        """Return the paths of the files that the check would read now."""
        found = paths(games.files, games.reading.files)
        return {os.path.realpath(one) for one in found if isinstance(one, str)}

    def counts(change: object, path: str) -> bool:
        """Whether the check reads the changed file, or has read it before it was removed."""
        if own and f"{path}{os.sep}".startswith(f"{own}{os.sep}"):
            return False
        known.update(read())
        return path in known

    roots = {_root(name) for name in games.files}
    lists = (name.removeprefix(LIST) for name in games.files)
    known = {os.path.realpath(one) for one in lists if os.path.isfile(one)} | read()
    own = os.path.realpath(written) if written else None
    status = _checked(check)
    try:
        for _ in changes(
            *{one if os.path.isdir(one) else os.path.dirname(one) for one in roots},
            watch_filter=counts,
            debounce=SETTLED,
            recursive=any(map(os.path.isdir, roots)),
            raise_interrupt=True,
        ):
            status = _checked(check)
    except KeyboardInterrupt:
        pass
    return status


def _checked(check: Callable[[], int]) -> int:
    """Clear the screen and run the check; errors are printed and do not end the watch."""
    if sys.stdout.isatty() and not is_dumb():
        click.clear()
    try:
        status = check()
    except (OSError, LudographError) as error:
        status = report(error)
    echo("Waiting for changes; Ctrl-C ends.", err=True)
    sys.stdout.flush()
    return status


def _root(name: str) -> str:
    """Return the path to watch for a source; for a glob pattern, the folder without wildcards."""
    from glob import has_magic

    if name == STANDARD_INPUT or is_classic(name):
        raise click.UsageError(f"--watch is for files, and {name} does not change")
    path = name if os.path.exists(name) else name.removeprefix(LIST)
    while not os.path.exists(path) and has_magic(path):
        path = os.path.dirname(path) or os.curdir
    found = os.path.realpath(path)
    if not os.path.isdir(found if os.path.isdir(found) else os.path.dirname(found)):
        raise FileNotFoundError(2, "No such file or directory", name)
    return found
