"""How well score sheets are read and repaired: from the picture to the game, by notation.

Sheets are drawn (`scripts.sheets`) and recognised by tesseract, or taken from a folder. Each is
read and repaired twice: from the lines of print alone, and from hOCR, which has boxes and the
alternatives of characters.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from functools import partial
from math import prod
from pathlib import Path
from shutil import which
from statistics import median
from time import process_time

import click

import records
from analysis.games import GAMES
from analysis.repair.apply import place_of
from analysis.repair.edits import COLUMNS, RESULT, WHOLE
from analysis.repair.repair import repair
from analysis.repair.result import Repair
from analysis.replay.replay import replay
from notation import Dialect, UnreadableMove, find_dialect
from records import Record
from records.scans.image import PROGRAM
from scripts.sheets.games import Kind, kinds
from scripts.sheets.layouts import LAYOUTS
from scripts.sheets.pictures import QUALITIES
from scripts.sheets.sheets import ReadSheet, Sheet, read_folder

HELD_OUT = 20_26
"""Seed of sheets that nothing was fitted to."""

BANDS = ((0.0, 0.5), (0.5, 0.9), (0.9, 1.01))
"""Confidences from, and below."""

CHOICES = "choices"


SHARES = (0.0, 0.02, 0.04)
"""Parts of all plies that a person is asked about, the least sure first."""


@dataclass(frozen=True, slots=True)
class EditedPly:
    """A ply that a repair has edited.

    Attributes:
        raw: its confidence before calibration.
        confidence: its confidence.
        right: whether it is the ply that was played.
    """

    raw: float
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class SheetCase:
    """What became of a sheet.

    Attributes:
        name: its name.
        source: what it was read from, ``text`` or ``hocr``.
        kind: the dialect.
        layout: its layout.
        quality: its quality.
        plies: plies of the game.
        read: plies of the record as read; 0 where no game was found.
        misread: how many plies differ from the truth as read: wrong, lost, or too many.
        offered: of the plies misread in their place, those with the truth among their choices.
        left: how many differ after the repair.
        verdict: ``valid``, ``mended``, ``uncertain``, ``not mended`` or ``no game``.
        exact: whether the moves of the outcome are the truth.
        confidence: of the outcome; 1 for a game that was valid as read.
        seconds: processor time of reading and repairing.
        raw: the confidence before calibration.
        edited: the plies that the repair has edited.
    """

    name: str
    source: str
    kind: str
    layout: str
    quality: str
    plies: int
    read: int
    misread: int
    offered: int
    left: int
    verdict: str
    exact: bool
    confidence: float
    seconds: float
    raw: float = 0.0
    edited: tuple[EditedPly, ...] = ()


def meaning(text: str, dialect: Dialect[object]) -> object:
    """Return the likeliest meaning of a move text without its count; the text if it is no move."""
    bare = dialect.counts.sub("", text).strip() if dialect.counts else text
    try:
        return dialect.read(bare).moves[0]
    except UnreadableMove:
        return bare


def differing(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many plies have to be changed, left out or put in to make one game the other."""
    row = list(range(len(other) + 1))
    for at, found in enumerate(one):
        last, row[0] = row[0], at + 1
        for to, meant in enumerate(other):
            last, row[to + 1] = (
                row[to + 1],
                min(row[to] + 1, row[to + 1] + 1, last + (found != meant)),
            )
    return row[-1]


def judged(sheet: ReadSheet, source: str, seconds: float) -> SheetCase:
    """Read and repair a sheet, and compare what comes out with the truth.

    Args:
        sheet: the sheet.
        source: what to read, ``text`` or ``hocr``.
        seconds: processor time that the repair may take.
    """
    started = process_time()
    record = _read(sheet.text if source == "text" else sheet.hocr, source)
    done = repair(record, seconds=seconds) if record.moves else None
    taken = process_time() - started
    dialect = find_dialect(sheet.truth.game or "", sheet.truth.dialect)
    truth = [meaning(text, dialect) for text in sheet.truth.moves]
    as_read = [meaning(text, dialect) for text in record.moves]
    outcome = done.solutions[0].moves if done and done.solutions else record.moves
    left = differing([meaning(text, dialect) for text in outcome], truth)
    return SheetCase(
        sheet.name,
        source,
        dialect.name,
        sheet.layout,
        sheet.quality,
        len(truth),
        len(as_read),
        differing(as_read, truth),
        _offered(record, as_read, truth, dialect),
        left,
        _verdict(done),
        not left or same(outcome, sheet.truth),
        _confidence(done),
        taken,
        uncalibrated(done.solutions[0].factors) if done and done.solutions else 0.0,
        tuple(edited_plies(done, sheet.truth)) if done else (),
    )


