"""Lists of games in a spreadsheet: a game in each row."""

from records.read import read_text

MOVES = ("2.7.2N2", "11.6.2S2", "2.3.1N1")


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
