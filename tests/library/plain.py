"""Expected answers of libraries, computed from replays of all games."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from analysis.batch import InputOptions
from analysis.diagrams import text
from analysis.games.position import AnyPosition
from analysis.library.importing import Importer
from analysis.library.library import LibraryFile
from analysis.replay import Replay, replay
from notation.gipf.points import place
from records import Record
from records.model import Source
from tests.games.engine_games import all_games, read

Cells = dict[tuple[int, int], str]
"""Signs of a part of a board by how far they are from its first: lines down, columns right."""


@cache
def records(each: int) -> tuple[Record, ...]:
    """Return games of all four games, some of each kind."""
    crossings = tuple(
        Record(
            tuple(game["moves"]), "crossings", game.get("variant"), "span",
            {"White": "Ada", "Black": "Eva"}, source=Source("crossings.jsonl", number, number),
        )
        for number, game in enumerate(read("crossings-games")[:each], start=1)
    )  # fmt: skip
    return (*all_games(each), *crossings)


def add(library: LibraryFile, some: Sequence[Record], as_recorded: bool = False) -> None:
    """Add games to a library."""
    importer = Importer(library, InputOptions(as_recorded=as_recorded))
    importer.add(importer.indexer()(tuple(some)))
    importer.flush()


def library_of(path: str, some: Sequence[Record], as_recorded: bool = False) -> LibraryFile:
    """Return a new library with some games."""
    library = LibraryFile.made(path)
    add(library, some, as_recorded)
    return library


def replays(each: int) -> list[Replay]:
    """Return the games, replayed."""
    return [replay(record) for record in records(each)]


def boards(games: Sequence[Replay]) -> Iterator[tuple[int, int, AnyPosition]]:
    """Yield all positions with the number of the game, from 1, and the ply."""
    for number, game in enumerate(games, start=1):
        for ply, position in enumerate(game.positions()):
            yield number, ply, position


def images(position: AnyPosition, fold: bool) -> list[AnyPosition]:
    """Return the position, and all its images if asked for."""
    some = position.variant.symmetries
    return [one.position(position) for one in (some if fold else some[:1])]


def reaches(wanted: AnyPosition, fold: bool) -> Callable[[AnyPosition], bool]:
    """Return a function that tells whether a position is the wanted one, or an image of it."""
    texts = set(map(str, images(wanted, fold)))
    bits = sorted(map(int.bit_count, wanted.sets))

    def holds(one: AnyPosition) -> bool:
        alike = one.GAME == wanted.GAME and sorted(map(int.bit_count, one.sets)) == bits
        return alike and str(one) in texts

    return holds


def fits(sign: str, piece: str) -> bool:
    """Whether a sign of a pattern fits the piece on a point, or an empty point."""
    return sign == "?" or sign == piece or (sign == "*" and piece != ".")


def whole_fits(signs: dict[str, str], position: AnyPosition, fold: bool) -> bool:
    """Whether signs, given by the names of points, fit a board."""
    return any(
        all(fits(sign, pieces[point]) for point, sign in signs.items())
        for pieces in (one.pieces() for one in images(position, fold))
    )


def part_fits(cells: Cells, position: AnyPosition, fold: bool) -> bool:
    """Whether a part of a board fits anywhere on a board."""
    return any(_lies(cells, _by_place(one)) for one in images(position, fold))


def _by_place(position: AnyPosition) -> dict[tuple[int, int], str]:
    """Return the pieces on a board by line and column of its text diagram."""
    pieces = position.pieces()
    if position.GAME == "gipf":
        slanted = {place(point): piece for point, piece in pieces.items()}
        return {(c - 2 * h, 4 * c): piece for (c, h), piece in slanted.items()}
    return {(-int(name[1:]), 2 * ord(name[0])): piece for name, piece in pieces.items()}


def _lies(cells: Cells, board: dict[tuple[int, int], str]) -> bool:
    return any(
        all(fits(sign, board.get((y + dy, x + dx), "")) and (y + dy, x + dx) in board
            for (dy, dx), sign in cells.items())
        for y, x in board
    )  # fmt: skip


def random_part(position: AnyPosition, chance: random.Random) -> Cells:
    """Return some neighbouring points of a board, with wildcards for some of their signs."""
    board = _by_place(position)
    first = y, x = chance.choice([at for at, piece in board.items() if piece != "."])
    near = sorted(board, key=lambda at: (abs(at[0] - y) + abs(at[1] - x) / 3, at))[1:]
    chosen = [first, *chance.sample(near[:8], chance.randint(1, 3))]
    return {(a - y, b - x): _wild(board[a, b], chance) for a, b in chosen}


def random_whole(position: AnyPosition, chance: random.Random) -> dict[str, str]:
    """Return the board of a position, with wildcards for most of its signs."""
    pieces = position.pieces()
    kept = set(chance.sample(sorted(pieces), chance.randint(1, 4)))
    return {name: _wild(piece, chance) if name in kept else "?" for name, piece in pieces.items()}


def _wild(piece: str, chance: random.Random) -> str:
    return "*" if piece != "." and chance.random() < 0.2 else piece


def part_text(cells: Cells) -> str:
    """Return a part of a board as the text of a pattern."""
    top, left = (min(at[axis] for at in cells) for axis in (0, 1))
    size = [max(at[axis] for at in cells) - low + 1 for axis, low in ((0, top), (1, left))]
    lines = [[" "] * size[1] for _ in range(size[0])]
    for (y, x), sign in cells.items():
        lines[y - top][x - left] = sign
    return "\n".join(map("".join, lines))


def whole_text(position: AnyPosition, signs: dict[str, str]) -> str:
    """Return the diagram of a board with some signs on its points."""
    lines = [list(line) for line in text(position).split("\n")]
    bare = replace_sets(position, 0)
    plain_lines = text(bare).split("\n")
    for bit, image in enumerate(position.variant.symmetries[0].bits.values):
        if not image:
            continue
        one = replace_sets(position, 1 << bit)
        name = next(name for name, piece in one.pieces().items() if piece != ".")
        for line, (old, new) in enumerate(zip(plain_lines, text(one).split("\n"), strict=True)):
            for column, (here, there) in enumerate(zip(old, new, strict=True)):
                if here != there:
                    lines[line][column] = signs[name]
    return "\n".join(map("".join, lines))


def replace_sets(position: AnyPosition, bits: int) -> AnyPosition:
    """Return a board with pieces of the first kind only."""
    return position.with_sets((bits, *[0] * (len(position.sets) - 1)))


def hits(found: Any) -> list[tuple[int, int]]:
    """Return the numbers and plies of hits."""
    return [(one.number, one.ply) for one in found]
