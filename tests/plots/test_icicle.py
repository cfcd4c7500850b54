"""Icicles: blocks are as high as moves are frequent, and lie beside the move before."""

import pytest

from analysis import replay
from analysis.openings import Openings
from analysis.openings.lines import frame
from analysis.plots import NothingToPlot, icicle
from analysis.plots.chart import Block
from analysis.plots.icicle import blocks
from records import Record
from tests.plots.samples import axes_of

LINES = {
    ("A1", "B1", "C1"): 40,
    ("A1", "B1", "D1"): 20,
    ("A1", "E3"): 20,
    ("A2", "B2"): 20,
}
"""Lines of Megiddo, and how often each is played."""


def counted(lines=LINES, results=("1-0", "*"), variant="base"):
    openings = Openings(3, fold=False)
    for line, times in lines.items():
        for game in range(times):
            record = Record(line, "megiddo", variant, "book", result=results[game % len(results)])
            openings.add(replay(record))
    return frame(openings)


def test_blocks_are_as_high_as_moves_are_frequent():
    found = {(block.ply, block.move): block for block in blocks(counted())}
    assert found[1, "A1"] == Block(1, 0.0, 0.8, "A1", 80, 1.0)
    assert found[2, "B1"].height == pytest.approx(0.6)
    assert found[3, "C1"].height == pytest.approx(0.4)
    assert found[3, "D1"].top == pytest.approx(0.4)
    assert found[2, "E3"].top == pytest.approx(0.6)
    assert found[1, "A2"].top == pytest.approx(0.8)
    assert found[2, "B2"].top == pytest.approx(0.8)
    assert len(found) == 7


def test_scores_are_those_of_the_side_that_played():
    found = {(block.ply, block.move): block.score for block in blocks(counted(results=("1-0",)))}
    assert {score for (ply, _), score in found.items() if ply != 2} == {1.0}
    assert {score for (ply, _), score in found.items() if ply == 2} == {0.0}
    unknown = blocks(counted(results=("*",)))
    assert {block.score for block in unknown} == {None}


def test_ways_to_one_position_fill_one_block_no_more():
    lines = {("A1", "B1", "C1", "D1"): 6, ("C1", "B1", "A1", "E1"): 4}
    openings = Openings(4, fold=False)
    for line, times in lines.items():
        for _ in range(times):
            openings.add(replay(Record(line, "megiddo", "base", "book")))
    found = blocks(frame(openings))
    last = [block for block in found if block.ply == 4]
    third = next(block for block in found if block.ply == 3 and last[0].top == block.top)
    assert sum(block.height for block in last) == pytest.approx(third.height)
    assert sorted(block.times for block in last) == [4, 6]


def test_rare_moves_have_no_block_and_neither_has_what_follows():
    found = blocks(counted(LINES | {("F6", "F5", "F4"): 1, ("E6", "F5"): 1}))
    assert not [block for block in found if block.move.startswith(("E6", "F"))]
    (rest,) = (block for block in found if block.others)
    assert (rest.ply, rest.move, rest.times, rest.others) == (1, "2 other moves", 2, 2)
    assert rest.top + rest.height == pytest.approx(1)


def test_few_results_give_no_shade():
    few = counted({("A1", "B1"): 8, ("A2", "B1"): 4}, results=("1-0",))
    scores = {(block.ply, block.move): block.score for block in blocks(few)}
    assert scores[1, "A1"] == 1.0
    assert scores[1, "A2"] is None


def test_the_picture_has_a_rectangle_for_each_block_and_labels_where_there_is_room():
    table = counted()
    axes = axes_of(icicle(table))[0]
    expected = blocks(table)
    drawn = [(*patch.get_xy(), patch.get_height()) for patch in axes.patches]
    assert drawn == [(block.ply - 1, block.top, block.height) for block in expected]
    assert [text.get_text() for text in axes.texts] == [
        f"{block.move}  {block.times}" for block in expected
    ]
    assert axes.get_title(loc="left") == "Megiddo, base (100 games)"
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "3"]


def test_no_game_is_no_empty_picture():
    with pytest.raises(NothingToPlot, match="no first move is frequent"):
        icicle(frame(Openings()))
