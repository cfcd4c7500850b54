"""Games of a batch judged at once: the same replays, where that is worth it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from analysis.games.arrays import Coded
from analysis.replay import at_once
from analysis.replay.at_once import judge_at_once
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import to_json
from records import Record
from tests.games.engine_games import all_games, engine_games


@pytest.fixture(autouse=True)
def _few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "ENOUGH", 1)
    monkeypatch.setattr(at_once, "MANY", 1)


def odd_games(limit: int = 2) -> Iterator[Record]:
    """Yield games as they come: of several games, illegal, lenient, from other starts, empty."""
    for number, game in enumerate(all_games(limit)):
        moves = game.moves
        yield game
        yield replace(game, moves=(*moves[:5], moves[1], *moves[5:]))
        yield replace(game, moves=(f" {moves[0]}!", *moves[1:]))
        yield replace(game, moves=moves[: number % 3], result="1-0")
        yield replace(game, variant="no such variant")
        yield replace(game, moves=moves[4:], start=str(list(replay(game).positions())[4]))


def test_replays_judged_at_once_are_those_of_single_games():
    records = list(odd_games())
    games = list(map(replay, records))
    judged = [game for group in judge_at_once(games) for game in group.games]
    assert sum(game.is_canonical for game in judged) > len(all_games(2)) // 3
    for game, record in zip(games, records, strict=True):
        alone = replay(record)
        assert (game.position, to_json(game)) == (alone.position, to_json(alone))
        assert game.moves == alone.moves


def test_boards_belong_to_the_games_that_they_were_judged_for():
    for group in judge_at_once(map(replay, odd_games())):
        boards = group.boards
        for game, good, last in zip(group.games, boards.good, boards.plies.lasts, strict=True):
            assert game.is_canonical == good
            assert not good or boards.position(last) == game.position


def test_boards_of_good_games_are_those_that_these_have_alone():
    for group in judge_at_once(map(replay, odd_games())):
        good = group.good()
        alone = group.texts.judge(good.games)
        assert list(good.games) == [game for game in group.games if game.is_canonical]
        assert good.codes.tolist() == alone.codes.tolist()
        assert good.boards.good.tolist() == alone.boards.good.tolist()
        assert good.boards.plies.turns.tolist() == alone.boards.plies.turns.tolist()
        assert (good.boards.keys() == alone.boards.keys()).all()
        assert len(good.games) < len(group.games)
        for found, expected in zip(*map(columns, (good, alone)), strict=True):
            assert found == expected


def columns(judged: at_once.JudgedGames) -> list[object]:
    """Return positions and measures of all plies as plain values."""
    captured, scores, occupied, values = judged.boards.measured()
    parts = (*judged.boards.strings(), captured, *scores, *occupied, *(make() for make in values))
    plain = [
        [one.values[code] for code in one.codes] if isinstance(one, Coded) else one.tolist()
        for one in parts
    ]
    moves = judged.boards.count_moves()
    plain.append([] if moves is None else moves.tolist())
    return [*plain, list(judged.boards.positions(np.arange(judged.boards.plies.count)))]


def test_few_plies_are_not_worth_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(at_once, "ENOUGH", 10_000)
    assert judge_at_once(map(replay, all_games(2))) == []


def test_many_batches_are_worth_it(monkeypatch: pytest.MonkeyPatch):
    games = engine_games("gipf-basic-games", 8)
    compiled = replay(games[0]).compiled
    assert compiled
    monkeypatch.setattr(compiled, "played", 0)
    monkeypatch.setattr(at_once, "MANY", 2 * sum(len(game.moves) for game in games))
    assert [len(judge_at_once(map(replay, games))) for _ in range(3)] == [0, 1, 1]
    monkeypatch.setattr(compiled, "played", 0)
    assert judge_at_once(map(replay, games), measured=True)  # numpy is there


def test_full_caches_are_emptied(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(at_once, "MEMO_LIMIT", 10)
    for _ in range(2):
        games: list[Replay] = list(map(replay, all_games(4)))
        for group in judge_at_once(games):
            assert group.boards.good.all()


def test_a_game_that_the_replay_plays_quickly_needs_more_plies(monkeypatch: pytest.MonkeyPatch):
    games = [game for game in all_games(4) if game.game == "epaminondas"]
    plies = sum(len(game.moves) for game in games)
    for enough, judged in ((plies // 2, 0), (plies // 10, 1)):
        monkeypatch.setattr(at_once, "ENOUGH", enough)
        assert len(judge_at_once(map(replay, games))) == judged
