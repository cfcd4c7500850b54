"""Results: scores, letters and statements in several languages."""

from unicodedata import normalize

import pytest

from records.results import MOVER_LOSES, match_result, may_state, winner_index, won_by

# What a text states: the result, the way, and the side that it names.
STATED = {
    **dict.fromkeys(["1-0", "1 - 0", "1:0", "1\N{EN DASH}0", "Result: 1-0"], ("1-0", "", "")),
    **dict.fromkeys(
        ["½-½", "1/2-1/2", "0.5-0.5", "½", "remis", "Unentschieden"], ("1/2-1/2", "", "")
    ),
    **dict.fromkeys(["12-0", "12:0", "12 - 7", "7:5."], ("1-0", "", "")),
    **dict.fromkeys(["0-12", "5:7", "9-10"], ("0-1", "", "")),
    "6-6": ("1/2-1/2", "", ""),
    "*": ("*", "", ""),
    "W+": ("*", "", "W"),
    "B+R": ("*", "resignation", "B"),
    "B+12.5": ("*", "", "B"),
    "R+T": ("*", "time", "R"),
    "0-1 time": ("0-1", "time", ""),
    "0-1 auf Zeit": ("0-1", "time", ""),
    "1-0 (White)": ("1-0", "", "White"),
    "1-0, Black": ("1-0", "", "Black"),
    **dict.fromkeys(
        ["White wins", "Sieg für Weiß", "Les Blancs gagnent", "winner: white"], ("1-0", "", "White")
    ),
    **dict.fromkeys(
        ["Weiß gewinnt 2:0", "White wins (6-0)", "White wins by 6-0"], ("1-0", "", "White")
    ),
    **dict.fromkeys(
        ["Résultat : Blancs", "Blanc bat Noir", "Weiß schlägt Schwarz"], ("1-0", "", "White")
    ),
    "Blau verliert.": ("1-0", "", "Blue"),
    "Red loses to 3": None,
    **dict.fromkeys(
        ["Black resigns", "Schwarz gibt auf", "Abandon des Noirs", "Aufgabe Schwarz"],
        ("1-0", "resignation", "Black"),
    ),
    **dict.fromkeys(
        [
            "White resigned on move 23.",
            "Weiß gibt auf nach 30 Zügen",
            "Blanc abandonne au 12e coup",
        ],
        ("0-1", "resignation", "White"),
    ),
    "White loses on time": ("0-1", "time", "White"),
    "Noirs déclarent forfait": ("1-0", "forfeit", "Black"),
    **dict.fromkeys(
        [
            "Rot gewinnt durch Megiddo 12:0",
            "Rot gewinnt durch Megiddo",
            "Rouge gagne par Megiddo : 12 à 0",
            "Red wins by Megiddo, 12 to 0",
            "Red wins (Megiddo)",
        ],
        ("1-0", "megiddo", "Red"),
    ),
    **dict.fromkeys(
        ["draw agreed", "Remis vereinbart", "nulle d'un commun accord"],
        ("1/2-1/2", "agreement", ""),
    ),
    "match nul par répétition": ("1/2-1/2", "repetition", ""),
    "Green wins": ("3", "", "Green"),
    "Green resigns": ("*", "resignation", "Green"),
    **dict.fromkeys(["resigns", "Aufgabe", "abandonne."], (MOVER_LOSES, "resignation", "")),
    **dict.fromkeys(
        [
            "12:30",
            "0:12",
            "0-0",
            "0:0",
            "1234-5",
            "2004-05-06",
            "12-0 b",
            "1-0/2",
            "a 12-0",
            "d2-d3",
        ],
        None,
    ),
    **dict.fromkeys(
        ["White wins a piece", "white", "drawn, I think", "D3 wins", "", "nothing wins"], None
    ),
}


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(("text", "wanted"), STATED.items(), ids=repr)
def test_what_a_text_states(text, wanted, form):
    text = normalize(form, text)
    found = match_result(text)
    if wanted is None:
        assert found is None or found.written != text
        return
    assert found is not None
    assert (found.value, found.termination, found.colour) == wanted
    assert found.written == text
    before = "" if text[:1].isdecimal() else "3. D3 B4 "
    again = match_result(f"{before}{text}  {{a comment}}" if before else text, len(before))
    assert again == found


def test_points_are_all_of_a_line():
    assert match_result("1. D3 B4 12-0", 9) is None
    found = match_result("D3\n 12-0 \nB4", 4)
    assert found is not None
    assert (found.value, found.written) == ("1-0", "12-0")


@pytest.mark.parametrize(
    ("text", "sides", "result"),
    [
        ("W+", ("White", "Black"), "1-0"),
        ("B+", ("White", "Black"), "0-1"),
        ("B+", ("Red", "Blue"), "0-1"),
        ("G+", ("Red", "Blue", "Green"), "3"),
        ("W+", ("Red", "Blue"), "*"),
        ("Blue wins", ("Red", "Blue", "Green"), "2"),
        ("Blue resigns", ("Red", "Blue", "Green"), "*"),
        ("Blue resigns", ("Red", "Blue"), "1-0"),
        ("1-0 (White)", ("White", "Black"), "1-0"),
        ("1-0 (Black)", ("White", "Black"), "*"),
        ("resigns", ("White", "Black"), MOVER_LOSES),
        ("resigns", ("Red", "Blue", "Green"), "*"),
    ],
)
def test_what_it_means_among_the_sides_of_a_game(text, sides, result):
    found = match_result(text)
    assert found is not None
    assert found.among(sides) == result


@pytest.mark.parametrize("side", range(3))
def test_the_winner_of_a_result(side):
    assert winner_index(won_by(side, 3)) == side
    if side < 2:
        assert winner_index(won_by(side, 2)) == side
    assert [winner_index(one) for one in ("1/2-1/2", "*", "0", "", "x", "9" * 5000)] == [None] * 6


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("Weiß gab nach 3 Zügen auf.", True),
        ("Partie gagnée par les Noirs", True),
        ("Black's flag fell", True),
        ("Winnipeg, 2004", False),
        ("a good game", False),
    ],
)
def test_words_that_may_state_a_result(text, states):
    assert may_state(text) is states
