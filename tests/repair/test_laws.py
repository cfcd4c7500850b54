"""Laws of repairs: legal games are never changed, and repaired games are not changed again."""

import random
from dataclasses import replace
from functools import cache

import pytest

import records
from analysis import repair, replay
from analysis.cli.repair import kept
from analysis.replay.findings import result_of
from ludograph.testing import random_game
from notation import UnwritableMove, dialects
from records import Record
from records.formats import find
from scripts.corrupt import DAMAGES, corrupt
from tests.games.test_contract import SUBJECTS
from tests.records.samples import DEMONSTRATION
from tests.repair.test_repair import GAME, damaged

FORMATS = ("text", "jsonl")
SECONDS = 0.5


@cache
def games():
    """Return random games of variants in every dialect that can write them, named and unnamed."""
    return list(written_games())


def written_games():
    for subject in SUBJECTS:
        played = random_game(subject, 0)
        position, move = played[-1]
        last = position.after(move)
        outcome = last.outcome()
        result = result_of(outcome.winner, last.sides) if outcome else "*"
        for dialect in dialects(subject.game):
            try:
                texts = tuple(dialect.write(before.with_counts(one)) for before, one in played)
            except UnwritableMove:
                continue
            yield Record(texts, subject.game, subject.variant, dialect.name, result=result)
            yield Record(texts, subject.game, None, dialect.name, result=result)


def through_files(record, done):
    """Yield the records that are read from the output of a repair, in each format."""
    for name in FORMATS:
        form = find(name)
        written = kept(done, form, "")
        (again,) = records.read_text(records.write(written, name))
        assert records.write(again, name) == records.write(written, name), record
        yield again


def is_left_alone(record):
    """Whether a game is valid; asserts that repairs then keep it, also after a round trip."""
    if not replay(record).valid:
        return False
    done = repair(record)
    assert done.valid
    assert done.record == record
    assert not done.edits
    for again in through_files(record, done):
        found = repair(again)
        assert (found.valid, found.record.moves) == (True, record.moves)
    return True


def test_no_valid_game_is_changed():
    assert is_left_alone(GAME)


@pytest.mark.slow
def test_none_of_a_hundred_valid_games_is_changed():
    assert sum(map(is_left_alone, games())) >= 100


def stays_mended(record):
    """Whether a game has a repair; asserts that a repair of the repaired game changes nothing."""
    done = repair(record, seconds=SECONDS)
    if not done.solutions:
        return False
    for again in through_files(record, done):
        found = repair(again, seconds=SECONDS)
        assert found.valid or found.playable, record
        assert not found.edits
        assert found.record == again
    return True


def test_what_was_mended_stays_so():
    assert stays_mended(damaged(9, DEMONSTRATION[9], DEMONSTRATION[9]))


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_was_mended_stays_so_in_every_game_and_dialect(damage):
    chance, found = random.Random(damage), 0
    for number, truth in enumerate(games()):
        if number % 52 == 2 * list(DAMAGES).index(damage) and replay(truth).valid:
            short = replace(truth, moves=truth.moves[:30], result="*")
            found += stays_mended(corrupt(short, DAMAGES[damage], chance))
    assert found
