"""The answers of a library equal those of a plain scan of all games."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.batch import InputOptions
from analysis.library import tree
from analysis.library.importing import Indexer
from analysis.library.index import BoardKind
from analysis.library.pattern import PatternBoard
from analysis.library.search import Query
from analysis.replay import Replay, batch
from analysis.replay.batch import Batch
from analysis.replay.verdict import GameFacts
from analysis.select.position import TargetPosition
from tests.library import comparing, plain

EACH = 1


@pytest.mark.parametrize("each", [1, pytest.param(15, marks=pytest.mark.slow)])
def test_answers_are_those_of_a_plain_scan(
    each: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The library has games of every kind; it is compared before and after games are removed."""
    games, chance = plain.replays(each), random.Random(7)
    with plain.library_of(str(tmp_path / "games.ludo"), plain.records(each)) as library:
        for compare in comparing.EVERY:
            compare([library], games, chance)
        monkeypatch.setattr(tree, "FEW", 0)
        for _ in range(4):
            comparing.compare_trees([library], games, chance)
        for (_, stored), game in zip(library.games(), games, strict=True):
            source, judged = game.record.source, GameFacts.of(game).judgement
            outcome = judged.outcome and judged.outcome._replace(message="")  # it is not stored
            assert stored.judgement == judged._replace(outcome=outcome)
            assert (stored.played, stored.record.tags) == (game.played, game.record.tags)
            assert [*stored.source.values()] == [source.path, source.line, source.game]
        starts = {game.start for game in games if game.start}
        for wanted in starts:
            comparing.compare_node([library], games, wanted)
        gone = range(1, len(games), 3)
        with library.changing():
            library.remove(gone)
        for wanted in starts:
            found = comparing.scan(games, plain.reaches(wanted, False))
            left = [(number, ply) for number, ply in found if number not in gone]
            comparing.agree([library], Query(targets=(TargetPosition.of(wanted, False),)), left)


def test_games_judged_at_once_are_indexed_as_those_replayed_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
):
    index = Indexer(InputOptions())
    slowly = [index([record]) for record in plain.records(EACH)]
    monkeypatch.setattr(batch, "ENOUGH", 1)
    monkeypatch.setattr(Replay, "positions", None)  # but for what arrays do not cover
    covered = 0
    for one, record in zip(slowly, plain.records(EACH), strict=True):
        if not Batch([record], measured=True, share=batch.LOADED).groups:
            continue
        covered += 1
        quickly = index([record])
        assert quickly.games == one.games
        for found, known in zip(quickly.plies, one.plies, strict=True):
            assert found.kind == known.kind
            for name in ("games", "keys", "boards"):
                assert (getattr(found, name) == getattr(known, name)).all()
    assert covered > 4 * EACH


def test_a_source_that_is_no_place_in_a_file_is_stored_as_it_is(tmp_path: Path):
    one, other = plain.records(1)[:2]
    sources = [{"sheet": "4a", "by": ["Ada"]}, {"path": "a.txt", "line": 7, "game": 2}]
    games = [replace(game, extra={"source": source})
             for game, source in zip((one, other), sources, strict=True)]  # fmt: skip
    with plain.library_of(str(tmp_path / "games.ludo"), games) as library:
        assert [stored.source for _, stored in library.games()] == sources


def test_games_without_plies_are_stored(tmp_path: Path):
    games = [replace(one, moves=()) for one in plain.records(1)]
    with plain.library_of(str(tmp_path / "games.ludo"), games) as library:
        assert [stored.played for _, stored in library.games()] == [0] * len(games)


def test_a_mark_of_an_emptied_point_may_be_a_piece_of_another_game():
    board = PatternBoard(BoardKind("gipf", "basic"))
    assert [board.sign(one) for one in "xX+w"] == [".", None, ".", "w"]
    board.letters = ("x", "o")
    assert [board.sign(one) for one in "xX+w"] == ["x", "x", ".", None]
