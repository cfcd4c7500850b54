"""Findings, their catalogue, exceptions with findings, and the cache of readings."""

import copy
import pickle
from pathlib import Path

import pytest

from notation import (
    IllegalMove,
    InvalidPosition,
    LudographError,
    UnknownName,
    UnreadableMove,
)
from notation.catalogue import SECTIONS, catalogue, explain
from notation.errors import MissingExtra, MissingFile
from notation.findings import note, violation
from notation.memo import Memo
from notation.registry import BUILT_IN, games
from tests.cases import each_case

ROOT = Path(__file__).parents[2]
PACKAGES = ("notation", "records", "analysis")


def test_a_kind_is_described_once_a_game():
    kinds = [(kind.code, kind.violation, kind.game) for kind in catalogue()]
    assert len(kinds) == len({*kinds}) > 130
    assert {kind.game for kind in catalogue()} == {None, *BUILT_IN}
    assert {kind.section for kind in catalogue()} == {*SECTIONS}


def test_every_kind_says_something():
    for kind in catalogue():
        assert kind.meaning
        assert not any(mark in kind.meaning + kind.example for mark in "|\n")
        assert kind.violation == kind.section.startswith("errors")


@each_case("kind", catalogue(), ids=lambda kind: f"{kind.code}-{kind.section}")
def test_every_kind_is_made_somewhere(kind):
    assert f'"{kind.code}"' in _source()


def _source(known: list[str] = []) -> str:  # noqa: B006 (read once)
    if not known:
        paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
        known.append("".join(path.read_text(encoding="utf-8") for path in paths))
    return known[0]


def test_the_kinds_of_other_games_are_left_out():
    assert explain("letter-case", ()) == "letters in the other case"
    assert explain("reserve-short", ["gipf"]).startswith("a GIPF piece needs two pieces")
    assert explain("reserve-short", ["megiddo"]) == ""
    assert "`x`" in explain("capture-count", ["epaminondas"])
    both = explain("wrong-side", ["epaminondas", "gipf"])
    assert explain("wrong-side", ["gipf"]) != explain("wrong-side", ["epaminondas"])
    assert explain("wrong-side", ["gipf"]) in both
    assert explain("no-such-code", games()) == ""
    with pytest.raises(UnknownName):
        catalogue(["chess"])


@pytest.mark.parametrize("make", [note, violation])
def test_an_unknown_code_fails_in_tests(make):
    with pytest.raises(AssertionError, match="not in the catalogue"):
        make("no-such-code", "unheard of")


def test_a_note_under_the_code_of_an_error_fails_in_tests():
    with pytest.raises(AssertionError, match="not in the catalogue"):
        note("off-board", "forgiven")


ERRORS = [
    UnreadableMove("2.7.2Q2", 5, "expected a compass direction"),
    IllegalMove(violation("distance", "a lone piece moves at most 1 square, not 2")),
    InvalidPosition("no board"),
    UnknownName("no game"),
    MissingFile("a.txt"),
    MissingExtra("tables"),
]


@each_case("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_of_one_family_and_pass_between_processes(error):
    assert isinstance(error, LudographError)
    assert isinstance(error, ValueError)
    if not isinstance(error, MissingExtra):
        other = pickle.loads(pickle.dumps(error))
        assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))
    assert str(ERRORS[0]) == "'2.7.2Q2': expected a compass direction"
    assert str(ERRORS[4]) == "a.txt: No such file or directory"


def test_a_memo_computes_once_stays_bounded_and_copies_empty():
    calls: list[str] = []

    def number(key: str) -> int:
        calls.append(key)
        return int(key)

    memo = Memo(number, 2)
    assert [memo["3"], memo["3"], memo["4"]] == [3, 3, 4]
    assert calls == ["3", "4"]
    with pytest.raises(ValueError, match="invalid literal"):
        memo["four"]
    assert memo == {"3": 3, "4": 4}
    assert memo["5"] == 5
    assert memo == {"5": 5}
    assert copy.copy(memo) == {}
    other = pickle.loads(pickle.dumps(Memo(int, 7)))
    assert (other["4"], other.limit) == (4, 7)
