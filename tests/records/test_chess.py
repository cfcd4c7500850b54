"""Games of chess among records that name no game: what is taken for one, and what is not."""

import pytest

import records

HEAD = '[White "Anna"]\n[Black "Ben"]\n\n'
FEN = '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n'

CHESS = {
    "pieces": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *\n",
    "position": f"{FEN}\n1. e4 e5 *\n",
    "comments": f"{HEAD}1. e4 {{[%clk 0:01]}} e5 2. Nf3! Nc6 3. exd4+ *\n",
}

OTHERS = {
    "named": '[Game "megiddo"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 *\n',
    "pawns alone": f"{HEAD}1. e4 e5 2. d4 d5 3. c4 c5 *\n",
    "points": f"{HEAD}1. 2.7.2N2 11.6.2SE2\n",
}


@pytest.mark.parametrize("text", CHESS.values(), ids=CHESS)
def test_chess_is_no_game_of_these(text):
    (record,) = records.read_text(text)
    assert (record.source.game, record.moves) == (0, ())
    (finding,) = (one for one in record.findings if one.violation)
    assert finding.code == "other-game"
    assert finding.line == 1
    assert "1 game of chess, which is not a game of these: e4 e5" in finding.message


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_records_are_read(text):
    (record,) = records.read_text(text)
    assert record.moves
    assert not [one for one in record.findings if one.code == "other-game"]


def test_the_games_of_a_file_beside_chess_are_read():
    text = f'{CHESS["comments"]}\n[Game "megiddo"]\n\n1. F6 D4 *\n\n{CHESS["position"]}'
    found = list(records.read_text(text))
    assert [one.game for one in found] == ["megiddo", None]
    assert "2 games of chess" in found[-1].findings[0].message
