"""Bad GIPF games, each told by a message of its own."""

from typing import NamedTuple

import pytest

import records
from records import write
from tests.cli.gipf_games import CLASSIC, game


class Case(NamedTuple):
    """A bad game, and what is to be said of it: its code, the ply, and words of the message."""

    text: str
    code: str
    ply: int | None
    words: str


FULL = "b2w/5/6/wbwbwbw/6/5/b2w w 12,12 0,0 -"
ROW = "wwww/5/6/7/6/5/3b w 3,12 0,0 -"
THREE = "4/5/6/wwwb3/6/5/4 w 5,5 0,0 -"
"""White may complete a row of five on column e."""

STACKED = "4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
"""White may take his row with or without his last GIPF piece."""

CROSS = "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -"

CASES = {
    "a full line": Case(
        game("b3", "e9-e7", start=FULL),
        "full-line",
        2,
        "the line e1-e9 is full: its 7 spots are occupied",
    ),
    "no line": Case(
        game("b3", "e1-c3"), "no-line", 2, "no line leads from e1 to c3, only along e1-e9"
    ),
    "no line from a corner": Case(
        game("b1-d5"), "no-line", 1, "no line leads from b1 to d5, only along b1-b6 or b1-i4"
    ),
    "pushed too far": Case(
        game("e1-e5"), "wrong-end", 1, "the push from e1 to e2 displaces 1 piece and ends on e3"
    ),
    "pushed nothing": Case(
        game("c1-c4"), "wrong-end", 1, "the push from c1 to c2 displaces nothing and ends on c2"
    ),
    "an occupied spot": Case(
        game("b3", "e8"), "occupied-spot", 2, "e8 is occupied: a push that displaces a piece names"
    ),
    "too few removed before": Case(
        game("xb2,b3;e2", start=ROW),
        "too-few",
        1,
        "2 of 4 pieces are taken of the row on b1-b6: b4, b5 have to go, too",
    ),
    "too few removed after": Case(
        game("e1-e6;xe2,e3,e4", start=THREE),
        "too-few",
        1,
        "3 of 5 pieces are taken of the row on e1-e9: e5, e6 have to go, too",
    ),
    "an extending piece left": Case(
        game("e1-e6;xe2,e3,e4,e5", start=THREE),
        "single-left",
        1,
        "the single piece on e6 may not stay, it is in the row of 5 on e1-e9",
    ),
    "an own piece left": Case(
        game("xb2,b3,b5;e2", start=ROW),
        "single-left",
        1,
        "the single piece on b4 may not stay, it is in the row of 4 on b1-b6",
    ),
    "an empty spot removed": Case(
        game("xb2,b3,b4,b5,e4;e2", start=ROW), "empty-spot", 1, "e4 is empty: there is nothing to"
    ),
    "a piece outside the row": Case(
        game("xb2,b3,b4,b5,h5*;e2", start=ROW),
        "outside-row",
        1,
        "no row of White's holds h5; there is 4 on b1-b6 (b2, b3, b4, b5)",
    ),
    "a row that is none": Case(
        game("h3;xb5*,h2*"), "no-row", 1, "White has no row of 4 to take xb5*,h2* from"
    ),
    "the other side's row": Case(
        game("c2;xb2*,b3*,b4*,b5*", start="bbbb/5/6/7/6/5/w3 w 5,5 0,0 -"),
        "no-row",
        1,
        "is Black's, to be taken at the beginning of Black's next turn",
    ),
    "a row that another one broke": Case(
        game("xb2,b3,b4,b5;xc2,d2,e2;h5", start=CROSS),
        "row-broken",
        1,
        "once the row on b1-b6 is taken, no row holds c2, d2, e2 any more",
    ),
    "an overlooked row": Case(
        game("h3", "e8", start=ROW),
        "missed-removal",
        1,
        "White's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken",
    ),
    "an overlooked row after the push": Case(
        game("e1-e6", "b3", start=THREE),
        "missed-removal",
        1,
        "White's row of 5 on e1-e9 (e2, e3, e4, e5, e6) has to be taken",
    ),
    "an overlooked row of Black's": Case(
        game("h3", "e8", start=ROW.translate(str.maketrans("wb", "bw"))),
        "missed-removal",
        1,
        "Black's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken",
    ),
    "no push": Case(
        game("xb2,b3,b4,b5", start=ROW), "no-push", 1, "a turn brings a piece into play"
    ),
    "a GIPF piece too late": Case(
        game("Gg2", "Gh4", "c2", "Gd2", "Gd7", variant="tournament"),
        "gipf-too-late",
        5,
        "White has brought in a single piece: no more GIPF pieces after that",
    ),
    "a GIPF piece in the basic game": Case(
        game("b3", "Gb4"), "gipf-too-late", 2, "no GIPF pieces are brought in in the basic game"
    ),
    "a GIPF piece in the standard game": Case(
        game("Gb3", variant="standard"), "gipf-too-late", 1, "brought in in the standard game"
    ),
    "no GIPF piece at first": Case(
        game("Gd2", "f2", variant="tournament"),
        "gipf-missing",
        2,
        "the first piece that Black brings in is a GIPF piece",
    ),
    "one piece for a GIPF piece": Case(
        game("Gd2", variant="tournament", start="4/5/W5/7/6/5/B3 w 1,16 0,0 WB"),
        "reserve-short",
        1,
        "a GIPF piece takes 2 pieces from the reserve, and White has 1",
    ),
    "a wrong count": Case(
        game("b3 (11)", "b4 (12)", "c2 (10)"),
        "reserve-mismatch",
        2,
        "(12) is written, and Black has 11 pieces in reserve",
    ),
    "an empty reserve": Case(
        game("b3", "b4", "c2", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -"),
        "reserve-empty",
        3,
        "White has 0 pieces in reserve and must bring one in: White has lost",
    ),
    "a move after the last GIPF piece": Case(
        game("xGc2,c3,c4,c5", "h5", "e2", variant="standard", start=STACKED),
        "after-end",
        2,
        "the game is over: White has no GIPF piece left on the board",
    ),
    "a push after the last GIPF piece": Case(
        game("xGc2,c3,c4,c5;e2", "h5", variant="standard", start=STACKED),
        "after-end",
        1,
        "the game is over by what is taken first, xGc2,c3,c4,c5: nothing is pushed",
    ),
    "a dot as the spot": Case(
        game("b3", "a3"), "dot-as-spot", 2, "a3 is one of the 24 dots; pieces stand on the 37"
    ),
    "a push to a dot": Case(game("e1-e9"), "dot-as-spot", 1, "e9 is one of the 24 dots"),
    "a dot removed": Case(game("xa2;b4"), "dot-as-spot", 1, "a2 is one of the 24 dots"),
    "a spot as the dot": Case(
        game("c3-c5"), "spot-as-dot", 1, "c3 is one of the 37 spots; pieces enter from the 24 dots"
    ),
    "no dot": Case(game("d5"), "dot-missing", 1, "d5 is not next to a dot"),
    "a tenth column": Case(
        game("b3", "j5"), "no-such-point", 2, "there is no point j5: the columns run from a to i"
    ),
    "a tenth point": Case(
        game("e10"), "no-such-point", 1, "there is no point e10: column e has the points 1 to 9"
    ),
    "a point cut": Case(
        game("b3", "c1-c", "e2"), "unreadable", 2, "expected a point such as e5, found 'c'"
    ),
    "a result that the board denies": Case(
        game("b3", "b4", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -", result="1-0"),
        "result-mismatch",
        None,
        "the result in the record is 1-0, but on the board Black has won: White is to move and "
        "has no piece",
    ),
    "a position of six columns": Case(
        game("b3", start="b2w/5/6/w5b/6/5 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the columns b to h are 7, not 6",
    ),
    "GIPF pieces at the start of a basic game": Case(
        game("b3", start="B2w/5/6/w5b/6/5/4 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the basic game has no GIPF pieces",
    ),
    "an unknown variant": Case(
        game("b3", variant="master"), "bad-variant", None, "'master' is not one of basic, standard"
    ),
    "more pieces than the box holds": Case(
        game("b3", variant="basic+pieces=19"), "bad-variant", None, "pieces goes from 15 to 18"
    ),
}  # fmt: skip


@pytest.fixture
def good():
    (record,) = records.read(CLASSIC)
    return write(record)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_wrong_is_told_by_its_own_code(case, ludograph, tmp_path, good):
    (tmp_path / "bad.txt").write_text(f"{case.text}\n{good}", encoding="utf-8")
    run = ludograph("check", "bad.txt", "--json")
    assert (run.status, run.err) == (1, "")
    bad, after = run.objects
    (finding,) = bad["violations"]
    assert (finding["code"], finding["ply"]) == (case.code, case.ply)
    assert case.words in finding["message"]
    assert finding["line"] is not None
    assert (bad["valid"], after["valid"], after["plies"]) == (False, True, 84)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_people_see_the_place_and_no_traceback(case, ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(case.text, encoding="utf-8")
    run = ludograph("check", "bad.txt", "-v")
    assert (run.status, run.err) == (1, "")
    assert "bad.txt:" in run.out
    assert f"[{case.code}]" in run.out
    assert run.out.count(" error: ") == 1
    assert "Traceback" not in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_every_case_has_a_message_of_its_own(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text("\n".join(case.text for case in CASES.values()))
    verdicts = ludograph("check", "bad.txt", "--json").objects
    assert [one["violations"][0]["code"] for one in verdicts] == [
        one.code for one in CASES.values()
    ]
    assert len({one["violations"][0]["message"] for one in verdicts}) == len(CASES)


def test_what_was_meant_is_suggested(ludograph, tmp_path):
    meant = {
        "pushed too far": "e1-e3",
        "too few removed after": "e1-e6;xe2,e3,e4,e5,e6*",
        "an extending piece left": "e1-e6;xe2,e3,e4,e5,e6*",
        "an own piece left": "xb2,b3,b4,b5;e2",
        "an empty spot removed": "xb2,b3,b4,b5;e2",
        "no GIPF piece at first": "Gf2",
        "a GIPF piece in the basic game": "b4",
    }
    (tmp_path / "bad.txt").write_text("\n".join(CASES[name].text for name in meant))
    verdicts = ludograph("check", "bad.txt", "--json").objects
    assert [one["violations"][0]["suggestions"][0] for one in verdicts] == list(meant.values())


def test_a_wrong_count_does_not_stop_the_game(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(CASES["a wrong count"].text)
    (verdict,) = ludograph("check", "bad.txt", "--json").objects
    assert verdict["plies"] == 3


@pytest.mark.parametrize(
    ("start", "moves", "position"),
    [
        (ROW, ("h3", "e8", "xb2,b3,b4,b5;f2"), "4/5/6/6b/w5/5/1w1b b 5,11 0,0 -"),
        (THREE, ("e1-e6", "b3", "h3"), "1b2/5/6/wwwwb2/6/5/1w2 b 3,4 0,0 -"),
    ],
    ids=["before the push", "after the push"],
)
def test_as_recorded_goes_on_after_an_overlooked_row(ludograph, tmp_path, start, moves, position):
    (tmp_path / "bad.txt").write_text(game(*moves, start=start))
    (stopped,) = ludograph("check", "bad.txt", "--json").objects
    assert (stopped["plies"], stopped["violations"][0]["code"]) == (0, "missed-removal")
    run = ludograph("check", "bad.txt", "--json", "--as-recorded")
    assert run.status == 1
    (verdict,) = run.objects
    codes = [(one["code"], one["ply"]) for one in verdict["violations"]]
    assert codes[0] == ("missed-removal", 1)
    assert (verdict["plies"], verdict["position"]) == (3, position)
