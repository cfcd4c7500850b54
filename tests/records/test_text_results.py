"""The text reader: results in scores, in words, and with the names of players."""

from unicodedata import normalize

import pytest

from tests.records.samples import codes, messages, read_one

MOVES = "1. 2.7.2N2 11.6.2SE2\n2. 2.8.1SW1 11.11.2SW2\n"
PLAYED = f'[Game "epaminondas"]\n[White "Robert Abbott"]\n[Black "Paul Müller"]\n\n{MOVES}'

STATED = {
    **dict.fromkeys(
        ["Robert wins", "won by Robert", "Robert bat Paul", "Robert beats Paul Müller"], "1-0"
    ),
    **dict.fromkeys(["1-0 (Robert)", "1-0, Robert Abbott", "Robert bat Paul 1-0"], "1-0"),
    **dict.fromkeys(["R. Abbott wins", "ABBOTT GAGNE", "Winner: Robert", "Result: Abbott"], "1-0"),
    **dict.fromkeys(["Paul resigns", "Müller gibt auf"], "1-0"),
    **dict.fromkeys(["Sieg für Müller", "Vainqueur : Paul", "Victoire de Paul Müller"], "0-1"),
    **dict.fromkeys(["Gewonnen: Schwarz", "B+R", "0-1 auf Zeit"], "0-1"),
    **dict.fromkeys(["Égalité", "(1/2-1/2)", "{remis}"], "1/2-1/2"),
    "1-0 (Paul)": "*",
}
"""Statements with names, and some of the others, see `tests.records.test_results`."""


@pytest.mark.slow
@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("beside", [False, True], ids=["on a line", "beside the moves"])
@pytest.mark.parametrize(("words", "result"), STATED.items(), ids=STATED)
def test_a_result_that_somebody_wrote_is_read_with_a_note(words, result, beside, form):
    text = normalize(form, PLAYED.rstrip() + (" " if beside else "\n") + words + "\n")
    record = read_one(text)
    assert (len(record.moves), record.result) == (4, result)
    assert codes(record) == ["result-words"]


def test_the_tag_of_the_result_may_name_a_player():
    record = read_one(f'[Result "Robert gagne"]\n{PLAYED}')
    assert (record.result, codes(record)) == ("1-0", ["result-words"])


UNKNOWN = ["Jack wins", "Jack hat gewonnen", "drawn, I think", "Weiß gab nach 3 Zügen auf."]


@pytest.mark.parametrize("words", UNKNOWN)
def test_a_result_that_is_not_understood_is_named(words):
    record = read_one(f"{PLAYED}{words}\n")
    assert (record.result, codes(record)) == ("*", ["skipped-text"])
    assert "may state a result, and is not understood" in messages(record)


def test_a_name_of_both_players_names_none():
    text = PLAYED.replace("Paul Müller", "Paul Abbott")
    assert read_one(f"{text}Abbott wins\n").result == "*"
    assert read_one(f"{text}Paul wins\n").result == "0-1"


@pytest.mark.parametrize("name", ["White", "The Winner", "Al", "?", "(.*"])
def test_names_that_are_words_or_signs_decide_nothing(name):
    text = PLAYED.replace("Robert Abbott", name)
    assert read_one(f"{text}Black wins\n").result == "0-1"
    assert read_one(f"{text}nothing wins\n").result == "*"


def test_a_remark_on_a_player_is_no_result():
    record = read_one(f"{PLAYED}Robert wins a piece here\n3. 4.8.2N1\n")
    assert (len(record.moves), record.result) == (5, "*")


@pytest.mark.parametrize(
    ("words", "result"),
    [("Robert Abbott - Paul Müller 1-0", "1-0"), ("Robert - Paul ½-½.", "1/2-1/2")],
)
def test_a_result_behind_names_and_a_dash_is_no_remark(words, result):
    assert read_one(f"{PLAYED.rstrip()} {words}\n").result == result


@pytest.mark.parametrize("line", ["[1-0]", "[Robert wins]", "1-0, 30 moves", "1-0 (30)"])
def test_a_score_with_other_words_or_in_square_brackets_is_the_result(line):
    record = read_one(f"{PLAYED}{line}\n")
    assert (len(record.moves), record.result) == (4, "1-0")
    assert "move-number" not in codes(record)


@pytest.mark.parametrize(
    ("title", "named"),
    [("Paul - Robert 1-0", True), ("Paul beats Robert", True), ("Paul - Robert", False)],
)
def test_a_result_in_a_title_is_noted(title, named):
    record = read_one(f"{title}\n\n1. D3 B4\n2. E4 A4\n", game="megiddo")
    assert record.result == "*"
    assert ("a result in it is not read" in messages(record)) is named


@pytest.mark.parametrize(
    "words",
    [
        "Rot gewinnt durch Megiddo 12:0",
        "12-0",
        "12:0",
        "Rouge gagne par Megiddo : 12 à 0",
        "Red wins by Megiddo, 12 to 0",
    ],
)
def test_points_behind_the_moves_are_the_result(words):
    rows = "".join(f"{number}. D3 B4\n" for number in range(1, 11))
    record = read_one(f'[Game "megiddo"]\n\n{rows}{words}\n')
    assert (len(record.moves), record.result) == (20, "1-0")
    assert codes(record) == ["result-words"]
    assert record.tags.get("Termination", "megiddo") == "megiddo"
