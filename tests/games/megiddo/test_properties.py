"""Laws that hold for every game of Megiddo, in every variant."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import notation
from analysis.games.megiddo.board import FULL, LINES, bit, bits, ordered, points_of
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from notation.megiddo import Move, Point
from tests.examples import examples
from tests.games.megiddo.cases import (
    POINTS,
    VARIANTS,
    boards,
    choices,
    names,
    played,
    variants,
)

Symmetry = Callable[[Point], Point]


def rotation(spokes: int) -> Symmetry:
    return lambda point: ((point[0] - 1 + spokes) % 6 + 1, point[1])


def mirror(point: Point) -> Point:
    """Exchange left and right: B with F, C with E."""
    return (7 - point[0]) % 6 + 1, point[1]


def inside_out(point: Point) -> Point:
    return point[0], 7 - point[1]


def along_spiral(point: Point) -> Point:
    return point[0] % 6 + 1, point[1] % 6 + 1


def spokes_for_rings(point: Point) -> Point:
    return point[1], point[0]


def onwards(position: Position) -> Move | None:
    """Return a move to an empty point with all its captures, the end of the game apart."""
    for point in POINTS:
        if not position.occupied & bit(point):
            return Move(point, ordered(position.captures(Move(point))))
    return None


def mapped(move: Move, symmetry: Symmetry) -> Move:
    groups = tuple(tuple(map(symmetry, group)) for group in move.groups)
    return Move(symmetry(move.point), groups, symmetry(move.origin) if move.origin else None)


def mapped_position(position: Position, symmetry: Symmetry) -> Position:
    stones = tuple(
        bits(symmetry(point) for point in POINTS if own & bit(point)) for own in position.stones
    )
    return Position(position.variant, stones, position.taken, position.turn)


def assert_symmetric(rules: MegiddoVariant, numbers: Sequence[int], symmetry: Symmetry) -> None:
    for position, move in played(rules, numbers):
        image = mapped_position(position, symmetry)
        after, image_after = position.play(move), image.play(mapped(move, symmetry))
        assert mapped_position(after, symmetry) == image_after
        ended, image_ended = after.outcome(), image_after.outcome()
        assert (ended and ended.winner) == (image_ended and image_ended.winner)
        for side in range(len(position.stones)):
            assert len(after.megiddos(side)) == len(image_after.megiddos(side))


@examples(50)
@given(variants, choices)
def test_games_can_be_turned_inside_out(rules: MegiddoVariant, numbers: list[int]) -> None:
    assert_symmetric(rules, numbers, inside_out)


@examples(25)
@given(
    st.sampled_from(
        [rules for rules in VARIANTS if rules.edge == "grand-master" and not rules.radial_move]
    ),
    choices,
)
def test_spokes_and_rings_of_the_torus_can_be_exchanged(
    rules: MegiddoVariant, numbers: list[int]
) -> None:
    assert_symmetric(rules, numbers, spokes_for_rings)


@pytest.mark.parametrize(
    ("variant", "position", "text"),
    [
        ("base", "r5/1b4/2b3/6/6/6 r 0,0", "D4 (C3, B2)"),
        ("master", "6/6/r5/1b4/2b3/6 r 0,0", "D6 (C5, B4)"),
        ("grand-master+radial-move", "6/6/r5/6/r5/6 r 0,0", "A5-A6"),
    ],
    ids=["base", "master", "slides"],
)
def test_a_shift_along_a_spiral_needs_the_torus_and_no_slides(
    variant: str, position: str, text: str
) -> None:
    """After shifts enough, a line that has an end is cut in two; a slide never goes round."""
    here = Position.from_string(position, variant)
    move = notation.parse("megiddo", text)
    assert here.check(move) is None
    verdicts = []
    for _ in range(5):
        here, move = mapped_position(here, along_spiral), mapped(move, along_spiral)
        verdicts.append(here.check(move) is None)
    assert False in verdicts


def test_the_mirror_exchanges_the_spirals_and_rotations_keep_them() -> None:
    kinds = {line.bits: line.kind for line in LINES}
    exchanged = {
        "clockwise spiral": "counter-clockwise spiral",
        "counter-clockwise spiral": "clockwise spiral",
    }
    for line in LINES:
        assert kinds[bits(map(rotation(1), line.points))] == line.kind
        assert kinds[bits(map(mirror, line.points))] == exchanged.get(line.kind, line.kind)


@examples(100)
@given(variants, choices)
def test_stones_stay_and_captures_only_change_colours(
    rules: MegiddoVariant, numbers: list[int]
) -> None:
    for position, move in played(rules, numbers):
        after = position.play(move)
        gone = bit(move.origin) if move.origin else 0
        assert after.occupied == position.occupied & ~gone | bit(move.point)
        assert after.occupied & ~FULL == 0
        assert sum(own.bit_count() for own in after.stones) == after.occupied.bit_count()
        changed = after.stones[position.turn] & position.enemy
        assert bits(position.captured(move)) == changed
        gained = [new - old for new, old in zip(after.taken, position.taken, strict=True)]
        assert gained.pop(position.turn) == changed.bit_count()
        assert not any(gained)
        assert after.turn == (position.turn + 1) % len(position.sides)


@examples(60)
@given(variants, choices)
def test_moves_and_positions_are_written_and_read_back(
    rules: MegiddoVariant, numbers: list[int]
) -> None:
    for position, move in played(rules, numbers):
        assert Position.from_string(str(position), rules) == position
        assert notation.read("megiddo", str(move)) == notation.Reading((move,))
        (candidate,) = position.completions(move)
        assert candidate.move == move


@examples(60)
@given(boards(), st.data())
def test_legal_moves_are_those_that_check_accepts(position: Position, data: st.DataObject) -> None:
    legal = {names(move): move for move in position.legal_moves()}
    assert position.count_moves() == len(legal)
    origins = [None, *POINTS] if position.variant.radial_move else [None]
    for origin in origins:
        for point in POINTS:
            bare = Move(point, (), origin)
            move = legal.get(str(bare))
            assert (position.check(move or bare) is None) == (move is not None)
            if move and move.groups:
                assert position.check(bare) is not None
                shuffled = tuple(data.draw(st.permutations(move.groups)))
                assert position.check(Move(point, shuffled, origin)) is None


@examples(60)
@given(boards(), st.data())
def test_no_other_captures_are_accepted(position: Position, data: st.DataObject) -> None:
    moves = list(position.legal_moves())
    assume(moves)
    move = data.draw(st.sampled_from([m for m in moves if m.groups] or moves))
    pair = tuple(points_of(data.draw(st.sampled_from(list(position.variant.board.ways)))))
    assume(set(pair) not in map(set, move.groups))
    for groups in ((*move.groups, pair), (*move.groups[1:], pair)):
        wrong = Move(move.point, groups, move.origin)
        finding = position.check(wrong)
        assert finding is not None
        assert finding.violation
        assert position.completions(wrong) == []
        assert position.advance([position.compile(wrong)])[1] == 0


@examples(150)
@given(variants, choices, st.data())
def test_advancing_agrees_with_checking_and_playing(
    rules: MegiddoVariant, numbers: list[int], data: st.DataObject
) -> None:
    moves = [move for _, move in played(rules, numbers)]
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(moves)))
        point = data.draw(st.sampled_from(POINTS))
        origin = data.draw(st.none() | st.sampled_from(POINTS))
        groups = data.draw(st.sampled_from([move.groups for move in moves]))
        moves.insert(place, Move(point, groups, origin))
    slow, count = Position.start(rules), 0
    while count < len(moves) and slow.check(moves[count]) is None:
        slow, count = slow.play(moves[count]), count + 1
    assert Position.start(rules).advance(map(Position.start(rules).compile, moves)) == (slow, count)


@examples(150)
@given(boards(), st.data())
def test_advancing_agrees_with_playing_on_any_board(
    position: Position, data: st.DataObject
) -> None:
    moves = list(position.legal_moves())
    assume(moves)
    move = data.draw(st.sampled_from(moves))
    reached, count = position.advance([position.compile(move)])
    assert (reached, count) == (position.play(move), 1)
    onward = onwards(reached)
    if onward is not None:
        count = 1 if reached.outcome() else 2
        assert position.advance(map(position.compile, (move, onward)))[1] == count
    kept = tuple(group for group in move.groups if data.draw(st.booleans()))
    recorded = position.as_recorded(Move(move.point, kept, move.origin))
    if recorded is not None:
        taken = bits(point for group in kept for point in group)
        assert recorded.stones[position.turn] == position.moved(move) | taken
