"""Rows whose numbers are written in other shapes: with the side, before a dash, or in cells."""

import pytest

from analysis import replay
from records.text.rows.labels import relabelled
from tests.records.gipf_games import engine_games as gipf_games
from tests.records.megiddo_games import THREE
from tests.records.megiddo_games import engine_games as megiddo_games
from tests.records.samples import DEMONSTRATION, codes, messages, read_all, read_one, rows

GAMES = {
    "megiddo": megiddo_games()[0].moves,
    "gipf": gipf_games("tournament-games", 1)[0].moves[:20],
    "epaminondas": DEMONSTRATION,
}

LABELS = {
    "1W": "{number}{letter} ",
    "1.W.": "{number}.{letter}. ",
    "1a)": "{number}{small}) ",
    "W1": "{letter}{number} ",
    "W1:": "{letter}{number}: ",
    "W.1": "{letter}.{number} ",
    "(W1)": "({letter}{number}) ",
    "White 1.": "{name} {number}. ",
    "Blancs 1 :": "{french}{number}: ",
}


def labelled(moves, label):
    return [
        LABELS[label].format(
            number=at // 2 + 1,
            letter="WB"[at % 2],
            small="ab"[at % 2],
            name=("White", "Black")[at % 2],
            french=("Blancs", "Noirs")[at % 2],
        )
        + move
        for at, move in enumerate(moves)
    ]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("game", GAMES)
def test_labels_of_number_and_side_are_rows(game, label):
    record = read_one("\n".join(labelled(GAMES[game], label)) + "\n", game=game)
    assert record.moves == GAMES[game]
    assert codes(record)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("at", range(2, 6))
def test_a_lost_line_is_an_unreadable_ply_of_its_side(at, label):
    moves = GAMES["megiddo"]
    lines = labelled(moves, label)
    del lines[at]
    record = read_one("\n".join(lines) + "\n", game="megiddo")
    assert record.moves == (*moves[:at], "?", *moves[at + 1 :])
    assert "lost-ply" in codes(record)


def test_three_sides_have_labels():
    moves = [move for row in THREE for move in row]
    text = "\n".join(f"{at // 3 + 1}{'RBG'[at % 3]} {move}" for at, move in enumerate(moves))
    assert read_one(f"{text}\n", game="megiddo", variant="players=3").moves == tuple(moves)


def test_a_second_game_begins_with_number_one_again():
    lines = labelled(GAMES["megiddo"], "1W")
    first, second = read_all("\n".join([*lines[:6], "", *lines]) + "\n", game="megiddo")
    assert (first.moves, second.moves) == (GAMES["megiddo"][:6], GAMES["megiddo"])


def test_moves_stay_in_their_columns():
    lines = labelled(GAMES["gipf"], "W1:")
    record = read_one("\n".join(lines) + "\n", game="gipf")
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


@pytest.mark.parametrize(
    "text",
    ["A1 B4\nB1 C3\nA2 B2\nB2 C4\n", rows(DEMONSTRATION), "Coup 1 D3 B4\nCoup 2 A4 C2\n" * 3],
)
def test_rows_of_moves_are_no_labels(text):
    assert not relabelled(text.splitlines(), lambda word: any(map(str.isdigit, word)))


