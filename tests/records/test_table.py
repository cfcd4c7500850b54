"""Numbered tables: whatever single tokens are damaged, every other ply stays in its place."""

import random
import re

import pytest

from notation import dialects
from records.text.rows.cells import PlacedWord
from records.text.table import MoveTable, read_tables

GAMES = {
    "epaminondas": "2.8.1NE1 11.5.1S1 3.9.2N1 10.5.1SW1 2.10.2NE2 11.13.1SE1 4.9.2N1 11.9.2SE1 "
    "2.4.1NW1 11.14.1SW1 2.13.1NW1 11.6.6W1 3.12.1NW1 11.9.2SW1 2.6.1NE1 11.12.2S2 2.3.1NW1 "
    "11.10.9E4 3.11.1W1 11.10.2N1 3.3.3NE1 10.12.3SW2 1.3.1N1 11.1.2S1",
    "gipf": "Gb5 Gf7 Gf2 f8-f6 c6 h4 b6-b4 d7 i4-g4 d8-d6 h2 b3 g6 e2 b2 f1-d2 d1-d3 a3-c5 h1-h3 "
    "d1-g2 e1-e3 i3-f3 h5 e1-e4",
    "megiddo": "E1 A2 A5 C5 E6 D4 F1 A3 D1 A4 E4 B6 C1 C2 A6 B5 C3 D6 F5 E2 F4 F6 D2 B1",
}


def words(text: str) -> list[list[PlacedWord]]:
    """Return the words of the lines of a text."""
    return [
        [PlacedWord(one[0], number, one.start() + 1) for one in re.finditer(r"\S+", line)]
        for number, line in enumerate(text.splitlines(), start=1)
    ]


def rows(moves: list[str], width: int = 2) -> list[str]:
    """Return the rows of a table of moves."""
    starts = range(0, len(moves), width)
    return [f"{at // width + 1}. {' '.join(moves[at : at + width])}" for at in starts]


def tables(game: str, lines: list[str], layout: str = "auto") -> list[MoveTable]:
    return read_tables(words("\n".join(lines)), dialects(game), layout)


def texts(table: MoveTable) -> list[str]:
    return [ply.text for ply in table.plies]


@pytest.mark.parametrize("game", GAMES)
def test_undamaged_tables_are_plain(game):
    moves = GAMES[game].split()
    (table,) = tables(game, rows(moves))
    assert table.is_plain
    assert texts(table) == moves


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_damaged_tokens_move_no_other_ply(game, seed):
    moves, chance = GAMES[game].split(), random.Random(seed)
    lines, damaged = rows(moves), set()
    for at in chance.sample(range(1, len(lines) - 1), 3):
        number, first, second = lines[at].split()
        damage = chance.choice(("replace", "number", "split", "lost row number"))
        if damage == "replace":
            lines[at] = f"{number} £{'@'.join(first[1:])} {second}"
        elif damage == "number":
            lines[at] = f"{chance.choice(('l', '7', '1'))}{number[-1]} {first} {second}"
        elif damage == "split":
            lines[at] = f"{number} {first[:-1]} {first[-1]} {second}"
        else:
            lines[at] = f"{first} {second}"
        damaged.add(2 * at)
    (table,) = tables(game, ["White Black", *lines])
    assert len(table.plies) == len(moves)
    kept = [ply.text for index, ply in enumerate(table.plies) if index not in damaged]
    assert kept == [move for index, move in enumerate(moves) if index not in damaged]


@pytest.mark.parametrize("game", GAMES)
def test_lost_rows_are_filled_and_noted(game):
    moves = GAMES[game].split()
    lines = rows(moves)
    (table,) = tables(game, lines[:5] + lines[6:])
    assert texts(table) == [*moves[:10], "?", "?", *moves[12:]]
    assert [one.code for one in table.notes] == ["lost-ply"]


def test_paragraphs_with_numbers_are_no_tables():
    text = "1. Take the stone from A3\n2. Move it to the left\n3. Then take 12 of them\n4. Wait"
    assert read_tables(words(text), dialects()) == []
