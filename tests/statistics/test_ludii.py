"""Ludii's metrics, worked out game by game and position by position as its source has them."""

from itertools import product
from math import log10, tanh
from statistics import fmean, pvariance

import pytest

import analysis
import ludograph
from analysis.games import all_games as known_games
from analysis.games import find
from analysis.statistics import summarize
from analysis.statistics.complexity import arrangements, plain_state_space, state_space
from analysis.statistics.ludii import OF_GAMES
from records import Record
from tests.games.engine_games import all_games

THREE = [
    Record(("A1", "B1", "C3", "D4"), "megiddo", "base+players=3", result="2"),
    Record(("A1", "C3"), "megiddo", "base+players=3"),
]
UNFINISHED = [
    Record(one.moves[:40], one.game, one.variant, one.dialect) for one in all_games(1) if one.moves
]
DRAWN = Record(("2.7.2N2", "11.6.2SE2"), "epaminondas", "standard", "abbott", result="1/2-1/2")


def evaluations(position):
    """Return the evaluation of a position for each player: own value less the others'."""
    scores = find(position.variant.GAME).measures().standing(position)
    total = sum(scores)
    values = [score / total if total else 1 / len(scores) for score in scores]
    return [tanh(2 * value - sum(values)) for value in values]


def trial(game):
    """Return the metrics of one game, position by position."""
    before = list(game.positions())[:-1]
    seen = [evaluations(position) for position in before]
    players = range(len(seen[0]))
    winners = game.verdict if game.verdict and len(game.verdict) == 1 else tuple(players)
    threshold, changes, past, drama = -1.0, 0, set[int](), []
    for values in seen:
        leaders = {one for one in players if values[one] == max(values)}
        changes += leaders != past
        past = leaders
        drama.append(fmean(max(values) - values[one] for one in winners))
        threshold = max([threshold, *(values[one] for one in players if one not in winners)])
    above = [any(values[one] > threshold for one in winners) for values in seen]
    legal = [position.count_moves() for position in before]
    return {
        "Drama": fmean(drama),
        "LeadChange": changes / len(seen),
        "Stability": sum(pvariance([values[one] for values in seen]) for one in players),
        "DecisivenessThreshold": threshold,
        "DecisivenessMoves": (above.index(True) if any(above) else len(seen)) / len(seen),
        "DurationMoves": len(seen),
        "BranchingFactor": fmean(legal),
        "DecisionFactor": fmean(many for many in legal if many > 1),
        "DecisionMoves": fmean(many > 1 for many in legal),
        "GameTreeComplexity": len(seen) * log10(fmean(legal)),
    }


@pytest.mark.slow
def test_metrics_are_those_of_every_position():
    records = [*all_games(2), *UNFINISHED, *THREE, DRAWN]
    games = analysis.games(records)
    plies = analysis.plies(records, legal_moves=True)
    found = {
        (one.keys["game"], one.keys["variant"]): one
        for one in summarize(games, plies, with_ludii=True)
    }
    replays = list(ludograph.replay(records))
    assert len(found) == len({(one.game, one.variant) for one in records}) > 5
    for (name, variant), summary in found.items():
        own = [game for game in replays if (game.record.game, str(game.variant)) == (name, variant)]
        results = [trial(game) for game in own]
        assert summary.ludii is not None
        for metric in OF_GAMES:
            if metric != "BoardCoverageDefault":
                expected = fmean(one[metric] for one in results)
                assert summary.ludii[metric] == pytest.approx(expected), metric
        won = [one.verdict[0] for one in own if one.verdict and len(one.verdict) == 1]
        start = find(str(name)).start(variant)
        wins = [won.count(side) / len(own) for side in range(len(start.sides))]
        outcome = {name: summary.ludii[name] for name in ("Completion", "AdvantageP1", "Balance")}
        assert outcome == {
            "Completion": pytest.approx(len(won) / len(own)),
            "AdvantageP1": pytest.approx(wins[start.turn]),
            "Balance": pytest.approx(1 - max(wins) + min(wins)),
        }
        assert summary.ludii["Timeouts"] == sum(one.verdict is None for one in own) / len(own)


def test_unasked_there_are_no_metrics():
    (one,) = summarize(analysis.games([DRAWN]), analysis.plies([DRAWN]))
    assert one.ludii is None
    assert "ludii" not in one.to_json()


def test_a_game_without_plies_has_no_metrics_of_plies():
    empty = Record((), "gipf", "basic", result="1-0")
    (one,) = summarize(analysis.games([empty]), analysis.plies([empty]), with_ludii=True)
    assert one.ludii is not None
    of_plies = set(OF_GAMES) - {"BoardCoverageDefault"}
    assert {one.ludii[name] for name in of_plies} == {None}


@pytest.mark.parametrize("kinds", [(2, 1), (3, 3), (0, 2), (5, 5, 1)], ids=str)
def test_arrangements_are_counted_one_by_one(kinds):
    boards = product(range(len(kinds) + 1), repeat=5)
    fitting = [
        board
        for board in boards
        if all(board.count(kind) <= most for kind, most in enumerate(kinds, start=1))
    ]
    assert arrangements(5, kinds) == len(fitting)


def test_pieces_without_bounds_give_ludii_s_bound():
    assert arrangements(36, (36, 36)) == 3**36
    assert plain_state_space("megiddo", "base") == pytest.approx(36 * log10(3))
    assert state_space("megiddo", "base") == pytest.approx(36 * log10(3) + log10(2))
    assert state_space("gipf", "no such variant") is None


@pytest.mark.parametrize("game", [one.name for one in known_games()])
def test_the_own_bound_is_the_closer_one(game):
    variant = str(find(game).variant())
    own, theirs = state_space(game, variant), plain_state_space(game, variant)
    assert own is not None
    assert theirs is not None
    assert 0 < own <= theirs + log10(2)
