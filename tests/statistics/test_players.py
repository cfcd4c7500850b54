"""Games between players, with results."""

import numpy as np
import pytest

from analysis.statistics.players import alike, contests_of, rating_pools, standings
from analysis.statistics.ratings import Contests, differing, rate
from records import Record
from tests.cases import each_case
from tests.statistics.samples import table_of


def game(white: str, black: str, result: str, **tags) -> Record:
    tags = {"White": white, "Black": black} | tags
    return Record(("2.7.2N2",), "epaminondas", "standard", "abbott", tags, result=result)


def field(*records: Record):
    (found,) = rating_pools(table_of(records))
    return found


def test_games_of_two_and_of_three_are_rated_apart():
    tags = {"Red": "Ada", "Blue": "Ben", "Green": "Cleo"}
    games = [
        Record(("A1",), "megiddo", "base+players=3", tags=tags, result="2"),
        Record(("A1",), "megiddo", "base", tags=dict(list(tags.items())[:2]), result="1-0"),
        Record(("nonsense",)),
    ]
    two, three = rating_pools(table_of(games))
    assert [(one.sides, one.games, len(one.standings)) for one in (two, three)] == [
        (2, 1, 2),
        (3, 1, 3),
    ]
    assert [one.player for one in three.standings] == ["Ben", "Ada", "Cleo"]
    assert three.standings[1].rating == three.standings[2].rating


def test_players_of_equal_ratings_are_in_the_order_of_their_names():
    names = [f"P{number}" for number in range(1, 9)]
    found = field(*(game("P0", name, "1-0") for name in names))
    assert [one.player for one in found.standings] == ["P0", *names]


def test_the_first_player_of_a_contest_is_the_one_who_moved_first():
    later = Record(
        ("A1",),
        "megiddo",
        "base",
        "book",
        tags={"Red": "Ada", "Blue": "Ben"},
        start="6/6/6/6/6/6 b 0,0",
        result="0-1",
    )
    rows = table_of([later, later])
    names, games = contests_of(rows)
    summed = games.summed()
    assert names == ["Ada", "Ben"]
    assert (summed.who.tolist(), summed.points.tolist()) == ([[1, 0]], [[2.0, 0.0]])


def test_a_first_move_advantage_that_the_games_bear_is_in_the_ratings():
    won = [game("Ada", "Ben", "1-0"), game("Ben", "Ada", "1-0")] * 8
    found = field(*won, *[game("Ada", "Ben", "1-0")] * 4, game("Ben", "Ada", "0-1"))
    assert found.first_move is not None
    assert found.first_move.in_ratings
    assert found.first_move.value > 0
    plain = rate(2, Contests(np.array([[0, 1]]), np.array([[13.0, 8.0]]))).ratings()
    assert found.standings[0].rating.value != pytest.approx(plain[0].value, abs=1)
    assert [one.component for one in found.standings] == [1, 1]


def test_an_advantage_is_not_tested_where_more_games_have_no_end_than_have_one():
    won = [game("Ada", "Ben", "1-0"), game("Ben", "Ada", "1-0")] * 8
    tested, untested = (field(*won, *[game("Ada", "Ben", "*")] * many) for many in (16, 17))
    assert tested.first_move.in_ratings
    assert (untested.first_move.p, untested.first_move.in_ratings) == (None, False)
    (*_, remark) = standings(untested, "")
    assert "not tested" in " ".join(remark.remarks)


@each_case(
    ("names", "same"),
    [
        (["Koen de Jongh", "koen de jongh"], True),
        (["Björn", "Bjorn"], True),
        (["Jongh, Koen de", "Koen de Jongh"], True),
        (["K. de Jongh", "Koen de Jongh"], False),
        (["Ada", "Ben"], False),
    ],
)
def test_names_that_may_mean_one_person(names, same):
    assert list(alike(names)) == ([tuple(sorted(names))] if same else [])


def results(strengths, games, seed):
    """Return the players and points of random games; the first mover wins more often."""
    chance = np.random.default_rng(seed)
    who = np.array([chance.choice(len(strengths), 2, replace=False) for _ in range(games)])
    ahead = strengths[who[:, 0]] - strengths[who[:, 1]] + 0.5
    won = chance.random(games) < 1 / (1 + np.exp(-ahead))
    return Contests(who, np.column_stack([won, ~won]).astype(float))


def outcome_of(strengths, games, seed):
    found = differing(results(strengths, games, seed))
    assert found
    return found


@pytest.mark.slow
def test_equal_players_are_told_apart_as_often_as_the_level_says():
    chances = [outcome_of(np.zeros(40), 120, seed).p for seed in range(20)]
    assert sum(p < 0.05 for p in chances) <= 4  # of more, the chance is 0.003
    assert 0.35 < sum(chances) / len(chances) < 0.65


def test_players_of_different_strength_are_told_apart():
    strengths = np.linspace(-2, 2, 40)
    assert all(outcome_of(strengths, 300, seed).is_shown for seed in range(4))


def test_too_few_games_are_not_tested_and_a_test_can_be_repeated():
    games = results(np.linspace(-1, 1, 10), 100, 1)
    assert differing(Contests(games.who[:5], games.points[:5])) is None
    assert differing(games) == differing(games)
    drawn = differing(Contests(games.who, np.full_like(games.points, 0.5)))
    assert drawn
    assert drawn.p == 1
