"""Texts of an installed game, not built in, that do not name their game."""

import json
import re

import pyparsing
import pytest

import records
from notation.dialect import Dialect, Reading


class Runes(Dialect[str]):
    """Moves with a shape that no built-in dialect has."""

    game = "runes"
    name = "staves"
    example = "<4>"
    canonical_pattern = re.compile(r"(?P<stave><\d>)")
    lenient_pattern = re.compile(r"<\d>")

    def write(self, move):
        return move

    def _grammar(self):
        return pyparsing.Regex(r"<\d>")("stave")

    def _normalise(self, parts, notes):
        return {"stave": parts["stave"]}

    def _moves(self, parts, text):
        return Reading((parts["stave"],))


MOVES = ("<4>", "<2>", "<7>")
TAGGED = '[White "Ann"]\n[Black "Bob"]\n\n'
ROWS = "1. <4> <2>\n2. <7>\n"
TEXTS = {
    "tags without a game": TAGGED + ROWS,
    "no tags": ROWS,
    "below a title": f"A game of the club\n\n{ROWS}",
    "with a comment over two lines": "1. <4> {a good\nstart} <2>\n2. <7>\n",
    "json": json.dumps({"moves": MOVES}) + "\n",
    "a table": "game,ply,move\n" + "".join(f",{ply},{move}\n" for ply, move in enumerate(MOVES, 1)),
}


@pytest.fixture
def searches(monkeypatch):
    """Install the game; return a list that grows with each search for installed games."""
    asked = []

    def search():
        asked.append(True)
        return (Runes(),)

    monkeypatch.setattr("records.assumptions.installed_dialects", search)
    return asked


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_moves_that_fit_no_built_in_dialect_are_compared_with_installed_ones(searches, text):
    (record,) = records.read_text(text)
    assert (record.game, record.dialect, record.moves) == ("runes", "staves", MOVES)


def test_the_first_game_decides_nothing_about_the_next(searches):
    first, second = records.read_text(f"{ROWS}\n{TAGGED}1. Gg2 Gh4\n")
    assert (first.game, second.game) == ("runes", "gipf")
