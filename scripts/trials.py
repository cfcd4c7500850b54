"""Success rates of repairs of games with known truth: damaged games, and recognised score sheets.

    python -m scripts.trials repair --games 16 --cases typed.jsonl
    python -m scripts.sheets sheets --sheets 40 --seed 2026
    python -m scripts.trials ocr sheets --cases scanned.jsonl
    python -m scripts.trials calibrate typed.jsonl -o typed.toml

Calibrations are fitted on cases that are not used for measurements: on games of ``repair
--fitting``, and on sheets of other seeds.
"""

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from itertools import chain, islice, pairwise
from math import prod
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import NamedTuple, TextIO

import click

import records
from analysis.repair.apply import place_of
from analysis.repair.edits import COLUMNS, RESULT, WHOLE
from analysis.repair.repair import repair
from analysis.repair.result import Repair
from analysis.replay.conversion import convert
from analysis.replay.findings import result_of
from analysis.replay.replay import replay
from notation import Dialect, UnreadableMove, dialects, find_dialect
from records import Record
from records.model import Source
from scripts import table
from scripts.corrupt import DAMAGES, corrupt

DATA = Path(__file__).parents[1] / "tests" / "data"

SOURCES = {
    "epaminondas-games": ("epaminondas", "standard+symmetry=off", "abstractplay"),
    "gipf-basic-games": ("gipf", "basic", "complete"),
    "gipf-standard-games": ("gipf", "standard", "complete"),
    "gipf-tournament-games": ("gipf", "tournament", "complete"),
    "megiddo-base-games": ("megiddo", "base", "book"),
    "megiddo-base-cleopatra-games": ("megiddo", "base+cleopatra", "book"),
    "megiddo-master-games": ("megiddo", "master", "book"),
    "crossings-games": ("crossings", "standard", "span"),
}
"""Games of engines, by file: game, variant if none is named, dialect of the file."""

PLAYED = ("epaminondas", "crossings", "gipf", "megiddo")
"""Games that are damaged."""

CLASSICS = ("epaminondas-demonstration", "gipf-tournament", "megiddo-double")
"""Bundled games that people played."""

BANDS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.01)
"""Bounds of the groups of confidences."""

SHARES = (0.02, 0.04)
"""Shares of all plies that a person is asked about, the least certain first."""

FEWEST = 8
"""Minimum number of repairs for a point of a calibration."""

Labels = dict[str, str]
"""Words that cases are grouped by, such as the dialect and the kind of damage."""

Judged = tuple[float, bool]
"""A confidence before calibration, and whether the repair was right."""


class Trial(NamedTuple):
    """A game as it was played (the truth), and as it is written before the repair."""

    labels: Labels
    truth: Record
    written: Record


class EditedPly(NamedTuple):
    """A ply that a repair has edited.

    Attributes:
        raw: confidence of the edit before calibration.
        confidence: confidence of the edit.
        right: whether the edited ply is the one that was played.
    """

    raw: float
    confidence: float
    right: bool


class Case(NamedTuple):
    """A trial and its repair.

    Attributes:
        labels: the labels of the trial.
        truth: the moves played.
        written: the moves before the repair.
        verdict: ``valid``, ``mended``, ``uncertain`` or ``not mended``.
        place: rank of the truth among the solutions, from 1; 0 if it is not among them.
        misread: number of wrong, lost or superfluous plies before the repair.
        left: number of plies that differ from the truth after the repair.
        raw: confidence of the best solution before calibration.
        confidence: confidence of the best solution; 1 for a game that is valid as written.
        edited: the plies that the best solution has edited.
        seconds: processor time of the repair.
    """

    labels: Labels
    truth: Sequence[str]
    written: Sequence[str]
    verdict: str
    place: int
    misread: int
    left: int
    raw: float
    confidence: float
    edited: Sequence[EditedPly]
    seconds: float


def judged(trial: Trial, seconds: float) -> Case:
    """Repair a record, and compare the solutions with the truth.

    Args:
        trial: the game.
        seconds: processor time that the repair may take.
    """
    labels, truth, written = trial
    started = process_time()
    done = repair(written, seconds=seconds)
    taken = process_time() - started
    outcomes = [one.moves for one in done.solutions] or [written.moves]
    places = (number for number, moves in enumerate(outcomes, start=1) if _same(moves, truth))
    verdict = "mended" if done.mended else "uncertain" if done.uncertain else "not mended"
    left, right = compared(outcomes[0], truth)
    return Case(
        labels,
        truth.moves,
        written.moves,
        "valid" if done.valid else verdict,
        next(places, 0),
        compared(written.moves, truth)[0],
        left,
        _raw(done.solutions[0].factors) if done.solutions else 0.0,
        1.0 if done.valid else done.confidence,
        list(_edited(done, right)),
        taken,
    )


