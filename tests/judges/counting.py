"""Positions and counts of move sequences by the plain judges, for every game.

`node` sets up a position, `children` returns the positions after its legal moves, `written`
its position string, `winner` its winner. Variants and position strings are read here in a
plain way; a variant that no judge knows is a KeyError.
"""

import re
from collections.abc import Callable
from typing import Any

from tests.judges import crossings, epaminondas, gipf, megiddo

LETTERS = {"r": "red", "b": "blue", "g": "green"}


def options(variant: str) -> dict[str, Any]:
    """Return the sizes and other values of a variant string, numbers as numbers."""
    pairs = [part.split("=") for part in variant.split("+") if "=" in part]
    return {key: value_of(text) for key, text in pairs}


def value_of(text: str) -> Any:
    """Return a value as a number, two numbers with a comma as a tuple, or else as text."""
    if "," in text:
        return tuple(map(int, text.split(",")))
    return int(text) if text.isdecimal() else text


def epaminondas_node(variant: str, position: str | None) -> epaminondas.Table:
    """Set up Epaminondas."""
    known = options(variant)
    stones = "stones" in variant.split("+")
    if position is None:
        return epaminondas.start(**known, stones=stones)
    rest = {key: known[key] for key in ("symmetry", "filled") if key in known}
    return epaminondas.table(position, **rest, stones=stones)


def crossings_node(variant: str, position: str | None) -> crossings.Table:
    """Set up Crossings."""
    return crossings.table(position) if position else crossings.start(**options(variant))


def gipf_node(variant: str, position: str | None) -> gipf.State:
    """Set up GIPF."""
    kind = variant.split("+")[0]
    if position:
        state = gipf.read(position, kind)
        for side in (0, 1) if kind != "basic" else ():
            if not gipf.has_gipf(state, side) and not state.may_bring[side]:
                state.loser = side
        return state
    return gipf.start(kind, **options(variant))


def megiddo_node(variant: str, position: str | None) -> megiddo.Game:
    """Set up Megiddo; teams of four and six players count as their colours."""
    words = variant.split("+")
    players = options(variant).get("players", 2)
    colours = players if players < 4 else players // 2
    game = megiddo.Game(words[0], "cleopatra" in words, "radial-move" in words, colours)
    if position:
        rings, side, captured = position.split(" ")
        for ring, letters in enumerate(rings.split("/"), start=1):
            points = "".join("." * int(x) if x.isdecimal() else x for x in letters)
            for spoke, letter in zip(megiddo.SPOKES, points, strict=True):
                if letter != ".":
                    game.board[f"{spoke}{ring}"] = LETTERS[letter]
        game.captured = [int(number) for number in captured.split(",")]
        # Some move has been made before: with none, no game could be over.
        game.plies = colours + "rbg".index(side)
    return game


NODES: dict[str, Callable[[str, str | None], Any]] = {
    "crossings": crossings_node,
    "epaminondas": epaminondas_node,
    "gipf": gipf_node,
    "megiddo": megiddo_node,
}


def node(game: str, variant: str, position: str | None = None) -> Any:
    """Set up a position with the judge of a game.

    Args:
        game: the game's name.
        variant: its variant string.
        position: a position string, None for the start.
    """
    return NODES[game](variant, position)


def children(here: Any) -> list[Any]:
    """Return the positions after each legal move; none once the game is over."""
    if isinstance(here, gipf.State):
        return list(gipf.turns(here).values())
    if not isinstance(here, megiddo.Game):
        return [here.played(move) for move in here.legal_moves()]
    found = []
    for move in here.moves():
        found.append(here.copy())
        found[-1].play(move)
    return found


def written(here: Any) -> str:
    """Return the position string."""
    if isinstance(here, gipf.State):
        return gipf.write(here)
    if not isinstance(here, megiddo.Game):
        return str(here)
    rings = (
        "".join(here.board.get(f"{spoke}{ring}", "1")[0] for spoke in megiddo.SPOKES)
        for ring in range(1, 7)
    )
    board = re.sub("1+", lambda run: str(len(run[0])), "/".join(rings))
    return f"{board} {here.mover[0]} {','.join(map(str, here.captured))}"


def winner(here: Any) -> str | None:
    """Return the first letter of the side that has won; None where no side has."""
    if isinstance(here, megiddo.Game):
        result = here.result()
        return result[0][0] if result and result[0] else None
    if isinstance(here, gipf.State):
        return None if here.loser is None else "bw"[here.loser]
    side: str | None = here.winner()
    return side


def width(here: Any) -> int:
    """Return the number of legal moves."""
    if isinstance(here, gipf.State):
        return len(gipf.turns(here))
    return len(here.moves() if isinstance(here, megiddo.Game) else here.legal_moves())


def perft(here: Any, depth: int) -> int:
    """Return the number of legal move sequences of a length, from 1, by the judge.

    Sequences that the game's end cuts short do not count.
    """
    if depth == 1:
        return width(here)
    return sum(perft(child, depth - 1) for child in children(here))
