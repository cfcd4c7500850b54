"""Conversion: every legal game in every dialect, exactly, and nothing that is not legal."""

from dataclasses import replace

import pytest

from analysis import convert, replay
from notation import UnknownName
from notation.findings import note
from records import Record
from tests.records.samples import DEMONSTRATION, engine_games, read_one

COLUMNS = {"abbott": "abbott", "span": "span", "abstractplay": "moves"}
"""The dialects, and what the engine games call them."""


@pytest.mark.parametrize("target", COLUMNS)
@pytest.mark.parametrize("source", COLUMNS)
def test_engine_games_are_converted_exactly(source, target):
    for game in engine_games(10):
        moves = tuple(game[COLUMNS[source]])
        record = Record(moves, "epaminondas", "standard+symmetry=off", source)
        converted = convert(replay(record), target).record
        assert converted is not None
        assert converted.moves == tuple(game[COLUMNS[target]])
        assert converted.dialect == target


def test_all_else_stays_as_it_was():
    record = Record(
        ("2.7.2 n2", "11.6.2SE2"),
        "epaminondas",
        dialect="abbott",
        tags={"White": "A", "Odd": '"'},
        result="1-0",
        comment="before",
        details={1: {"comment": "so", "marks": "!?", "seconds": 3}},
        findings=(note("title", "taken for the title"),),
        extra={"id": 7},
        places=((1, 1), (1, 10)),
    )
    conversion = convert(replay(record), "span")
    assert conversion.record == replace(
        record, moves=("g1,g2-g4", "e12,f11-h9"), dialect="span", places=()
    )
    assert conversion.violations == ()


def test_without_a_dialect_the_spelling_becomes_canonical():
    record = read_one(
        "1. 2,7,2 N2 11.6.2se2\n2. 2.6.3 E1 10.7.3S3\n3. 2.8.1SO1 11.11.2SW2 4.7.4N3\n"
    )
    converted = convert(replay(record)).record
    assert converted is not None
    assert converted.moves == DEMONSTRATION[:7]


def test_a_text_with_two_readings_is_written_as_the_one_that_was_played():
    moves = ("g1,g2-g3", "a11-a10", "g3,g4-g6")
    converted = convert(replay(Record(moves, "epaminondas", "standard", "span")), "span").record
    assert converted is not None
    assert converted.moves == ("g1,g2-g4", "a11-a10", "g3,g4-g6")


BROKEN = {
    "illegal": (("2.7.2N3",), "1-0", ["distance"]),
    "miscounted": (("2.7.2N2x1",), "*", ["capture-count"]),
    "unreadable": (("2.7.2N2", "?"), "*", ["unreadable"]),
}


@pytest.mark.parametrize(("moves", "result", "codes"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_not_converted(moves, result, codes):
    record = Record(moves, "epaminondas", "standard", "abbott", result=result)
    conversion = convert(replay(record), "span")
    assert conversion.record is None
    assert [one.code for one in conversion.violations] == codes


def test_a_dialect_that_the_game_does_not_have():
    record = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")
    with pytest.raises(UnknownName, match="epaminondas has no dialect 'modern'"):
        convert(replay(record), "modern")