def compared(moves: Sequence[str], truth: Record) -> tuple[int, set[int]]:
    """Compare moves with a game; return the number of differences, and the indices of right moves.

    A difference is a replaced, missing or added ply. Two plies are equal if the likeliest meanings
    of their texts are equal; counts are ignored.
    """
    dialect = find_dialect(truth.game or "", truth.dialect)
    one, other = ([_meaning(text, dialect) for text in some] for some in (moves, truth.moves))
    wrong, right = 0, set[int]()
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            right.update(range(start, end))
        else:
            wrong += max(end - start, stop - begin)
    return wrong, right


def _meaning(text: str, dialect: Dialect[object]) -> object:
    """Return the likeliest meaning of a move text without its count; the text if it has none."""
    bare = dialect.counts.sub("", text).strip() if dialect.counts else text
    try:
        return dialect.read(bare).moves[0]
    except UnreadableMove:
        return bare


def _same(moves: Sequence[str], truth: Record) -> bool:
    """Whether moves are those of a game, in any spelling."""
    played = replay(Record(tuple(moves), truth.game, truth.variant, truth.dialect))
    return played.playable and played.moves == replay(truth).moves


def _raw(factors: Iterable[tuple[str, float]]) -> float:
    """Return the product of the factors of a confidence, without those of its calibration."""
    return prod(value for name, value in factors if name not in ("calibration", "gaps"))


def _edited(done: Repair, right: set[int]) -> Iterator[EditedPly]:
    """Yield the plies that the best solution edits; ``right`` has the indices of true moves."""
    if not done.solutions:
        return
    plies = len(done.solutions[0].moves)
    for at, edit in enumerate(done.edits):
        if edit.kind not in (*WHOLE, RESULT, COLUMNS):
            is_right = place_of(at, done.edits, plies) in right
            yield EditedPly(_raw(edit.factors), edit.confidence, is_right)


def engine_games(name: str) -> Iterator[Record]:
    """Yield the games of a file of `SOURCES`."""
    game, variant, dialect = SOURCES[name]
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, found in enumerate(map(json.loads, lines), start=1):
            source = Source(name, number, number)
            moves, named = tuple(found["moves"]), found.get("variant", variant)
            yield Record(moves, game, named, dialect, source=source)


def material(game: str, dialect: str, step: int = 1) -> Iterator[Record]:
    """Yield every ``step``-th recorded game, written in a dialect.

    The result is the one on the board, if the game ended there. Games that are not valid are left
    out.
    """
    files = (name for name, (played, *_) in SOURCES.items() if played == game)
    classics = records.read([f"classic:{name}" for name in CLASSICS])
    games = (one for one in chain(*map(engine_games, files), classics) if one.game == game)
    for record in islice(games, None, None, step):
        yield from _written(record, dialect)


def _written(record: Record, dialect: str) -> Iterator[Record]:
    verdict = replay(record)
    copy = convert(verdict, dialect).record
    if copy is None or verdict.position is None:
        return
    outcome = verdict.outcome
    result = result_of(outcome.winner, verdict.position.sides) if outcome else copy.result
    copy = replace(copy, result=result, details={}, variant=str(verdict.variant))
    if replay(copy).valid:
        yield copy


def damaged(
    names: Sequence[str],
    only: Sequence[str],
    damages: Sequence[str],
    count: int,
    seed: int,
    fitting: bool,
) -> Iterator[Trial]:
    """Yield damaged games, ordered by game and dialect: one copy of each game for each damage.

    Args:
        names: the games.
        only: the dialects; none for all.
        damages: names of damages.
        count: maximum number of games of each dialect.
        seed: seed of the choice of games and of the damage.
        fitting: whether to take the half of the games on which confidences are fitted; the others
            are held out.
    """
    for game in names:
        for dialect in (one.name for one in dialects(game)):
            if only and dialect not in only:
                continue
            pool = list(material(game, dialect))[0 if fitting else 1 :: 2]
            chosen = random.Random(seed).sample(pool, len(pool))[:count]
            for name in damages:
                chance = random.Random(seed)
                for truth in chosen:
                    labels = {"game": game, "dialect": dialect, "damage": name}
                    copy = corrupt(truth, DAMAGES[name], chance)
                    if copy.moves != truth.moves:
                        yield Trial(labels, truth, copy)


