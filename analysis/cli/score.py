"""``ludograph score``: the score sheet of a match."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import click

from analysis.cli.errors import complain
from analysis.cli.options import Games, games_options, json_option
from analysis.cli.output import print_json
from analysis.cli.printer import Printer
from analysis.cli.run import Run
from analysis.cli.streams import COULD_NOT_WORK
from analysis.cli.terminal import echo
from analysis.cli.text_table import WIDTH, cut
from analysis.games import GameDefinition
from analysis.games.match import GameScore, ScoreSheet, game_score, score_sheet
from analysis.replay.replay import Replay
from notation.errors import LudographError
from notation.findings import Finding, note
from notation.numbers import plural
from records.model import UNDECIDED, player_of

UNDER_NAMES = "points total"

FIRST, REASON, GAP = 4, 9, 2
"""Widths of the columns for the game number and the reason of its end, and the gap between
columns."""


@click.command("score")
@games_options
@json_option
def command(games: Games, as_json: bool) -> int:
    """Add up the games in each of FILES as a match.

    Every game is played by the rules first. The score sheet has the points of each game, the
    running totals, the winner of the match, and a finding for each game that the wrong player
    started. The tags named after the sides (Red, Blue...) name the players, who may change sides.

    \b
    Example:
      ludograph score classic:megiddo-match
    """
    printer = Printer(verbose=False, quiet=False, encoding=games.reading.encoding)
    wrong = unscored = 0
    with Run(games, complains=False) as run:
        for path, found in groupby(run.replays(), key=lambda game: game.record.source.path):
            try:
                match = match_of(path, found)
            except NoScoreSheet as reason:
                complain(str(reason))
                unscored += 1
                continue
            wrong += any(finding.violation for finding in match.findings)
            if as_json:
                print_json(to_json(match))
                continue
            printer.findings(match.path, match.findings)
            if match.sheet and match.game:
                head = f"{match.path}: {match.game.title} match to {match.sheet.target} points"
                for line in [head, "", *table(match.sheet), "", "* won the game"]:
                    echo(line)
                printer.paragraph("", sentence(match.sheet))
    for line in run.not_read:
        echo(line, err=True)
    return COULD_NOT_WORK if unscored else run.status(wrong)


class NoScoreSheet(LudographError):
    """A game that has no score sheet for a match."""


class Match(NamedTuple):
    """The games of a file as one match.

    Attributes:
        path: the file.
        game: the rules of the games; None if no game of the file could be set up.
        games: the replays of all games that could be set up, in the order of the file.
        sheet: the score sheet with a line for each game; None if there are no games.
        findings: the findings on the games, then those on the score sheet.
    """

    path: str
    game: GameDefinition | None
    games: list[Replay]
    sheet: ScoreSheet | None
    findings: tuple[Finding, ...]


def match_of(path: str, replays: Iterable[Replay]) -> Match:
    """Return the games of a file as a match.

    The tags ``Red``, ``Blue`` and so on name the players of the sides, who may change sides. If
    tags are missing in a match of several games, its players cannot be told apart: the score sheet
    names the sides instead, and has no totals. The side that starts a game is the side to move in
    its first position.

    Raises:
        NoScoreSheet: the rules of a game define no score sheet.
    """
    every = list(replays)
    findings = [finding for one in every for finding in one.findings]
    games, scores, nameless = list[Replay](), list[GameScore](), list[Replay]()
    game, target = None, 0
    for one in every:
        if not (one.position and one.start and one.game):
            continue
        game, record = one.game, one.record
        scoring = game.scoring() if game.scoring else None
        if scoring is None:
            raise NoScoreSheet(f"{record.source}: {game.title} has no score sheet")
        names = tuple(player_of(record.tags, side) or "" for side in one.start.sides)
        if not all(names) or len(set(names)) < len(names):
            nameless.append(one)
            names = one.start.sides
        score = game_score(scoring, one.position, names, names[one.start.turn])
        if not one.outcome and record.result != UNDECIDED:
            ended, winners = record.tags.get("Termination"), one.verdict or ()
            stated = f"{record.result} ({ended})" if ended else record.result
            winner = names[winners[0]] if len(winners) == 1 else score.winner
            score = replace(score, stated=stated, winner=winner)
        scores.append(replace(score, line=record.source.line))
        games.append(one)
        target = scoring.target
    if game is None:
        return Match(path, None, [], None, tuple(findings))
    known = not nameless or len(scores) == 1
    if not known:
        findings.append(_unnamed(nameless[0]))
    sheet = score_sheet(scores, target, known)
    return Match(path, game, games, sheet, (*findings, *sheet.findings))


def _unnamed(first: Replay) -> Finding:
    """Return the note on the first game without player names."""
    sides = first.start.sides if first.start else ()
    tags = ", ".join(side.title() for side in sides)
    message = (
        f"the tags {tags} do not name {len(sides)} players: the points of players in several "
        "games cannot be added up"
    )
    return note("unnamed-players", message).at(line=first.record.source.line, column=1)


def to_json(match: Match) -> dict[str, object]:
    """Return a match as the JSON object of the documented interface."""
    sheet = match.sheet
    scored = zip(match.games, sheet.games, sheet.totals, strict=True) if sheet else ()
    return {
        "path": match.path,
        "game": match.game.name if match.game else None,
        "target": sheet.target if sheet else None,
        "games": [
            {
                "source": played.record.source.to_json(),
                "variant": str(played.variant),
                "starter": score.starter,
                "winner": score.winner,
                "reason": score.reason or None,
                "points": dict(zip(score.players, score.points, strict=True)),
                "totals": totals,
            }
            for played, score, totals in scored
        ],
        "winner": sheet.winner if sheet else None,
        "violations": [finding.to_json() for finding in match.findings if finding.violation],
        "notes": [finding.to_json() for finding in match.findings if not finding.violation],
    }


def table(sheet: ScoreSheet) -> list[str]:
    """Return a score sheet as lines, of at most 80 columns for up to three players."""
    added = bool(sheet.totals[-1])
    players = list(sheet.totals[-1] or dict.fromkeys(n for one in sheet.games for n in one.players))
    under = UNDER_NAMES if added else "points"
    room = (WIDTH - FIRST - REASON - GAP) // (len(players) + 1) - GAP
    width = max(len(under), min(room, max(map(len, players))))
    rows = [["", "", "", *(cut(name, width) for name in players)]]
    rows.append(["game", "started by", "end", *[under] * len(players)])
    for number, (score, totals) in enumerate(zip(sheet.games, sheet.totals, strict=True), start=1):
        row = [str(number), cut(score.starter, width), score.reason or "none"]
        rows.append([*row, *(_points(score, name, totals.get(name)) for name in totals or players)])
    return [
        (" " * GAP)
        .join(
            [
                f"{number:>{FIRST}}",
                f"{starter:{width}}",
                f"{reason:{REASON}}",
                *(f"{cell:>{width}}" for cell in cells),
            ]
        )
        .rstrip()
        for number, starter, reason, *cells in rows
    ]


def _points(score: GameScore, name: str, total: int | None) -> str:
    """Return the points of a player in a game, starred for the winner, and the total if known."""
    points = dict(zip(score.players, score.points, strict=True)).get(name, 0)
    won = "*" if name == score.winner else ""
    scored = f"{won}{points}"
    return scored if total is None else f"{scored:>6} {total:>5}"


def sentence(sheet: ScoreSheet) -> str:
    """Return the standing of the match as a sentence."""
    games, totals = plural(len(sheet.games), "game"), sheet.totals[-1]
    if not totals:
        return f"{games}, not added up: the records do not name the players."
    standing = ", ".join(f"{name} {total}" for name, total in totals.items())
    if sheet.winner:
        return f"{sheet.winner} has won the match after {games}: {standing}."
    return f"The match is not won after {games}: {standing}."
