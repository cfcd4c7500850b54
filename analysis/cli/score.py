"""``ludograph score``: the score sheet of a match."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import click

from analysis.cli.errors import complain
from analysis.cli.options import Games, games_options, json_option
from analysis.cli.output import print_json
from analysis.cli.printer import Printer
from analysis.cli.run import Run
from analysis.cli.streams import COULD_NOT_WORK
from analysis.cli.terminal import echo
from analysis.cli.text_table import WIDTH, cut
from analysis.games.match import GameScore, ScoreSheet
from analysis.replay.replay import Replay
from analysis.statistics.matches import Match, NoScoreSheet, matches
from notation.numbers import plural

UNDER_NAMES = "points total"

FIRST, REASON, GAP = 4, 9, 2
"""Widths of the game's number and of the reason of its end, and blanks between columns."""


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
        for match in _matches(run.replays()):
            if isinstance(match, NoScoreSheet):
                complain(str(match))
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


def _matches(games: Iterable[Replay]) -> Iterator[Match | NoScoreSheet]:
    """Yield the match of each file, or the reason why it has none."""
    for _, found in groupby(games, key=lambda game: game.record.source.path):
        try:
            yield from matches(found)
        except NoScoreSheet as reason:
            yield reason


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
    """Return a player's points in a game, with a star for the winner, and the total if known."""
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
