"""Policies on findings, and the values and sentences of verdicts."""

from dataclasses import replace
from typing import Any

import pytest

from analysis import convert, replay
from analysis.replay.findings import Policy
from analysis.replay.verdict import GameFacts, verdict_words
from notation.findings import note, violation
from records import Record
from records.sources.boundary import UNREADABLE
from tests.cases import each_case

FOUND = (
    violation("distance", "too far").at(ply=1),
    note("ambiguous", "two readings").at(ply=2),
    note("missing-captures", "added").at(ply=2),
    note("title", "no move"),
    violation(UNREADABLE, "no file"),
)
EVERY = "distance ambiguous missing-captures title unreadable-file"


@pytest.mark.parametrize(
    ("policy", "comments", "kept"),
    [
        (Policy(), {}, EVERY),
        (Policy(select=frozenset({"title", "distance"})), {}, "distance title unreadable-file"),
        (Policy(ignore=frozenset({"title", "ambiguous"})), {},
         "distance missing-captures unreadable-file"),
        (Policy(select=frozenset({"title"}), ignore=frozenset({"title"})), {}, "unreadable-file"),
        (Policy(), {0: "ludograph: ignore title, unreadable-file"},
         "distance ambiguous missing-captures unreadable-file"),
        (Policy(), {2: "see there; ludograph: ignore ambiguous,distance"},
         "distance missing-captures title unreadable-file"),
        (Policy(), {1: "ludograph: ignore ambiguous"}, EVERY),
        (Policy(), {1: "ignore distance"}, EVERY),
    ],
)  # fmt: skip
def test_findings_count_that_are_selected_and_that_no_comment_ignores(policy, comments, kept):
    details: dict[int, Any] = {ply - 1: {"comment": text} for ply, text in comments.items() if ply}
    record = Record(("a", "b"), comment=comments.get(0), details=details)
    found, ignored = policy.apply(record, FOUND)
    assert " ".join(one.code for one in found) == kept
    assert ignored == len(FOUND) - len(found)
    said = any("ludograph" in text for text in comments.values())
    assert policy.concerns(record) == (said or policy != Policy())


def test_strictly_a_note_that_loses_something_is_an_error():
    notes = note("skipped-text", "x"), note("title", "x")
    found, _ = Policy(strict=True).apply(Record(()), notes)
    assert [one.violation for one in found] == [True, False]


def test_a_doubt_beside_no_ply_is_no_finding():
    record = Record(("C4",), "megiddo", "base", "book", details={0: {"doubtful": "C5"}})
    beside = replace(record, details={1: {"doubtful": "C5"}})
    assert [[f.code for f in replay(one).findings] for one in (record, beside)] == [
        ["doubtful-ply"], [],
    ]  # fmt: skip


SIDES = ("white", "black")


OVER = "6/1w4/6/6/4b1/6 w"
GAME = Record(("4.2.1N1", "2.5.1W1"), "epaminondas", None, "abbott")
WON = {"start": OVER, "moves": ("5.2.1N1", "2.5.1W1")}
OPEN = {"start": OVER, "moves": ("5.2.1N1",)}
DRAWN = {"game": "megiddo", "dialect": "book", "moves": ("E6",),
         "start": "bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4"}  # fmt: skip


TERMS = {"tags": {"Termination": " time "}}
BROKEN = {"start": OVER, "moves": ("5.2.1N3",)}
ENDS = [
    (WON, ("far-row", 0, (0,)), []),
    (WON | {"result": "1-0"}, ("far-row", 0, (0,)), []),
    (WON | {"result": "1"}, ("far-row", 0, (0,)), []),
    (WON | {"result": "0-1"}, ("far-row", 0, (0,)), ["result-mismatch"]),
    (WON | {"result": "2"}, ("far-row", 0, (0,)), ["result-mismatch"]),
    (WON | {"result": "3"}, ("far-row", 0, (0,)), ["result-mismatch"]),
    (WON | {"result": "White"}, ("far-row", 0, (0,)), ["result-mismatch"]),
    (WON | {"result": "1/2-1/2"}, ("far-row", 0, (0,)), ["result-mismatch"]),
    (DRAWN | {"result": "1/2-1/2"}, ("patara", None, (0, 1)), []),
    (DRAWN | {"result": "0-1"}, ("patara", None, (0, 1)), ["result-mismatch"]),
    (OPEN, ("unfinished", None, None), []),
    (OPEN | {"result": "3"}, ("unfinished", None, None), ["unclear-result"]),
    (OPEN | {"result": "0-1"}, ("recorded", 1, (1,)), ["not-decided-on-board"]),
    (OPEN | {"result": "0-1"} | TERMS, ("time", 1, (1,)), ["not-decided-on-board"]),
    (OPEN | {"result": "1/2-1/2"}, ("recorded", None, (0, 1)), ["not-decided-on-board"]),
    (BROKEN, ("broken", None, None), ["off-board"]),
    ({"game": "halma"}, ("broken", None, None), ["unknown-game"]),
]


@each_case(("record", "expected", "codes"), ENDS)
def test_how_a_game_ended_and_who_has_won(record, expected, codes):
    game = replay(replace(GAME, **record))
    found = GameFacts.of(game)
    assert (found.ended, found.winner, found.verdict) == expected
    assert [code for code in found.codes if code != "guessed-variant"] == codes
    for one in (one for one in game.findings if one.code == "result-mismatch"):
        told = f"the result in the record is {record['result']}, but on the board "
        assert (one.violation, one.text) == (True, record["result"])
        assert one.message.startswith(told)
        if "moves" in record and record["moves"] == WON["moves"]:
            assert "White has won: White" in one.message
            assert "with 1 on row 6; Black has 0 on row 1" in one.message


def test_the_facts_of_a_game_are_those_of_its_replay():
    record = replace(GAME, variant="standard", moves=("2.7.2N3", "11.6.2SE2"), result="1-0")
    game = replay(replace(record, places=((3, 4), (4, 1))), as_recorded=True)
    found = GameFacts.of(game)
    assert [(one.line, one.column) for one in game.findings] == [(3, 4), (4, None)]
    assert (found.played, found.valid, found.accepted) == (2, False, 1)
    assert found.codes == tuple(dict.fromkeys(one.code for one in game.findings))
    assert found.codes == ("distance", "not-decided-on-board")
    assert (found.sides, found.turn, found.variant) == (SIDES, 0, "standard")
    word, sentence = verdict_words(game)
    assert word == "playable"
    assert "2 plies, 1 of them illegal and played as recorded. White is to move" in sentence


def test_an_illegal_move_is_converted_as_it_was_carried_out():
    record = replace(GAME, variant="standard", moves=("2.7.2N3", "11.6.2SE2"))
    game = replay(record, as_recorded=True)
    conversion = convert(game, "span")
    assert conversion.record is not None
    assert conversion.record.moves == ("g1,g2-g5", "e12,f11-h9")
    assert conversion.record.tags == {"AsRecorded": "ply 1 distance"}
    assert [one.ply for one in conversion.accepted] == [1]
    again = replay(conversion.record)
    assert (again.position, again.playable) == (game.position, True)
