"""Positions and moves in Python: laws for every game, and tables of calls and results."""

import pickle
from random import Random
from typing import Any

import pytest

import ludograph
from notation.registry import dialects
from tests.cases import each_case

FACE: Any = ludograph
"""The face without its types."""

STARTS = {
    f"{game} {variant}": (game, variant)
    for game, variant in (
        ("epaminondas", "standard+stones+rows=8+columns=7"),
        ("crossings", "standard"),
        ("gipf", "tournament"),
        ("megiddo", "base+players=3"),
    )
}


@pytest.fixture(params=STARTS.values(), ids=list(STARTS), scope="module")
def line(request):
    """Return the positions of a random game of each kind."""
    chance, board = Random(1), ludograph.start(*request.param)
    positions = [board]
    while len(positions) < 30 and not board.outcome:
        board = board.play(chance.choice(board.legal_moves))
        positions.append(board)
    return positions


def test_a_position_evaluates_to_itself(line):
    for board in line:
        again = eval(repr(board), {"ludograph": ludograph})
        assert (again, hash(again), str(again)) == (board, hash(board), str(board))
        assert pickle.loads(pickle.dumps(board)) == board
    assert len(set(line)) == len(set(map(str, line)))


def test_diagrams_points_and_pieces_show_the_position(line):
    assert line[-1].pieces
    for board in line[::7]:
        assert ludograph.position(board.diagram(), board.game, board.variant) == board
        for point, piece in board.pieces.items():
            assert board[point] == board[point.swapcase()] == piece


def test_a_move_is_read_as_it_is_written(line):
    """Every dialect that can express the move; without the dialect's name, the move is the same."""
    chance = Random(2)
    for board in line[::9]:
        for move in chance.sample(board.legal_moves, min(5, len(board.legal_moves))):
            after = board.play(move)
            assert move in board.legal_moves
            for dialect in dialects(board.game):
                try:
                    text = board.write(move, dialect.name)
                except ludograph.UnwritableMove:
                    continue
                assert board.play(text, dialect.name) == after
                try:
                    assert board.play(text) == after
                except ludograph.AmbiguousMove:
                    assert len(dialects(board.game)) > 1


def test_counts_are_those_of_the_moves(line):
    board = line[3]
    assert ludograph.perft(board, 0) == 1
    assert ludograph.perft(board, 1) == len(board.legal_moves)
    following = map(board.play, board.legal_moves)
    assert ludograph.perft(board, 2) == sum(len(one.legal_moves) for one in following)


def test_a_finished_game_has_no_moves():
    chance, board = Random(2), ludograph.start("megiddo")
    while not board.outcome:
        move = chance.choice(board.legal_moves)
        board = board.play(move)
    assert board.outcome.winner in board.sides
    assert board.legal_moves == ()
    with pytest.raises(ludograph.IllegalMove):
        board.play("A1")


@pytest.mark.parametrize("name", ["epaminondas-demonstration", "gipf-tournament", "megiddo-match"])
def test_a_game_is_stepped_through_by_its_texts(name):
    for game in ludograph.replay(f"classic:{name}"):
        board: Any = game.start
        assert game.positions == (board, *(ply.after for ply in game.plies))
        for ply in game.plies:
            assert board == ply.before
            assert ply.side == board.side
            assert ply.legal
            board = board.play(ply.text, game.dialect)
            assert board == ply.after
        assert (board, board.outcome) == (game.position, game.outcome)


ILLEGAL = {
    "rule": ("2.7.3N2", "off-board", ("2.7.2N2",)),
    "count": ("2.7.2N2x1", "capture-count", ("2.7.2N2",)),
    "empty": ("9.9.1N1", "no-piece", ("2.9.1N1",)),
}


@pytest.mark.parametrize(("text", "code", "meant"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_move_raises_its_finding(text, code, meant):
    with pytest.raises(ludograph.IllegalMove) as caught:
        ludograph.start("epaminondas").play(text)
    finding = caught.value.finding
    assert (finding.code, finding.side, finding.text) == (code, "white", text)
    assert finding.suggestions[:1] == meant
    assert str(caught.value) == finding.message


def test_leniency_is_said_with_the_move():
    move = ludograph.start("megiddo").move("a1")
    assert [one.code for one in move.notes] == ["letter-case"]
    assert move == ludograph.start("megiddo").move("A1")
    assert repr(move) == "<Move A1 of megiddo>"


def test_several_moves_of_a_text_are_named():
    board = ludograph.start("epaminondas")
    assert str(board.move("G1, G2-g3")) == "2.7.2N1"
    with pytest.raises(ludograph.AmbiguousMove, match=r"several legal moves: 2\.7\.2N\d, 2\.7\.2N"):
        board.play("g1,g2\N{EN DASH}g3")
    with pytest.raises(ludograph.UnreadableMove) as caught:
        board.play("castles")
    assert caught.value.text == "castles"


def test_moves_of_another_game_or_position_are_refused():
    board, other = ludograph.start("megiddo"), ludograph.start("gipf")
    with pytest.raises(ValueError, match="must be one of megiddo, not of gipf"):
        board.play(other.legal_moves[0])
    played = board.play("A1")
    with pytest.raises(ludograph.IllegalMove) as caught:
        played.play(board.move("A1"))
    assert caught.value.finding.side == "blue"


UNKNOWN = {
    "game": (lambda: ludograph.start("nonsense"), ludograph.UnknownName),
    "variant": (lambda: ludograph.start("gipf", "nonsense"), ludograph.InvalidVariant),
    "point": (lambda: ludograph.start("gipf")["z9"], ludograph.UnknownName),
    "dialect": (lambda: ludograph.start("gipf").play("a1-b2", "nope"), ludograph.UnknownName),
    "position": (lambda: ludograph.position("w w w"), ludograph.InvalidPosition),
    "picture": (lambda: FACE.start("gipf").diagram("gif"), ludograph.InvalidPicture),
}


@each_case(("call", "kind"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_there_is_not_is_an_error(call, kind):
    with pytest.raises(kind):
        call()


def test_positions_do_not_change():
    board = ludograph.start("gipf")
    for name in ("side", "_board", "other"):
        with pytest.raises(AttributeError):
            setattr(board, name, None)
    assert "svg" in board._repr_svg_()
