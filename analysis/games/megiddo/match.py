"""What a game of Megiddo counts, and matches of several games.

Source: the rule book's chapter "Score", and "Déroulement du jeu" for the order of starting.
"""

from collections.abc import Iterable, Sequence

from analysis.games.match import GameScore, ScoreSheet
from analysis.games.megiddo.rules import Position
from notation.findings import Finding, note, violation

MATCH_POINTS = 36
"""Points that win a match."""

FIRST_MEGIDDO = 6
FURTHER_MEGIDDO = 12
"""Points for each line but the first that the winner's last move has completed."""


def points(position: Position) -> tuple[int, ...]:
    """Return what each side has scored, by colour.

    Every captured stone counts one; the winner's first Megiddo counts six, each further one
    twelve. A game ends with the move that completes a line, so all lines are that move's.
    """
    scored = list(position.taken)
    outcome = position.outcome()
    if outcome and outcome.winner:
        side = position.sides.index(outcome.winner)
        if lines := len(position.megiddos(side)):
            scored[side] += FIRST_MEGIDDO + FURTHER_MEGIDDO * (lines - 1)
    return tuple(scored)


def game_score(
    position: Position, players: Sequence[str] | None = None, starter: str | None = None
) -> GameScore:
    """Return the score of a game.

    Args:
        position: the last position of the game.
        players: names of players or teams by colour; None calls them by their colours.
        starter: the player of the first turn; None for the first colour.

    Raises:
        ValueError: the names do not fit the colours, or the starter is not among them.
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
    return GameScore(names, points(position), first, winner, outcome.reason if outcome else "")


def score_sheet(games: Iterable[GameScore], known: bool = True) -> ScoreSheet:
    """Add up the games of a match and check the starter of each.

    Where the players are not known (``known``), only what each game says of itself is checked.

    The first to have 36 points after a game wins the match. No source says what happens where two
    get there with the same game: the higher total wins, and between equal ones play goes on.
    """
    played = tuple(games)
    totals: list[dict[str, int]] = []
    findings: list[Finding] = []
    champion: str | None = None
    if not known:
        for number, game in enumerate(played, start=1):
            findings += [one.at(**_place(game)) for one in _unfinished(number, game)]
        return ScoreSheet(MATCH_POINTS, played, ({},) * len(played), None, tuple(findings))
    for number, game in enumerate(played, start=1):
        before = totals[-1] if totals else dict.fromkeys(game.players, 0)
        if champion:
            findings.append(_after_match(number, champion, before[champion]).at(**_place(game)))
        for finding in _check(number, game, played[number - 2] if number > 1 else None):
            findings.append(finding.at(**_place(game)))
        totals.append(_added(before, game))
        champion = champion or _leader(totals[-1])
    return ScoreSheet(MATCH_POINTS, played, tuple(totals), champion, tuple(findings))


def _place(game: GameScore) -> dict[str, int | None]:
    return {"line": game.line, "column": None if game.line is None else 1}


def _added(before: dict[str, int], game: GameScore) -> dict[str, int]:
    """Return the totals with those of a finished game; others count nothing."""
    if not game.reason:
        return dict(before)
    scored = dict(zip(game.players, game.points, strict=True))
    return {name: before.get(name, 0) + scored.get(name, 0) for name in {**before, **scored}}


def _leader(totals: dict[str, int]) -> str | None:
    best = max(totals.values())
    leaders = [name for name, total in totals.items() if total == best]
    return leaders[0] if best >= MATCH_POINTS and len(leaders) == 1 else None


def _check(number: int, game: GameScore, last: GameScore | None) -> list[Finding]:
    """Return what is wrong with one game of a sheet."""
    findings = _unfinished(number, game)
    if last is None:
        return findings
    if set(game.players) != set(last.players):
        message = f"game {number} is played by {_names(game.players)}"
        findings.append(
            violation("other-players", f"{message}, game {number - 1} by {_names(last.players)}")
        )
    return findings + _check_starter(number, game, last)


def _unfinished(number: int, game: GameScore) -> list[Finding]:
    """Return that a game is not decided on the board, if it is not."""
    if game.reason:
        return []
    message = f"game {number} is not finished: its points do not count yet"
    if game.stated:
        message = (
            f"game {number} is not decided on the board; the result in the record is "
            f"{game.stated}: no rule gives points for that, and none are counted"
        )
    return [violation("unfinished-game", message)]


def _check_starter(number: int, game: GameScore, last: GameScore) -> list[Finding]:
    """The loser of a game starts the next one; the first starter is drawn by lot."""
    if game.starter == last.winner:
        message = (
            f"game {number} is started by {game.starter}, who won game {number - 1}: the loser "
            f"of a game starts the next one, {' or '.join(last.losers)}"
        )
        return [violation("wrong-starter", message)]
    if len(last.losers) == 1:
        return []
    losers = f"has {len(last.losers)} losers" if last.losers else "has no loser"
    message = f"game {number - 1} {losers}, and no rule says who starts next: {game.starter} does"
    return [note("unsettled-starter", f"{message} in game {number}")]


def _after_match(number: int, champion: str, total: int) -> Finding:
    message = f"game {number} comes after the match: {champion} had {total} points already"
    return violation("after-match", f"{message}, and {MATCH_POINTS} win")


def _names(players: Iterable[str]) -> str:
    return ", ".join(players)
