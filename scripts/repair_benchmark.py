"""How often repairs restore damaged games whose truth is known, by game, dialect and damage.

A damaged game that is still legal, with all that it states, cannot be told from a good one; it is
counted apart as undetectable.
"""

import gzip
import json
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any, TextIO

import click

import records
from analysis.repair.repair import repair
from analysis.repair.result import Repair
from analysis.replay.conversion import convert
from analysis.replay.diagnosis import result_of
from analysis.replay.replay import replay
from notation import dialects
from records import Record
from scripts.corrupt import DAMAGES, Damage, corrupt, noise

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
    """One damaged game and its repair.

    Attributes:
        detectable: whether the damaged game has an error.
        place: place of the truth among the solutions, from 1; 0 if it is none of them.
        repair: the repair.
        seconds: processor time that it took.
    """

    detectable: bool
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
    return Case(not found.valid, place, found, taken)


def measure(
    games: list[Record], damage: Damage, seed: int, seconds: float
) -> Iterator[tuple[Record, Record, Case]]:
    """Damage each game once and repair it."""
    chance = random.Random(seed)
    for truth in games:
        damaged = corrupt(truth, damage, chance)
        if damaged.moves != truth.moves:
            yield truth, damaged, judged(truth, damaged, seconds)


def summary(cases: list[Case]) -> dict[str, Any]:
    """Return the figures of a row."""
    told = [case for case in cases if case.detectable]
    seconds = sorted(case.seconds for case in told) or [0.0]
    return {
        "games": len(cases),
        "undetectable": len(cases) - len(told),
        "exact": _share(told, 1),
        "top three": _share(told, 3),
        "median s": statistics.median(seconds),
        "worst s": seconds[-1],
        "partial": sum(not case.repair.solutions for case in told),
    }


def _share(cases: list[Case], places: int) -> float | None:
    if not cases:
        return None
    return sum(1 <= case.place <= places for case in cases) / len(cases)


def aim(game: str, damage: str, row: dict[str, Any]) -> str:
    """Return whether a row reaches its aim, with the figure; empty where it has none."""
    aimed = AIMS.get((damage, game)) or AIMS.get((damage, ""))
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
@click.option("--cases", type=click.File("w"), help="JSON lines, one for each case.")
def main(
    games: int,
    seed: int,
    names: tuple[str, ...],
    damages: tuple[str, ...],
    only: tuple[str, ...],
    seconds: float,
    cases: TextIO | None,
) -> None:
    """Measure repairs of damaged games, by game, dialect and damage."""
    click.echo("\t".join(["row", *summary([]), "aim"]))
    for game in names:
        together: dict[str, list[Case]] = {}
        for dialect in (one.name for one in dialects(game)):
            if only and dialect not in only:
                continue
            chosen = held_out(game, dialect, seed)[:games]
            if changes := changed(chosen):
                click.echo(f"{game} {dialect}: {changes} valid games changed", err=True)
            for name in damages or ROWS:
                found = []
                for truth, damaged, case in measure(chosen, ROWS[name], seed, seconds):
                    found.append(case)
                    if cases:
                        kept = _kept(game, dialect, name, case, truth, damaged)
                        cases.write(json.dumps(kept) + "\n")
                together.setdefault(name, []).extend(found)
                _print(game, dialect, name, found)
        if len(dialects(game)) > 1:
            for name, found in together.items():
                _print(game, "all", name, found)


def _print(game: str, dialect: str, damage: str, cases: list[Case]) -> None:
    row = summary(cases)
    label = f"{game} {dialect} {damage}"
    click.echo("\t".join([label, *map(_cell, row.values()), aim(game, damage, row)]))


def _kept(
    game: str, dialect: str, damage: str, case: Case, truth: Record, damaged: Record
) -> dict[str, Any]:
    found = case.repair
    return {
        "game": game,
        "dialect": dialect,
        "damage": damage,
        "detectable": case.detectable,
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
