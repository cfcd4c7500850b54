"""Texts of every dialect: `texts.jsonl` has what each means, or where it is refused and why.

A text ``means`` a canonical one; ``notes`` are the codes and columns of its notes, ``says`` some
of their messages. One that is no move is refused ``at`` a character, from 0, with a ``reason``. In
a line of print, some moves are ``found``.
"""

import json
from pathlib import Path

import pytest

from notation import UnreadableMove, find_dialect
from tests.cases import each_case

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("texts.jsonl").read_text(encoding="utf-8").splitlines()
]


def cases(key):
    """Run a test with the cases that state something, and the dialect of each."""
    some = [(find_dialect(*one["dialect"].split("-")), one) for one in CASES if key in one]
    names = [f"{one['dialect']}: {one['text']}" for _, one in some]
    return each_case(("dialect", "case"), some, ids=names)


@cases("notes")
def test_a_leniency_is_noted_at_its_place(dialect, case):
    reading = dialect.read(case["text"])
    assert [[one.code, one.column] for one in reading.notes] == case["notes"] != []
    assert not any(one.violation for one in reading.notes)
    assert {*case.get("says", ())} <= {one.message for one in reading.notes}
    if "means" in case:
        clean = dialect.read(case["means"])
        assert (reading.moves, clean.notes) == (clean.moves, ())


@cases("reason")
def test_what_is_no_move_is_refused_at_its_place(dialect, case):
    with pytest.raises(UnreadableMove) as caught:
        dialect.read(case["text"])
    assert (caught.value.text, caught.value.column) == (case["text"], case["at"])
    assert case["reason"] in caught.value.reason


@cases("found")
def test_print_is_taken_apart_into_moves(dialect, case):
    found = [one[0].strip() for one in dialect.lenient_pattern.finditer(case["text"])]
    assert found[: len(case["found"]) or 1] == case["found"]
