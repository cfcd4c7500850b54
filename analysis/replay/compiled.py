"""Move texts compiled for one board, remembered: what makes replaying an archive quick."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from analysis.games import GAMES
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from notation import Dialect, UnreadableMove, UnwritableMove, find_dialect
from notation.dialect import MEMO_LIMIT


class CompiledTexts(dict[str, Any]):
    """Steps by move text, for `Position.advance`; None for a text that needs a closer look.

    That is one which cannot be read or was read leniently, which makes more than one claim, or
    whose claim cannot be compiled.
    """

    def __init__(
        self, start: AnyPosition, dialect: Dialect[Any], first_claims: bool = False
    ) -> None:
        """Open an empty book; ``first_claims`` takes the likeliest of several claims."""
        super().__init__()
        self._start = start
        self._dialect = dialect
        self._first_claims = first_claims
        self._wordings: dict[str, Rewrites] = {}

    def __missing__(self, text: str) -> Any:
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[text] = step = self._compile(text)
        return step

    def _compile(self, text: str) -> Any:
        try:
            reading = self._dialect.read(text)
        except UnreadableMove:
            return None
        if not self._first_claims and (reading.notes or len(reading.moves) > 1):
            return None
        return self._start.compile(reading.moves[0])

    @cached_property
    def moves(self) -> "MoveTexts":
        """The complete moves that the texts stand for where they have been played."""
        return MoveTexts(self._start, self._dialect)

    def wordings(self, target: Dialect[Any]) -> "Rewrites":
        """Return the texts of another dialect, or of this one, by these texts."""
        if target.name not in self._wordings:
            self._wordings[target.name] = Rewrites(self.moves, target)
        return self._wordings[target.name]


class MoveTexts(dict[str, Any]):
    """Complete moves by texts that have a step; None where the board has a say in them."""

    def __init__(self, start: AnyPosition, dialect: Dialect[Any]) -> None:
        super().__init__()
        self.start = start
        self._dialect = dialect

    def __missing__(self, text: str) -> Any:
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[text] = move = self.start.sole_move(self._dialect.read(text).moves[0])
        return move


class Rewrites(dict[str, str | None]):
    """Texts of a dialect by texts that have a step; None where the board has a say in them."""

    def __init__(self, moves: MoveTexts, target: Dialect[Any]) -> None:
        super().__init__()
        self._moves = moves
        self._target = target

    def __missing__(self, text: str) -> str | None:
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[text] = wording = self._worded(self._moves[text])
        return wording

    def _worded(self, move: Any) -> str | None:
        """Write a move as `spelled` does, where that does not depend on the board."""
        if move is None:
            return None
        try:
            text = self._target.write(move)
        except UnwritableMove:
            return None
        claim = self._target.read(text).moves[0]
        return text if self._moves.start.determines(claim, move) else None


def compiled_texts(
    position: AnyPosition, dialect: Dialect[Any], first_claims: bool = False
) -> CompiledTexts:
    """Return the compiled texts of a dialect for the variant of a position."""
    return _compiled_texts(type(position), position.variant, dialect, first_claims)


@lru_cache(maxsize=64)
def _compiled_texts(
    rules: type[AnyPosition], variant: Variant, dialect: Dialect[Any], first_claims: bool
) -> CompiledTexts:
    return CompiledTexts(rules.start(variant), dialect, first_claims)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What all games of one variant in one dialect share; positions never change, so one will do.

    Attributes:
        dialect: the dialect of the move texts.
        start: the position that the games start from.
        book: their move texts, compiled.
    """

    dialect: Dialect[Any]
    start: AnyPosition
    book: CompiledTexts


@lru_cache(maxsize=256)
def game_setup(game: str, variant: str, dialect: str | None) -> GameSetup:
    """Return the stage of a game's variant and a dialect, the usual one for None.

    Raises:
        UnknownName: there is no such dialect.
        InvalidVariant: the game has no such variant.
    """
    start, spoken = GAMES[game].start(variant), find_dialect(game, dialect)
    return GameSetup(spoken, start, compiled_texts(start, spoken))
