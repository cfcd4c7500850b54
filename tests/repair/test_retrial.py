"""Repairs whose plies are tried again one by one, and walks with moves that were priced before."""

from dataclasses import replace
from itertools import islice
from math import inf

import pytest

from analysis import replay
from analysis.repair.beam import Decoder
from analysis.repair.edits import Change, Edits
from analysis.repair.retrial import Retrial
from analysis.repair.search import EditedGame
from analysis.replay.compiled import EditedPly, PlaythroughResult
from analysis.typos.model import load
from records import Record

GAME = Record(
    ("D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "A3 (A4, A5)"), "megiddo", "base", "book"
)
OCR = ("D3", "84", "£4", "A4", "AG", "F2", "D4", "?", "A3 {A4, AS)")
"""What a scanner makes of it; what follows the hole shows what stood there."""

WIDTH = 40
"""More than there are moves for the hole: so all that may follow is priced."""


def walked(record, width=WIDTH):
    """Return the parts of a search, the plies of a record, and the cheapest way of a walk."""
    playthrough = replay(replace(GAME, moves=())).playthrough
    edits, plies = Edits(playthrough, load("scanned")), playthrough.plies(record.moves)
    ways, _ = Decoder(playthrough, edits, plies).decode(width, lambda: 0.0)
    return playthrough, edits, plies, ways[0]


def taken_for(texts, playthrough, edits, plies):
    """Return the game in which unreadable plies are taken for some texts, by their indices."""
    position, played, changes = playthrough.start, [], []
    for at, ply in enumerate(plies):
        found = playthrough.run(position, (ply,), 0)
        if at in texts or not found.reach:
            corrected = edits.corrected(position, plies, at, inf)
            change, meant = next(
                pair for pair in corrected if pair[1].text == texts.get(at, pair[1].text)
            )
            changes.append(change)
            found = playthrough.run(position, (meant,), 0)
        played.append(found.plies[0])
        position = found.position
    cost = sum(change.price for change in changes)
    cost += sum(ply.notes for ply in played) * edits.price("remark")
    run = PlaythroughResult(tuple(played), len(played), position)
    return EditedGame(run, tuple(changes), cost)


def cost_of(changes, run, edits):
    notes = sum(ply.notes for ply in run.plies)
    return sum(change.price for change in changes) + notes * edits.price("remark")


def improved(game, playthrough, edits, plies):
    """Return the games that a trial of every ply leads to, as texts with costs."""
    found = Retrial(playthrough, edits, plies).improve(game.run.plies, game.changes, inf)
    return {
        tuple(ply.text for ply in run.plies): cost_of(changes, run, edits) for run, changes in found
    }


@pytest.mark.slow
def test_a_wrong_guess_at_an_unreadable_ply_is_put_right_by_what_follows():
    playthrough, edits, plies, way = walked(replace(GAME, moves=OCR))
    wrong = taken_for({7: "C2"}, playthrough, edits, plies)
    found = improved(wrong, playthrough, edits, plies)
    assert min(found.values()) == pytest.approx(way.estimate)
    assert min(found.values()) < wrong.cost


@pytest.mark.slow
def test_all_games_that_are_found_are_legal_and_as_long():
    playthrough, edits, plies, _ = walked(replace(GAME, moves=OCR))
    wrong = taken_for({7: "C2"}, playthrough, edits, plies)
    found = improved(wrong, playthrough, edits, plies)
    assert len(found) > 1
    for texts in islice(found, 12):
        assert len(texts) == len(OCR)
        assert replay(replace(GAME, moves=texts)).playable


@pytest.mark.slow
def test_no_single_other_move_makes_what_is_found_cheaper():
    """Compare with a plain search: each ply for each legal move, the others as they are."""
    playthrough, edits, plies, _ = walked(replace(GAME, moves=OCR))
    game = taken_for({7: "C2"}, playthrough, edits, plies)
    least = min(improved(game, playthrough, edits, plies).values())
    position = playthrough.start
    for at, own in enumerate(game.run.plies):
        for change, meant in edits.corrected(position, plies, at, inf):
            rest = (meant, *game.run.plies[at + 1 :])
            if not playthrough.run(position, rest, 0).left:
                others = (one for one in game.changes if one.index != at)
                assert least <= sum(one.price for one in others) + change.price + 1e-6
        position = playthrough.after(position, own)


@pytest.mark.slow
def test_what_is_settled_and_what_was_put_in_stay():
    playthrough, edits, plies, _ = walked(replace(GAME, moves=OCR))
    game = taken_for({7: "C2"}, playthrough, edits, plies)
    kept = (game.run.plies[7]._replace(origin=None),)
    fixed = (*game.run.plies[:7], *kept, *game.run.plies[8:])
    other = tuple(one for one in game.changes if one.index != 7)
    missing = (*other, Change("missing-ply", 7, "", "C2", 4.0))
    for run, changes in Retrial(playthrough, edits, plies).improve(fixed, missing, inf):
        assert run.plies[7].text == "C2"
        assert missing[-1] in changes


@pytest.mark.slow
def test_a_quick_walk_finds_what_a_walk_of_its_width_found():
    playthrough, edits, plies, way = walked(replace(GAME, moves=OCR), 24)
    with edits.quickly():
        ways, _ = Decoder(playthrough, edits, plies).decode(24, lambda: 0.0)
    assert ways[0].estimate == pytest.approx(way.estimate)
    assert not edits.quick


def test_a_quick_walk_knows_no_move_that_was_not_priced():
    playthrough = replay(GAME).playthrough
    edits, plies = Edits(playthrough, load("scanned")), playthrough.plies(("£4",))
    with edits.quickly():
        assert not list(edits.corrected(playthrough.start, plies, 0, inf))
    assert list(edits.corrected(playthrough.start, plies, 0, inf))
    with edits.quickly():
        assert list(edits.corrected(playthrough.start, plies, 0, inf))


def test_a_count_that_was_right_elsewhere_is_wrong_here():
    playthrough = replay(Record((), "gipf", "basic", "complete")).playthrough
    right, wrong = (EditedPly(text, None, None) for text in ("g2 (11)", "g2 (10)"))
    assert playthrough.agrees(playthrough.start, right)
    assert not playthrough.agrees(playthrough.start, wrong)
