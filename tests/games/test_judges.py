"""The rules of every game compared with a second implementation, and with themselves."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from analysis.games import GAMES, find
from analysis.games.position import AnyPosition
from notation.phalanx import Move
from tests.examples import examples, sample
from tests.games.drawn import CLOSE, drawn
from tests.games.test_contract import SUBJECTS
from tests.judges import counting
from tests.strategies import SMALL, Arrival, arrivals, packed, symmetrical


def winner(here: AnyPosition) -> str | None:
    """Return the first letter of the side that has won."""
    outcome = here.outcome()
    return outcome.winner[0] if outcome and outcome.winner else None


def agreed(here: AnyPosition) -> list[Any]:
    """Compare the positions after legal moves with the judge's, with winners; return the moves."""
    judge = counting.node(here.GAME, str(here.variant), str(here))
    assert str(here) == counting.written(judge)
    moves = list(here.legal_moves())
    assert len(moves) == len(set(moves)) == here.count_moves()
    if here.outcome() is None:
        assert counting.winner(judge) is None
        found = Counter((str(after), winner(after)) for after in map(here.after, moves))
        expected = (
            (counting.written(one), counting.winner(one)) for one in counting.children(judge)
        )
        assert found == Counter(expected)
    return moves


def position(text: str, symmetry: str) -> Any:
    return find("epaminondas").position(text, f"standard+symmetry={symmetry}")


@pytest.mark.parametrize("game", GAMES)
@examples(25)
@given(st.data())
def test_any_position_has_the_judge_s_moves(game: str, data: st.DataObject) -> None:
    here = data.draw(drawn(game))
    assert find(game).position(str(here), here.variant) == here
    moves = agreed(here)
    if here.outcome():
        return
    known = {ordered(move): move for move in moves}
    captures = sorted(moves, key=lambda move: -len(here.captured(move)))[:3]
    some = [*captures, *moves[:: len(moves) // 4 + 1]]
    for move in [*some, *CLOSE[game](here, some, Random(str(here)))]:
        meant = known.get(ordered(move))
        if meant is not None and getattr(move, "reserve", None) is not None:
            meant = meant if move == here.with_counts(meant) else None
        assert (here.check(move) is None) == (here.broken_law(move) is None) == (meant is not None)
        reached = here.advance([here.compile(move)])
        assert reached == ((here, 0) if meant is None else (here.play(meant), 1))


def ordered(move: Any) -> Any:
    """Return a move without a count of the reserve, and with sorted captures, for comparisons."""
    if hasattr(move, "groups"):
        return move._replace(groups=tuple(sorted(tuple(sorted(pair)) for pair in move.groups)))
    return move._replace(reserve=None) if hasattr(move, "reserve") else move


@pytest.mark.parametrize("subject", sample(SUBJECTS, 8), ids=str)
def test_the_judge_counts_as_many_moves_in_random_games(subject):
    for here, move in subject.plies():
        for one in (here, here.after(move)):
            judge = counting.node(here.GAME, str(one.variant), str(one))
            assert counting.width(judge) == one.count_moves(), str(one)


ALONG_THE_FAR_ROW = Arrival("w2/3/3/3/1b1 w", "mirror", Move(5, 1, 1, "E", 1, 0), False)


@examples(100)
@given(st.booleans().flatmap(arrivals))
@example(ALONG_THE_FAR_ROW)
def test_only_a_move_onto_the_far_row_that_makes_symmetry_is_a_breach(arrival: Arrival):
    here, move = position(arrival.position, arrival.symmetry), arrival.move
    finding, unruled = here.check(move), position(arrival.position, "off")
    assert (finding and finding.code) == ("symmetry" if arrival.breaks else None)
    assert (move in agreed(here)) != arrival.breaks
    assert {*unruled.legal_moves()} >= {*here.legal_moves(), move}
    assert unruled.advance([unruled.compile(move)])[1] == 1
    expected = (here, 0) if arrival.breaks else (here.play(move), 1)
    assert here.advance([here.compile(move)]) == expected


@st.composite
def before_an_image(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a symmetrical position in which both sides can reach outer rows, and its symmetry."""
    columns, rows = draw(SMALL.filter(lambda size: size[1] < 8))
    kind = draw(st.sampled_from(["rotation", "mirror"]))
    return packed(draw(symmetrical(columns, rows, kind)), draw(st.sampled_from("wb"))), kind


@pytest.mark.slow
@examples(40)
@given(before_an_image())
def test_images_of_the_move_before_agree_with_the_judge(drawn):
    text, kind = drawn
    start = position(text, "move")
    for move in agreed(start):
        here = start.play(move)
        agreed(here)
        if not here.left:
            continue
        event(f"{kind}: a move onto an outer row")
        unruled = {*position(str(here).rpartition(" ")[0], "off").legal_moves()}
        for image in unruled - {*here.legal_moves()}:
            event(f"{kind}: an image of it is forbidden")
            finding = here.check(image)
            assert finding
            assert finding.code == "symmetry"
            assert str(here.before) in finding.message
            assert here.advance([here.compile(image)]) == (here, 0)
            assert here.pass_turn().pass_turn().check(image) is None
