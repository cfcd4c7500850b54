"""Counted moves, carried out on the boards of lines.

A move is carried out once, as its first example was played: it counts if it leads to the key that
the counts have, and no law is asked. Only a text that leaves something open, or a move that was
illegal in some game, is played by the rules.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.games.symmetry import Symmetry
from analysis.openings.path import oriented
from analysis.openings.scores import Edge
from analysis.replay.compiled import compiled_game
from analysis.select.position import merge_keys
from notation import UnwritableMove, find_dialect

Keys = Sequence[int]
"""The keys of the images of a position."""

Played = tuple[object, AnyPosition, Keys]
"""A move, the position after it, and the keys of its images."""


class MovePlayer:
    """Carries out counted moves on the boards of lines, and writes them.

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
        self._dialect, self._usual = find_dialect(game, dialect), find_dialect(game)
        self._read = lru_cache(maxsize=1 << 12)(self._moves_of)
        self._turn = lru_cache(maxsize=None)(self.rules.symmetries.composed)

    def turned(self, before: AnyPosition, keys: Keys, key_after: int, edge: Edge) -> Played:
        """Return a counted move on the board as it stands, and what it leads to."""
        least = min(keys)
        # Of several symmetries, that of the example gives the move as it was played.
        at = edge.symmetry if keys[edge.symmetry] == least else keys.index(least)
        turn, back = self._turn(edge.symmetry, at), self._turn(at, edge.symmetry)
        for move, after in self._carried_out(before, turn, back, edge):
            keys_after = merge_keys(after, self._fold)
            if oriented(keys, least, keys_after)[0] == key_after:
                return move, after, keys_after
        raise ValueError(f"{edge.example!r} cannot be played on {before}")

    def _carried_out(
        self, before: AnyPosition, turn: Symmetry, back: Symmetry, edge: Edge
    ) -> Iterator[tuple[object, AnyPosition]]:
        """Yield what the example of a move can stand for, and the positions after it.

        Args:
            before: the position in which it is played.
            turn: leads from the board of the example to this one.
            back: leads from this board to that of the example.
            edge: the move.
        """
        texts = compiled_game(self._game, self._variant, edge.dialect)
        if texts.steps[edge.example] is not None and not edge.accepted:
            move = texts.moves[edge.example]
            if move is None:
                move = texts.complete_move(edge.example, back.position(before))
            move = before.complete(turn.move(move))
            yield move, before.after(move)
        example = back.position(before)
        for claim in self._read(edge.dialect, edge.example):
            for played, _ in _played(example, claim):
                yield from _played(before, turn.move(played))

    def _moves_of(self, dialect: str, text: str) -> tuple[object, ...]:
        return find_dialect(self._game, dialect).read(text).moves

    def is_plain(self, text: str, dialect: str) -> bool:
        """Whether a text that was legal in all games stands for one move on every board."""
        texts = compiled_game(self._game, self._variant, dialect)
        return texts.steps[text] is not None and texts.moves[text] is not None

    def sole_move(self, text: str, dialect: str, turn: Symmetry) -> object:
        """Return the image of the move of a plain text; None where that depends on the board."""
        texts = compiled_game(self._game, self._variant, dialect)
        return texts.start.sole_move(turn.move(texts.moves[text]))

    def written(self, move: object) -> str:
        """Return a move in the dialect, or else in the usual one."""
        try:
            return self._dialect.write(move)
        except UnwritableMove:
            return self._usual.write(move)


def _played(position: AnyPosition, claim: object) -> Iterator[tuple[object, AnyPosition]]:
    """Yield the legal moves that a text can stand for, then the illegal one, if played as it is."""
    for candidate in (*position.completions(claim), *position.supplied(claim)):
        yield candidate.move, position.after(candidate.move)
    illegal, after = position.recorded(claim), position.as_recorded(claim)
    if illegal and after is not None:
        yield illegal.move, after
