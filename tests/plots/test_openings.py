"""Icicles: blocks are as high as moves are frequent, and lie beside the move before."""

from itertools import pairwise

import pytest
from matplotlib.colors import to_hex

from analysis import replay
from analysis.openings import Openings
from analysis.openings.nodes import opening_trees
from analysis.plots import PLOTS, style
from analysis.plots.chart import Block, Chart, Icicle
from analysis.plots.draw import figure
from analysis.plots.openings import blocks, panel_of
from analysis.plots.openings import icicle as chart
from records import Record
from tests.plots.samples import axes_of


def icicle(tree):
    return PLOTS["openings"].draw([panel_of(tree)])


LINES = {
    ("A1", "B1", "C1"): 40,
    ("A1", "B1", "D1"): 20,
    ("A1", "E3"): 20,
    ("A2", "B2"): 20,
}
"""Lines of Megiddo, and how often each is played."""


def counted(lines=LINES, results=("1-0", "*")):
    openings = Openings(3, fold=False)
    for line, times in lines.items():
        for game in range(times):
            result = results[game % len(results)]
            openings.add(replay(Record(line, "megiddo", "base", "book", result=result)))
    (tree,) = opening_trees(openings)
    return tree


def test_blocks_are_as_high_as_moves_are_frequent():
    found = {(block.ply, block.move): block for block in blocks(counted())}
    assert found[1, "A1"] == Block(1, 0.0, 0.8, "A1", 80, 1.0)
    places = {key: (round(one.top, 6), round(one.height, 6)) for key, one in found.items()}
    assert places == {
        (1, "A1"): (0, 0.8), (2, "B1"): (0, 0.6), (3, "C1"): (0, 0.4), (3, "D1"): (0.4, 0.2),
        (2, "E3"): (0.6, 0.2), (1, "A2"): (0.8, 0.2), (2, "B2"): (0.8, 0.2),
    }  # fmt: skip


def test_scores_are_those_of_the_side_that_played():
    found = {(block.ply, block.move): block.score for block in blocks(counted(results=("1-0",)))}
    assert {score for (ply, _), score in found.items() if ply != 2} == {1.0}
    assert {score for (ply, _), score in found.items() if ply == 2} == {0.0}
    few = counted({("A1", "B1"): 8, ("A2", "B1"): 4}, results=("1-0",))
    assert [one.score for one in blocks(few) if one.ply == 1] == [1.0, None]


def test_ways_to_one_position_fill_one_block_no_more():
    lines = {("A1", "B1", "C1", "D1"): 6, ("C1", "B1", "A1", "E1"): 4}
    openings = Openings(4, fold=False)
    for line, times in lines.items():
        for _ in range(times):
            openings.add(replay(Record(line, "megiddo", "base", "book")))
    (tree,) = opening_trees(openings)
    found = blocks(tree)
    last = [block for block in found if block.ply == 4]
    third = next(block for block in found if block.ply == 3 and last[0].top == block.top)
    assert sum(block.height for block in last) == pytest.approx(third.height)
    assert sorted(block.times for block in last) == [4, 6]


def test_rare_moves_have_no_block_and_neither_has_what_follows():
    rare = LINES | {("F6", "F5", "F4"): 1, ("E6", "F5"): 1}
    found = blocks(counted(rare))
    assert not [block for block in found if block.move.startswith(("E6", "F"))]
    (rest,) = (block for block in found if block.others)
    assert (rest.ply, rest.move, rest.times, rest.others) == (1, "2 others", 2, 2)
    assert rest.top + rest.height == pytest.approx(1)


def test_the_least_number_of_games_of_a_block():
    def moves(lines, **options):
        return sorted(block.move for block in blocks(counted(lines), **options) if block.ply == 1)

    assert moves({("A1",): 18, ("A2",): 1}) == ["A1", "A2"]
    assert moves({("A1",): 19, ("A2",): 1}) == ["1 other", "A1"]
    assert moves({("A1",): 19, ("A2",): 1}, min_count=1) == ["A1", "A2"]
    assert moves(LINES, min_count=20) == ["A1", "A2"]
    assert moves(LINES, min_count=21) == ["1 other", "A1"]
    assert moves({("A1",): 115, ("A2",): 2}) == ["1 other", "A1"]
    assert moves({("A1",): 112, ("A2",): 2}) == ["A1", "A2"]
    assert "Moves of fewer than 3 games stand" in chart([panel_of(counted())], min_count=3).caption
    assert (
        "Moves of less than 1.75 % of the games, and single" in chart([panel_of(counted())]).caption
    )


