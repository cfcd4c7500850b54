"""Games of legal moves drawn at random, for sheets: any number of them, none seen before."""

import random
from dataclasses import dataclass

from analysis.games import GAMES, find
from notation import dialects, find_dialect
from records import Record

FEWEST, MOST = 16, 64
"""Plies of the shortest and of the longest game."""

VARIANTS = {
    "gipf": ("basic", "standard", "tournament"),
    "megiddo": ("base", "base+cleopatra", "master", "base+players=3", "master+players=3"),
}
"""Variants that are drawn of a game; of others, the usual one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played, and how it is written.

    Attributes:
        game: the game's name.
        dialect: the dialect's name.
        variant: the variant string.
    """

    game: str
    dialect: str
    variant: str


def kinds(names: tuple[str, ...] = (), only: tuple[str, ...] = ()) -> list[Kind]:
    """Return every variant in every dialect of some games, all if none is named.

    Args:
        names: names of games.
        only: names of dialects; none for all.
    """
    return [
        Kind(game, dialect.name, variant)
        for game in names or tuple(GAMES)
        for dialect in dialects(game)
        if not only or dialect.name in only
        for variant in VARIANTS.get(game, (find(game).default,))
    ]


def random_game(kind: Kind, chance: random.Random) -> Record:
    """Return a game of legal moves, cut off after a number of plies drawn at random.

    Counts and captures are stated. A game that ends sooner is complete, with no result stated.
    """
    position = find(kind.game).start(kind.variant)
    dialect = find_dialect(kind.game, kind.dialect)
    moves: list[str] = []
    length = chance.randint(FEWEST, MOST)
    while len(moves) < length and not position.outcome():
        legal = list(position.legal_moves())
        if not legal:
            break
        move = chance.choice(legal)
        moves.append(dialect.write(position.with_counts(move)))
        position = position.play(move)
    return Record(tuple(moves), kind.game, kind.variant, kind.dialect)


def sides(record: Record) -> tuple[str, ...]:
    """Return the names of the sides of a game, in the order of moving, such as ``"white"``."""
    return tuple(find(record.game or "").start(record.variant or "").sides)
