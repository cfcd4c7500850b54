"""``ludograph repair``: the likeliest edits of broken games, printed or written to a file."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

import records
from analysis.batch.executors import in_order
from analysis.batch.work import is_game
from analysis.cli.crops import Crops, crops_option, print_crops
from analysis.cli.interactive import OPEN, Discussed, Journal, RepairSession
from analysis.cli.options import (
    Finite,
    Games,
    OutputFile,
    games_options,
    json_option,
    not_printed,
)
from analysis.cli.output import check_apart, check_output, output_format, print_json
from analysis.cli.printer import INDENT, Printer
from analysis.cli.run import Run
from analysis.cli.streams import STANDARD_OUTPUT
from analysis.cli.terminal import echo, joined, styled
from analysis.repair.apply import WRITTEN, with_comments
from analysis.repair.edits import WHOLE
from analysis.repair.repair import SECONDS, repair
from analysis.repair.result import MIN_CONFIDENCE, Edit, Repair, Solution
from analysis.replay import replay, settle_doubts
from analysis.replay.conversion import with_accepted
from analysis.typos.model import PROFILES, load
from notation import UnknownName, UnreadableMove, find_dialect
from notation.numbers import plural
from notation.registry import games as known_games
from records import Record
from records.format import CannotWrite, Format
from records.formats import DEFAULT, by_suffix
from records.model import BOX, PAGE
from records.pages import NEXT_PAGE
from records.pages import joined as joined_pages
from records.sources.boundary import fault
from records.sources.names import LIST, STANDARD_INPUT


@click.command("repair")
@click.option("-o", "--output", type=OutputFile(), help="File to write all games to.")
@click.option(
    "--errors",
    metavar="NAME",
    help="Slip model: typed, scanned, or a file of changes to typed  [default: detected].",
)
@click.option(
    "--time", "seconds", type=Finite(min=0, min_open=True), default=SECONDS,
    show_default=True, metavar="SECONDS", help="Processor time limit for one game.",
)  # fmt: skip
@click.option(
    "--min-confidence", type=Finite(min=0, max=1), default=MIN_CONFIDENCE,
    show_default=True, metavar="X", help="Minimum confidence of a mended game.",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Print the factors of each confidence.")
@click.option("-i", "--interactive", is_flag=True, help="Confirm every edit; needs -o.")
@click.option(
    "--journal",
    "journal_file",
    type=OutputFile(),
    callback=not_printed("journal"),
    help="File of the answers of --interactive  [default: OUTPUT.answers.jsonl].",
)
@crops_option
@games_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    games: Games,
    output: str | None,
    errors: str | None,
    seconds: float,
    min_confidence: float,
    explain: bool,
    interactive: bool,
    journal_file: str | None,
    crops: str | None,
    as_json: bool,
) -> int:
    """Propose edits that make the broken games in FILES legal.

    Prints the likeliest edits that make each game legal to its end, with their confidence and the
    runner-up. Valid games are left alone. Files are written only with -o, and then get all games:
    a repaired game has the original text beside each edit, an uncertain game has its best reading
    with the doubtful plies marked, and a game without a repair is unchanged.

    With --interactive every edit is a question, which is answered by the number of a proposal or
    by a move; ? explains it. The answers are saved in a journal, so that an interrupted session
    can be continued. Exit status 1: a game could not be repaired, or is uncertain.

    \b
    Examples:
      ludograph repair classic:epaminondas-slip
      ludograph repair classic:epaminondas-slip --json
      ludograph repair games/ -o mended.jsonl
    """
    files, reading = games.files, games.reading
    _check_usage(ctx, interactive, files, output, as_json)
    sources = [*files, *([errors] if errors is not None and errors not in PROFILES else [])]
    if output:
        check_output(output, sources)
    form = output_format(output, None if by_suffix(output or "") else DEFAULT.name)
    if output:
        check_format(form, output)
    mend = partial(
        _repaired,
        variant=reading.variant,
        errors=None if errors is None else load(errors),
        seconds=seconds,
        as_recorded=reading.as_recorded,
        min_confidence=min_confidence,
    )
    pictures = Crops(crops) if crops else None
    printer = Printer(False, False, reading.encoding, err=output == STANDARD_OUTPUT)
    journal = _journal(output, journal_file, sources, printer) if interactive and output else None
    tally, left_out = Counter[str](), list[Repair]()

    def done(run: Run) -> Iterator[Discussed]:
        """Repair the games, by workers or interactively; print and yield each result."""
        found = (settle_doubts(one, reading.variant) for one in joined_pages(run.records()))
        if journal:
            crop = pictures.of if pictures else None
            session = RepairSession(mend, journal, printer, reading, crop)
            games = map(session.discuss, found)
        else:
            games = map(Discussed, in_order(run.workers, mend, found))
        for one in games:
            edited = sorted({edit.ply - 1 for edit in one.done.edits})
            cut = pictures.all(one.done.record, edited) if pictures else {}
            if as_json:
                print_json(one.done.to_json() | ({"crops": cut} if cut else {}))
            else:
                print_repair(printer, one.done, one.answers, explain)
                print_crops(cut, printer)
            yield one

    def written(games: Iterable[Discussed]) -> Iterator[Record]:
        """Count the games, yield the records to write, and print what the output cannot hold."""
        for one in games:
            if is_game(one.done.record):
                tally[verdict(one)] += 1
            if output and one.done.record.source.game:
                try:
                    yield kept(one.done, form, output)
                except CannotWrite as error:
                    left_out.append(one.done)
                    message = f"{one.done.record.source}: left out of {output}: {error}"
                    echo(message, err=True)

    with Run(games, complains=False) as run, _kept_answers(journal):
        records_written = written(done(run))
        if output:
            target = sys.stdout.buffer if output == STANDARD_OUTPUT else output
            records.save(records_written, target, form.name)
        else:
            deque(records_written, maxlen=0)
    if not as_json:
        printer.paragraph("", _sentence(run, tally, len(left_out)))
    if journal and journal.count:
        printer.paragraph("", _journal_sentence(journal, bool(tally[OPEN])))
    wrong = sum(tally[one] for one in (NOT_MENDED, UNCERTAIN, OPEN))
    return run.status(wrong + len(left_out) + (journal.complained if journal else 0))


def _check_usage(
    ctx: click.Context,
    interactive: bool,
    files: Sequence[str],
    output: str | None,
    as_json: bool,
) -> None:
    """Raise `click.UsageError` for options that exclude each other."""
    if output == STANDARD_OUTPUT and as_json:
        raise click.UsageError("--json and -o - both go to standard output: name a file with -o")
    if not interactive:
        if ctx.params["journal_file"] is not None:
            raise click.UsageError("--journal needs --interactive")
        return
    if output is None or as_json:
        raise click.UsageError("--interactive needs -o FILE and excludes --json")
    if STANDARD_INPUT in (name.removeprefix(LIST) for name in (*files, output)):
        raise click.UsageError("--interactive reads answers from standard input: name files, not -")
    if ctx.params["cluster"] is not None or ctx.params["jobs"] not in (None, 1):
        raise click.UsageError("--interactive asks about one game at a time: no --jobs, --cluster")


def _journal(output: str, path: str | None, sources: list[str], printer: Printer) -> Journal:
    """Open the journal of answers, after checking that it is neither input nor output."""
    path = path or f"{output}.answers.jsonl"
    check_output(path, sources, "--journal")
    check_apart(output, path, "--journal")
    return Journal(Path(path), printer)


@contextmanager
def _kept_answers(journal: Journal | None) -> Iterator[None]:
    """Print the path of the journal if the session is interrupted in this context."""
    try:
        yield
    except KeyboardInterrupt:
        if journal:
            echo("", err=True)
        if journal and journal.added:
            answers = plural(journal.added, "answer")
            message = f"{answers} kept in {journal.path}; the same command continues there"
            Printer(False, False, err=True).paragraph("", message)
        raise


def _journal_sentence(journal: Journal, is_open: bool) -> str:
    """Return the number of answers in the journal; if ``is_open``, also how to continue."""
    kept = f"{plural(journal.count, 'answer')} in {journal.path}"
    unused = journal.unused()
    kept += f", {unused:,} of them about games that were not read" if unused else ""
    return kept + ("; the same command continues there" if is_open else "")


def _repaired(record: Record, settled: frozenset[int] = frozenset(), **options: Any) -> Repair:
    """Repair a game; an unexpected error becomes the reason of a failed repair.

    ``settled`` are the indices of plies that are known to be right.
    """
    try:
        return repair(record, settled=settled, **options)
    except Exception as error:
        # A fault of the program in one game must not lose the work on the others.
        reason = fault(error).message.replace("could not be read", "could not be searched", 1)
        return Repair(record, valid=False, reason=reason)


VALID, MENDED, NOT_MENDED = "valid", "mended", "not mended"
UNCERTAIN, PLAYABLE = "uncertain", "played as recorded"
VERDICTS = (VALID, MENDED, NOT_MENDED, UNCERTAIN, OPEN, PLAYABLE)
"""The verdicts in the order of the summary; the first three are always printed."""


def verdict(one: Discussed) -> str:
    """Return the verdict on a game, one of `VERDICTS`."""
    done = one.done
    if not one.answers and (done.valid or done.playable):
        return VALID if done.valid else PLAYABLE
    if not one.asked:
        return OPEN
    if done.uncertain:
        return UNCERTAIN
    return MENDED if done.valid or done.solutions or done.playable else NOT_MENDED


def _sentence(run: Run, tally: Counter[str], left_out: int) -> str:
    shown = (one for one in VERDICTS if tally[one] or one in VERDICTS[:3])
    counts = ", ".join(f"{tally[one]:,} {one}" for one in shown)
    return run.summary(
        f"{plural(sum(tally.values()), 'game')} read: {counts}{run.left_out}",
        f"{plural(left_out, 'game')} left out" if left_out else "",
    )


# Records for the output: no text of the source is lost in any format


HOLE = "?"
"""Placeholder for a ply whose text a format cannot hold."""


def check_format(form: Format, output: str) -> None:
    """Raise `click.UsageError` if a format cannot hold comments beside plies."""
    plain = Record((HOLE,), next(iter(known_games())))
    if _holds(form, plain) and not _holds(form, replace(plain, details={0: {"comment": WRITTEN}})):
        raise click.UsageError(
            f"{output}: {form.name} cannot keep the original text of an edit; "
            "name a file that ends in .txt, .jsonl, .csv or .sgf"
        )


def _holds(form: Format, record: Record) -> bool:
    try:
        _write(form, record)
    except CannotWrite:
        return False
    return True


def _write(form: Format, record: Record) -> None:
    """Encode a record and discard the result; raise `CannotWrite` if the format cannot hold it."""
    form.pack([form.fit(record)[0]])


def kept(done: Repair, form: Format, output: str) -> Record:
    """Return the record of a game for the output, repaired if there is a solution.

    A move text that the format cannot hold, such as a misread one, is written as ``?`` with the
    text in a comment. The number of such moves is printed.

    Raises:
        CannotWrite: the format cannot hold the game for another reason.
    """
    record = with_accepted(done.repaired or done.record, done.accepted)
    if form.lossless:
        return record
    shown = with_comments(record)
    if _holds(form, shown):
        return shown
    holes = _with_holes(record)
    shown = with_comments(holes)
    _write(form, shown)
    count = sum(one != other for one, other in zip(record.moves, holes.moves, strict=True))
    if count:
        where = f"{plural(count, 'ply')} that {form.name} cannot hold"
        echo(f"{record.source}: {where}: ? in {output}, with the text beside it", err=True)
    return shown


def _with_holes(record: Record) -> Record:
    """Return a record with ``?`` for each unreadable ply; its text moves to the ply's details."""
    moves, details = list(record.moves), {at: dict(one) for at, one in record.details.items()}
    for at, text in enumerate(record.moves):
        if not _is_move(record, text):
            moves[at] = HOLE
            details.setdefault(at, {}).setdefault(WRITTEN, text)
    return replace(record, moves=tuple(moves), details=details)


