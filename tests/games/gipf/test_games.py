"""GIPF against random games and positions of independent programs.

In ``gipf-*-games`` each ply has the number of distinct legal turns before it, null where the
programs' authors held a rule to be unsettled. The basic programs end a game when a reserve reaches
0; by our rule it would go on for a ply, so that their winner is checked where ours is known.
"""

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.gipf.points import SPOTS
from notation.registry import find

DATA = Path(__file__).parents[2] / "data"
COMPLETE = find("gipf", "complete")
GAMES = {
    "gipf-basic-games": "basic",
    "gipf-basic-long-games": "basic",
    "gipf-standard-games": "standard",
    "gipf-tournament-games": "tournament",
}


@cache
def load(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def claim(text):
    return COMPLETE.read(text).moves[0]


def board(white, black, beside, variant="standard"):
    """Make a position of lists such as ``["Gd5", "b2"]`` and the rest of a position string."""
    names = {name[-2:]: ("W" if name[0] == "G" else "w") for name in white}
    names |= {name[-2:]: ("B" if name[0] == "G" else "b") for name in black}
    columns = ["".join(names.get(spot, "1") for spot in SPOTS if spot[0] == c) for c in "bcdefgh"]
    return Position.from_string(f"{'/'.join(columns)} {beside}", variant)


def lists(position):
    """Take a position apart in the way of the data."""
    found: dict[str, list[str]] = {"white": [], "black": []}
    for spot in SPOTS:
        piece = position.piece(spot)
        if piece != ".":
            side = "white" if piece in "wW" else "black"
            found[side].append(("G" if piece.isupper() else "") + spot)
    return {side: sorted(names) for side, names in found.items()}


def agrees(position, expected):
    assert lists(position) == {side: sorted(expected[side]) for side in ("white", "black")}
    assert list(position.reserves) == expected["reserve"]
    assert list(position.prisoners) == expected.get("captured", list(position.prisoners))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), GAMES.items(), ids=GAMES)
def test_games_are_played_to_the_same_end(name, variant):
    start = Position.start(GipfVariant.parse(variant))
    for game in load(name):
        steps = [start.compile(claim(text)) for text in game["moves"]]
        position, played = start.advance(steps)
        assert played == len(steps), (game["id"], game["moves"][played])
        agrees(position, game["final"])
        outcome = position.outcome()
        if outcome:
            assert outcome.winner == game["winner"]
        if "reason" in game:
            expected = {"gipf": "gipf-lost", "reserve": "reserve-empty"}
            assert outcome is not None
            assert outcome.reason == expected[game["reason"]]
        if "mid" in game:
            agrees(start.advance(steps[: game["mid_ply"]])[0], game["mid"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), GAMES.items(), ids=GAMES)
def test_numbers_of_legal_turns(name, variant):
    start = Position.start(GipfVariant.parse(variant))
    for game in load(name):
        position = start
        for text, expected in zip(game["moves"], game.get("n") or game["n_legal"], strict=True):
            if expected is not None:
                assert position.count_moves() == expected, (game["id"], text, str(position))
            position, played = position.advance([start.compile(claim(text))])
            assert played == 1


def test_complete_sets_of_legal_turns():
    for case in load("gipf-basic-positions"):
        pos = case["pos"]
        reserves, captured = (",".join(map(str, pos[key])) for key in ("reserve", "captured"))
        beside = f"{case['to_move'][0]} {reserves} {captured} -"
        position = board(pos["white"], pos["black"], beside, "basic")
        moves = list(position.legal_moves())
        assert len(moves) == len(set(moves)) == case["n_legal"] == position.count_moves()
        assert set(moves) == {claim(text) for text in case["turns"]}


def test_all_outcomes_of_removals():
    for case in load("gipf-removal-positions"):
        position = board(case["white"], case["black"], f"{case['remover'][0]} 5,5 0,0 -")
        found = {
            frozenset(map(str, position.removal(taken).pieces))
            for taken in position.possible_removals().values()
        }
        assert found == set(map(frozenset, case["outcomes"])), case["id"]
        assert len(found) == case["n"]
