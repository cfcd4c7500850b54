"""Moves in given positions: refused, carried out as recorded, corrected, and continued.

Positions are strings; the tests check messages. Boards are in the tables of pictures.
"""

from pathlib import Path
from typing import Any

import pytest

from analysis.games import find
from analysis.games.position import AnyPosition, write_unambiguously
from notation import IllegalMove, UnwritableMove, find_dialect
from tests.cases import each_case, each_line
from tests.games.pictures import cases, claim

TABLE = Path(__file__).with_name("moves.jsonl")
"""Positions, and moves there: ``refused`` with a code and a message, or as ``inexact``; ``said``
otherwise than it is; followed ``as_recorded``; what one ``stands_for``; how many are ``legal``."""


def at(game: str, text: str, variant: str | None = None) -> AnyPosition:
    return find(game).position(text, variant)


def placed(case: dict[str, Any]) -> tuple[AnyPosition, Any]:
    """Return the position of a case, and its move."""
    here = at(case["game"], case["position"], case.get("variant"))
    return here, claim(case["game"], case["move"])


@each_line(TABLE, "refused")
def test_an_illegal_move_names_the_law_with_its_numbers(case):
    here, move = placed(case)
    found = here.completions(move)
    (finding,) = found[0].findings if found else (here.violation_of(move),)
    code, message = case["refused"]
    assert (finding.code, finding.violation) == (code, True)
    assert message in finding.message


@each_line(TABLE, "inexact")
def test_only_what_is_exact_can_be_played(case):
    here, move = placed(case)
    finding = here.check(move)
    assert finding is not None
    code, message = case["inexact"]
    assert (finding.code, finding.violation) == (code, True)
    assert message in finding.message
    assert move not in set(here.legal_moves())
    with pytest.raises(IllegalMove) as caught:
        here.play(move)
    assert caught.value.finding == finding


@each_line(TABLE, "said")
def test_what_a_text_says_otherwise_than_its_move(case):
    here, move = placed(case)
    (candidate,) = here.completions(move)
    assert here.check(candidate.move) is None
    said = [[one.code, one.message, one.violation] for one in candidate.findings]
    assert said == case["said"]


@each_line(TABLE, "as_recorded")
def test_what_could_be_carried_out_is_followed_as_recorded_and_nothing_else(case):
    here, move = placed(case)
    after = here.as_recorded(move)
    assert (after and str(after)) == case["as_recorded"]


@each_line(TABLE, "stands_for")
def test_what_a_turn_of_gipf_can_stand_for_likelier_ones_first(case):
    here, move = placed(case)
    found = here.completions(move)
    assert [str(candidate.move) for candidate in found] == case["stands_for"]
    said = {finding.code for candidate in found for finding in candidate.findings}
    assert said == {*case["codes"]}


@each_line(TABLE, "legal")
def test_moves_are_played_up_to_the_first_that_is_illegal(case):
    start = here = at(case["game"], case["position"])
    moves, number = [claim(case["game"], text) for text in case["moves"]], case["legal"]
    for move in moves[:number]:
        here = here.after(move)
    assert all(here.check(move) is not None for move in moves[number : number + 1])
    assert start.advance(map(start.compile, moves)) == (here, number)


def test_a_legal_move_breaks_no_law():
    with pytest.raises(ValueError, match="e1-e3 is legal"):
        find("gipf").start("basic").violation_of(claim("gipf", "e1-e3"))


CARRIED_OUT = {"distance", "symmetry", "after-end", "capture-count", "stone-expected", "stone-row"}


@each_case("case", [*cases("epaminondas")], ids=lambda case: case.name)
def test_other_illegal_moves_of_epaminondas_cannot_be_carried_out(case):
    for text, law in case.stated("refused"):
        if law.partition(":")[0] not in CARRIED_OUT:
            assert case.start.as_recorded(claim(case.game, text)) is None


def followed(text: str, *moves: str) -> Any:
    """Return a position of GIPF after a first move as recorded and further legal moves."""
    here: Any = at("gipf", text).as_recorded(claim("gipf", moves[0]))
    for move in moves[1:]:
        here = here.play(claim("gipf", move))
    return here


def test_an_overlooked_row_is_told_once_and_hides_nothing_else():
    then = followed("wwww/5/6/www4/6/5/3b w 9,9 0,0 -", "h3", "e8")
    assert then.violation_of(claim("gipf", "g1-g4")).code == "wrong-end"
    new = then.violation_of(claim("gipf", "e1-e5"))
    assert new.code == "missed-removal"
    assert "e1-e9" in new.message
    assert "b1-b6" not in new.message
    both = then.as_recorded(claim("gipf", "e1-e5"))
    assert both.overlooked == {(0, "b1-b6"), (0, "e1-e9")}
    part = followed("wwww/5/6/7/6/5/3b w 3,5 0,0 -", "h4", "e8")
    assert part.violation_of(claim("gipf", "xb2,b3,b4;e2")).code == "single-left"


def test_the_short_notation_cannot_tell_crossing_rows_apart():
    here = at("gipf", "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -")
    short, pbem, steps = (find_dialect("gipf", name) for name in ("short", "pbem", "steps"))
    both = here.completions(claim("gipf", "short x;h5"))
    one, other = (here.complete(candidate.move) for candidate in both)
    assert write_unambiguously(here, one, short) == short.write(other) == "x;h5"
    assert write_unambiguously(here, one, steps).startswith("xb2,b3,b4,b5")
    assert write_unambiguously(here, other, steps).startswith("xb2,c2,d2,e2")
    assert write_unambiguously(here, other, pbem) == "rowa2-f1 nh6-h5"
    with pytest.raises(UnwritableMove, match=r"'x;h5' for xb2,c2,d2,e2;h5, .* rather xb2,b3,b4"):
        write_unambiguously(here, other, short)
