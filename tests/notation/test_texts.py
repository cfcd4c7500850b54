"""Texts of every dialect: `texts.jsonl` has the meaning of each, or the place of its error.

A text ``means`` a canonical text, or has several ``readings``, the likeliest first; ``notes`` are
the codes and columns of its notes, ``says`` are some of their messages. A text without a move is
refused ``at`` a character, from 0, with a ``reason``. In a line of print, some moves are ``found``.

The time for reading a repetitive text is proportional to its length.
"""

from pathlib import Path

import pytest

from notation import UnreadableMove, dialects, find_dialect
from notation.registry import BUILT_IN
from tests.cases import each_case, each_line
from tests.fuzz.watch import limited

TEXTS = Path(__file__).with_name("texts.jsonl")


def dialect_of(case):
    return find_dialect(*case["dialect"].split("-"))


@each_line(TEXTS, "notes")
def test_a_leniency_is_noted_at_its_place(case):
    dialect = dialect_of(case)
    reading = dialect.read(case["text"])
    assert [[one.code, one.column] for one in reading.notes] == case["notes"]
    assert not any(one.violation for one in reading.notes)
    assert {*case.get("says", ())} <= {one.message for one in reading.notes}
    if "means" in case:
        clean = dialect.read(case["means"])
        assert (reading.moves, clean.notes) == (clean.moves, ())
    if "readings" in case:
        abbott = find_dialect("epaminondas", "abbott")
        assert [abbott.write(move) for move in reading.moves] == case["readings"]


@each_line(TEXTS, "reason")
def test_what_is_no_move_is_refused_at_its_place(case):
    with pytest.raises(UnreadableMove) as caught:
        dialect_of(case).read(case["text"])
    assert (caught.value.text, caught.value.column) == (case["text"], case["at"])
    assert case["reason"] in caught.value.reason


@each_line(TEXTS, "found")
def test_print_is_taken_apart_into_moves(case):
    found = [one[0].strip() for one in dialect_of(case).lenient_pattern.finditer(case["text"])]
    assert found[: len(case["found"]) or 1] == case["found"]


UNITS = (
    *("C5 x ", "C5x   ", "x C5 ", "(C5 ", "(C5) ", "xb3,b4,b5    ", "xb3 ; ", "xb3, ", "Gb3 - "),
    *(
        "rowa1-a5 gipfb3 ",
        "ne1-e2 ",
        "f1,g2-",
        "f1 , ",
        "e4xe9 ",
        "2.7.2 ",
        "2. 7. ",
        "- ",
        "x",
        "[2] ",
    ),
)
"""Parts of moves, with blanks where none belong."""

DIALECTS = [dialect for game in BUILT_IN for dialect in dialects(game)]


@each_case("dialect", DIALECTS, ids=lambda one: f"{one.game}-{one.name}")
def test_a_part_that_repeats_does_not_multiply_the_time(dialect):
    for unit in (*UNITS, f"{dialect.example}  "):
        for text in (unit * 30, f"5{unit * 30}!"):
            with limited():
                dialect.lenient_pattern.search(text)
                dialect.lenient_pattern.fullmatch(text)
                dialect.canonical_pattern.fullmatch(text)
