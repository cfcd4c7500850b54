"""How well repairs find what was meant: damaged games whose truth is known, by game and dialect.

A damaged game that is still legal, with all it states, cannot be told from a good one; it is
counted apart. Of the others the truth is *distinguishable* if no other single edit that is as cheap
or cheaper makes the whole game legal; where several plies are wrong, each slip is judged alone.
That is decided by trying every edit at every ply. The *bound* is the share that the ideal decoder
(`scripts.ideal`) has right.
"""

import gzip
import json
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

import click

import records
from analysis.repair.edits import Edits
from analysis.repair.repair import repair
from analysis.repair.result import Repair
from analysis.replay.conversion import convert
from analysis.replay.playthrough import Playthrough
from analysis.replay.replay import Replay, replay
from analysis.replay.results import result_of
from analysis.typos.model import load
from notation import dialects
from records import Record
from scripts.corrupt import DAMAGES, Damage, corrupt, noise
from scripts.ideal import bounds

DATA = Path(__file__).parent.parent / "tests" / "data"

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
"""Games of engines, by file: game, variant where none is named, dialect that they are kept in."""

PLAYED = ("epaminondas", "crossings", "gipf", "megiddo")
"""Games that are measured."""

CLASSICS = ("epaminondas-demonstration", "gipf-tournament", "megiddo-double")
"""Bundled games that people played."""

ROWS: dict[str, Damage] = {**DAMAGES, "noise 1%": noise(0.01), "noise 3%": noise(0.03)}

OF_THE_BOUND = 0.95
"""Part of the bound that repairs of one wrong ply should reach, where no share is aimed at."""

AIMS: dict[tuple[str, str], tuple[str, float]] = {
    ("one", "epaminondas"): ("exact", 0.97),
    ("one", "gipf"): ("exact", 0.97),
    ("three", ""): ("exact", 0.90),
    ("three", "megiddo"): ("exact", 0.62),
    ("lost", ""): ("top three", 0.80),
    ("columns", ""): ("exact", 0.95),
}
"""Figures, and what they should be at least, by damage and game; by damage alone for the others."""


@dataclass(frozen=True, slots=True)
class Case:
    """One damaged game and what became of it.

    Attributes:
        detectable: whether the damage can be told at all.
        distinguishable: whether nothing as cheap fits as well; None where that was not decided.
        bounds: how often the ideal decoder is right about it, and has the truth among the top three
            (`scripts.ideal.bounds`); None where that was not decided.
        place: which of the solutions is the truth, from 1; 0 if none.
        repair: what was proposed.
        seconds: processor time that it took.
    """

    detectable: bool
    distinguishable: bool | None
    bounds: tuple[float, float] | None
    place: int
    repair: Repair
    seconds: float


def material(game: str, dialect: str, data: Path = DATA) -> Iterator[Record]:
    """Yield the valid games of a kind, written in a dialect, with the result that the board has."""
    for name, (played, variant, kept) in SOURCES.items():
        if played == game:
            with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
                for line in lines:
                    found = json.loads(line)
                    moves, named = tuple(found["moves"]), found.get("variant", variant)
                    yield from _written(Record(moves, game, named, kept), dialect)
    for name in CLASSICS:
        for record in records.read(f"classic:{name}"):
            if record.game == game:
                yield from _written(record, dialect)


def held_out(game: str, dialect: str, seed: int) -> list[Record]:
    """Return every other game of a kind in the order of a seed; nothing is fitted to these."""
    pool = list(material(game, dialect))[1::2]
    return random.Random(seed).sample(pool, len(pool))


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


def judged(truth: Record, damaged: Record, seconds: float) -> Case:
    """Repair a damaged game and hold the solutions against the truth."""
    started = process_time()
    found = repair(damaged, seconds=seconds)
    taken = process_time() - started
    played = replay(truth).moves
    place = 0
    for number, solution in enumerate(found.solutions, start=1):
        tried = replace(truth, moves=solution.moves)
        if not place and replay(tried).moves == played:
            place = number
    return Case(not found.valid, None, None, place, found, taken)