def recognised(folder: Path) -> Iterator[Trial]:
    """Yield the sheets of a folder, in order of names, as read from text and from hOCR.

    Only the longest game of a sheet is taken; a sheet without a game gives a game without moves.
    """
    for path in sorted(folder.glob("*.json")):
        known = json.loads(path.read_text(encoding="utf-8"))
        truth = Record(tuple(known["moves"]), known["game"], known["variant"], known["dialect"])
        kind = f"{truth.dialect} {known.get('quality', '')}".strip()
        for source, suffix in (("text", ".txt"), ("hOCR", ".hocr.gz")):
            if (beside := path.with_suffix(suffix)).exists():
                read = records.read(beside)
                found = max(read, key=lambda one: len(one.moves), default=Record(()))
                labels = {"source": source, "sheet": kind, "layout": known.get("layout", "")}
                yield Trial(labels, truth, found)


def run(trials: Iterable[Trial], seconds: float, jobs: int, kept: TextIO | None) -> list[Case]:
    """Return the cases of all trials; each is written as a line of JSON if a file is named."""
    cases = []
    with ProcessPoolExecutor(jobs) as pool:
        for case in pool.map(partial(judged, seconds=seconds), trials):
            cases.append(case)
            if kept:
                kept.write(json.dumps(case._asdict()) + "\n")
                kept.flush()
    return cases


def summary(cases: Sequence[Case], *labels: str) -> str:
    """Return a table with a row for each group of cases, and one for all."""
    heads = ["games", "misread", "exact", "in top three", "wrong left", "plies right"]
    asked = [f"asked about {share:.0%}" for share in SHARES]
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        groups.setdefault(tuple(case.labels[one] for one in labels), []).append(case)
    groups["all", *[""] * (len(labels) - 1)] = list(cases)
    rows = [[*names, *_figures(group)] for names, group in groups.items()]
    return table([*labels, *heads, *asked, "median s", "worst s"], rows)


def _figures(cases: Sequence[Case]) -> list[str]:
    misread, left = fmean(one.misread for one in cases), fmean(one.left for one in cases)
    exact, near = (fmean(1 <= one.place <= most for one in cases) for most in (1, 3))
    right = [f"{answered(cases, share):.1%}" for share in (0.0, *SHARES)]
    taken = [one.seconds for one in cases]
    times = [f"{median(taken):.2f}", f"{max(taken):.2f}"]
    means = [f"{misread:.1f}", f"{exact:.2f}", f"{near:.2f}", f"{left:.1f}"]
    return [str(len(cases)), *means, *right, *times]


def answered(cases: Sequence[Case], share: float) -> float:
    """Return the share of right plies if a person is asked about the least certain plies.

    Args:
        cases: the games.
        share: number of questions as a share of all plies; only edited plies are asked about.
    """
    plies, wrong = sum(len(case.truth) for case in cases), sum(case.left for case in cases)
    edited = sorted((ply for case in cases for ply in case.edited), key=lambda one: one.confidence)
    asked = edited[: round(share * plies)]
    return 1 - (wrong - sum(not ply.right for ply in asked)) / plies


def confidences(cases: Iterable[Case]) -> str:
    """Return a table of the confidences of solutions, and of the share that is right."""
    found = [(case.confidence, case.place == 1) for case in cases if case.verdict != "not mended"]
    rows = []
    for low, high in pairwise(BANDS):
        if band := [one for one in found if low <= one[0] < high]:
            mean, right = (fmean(part) for part in zip(*band, strict=True))
            rows.append([f"{low} to {min(high, 1)}", str(len(band)), f"{mean:.2f}", f"{right:.2f}"])
    return table(["confidence given", "games", "mean", "right"], rows)


