"""Positions of every game, drawn by hypothesis, likely or not, and moves close to legal moves.

Positions are drawn as position strings, so that the rules and the judge read the same text.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from analysis.games import find
from analysis.games.megiddo.board import points_of
from analysis.games.position import AnyPosition
from notation.gipf.moves import Move as Turn
from notation.gipf.moves import Piece, Push, Removal
from notation.gipf.points import DOTS, SPOTS
from notation.megiddo import Move as Placing
from notation.phalanx import Move as March
from tests.strategies import SMALL, SYMMETRIES, USUAL, arrivals, expanded, packed, positions, size

MEGIDDO = [
    f"{edge}{cleopatra}{slides}{players}"
    for edge in ("base", "master", "grand-master")
    for cleopatra in ("", "+cleopatra")
    for slides in ("", "+radial-move")
    for players in ("", "+players=3")
]
"""All variants of Megiddo."""


JUDGED = 500
"""The most turns of GIPF: on a full board a judge takes minutes."""

_SIZES = st.one_of(SMALL, SMALL, USUAL)


def _epaminondas(draw: st.DrawFn) -> AnyPosition:
    symmetry, text = draw(SYMMETRIES), draw(positions(_SIZES))
    kind = draw(st.sampled_from(["any", "stones", "near symmetry"]))
    if kind == "stones":
        text = draw(positions(st.tuples(st.integers(3, 8), st.integers(7, 9))))
        text = changed(draw, text, 3, "s")
        columns, rows = size(text)
        sizes = f"stones+columns={columns}+rows={rows}+filled=1"
        return find("epaminondas").position(text, f"standard+{sizes}+symmetry={symmetry}")
    if kind == "near symmetry":
        text = changed(draw, draw(arrivals()).position, 1, draw(st.sampled_from("wb.")))
    return find("epaminondas").position(text, f"standard+symmetry={symmetry}")


def changed(draw: st.DrawFn, text: str, number: int, piece: str) -> str:
    """Put a piece on some squares."""
    squares = list("/".join(expanded(text)))
    places = [place for place, what in enumerate(squares) if what != "/"]
    chosen = st.lists(st.sampled_from(places), min_size=number, max_size=number, unique=True)
    for place in draw(chosen):
        squares[place] = piece
    return packed("".join(squares).split("/"), text[-1])


def _crossings(draw: st.DrawFn) -> AnyPosition:
    return find("crossings").position(draw(positions(_SIZES)))


def _gipf(draw: st.DrawFn) -> AnyPosition:
    """Draw a crowded board with rows of both sides, small reserves, and few legal turns."""
    kind = draw(st.sampled_from(["basic", "standard", "tournament"]))
    letters = draw(st.sampled_from([".wb", ".wwwb", "..wb", "wwbb.", "..wwwb"]))
    names = draw(st.lists(st.sampled_from(letters), min_size=37, max_size=37))
    if kind != "basic":
        for place in draw(st.lists(st.integers(0, 36), min_size=2, max_size=8)):
            names[place] = names[place].upper()
        assume("W" in names)
        assume("B" in names)
    pieces = dict(zip(SPOTS, names, strict=True))
    columns = ["".join(pieces[spot] for spot in SPOTS if spot[0] == at) for at in "bcdefgh"]
    bringing = "-"
    if kind == "tournament":
        may = [letter for letter in "WB" if letter.lower() not in names]
        bringing = draw(st.sampled_from(["-", "".join(may) or "-"]))
    reserves = f"{draw(st.integers(0, 3))},{draw(st.integers(0, 3))}"
    text = f"{'/'.join(columns).replace('.', '1')} {draw(st.sampled_from('wb'))}"
    here = find("gipf").position(f"{text} {reserves} 0,0 {bringing}", kind)
    assume(here.count_moves() <= JUDGED)
    return here


def _megiddo(draw: st.DrawFn) -> AnyPosition:
    """Draw any number of stones, usually many, so that captures form chains."""
    variant = draw(st.sampled_from(MEGIDDO))
    sides = "rbg" if "players" in variant else "rb"
    density = draw(st.sampled_from(["", "1", "11", "1111"]))
    points = draw(st.lists(st.sampled_from(sides + density), min_size=36, max_size=36))
    points[draw(st.integers(0, 35))] = "1"
    rings = "/".join("".join(points[ring : ring + 6]) for ring in range(0, 36, 6))
    taken = ",".join("0" for _ in sides)
    return find("megiddo").position(f"{rings} {draw(st.sampled_from(sides))} {taken}", variant)


_DRAWN: dict[str, Callable[[st.DrawFn], AnyPosition]] = {
    "crossings": _crossings,
    "epaminondas": _epaminondas,
    "gipf": _gipf,
    "megiddo": _megiddo,
}


@st.composite
def drawn(draw: st.DrawFn, game: str) -> AnyPosition:
    """Draw a position of a game, in any variant."""
    return _DRAWN[game](draw)


def close_marches(here: Any, legal: Sequence[March], chance: Random) -> Iterator[Any]:
    """Yield moves of phalanxes with other counts, distances and sizes."""
    for move in legal:
        yield move._replace(captures=chance.randrange(3))
        yield move._replace(distance=move.distance + 1)
        yield move._replace(count=move.count + 1)


def close_turns(here: Any, legal: Sequence[Any], chance: Random) -> Iterator[Any]:
    """Yield turns with one piece or row more or less, a wrong mark, or another push."""
    spots = [*SPOTS, "a1", "j5"]
    for move in legal:
        for phase in ("before", "after"):
            taken = getattr(move, phase)
            for piece in taken.pieces:
                rest = tuple(other for other in taken.pieces if other != piece)
                yield move._replace(**{phase: Removal(rest)})
                for mark in ("gipf", "captured"):
                    marked = piece._replace(**{mark: not getattr(piece, mark)})
                    yield move._replace(**{phase: Removal(tuple(sorted([*rest, marked])))})
            if len(taken.rows) > 1:
                yield from (move._replace(**{phase: Removal.of([row])}) for row in taken.rows)
            odd = Piece(chance.choice(spots), *chance.choices((False, True), k=2))
            yield move._replace(**{phase: Removal(tuple(sorted({*taken.pieces, odd})))})
        if move.push:
            yield move._replace(push=move.push._replace(gipf=not move.push.gipf))
        odd_push = Push(chance.choice(spots), chance.choice((None, *DOTS, "e5")))
        yield move._replace(push=chance.choice((None, odd_push)))
        yield move._replace(reserve=chance.randrange(19))
        other = chance.choice(legal)
        yield Turn(move.before, other.push, other.after)


def close_placings(here: Any, legal: Sequence[Placing], chance: Random) -> Iterator[Placing]:
    """Yield moves of Megiddo with captures left out, added, doubled and in another order."""
    points = [(spoke, ring) for spoke in range(1, 8) for ring in range(1, 8)]
    for move in legal:
        pair = tuple(points_of(chance.choice(list(here.variant.board.ways))))
        yield move._replace(groups=tuple(chance.sample(move.groups, len(move.groups))))
        yield move._replace(groups=move.groups[1:])
        yield move._replace(groups=(*move.groups, pair))
        yield move._replace(groups=(*move.groups[1:], pair))
        yield move._replace(groups=move.groups * 2)
        yield move._replace(point=chance.choice(points))
        yield move._replace(origin=chance.choice(points[:6]))


CLOSE: dict[str, Callable[..., Iterator[Any]]] = {
    "crossings": close_marches,
    "epaminondas": close_marches,
    "gipf": close_turns,
    "megiddo": close_placings,
}
"""Moves close to some legal ones, by game; most of them are not legal."""
