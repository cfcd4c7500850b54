"""Counted moves, transferred to the boards of lines.

A move is counted in the orientation of the positions that it connects. On the board of a line it
has as many images as that board has symmetries; the image whose text comes first in the order of
the notation represents them all. Most texts mean the same move on every board, so that their images
are found without one. Only a text that the board has to complete, or a move that was illegal in
some game, is played.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.games.symmetry import Symmetry
from analysis.openings.counted import Edge, images_of, oriented
from analysis.replay.compiled import compiled_game
from analysis.select.position import merge_keys
from notation import UnwritableMove, find_dialect
from notation.memo import Memo

T = TypeVar("T", bound=tuple[Any, ...])

_NUMBER = re.compile("([0-9]+)")


def notation_order(text: str) -> list[str | int]:
    """Return the sort key of a move text: letters in alphabetical order, numbers by value."""
    return [int(part) if part.isdigit() else part for part in _NUMBER.split(text)]


class LineMove(NamedTuple):
    """A counted move on the board of a line.

    Attributes:
        text: its text.
        images: the symmetries from the board after it to the counted orientation, as a bit set.
        fold: number of its images under the symmetries of the board before it.
        move: the move; None where `after` is known.
        after: the position after it; None if it has to be computed from the move.
    """

    text: str
    images: int
    fold: int
    move: object = None
    after: AnyPosition | None = None


class LineMoves:
    """The counted moves of a variant, transferred to the boards of lines.

    Args:
        game: name of the game.
        variant: the variant string.
        fold: whether the images of a position count as one.
        dialect: name of the dialect to write the moves in; None for the game's usual one.

    Attributes:
        rules: the variant.
    """

    def __init__(self, game: str, variant: str, fold: bool, dialect: str | None) -> None:
        self._game, self._variant, self._fold = game, variant, fold
        self.rules = find(game).variant(variant)
        self._symmetries = list(self.rules.symmetries)[: None if fold else 1]
        self._dialect, self._usual = find_dialect(game, dialect), find_dialect(game)
        basis = _basis(self._symmetries)
        self._basis = [[one.point(point) for point in basis] for one in self._symmetries]
        self._places = {tuple(points): at for at, points in enumerate(self._basis)}
        self._then = Memo[int, list[int]](self._compositions)
        self._inverses = Memo[int, int](lambda at: self._then[at].index(0))
        self._turns = Memo[tuple[int, int], list[int]](self._turns_between)
        self._images = Memo[tuple[str, str, int], tuple[object, str] | None](self._image)
        self._moves = Memo[tuple[int, str, str, int, int], LineMove | None](self._move)
        self._turned = Memo[tuple[int, int], int](self._turned_set)
        self._stabilizers = Memo[int, frozenset[int]](self._stabilizer)

    def _compositions(self, first: int) -> list[int]:
        """Return the indices of the compositions of a symmetry with each symmetry."""
        points = self._basis[first]
        return [self._places[tuple(map(one.point, points))] for one in self._symmetries]

    def images_of(self, position: AnyPosition) -> int:
        """Return the symmetries from a board to its counted orientation, as a bit set."""
        keys = merge_keys(position, self._fold)
        return images_of(keys, min(keys))

    def on_board(self, images: int, edge: Edge) -> LineMove | None:
        """Return a counted move on a board; None if the position itself is needed.

        Args:
            images: what `images_of` returns for the board.
            edge: the move.
        """
        if edge.accepted:
            return None
        return self._moves[images, edge.example, edge.dialect, edge.symmetry, edge.images_after]

    def _move(self, of: tuple[int, str, str, int, int]) -> LineMove | None:
        images, example, dialect, symmetry, images_after = of
        found = []
        for turn in self._turns[symmetry, images]:
            image = self._images[example, dialect, turn]
            if image is None:
                return None
            found.append((*image, turn))
        move, text, turn = self._least(found)
        after = self._turned[turn, images_after]
        return LineMove(text, after, self._equivalents(images, after), move)

    def _turns_between(self, of: tuple[int, int]) -> list[int]:
        """Return the symmetries that map an example's board to another one, given by its images."""
        symmetry, images = of
        return [self._then[symmetry][self._inverses[at]] for at in _bits(images)]

    def _image(self, of: tuple[str, str, int]) -> tuple[object, str] | None:
        """Return an image of a move with its text; None if these depend on the board."""
        example, dialect, turn = of
        texts = compiled_game(self._game, self._variant, dialect)
        if texts.steps[example] is None or texts.moves[example] is None:
            return None
        move = texts.start.sole_move(self._symmetries[turn].move(texts.moves[example]))
        return None if move is None else (move, self._written(move))

    def _turned_set(self, of: tuple[int, int]) -> int:
        """Return the images of a transformed board, given those of the original board."""
        turn, images = of
        return sum(1 << at for at, one in enumerate(self._then[turn]) if images >> one & 1)

    def _equivalents(self, before: int, after: int) -> int:
        """Return the number of equivalent moves, given the images of the boards before and after
        one.
        """
        own = self._stabilizers[before]
        return 1 if len(own) == 1 else len(own) // len(own & self._stabilizers[after])

    def _stabilizer(self, images: int) -> frozenset[int]:
        """Return the symmetries that leave a board unchanged."""
        first, count = next(_bits(images)), len(self._symmetries)
        return frozenset(at for at in range(count) if images >> self._then[at][first] & 1)

    def played(self, before: AnyPosition, key_after: int, edge: Edge) -> LineMove:
        """Return a counted move, played on a board.

        Args:
            before: the position before the move.
            key_after: key of the position after it, in the orientation of the one before.
            edge: the move.
        """
        keys = merge_keys(before, self._fold)
        least, found = min(keys), []
        for at in _bits(images_of(keys, least)):
            for move, after in self._carried_out(before, at, edge):
                if oriented(keys, least, merge_keys(after, self._fold))[0] == key_after:
                    found.append((move, after))
                    break
        if not found:
            raise ValueError(f"{edge.example!r} cannot be played on {before}")
        move, after = self._least(found)
        images = self.images_of(after)
        fold = self._equivalents(images_of(keys, least), images)
        return LineMove(self._written(move), images, fold, after=after)

    def _carried_out(
        self, before: AnyPosition, at: int, edge: Edge
    ) -> Iterator[tuple[object, AnyPosition]]:
        """Yield the moves that an example can stand for, with the positions after them.

        Args:
            before: the position in which it is played.
            at: index of a symmetry to the counted orientation.
            edge: the move.
        """
        turn = self._symmetries[self._then[edge.symmetry][self._inverses[at]]]
        back = self._symmetries[self._then[at][self._inverses[edge.symmetry]]]
        texts = compiled_game(self._game, self._variant, edge.dialect)
        if texts.steps[edge.example] is not None and not edge.accepted:
            move = texts.moves[edge.example]
            if move is None:
                move = texts.complete_move(edge.example, back.position(before))
            move = before.complete(turn.move(move))
            yield move, before.after(move)
        example = back.position(before)
        for claim in find_dialect(self._game, edge.dialect).read(edge.example).moves:
            for played, _ in _played(example, claim):
                yield from _played(before, turn.move(played))

    def _least(self, images: Sequence[T]) -> T:
        """Return the first image in the order of the notation; each image begins with its move."""
        if len(images) == 1:
            return images[0]
        return min(images, key=lambda one: notation_order(self._usual.write(one[0])))

    def _written(self, move: object) -> str:
        """Return a move in the dialect, or in the default one if the dialect cannot express it."""
        try:
            return self._dialect.write(move)
        except UnwritableMove:
            return self._usual.write(move)


def _bits(images: int) -> Iterator[int]:
    """Yield the numbers in a bit set."""
    while images:
        yield (images & -images).bit_length() - 1
        images &= images - 1


def _basis(group: Sequence[Symmetry]) -> list[object]:
    """Return points whose images distinguish the symmetries of a board."""
    points: list[object] = []
    for point in group[0].points:
        points.append(point)
        if len({tuple(map(one.point, points)) for one in group}) == len(group):
            break
    return points


def _played(position: AnyPosition, claim: object) -> Iterator[tuple[object, AnyPosition]]:
    """Yield the legal moves of a text, then the illegal one that can be carried out, if any."""
    for candidate in (*position.completions(claim), *position.supplied(claim)):
        yield candidate.move, position.after(candidate.move)
    illegal, after = position.recorded(claim), position.as_recorded(claim)
    if illegal and after is not None:
        yield illegal.move, after
