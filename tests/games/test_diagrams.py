"""Text diagrams that are refused, and the marks of a move in drawings.

The contract, the pictures and the tests of drawings check the pieces on the points.
"""

from math import hypot
from pathlib import Path
from typing import Any

import pytest

import notation
from analysis import diagrams
from analysis.drawing.scene import Area, Disc, Lines, Scene, Shape
from analysis.drawing.style import Role
from analysis.games import find
from notation import InvalidPosition
from notation.gipf.moves import NOTHING, Move, Piece, Push, Removal, Row
from tests.cases import each_case, each_line
from tests.games.pictures import claim

PHALANX = """\
5 b b b
4 b b b
3 . . .
2 w w w
1 w w w
  a b c
White to move"""

BELOW = diagrams.text(find("gipf").start("basic"), flipped=True)
WHEEL = diagrams.text(find("megiddo").position("6/2r3/6/3b2/6/6 b 2,0"))
WHOLE = {"epaminondas": PHALANX, "gipf": BELOW, "megiddo": WHEEL}
TABLE = Path(__file__).with_name("diagrams.jsonl")
"""Changes of a whole diagram that are ``refused``; the ``variant`` of one, whatever is ``named``;
variants that are ``contradicted``; the ``marks`` of a move under the ``rules`` of a variant, by
the points that they are on; the ``title`` of a picture."""


@each_line(TABLE, "refused")
def test_bad_diagrams_are_told_the_line_and_what_was_expected(case):
    whole = WHOLE[case["game"]]
    old = case.get("old", whole)
    assert old in whole
    with pytest.raises(InvalidPosition) as caught:
        diagrams.read_text(case["game"], whole.replace(old, case["new"], 1))
    assert str(caught.value) == f"diagram {case['refused']}"


@each_line(TABLE, "variant")
def test_the_variant_of_a_diagram_is_the_simplest_or_the_one_named(case):
    text = case.get("diagram", WHOLE[case["game"]])
    found = diagrams.read_text(case["game"], text, case.get("named"))
    assert str(found.variant) == case["variant"]


@each_line(TABLE, "contradicted")
def test_a_variant_that_the_diagram_contradicts_is_refused(case):
    text = case.get("diagram", WHOLE[case["game"]])
    with pytest.raises(getattr(notation, case["error"]), match=case["contradicted"]):
        diagrams.read_text(case["game"], text, case["named"])


def drawn(game: str, text: str, written: str, variant: str | None, **options: Any) -> Scene:
    """Draw the position after a move, with the move marked."""
    before = find(game).position(text, variant)
    move = before.complete(claim(game, written))
    return diagrams.compose(before.after(move), last=move, before=before, **options)


def places(shape: Shape) -> list[tuple[float, float]]:
    """Return the places of a mark: the centre of a disc or of crossed lines."""
    if isinstance(shape, Disc):
        return [(shape.x, shape.y)]
    if isinstance(shape, Lines):
        ends = [end for chain in shape.chains for end in chain]
        return [(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))]
    return []


def points(scene: Scene, role: Role, game: str, variant: Any, flipped: bool) -> set[str]:
    """Return the points with marks of a role."""
    diagram = find(game).diagram()
    cells = diagram.ground(variant).cells
    where = {name: diagram.point(variant, name, flipped=flipped) for name in cells}

    def nearest(x: float, y: float) -> str:
        return min(where, key=lambda name: hypot(where[name][0] - x, where[name][1] - y))

    found = [place for shape in scene.shapes if shape.role is role for place in places(shape)]
    return {nearest(x, y) for x, y in found}


@each_case("flipped", [False, True], ids=["first side below", "second side below"])
@each_line(TABLE, "marks")
def test_a_move_is_marked_on_every_point_that_it_concerns(case, flipped):
    game, text, rules = case["game"], case["position"], case["rules"]
    scene = drawn(game, text, case["move"], rules, flipped=flipped)
    variant = find(game).position(text, rules).variant
    for role, names in case["marks"].items():
        assert points(scene, Role[role.upper()], game, variant, flipped) == {*names}, role


@pytest.mark.parametrize(
    ("position", "move", "variant", "outlines"),
    [
        ("6/6/6/bb3r/6/6 r 0,0", "C4 (B4, A4)", "base", 3),
        ("1b4/1r4/6/6/6/1b4 r 0,0", "B5 (B6, B1)", "master", 2),
    ],
    ids=["a band between both", "no band across the board"],
)
def test_a_captured_pair_lies_on_a_ground(position, move, variant, outlines):
    scene = drawn("megiddo", position, move, variant)
    (ground,) = (shape for shape in scene.shapes if shape.role is Role.STRUCK)
    assert isinstance(ground, Area)
    assert len(ground.outlines) == outlines


@each_line(TABLE, "title")
def test_the_title_says_in_words_what_the_picture_shows(case):
    scene = drawn(case["game"], case["position"], case["move"], case["rules"])
    assert scene.title == case["title"]


def test_complete_lines_are_drawn_bold_and_pieces_on_far_rows_counted():
    for rings, name in (("rrrrrr/6/6/6/6/6", "ring 1"), ("r5/r5/r5/r5/r5/r5", "radial A")):
        scene = diagrams.compose(find("megiddo").position(f"{rings} b 0,0"))
        assert sum(shape.role is Role.WON for shape in scene.shapes) == 1
        assert scene.title.endswith(f"Megiddo on {name}")
    scene = diagrams.compose(find("epaminondas").position("1ww/3/3/3/1b1 w"))
    counts = [getattr(shape, "text", "") for shape in scene.shapes if shape.role is Role.COUNT]
    assert counts == ["2", "1"]


def test_reserves_and_captured_pieces_of_gipf_lie_beside_the_board():
    scene = diagrams.compose(find("gipf").position("4/5/6/7/6/5/4 w 15,16 2,3 -"))
    for role, reserve, captured in ((Role.WHITE, 15, 3), (Role.BLACK, 16, 2)):
        discs = [shape for shape in scene.shapes if isinstance(shape, Disc) and shape.role is role]
        right = [disc for disc in discs if disc.x > scene.width / 2]
        assert (len(right), len(discs) - len(right)) == (reserve, captured)


HOSTILE = [
    Move(NOTHING, Push("z9", "a1"), NOTHING),
    Move(NOTHING, Push("e2", "a1"), NOTHING),
    Move(NOTHING, Push("e9", "e1"), NOTHING),
    Move(NOTHING, None, NOTHING),
    Move(Removal((Piece("e2"), Piece("b5", True, True), Piece("k3"))), Push("e8", "e1"), NOTHING),
    Move(NOTHING, Push("e2"), Removal.of([Row((Piece("a1"), Piece("i9"))), Row((Piece("h5"),))])),
]


@each_case("known", [True, False], ids=["board before", "no board before"])
@each_case("move", HOSTILE, ids=str)
def test_moves_that_do_not_fit_hide_no_piece(move, known):
    here = find("gipf").start("standard")
    before = here if known else None
    for role in (Role.WHITE, Role.BLACK):
        plain, marked = (
            points(scene, role, "gipf", here.variant, False)
            for scene in (diagrams.compose(here), diagrams.compose(here, last=move, before=before))
        )
        assert plain == marked
    text = diagrams.text(here, last=move, before=before)
    assert diagrams.read_text("gipf", text) == here