def distinguishable(truth: Record, damaged: Record) -> bool:
    """Tell whether no other single edit, as cheap as those that restore the truth, fits as well."""
    wrong = [at for at, pair in enumerate(zip(truth.moves, damaged.moves, strict=False))
             if pair[0] != pair[1]]  # fmt: skip
    if len(truth.moves) != len(damaged.moves) or sorted(truth.moves) == sorted(damaged.moves):
        return _alone(truth, damaged)
    singles = [replace(truth, moves=(*truth.moves[:at], damaged.moves[at], *truth.moves[at + 1 :]))
               for at in wrong]  # fmt: skip
    return all(_alone(truth, single) for single in singles)


def _alone(truth: Record, damaged: Record) -> bool:
    verdict = replay(damaged)
    if verdict.valid:
        return False
    fitting = list(_fitting(verdict))
    own = [price for moves, price in fitting if moves == truth.moves]
    return bool(own) and all(price > min(own) for moves, price in fitting if moves != truth.moves)


def _fitting(verdict: Replay) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the games that one edit makes whole, with its price."""
    if verdict.start is None or verdict.start is None or verdict.dialect is None:
        raise ValueError("the damaged game cannot be played at all")
    course = Playthrough(verdict.start, verdict.dialect)
    edits = Edits(course, load())
    run = course.run(verdict.start, course.plies(verdict.record.moves), 0)
    position = verdict.start
    for index, entry in enumerate(run.plies[: run.reach + 1]):
        for one in edits.at(position, run.plies, index, stuck=index == run.reach):
            mended = course.run(position, one.plies, one.at)
            if not mended.left:
                moves = tuple(entry.text for entry in mended.plies)
                if verdict.of(replace(verdict.record, moves=moves)).valid:
                    yield moves, one.change.price
        if index < run.reach:
            position, _ = position.advance([entry.step])


def measure(
    games: list[Record], damage: Damage, seed: int, seconds: float
) -> Iterator[tuple[Record, Record, Case]]:
    """Damage each game once and repair it."""
    chance, model = random.Random(seed), load()
    for truth in games:
        damaged = corrupt(truth, damage, chance, model)
        if damaged.moves != truth.moves:
            yield truth, damaged, judged(truth, damaged, seconds)


def summary(cases: list[Case]) -> dict[str, Any]:
    """Return the figures of a row."""
    told = [case for case in cases if case.detectable]
    clear = [case for case in told if case.distinguishable]
    bounded = [case.bounds for case in told if case.bounds is not None]
    exact, third = zip(*bounded, strict=True) if bounded else ((), ())
    seconds = sorted(case.seconds for case in told) or [0.0]
    return {
        "games": len(cases),
        "undetectable": len(cases) - len(told),
        "exact": _share(told, 1),
        "top three": _share(told, 3),
        "bound": statistics.fmean(exact) if exact else None,
        "bound top three": statistics.fmean(third) if third else None,
        "clear": len(clear),
        "clear exact": _share(clear, 1),
        "clear top three": _share(clear, 3),
        "median s": statistics.median(seconds),
        "worst s": seconds[-1],
        "partial": sum(not case.repair.solutions for case in told),
    }


def _share(cases: list[Case], places: int) -> float | None:
    if not cases:
        return None
    return sum(1 <= case.place <= places for case in cases) / len(cases)


def aim(game: str, damage: str, row: dict[str, Any]) -> str:
    """Return whether a row reaches what is aimed at, with the figure; empty where nothing is."""
    bounded = ("exact", OF_THE_BOUND * row["bound"]) if row["bound"] is not None else None
    aimed = AIMS.get((damage, game)) or AIMS.get((damage, "")) or bounded
    if aimed is None or row[aimed[0]] is None:
        return ""
    name, least = aimed
    return f"{'reached' if row[name] >= least else 'missed'}: {name} {least:.3f}"


def changed(games: list[Record]) -> int:
    """Return how many valid games a repair changes, which should be none."""
    return sum(not repair(game).valid for game in games)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@click.command("repair")
@click.option("--games", default=40, show_default=True, help="Games for each row.")
@click.option("--seed", default=2026, show_default=True, help="Seed of games and damage.")
@click.option("--game", "names", multiple=True, default=PLAYED)
@click.option("--damage", "damages", multiple=True, type=click.Choice(list(ROWS)))
@click.option("--dialect", "only", multiple=True, help="Dialect to measure  [default: all].")
@click.option("--seconds", default=10.0, show_default=True, help="For one repair.")
@click.option("--clear/--no-clear", default=True, show_default=True, help="Try every edit.")
@click.option("--bounds/--no-bounds", "bounded", default=True, show_default=True, help="Decode.")
@click.option("--cases", type=click.Path(path_type=Path), help="JSON lines, one for each case.")
def main(
    games: int,
    seed: int,
    names: tuple[str, ...],
    damages: tuple[str, ...],
    only: tuple[str, ...],
    seconds: float,
    clear: bool,
    bounded: bool,
    cases: Path | None,
) -> None:
    """Measure repairs of damaged games, by game, dialect and damage."""
    head: list[str] | None = None
    out = cases.open("a", encoding="utf-8") if cases else None
    for game in names:
        together: dict[str, list[Case]] = {}
        for dialect in (one.name for one in dialects(game)):
            if only and dialect not in only:
                continue
            chosen = held_out(game, dialect, seed)
            if changes := changed(chosen[:games]):
                click.echo(f"{game} {dialect}: {changes} valid games changed", err=True)
            for name in damages or ROWS:
                found = []
                for truth, damaged, case in measure(chosen[:games], ROWS[name], seed, seconds):
                    case = _beside(case, name, truth, damaged, clear, bounded)
                    found.append(case)
                    if out:
                        kept = _kept(game, dialect, name, case, truth, damaged)
                        out.write(json.dumps(kept) + "\n")
                row = summary(found)
                together.setdefault(name, []).extend(found)
                if head is None:
                    head = ["row", *row, "aim"]
                    click.echo("\t".join(head))
                _print(game, dialect, name, row)
        if len(dialects(game)) > 1:
            for name, found in together.items():
                _print(game, "all", name, summary(found))
    if out:
        out.close()


def _print(game: str, dialect: str, damage: str, row: dict[str, Any]) -> None:
    label = f"{game} {dialect} {damage}"
    click.echo("\t".join([label, *map(_cell, row.values()), aim(game, damage, row)]))


def _beside(
    case: Case, damage: str, truth: Record, damaged: Record, clear: bool, bounded: bool
) -> Case:
    """Return a case with what the best repair could do about it."""
    if case.detectable and clear and "noise" not in damage:
        case = replace(case, distinguishable=distinguishable(truth, damaged))
    known = bounds(truth, damaged, damage) if case.detectable and bounded else None
    return replace(case, bounds=known)


def _kept(
    game: str, dialect: str, damage: str, case: Case, truth: Record, damaged: Record
) -> dict[str, Any]:
    found = case.repair
    return {
        "game": game,
        "dialect": dialect,
        "damage": damage,
        "detectable": case.detectable,
        "distinguishable": case.distinguishable,
        "bounds": case.bounds,
        "place": case.place,
        "confidence": found.confidence,
        "seconds": case.seconds,
        "solutions": len(found.solutions),
        "stopped": found.stopped,
        "costs": [round(one.cost, 3) for one in found.solutions],
        "wrong": [[at, *pair] for at, pair in enumerate(zip(truth.moves, damaged.moves,
                  strict=False)) if pair[0] != pair[1]][:4],
        "edits": [[one.ply, one.kind, one.written, one.meant] for one in found.edits][:4],
    }  # fmt: skip


if __name__ == "__main__":
    main()
