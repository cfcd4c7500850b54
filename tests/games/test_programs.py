"""Games and positions of independent programs: boards, numbers of moves, captures, ends.

In ``gipf-*-games`` each ply has the number of distinct legal turns before it, null where the
authors of the program found a rule unclear. The basic programs end a game when a reserve reaches
0; by our rule it continues for a ply, so the winner is compared only where ours is known.
"""

from typing import Any

import pytest

from analysis.games import find
from analysis.games.gipf.rules import Position as Gipf
from analysis.games.megiddo.measures import points
from analysis.games.megiddo.rules import Position as Megiddo
from analysis.replay import replay
from notation.gipf.points import SPOTS
from notation.registry import find as dialect
from records import Record
from tests.cases import each_case
from tests.examples import sample
from tests.games.engine_games import read
from tests.games.pictures import claim

GIPF = {
    "gipf-basic-games": "basic",
    "gipf-basic-long-games": "basic",
    "gipf-standard-games": "standard",
    "gipf-tournament-games": "tournament",
}
EPAMINONDAS = [dialect("epaminondas", name) for name in ("abbott", "span", "abstractplay")]


def grid(position: Any) -> list[str]:
    squares = position.variant.grid
    return [
        "".join(position.piece((row, column)) for column in range(1, squares.columns + 1))
        for row in range(squares.rows, 0, -1)
    ]


@pytest.mark.slow
@each_case("game", sample(read("epaminondas-games"), 40), ids=lambda game: f"game {game['id']}")
def test_engines_of_epaminondas_agree_on_boards_counts_notations_and_winner(game):
    here: Any = find("epaminondas").start("standard+symmetry=off")
    plies = zip(game["abbott"], game["span"], game["moves"], game["n_legal"], strict=True)
    for ply, (*texts, legal) in enumerate(plies):
        assert here.count_moves() == legal
        assert here.outcome() is None
        if ply == game["mid_ply"]:
            assert grid(here) == game["mid"]
        moves = []
        for kind, text in zip(EPAMINONDAS, texts, strict=True):
            reading = kind.read(text)
            (candidate,) = here.completions(reading.moves[0])
            assert (reading.notes, candidate.findings) == ((), ())
            assert kind.write(candidate.move) == text
            moves.append(candidate.move)
        assert moves[0] == moves[1] == moves[2]
        here = here.play(moves[0])
    assert grid(here) == game["final"]
    outcome = here.outcome()
    assert outcome is not None
    winner = {1: "white", 2: "black"}[game["winner"][0]]
    assert (outcome.winner, outcome.reason) == (winner, "far-row")


@pytest.mark.parametrize("game", ["crossings", "epaminondas-stones"])
def test_recorded_games_end_as_written(game):
    for one in sample(read(f"{game}-games"), 3):
        kind = game.removesuffix("-stones")
        verdict = replay(Record(tuple(one["moves"]), kind, one["variant"], "span"))
        assert not verdict.violations
        assert str(verdict.position) == one["final"]
        assert verdict.outcome is not None
        assert verdict.outcome.winner == one["winner"]
        assert [ply.before.count_moves() for ply in verdict.plies()] == one["n_legal"]


def board(white: list[str], black: list[str], beside: str, variant: str = "standard") -> Any:
    """Return a position of GIPF, from lists such as ``["Gd5", "b2"]`` and the end of its string."""
    names = {name[-2:]: ("W" if name[0] == "G" else "w") for name in white}
    names |= {name[-2:]: ("B" if name[0] == "G" else "b") for name in black}
    columns = ["".join(names.get(spot, "1") for spot in SPOTS if spot[0] == c) for c in "bcdefgh"]
    return find("gipf").position(f"{'/'.join(columns)} {beside}", variant)


def agrees(here: Gipf, expected: dict[str, Any]) -> None:
    for side, letters in (("white", "wW"), ("black", "bB")):
        pieces = here.pieces().items()
        found = ["G" * sign.isupper() + spot for spot, sign in pieces if sign in letters]
        assert sorted(found) == sorted(expected[side])
    assert list(here.reserves) == expected["reserve"]
    assert list(here.prisoners) == expected.get("captured", list(here.prisoners))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), GIPF.items(), ids=GIPF)
def test_engines_of_gipf_agree_on_numbers_of_turns_boards_and_ends(name, variant):
    for game in read(name):
        here: Any = find("gipf").start(variant)
        numbers = game.get("n") or game["n_legal"]
        for ply, (text, number) in enumerate(zip(game["moves"], numbers, strict=True)):
            if ply == game.get("mid_ply"):
                agrees(here, game["mid"])
            assert number in (None, here.count_moves()), (game["id"], text, str(here))
            here, played = here.advance([here.compile(claim("gipf", text))])
            assert played == 1, (game["id"], text)
        agrees(here, game["final"])
        outcome = here.outcome()
        if outcome:
            assert outcome.winner == game["winner"]
        if "reason" in game:
            expected = {"gipf": "gipf-lost", "reserve": "reserve-empty"}
            assert outcome.reason == expected[game["reason"]]


def test_complete_sets_of_legal_turns_of_gipf():
    for case in read("gipf-basic-positions"):
        said = case["pos"]
        reserves, captured = (",".join(map(str, said[key])) for key in ("reserve", "captured"))
        beside = f"{case['to_move'][0]} {reserves} {captured} -"
        here = board(said["white"], said["black"], beside, "basic")
        moves = list(here.legal_moves())
        assert len(moves) == case["n_legal"] == here.count_moves()
        assert set(moves) == {claim("gipf", text) for text in case["turns"]}


def test_all_outcomes_of_removals_of_gipf():
    for case in read("gipf-removal-positions"):
        here = board(case["white"], case["black"], f"{case['remover'][0]} 5,5 0,0 -")
        taken = here.possible_removals().values()
        found = {frozenset(map(str, here.removal(one).pieces)) for one in taken}
        assert found == set(map(frozenset, case["outcomes"])), case["id"]
        assert len(found) == case["n"]


@pytest.mark.parametrize("variant", ["base", "master", "base+cleopatra"])
def test_engines_of_megiddo_agree_in_captures_boards_and_scores(variant):
    for game in sample(read(f"megiddo-{variant.replace('+', '-')}-games"), 9):
        here: Any = find("megiddo").start(variant)
        for text in game["moves"]:
            assert here.outcome() is None
            move = claim("megiddo", text)
            (candidate,) = here.completions(move)
            found, written = (set(map(frozenset, one.groups)) for one in (candidate.move, move))
            assert found == written
            here = here.play(candidate.move)
        assert isinstance(here, Megiddo)
        rings = [[here.stone((spoke, ring)) for spoke in range(1, 7)] for ring in range(1, 7)]
        assert ["".join(ring).upper() for ring in rings] == game["final"]
        assert list(here.taken) == game["captured"]
        assert list(points(here)) == game["scores"]
        outcome, result = here.outcome(), game["result"]
        assert outcome is not None
        assert outcome.winner == here.sides[result["winner"]]
        assert outcome.reason == ("megiddo" if result["megiddos"] else "arbatta")
        assert len(here.megiddos(result["winner"])) == result["megiddos"]
        assert (here.taken[result["winner"]] >= here.variant.arbatta) == result["arbatta"]
