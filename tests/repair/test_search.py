"""The search for repairs: late slips, dear walks, breaks that are mended one after the other."""

from dataclasses import replace
from math import inf

import pytest

from analysis import repair, replay
from analysis.repair import forward, search
from analysis.repair.edits import Edits
from analysis.repair.search import undone
from analysis.replay.compiled import EditedPly
from analysis.typos.model import load
from records import Record
from tests.records.samples import DEMONSTRATION

GAME = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")


def with_slips(slips: dict[int, str], plies: int | None = None) -> Record:
    """Return the first plies of the game with other texts at some indices."""
    moves = tuple(slips.get(at, move) for at, move in enumerate(DEMONSTRATION))
    return replace(GAME, moves=moves[:plies])


LATE = with_slips({1: "11.6.2SE1", 4: "2.8.1SW?", 8: "6.7.3N1x?"}, 12)
"""The slip in ply 2 does harm ten plies later; any other move there would do as well."""

THREE = with_slips({0: "2.7.2N1", 10: "7.7.3N2", 17: "1.8.1E2"})


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let only a narrow walk look for repairs of several slips."""
    monkeypatch.setattr(search, "DIVES", 0)
    monkeypatch.setattr(search, "WIDTHS", (1,))
    monkeypatch.setattr(forward, "LEAST_WIDTH", 1)
    return monkeypatch


def test_a_late_slip_that_a_walk_dropped_is_looked_for_in_the_whole_game_before_it(narrow):
    found = repair(LATE)
    assert found.solutions[0].moves == DEMONSTRATION[:12]
    narrow.setattr(search, "POLISHED", 0)
    narrow.setattr(search, "RETRIAL", 0)
    assert repair(LATE).solutions[0].cost > found.solutions[0].cost


LATER = (
    *["F6", "D3", "D5", "E1", "F5", "D1", "E3", "C3", "A3", "F4", "A4", "B5", "D4", "A5"],
    *("C5 (B5, A5)", "E2", "C7", "D2", "F2 (E2, D2)", "E4 (D4, A4) (F5, C2)) (D5, D2)"),
    *("B2 (C2, D2)", "C4 (B5, E2) (C5, C2)", "B3 (A4, F5) (C4, D5) (C5, B5) (D4, D3) (E4, F4)"),
)
"""E3 for E6 does harm at the end alone, and C7 and a bracket too many break before."""


@pytest.mark.slow
def test_an_edit_that_another_one_makes_needless_is_undone(monkeypatch):
    game = Record(LATER, "megiddo", "base+cleopatra", "book", result="1-0")
    assert [edit.ply for edit in repair(game).edits] == [7, 17, 20]
    monkeypatch.setattr(search, "SPARED", 0)
    assert "superfluous-ply" in [edit.kind for edit in repair(game).edits]


@pytest.mark.parametrize("at", range(3))
def test_what_was_written_is_put_back_where_it_stood(at):
    plies = tuple(EditedPly(text, None, origin) for origin, text in enumerate("abc"))
    lost = EditedPly("x", None, None)
    assert undone((*plies[:at], *plies[at + 1 :]), plies[at]) == plies
    other = EditedPly("y", None, at)
    assert undone((*plies[:at], other, *plies[at + 1 :]), plies[at]) == plies
    assert undone((lost, *plies[:at], other, *plies[at + 1 :]), plies[at]) == (lost, *plies)


@pytest.mark.slow
def test_a_dear_walk_goes_back_to_the_search_edit_by_edit(narrow):
    found = repair(THREE)
    assert found.solutions[0].moves == DEMONSTRATION
    narrow.setattr(search, "DEAR", inf)
    assert repair(THREE).solutions[0].cost > 2 * found.solutions[0].cost


@pytest.mark.parametrize(("dives", "restored"), [(search.DIVES, True), (0, False)])
def test_breaks_are_mended_one_after_the_other_without_a_walk(narrow, dives, restored):
    narrow.setattr(search, "DIVES", dives)
    narrow.setattr(search, "WIDTHS", ())
    narrow.setattr(search, "MAX_GAMES", 0)
    found = repair(THREE)
    assert [one.moves for one in found.solutions[:1]] == [DEMONSTRATION] * restored


def test_a_break_at_a_ply_that_cannot_be_read_is_mended_there(monkeypatch):
    tried, at = set[int](), Edits.at

    def spied(self, position, plies, index, stuck, limit=inf):
        tried.add(index)
        return at(self, position, plies, index, stuck, limit)

    monkeypatch.setattr(Edits, "at", spied)
    assert repair(with_slips({15: "4.7.4S3x?"})).solutions[0].moves == DEMONSTRATION
    assert tried == {15}


MEGIDDO = Record(
    (
        *("F6", "D3", "D5", "E1", "F5", "D1", "E6", "C3", "A3", "F4", "A4", "B5", "D4", "A5"),
        *("C5 (B5, A5)", "E2", "C2", "D2", "F2 (E2, D2)", "B4 (A3, F2)", "F3", "D6 (D5, D4)"),
        *("A6", "E5", "B2", "C4", "B3 (C4, D5) (D4, D3)"),
    ),
    "megiddo",
    "base",
    "book",
)


@pytest.mark.slow
def test_a_lost_ply_is_found_where_the_next_one_captures_only_without_it():
    assert replay(MEGIDDO).valid
    lost = replace(MEGIDDO, moves=(*MEGIDDO.moves[:21], *MEGIDDO.moves[22:]))
    found = repair(lost)
    assert found.solutions[0].moves == MEGIDDO.moves
    assert [edit.kind for edit in found.edits] == ["missing-ply"]


@pytest.mark.slow
def test_a_lost_ply_is_found_where_the_next_one_has_another_reading_only_without_it():
    lost = ("h1,g2-e4", "b8,c7-d6", "g1,f2-e3", "a8,b7-d5", "e1,e4-e7", "c8,d7-e6", "c7,d7-e7")
    found = repair(Record(lost, "crossings", "standard", "span"))
    assert (*lost[:6], "f1,f3-f6", lost[6]) in [one.moves for one in found.solutions]


@pytest.mark.parametrize(
    ("text", "price"), [("C3", "copied"), ("C33", "superfluous"), ("E1", "doubled"), ("?", "hole")]
)
def test_a_ply_too_many_is_as_rare_as_what_it_is(text, price):
    playthrough, model = replay(MEGIDDO).playthrough, load()
    texts = (*MEGIDDO.moves[:5], text, *MEGIDDO.moves[5:])
    change = Edits(playthrough, model, texts=texts).superfluous(playthrough.plies(texts), 5, inf)
    hole = model.price("plies", "superfluous") if price == "hole" else 0.0
    assert change.price == model.price("plies", price) + hole


@pytest.mark.slow
def test_a_ply_of_the_game_that_stands_elsewhere_besides_is_taken_out():
    moves = (*MEGIDDO.moves[:15], "C3", *MEGIDDO.moves[15:])
    found = repair(replace(MEGIDDO, moves=moves))
    assert found.solutions[0].moves == MEGIDDO.moves
    assert [(edit.ply, edit.kind) for edit in found.edits] == [(16, "superfluous-ply")]
