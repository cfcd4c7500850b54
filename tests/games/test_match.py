"""Scores of games and score sheets of matches; Megiddo is the game that has them."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import notation
from analysis.games.match import GameScore, game_score, score_sheet
from analysis.games.megiddo.measures import MATCH_POINTS, SCORING
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from tests.cases import each_line

scored = partial(game_score, SCORING)
sheet_of = partial(score_sheet, target=MATCH_POINTS)

TABLE = Path(__file__).with_name("matches.jsonl")
"""The games of a match, the totals after each, who has won it, and what is found."""

ANNA, BRUNO, CLARA = "Anna", "Bruno", "Clara"


def test_names_must_fit_the_colours() -> None:
    start = Position.start(MegiddoVariant.parse("base"))
    with pytest.raises(ValueError, match=r"2 sides play \(red, blue\).* not Anna, Bruno, Clara"):
        scored(start, (ANNA, BRUNO, CLARA))
    with pytest.raises(ValueError, match="each with its own name, not Anna, Anna"):
        scored(start, (ANNA, ANNA))
    with pytest.raises(ValueError, match="Clara starts, but Anna, Bruno play"):
        scored(start, (ANNA, BRUNO), CLARA)


def score_of(one: dict[str, Any]) -> GameScore:
    players, points = tuple(one["points"]), tuple(one["points"].values())
    reason = one.get("reason", "arbatta")
    return GameScore(players, points, one["starter"], one.get("winner"), reason)


@each_line(TABLE, "games")
def test_what_a_score_sheet_adds_up_and_is_told(case) -> None:
    sheet = sheet_of(map(score_of, case["games"]))
    told = [[found.code, found.violation, found.message] for found in sheet.findings]
    assert told == case["findings"]
    assert (list(sheet.totals), sheet.winner) == (case["totals"], case.get("winner"))


def test_a_played_match_adds_up() -> None:
    """Red has five stones on radial D and the outer ring as in the book's example XIII."""
    position = Position.from_string("3r2/3r2/3r2/3r2/3r2/rrr1b1 b 0,0")
    for text in ("D6", "F6 (E6, D6)"):
        position = position.play(notation.parse("megiddo", text))
    first = scored(position, (ANNA, BRUNO))
    second = scored(position, (BRUNO, ANNA))
    sheet = sheet_of([first, second])
    assert sheet.totals == ({ANNA: 20, BRUNO: 0}, {ANNA: 20, BRUNO: 20})
    assert sheet.findings == ()