def uncalibrated(factors: Sequence[tuple[str, float]]) -> float:
    """Return the confidence with these factors before its calibration."""
    return prod(value for name, value in factors if name not in ("calibration", "gaps"))


def edited_plies(done: Repair, truth: Record) -> Iterator[EditedPly]:
    """Yield the plies that the best repair of a game edits, and whether they are right."""
    if not done.solutions:
        return
    dialect = find_dialect(truth.game or "", truth.dialect)
    outcome = [meaning(text, dialect) for text in done.solutions[0].moves]
    played = [meaning(text, dialect) for text in truth.moves]
    blocks = SequenceMatcher(None, outcome, played, autojunk=False).get_matching_blocks()
    right = {at for block in blocks for at in range(block.a, block.a + block.size)}
    for at, edit in enumerate(done.edits):
        if edit.kind not in (*WHOLE, RESULT, COLUMNS):
            is_right = place_of(at, done.edits, len(outcome)) in right
            yield EditedPly(uncalibrated(edit.factors), edit.confidence, is_right)


def asked(cases: Sequence[SheetCase], share: float) -> float:
    """Return the part of plies that are right if a person is asked about the least sure ones.

    Args:
        cases: the sheets.
        share: the part of all their plies that is asked about, of those that were edited.
    """
    plies, wrong = sum(case.plies for case in cases), sum(case.left for case in cases)
    edited = sorted((ply for case in cases for ply in case.edited), key=lambda one: one.confidence)
    answered = edited[: round(share * plies)]
    return 1 - (wrong - sum(not ply.right for ply in answered)) / plies


