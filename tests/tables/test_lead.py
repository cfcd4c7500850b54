"""The course of games whose scores are known."""

import pytest

from analysis.games.measures import Measured
from analysis.tables.lead import LeadHistory, leader


def course(*scores: tuple[int, ...], captured: tuple[int, ...] = ()) -> LeadHistory:
    gathered = LeadHistory()
    for ply, score in enumerate(scores, start=1):
        gathered.add(Measured(("a1",) * (ply in captured), score, 1 << ply % 3, ()))
    return gathered


@pytest.mark.parametrize(
    ("scores", "ahead"),
    [((2, 1), 0), ((1, 2), 1), ((1, 1), None), ((1, 1, 2), 2), ((2, 2, 1), None), ((0, 0), None)],
)
def test_who_leads(scores, ahead):
    assert leader(scores) == ahead


def test_a_lead_changes_when_another_side_takes_it_ties_or_not():
    assert course((1, 0), (1, 1), (1, 0), (1, 1), (1, 2), (3, 2)).lead_changes() == 2
    assert course((0, 0), (0, 0)).lead_changes() == 0
    assert course().lead_changes() == 0
    assert course((1, 0, 0), (1, 2, 0), (1, 2, 2), (1, 2, 3)).lead_changes() == 2


def test_the_decisive_ply_is_where_the_last_lead_begins():
    game = course((1, 0), (1, 2), (3, 2), (3, 2))
    assert game.decisive(0) == 3
    assert game.behind(0) == 1
    assert course((1, 0), (1, 0)).decisive(0) == 1


def test_who_did_not_lead_at_the_end_won_with_the_last_ply():
    game = course((1, 0), (1, 1), (0, 1))
    assert game.decisive(0) == 3
    assert game.behind(0) == 1
    assert game.behind(1) == 1
    assert course().decisive(0) is None


def test_captures_and_visited_points():
    game = course((1, 0), (1, 0), (2, 0), captured=(2, 3))
    assert (game.first_capture, game.captures, game.capture_plies) == (2, 2, 2)
    assert game.visited == 0b111
    assert course((0, 0)).first_capture is None
