"""The rules against a second implementation, against themselves, and under reflections."""

from typing import Any

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import EpaminondasVariant
from notation.phalanx import Move, Placement
from tests.examples import examples
from tests.judges.epaminondas import MoveTuple, Table, start, table
from tests.strategies import (
    SMALL,
    SYMMETRIES,
    Arrival,
    arrivals,
    expanded,
    packed,
    positions,
)


def rules_of(symmetry: str) -> EpaminondasVariant:
    return EpaminondasVariant.parse(f"standard+symmetry={symmetry}")


def as_tuple(move: Move | Placement) -> MoveTuple:
    if isinstance(move, Placement):
        return *move.target, 0, "", 0, 0
    assert move.captures is not None
    return move.row, move.column, move.count, move.direction, move.distance, move.captures


def assert_agreement(position: Position, judge: Table) -> list[Any]:
    """Hold a position against the judge's; return its legal moves in a fixed order."""
    assert str(position) == str(judge)
    moves = sorted(position.legal_moves(), key=as_tuple)
    expected = sorted(judge.legal_moves())
    assert [as_tuple(move) for move in moves] == expected
    assert position.count_moves() == len(expected)
    outcome = position.outcome()
    assert (outcome and str(outcome.winner)[0]) == judge.winner()
    return moves


@examples(250)
@given(positions(), SYMMETRIES)
def test_legal_moves_agree_with_the_judge_in_random_positions(text, symmetry):
    judge = table(text, symmetry)
    moves = assert_agreement(Position.from_string(text, rules_of(symmetry)), judge)
    for move in moves[:: max(1, len(moves) // 8)]:
        assert str(Position.from_string(text, rules_of(symmetry)).play(move)) == str(
            judge.played(as_tuple(move))
        )


@examples(60)
@given(st.data(), SMALL, st.integers(1, 2), SYMMETRIES)
def test_random_games_agree_with_the_judge(data, columns_rows, filled, symmetry):
    columns, rows = columns_rows
    position: Position = Position.start(EpaminondasVariant(columns, rows, filled, symmetry))
    judge = start(columns, rows, filled, symmetry)
    for _ in range(30):
        moves = assert_agreement(position, judge)
        if not moves:
            event("the game was played to its end")
            break
        captures = [move for move in moves if move.captures]
        move = data.draw(st.sampled_from(captures or moves))
        position, judge = position.play(move), judge.played(as_tuple(move))


@examples(150)
@given(arrivals())
def test_a_move_onto_the_far_row_that_makes_symmetry_is_a_breach(arrival: Arrival):
    position = Position.from_string(arrival.position, rules_of(arrival.symmetry))
    finding = position.check(arrival.move)
    assert finding is not None
    assert finding.code == "symmetry"
    legal = assert_agreement(position, table(arrival.position, arrival.symmetry))
    assert arrival.move not in legal
    unruled = Position.from_string(arrival.position, rules_of("off"))
    assert set(unruled.legal_moves()) >= {*legal, arrival.move}
    assert position.advance([position.compile(arrival.move)]) == (position, 0)
    assert unruled.advance([unruled.compile(arrival.move)])[1] == 1


ALONG_THE_FAR_ROW = Arrival("w2/3/3/3/1b1 w", "mirror", Move(5, 1, 1, "E", 1, 0))


@examples(100)
@given(arrivals(onto_far_row=False))
@example(ALONG_THE_FAR_ROW)
def test_symmetry_made_elsewhere_or_along_the_far_row_is_no_breach(arrival: Arrival):
    position = Position.from_string(arrival.position, rules_of(arrival.symmetry))
    assert position.check(arrival.move) is None
    assert arrival.move in assert_agreement(position, table(arrival.position, arrival.symmetry))
    step = position.compile(arrival.move)
    assert position.advance([step]) == (position.play(arrival.move), 1)


@examples(60)
@given(arrivals(), st.data())
def test_near_symmetry_agrees_with_the_judge(arrival: Arrival, data):
    squares = list("/".join(expanded(arrival.position)))
    places = [place for place, what in enumerate(squares) if what != "/"]
    squares[data.draw(st.sampled_from(places))] = data.draw(st.sampled_from("wb."))
    text = packed("".join(squares).split("/"), arrival.position[-1])
    for symmetry in ("rotation", "mirror"):
        assert_agreement(Position.from_string(text, rules_of(symmetry)), table(text, symmetry))


@st.composite
def before_an_image(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a symmetrical position from which both sides can come onto outer rows, and its kind."""
    columns, rows = draw(SMALL.filter(lambda size: size[1] < 8))
    kind = draw(st.sampled_from(["rotation", "mirror"]))
    half = [
        "".join(draw(st.lists(st.sampled_from("...wb"), min_size=columns, max_size=columns)))
        for _ in range(rows)
    ]
    exchanged = str.maketrans("wb", "bw")
    if kind == "mirror":
        width = columns // 2
        lines = [row[:width] + "." * (columns % 2) + row[:width][::-1] for row in half]
    else:
        last = [row[::-1].translate(exchanged) for row in half[: rows // 2][::-1]]
        lines = [*half[: rows // 2], *["." * columns] * (rows % 2), *last]
    return packed(lines, draw(st.sampled_from("wb"))), kind


@pytest.mark.slow
@examples(60)
@given(before_an_image())
def test_images_of_the_move_before_agree_with_the_judge(drawn):
    text, kind = drawn
    start, judge = Position.from_string(text, rules_of("move")), table(text, "move")
    for move in assert_agreement(start, judge):
        here, there = start.play(move), judge.played(as_tuple(move))
        assert_agreement(here, there)
        assert start.advance([start.compile(move)]) == (here, 1)
        if not here.left:
            continue
        event(f"{kind}: a move onto an outer row")
        assert_agreement(
            Position.from_string(str(here), rules_of("move")), table(str(here), "move")
        )
        unruled = {
            *Position.from_string(str(here).rpartition(" ")[0], rules_of("off")).legal_moves()
        }
        forbidden = unruled - {*here.legal_moves()}
        for image in forbidden:
            event(f"{kind}: an image of it is forbidden")
            finding = here.check(image)
            assert finding
            assert finding.code == "symmetry"
            assert str(here.before) in finding.message
            assert here.advance([here.compile(image)]) == (here, 0)
            assert here.pass_turn().pass_turn().check(image) is None