STYLES = {
    "dash": lambda number, row: f"{number} - {' '.join(row)}",
    "long dash": lambda number, row: f"{number} \N{EM DASH} {' '.join(row)}",
    "quoted cells": lambda number, row: f'{number},"' + '","'.join(row) + '"',
    "semicolons": lambda number, row: f"{number};{';'.join(row)}",
    "ampersands": lambda number, row: f"{number} & {' & '.join(row)} \\\\",
    "own lines": lambda number, row: "\n".join([f"{number}.", *row]),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", ["megiddo", "epaminondas"])
def test_other_styles_of_rows_are_read_as_usual_ones(game, style):
    moves = GAMES[game]
    lines = [
        STYLES[style](number, moves[first : first + 2])
        for number, first in enumerate(range(0, len(moves), 2), start=1)
    ]
    record = read_one("\n".join(lines) + "\n", game=game)
    assert record.moves == moves


CHATS = [
    "{name}: {move}",
    "<{name}> {move}",
    "[12:{at:02}] {name}: {move}",
    "(9:05) <{name}> {move}",
]


@pytest.mark.parametrize("chat", CHATS)
@pytest.mark.parametrize("lost", [None, 2, 3])
def test_names_of_players_before_their_moves_are_left_out_with_one_note(chat, lost):
    moves = GAMES["gipf"]
    lines = [
        chat.format(name=("anna", "bob")[at % 2], move=move, at=at) for at, move in enumerate(moves)
    ]
    lines.insert(4, "bob: nice one!")
    if lost is not None:
        del lines[lost]
    record = read_one("\n".join(lines) + "\n", game="gipf")
    assert record.moves == tuple("?" if at == lost else move for at, move in enumerate(moves))
    assert codes(record).count("side-name") == 1
    assert ("lost-ply" in codes(record)) == (lost is not None)


WRAPPED = {
    "quotes": '"{}"',
    "curly quotes": "\N{LEFT DOUBLE QUOTATION MARK}{}\N{RIGHT DOUBLE QUOTATION MARK}",
    "apostrophes": "'{}'",
    "underlines": "_{}_",
}


@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("game", GAMES)
def test_quotes_and_underlines_around_moves_are_markup(game, wrapped):
    moves = GAMES[game]
    record = read_one(rows([WRAPPED[wrapped].format(move) for move in moves]), game=game)
    assert record.moves == moves
    assert "markup" in codes(record)


def test_a_wiki_table_is_read_and_its_rules_are_no_plies():
    pairs = zip(DEMONSTRATION[:20:2], DEMONSTRATION[1:20:2], strict=True)
    table = "".join(f"|-\n| {at} || {one} || {two}\n" for at, (one, two) in enumerate(pairs, 1))
    record = read_one(f'{{| class="wikitable"\n{table}|}}\n', game="epaminondas")
    assert record.moves == DEMONSTRATION[:20]


@pytest.mark.parametrize("game", GAMES)
def test_semicolons_between_rows_without_numbers_part_them(game):
    moves = GAMES[game]
    text = "; ".join(" ".join(moves[at : at + 2]) for at in range(0, len(moves), 2))
    assert read_one(f"{text}\n", game=game).moves == moves
    (numbered,) = read_all("1. D3 B4 ; A4 C2 ; E2 F3\n2. E4 A4\n", game="megiddo")
    assert numbered.moves == ("D3", "B4", "E4", "A4")


def test_a_word_for_a_ply_beside_a_move_with_a_count_stands_for_it():
    text = "1. Gd2 (16) Gc1-e3 (16)\n2. Gg2 (14) Gf2 (14)\n3. (illegible) Gg1-d3 (12)\n"
    record = read_one(text, game="gipf")
    assert record.moves[4:] == ("?", "Gg1-d3 (12)")
    assert "lost-ply" in codes(record)


def test_a_variation_behind_a_move_of_gipf_is_no_count():
    moves = GAMES["gipf"]
    text = rows(moves).replace(moves[9], f"{moves[9]} (5... {moves[11]})", 1)
    assert read_one(text, game="gipf").moves == moves


def test_dashes_in_one_column_of_some_rows_stand_for_moves():
    record = read_one("1. D3 B4\n2. A4 C2\n3. - F3\n4. E4 D6\n", game="megiddo")
    assert record.moves == ("D3", "B4", "A4", "C2", "-", "F3", "E4", "D6")


def test_a_row_without_a_number_begins_with_a_move_that_begins_like_its_number():
    text = rows(DEMONSTRATION).replace("4. 4.7.4N3x3", "4.7.4N3x3")
    record = read_one(text, game="epaminondas")
    assert record.moves == DEMONSTRATION


def test_a_count_on_the_next_line_belongs_to_its_move():
    text = "1. Gd2 (16) Gc1-e3 (16) 2. Gg2 (14) Gf2\n(14) 3. Gf1-f3 (12) Gg1-d3 (12)\n"
    record = read_one(text, game="gipf")
    assert len(record.moves) == 6
    assert record.moves[3] == "Gf2 (14)"
    assert "row-cut" in codes(record)


@pytest.mark.parametrize("remark", ["- a fine reply!", "-- weak", "\N{EN DASH} un coup faible"])
def test_words_behind_a_dash_are_a_comment(remark):
    record = read_one(f"1. D3 B4 {remark}\n2. E4 A4\n3. A6 F2\n", game="megiddo")
    assert record.moves == ("D3", "B4", "E4", "A4", "A6", "F2")
    assert record.details[1]["comment"]
    assert remark in messages(record)


def test_a_result_or_a_misread_move_behind_a_dash_is_none():
    assert read_one("1. D3 B4 - Red wins\n", game="megiddo").result == "1-0"
    record = read_one("1. D3 - B4\n2. E4 - foie\n3. A6 - F2\n4. D4 - A5\n", game="megiddo")
    assert len(record.moves) == 8
    assert record.moves[3] == "foie"


def test_one_in_brackets_at_the_end_of_a_row_begins_no_game():
    text = rows(DEMONSTRATION[:10]) + "6. ...\n7.4.1S1 (1)\n"
    assert len(read_all(text, game="epaminondas")) == 1


@pytest.mark.parametrize("count", ["(2)", "x2", "\N{MULTIPLICATION SIGN}2", "+2", "(x2)", "[2]"])
@pytest.mark.parametrize("blank", ["", " "])
def test_a_number_of_captures_is_noted_and_the_board_has_them(count, blank):
    moves = [
        move.partition(" (")[0] + (f"{blank}{count}" if "(" in move else "")
        for move in GAMES["megiddo"]
    ]
    game = replay(read_one(rows(moves), game="megiddo", variant="base"))
    assert not game.violations
    assert game.position == replay(megiddo_games()[0]).position
    assert {"stated-captures", "missing-captures"} <= {one.code for one in game.notes}


def test_numbers_in_brackets_that_are_due_are_those_of_rows():
    record = read_one("1. D3 B4 (2) E4 A4 (3) A6 F2\n", game="megiddo")
    assert record.moves == ("D3", "B4", "E4", "A4", "A6", "F2")
    assert "bracketed-number" in codes(record)
