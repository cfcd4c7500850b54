"""Texts without a game's name, with moves of several games: the replay decides."""

import random

import pytest

import records
from analysis.replay import replay
from scripts.sheets import Kind, random_game
from tests.cases import each_case

KINDS = [
    Kind("megiddo", "book", "base"),
    Kind("epaminondas", "abstractplay", "standard"),
    Kind("crossings", "abstractplay", "standard"),
    Kind("crossings", "span", "standard"),
    Kind("gipf", "complete", "basic"),
    Kind("gipf", "short", "basic"),
]


def text_of(kind: Kind) -> tuple[str, int]:
    game = random_game(kind, random.Random(f"{kind} {len(KINDS)}"))
    moves = game.moves[:14]
    rows = [f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2)]
    return "\n".join(rows) + "\n", len(moves)


@each_case("change", [str, str.lower], ids=["as", "small"])
@each_case("kind", KINDS, ids=str)
def test_the_game_is_that_in_which_the_moves_are_legal(kind, change):
    text, count = text_of(kind)
    (record,) = records.read_text(change(text))
    game = replay(record)
    assert (game.record.game, game.played) == (kind.game, count)


def test_the_note_counts_the_moves_that_are_legal_in_each_game():
    text, count = text_of(KINDS[0])
    (record,) = records.read_text(text.lower())
    game = replay(record)
    (message,) = [one.message for one in game.findings if one.code == "guessed-game"]
    assert f"read as megiddo, for {count} of the first {count} moves are legal so" in message


BOTH = "b3 b4 c2 c6 d2 f2 c4 d4 a4 a3 f4 f5 c3"
"""Moves of Megiddo of which the first 6 are legal in GIPF, too."""


@pytest.mark.parametrize(
    ("more", "game"), [("", "megiddo"), (" a4", "gipf"), (" a2 a4", "megiddo")]
)
def test_another_game_needs_all_moves_or_twice_as_many_and_two(more, game):
    moves = (BOTH + more).split()
    rows = [f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2)]
    (record,) = records.read_text("\n".join(rows))
    assert record.game == "gipf"
    assert replay(record).record.game == game