def _is_move(record: Record, text: str) -> bool:
    if record.game is None:
        return True
    try:
        return bool(find_dialect(record.game, record.dialect).read(text).moves)
    except (UnknownName, UnreadableMove):
        return False


# Printing a game: verdict, edits, and alternatives


SHOWN = 3
"""Maximum number of alternatives to an edit, and of equally good repairs, that are printed."""


def print_repair(printer: Printer, done: Repair, answers: int = 0, explained: bool = False) -> None:
    """Print the verdict on a game and its edits.

    Args:
        printer: prints the lines.
        done: the repair of the game.
        answers: number of answered questions about the game.
        explained: whether to print the factors of each confidence as well.
    """
    edits = plural(len(done.edits), "edit")
    if answers and (done.valid or done.playable):
        word, what = MENDED, f"by {plural(answers, 'answer')}."
    elif done.valid or done.playable:
        rest = ", but moves may be missing, or too many" if done.gaps else ""
        word, what = VALID if done.valid else "playable", f"nothing to mend{rest}."
    elif done.solutions:
        word = MENDED if done.mended else UNCERTAIN
        what = f"{edits}, confidence {done.confidence:.2f}."
    else:
        word, what = NOT_MENDED, _shortfall(done)
    source = styled(str(done.record.source), bold=True)
    colour = {VALID: "green", NOT_MENDED: "red"}.get(word, "yellow")
    printer.paragraph(joined(source, ": ", styled(word, fg=colour), ": "), what)
    for finding in done.accepted:
        printer.paragraph(INDENT, f"ply {finding.ply}, as recorded: {finding.message}")
    explained = explained and bool(done.solutions)
    if explained:
        printer.paragraph(INDENT, _product(done.confidence, done.solutions[0].factors))
    for edit in done.edits:
        printer.paragraph(INDENT, _edit_line(done, edit))
        if explained:
            printer.paragraph(INDENT + INDENT, _product(edit.confidence, edit.factors))
    for line in _runners_up(done):
        printer.paragraph(INDENT, line)
    # Notes on missing moves, and on files that were read as pages of the game.
    pages = (one for one in done.record.findings if one.code == LAYOUT and NEXT_PAGE in one.message)
    for note in (*pages, *done.gaps):
        where = f"line {note.line}: " if note.line else ""
        printer.paragraph(INDENT, f"{where}{note.message}")


