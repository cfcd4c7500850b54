"""Scores of games and score sheets of matches; Megiddo is the game that has them."""

from functools import partial

import pytest

import notation
from analysis.games.match import GameScore, game_score, score_sheet
from analysis.games.megiddo.measures import MATCH_POINTS, SCORING, points
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant

scored = partial(game_score, SCORING)
sheet_of = partial(score_sheet, target=MATCH_POINTS)

ANNA, BRUNO, CLARA = "Anna", "Bruno", "Clara"


def game(
    anna: int, bruno: int, winner: str | None, starter: str, reason: str = "arbatta"
) -> GameScore:
    return GameScore((ANNA, BRUNO), (anna, bruno), starter, winner, reason)


def three(starter: str) -> GameScore:
    return GameScore((ANNA, BRUNO, CLARA), (6, 2, 0), starter, ANNA, "arbatta")


UNFINISHED = Position.from_string("r5/6/6/6/6/6 b 4,2")


@pytest.mark.parametrize(
    ("position", "score"),
    [
        ("6/6/6/6/6/6 r 3,4", (3, 4)),
        ("rrrrrr/rrrrrr/6/6/6/6 b 0,5", (18, 5)),
        ("rrrrrr/6/6/6/6/6 b 6,0", (12, 0)),
    ],
    ids=["going on", "double", "megiddo and arbatta"],
)
def test_points_of_a_game(position: str, score: tuple[int, int]) -> None:
    assert points(Position.from_string(position)) == score


def test_a_game_is_scored_by_the_names_of_its_players() -> None:
    position = Position.from_string("bbbbbb/b5/b5/b5/b5/b5 r 4,4")
    assert scored(position) == GameScore(("red", "blue"), (4, 22), "red", "blue", "megiddo")
    score = scored(position, (ANNA, BRUNO), starter=BRUNO)
    assert score == GameScore((ANNA, BRUNO), (4, 22), BRUNO, BRUNO, "megiddo")
    assert score.losers == (ANNA,)


def test_three_players_score_in_one_game() -> None:
    position = Position.from_string("rb4/6/6/6/6/6 b 6,2,4", "base+players=3")
    score = scored(position, (ANNA, BRUNO, CLARA))
    assert score == GameScore((ANNA, BRUNO, CLARA), (6, 2, 4), ANNA, ANNA, "arbatta")
    assert score.losers == (BRUNO, CLARA)


def test_names_must_fit_the_colours() -> None:
    start = Position.start(MegiddoVariant.parse("base"))
    with pytest.raises(ValueError, match=r"2 sides play \(red, blue\).* not Anna, Bruno, Clara"):
        scored(start, (ANNA, BRUNO, CLARA))
    with pytest.raises(ValueError, match="each with its own name, not Anna, Anna"):
        scored(start, (ANNA, ANNA))
    with pytest.raises(ValueError, match="Clara starts, but Anna, Bruno play"):
        scored(start, (ANNA, BRUNO), CLARA)


def test_a_match_goes_to_36_points_with_the_losers_starting() -> None:
    sheet = sheet_of(
        [
            game(4, 22, BRUNO, ANNA, "megiddo"),
            game(6, 2, ANNA, ANNA),
            game(10, 4, ANNA, BRUNO, "megiddo"),
            game(0, 8, BRUNO, BRUNO),
        ]
    )
    assert sheet.totals == (
        {ANNA: 4, BRUNO: 22},
        {ANNA: 10, BRUNO: 24},
        {ANNA: 20, BRUNO: 28},
        {ANNA: 20, BRUNO: 36},
    )
    assert sheet.winner == BRUNO
    assert sheet.findings == ()


SHEETS = [
    (
        "the winner of a game does not start the next",
        [game(4, 22, BRUNO, ANNA, "megiddo"), game(6, 2, ANNA, BRUNO)],
        [
            (
                "wrong-starter",
                True,
                "game 2 is started by Bruno, who won game 1: the loser of a game starts the next "
                "one, Anna",
            )
        ],
        {ANNA: 10, BRUNO: 24},
    ),
    (
        "after a patara either may start",
        [game(2, 4, None, ANNA, "patara"), game(6, 0, ANNA, BRUNO)],
        [
            (
                "unsettled-starter",
                False,
                "game 1 has no loser, and no rule says who starts next: Bruno does in game 2",
            )
        ],
        {ANNA: 8, BRUNO: 4},
    ),
    (
        "nothing is played after the match",
        [game(36, 4, ANNA, ANNA, "megiddo"), game(0, 36, BRUNO, BRUNO)],
        [
            (
                "after-match",
                True,
                "game 2 comes after the match: Anna had 36 points already, and 36 win",
            )
        ],
        {ANNA: 36, BRUNO: 40},
    ),
    (
        "an unfinished game counts nothing",
        [game(6, 0, ANNA, BRUNO), scored(UNFINISHED, (ANNA, BRUNO))],
        [("unfinished-game", True, None), ("wrong-starter", True, None)],
        {ANNA: 6, BRUNO: 0},
    ),
    (
        "a match is played by the same people",
        [game(6, 0, ANNA, BRUNO), GameScore((ANNA, CLARA), (6, 0), CLARA, ANNA, "arbatta")],
        [("other-players", True, None)],
        {ANNA: 12, BRUNO: 0, CLARA: 0},
    ),
    *(
        (
            f"of two losers either may start: {starter}",
            [three(CLARA), three(starter)],
            [(code, code == "wrong-starter", None)],
            {ANNA: 12, BRUNO: 4, CLARA: 0},
        )
        for starter, code in (
            (ANNA, "wrong-starter"),
            (BRUNO, "unsettled-starter"),
            (CLARA, "unsettled-starter"),
        )
    ),
]


@pytest.mark.parametrize(
    ("games", "findings", "totals"), [row[1:] for row in SHEETS], ids=[row[0] for row in SHEETS]
)
def test_what_a_score_sheet_is_told(games, findings, totals) -> None:
    sheet = sheet_of(games)
    assert len(sheet.findings) == len(findings)
    for found, (code, violation, message) in zip(sheet.findings, findings, strict=True):
        assert (found.code, found.violation) == (code, violation)
        assert message in (None, found.message)
    assert sheet.totals[-1] == totals


def test_the_higher_total_wins_where_two_get_there_and_equal_ones_go_on() -> None:
    first = [game(30, 30, ANNA, ANNA, "megiddo")]
    assert sheet_of([*first, game(10, 8, ANNA, BRUNO)]).winner == ANNA
    level = [*first, game(8, 8, ANNA, BRUNO)]
    assert sheet_of(level).winner is None
    decided = sheet_of([*level, game(1, 6, BRUNO, BRUNO)])
    assert decided.winner == BRUNO
    assert decided.findings == ()


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
