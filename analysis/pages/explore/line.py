"""The line of an explorer: an initial position, and a sequence of moves from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from analysis.games import find
from analysis.games.position import AnyPosition, write_unambiguously
from analysis.library.index import BoardKind
from analysis.openings.moves import first_moves
from analysis.replay import replay
from analysis.select.position import read_position
from notation import LudographError, UnwritableMove
from notation.dialect import AnyDialect
from notation.errors import IllegalMove
from records import Record

LONGEST = 400
"""Maximum number of moves in a line."""


class InvalidLine(LudographError):
    """An address that does not lead to a position."""


@dataclass(frozen=True, slots=True)
class PossibleMove:
    """A legal move of a position.

    Attributes:
        move: the move.
        after: the position after the move.
        least: the least hash key of all rotated and mirrored images of ``after``.
    """

    move: object
    after: AnyPosition
    least: int


@lru_cache(maxsize=64)
def legal_moves(position: AnyPosition) -> tuple[PossibleMove, ...]:
    """Return the legal moves of a position in the order of the game's usual notation.

    Only the first of several moves with the same effect is returned.
    """
    found = first_moves(position).items()
    return tuple(PossibleMove(move, after, min(after.keys())) for after, move in found)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A sequence of moves from a position.

    Attributes:
        positions: the first position, and the position after each move.
        moves: the moves.
    """

    positions: tuple[AnyPosition, ...]
    moves: tuple[object, ...]

    @classmethod
    def read(cls, kind: BoardKind, origin: str, texts: Sequence[str]) -> "PlayedLine":
        """Read a line from the parameters of an address.

        Args:
            kind: game and variant.
            origin: position string of the first position, or moves that lead there; empty for the
                start of the variant.
            texts: the moves from there, in any dialect of the game.

        Raises:
            LudographError: there is no such game, variant, position or legal move.
        """
        if origin:
            first = read_position(origin, kind.game, kind.variant)
        else:
            first = find(kind.game).start(kind.variant)
        if len(texts) > LONGEST:
            raise InvalidLine(f"{len(texts)} moves are more than {LONGEST}")
        game = replay(Record(tuple(texts), kind.game, kind.variant, start=str(first)))
        if game.violations:
            raise IllegalMove(game.violations[0])
        return cls((first, *islice(game.positions(), 1, None)), tuple(game.moves))

    @property
    def here(self) -> AnyPosition:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def origin(self) -> str:
        """The position string of the initial position; empty for the default one of the variant."""
        first = self.positions[0]
        start = find(first.GAME).start(first.variant)
        return "" if first == start else str(first)

    def texts(self, dialect: AnyDialect) -> list[str]:
        """Return the texts of the moves in a dialect."""
        before = zip(self.positions, self.moves, strict=False)
        return [written(one, move, dialect)[0] for one, move in before]


def written(position: AnyPosition, move: object, dialect: AnyDialect) -> tuple[str, bool]:
    """Return the text of a legal move, and whether it is read back as the same move."""
    try:
        return write_unambiguously(position, move, dialect), True
    except UnwritableMove:
        pass
    try:
        return dialect.write(move), False
    except UnwritableMove:
        return str(move), False
