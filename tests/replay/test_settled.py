"""Settled games: what is remembered of their texts is what playing them ply by ply gives."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis import convert, replay
from analysis.games import find
from analysis.games.position import AnyPosition, write_unambiguously
from analysis.replay.replay import Replay
from notation import LudographError, dialects, find_dialect
from records import Record
from tests.examples import examples

VARIANTS = {
    "epaminondas": ("standard+rows=6+columns=5", "standard+symmetry=off+rows=5+columns=4"),
    "gipf": ("basic", "standard", "tournament"),
    "megiddo": ("base", "master+cleopatra", "grand-master+radial-move", "base+players=3"),
}
GAMES = [(game, variant) for game, variants in VARIANTS.items() for variant in variants]
IDS = [f"{game}-{variant}" for game, variant in GAMES]


def drawn(game: str, variant: str, seed: int, plies: int = 60) -> Record:
    """Return a game of legal moves drawn at random, captures rather than none."""
    chance = random.Random(seed)
    dialect = find_dialect(game)
    position, texts = find(game).start(variant), []
    for _ in range(plies):
        legal = list(position.legal_moves())
        if not legal:
            break
        taking = [move for move in legal if position.captured(move)]
        move = chance.choice(taking if taking and chance.random() < 0.7 else legal)
        texts.append(dialect.write(move))
        position = position.play(move)
    return Record(tuple(texts), game, variant, dialect.name)


def walked(game: Replay) -> Iterator[tuple[AnyPosition, Any, AnyPosition]]:
    """Read, resolve and play every ply of a game that leaves no choice."""
    position = game.start
    for index in range(len(game.record.moves)):
        assert position is not None
        (choice,) = game.options(position, index)
        assert choice.candidate is not None
        assert not choice.findings
        yield position, choice.candidate.move, choice.after
        position = choice.after


def wording(plies: list[tuple[AnyPosition, Any, AnyPosition]], dialect: Any) -> list[str] | str:
    try:
        return [write_unambiguously(before, move, dialect) for before, move, _ in plies]
    except LudographError as error:
        return str(error)


def converted(game: Replay, dialect: Any) -> list[str] | str:
    conversion = convert(game, dialect.name)
    if conversion.record is None:
        (refused,) = conversion.violations
        return refused.message.partition(": ")[2]
    return list(conversion.record.moves)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), GAMES, ids=IDS)
@given(seed=st.integers(0, 1 << 20))
@examples(8)
def test_what_is_remembered_is_what_the_board_says(game, variant, seed):
    record = drawn(game, variant, seed)
    settled = replay(record)
    assert settled.is_canonical
    slow = list(walked(settled))
    quick = [(ply.before, ply.move, ply.after) for ply in settled.plies()]
    assert quick == slow
    # Removals that divide differently into rows are equal, and yet are not written alike.
    assert list(map(repr, quick)) == list(map(repr, slow))
    assert list(map(repr, settled.moves)) == [repr(move) for _, move, _ in slow]
    assert list(settled.positions()) == [settled.start, *(after for _, _, after in slow)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), GAMES, ids=IDS)
@given(seed=st.integers(0, 1 << 20))
@examples(5)
def test_every_pair_of_dialects_converts_as_the_board_has_it(game, variant, seed):
    record = drawn(game, variant, seed)
    for source in dialects(game):
        written = convert(replay(record), source.name).record
        if written is None:
            # The short way has no words for one removal where another is likelier.
            assert source.name == "short"
            continue
        again = replay(written)
        if again.is_canonical:
            slow = list(walked(again))
            for target in dialects(game):
                assert converted(again, target) == wording(slow, target)


def test_captures_in_another_order_are_put_in_order():
    texts = ["A1", "B1", "A2", "C1", "D1 (C1, B1)"]
    moves = convert(replay(Record(tuple(texts), "megiddo", "base", "book"))).record
    assert moves is not None
    assert moves.moves[-1] == "D1 (C1, B1)"
    texts[-1] = "D1 (B1, C1)"
    other = replay(Record(tuple(texts), "megiddo", "base", "book"))
    assert other.is_canonical
    assert convert(other).record == moves
