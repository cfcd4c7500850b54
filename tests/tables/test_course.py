"""The course of games whose scores are known."""

from typing import Any

import numpy as np
import pytest

from analysis.games import GAMES, find
from analysis.games.arrays import Coded, MeasuredPlies, PositionBoards
from analysis.replay.judged import ReplayedGroup
from analysis.tables.values import Course, GroupPlies


class Scored(PositionBoards[Any]):
    """Boards of one game with given scores and captures; each ply fills one of three points."""

    def __init__(self, start, scores, captured):
        measures = GAMES[start.GAME].measures()
        super().__init__(start, np.array([len(scores)], np.int32), scores, scores, measures)
        self._captured = captured

    def measured(self) -> MeasuredPlies:
        plies = range(1, len(self._after) + 1)
        taken = [("a1",) * (ply in self._captured) for ply in plies]
        scores = np.array(self._after, np.int64).reshape(len(self._after), -1).T
        return MeasuredPlies(Coded(taken, np.arange(len(taken), dtype=np.int32)), (*scores,), ())

    @property
    def occupied(self) -> Any:
        plies = range(1, len(self._after) + 1)
        return np.array([[1 << ply % 3 for ply in plies]], np.uint64)


def course(*scores: tuple[int, ...], captured: tuple[int, ...] = ()) -> tuple[GroupPlies, Course]:
    players = len(scores[0]) if scores else 2
    start = find("megiddo").start("base" if players == 2 else f"base+players={players}")
    group = ReplayedGroup(start, [0], [])
    group.boards = Scored(start, scores, captured)
    plies, found = GroupPlies(group, [None]), Course(1)  # type: ignore[list-item]
    found.add(plies)
    return plies, found


@pytest.mark.parametrize(
    ("scores", "ahead"),
    [((2, 1), "red"), ((1, 2), "blue"), ((1, 1), None), ((1, 1, 2), 2), ((2, 2, 1), None)],
)
def test_who_leads(scores, ahead):
    plies, _ = course(scores)
    expected = plies.sides[ahead] if isinstance(ahead, int) else ahead
    assert plies.leading.values[plies.leading.codes[0]] == expected


@pytest.mark.parametrize(
    ("scores", "changes"),
    [
        (((1, 0), (1, 1), (1, 0), (1, 1), (1, 2), (3, 2)), 2),
        (((0, 0), (0, 0)), 0),
        ((), 0),
        (((1, 0, 0), (1, 2, 0), (1, 2, 2), (1, 2, 3)), 2),
    ],
)
def test_a_lead_changes_when_another_side_takes_it_ties_or_not(scores, changes):
    assert course(*scores)[1].changes == changes


def test_the_decisive_ply_is_where_the_last_lead_begins():
    _, game = course((1, 0), (1, 2), (3, 2), (3, 2))
    assert (game.leads_from[0], game.of_others[0]) == (3, 1)
    assert course((1, 0), (1, 0))[1].leads_from[0] == 1


def test_who_did_not_lead_at_the_end_won_with_the_last_ply():
    _, game = course((1, 0), (1, 1), (0, 1))
    assert game.leads_from[0] == 3
    assert game.of_others[:2].tolist() == [[1], [1]]


def test_captures_and_visited_points():
    _, game = course((1, 0), (1, 0), (2, 0), captured=(2, 3))
    found = game.first_capture, game.captures, game.capture_plies, game.covered
    assert np.concatenate(found).tolist() == [2, 2, 2, 3]
    assert course((0, 0))[1].first_capture == 0
    assert course()[1].covered == 0