def test_labels_are_light_on_strong_colours_and_on_paper_over_hatches():
    lines = {("A1",): 30, ("A2",): 30, ("A3",): 5, **{(f"B{n}",): 1 for n in range(1, 7)}}
    axes = axes_of(icicle(counted(lines, results=("1-0",) * 64 + ("*",))))[0]
    looks = {text.get_text()[:2]: (text.get_color(), bool(text.get_bbox_patch()))
             for text in axes.texts}  # fmt: skip
    assert looks["A1"] == looks["A2"] == (style.PAPER, False)
    assert looks["6 "] == (style.SOFT, False)
    few = counted({("A1",): 30, ("A2",): 30}, results=("*",))
    looks = {text.get_text()[:2]: (text.get_color(), bool(text.get_bbox_patch()))
             for text in axes_of(icicle(few))[0].texts}  # fmt: skip
    assert looks == {"A1": (style.INK, True), "A2": (style.INK, True)}
    even = counted({("A1",): 30, ("A2",): 30}, results=("1-0", "0-1"))
    assert {text.get_color() for text in axes_of(icicle(even))[0].texts} == {style.INK}


def test_of_more_labels_than_fit_the_rarest_are_left_out():
    lines = {(f"{file}{row}",): 3 if row == 1 else 2 for row in range(1, 7) for file in "ABCDEF"}
    many = Icicle("megiddo", ("base",), 78, tuple(blocks(counted(lines), 1)))
    axes = axes_of(figure(Chart("T", "C", (many,) * 4)))[0]
    beside = [one.get_text() for one in axes.texts if one.arrow_patch]
    assert 6 < len(beside) < 36
    assert {f"{file}1\u20023" for file in "ABCDEF"} <= set(beside)


def test_labels_of_thin_blocks_stand_beside_them_a_line_apart():
    """Eight replies of 1.8 % each, between a frequent one and another first move."""
    thin = [f"{file}{row}" for row in (2, 3) for file in "ABCD"]
    lines = {("A1", "B1"): 66} | {("A1", move): 2 for move in thin} | {("F6", "E6"): 28}
    axes = axes_of(icicle(counted(lines)))[0]
    beside = [one for one in axes.texts if one.arrow_patch]
    assert [one.get_text() for one in beside] == [f"{one}\u20022" for one in sorted(thin)]
    assert [one.xy[1] for one in beside] == pytest.approx([(67 + 2 * n) / 110 for n in range(8)])
    places = [one.xyann[1] for one in beside]
    steps = [below - above for above, below in pairwise(places)]
    assert steps == pytest.approx([steps[0]] * 7)
    assert steps[0] > 0.02
    assert places[0] == pytest.approx(0.61, abs=0.06)


def test_blocks_of_two_lines_have_their_moves_whole():
    """The longest moves that open a game of Epaminondas, in a column of a journal."""
    moves = [f"11.1{n}.2SW2" for n in range(4)]
    some = (Block(ply, 0.25 * n, 0.25, move, 1234, 0.5) for ply in (1, 2, 3, 4)
            for n, move in enumerate(moves))  # fmt: skip
    panel = Icicle("epaminondas", ("standard",), 4936, tuple(some))
    axes = axes_of(figure(Chart("T", "C", (panel,))))[0]
    assert [one.get_text() for one in axes.texts] == [f"{one}\n1,234 · 50 %" for one in moves] * 4


def lightness(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("shown", [{}, style.DARK_COLOURS], ids=["light", "dark"])
def test_labels_can_be_read_on_every_colour(shown):
    """Their contrast is 4.5 or more, as WCAG 2 asks of text."""
    scores = [step / 20 for step in range(5, 16)]
    some = (Block(1, n / 11, 1 / 11, "A1", 9, score) for n, score in enumerate(scores))
    axes = axes_of(figure(Chart("T", "C", (Icicle("gipf", ("basic",), 99, tuple(some)),))))[0]
    pairs = [(to_hex(one.get_facecolor()), to_hex(text.get_color()))
             for one, text in zip(axes.patches, axes.texts, strict=True)]  # fmt: skip
    assert len({ground for ground, _ in pairs}) == 11
    for pair in pairs:
        less, more = sorted(lightness(shown.get(one, one)) for one in pair)
        assert (more + 0.05) / (less + 0.05) >= 4.5, pair
