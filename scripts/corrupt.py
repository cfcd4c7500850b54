"""Damaged copies of valid games with known truth, on which repairs are measured.

Slips are drawn from the slip model of the package: first a kind of slip, whose probability follows
from its price in the model, then one of the possible places.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from analysis.replay.replay import replay
from analysis.typos.fields import Fields, HalfTurn, coordinates
from analysis.typos.model import SlipModel, load
from notation import Dialect
from records import Record

Slips = dict[str, list[str]]
"""The texts that a slip can make, by kind of slip."""

_WRITTEN = ("look-alike", "handwriting", "keyboard")


@dataclass(frozen=True, slots=True)
class Scribe:
    """A copyist who makes slips.

    Attributes:
        dialect: the dialect of the copies.
        half_turn: returns the opposite point under a half-turn of the board.
        model: the slip model.
        chance: the random generator.
    """

    dialect: Dialect[object]
    half_turn: HalfTurn
    model: SlipModel
    chance: random.Random

    def miswritten(self, text: str) -> str:
        """Return a text with one slip in it."""
        possible, prices = slips(text, self), slip_prices(self.model)
        kinds = list(possible)
        weights = [10 ** -prices[kind] for kind in kinds]
        for _ in range(100):
            other = self.chance.choice(possible[self.chance.choices(kinds, weights)[0]])
            if other != text and other.strip():
                return other
        raise ValueError(f"no slip makes anything else of {text!r}")


def slips(text: str, scribe: Scribe) -> Slips:
    """Return the texts that differ from a text by one slip, by the kind of slip."""
    found, model = defaultdict[str, list[str]](list), scribe.model
    for at, (before, one) in enumerate(zip(" " + text, text, strict=False)):
        start, rest = text[:at], text[at + 1 :]
        found["dropped" if one != before else "undoubled"].append(start + rest)
        found["doubled"].append(start + one + one + rest)
        for kind in _WRITTEN:
            found[kind] += [start + other + rest for other in _confused(model, kind, one)]
        if rest and rest[0] != one:
            found["exchanged"].append(start + rest[0] + one + rest[1:])
    for fewer, more in model.ligatures:
        if fewer in text:
            found["ligature"].append(text.replace(fewer, more, 1))
    fields = model.fields(scribe.dialect.game, scribe.dialect.name)
    for kind, other in _miscounted(text, fields):
        found[kind].append(other)
    if turned := fields.half_turned(text, scribe.half_turn):
        found["half-turn"].append(turned)
    return {kind: others for kind, others in found.items() if others}


def _confused(model: SlipModel, kind: str, one: str) -> Iterator[str]:
    for group in model.classes[kind]:
        if kind == "keyboard":
            for first, second in pairwise(group):
                yield from {first: second, second: first}.get(one, "")
        elif one in group:
            yield from group.replace(one, "")


def _miscounted(text: str, fields: Fields) -> Iterator[tuple[str, str]]:
    """Yield slips that change or exchange fields of a move, such as its row: kind and text."""
    found = [(match.lastgroup or "", match) for match in fields.tokens.finditer(text)]
    spans = [(kind, *match.span(kind)) for kind, match in found]
    for kind, start, end in spans:
        field = text[start:end]
        for slip, other in _neighbours(kind, field, fields.scales.get(kind, ())):
            yield slip, text[:start] + other + text[end:]
    for (kind, start, end), (other, begin, stop) in pairwise(spans):
        if kind == other and text[start:end] != text[begin:stop]:
            first, second = text[start:end], text[begin:stop]
            yield (
                "exchanged fields",
                text[:start] + second + text[end:begin] + first + text[stop:],
            )


def _neighbours(kind: str, field: str, scale: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if scale:
        at = scale.index(field)
        yield "next", scale[(at + 1) % len(scale)]
        yield "next", scale[at - 1]
        yield "opposite", scale[(at + len(scale) // 2) % len(scale)]
    elif kind == "point":
        one, other = coordinates(field)
        near = ((one + 1, other), (one - 1, other), (one, other + 1), (one, other - 1))
        yield from (("next", _point(field, *place)) for place in near if all(place))
        if one != other:
            yield "transposed", _point(field, other, one)
    else:
        yield from (("next", str(other)) for other in (int(field) + 1, int(field) - 1) if other)


def _point(like: str, column: int, row: int) -> str:
    """Return the name of the point in a column and row, from 1, spelled like another name."""
    if "." in like:
        return f"{column}.{row}"
    return f"{chr(ord('a' if like[0].islower() else 'A') + column - 1)}{row}"


def slip_prices(model: SlipModel) -> dict[str, float]:
    """Return the price of each kind of slip that `slips` makes."""
    prices = {name: price for (table, name), price in model.prices.items() if table == "characters"}
    fields = {name: price for (table, name), price in model.prices.items() if table == "fields"}
    return prices | fields | {"exchanged": prices["exchanged"],
                              "exchanged fields": fields["exchanged"]}  # fmt: skip


Damage = Callable[[list[str], Scribe], list[str]]


def wrong(count: int) -> Damage:
    """Return a damage that miswrites ``count`` plies."""

    def damage(moves: list[str], scribe: Scribe) -> list[str]:
        for at in scribe.chance.sample(range(len(moves)), min(count, len(moves))):
            moves[at] = scribe.miswritten(moves[at])
        return moves

    return damage


def lost(moves: list[str], scribe: Scribe) -> list[str]:
    """Leave out a ply, but not the last one, since a record may end anywhere."""
    del moves[scribe.chance.randrange(max(len(moves) - 1, 1))]
    return moves


def doubled(moves: list[str], scribe: Scribe) -> list[str]:
    """Write a ply twice."""
    at = scribe.chance.randrange(len(moves))
    return [*moves[: at + 1], *moves[at:]]


def superfluous(moves: list[str], scribe: Scribe) -> list[str]:
    """Insert a copy of a ply of the game at any place."""
    at = scribe.chance.randrange(len(moves) + 1)
    return [*moves[:at], scribe.chance.choice(moves), *moves[at:]]


def columns(moves: list[str], scribe: Scribe) -> list[str]:
    """Exchange the moves of the two sides from some row on."""
    at = 2 * scribe.chance.randrange(max(len(moves) // 2 - 1, 1))
    rows = (moves[row : row + 2] for row in range(at, len(moves), 2))
    return [*moves[:at], *(move for row in rows for move in reversed(row))]


DAMAGES: dict[str, Damage] = {
    "one": wrong(1),
    "three": wrong(3),
    "lost": lost,
    "doubled": doubled,
    "superfluous": superfluous,
    "columns": columns,
}
"""Ways of damaging a game, by name."""


def corrupt(
    record: Record, damage: Damage, chance: random.Random, model: SlipModel | None = None
) -> Record:
    """Return a damaged copy of a record; only its moves differ."""
    verdict = replay(record)
    if verdict.game is None or verdict.variant is None or verdict.dialect is None:
        raise ValueError("only a game that can be played can be damaged")
    half_turn = verdict.game.start(verdict.variant).half_turn
    scribe = Scribe(verdict.dialect, half_turn, model or load(), chance)
    moves = damage(list(record.moves), scribe)
    return replace(record, moves=tuple(moves), details={}, places=())
