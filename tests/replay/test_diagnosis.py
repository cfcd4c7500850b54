"""Violations that end a replay: message, place, and suggested moves."""

import random
from dataclasses import replace

import pytest

from analysis import replay
from analysis.replay.setup import SUGGESTED
from notation import Finding, dialects
from records import Record
from scripts.corrupt import DAMAGES, corrupt
from scripts.trials import PLAYED, material
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION


def diagnosed(moves: tuple[str, ...] | list[str], dialect: str = "abbott") -> Finding:
    (found,) = replay(Record(tuple(moves), "epaminondas", "standard", dialect)).violations
    return found


def without(index: int) -> list[str]:
    return [*DEMONSTRATION[:index], *DEMONSTRATION[index + 1 :]]


def exchanged(index: int) -> list[str]:
    first, second = DEMONSTRATION[index : index + 2]
    return [*DEMONSTRATION[:index], second, first, *DEMONSTRATION[index + 2 :]]


@each_case("index", [0, 1, 2, 5, 12, 18])
def test_a_missing_ply_is_told_where_the_other_side_plays_on(index):
    found = diagnosed(without(index))
    side, other = ("White", "Black") if index % 2 == 0 else ("Black", "White")
    assert (found.code, found.ply) == ("missing-ply", index + 1)
    assert found.message == (
        f"a move of {side}'s is missing before this one, which is legal for {other}"
    )
    assert (found.text, found.number) == (DEMONSTRATION[index + 1], index // 2 + 1)
    assert found.suggestions == ()


@each_case("index", [0, 1, 2, 6, 10, 13, 21])
def test_two_plies_exchanged_are_told_with_the_order_that_is_legal(index):
    found = diagnosed(exchanged(index))
    first, second = DEMONSTRATION[index : index + 2]
    side, other = ("White", "Black") if index % 2 == 0 else ("Black", "White")
    assert (found.code, found.ply) == ("exchanged-plies", index + 1)
    assert found.message == (
        f"exchanged with the next move: {second} is {other}'s and {side} is to move; "
        f"{first} followed by {second} is legal"
    )


MEANT = {
    "a digit changed": ("2.7.2N2", "2.7.3N2"),
    "a digit dropped": ("11.6.2SE2", "1.6.2SE2"),
    "a digit doubled": ("2.6.3E1", "2.6.33E1"),
    "two digits exchanged": ("10.7.3S3", "1.07.3S3"),
    "a direction changed": ("2.8.1SW1", "2.8.1S1"),
    "a letter that is no direction": ("4.7.4N3x3", "4.7.4M3x3"),
    "no point": ("11.9.2SW1", "11.92SW1"),
}


@each_case(("meant", "written"), MEANT.values(), ids=MEANT)
def test_what_was_meant_is_suggested_first_where_the_game_goes_on_from_it(meant, written):
    index = DEMONSTRATION.index(meant)
    moves = [*DEMONSTRATION]
    moves[index] = written
    found = diagnosed(moves)
    assert found.ply == index + 1
    assert found.suggestions[0] == meant
    assert len(found.suggestions) <= SUGGESTED


SLIPS = {
    "points between letters": (2, "11.6.2S.E.3", "11.6.2SE2"),
    "a common slip before a rare one": (11, "7.7.EN3", "7.7.3N3"),
    "a scanner's letters": (1, "£.7.2NZ", "2.7.2N2"),
    "blanks": (4, "1O. 7 .3 S4", "10.7.3S3"),
}


@each_case(("ply", "written", "meant"), SLIPS.values(), ids=SLIPS)
def test_suggestions_are_priced_like_repairs(ply, written, meant):
    moves = [*DEMONSTRATION]
    moves[ply - 1] = written
    found = diagnosed(moves)
    assert (found.ply, found.suggestions[0]) == (ply, meant)
    assert found.shares[0] > 0.5


def test_a_suggestion_after_which_the_game_breaks_off_at_once_comes_later():
    assert diagnosed(["2.7.2N3"]).suggestions[0] == "2.7.2N2"
    # After any other move there is no stone on g3.
    assert diagnosed(["2.7.2N3", "11.6.2SE2", "3.7.1N1"]).suggestions[0] == "2.7.2N1"


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_each_suggestion_is_legal_and_none_is_less_likely_than_the_next(game):
    chance, told = random.Random(game), 0
    for dialect in dialects(game):
        for truth in material(game, dialect.name, 100):
            damaged = corrupt(truth, DAMAGES["one"], chance)
            for found in (one for one in replay(damaged).violations[:1] if one.ply):
                told += bool(found.suggestions)
                for text in found.suggestions:
                    moves = (*damaged.moves[: (found.ply or 1) - 1], text)
                    assert replay(replace(damaged, moves=moves)).played == found.ply
                assert list(found.shares) == sorted(found.shares, reverse=True)
                assert sum(found.shares) <= 1
    assert told
