"""Positions, variants and whole games of Megiddo."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import notation
from analysis.games import find
from analysis.games.megiddo.board import LINES
from analysis.games.megiddo.measures import points
from analysis.games.megiddo.rules import Position, guess
from analysis.games.megiddo.state import MegiddoVariant
from analysis.games.variant import Evidence
from notation.errors import InvalidPosition, InvalidVariant

DATA = Path(__file__).parents[2] / "data"


def engine_games(variant: str) -> list[dict[str, Any]]:
    """Return random games that another program played, with captures, boards and results."""
    name = f"megiddo-{variant.replace('+', '-')}-games.jsonl.gz"
    with gzip.open(DATA / name, "rt") as lines:
        return [json.loads(line) for line in lines]


def rings(position: Position) -> list[str]:
    return [
        "".join(position.stone((spoke, ring)).upper() for spoke in range(1, 7))
        for ring in range(1, 7)
    ]


@pytest.mark.parametrize("variant", ["base", "master", "base+cleopatra"])
def test_engine_games_agree_in_captures_boards_and_scores(variant: str) -> None:
    games = engine_games(variant)
    assert len(games) == 40
    for game in games:
        position = find("megiddo").start(variant)
        for text in game["moves"]:
            assert position.outcome() is None
            (candidate,) = position.completions(notation.parse("megiddo", text))
            assert set(map(frozenset, candidate.move.groups)) == set(
                map(frozenset, notation.parse("megiddo", text).groups)
            )
            position = position.play(candidate.move)
        assert isinstance(position, Position)
        assert rings(position) == game["final"]
        assert list(position.taken) == game["captured"]
        assert list(points(position)) == game["scores"]
        assert_result(position, game["result"])


def assert_result(position: Position, result: dict[str, Any]) -> None:
    outcome, winner = position.outcome(), result["winner"]
    assert outcome is not None
    assert outcome.winner == position.sides[winner]
    assert outcome.reason == ("megiddo" if result["megiddos"] else "arbatta")
    assert len(position.megiddos(winner)) == result["megiddos"]
    assert (position.taken[winner] >= position.variant.arbatta) == result["arbatta"]


@pytest.mark.parametrize(
    ("variant", "canonical"),
    [
        ("base", "base"),
        ("master", "master"),
        ("grand-master", "grand-master"),
        ("cleopatra", "base+cleopatra"),
        ("Cleopatra + master", "master+cleopatra"),
        ("radial-move+base", "base+radial-move"),
        ("base+players=3", "base+players=3"),
        ("players=6+cleopatra+radial-move+master", "master+cleopatra+radial-move+players=6"),
        ("base+players=2", "base"),
    ],
)
def test_variant_strings_name_rules_and_come_back_canonical(variant: str, canonical: str) -> None:
    rules = MegiddoVariant.parse(variant)
    assert str(rules) == canonical
    assert MegiddoVariant.parse(canonical) == rules


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("base+master", "base and master exclude each other"),
        ("base+players=5", "players is one of 2, 3, 4, 6, not '5'"),
        ("standard", "'standard' is not one of base, master, grand-master, cleopatra"),
        ("base+base", "says 'base' twice"),
    ],
)
def test_variant_strings_that_name_no_rules_are_refused(variant: str, message: str) -> None:
    with pytest.raises(InvalidVariant, match=message):
        MegiddoVariant.parse(variant)


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, ("red", "blue")),
        (3, ("red", "blue", "green")),
        (4, ("red 1", "blue 1", "red 2", "blue 2")),
        (6, ("red 1", "blue 1", "green 1", "red 2", "blue 2", "green 2")),
    ],
)
def test_partners_share_a_colour_and_alternate(players: int, seats: tuple[str, ...]) -> None:
    rules = MegiddoVariant.parse(f"base+players={players}")
    assert rules.seats == seats
    sides = Position.start(rules).sides
    assert sides == tuple(dict.fromkeys(seat.split()[0] for seat in seats))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6/6/6/6/6/6 r", "expected six rings, the side to move, and the captured stones"),
        ("6/6/6/6/6 r 0,0", "5 rings, the board has 6"),
        ("6/6/6/6/6/5 r 0,0", "ring 6 has 5 points, not 6"),
        ("6/6/6/r6/6/6 r 0,0", "ring 4 has 7 points, not 6"),
        ("6/6/6/6/6/w5 r 0,0", "ring 6, 'w5', is not made of r, b, g and numbers up to 6"),
        ("6/6/6/6/6/6 x 0,0", "the side to move is one of r, b, not x"),
        ("6/6/6/6/6/6 r 0", "expected captured stones such as 0,0, found '0'"),
        ("6/6/6/6/6/6 r 0,0,0,0", "expected captured stones such as 0,0, found '0,0,0,0'"),
        ("6/6/6/6/6/6 r 0,-1", "expected captured stones such as 0,0, found '0,-1'"),
    ],
)
def test_position_strings_that_are_wrong_are_refused_with_the_reason(
    text: str, message: str
) -> None:
    with pytest.raises(InvalidPosition) as refused:
        Position.from_string(text)
    assert str(refused.value) == f"position {text!r}: {message}"
    assert refused.value.code is None


@pytest.mark.parametrize("text", ["6/6/6/6/6/g5 r 0,0", "6/6/6/6/6/6 g 0,0", "6/6/g5/6/6/6 g 0,0"])
def test_a_third_colour_in_a_game_of_two_is_named(text: str) -> None:
    for variant in ("base", "master+players=4"):
        with pytest.raises(InvalidPosition, match="g is a third colour and 2 play") as refused:
            Position.from_string(text, variant)
        assert refused.value.code == "third-colour"


def test_counts_for_three_sides_tell_the_variant() -> None:
    text = "rbg3/6/6/6/6/6 g 0,2,0"
    assert str(Position.from_string(text).variant) == "base+players=3"
    assert str(Position.from_string("rb4/6/6/6/6/6 r 0,2").variant) == "base"


@pytest.mark.parametrize(
    ("evidence", "variant"),
    [
        (Evidence(["A1", "B2", "C3"], columns=3), "base+players=3"),
        (Evidence(["A1", "B2"], tags={"Green": "Clara"}), "base+players=3"),
        (Evidence(["A1", "B2", "A1 \N{EN DASH} A3"]), "base+radial-move"),
        (Evidence(["A1", "B2", "C3"], 3, {"Red": "Anna"}), "base+players=3"),
        (Evidence(["A1", "B2 (A1, A2)"], tags={"Red": "Anna", "Blue": "Bruno"}), "base"),
        (Evidence([]), "base"),
    ],
)
def test_variant_is_guessed_from_the_record(evidence: Evidence, variant: str) -> None:
    assert guess(evidence) == find("megiddo").guess(evidence) == variant


def test_there_are_24_lines_of_six_and_each_point_is_on_four() -> None:
    assert len(LINES) == 24
    assert len({line.bits for line in LINES}) == 24
    assert all(line.bits.bit_count() == 6 for line in LINES)
    for index in range(36):
        kinds = [line.kind for line in LINES if line.bits & 1 << index]
        assert sorted(kinds) == ["clockwise spiral", "counter-clockwise spiral", "radial", "ring"]


def test_spirals_end_at_the_far_end_of_a_neighbouring_radial() -> None:
    """Page 7 of the rule book, "Visualiser les spirales"."""
    ends = {line.name: line.points[-1] for line in LINES if line.points[0] == (1, 1)}
    assert ends["clockwise spiral A1-F6"] == (6, 6)
    assert ends["counter-clockwise spiral A1-B6"] == (2, 6)


def test_resolving_puts_the_captures_in_order() -> None:
    position = Position.from_string("6/6/rbb3/3b2/4b1/5r r 0,0")
    claim = notation.parse("megiddo", "D3 (E5, D4) (B3, C3)")
    (candidate,) = position.completions(claim)
    assert str(candidate.move) == "D3 (C3, B3) (D4, E5)"
    assert candidate.findings == ()
    assert position.captured(claim) == ((3, 3), (2, 3), (4, 4), (5, 5))
    assert position.play(claim) == position.play(candidate.move)


def test_between_two_capturing_stones_the_alphabet_decides() -> None:
    position = Position.from_string("6/6/6/bbbbr1/6/6 r 0,0", "base+cleopatra")
    assert "F4 (A4, D4) (B4, C4)" in map(str, position.legal_moves())


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("2r3/2r3/2r3/6/2r3/2r3 r 0,0", "C4"),
        ("6/6/rbbrrr/6/6/6 r 0,0", None),
        ("6/6/6/1bbrbb/6/6 r 0,0", "A4 (B4, C4) (F4, E4)"),
        ("6/6/6/1bbr2/6/6 r 4,0", "A4 (B4, C4)"),
        ("bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4", "E6"),
    ],
    ids=["line", "no end", "line by capture", "arbatta", "patara"],
)
def test_steps_stop_at_the_end_of_the_game(position: str, text: str | None) -> None:
    here = Position.from_string(position)
    texts = [text or "F6", "A6", "E1"]
    steps = [here.compile(notation.parse("megiddo", move)) for move in texts]
    reached, count = here.advance(steps)
    assert count == (1 if text else 3)
    assert bool(reached.outcome()) == bool(text)


@pytest.mark.parametrize(("side", "winner"), [("r", "blue"), ("b", "red")])
def test_where_both_own_lines_the_last_to_have_moved_has_won(side: str, winner: str) -> None:
    """Only records that go on after the end get there."""
    outcome = Position.from_string(f"rrrrrr/bbbbbb/6/6/6/6 {side} 0,0").outcome()
    assert outcome is not None
    assert outcome.winner == winner
