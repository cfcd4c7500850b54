"""Laws of GIPF that hold in any position, and agreement with the plain second implementation."""

from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analysis.games.gipf.laws import leading
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.gipf.moves import NOTHING, Move, Piece, Push, Removal
from notation.gipf.points import DOTS, SPOTS
from notation.registry import find
from tests.examples import examples
from tests.judges import gipf as judge

COMPLETE = find("gipf", "complete")
KINDS = ("basic", "standard", "tournament")


def turn(move):
    """Return a move in the judge's terms."""
    before, after = (frozenset(map(str, part.pieces)) for part in (move.before, move.after))
    return before, str(move.push or ""), after


def legal(position):
    return list(position.legal_moves())


@st.composite
def boards(draw, kinds=KINDS):
    """Positions as no game may show them: crowded boards, rows of both sides, small reserves."""
    kind = draw(st.sampled_from(kinds))
    letters = draw(st.sampled_from([".wb", ".wwwb", "..wb", "wwbb."]))
    names = draw(st.lists(st.sampled_from(letters), min_size=37, max_size=37))
    if kind != "basic":
        for place in draw(st.lists(st.integers(0, 36), min_size=2, max_size=8)):
            names[place] = names[place].upper()
        assume("W" in names)
        assume("B" in names)
    pieces = dict(zip(SPOTS, names, strict=True))
    columns = ["".join(pieces[s] for s in SPOTS if s[0] == c) for c in "bcdefgh"]
    bringing = "-"
    if kind == "tournament":
        may = [letter for letter in "WB" if letter.lower() not in names]
        bringing = draw(st.sampled_from(["-", "".join(may) or "-"]))
    reserves = f"{draw(st.integers(0, 3))},{draw(st.integers(0, 3))}"
    text = "/".join(columns).replace(".", "1")
    side = draw(st.sampled_from("wb"))
    return Position.from_string(f"{text} {side} {reserves} 0,0 {bringing}", kind)


