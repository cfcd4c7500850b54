"""Whole GIPF records: guessed variants, broken rules, and conversion in both directions."""

import pytest

from analysis import convert, replay
from records import Record
from tests.cases import each_case
from tests.games.engine_games import DATA

REAL = tuple((DATA / "gipf-tournament-84-plies.txt").read_text(encoding="utf-8").splitlines())
ROW = "wwww/5/6/7/6/5/3b w 3,12 0,0 -"


def record(*moves, **fields):
    return Record(moves, "gipf", dialect=fields.pop("dialect", "complete"), **fields)


def changed(number, text):
    """Return the tournament game with another text for one ply, numbered from 1."""
    return record(*REAL[: number - 1], text, *REAL[number:])


def told(game):
    return [(finding.code, finding.ply) for finding in game.findings]


@each_case(
    ("dialect", "push", "meant"),
    [
        ("complete", "h3", "xb2,b3,b4,b5;h3"),
        ("complete", "h3 (6)", "xb2,b3,b4,b5;h3"),
        ("short", "h3", "x;h3"),
        ("steps", "h1-h2", "xb2,b3,b4,b5 h1-h2"),
    ],
)
def test_removal_that_was_meant_is_suggested_with_the_push(dialect, push, meant):
    game = record(push, "nothing", start=ROW, variant="basic", dialect=dialect)
    (violation,) = replay(game).violations
    assert (violation.code, violation.suggestions) == ("missed-removal", (meant,))
    followed = replay(game, as_recorded=True).violations[0]
    assert (followed.code, followed.suggestions) == ("missed-removal", (meant,))


def miscounted(*numbers):
    """Return the moves of the tournament game with these counts, repeated in turn."""
    return [f"{text.partition(' (')[0]} ({numbers[ply % len(numbers)]})"
            for ply, text in enumerate(REAL)]  # fmt: skip


def test_placeholders_stand_on_nearly_all_counted_moves():
    mixed = [*REAL[:8], *miscounted(0)[8:80], *(text.partition(" (")[0] for text in REAL[80:])]
    game = replay(record(*mixed))
    assert told(game) == [("guessed-variant", None), ("placeholder-counts", 9)]
    assert "(0) stands on 72 of 80 moves with a count" in game.notes[1].message
    mixed[8] = REAL[8]
    codes = [finding.code for finding in replay(record(*mixed)).violations]
    assert codes[:8] == ["reserve-mismatch"] * 8


@pytest.mark.parametrize("target", ["complete", "short"])
def test_counts_are_added_or_kept(target):
    plain = record(*(text.partition(" (")[0] for text in REAL))
    counted = convert(replay(record(*REAL)), target).record
    assert convert(replay(plain), target, counts=True).record == counted
    assert convert(replay(record(*miscounted(0))), target, counts=True).record == counted
    bare = convert(replay(record(*miscounted(0))), target).record
    assert bare
    assert bare == convert(replay(plain), target).record
    assert not any("(" in move for move in bare.moves)


@pytest.mark.parametrize("target", ["pbem", "steps"])
def test_counts_that_have_no_room_are_refused(target):
    conversion = convert(replay(record(*REAL)), target, counts=True)
    assert conversion.record is None
    (violation,) = conversion.violations
    assert violation.code == "cannot-convert"
    assert "it has no room for counts; complete and short have" in violation.message


@each_case("dialect", ["complete", "short"])
@each_case(
    ("text", "played"),
    [("f8-e8", "f8-d7"), ("f8-f7", "f7"), ("e1-e2", "e1-e3"), ("d1-d2", "d2"), ("e1-e4", None)],
)
def test_a_dot_and_the_first_spot_are_the_only_push_along_that_line(dialect, text, played):
    game = replay(record(text, variant="basic", dialect=dialect))
    assert [str(ply.move) for ply in game.plies()] == [played] * bool(played)
    assert [one.code for one in game.violations] == ([] if played else ["wrong-end"])
    assert ("redundant-dot" in [one.code for one in game.notes]) == bool(played)
