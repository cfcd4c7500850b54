"""Moves of an opening tree, played on the board after the moves before them.

This board may be another image of the position than the *counted orientation*, in which the move
was counted (see `analysis.openings.counted`). If the board is symmetrical, several moves on it are
images of the counted move. The one whose text is the first by `notation_order` stands for all.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.games.symmetry import Symmetry
from analysis.openings.counted import Edge, oriented
from analysis.replay.compiled import compiled_game
from analysis.select.position import merge_keys
from notation import UnwritableMove, find_dialect
from notation.memo import Memo

_NUMBER = re.compile("([0-9]+)")


def notation_order(text: str) -> list[str | int]:
    """Return the sort key of a move text: letters in alphabetical order, numbers by value."""
    return [int(part) if part.isdigit() else part for part in _NUMBER.split(text)]


def first_moves(position: AnyPosition) -> dict[AnyPosition, object]:
    """Return a move for each position that a legal move reaches.

    Of several moves that lead to a position, the first is returned. They are sorted by the
    `notation_order` of their texts in the game's usual dialect.
    """
    write, found = find_dialect(position.GAME).write, dict[AnyPosition, object]()
    for move in sorted(position.legal_moves(), key=lambda move: notation_order(write(move))):
        found.setdefault(position.after(move), move)
    return found


class LineMove(NamedTuple):
    """A counted move, played on the board of a line of the tree.

    Attributes:
        text: its text.
        fold: number of images of the move under the symmetries of the board.
        after: the position after the move.
        keys: the keys of the images of that position.
    """

    text: str
    fold: int
    after: AnyPosition
    keys: Sequence[int]


class LineMoves:
    """The counted moves of a variant, played on the boards of lines.

    Args:
        game: name of the game.
        variant: the variant string.
        fold: whether the images of a position count as one position.
        dialect: name of the dialect to write the moves in; None for the game's usual dialect.

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

    def _compositions(self, first: int) -> list[int]:
        """Return, for each symmetry *s*, the index of the symmetry with the effect of ``first``,
        then *s*."""
        points = self._basis[first]
        return [self._places[tuple(map(one.point, points))] for one in self._symmetries]

    def keys(self, position: AnyPosition) -> Sequence[int]:
        """Return the keys of all images of a position that count as one position."""
        return merge_keys(position, self._fold)

    def played(
        self, before: AnyPosition, keys: Sequence[int], counted: Sequence[tuple[int, Edge]]
    ) -> Iterator[LineMove]:
        """Play counted moves on the board of a line.

        Args:
            before: the position before the moves.
            keys: the keys of its images.
            counted: the counted moves, as in `Played.moves`.
        """
        least = min(keys)
        turns = [at for at, key in enumerate(keys) if key == least]
        legal = first_moves(before) if before.SEVERAL_WAYS else {}
        for key_after, edge in counted:
            found: dict[AnyPosition, tuple[object, Sequence[int]]] = {}
            for at in turns:
                for move, after in self._carried_out(before, at, edge):
                    images = self.keys(after)
                    if oriented(keys, least, images)[0] == key_after:
                        found.setdefault(after, (legal.get(after, move), images))
                        break
            if not found:
                raise ValueError(f"{edge.example!r} cannot be played on {before}")
            after = next(iter(found))
            if len(found) > 1:
                texts = {one: self._usual.write(move) for one, (move, _) in found.items()}
                after = min(found, key=lambda one: notation_order(texts[one]))
            move, images = found[after]
            yield LineMove(self._written(move), len(found), after, images)

    def _carried_out(
        self, before: AnyPosition, at: int, edge: Edge
    ) -> Iterator[tuple[object, AnyPosition]]:
        """Yield the moves on the board ``before`` that the text of a counted move may mean, each
        with the position after it.

        Args:
            before: the position before the move.
            at: index of a symmetry that maps this position to the counted orientation.
            edge: the counted move, whose text was written for an image of this position.
        """
        turn = self._symmetries[self._then[edge.symmetry][self._then[at].index(0)]]
        back = self._symmetries[self._then[at][self._then[edge.symmetry].index(0)]]
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

    def _written(self, move: object) -> str:
        """Return a move in the dialect, or in the game's usual dialect if it cannot be written."""
        try:
            return self._dialect.write(move)
        except UnwritableMove:
            return self._usual.write(move)


def _basis(group: Sequence[Symmetry]) -> list[object]:
    """Return a few points whose images tell all symmetries of a board apart."""
    points: list[object] = []
    for point in group[0].points:
        points.append(point)
        if len({tuple(map(one.point, points)) for one in group}) == len(group):
            break
    return points


def _played(position: AnyPosition, claim: object) -> Iterator[tuple[object, AnyPosition]]:
    """Yield the legal moves that a complete or partial move can mean, then the illegal move that it
    states, each with the position after it."""
    for candidate in (*position.completions(claim), *position.supplied(claim)):
        yield candidate.move, position.after(candidate.move)
    illegal, after = position.recorded(claim), position.as_recorded(claim)
    if illegal and after is not None:
        yield illegal.move, after
