"""Conversion: legal games are converted exactly to every dialect, illegal games are not."""

from dataclasses import replace

import pytest

import ludograph
import records
from analysis import convert, replay
from notation.findings import note
from records import Record


def test_all_else_stays_as_it_was():
    record = Record(
        ("2.7.2 n2", "11.6.2SE2"),
        "epaminondas",
        dialect="abbott",
        tags={"White": "A", "Odd": '"'},
        result="1-0",
        comment="before",
        details={1: {"comment": "so", "marks": "!?", "seconds": 3}},
        findings=(note("title", "read as the title"),),
        extra={"id": 7},
        places=((1, 1), (1, 10)),
    )
    conversion = convert(replay(record), "span")
    assert conversion.record == replace(
        record, moves=("g1,g2-g4", "e12,f11-h9"), dialect="span", places=()
    )
    assert conversion.violations == ()


@pytest.mark.parametrize("counts", [False, True], ids=["without", "with counts"])
def test_a_valid_game_never_becomes_an_invalid_one(counts):
    record = Record(("nh6-h4",), "gipf", "basic", "pbem", details={0: {"reserve": 5}})
    assert replay(record).valid
    conversion = convert(replay(record), "complete", counts=counts)
    assert conversion.record is None
    (finding,) = conversion.violations
    assert finding.code == "cannot-convert"
    assert finding.message.endswith(
        "move 1, White: (5) is written, and White has 11 pieces in reserve"
    )


def test_counts_that_speak_for_another_variant_do_not_change_it():
    moves, details = ("nh6-h4", "nb1-b3"), {0: {"reserve": 14}, 1: {"reserve": 14}}
    record = Record(moves, "gipf", None, "pbem", details=details)
    before = replay(record)
    conversion = convert(before, "complete")
    if conversion.record is None:
        assert "is written, and" in conversion.violations[0].message
    else:
        assert replay(conversion.record).variant == before.variant


COUNTED = Record(("h6-h4 (11)", "b1-b3 (11)", "e1-e3"), "gipf", "basic", "complete")


def test_counts_that_have_no_room_are_noted():
    left = convert(replay(COUNTED), "pbem")
    assert left.record is not None
    assert left.record.moves == ("nh6-h4", "nb1-b3", "ne1-e3")
    assert [(one.ply, one.text) for one in left.notes] == [(1, "h6-h4 (11)"), (2, "b1-b3 (11)")]


@pytest.mark.parametrize("dialect", ["pbem", "steps"])
@pytest.mark.parametrize("between", ["\n", " "], ids=["lines", "blanks"])
def test_a_removal_between_two_pushes_is_the_movers_for_whom_it_is_legal(dialect, between):
    (done,) = ludograph.convert("classic:gipf-tournament", dialect=dialect, lossy=True)
    assert done.record
    words = between.join(" ".join(done.record.moves).split())
    (read,) = records.read_text(f"GIPF (tournament)\n\n{words}\n", dialect=dialect)
    game = replay(read)
    assert game.record.moves == done.record.moves
    assert game.valid
    message = next(one.message for one in game.notes if "otherwise" in one.message)
    assert message.startswith(f"{words.split()[14]!r} is read as the beginning of the next turn")
