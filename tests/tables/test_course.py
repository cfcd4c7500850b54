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


COURSES: dict[str, tuple[tuple[tuple[int, ...], ...], list[Any], int, int]] = {
    "always even": (((0, 0), (0, 0)), [None, None], 0, 2),
    "one side": (((1, 0), (1, 0)), ["red", "red"], 0, 1),
    "ties between": (
        ((1, 0), (1, 1), (1, 0), (1, 1), (1, 2), (3, 2)),
        ["red", None, "red", None, "blue", "red"], 2, 6,
    ),
    "the last lead": (((1, 0), (1, 2), (3, 2), (3, 2)), ["red", "blue", "red", "red"], 2, 3),
    "three sides": (
        ((1, 0, 0), (1, 2, 0), (1, 2, 2), (1, 2, 3)), ["red", "blue", None, "green"], 2, 4,
    ),
}  # fmt: skip
"""Scores of each ply; who leads, how often another side takes the lead, and the ply from which the
first side leads to the end, the last one if it does not."""


@pytest.mark.parametrize(("scores", "leading", "changes", "since"), COURSES.values(), ids=COURSES)
def test_who_leads_how_often_that_changes_and_since_when(scores, leading, changes, since):
    plies, game = course(*scores)
    assert [plies.leading.values[code] for code in plies.leading.codes] == leading
    assert game.changes == changes
    assert game.leads_from[0] == since


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
    assert course()[1].changes == 0