@st.composite
def games(draw, longest=50):
    """Positions of a game in which every turn is drawn at random, in order."""
    variant = draw(st.sampled_from([*KINDS, "basic+pieces=18", "basic+pieces=15,17"]))
    line = [Position.start(GipfVariant.parse(variant))]
    moves = []
    for number in draw(st.lists(st.integers(0, 1 << 20), min_size=longest // 2, max_size=longest)):
        choice = legal(line[-1])
        if not choice:
            break
        # Turns that take something are rare, and what the rules are about.
        taking = [move for move in choice if move.before or move.after]
        choice = taking if taking and number % 2 else choice
        moves.append(choice[number // 2 % len(choice)])
        line.append(line[-1].after(moves[-1]))
    return line, moves


@examples(40)
@given(games())
def test_pieces_are_conserved(game):
    def belongings(position):
        totals = []
        for side, letters in enumerate(("wW", "bB")):
            standing = [position.piece(spot) for spot in SPOTS]
            board = sum(standing.count(letter) * (1 + letter.isupper()) for letter in letters)
            totals.append(board + position.reserves[side] + position.prisoners[1 - side])
        return totals

    line, _ = game
    pieces = line[0].variant.pieces
    both = pieces if isinstance(pieces, tuple) else (pieces, pieces)
    assert {tuple(belongings(position)) for position in line} == {both}


spots = st.sampled_from([*SPOTS, *SPOTS, "a1", "j5"])
odd_pieces = st.builds(Piece, spots, st.booleans(), st.booleans())
odd_pushes = st.builds(Push, spots, st.none() | st.sampled_from([*DOTS, "e5"]), st.booleans())


def changed_removal(draw, taken):
    pieces = list(taken.pieces)
    if pieces and draw(st.booleans()):
        pieces.pop(draw(st.integers(0, len(pieces) - 1)))
    elif pieces and draw(st.booleans()):
        index = draw(st.integers(0, len(pieces) - 1))
        mark = draw(st.sampled_from(["gipf", "captured"]))
        pieces[index] = pieces[index]._replace(**{mark: not getattr(pieces[index], mark)})
    else:
        pieces.append(draw(odd_pieces))
    return Removal(tuple(sorted(set(pieces))))


@st.composite
def changed(draw, moves):
    """A turn near a legal one."""
    move, other = draw(st.sampled_from(moves)), draw(st.sampled_from(moves))
    kind = draw(st.sampled_from(["before", "after", "push", "mix", "gipf", "none", "reserve"]))
    if kind in ("before", "after"):
        return move._replace(**{kind: changed_removal(draw, getattr(move, kind))})
    if kind == "gipf" and move.push:
        return move._replace(push=move.push._replace(gipf=not move.push.gipf))
    if kind == "mix":
        return Move(move.before, other.push, other.after)
    if kind == "reserve":
        return move._replace(reserve=draw(st.integers(0, 18)))
    return move._replace(push=draw(odd_pushes) if kind == "push" else None)


def variations(move):
    """Return turns that take one piece or one row less than a legal one, or mark one wrongly."""
    for phase in ("before", "after"):
        taken = getattr(move, phase)
        for piece in taken.pieces:
            rest = tuple(other for other in taken.pieces if other != piece)
            yield move._replace(**{phase: Removal(rest)})
            for mark in ("gipf", "captured"):
                marked = piece._replace(**{mark: not getattr(piece, mark)})
                yield move._replace(**{phase: Removal(tuple(sorted([*rest, marked])))})
        if len(taken.rows) > 1:
            yield from (move._replace(**{phase: Removal.of([row])}) for row in taken.rows)


@pytest.mark.slow
@examples(100)
@given(st.data())
def test_step_generator_laws_and_judge_agree_on_any_move(data):
    position = data.draw(st.one_of(boards(), games().map(lambda game: game[0][-1])))
    # Once a side has lost its GIPF pieces the game is over, which the judge learns by playing only.
    state = judge.read(str(position), position.variant.kind)
    expected = {} if position.is_decided() else judge.turns(state)
    moves = legal(position)
    assert len(moves) == len(set(moves)) == position.count_moves()
    assert {turn(move) for move in moves} == set(expected)
    assert Position.from_string(str(position), position.variant) == position
    taking = sorted(moves, key=lambda move: -len(move.before.rows) - len(move.after.rows))[:4]
    tried = [*moves[:: len(moves) // 8 + 1], *taking, *chain.from_iterable(map(variations, taking))]
    tried += [data.draw(changed(moves)) for _ in range(4 if moves else 0)]
    known = set(moves)
    for move in tried:
        bare = move._replace(reserve=None)
        allowed = bare in known and move.reserve in (None, position.with_counts(bare).reserve)
        reached, played = position.advance([position.compile(move)])
        assert played == allowed
        assert (position.broken_law(move) is None) == allowed
        assert (position.check(move) is None) == allowed
        if allowed:
            assert reached == position.after(move)
            assert str(reached) == judge.write(expected[turn(move)])


@pytest.mark.parametrize(
    ("text", "turns", "number"),
    [
        ("1WWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["Gb2;xGb2,Gb3,Gb4,Gb5", "Gh3"], 1),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["xGb2,Gb3,Gb4,Gb5;Ge2"], 0),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["xGb2,Gb3,Gb4,Gb5", "Gh4"], 1),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["xGb2,Gb3,Gb4,Gb5 (18)"], 1),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["xGb2,Gb3,Gb4,Gb5 (17)"], 0),
        ("WWWW/B4/6/7/6/5/4 w 10,16 0,0 WB", ["xGb2,Gb3"], 0),
        ("4/WWWWB/6/7/6/5/4 w 10,16 0,0 WB", ["xGc6*", "h2"], 1),
        ("4/WWWWB/6/7/6/5/4 w 10,16 0,0 WB", ["xGc5,Gc6*"], 1),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["xGb2,Gb3;Ge2", "Gh4", "Gh3", "h2"], 4),
        ("WWWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["Ge2", "Gh4", "xGb5;e8", "Gh3", "Gd2"], 4),
        ("wwww/5/6/bbbb3/6/5/4 w 5,5 0,0 -", ["xb2,b3,b4,b5;h5", "xe2,e3,e4,e5;h4"], 2),
        ("4/wwww1/wwww2/7/6/5/4 w 5,5 0,0 -", ["xc2,c3,c4,c5;h5"], 0),
        ("4/Wwww1/6/7/B5/5/4 w 5,5 0,0 -", ["xGc2,c3;h5"], 0),
        ("www1/5/6/7/6/5/W2B w 1,16 0,0 WB", ["Gb5;xb2,b3,b4"], 0),
        ("4/wwww1/6/7/6/5/4 w 0,5 0,0 -", ["xc2,c3,c4,c5;h5 (3)", "h4 (4)", "h3 (3)"], 2),
    ],
)
def test_compiled_turns_are_played_up_to_the_first_that_is_illegal(text, turns, number):
    start = position = Position.from_string(text)
    moves = [COMPLETE.read(written).moves[0] for written in turns]
    for move in moves[:number]:
        position = position.after(move)
    assert all(position.check(move) is not None for move in moves[number : number + 1])
    reached, played = start.advance(map(start.compile, moves))
    assert played == number
    assert str(reached) == str(position)


def is_empty(position, spot):
    return position.pieces().get(spot, ".") == "."


@examples(40)
@given(games())
def test_overlooked_rows_stand_in_the_position_as_recorded(game):
    for position, move in zip(*game, strict=False):
        if not move.push or not (move.before or move.after):
            continue
        overlooked = move._replace(before=NOTHING, after=NOTHING)
        if position.check(overlooked) is None:
            continue
        finding = position.violation_of(overlooked)
        recorded = position.as_recorded(overlooked)
        if finding.code == "missed-removal" and recorded is not None and is_empty(recorded, "e2"):
            assert recorded.turn == 1 - position.turn
            mover, idle = recorded.pass_turn(), Move(NOTHING, Push("e2"), NOTHING)
            unaware = replace(mover, overlooked=frozenset())
            assert unaware.violation_of(idle).code == "missed-removal"
            # What was reported is not reported again.
            assert leading(mover, idle) is None
