"""Score sheets of matches: the points of each game, their totals, and the player who starts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analysis.games.position import AnyPosition
from notation.findings import Finding, note, violation


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of one game: a row of a score sheet.

    Attributes:
        players: names of players or teams, in the order of the sides.
        points: points of each player, in the same order.
        starter: the player with the first turn.
        winner: the winner on the board, else the winner in the recorded result, else None.
        reason: kebab-case name of the rule that ended the game; empty if it is not over.
        stated: the recorded result, if the board does not confirm it; else empty.
        line: line of the record in its source, from 1; None if there is none.
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
        """All players but the winner; empty if there is no winner."""
        return tuple(p for p in self.players if p != self.winner) if self.winner else ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score sheet of a match, as far as it has been played.

    Attributes:
        target: points that win the match.
        games: the games in the order of play.
        totals: the totals after each game, by player; empty if the players are not known.
        winner: the winner of the match; None if the match is not over.
        findings: findings on errors and open questions of the sheet; messages name the game.
    """

    target: int
    games: tuple[GameScore, ...]
    totals: tuple[dict[str, int], ...]
    winner: str | None
    findings: tuple[Finding, ...]


class Scoring(NamedTuple):
    """The rules of scoring for matches.

    Attributes:
        target: points that win a match.
        points: function from the last position of a game to the points of each side.
    """

    target: int
    points: Callable[[Any], tuple[int, ...]]


def game_score(
    scoring: Scoring,
    position: AnyPosition,
    players: Sequence[str] | None = None,
    starter: str | None = None,
) -> GameScore:
    """Return the score of a game.

    Args:
        scoring: the rules of scoring.
        position: the last position of the game.
        players: names of players or teams in the order of the sides; None for the names of the
            sides.
        starter: the player with the first turn; None for the first side.

    Raises:
        ValueError: the names do not fit the sides, or the starter is not among them.
    """
    names = tuple(position.sides if players is None else players)
    if len(set(names)) != len(position.sides):
        message = f"{len(position.sides)} sides play ({', '.join(position.sides)})"
        raise ValueError(f"{message}, each with its own name, not {', '.join(names)}")
    first = names[0] if starter is None else starter
    if first not in names:
        raise ValueError(f"{first} starts, but {', '.join(names)} play")
    outcome = position.outcome()
    won = outcome.winner if outcome else None
    winner = names[position.sides.index(won)] if won else None
    return GameScore(
        names, scoring.points(position), first, winner, outcome.reason if outcome else ""
    )


def score_sheet(games: Iterable[GameScore], target: int, known: bool = True) -> ScoreSheet:
    """Return the score sheet of a match, with totals and findings.

    The first player with ``target`` points after a game wins the match. If two players reach the
    target in the same game, the higher total wins; with equal totals the match goes on. This is a
    choice: no source has a rule for it.

    Args:
        games: the scores of the games, in the order of play.
        target: points that win the match.
        known: whether the players are known; if not, no totals are computed.
    """
    played = tuple(games)
    findings, totals = list[Finding](), list[dict[str, int]]()
    champion: str | None = None
    for number, game in enumerate(played, start=1):
        found, before = [], totals[-1] if totals else dict.fromkeys(game.players, 0)
        if champion:
            message = f"game {number} comes after the match: {champion} had {before[champion]}"
            message = f"{message} points already, and {target} win"
            found.append(violation("after-match", message))
        found += _unfinished(number, game)
        if known and number > 1:
            found += _check_players(number, game, played[number - 2])
        findings += [one.at(line=game.line, column=game.line and 1) for one in found]
        totals.append(_added(before, game) if known else {})
        champion = champion or (_leader(totals[-1], target) if known else None)
    return ScoreSheet(target, played, tuple(totals), champion, tuple(findings))


def _added(before: dict[str, int], game: GameScore) -> dict[str, int]:
    """Return the totals after a game; an unfinished game adds no points."""
    if not game.reason:
        return dict(before)
    scored = dict(zip(game.players, game.points, strict=True))
    return {name: before.get(name, 0) + scored.get(name, 0) for name in {**before, **scored}}


def _leader(totals: dict[str, int], target: int) -> str | None:
    best = max(totals.values())
    leaders = [name for name, total in totals.items() if total == best]
    return leaders[0] if best >= target and len(leaders) == 1 else None


def _unfinished(number: int, game: GameScore) -> list[Finding]:
    """Return a finding if a game is not decided on the board."""
    if game.reason:
        return []
    message = f"game {number} is not finished: its points do not count yet"
    if game.stated:
        message = (
            f"game {number} is not decided on the board; the result in the record is "
            f"{game.stated}: no rule gives points for that, and none are counted"
        )
    return [violation("unfinished-game", message)]


def _check_players(number: int, game: GameScore, last: GameScore) -> list[Finding]:
    """Return findings if other players play, or if the starter is wrong or follows from no rule.

    Rule: the loser of a game starts the next one.
    """
    found = []
    if set(game.players) != set(last.players):
        now, before = ", ".join(game.players), ", ".join(last.players)
        message = f"game {number} is played by {now}, game {number - 1} by {before}"
        found.append(violation("other-players", message))
    if game.starter == last.winner:
        message = (
            f"game {number} is started by {game.starter}, who won game {number - 1}: the loser "
            f"of a game starts the next one, {' or '.join(last.losers)}"
        )
        found.append(violation("wrong-starter", message))
    elif len(last.losers) != 1:
        losers = f"has {len(last.losers)} losers" if last.losers else "has no loser"
        message = f"game {number - 1} {losers}, and no rule says who starts next"
        message = f"{message}: {game.starter} does in game {number}"
        found.append(note("unsettled-starter", message))
    return found
