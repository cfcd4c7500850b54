"""Damaged copies of valid games, whose truth is known: what repairs are measured on.

Slips are drawn from the error model that ships with the package: a kind of slip as often as its
price says, then one of the places where it can happen. The damage ``noise`` knows nothing of the
model: it replaces, drops and puts in characters at a rate, whatever they are.

    python scripts/corrupt.py games.jsonl --damage one --seed 7 -o damaged.jsonl
    python scripts/corrupt.py classic:epaminondas-demonstration --damage noise --rate 0.02
"""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

import records
from analysis.repairing.errors import ErrorModel, load
from analysis.replaying import replay
from records import Record

Slips = dict[str, list[str]]
"""What can become of a text, by kind of slip."""

_WRITTEN = ("look-alike", "handwriting", "keyboard")


@dataclass(frozen=True, slots=True)
class Scribe:
    """Somebody who copies games, and slips.

    Attributes:
        dialect: name of the dialect that he writes.
        opposite: gives the point that a half-turn of the board takes a point to.
        model: the slips that he makes.
        chance: where his luck comes from.
    """

    dialect: str
    opposite: Opposite
    model: ErrorModel
    chance: random.Random

    Damage = Callable[[list[str], Scribe], list[str]]


def wrong(count: int) -> Damage:
    """Return the damage of so many miswritten plies."""

    def damage(moves: list[str], scribe: Scribe) -> list[str]:
        for at in scribe.chance.sample(range(len(moves)), min(count, len(moves))):
            moves[at] = scribe.miswritten(moves[at])
        return moves

    return damage


def lost(moves: list[str], scribe: Scribe) -> list[str]:
    """Leave out a ply, but not the last: nobody could tell."""
    del moves[scribe.chance.randrange(max(len(moves) - 1, 1))]
    return moves


def doubled(moves: list[str], scribe: Scribe) -> list[str]:
    """Write a ply twice."""
    at = scribe.chance.randrange(len(moves))
    return [*moves[: at + 1], *moves[at:]]


def columns(moves: list[str], scribe: Scribe) -> list[str]:
    """Exchange the columns from some row on."""
    at = 2 * scribe.chance.randrange(max(len(moves) // 2 - 1, 1))
    rest = moves[at:]
    turned = [move for row in range(0, len(rest), 2) for move in reversed(rest[row : row + 2])]
    return moves[:at] + turned


def noise(rate: float) -> Damage:
    """Return the damage of characters replaced, dropped and put in at a rate."""

    def damage(moves: list[str], scribe: Scribe) -> list[str]:
        letters = sorted(set("".join(moves)))
        return ["".join(_noisy(move, rate, letters, scribe.chance)) or "?" for move in moves]

    return damage


def _noisy(text: str, rate: float, letters: list[str], chance: random.Random) -> Iterator[str]:
    for one in text:
        if chance.random() >= rate:
            yield one
            continue
        what = chance.randrange(3)
        if what == 0:
            yield chance.choice(letters)
        elif what == 1:
            yield from (one, chance.choice(letters))


DAMAGES: dict[str, Damage] = {
    "one": wrong(1),
    "three": wrong(3),
    "lost": lost,
    "doubled": doubled,
    "columns": columns,
}
"""Ways of damaging a game, by name; ``noise`` takes a rate besides."""


def corrupt(
    record: Record, damage: Damage, chance: random.Random, model: ErrorModel | None = None
) -> Record:
    """Return a damaged copy of a record, its moves altered and nothing else."""
    verdict = replay(record)
    if verdict.game is None or verdict.rules is None or verdict.dialect is None:
        raise ValueError("only a game that can be played can be damaged")
    opposite = partial(verdict.game.opposite, verdict.rules)
    scribe = Scribe(verdict.dialect.name, opposite, model or load(), chance)
    moves = damage(list(record.moves), scribe)
    return replace(record, moves=tuple(moves), details={}, places=())


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--damage", type=click.Choice([*DAMAGES, "noise"]), default="one", show_default=True)
@click.option("--rate", default=0.01, show_default=True, help="Of noise: by character.")
@click.option("--seed", default=1, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="JSON lines to write.")
def main(files: tuple[str, ...], damage: str, rate: float, seed: int, output: Path | None) -> None:
    """Write damaged copies of the valid games in FILES as JSON lines, with the truth beside."""
    chance, model = random.Random(seed), load()
    chosen = noise(rate) if damage == "noise" else DAMAGES[damage]
    out = output.open("w", encoding="utf-8", newline="\n") if output else sys.stdout
    for record in records.read(files):
        if not replay(record).valid or not record.moves:
            continue
        truth = {"truth": list(record.moves), "damage": damage, "seed": seed}
        copy = corrupt(record, chosen, chance, model)
        out.write(records.write(replace(copy, extra={**record.extra, **truth}), "jsonl"))
    if output:
        out.close()


if __name__ == "__main__":
    main()
