"""Matches: the games of one file on a score sheet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from analysis.games import Game
from analysis.games.match import GameScore, ScoreSheet, Scoring, game_score, score_sheet
from analysis.replay import Replay, replay
from notation.errors import LudographError
from notation.findings import Finding, note
from records import Record
from records.model import UNDECIDED, player_of


class NoScoreSheet(LudographError, LookupError):
    """A game that has no score sheet for a match."""


@dataclass(frozen=True, slots=True)
class Match:
    """The games of a file as one match.

    Attributes:
        path: the file.
        game: the game; None if no game of the file can be scored.
        games: the replays of all games that could be set up, in the order of the file.
        sheet: the score sheet, a line for each of them; None where there are none.
        findings: the findings in the games, then those on the sheet.
    """

    path: str
    game: Game | None
    games: tuple[Replay, ...]
    sheet: ScoreSheet | None
    findings: tuple[Finding, ...]


def matches(records: Iterable[Record | Replay]) -> Iterator[Match]:
    """Yield the matches of records: successive games of the same file are a match.

    The tags ``Red``, ``Blue`` and so on name the players of the sides, who may change sides.
    Without these tags the players of several games cannot be matched: each game is listed by its
    sides, and nothing is added up. The side to move in the first position of a game starts it.

    Args:
        records: the games; replays are taken as they are.

    Raises:
        NoScoreSheet: the game of a record has no score sheet.
    """
    games = (one if isinstance(one, Replay) else replay(one) for one in records)
    for path, replays in groupby(games, key=lambda game: game.record.source.path):
        yield _match(path, list(replays))


def _match(path: str, replays: list[Replay]) -> Match:
    findings = [finding for one in replays for finding in one.findings]
    played = [one for one in replays if one.position and one.game]
    scores, game, scoring, nameless = list[GameScore](), None, None, False
    for one in played:
        game = one.game
        scoring = _scoring(one)
        if one.start and one.position:
            players = _players(one.record, one.start.sides)
            nameless |= players is None
            names = players or one.start.sides
            score = game_score(scoring, one.position, names, names[one.start.turn])
            stated, line = _stated(one), one.record.source.line
            winner = score.winner or _stated_winner(one, names)
            scores.append(replace(score, stated=stated, winner=winner, line=line))
    if scoring is None:
        return Match(path, None, (), None, tuple(findings))
    known = not nameless or len(scores) == 1
    if not known:
        findings.append(_unnamed(played))
    sheet = score_sheet(scores, scoring.target, known)
    return Match(path, game, tuple(played), sheet, (*findings, *sheet.findings))


def _scoring(one: Replay) -> Scoring:
    scoring = one.game.scoring() if one.game and one.game.scoring else None
    if scoring is None:
        title = one.game.title if one.game else "this game"
        raise NoScoreSheet(f"{one.record.source}: {title} has no score sheet")
    return scoring


def _players(record: Record, sides: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the players of the sides, None where the tags do not name all of them."""
    named = tuple(player_of(record.tags, side) or "" for side in sides)
    return named if all(named) and len(set(named)) == len(sides) else None


def _unnamed(games: list[Replay]) -> Finding:
    """Return the note on the first game whose players are not known."""
    sides, record = next(
        (one.start.sides, one.record)
        for one in games
        if one.start and _players(one.record, one.start.sides) is None
    )
    tags = ", ".join(side.title() for side in sides)
    message = (
        f"the tags {tags} do not name {len(sides)} players: who played which colour in which game "
        "cannot be told, so that nothing is added up"
    )
    return note("unnamed-players", message).at(line=record.source.line, column=1)


def _stated(one: Replay) -> str:
    """Return the result that only the record states, not the board, and how it came about."""
    if one.outcome or one.record.result == UNDECIDED:
        return ""
    ended = one.record.tags.get("Termination")
    return f"{one.record.result} ({ended})" if ended else one.record.result


def _stated_winner(one: Replay, players: tuple[str, ...]) -> str | None:
    """Return the winner that only the record states, such as by resignation; None for nobody."""
    winners = () if one.outcome else one.verdict or ()
    return players[winners[0]] if len(winners) == 1 else None
