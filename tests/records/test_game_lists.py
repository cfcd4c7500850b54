"""Lists of games in a spreadsheet: a game in each row."""

import pytest

from records.formats import sniff
from records.read import read_text

MOVES = ("2.7.2N2", "11.6.2S2", "2.3.1N1")


@pytest.mark.parametrize(
    ("heading", "tags"),
    [
        ("white,black,result,moves", {"White": "Anna", "Black": "Ben"}),
        ("Weiss;Schwarz;Ergebnis;Züge", {"White": "Anna", "Black": "Ben"}),
        ("Blancs\tNoirs\tRésultat\tCoups", {"White": "Anna", "Black": "Ben"}),
        ("White player,Black_name,Result,transcript", {"White": "Anna", "Black": "Ben"}),
        ("player1;player 2;result;record", {"White": "Anna", "Black": "Ben"}),
    ],
)
def test_each_row_is_a_game_with_tags_by_its_headings(heading, tags):
    separator = next(sign for sign in ";\t," if sign in heading)
    rows = (["Anna", "Ben", "1-0", " ".join(MOVES)], ["Cem", "Ben", "0-1", " ".join(MOVES[:2])])
    text = "\n".join([heading, *map(separator.join, rows), ""])
    assert sniff(text, "games.csv").name == "game-list"
    first, second = read_text(text)
    assert first.moves == MOVES
    assert second.moves == MOVES[:2]
    assert first.tags == tags
    assert (first.result, second.result) == ("1-0", "0-1")
    assert [one.source.line for one in (first, second)] == [2, 3]
    assert [one.source.game for one in (first, second)] == [1, 2]
    column = len("Anna;Ben;1-0;") + 1
    assert first.places == ((2, column), (2, column + 8), (2, column + 17))
    assert "as a list of games" in first.findings[0].message
    assert not any(one.code == "layout" for one in second.findings)


def test_a_winner_by_name_is_the_result_and_said():
    text = "Red,Blue,winner,moves\nPaul,Luc,Luc,D3 C4 B4 A2 E5\nPaul,Luc,Rouge,D3 C4 B4 A2 E5\n"
    games = list(read_text(text))
    assert [one.result for one in games] == ["0-1", "1-0"]
    for game in games:
        assert [one.code for one in game.findings].count("result-words") == 1


def test_numbered_players_are_the_sides_of_the_game():
    text = "id,player1,player2,moves\n7,Paul,Luc,D3 C4 B4 A2 E5\n"
    (game,) = read_text(text)
    assert game.tags == {"id": "7", "Red": "Paul", "Blue": "Luc"}


def test_cells_in_quotes_over_lines_keep_their_places():
    text = (
        "Event,White,Black,Moves,Remarks\n"
        '"Open, Paris",Anna,Ben,"1. 2.7.2N2 11.6.2S2\n2. 2.3.1N1 {said ""no""} 11.3.1S1",first\n'
        "Open,Cem,Ben,1. 2.7.2N2 11.6.2S2,\n"
    )
    first, second = read_text(text)
    assert first.moves == (*MOVES, "11.3.1S1")
    assert first.comment == "first"
    assert first.places[2:] == ((3, 4), (3, 26))
    assert first.tags["Event"] == "Open, Paris"
    assert first.details[2]["comment"] == 'said "no"'
    assert second.source.line == 4
    assert second.places[0] == (4, 17)


def test_rows_that_do_not_fit_the_heading_are_left_out_and_said():
    text = "White,Black,Moves\nAnna,Ben,2.7.2N2 11.6.2S2\nCem,2.7.2N2\nCem,Ben,2.3.1N1 11.6.2S2\n"
    first, second = read_text(text)
    assert (first.tags["White"], second.tags["White"]) == ("Anna", "Cem")
    (said,) = (one for one in second.findings if one.code == "bad-row")
    assert said.line == 3
    assert "2 cells, but the heading has 3" in said.message
    assert said.violation


def test_a_row_without_moves_is_a_game_with_an_error():
    text = "White,Black,Moves\nAnna,Ben,2.7.2N2 11.6.2S2\nCem,Ben,\n"
    _, second = read_text(text)
    assert [one.code for one in second.findings if one.violation] == ["no-moves"]
    assert second.findings[0].line == 3


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("move;white;black\n1;2.7.2N2;11.6.2S2\n2;2.3.1N1;11.3.1S1\n", "sheet"),
        ("Nr;Züge\n1;2.7.2N2 11.6.2S2\n2;2.3.1N1 11.3.1S1\n", "sheet"),
        ("Nr;Zug;Bemerkung\n1;f1,g2-h3;gut\n2;e12,f11-h9;\n", "sheet"),
        ("game_id,ply,move\n1,1,Gi3-h3\n1,2,xf3,g2;b2\n", "csv"),
        ('game_id,plies,moves\n1,2,"[""D3"", ""C4""]"\n', "csv"),
        ('game_id,plies,moves\n1,2,"[""D3"", ""C4""]"\n2,2,D3 C4\n', "csv"),
        ("Anna;Ben;2.7.2N2 11.6.2S2\nCem;Ben;2.7.2N2 11.6.2S2\n", "text"),
        ("Anna, Ben\n1. D3 C4, B4 A2\n", "text"),
        ("White: Anna, Black: Ben\n1. 2.7.2N2 11.6.2S2\n", "text"),
    ],
)
def test_other_texts_keep_their_formats(text, name):
    assert sniff(text, "games.txt").name == name
