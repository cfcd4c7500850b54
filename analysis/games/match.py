"""Score sheets: the shape that they have in every game whose games add up to matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from notation.findings import Finding


@dataclass(frozen=True, slots=True)
class GameScore:
    """One line of a score sheet.

    Attributes:
        players: people or teams by colour, the same in every game of a match.
        points: what each has scored, in the same order.
        starter: who had the first turn.
        winner: who won on the board, or else by the result of the record; None where nobody did.
        reason: kebab-case name of the rule that ended the game, empty while it goes on.
        stated: the result that the record states, where the board does not bear it out; else empty.
        line: line of the record in its source, from 1; None where there is none.
    """

    players: tuple[str, ...]
    points: tuple[int, ...]
    starter: str
    winner: str | None
    reason: str
    stated: str = ""
    line: int | None = None

    @property
    def losers(self) -> tuple[str, ...]:
        """Everybody but the winner; nobody where there is none."""
        return tuple(p for p in self.players if p != self.winner) if self.winner else ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A match as far as it has been played.

    Attributes:
        target: points that win the match.
        games: the games in their order.
        totals: running totals after each game, by player; empty where the players are not known.
        winner: who has won the match, None while it goes on.
        findings: what is wrong with the sheet, or unsettled; messages name the game.
    """

    target: int
    games: tuple[GameScore, ...]
    totals: tuple[dict[str, int], ...]
    winner: str | None
    findings: tuple[Finding, ...]


class Scoring(Protocol):
    """What the module of a game with score sheets offers, ``analysis/rules/<game>_match.py``."""

    def game_score(
        self, position: object, players: Sequence[str] | None = None, starter: str | None = None
    ) -> GameScore:
        """Return the score of a game.

        Args:
            position: the last position of the game.
            players: people or teams in the order of the sides; None calls them by the sides.
            starter: who had the first turn; None for the first side.
        """

    def score_sheet(self, games: Iterable[GameScore], known: bool = True) -> ScoreSheet:
        """Add up the games of a match and check who starts each.

        Args:
            games: the games.
            known: whether the players are known; else nothing is added up.
        """