LAYOUT = "layout"
"""The code of the note on games continued on another page."""


def _product(confidence: float, factors: Sequence[tuple[str, float]]) -> str:
    """Return a confidence as the product of its factors; factors of 1 are left out."""
    telling = [f"{name} {value:.3f}" for name, value in factors if round(value, 3) != 1]
    return f"{confidence:.3f} = {' x '.join(telling) or '1'}"


def _shortfall(done: Repair) -> str:
    if not (done.reached and done.edits):
        return f"{done.reason}."
    far = f"{done.reached} of {plural(len(done.record.moves), 'ply')}"
    return f"{done.reason}; with these edits {far} can be played."


def _edit_line(done: Repair, edit: Edit) -> str:
    what = f"{_place(done, edit)}{edit.sentence()}"
    if not done.solutions:
        return what  # its confidence is not known
    likely = [one for one in edit.alternatives if one.confidence >= 0.01][:SHOWN]
    others = [f"{one.meant or 'leaving it out'} ({int(100 * one.confidence)}%)" for one in likely]
    instead = f"; or {', '.join(others)}" if others else ""
    return f"{what} ({edit.confidence:.0%}){instead}"


def _place(done: Repair, edit: Edit) -> str:
    """Return the place of an edit: the page of a scan, or the line of a text, and the ply."""
    if edit.kind in WHOLE:
        return ""
    at = edit.ply - 1
    beside = done.record.details.get(at, {})
    parts = [str(beside[PAGE])] if PAGE in beside else []
    line, column = done.record.place(at)
    if box := beside.get(BOX):
        parts.append(f"page {box[0]}")
        verdict = replay(done.repaired or done.record)
        if verdict.start is not None:
            sides = verdict.start.sides
            side = sides[(at + verdict.start.turn) % len(sides)].title()
            parts += [f"move {verdict.number(at)}", side]
    elif column and not parts:
        parts = [f"line {line}", f"column {column}"]
    return ", ".join((*parts, f"ply {edit.ply}: "))


def _runners_up(done: Repair) -> list[str]:
    """Return one line on equally good repairs, or else on the second best; [] without any."""
    if ties := list(done.ties)[1:]:
        return [f"equally good: {'; '.join(_unlike(done, one) for one in ties[:SHOWN])}"]
    if second := done.runner_up:
        return [f"runner-up, confidence {second.confidence:.2f}: {_unlike(done, second)}"]
    return []


def _unlike(done: Repair, other: Solution) -> str:
    """Return the edits of ``other`` that the best solution lacks, and how many edits both share."""
    best = {_edit(one) for one in done.edits}
    own = [_edit(one) for one in other.edits]
    shared = sum(one in best for one in own)
    new = " and ".join(one for one in own if one not in best)
    if not shared:
        return new
    left = len(best) - shared
    rest = f"{shared} of the {plural(len(best), 'edit')} above" if left else "all edits above"
    return f"{new}, with {rest}" if new else f"only {rest}"


def _edit(edit: Edit) -> str:
    return edit.sentence() if edit.kind in WHOLE else f"ply {edit.ply}: {edit.sentence()}"
