"""The parts of costs and confidences, with numbers that can be recomputed by hand."""

from dataclasses import replace
from math import log10
from types import SimpleNamespace
from typing import Any

import pytest

from analysis import replay
from analysis.repair.apply import applied
from analysis.repair.confidence import (
    Players,
    Rival,
    best_first,
    lessened,
)
from analysis.repair.edits import Change
from analysis.repair.result import Alternative, Edit, Repair, Solution
from analysis.repair.whole import against_rows, row_width
from analysis.typos.model import load
from notation.findings import note
from records import Record
from records.model import GAPS
from tests.cases import each_case
from tests.repair.texts import MEGIDDO

MODEL = load("typed")


def change(index: int, kind: str = "wrong-ply", written: str = "A1", price: float = 1.0) -> Change:
    return Change(kind, index, written, "B1", price)


def rival(*changes: Change, cost: float = 1.0) -> Rival:
    return Rival((), changes, cost, lambda: replay(MEGIDDO))


def solved(confidence: float, *others: float, cost: float = 1.0, own: float = 0.5) -> Solution:
    alternatives = tuple(Alternative("wrong-ply", "C1", one) for one in others)
    edit = Edit(1, "wrong-ply", "A1", "B1", 1.0, own, alternatives, (("weight", own),))
    return Solution((edit,), ("B1",), cost, confidence, (("weight", confidence),))


def test_gaps_halve_every_confidence_and_are_a_factor():
    (found,) = lessened([solved(0.8, 0.2)])
    assert (found.confidence, found.factors) == (0.4, (("weight", 0.8), ("gaps", 0.5)))
    (edit,) = found.edits
    assert (edit.confidence, edit.factors) == (0.25, (("weight", 0.5), ("gaps", 0.5)))


def ranked(*solutions: Solution) -> list[tuple[float, float]]:
    game: Any = rival()
    return [(one.cost, round(one.confidence, 6)) for one, _ in best_first(
        [(one, game) for one in solutions])]  # fmt: skip


def test_the_likeliest_comes_first_unless_another_move_outweighs_its_edit():
    assert ranked() == []
    assert ranked(solved(0.2, cost=3), solved(0.6, cost=4), solved(0.2, cost=2)) == [
        (4, 0.6), (2, 0.2), (3, 0.2),
    ]  # fmt: skip
    outweighed = solved(0.6, 0.7, cost=4)
    assert ranked(outweighed, solved(0.3, 0.5, cost=5)) == [(5, 0.3), (4, 0.6)]
    assert ranked(outweighed) == [(4, 0.6)]
    # The rest shares what the best one leaves.
    assert ranked(solved(0.8, cost=1), solved(0.3, cost=2), solved(0.1, cost=3)) == [
        (1, 0.8), (2, 0.15), (3, 0.05),
    ]  # fmt: skip
    ((best, _),) = best_first([(outweighed, rival())])
    assert [one.confidence for one in best.edits[0].alternatives] == [0.5]


class Position:
    """A position with some moves that capture and some that do not."""

    def __init__(self, quiet: int, capturing: int) -> None:
        self.moves = [False] * quiet + [True] * capturing

    def legal_moves(self):
        return self.moves

    def captured(self, move):
        return [move] * move


def played(*plies: tuple[int, int, bool]) -> Any:
    found = [SimpleNamespace(index=at, move=captures, before=Position(quiet, capturing))
             for at, (quiet, capturing, captures) in enumerate(plies, start=1)]  # fmt: skip
    return SimpleNamespace(plies=lambda: found)


def test_players_choose_among_the_legal_moves_and_capture_more_often():
    capture, players = MODEL.price("confidence", "capture"), Players(MODEL)
    often = 10**capture
    first, second = played((9, 1, False), (9, 1, True)), played((9, 1, False), (90, 10, False))
    rarities = players.rarities([first, second], [(), ()], 1, 1e9)
    one = log10((often + 9) / 10) - capture
    other = log10((10 * often + 90) / 100) + 1
    assert rarities == pytest.approx([0, other - one])
    # The price of a ply that was put in has the number of choices.
    put_in = players.rarities([first, second], [(), (1,)], 1, 1e9)
    assert put_in == pytest.approx([0, other - 1 - one])
    assert players.rarities([first, first], [(), ()], 0, 1e9) == [0, 0]
    assert players.rarities([first, second], [(), ()], 1, -1) == [0, 0]
    assert players.rarities([], [], 1, 1e9) == []


TEXTS = ("A1", "B2", "A1", "?", "x", "C3C3", "D4", "A1")
DOUBLED, SUPERFLUOUS = MODEL.price("plies", "doubled"), MODEL.price("plies", "superfluous")


@each_case(("lines", "columns", "width"), [
    ((1, 1, 2, 2), 0, 2), ((1, 1, 2), 0, 2), ((1, 1, 2, 3, 3), 0, 0), ((1, 1, 2, 2, 2), 0, 0),
    ((1, 2, 3), 0, 0), ((1, 1, 1, 2, 2, 2), 0, 3), ((1, 2, 2), 3, 3), ((1, 1, 1), 0, 0),
])  # fmt: skip
def test_rows_are_as_wide_as_all_but_the_last(lines, columns, width):
    places = tuple((line, 1) for line in lines)
    record = Record(("A1",) * len(lines), "megiddo", places=places, columns=columns)
    assert row_width(record) == width


def test_rows_that_do_not_fit_the_sides_cost():
    lines = tuple((at // 3, 1) for at in range(len(MEGIDDO.moves)))
    verdict = replay(replace(MEGIDDO, places=lines))
    assert against_rows(verdict, MODEL) == MODEL.price("plies", "rows")
    two = tuple((at // 2, 1) for at in range(len(MEGIDDO.moves)))
    assert against_rows(replay(replace(MEGIDDO, places=two)), MODEL) == 0


@each_case(("kind", "ply", "meant", "moves"), [
    ("wrong-ply", 2, "C4", ("D3", "C4", "E4")), ("missing-ply", 2, "C4", ("D3", "C4", "B4", "E4")),
    ("doubled-ply", 2, "", ("D3", "E4")), ("superfluous-ply", 3, "", ("D3", "B4")),
    ("split-ply", 1, "C4", ("C4", "E4")), ("exchanged-plies", 2, "", ("D3", "E4", "B4")),
    ("as-recorded", 2, "", ("D3", "B4", "E4")),
])  # fmt: skip
def test_an_edit_is_applied_by_its_kind(kind, ply, meant, moves):
    record = replace(MEGIDDO, moves=MEGIDDO.moves[:3])
    assert applied(record, kind, ply, meant).moves == moves


def test_edits_of_the_whole_game_leave_its_moves():
    found = [applied(MEGIDDO, kind, 1, "x") for kind in ("variant", "dialect", "result")]
    assert [one.moves for one in found] == [MEGIDDO.moves] * 3
    assert (found[0].variant, found[1].dialect, found[2].result) == ("x", "x", "x")


def test_a_valid_game_that_may_lack_moves_says_so():
    verdicts = []
    for findings in ((), (note(min(GAPS), "gone").at(line=3),)):
        found = Repair(replace(MEGIDDO, findings=findings), True)
        verdicts.append((repr(found).partition(": ")[2], found.to_json().get("gaps")))
    assert verdicts == [
        ("valid, nothing to mend>", None),
        ("valid, but moves may be missing>", [{"line": 3, "message": "gone"}]),
    ]
