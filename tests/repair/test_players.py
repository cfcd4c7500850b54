"""How rare the moves of rivals are: captures, choices, plies put in, and the time there is."""

from dataclasses import replace
from math import inf, log10
from statistics import fmean

import pytest

from analysis import replay
from analysis.repair.confidence import Players
from analysis.typos.model import load
from tests.repair.test_search import MEGIDDO

QUIET = MEGIDDO.moves[:14]
"""Plies after each of which one choice fewer is left, of 36, and of which none captures."""


def rarities(*games, added=None, first=0, deadline=inf):
    replays = [replay(replace(MEGIDDO, moves=moves)) for moves in games]
    assert all(one.valid for one in replays)
    found = Players(load()).rarities(replays, added or [()] * len(games), first, deadline)
    return pytest.approx(found)


def test_a_move_that_captures_is_likelier_by_the_price_and_others_are_alike():
    captures, others = (*QUIET, "C5 (B5, A5)"), [(*QUIET, text) for text in ("A1", "F1")]
    capture = load().price("confidence", "capture")
    assert rarities(captures, *others, first=14) == [0.0, capture, capture]


def test_each_choice_of_fewer_than_usual_makes_a_game_likelier():
    usual = fmean(map(log10, range(31, 37)))
    assert rarities(QUIET[:6], QUIET[:7]) == [usual - log10(30), 0.0]


def test_where_time_runs_out_all_are_as_rare():
    assert rarities(QUIET[:6], QUIET[:7], deadline=-inf) == [0.0, 0.0]
