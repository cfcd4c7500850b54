"""Numbered tables: if single tokens are damaged, every other ply keeps its place."""

import random
from itertools import zip_longest
from typing import Any

import pytest

import records
from notation import UnknownName
from tests.cases import each_case
from tests.games.engine_games import engine_games
from tests.records import samples

GAMES = {
    "epaminondas": "2.8.1NE1 11.5.1S1 3.9.2N1 10.5.1SW1 2.10.2NE2 11.13.1SE1 4.9.2N1 11.9.2SE1 "
    "2.4.1NW1 11.14.1SW1 2.13.1NW1 11.6.6W1 3.12.1NW1 11.9.2SW1 2.6.1NE1 11.12.2S2 2.3.1NW1 "
    "11.10.9E4 3.11.1W1 11.10.2N1 3.3.3NE1 10.12.3SW2 1.3.1N1 11.1.2S1",
    "gipf": "Gb5 Gf7 Gf2 f8-f6 c6 h4 b6-b4 d7 i4-g4 d8-d6 h2 b3 g6 e2 b2 f1-d2 d1-d3 a3-c5 h1-h3 "
    "d1-g2 e1-e3 i3-f3 h5 e1-e4",
    "megiddo": "E1 A2 A5 C5 E6 D4 F1 A3 D1 A4 E4 B6 C1 C2 A6 B5 C3 D6 F5 E2 F4 F6 D2 B1",
}


def rows(moves: list[str], width: int = 2) -> list[str]:
    return samples.rows(moves, width).splitlines()


def read(game: str, lines: list[str], **options: Any) -> records.Record:
    """Return the only game of some lines."""
    (record,) = records.read_text("\n".join(lines), game=game, **options)
    return record


@each_case("seed", range(4))
@each_case("game", GAMES)
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
    read_moves = read(game, ["White Black", *lines]).moves
    assert len(read_moves) == len(moves)
    kept = [move for index, move in enumerate(read_moves) if index not in damaged]
    assert kept == [move for index, move in enumerate(moves) if index not in damaged]


@pytest.mark.parametrize("game", GAMES)
def test_lost_rows_are_filled_and_noted(game):
    moves = GAMES[game].split()
    lines = rows(moves)
    record = read(game, lines[:5] + lines[6:])
    assert list(record.moves) == [*moves[:10], "?", "?", *moves[12:]]
    assert [one.code for one in record.findings if one.code != "guessed-game"] == ["lost-ply"]


def side_by_side(lines: list[str], blocks: int) -> list[str]:
    """Return rows in a number of blocks side by side."""
    height = -(-len(lines) // blocks)
    columns = [lines[at : at + height] for at in range(0, len(lines), height)]
    return ["    ".join(of_line) for of_line in zip_longest(*columns, fillvalue="")]


def one_above_the_other(moves: list[str]) -> list[str]:
    """Return the moves of White in a table above those of Black."""
    sides = (rows(moves[side::2], 1) for side in (0, 1))
    return [
        line
        for name, of_side in zip(("White", "Black"), sides, strict=True)
        for line in (name, *of_side)
    ]


SHEETS = {
    "two blocks": lambda moves: side_by_side(rows(moves), 2),
    "three blocks": lambda moves: side_by_side(rows(moves), 3),
    "sides": one_above_the_other,
    "page break": lambda moves: [*rows(moves)[:6], "", "Page 2", "White Black", *rows(moves)[6:]],
    "tables of three": lambda moves: rows(moves, 3),
    "dashes": lambda moves: [row.replace(" ", " - ").replace(". -", ".") for row in rows(moves)],
}


@each_case("damaged", [(), (1, 8, 15)], ids=["clean", "damaged"])
@each_case("sheet", SHEETS)
@each_case("game", GAMES)
def test_every_layout_gives_the_plies_in_order(game, sheet, damaged):
    moves = GAMES[game].split()
    for at in damaged:
        moves[at] = f"£{moves[at][1:]}"
    text = "\n".join(SHEETS[sheet](moves))
    (record,) = records.read_text(f"{text}\n", game=game)
    assert list(record.moves) == moves


def test_a_layout_can_be_given():
    lines = one_above_the_other(GAMES["gipf"].split())
    text = "\n".join(line for line in lines if line[0].isdigit())
    assert len(list(records.read_text(text, game="gipf"))) == 2
    (record,) = records.read_text(text, game="gipf", layout="sides")
    assert list(record.moves) == GAMES["gipf"].split()
    with pytest.raises(UnknownName, match="sides"):
        records.read_text(text, layout="side")


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [" ", "  ", "\t"], ids=["one blank", "two blanks", "tab"])
@pytest.mark.parametrize("kind", ["basic", "standard", "tournament"])
def test_rows_without_tags_are_taken_apart(kind, blanks):
    # A removal before a push stands behind the other side's push, and belongs to its own.
    for game in engine_games(f"gipf-{kind}-games", 3):
        pairs = (game.moves[first : first + 2] for first in range(0, len(game.moves), 2))
        lines = (f"{number}. {blanks.join(pair)}\n" for number, pair in enumerate(pairs, start=1))
        record = samples.read_one("".join(lines), game="gipf")
        assert (record.moves, record.dialect) == (game.moves, "complete")
        assert not record.findings


def test_cells_in_quotes_over_lines_keep_their_places():
    text = (
        "Event,White,Black,Moves,Remarks\n"
        '"Open, Paris",Anna,Ben,"1. 2.7.2N2 11.6.2S2\n2. 2.3.1N1 {said ""no""} 11.3.1S1",first\n'
        "Open,Cem,Ben,1. 2.7.2N2 11.6.2S2,\n"
    )
    first, second = records.read_text(text)
    assert first.moves == ("2.7.2N2", "11.6.2S2", "2.3.1N1", "11.3.1S1")
    assert first.comment == "first"
    assert first.places[2:] == ((3, 4), (3, 26))
    assert first.tags["Event"] == "Open, Paris"
    assert first.details[2]["comment"] == 'said "no"'
    assert second.source.line == 4
    assert second.places[0] == (4, 17)
