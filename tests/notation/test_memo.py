"""A memo gives what its function gives, computes it once, and stays bounded."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.errors import UnreadableMove
from notation.memo import MEMO_LIMIT, Memo
from notation.registry import dialects, games


@given(st.lists(st.integers(0, 20)), st.integers(1, 10))
def test_a_memo_gives_what_its_function_gives_and_stays_bounded(keys, limit):
    memo = Memo(str, limit)
    for key in keys:
        assert memo[key] == str(key)
        assert key in memo
        assert len(memo) <= limit


def test_what_is_known_is_not_computed_again():
    calls: list[int] = []

    def doubled(key: int) -> int:
        calls.append(key)
        return key * 2

    memo = Memo(doubled)
    assert [memo[3], memo[3], memo[4], memo[3]] == [6, 6, 8, 6]
    assert calls == [3, 4]
    assert memo.limit == MEMO_LIMIT


def test_nothing_is_kept_of_what_cannot_be_computed():
    memo: Memo[str, int] = Memo(int)
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            memo["four"]
    assert memo == {}
    assert memo.get("4") is None


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_copies_begin_empty(copied):
    memo: Memo[str, int] = Memo(int, 7)
    assert memo["4"] == 4
    other = copied(memo)
    assert other == {}
    assert (other["5"], other.limit) == (5, 7)


def test_a_dialect_that_has_read_anything_can_be_sent_to_another_process():
    for game in games():
        for dialect in dialects(game):
            with pytest.raises(UnreadableMove):
                dialect.read("nothing like a move")
            assert type(pickle.loads(pickle.dumps(dialect))) is type(dialect)
