"""Sheets with the moves of each side below its name, as an OCR program read them."""

import pytest

import records

READ = {
    "gipf": """Gipf - Game 0
White
1. Gb5 (16)
2. Gb2 (14)
3. al-c3 (13)
4. e2(12)
5. e9-e6 (11)
6. 2 (10)
7. el-e3 (9)
8. gl-d3;xd3,e3,f2 (11)
9. el-e3 (10)
10. h5 Q)
11. fl-d2 (8)
12. d8-d6 (7)
13. al-d4 (6)
14. i3-g5 (5)
15. a2-d5;xb3,c3,Gd3,e3 (9)
16. il-g3 (8)
Black
1. Gb3 (16)
2. Ges (14)
3. £8-d7 (13)
4. c7-e7 (12)
5. - h3 (11)
6. b6-b4 (10)
de C29)
8. a3-d3 (8)
9.. el-e4 (7)
10. cl-c4 (6)
11. a3-c5 (5)
12. h4 (4)
13. h6-h2 (3)
14. g6(2)
15. c6 (1)
16. g7-g4 (0)
""",
    "megiddo": """Megiddo - Spiel 4
Rot
tS
2... 86
So. 06
4. Ci
See ee.
672 Bi
y grec t)
8. Al
9. D6
10. A3 (B3, C3)
11. A2
12. E4
13.71
14. #3
15. C2
Blau
ee
2. C3
3. F4
4. AS
5. B2
6. £E6
ToS
8. D4
9. AA
10. EL
11. C4
12. 86
13.° D2
14. B4
15. FG
""",
}
PLAYED = {
    "gipf": "Gb5 (16) | Gb3 (16) | Gb2 (14) | Ge8 (14) | a1-c3 (13) | f8-d7 (13) | e2 (12) | c7-e7 "
    "(12) | e9-e6 (11) | h3 (11) | f2 (10) | b6-b4 (10) | e1-e3 (9) | c2 (9) | "
    "g1-d3;xd3,e3,f2 (11) | a3-d3 (8) | e1-e3 (10) | e1-e4 (7) | h5 (9) | c1-c4 (6) | f1-d2 "
    "(8) | a3-c5 (5) | d8-d6 (7) | h4 (4) | a1-d4 (6) | h6-h2 (3) | i3-g5 (5) | g6 (2) | "
    "a2-d5;xb3,c3,Gd3,e3 (9) | c6 (1) | i1-g3 (8) | g7-g4 (0)",
    "megiddo": "D5 | B3 | B5 | C3 | D3 | F4 | C1 | A5 | E2 | B2 | B1 | E6 | D1 | C5 | A1 | D4 | "
    "D6 | A4 | A3 (B3, C3) | E1 | A2 | C4 | E4 | B6 | F1 | D2 | F3 | B4 | C2 | F6",
}


@pytest.mark.parametrize("game", READ)
def test_moves_of_sides_one_above_the_other_stand_in_their_places(game):
    (found,) = records.read_text(READ[game], game=game)
    played = PLAYED[game].split(" | ")
    assert len(found.moves) == len(played)
    lines = [line.partition(". ")[2] for line in READ[game].splitlines()]
    whole = [at for at, move in enumerate(played) if lines.count(move) == 1]
    assert len(whole) > len(played) / 3
    assert [found.moves[at] for at in whole] == [played[at] for at in whole]
    assert "2 sides one above the other" in " ".join(
        one.message for one in found.findings if one.code == "layout"
    )


def test_dots_for_the_move_of_a_first_side_stay_dots():
    text = "1. Gb5\n1... Gf7\n2. Gf2\n2... f8-f6\n3. c6\n3... h4\n"
    (found,) = records.read_text(text, game="gipf")
    assert found.moves == ("Gb5", "Gf7", "Gf2", "f8-f6", "c6", "h4")


def test_dust_behind_a_number_is_no_lost_move():
    text = "1. Gb5 Gf7\n2.. Gf2 f8-f6\n3. c6 h4\n4.. b6-b4 d£7\n5. i4-g4 d8-d6\n"
    (found,) = records.read_text(text, game="gipf")
    assert found.moves[:7] == ("Gb5", "Gf7", "Gf2", "f8-f6", "c6", "h4", "b6-b4")
    assert found.moves[8:] == ("i4-g4", "d8-d6")


def test_two_games_of_sides_are_two_games():
    rows = [f"{at}. {move}" for at, move in enumerate(("Gb5", "c6", "h2", "d7"), start=1)]
    rows[2] = "3. h£"
    text = "\n".join(["White", *rows, "Black", *rows, ""] * 2)
    assert [len(one.moves) for one in records.read_text(text, game="gipf")] == [8, 8]


def test_dashes_between_moves_are_no_part_of_them_however_they_are_set():
    text = (
        "1. Gf2 (16) - Gh3 (16)\n2. Gi2-g4 (14) - d7 (15)\n3. b4(13)-h4 (14)\n"
        "4. i3-g3 (12) -h5 (13)\n5. b3 (10) -a4-c4 (11)\n6. h6-h2 (9) - a2-d5 (10)\n"
    )
    (found,) = records.read_text(text, game="gipf")
    played = "Gf2(16) Gh3(16) Gi2-g4(14) d7(15) b4(13) h4(14) i3-g3(12) h5(13) b3(10) a4-c4(11)"
    read = [move.replace(" ", "") for move in found.moves]
    assert read == [*played.split(), "h6-h2(9)", "a2-d5(10)"]
    assert "parting-dash" in {one.code for one in found.findings}