def fitted(found: Iterable[Judged]) -> list[tuple[float, float]]:
    """Return the points of a calibration, by isotonic regression: raw confidence, and calibrated.

    Both rise from point to point; the first and the last point have the raw confidences 0 and 1.
    Any other point stands for at least `FEWEST` repairs, unless it is the only one. It has their
    mean confidence, and the share of right repairs among them. The share includes one right and
    one wrong repair that are added, so that it is never 0 or 1.
    """
    # Loaded here, since it is slow and only calibration needs it.
    from scipy.optimize import isotonic_regression  # type: ignore[import-untyped]

    alike: defaultdict[float, list[bool]] = defaultdict(list)
    for raw, right in found:
        alike[round(raw, 3)].append(right)
    raws = sorted(alike)
    fit = isotonic_regression(
        [fmean(alike[raw]) for raw in raws], weights=[len(alike[raw]) for raw in raws]
    )
    blocks: list[list[Judged]] = []
    for start, end in pairwise(fit.blocks):
        blocks.append([(raw, right) for raw in raws[start:end] for right in alike[raw]])
        while len(blocks) > 1 and (
            min(map(len, blocks[-2:])) < FEWEST or _right(blocks[-2]) >= _right(blocks[-1])
        ):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    points = [
        (round(fmean(raw for raw, _ in block), 3), round(_right(block), 3)) for block in blocks
    ]
    inner = [point for point in points if 0 < point[0] < 1]
    return [(0.0, 0.0), *inner, (1.0, points[-1][1] if points else 0.5)]


def _right(block: Sequence[Judged]) -> float:
    return (sum(right for _, right in block) + 1) / (len(block) + 2)


def as_toml(cases: Sequence[Case]) -> str:
    """Return the points fitted on cases as a file for ``ludograph repair --errors``."""
    solved = [case for case in cases if case.verdict in ("mended", "uncertain")]
    plies = [(ply.raw, ply.right) for case in solved for ply in case.edited]
    lines = [f"# Fitted on {len(solved)} repairs with {len(plies)} edits.", "[confidence]"]
    games = [(case.raw, case.place == 1) for case in solved]
    for name, found in {"calibration": games, "ply-calibration": plies}.items():
        lines.append(f"{name} = {[list(point) for point in fitted(found)]}")
    return "\n".join(lines) + "\n"


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that repairs."""
    for option in (
        click.option("--cases", type=click.File("w"), help="JSON lines to write, one a case."),
        click.option("--jobs", default=1, show_default=True, help="Processes."),
        click.option("--seconds", default=10.0, show_default=True, help="For one repair."),
    ):
        command = option(command)
    return command


@click.group()
def main() -> None:
    """Measure repairs of games whose truth is known, and calibrate their confidences."""


@main.command("repair")
@click.option("--games", default=40, show_default=True, help="Games of each dialect and damage.")
@click.option("--seed", default=2026, show_default=True, help="Of games and damage.")
@click.option("--game", "names", multiple=True, type=click.Choice(PLAYED), default=PLAYED)
@click.option("--dialect", "only", multiple=True, help="Dialect to measure  [default: all].")
@click.option("--damage", "damages", multiple=True, type=click.Choice(list(DAMAGES)))
@click.option("--fitting", is_flag=True, help="Take games to calibrate on, not those held out.")
@common
def repair_command(
    games: int,
    seed: int,
    names: tuple[str, ...],
    only: tuple[str, ...],
    damages: tuple[str, ...],
    fitting: bool,
    seconds: float,
    jobs: int,
    cases: TextIO | None,
) -> None:
    """Measure repairs of damaged games, by game, dialect and damage.

    A damaged game that breaks no rule cannot be told from a good one; it is left out.
    """
    trials = damaged(names, only, damages or list(DAMAGES), games, seed, fitting)
    told = [case for case in run(trials, seconds, jobs, cases) if case.verdict != "valid"]
    _print(told, ("game", "dialect", "damage"), ("game", "damage"))


@main.command("ocr")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@common
def ocr_command(folder: Path, seconds: float, jobs: int, cases: TextIO | None) -> None:
    """Measure reading and repair of the sheets in FOLDER, as `scripts.sheets` writes them."""
    found = run(recognised(folder), seconds, jobs, cases)
    _print(found, ("source", "sheet"), ("source", "layout"))


def _print(cases: Sequence[Case], *tables: tuple[str, ...]) -> None:
    if not cases:
        raise click.ClickException("there is nothing to measure")
    for labels in tables:
        click.echo(summary(cases, *labels) + "\n")
    click.echo(confidences(cases))


@main.command("calibrate")
@click.argument("files", nargs=-1, required=True, type=click.File())
@click.option("-o", "--output", type=click.File("w"), default="-", help="TOML to write.")
def calibrate_command(files: tuple[TextIO, ...], output: TextIO) -> None:
    """Fit the confidences of a profile to the cases in FILES, which --cases writes."""
    cases = [Case(**json.loads(line)) for file in files for line in file]
    cases = [one._replace(edited=[EditedPly(*ply) for ply in one.edited]) for one in cases]
    output.write(as_toml(cases))


if __name__ == "__main__":
    main()