def _read(content: str, suffix: str) -> Record:
    """Return the longest game of a source, without moves if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"sheet.{'txt' if suffix == 'text' else suffix}")
        path.write_text(content, encoding="utf-8")
        return max(records.read(path), key=lambda one: len(one.moves), default=Record(()))


def same(moves: Sequence[str], truth: Record) -> bool:
    """Whether moves are those of a game, however they are written."""
    played = replay(Record(tuple(moves), truth.game, truth.variant, truth.dialect))
    return played.playable and played.moves == replay(truth).moves


def _offered(
    record: Record, as_read: Sequence[object], truth: Sequence[object], dialect: Dialect[object]
) -> int:
    return sum(
        any(meaning(text, dialect) == meant for text, _ in record.details[at][CHOICES])
        for at, (found, meant) in enumerate(zip(as_read, truth, strict=False))
        if found != meant and CHOICES in record.details.get(at, {})
    )


def _verdict(done: Repair | None) -> str:
    if done is None:
        return "no game"
    if done.valid:
        return "valid"
    return "mended" if done.mended else "uncertain" if done.uncertain else "not mended"


def _confidence(done: Repair | None) -> float:
    return 1.0 if done and done.valid else done.confidence if done else 0.0


def table(cases: Sequence[SheetCase], key: Callable[[SheetCase], str]) -> Iterator[str]:
    """Yield the lines of a table with a row for each group of cases, and one for all."""
    head = ["sheets", "plies right", "exact", "misread", "wrong left", "verdicts"]
    bands = [f"{low:.1f}-{min(high, 1):.1f} right" for low, high in BANDS]
    yield "\t".join(["row", *head, *bands, "offered", "median s", "worst s"])
    groups: dict[str, list[SheetCase]] = {}
    for case in sorted(cases, key=key):
        groups.setdefault(key(case), []).append(case)
    for name, group in (*groups.items(), ("all", list(cases))):
        if group:
            yield "\t".join([name, *_row(group)])


def _row(cases: Sequence[SheetCase]) -> Iterator[str]:
    count = len(cases)
    yield str(count)
    yield f"{sum(case.read == case.plies for case in cases) / count:.2f}"
    yield f"{sum(case.exact for case in cases) / count:.2f}"
    yield f"{sum(case.misread for case in cases) / count:.1f}"
    yield f"{sum(case.left for case in cases) / count:.1f}"
    verdicts = Counter(case.verdict for case in cases)
    yield ", ".join(f"{verdict} {number}" for verdict, number in sorted(verdicts.items()))
    for low, high in BANDS:
        inside = [case.exact for case in cases if low <= case.confidence < high]
        yield f"{sum(inside)}/{len(inside)}"
    misread = sum(case.misread for case in cases)
    yield f"{sum(case.offered for case in cases) / misread:.2f}" if misread else "-"
    yield f"{median(case.seconds for case in cases):.2f}"
    yield f"{max(case.seconds for case in cases):.2f}"


def drawn(number: int, possible: Sequence[Kind], seed: int, given: dict[str, str]) -> ReadSheet:
    """Return a drawn sheet as tesseract reads it."""
    return ReadSheet.of(Sheet.drawn(possible, seed, number, **given))


def _both(sheet: ReadSheet, seconds: float) -> list[SheetCase]:
    return [judged(sheet, source, seconds) for source in ("text", "hocr")]


def _of_number(
    number: int, possible: Sequence[Kind], seed: int, given: dict[str, str], seconds: float
) -> list[SheetCase]:
    return _both(drawn(number, possible, seed, given), seconds)


@click.command("ocr")
@click.option("--sheets", default=40, show_default=True, help="How many to draw.")
@click.option("--seed", default=HELD_OUT, show_default=True, help="Of games and looks.")
@click.option("--game", "names", multiple=True, type=click.Choice(list(GAMES)))
@click.option("--dialect", "only", multiple=True, help="Dialect to draw  [default: all].")
@click.option("--layout", default="", type=click.Choice(["", *LAYOUTS]))
@click.option("--quality", default="", type=click.Choice(["", *QUALITIES]))
@click.option("--folder", type=click.Path(path_type=Path, exists=True), help="Sheets to take.")
@click.option("--match", default="", help="Of a folder, sheets with this in their name.")
@click.option("--seconds", default=10.0, show_default=True, help="For one repair.")
@click.option("--jobs", default=1, show_default=True)
@click.option("--cases", "kept", type=click.Path(path_type=Path), help="JSON lines of cases.")
def main(
    sheets: int,
    seed: int,
    names: tuple[str, ...],
    only: tuple[str, ...],
    layout: str,
    quality: str,
    folder: Path | None,
    match: str,
    seconds: float,
    jobs: int,
    kept: Path | None,
) -> None:
    """Measure reading and repair of score sheets, by notation and quality and by layout."""
    if folder is None and which(PROGRAM) is None:
        raise click.ClickException(
            "tesseract is not installed: give recognised sheets with --folder"
        )
    with ProcessPoolExecutor(jobs) as pool:
        found: Iterable[list[SheetCase]]
        if folder:
            chosen = (sheet for sheet in read_folder(folder) if match in sheet.name)
            found = pool.map(partial(_both, seconds=seconds), chosen)
        else:
            given = {"layout": layout, "quality": quality}
            possible = kinds(names, only)
            work = partial(_of_number, possible=possible, seed=seed, given=given, seconds=seconds)
            found = pool.map(work, range(sheets))
        cases = [case for pair in found for case in pair]
    report(cases)
    if kept:
        lines = (json.dumps(asdict(case)) + "\n" for case in cases)
        kept.write_text("".join(lines), encoding="utf-8")


def report(cases: Sequence[SheetCase]) -> None:
    """Print the tables."""
    for source in ("text", "hocr"):
        own = [case for case in cases if case.source == source]
        for title, key in (
            ("notation and quality", lambda case: f"{case.kind} {case.quality}"),
            ("layout", lambda case: case.layout),
        ):
            click.echo(f"\nfrom {source}, by {title}")
            for line in table(own, key):
                click.echo(line)
        if own:
            parts = (f"asked about {share:.0%} {asked(own, share):.2%}" for share in SHARES)
            click.echo(f"\nfrom {source}, plies right: {', '.join(parts)}")
