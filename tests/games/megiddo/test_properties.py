"""Laws that hold for every game of Megiddo, in every variant, beside those of all games."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from analysis.games.megiddo.board import bit, bits, ordered, points_of
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from notation.megiddo import Move
from tests.examples import examples
from tests.games.megiddo.cases import (
    POINTS,
    boards,
    judged,
    names,
    pairs,
)


def tried(position: Position, data: st.DataObject) -> Iterator[Move]:
    """Yield legal and illegal moves: anywhere, from anywhere, with captures left out or added."""
    legal = data.draw(st.permutations(list(position.legal_moves()) or [Move((1, 1))]))
    known = list(position.variant.board.ways)
    for move in sorted(legal, key=lambda one: -len(one.groups))[:4]:
        other = tuple(points_of(data.draw(st.sampled_from(known))))
        yield Move(move.point, tuple(data.draw(st.permutations(move.groups))), move.origin)
        yield Move(move.point, (), move.origin)
        yield Move(move.point, move.groups[1:], move.origin)
        yield Move(move.point, (*move.groups, other), move.origin)
        yield Move(move.point, (*move.groups[1:], other), move.origin)
        yield Move(move.point, move.groups * 2, move.origin)
    for _ in range(6):
        point, origin = data.draw(st.sampled_from([*POINTS, (7, 1), (1, 7)])), None
        if data.draw(st.booleans()):
            origin = data.draw(st.sampled_from(POINTS))
        yield Move(point, (), origin)
        if not position.occupied & bit(point) and point in POINTS:
            yield Move(point, ordered(position.captures(Move(point))), origin)


@examples(100)
@given(boards(), st.data())
def test_step_generator_laws_and_judge_agree_on_any_move(
    position: Position, data: st.DataObject
) -> None:
    legal = {(names(move), frozenset(pairs(move))): move for move in position.legal_moves()}
    assert position.count_moves() == len(legal)
    game = judged(position)
    possible = set(game.moves()) if position.outcome() is None else set()
    for move in tried(position, data):
        captures = frozenset(pairs(move))
        known = legal.get((names(move), captures)) if len(captures) == len(move.groups) else None
        allowed = names(move) in possible and len(captures) == len(move.groups)
        if allowed:
            allowed = captures == set().union(*game.copy().play(names(move)))
        step = position.compile(move)
        reached, count = position.advance([step])
        assert (known is not None) == allowed
        assert (position.broken_law(move) is None) == allowed
        assert (position.check(move) is None) == allowed
        assert (reached, count) == ((position.after(move), 1) if allowed else (position, 0))
        assert [one.move for one in position.completions(move)] == [known] * allowed


@examples(60)
@given(boards(), st.data())
def test_a_recorded_move_leaves_the_captures_that_it_names(
    position: Position, data: st.DataObject
) -> None:
    for move in list(position.legal_moves())[:10]:
        kept = tuple(group for group in move.groups if data.draw(st.booleans()))
        recorded = position.as_recorded(Move(move.point, kept, move.origin))
        if recorded is not None:
            taken = bits(point for group in kept for point in group)
            assert recorded.stones[position.turn] == position.moved(move) | taken


TORUS = {one.name: one for one in MegiddoVariant("grand-master").symmetries}


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
    along_spiral = TORUS["rotation 60, shift 1"]
    for _ in range(5):
        here, move = along_spiral.position(here), along_spiral.move(move)
        verdicts.append(here.check(move) is None)
    assert False in verdicts
