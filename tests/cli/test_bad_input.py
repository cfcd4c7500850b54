"""What people get wrong: told by its own code, with the rest of the file still checked."""

from typing import NamedTuple

import pytest

from tests.cli.texts import gipf, megiddo
from tests.records.samples import DEMONSTRATION, rows

GOOD = f'[Variant "standard"]\n[White "Good"]\n\n{rows(DEMONSTRATION)}'


class Case(NamedTuple):
    """A bad game, and what is to be said of it: its code, the ply, and words of the message."""

    text: str
    code: str
    ply: int | None
    words: str


def moves(*texts: str) -> str:
    return f'[Variant "standard"]\n\n{rows(texts)}'


def placed(start: str, *texts: str, result: str = "*") -> str:
    return f'[Variant "standard"]\n[Start "{start}"]\n[Result "{result}"]\n\n{rows(texts)}'


def after(plies: int, *texts: str) -> str:
    return moves(*DEMONSTRATION[:plies], *texts)


WON = "6/1w4/6/6/4b1/6 w"

CASES = {
    "columns exchanged": Case(
        moves("11.6.2SE2", "2.7.2N2", "10.7.3S3", "2.6.3E1"),
        "exchanged-columns",
        1,
        "the columns of White and Black are exchanged",
    ),
    "both players' moves swapped": Case(
        moves(*DEMONSTRATION[:2], DEMONSTRATION[3], DEMONSTRATION[2], *DEMONSTRATION[4:]),
        "exchanged-plies",
        3,
        "exchanged with the next move: 10.7.3S3 is Black's and White is to move",
    ),
    "a missing ply": Case(
        moves(*DEMONSTRATION[:2], *DEMONSTRATION[3:]),
        "missing-ply",
        3,
        "a move of White's is missing before this one, which is legal for Black",
    ),
    "unreadable token": Case(
        after(2, "2.6.3Q1"),
        "unreadable",
        3,
        "expected a compass direction (N, NE, E, SE, S, SW, W, NW), found 'Q1'",
    ),
    "result that contradicts the board": Case(
        placed(WON, "5.2.1N1", "2.5.1E1", result="0-1"),
        "result-mismatch",
        None,
        "the result in the record is 0-1, but on the board White has won: White begins a turn "
        "with 1 on "
        "row 6; Black has 0 on row 1",
    ),
    "moves after the game was won": Case(
        placed(WON, "5.2.1N1", "2.5.1E1", "6.2.1E1"),
        "after-end",
        3,
        "the game is over: White had won at the start of this turn, with 1 on row 6 against 0",
    ),
    "tag block without moves": Case(
        '[White "Nobody"]\n[Black "Nobody else"]\n', "no-moves", None, "a game without moves"
    ),
    "a game that nobody knows": Case(
        '[Game "chess"]\n\n1. e4 e5\n', "unknown-game", None, "game 'chess'"
    ),
    "a variant that nobody knows": Case(
        '[Variant "blitz"]\n\n1. 2.7.2N2 11.6.2SE2\n',
        "bad-variant",
        None,
        "'blitz' is not one of standard",
    ),
    "a start that is none": Case(
        placed("5/5 w", "2.7.2N2"), "bad-start", None, "no board has 5 columns by 2 rows"
    ),
    "a row that is none": Case(
        gipf("h3;xb5*,h2*"), "no-row", 1, "White has no row of 4 to take xb5*,h2* from"
    ),
    "an overlooked row of Black's": Case(
        gipf("h3", "e8", start="bbbb/5/6/7/6/5/3w b 12,3 0,0 -"),
        "missed-removal",
        1,
        "Black's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken",
    ),
    "a GIPF piece in the standard game": Case(
        gipf("Gb3", variant="standard"), "gipf-too-late", 1, "brought in in the standard game"
    ),
    "no GIPF piece at first": Case(
        gipf("Gd2", "f2", variant="tournament"),
        "gipf-missing",
        2,
        "the first piece that Black brings in is a GIPF piece",
    ),
    "a wrong count": Case(
        gipf("b3 (11)", "b4 (12)", "c2 (10)"),
        "reserve-mismatch",
        2,
        "(12) is written, and Black has 11 pieces in reserve",
    ),
    "a move after the last GIPF piece": Case(
        gipf(
            "xGc2,c3,c4,c5", "h5", "e2", variant="standard", start="4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
        ),
        "after-end",
        2,
        "the game is over: White has no GIPF piece left on the board",
    ),
    "a point cut": Case(
        gipf("b3", "c1-c", "e2"), "unreadable", 2, "expected a point such as e5, found 'c'"
    ),
    "a result that the board denies": Case(
        gipf("b3", "b4", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -", result="1-0"),
        "result-mismatch",
        None,
        "the result in the record is 1-0, but on the board Black has won: White is to move and "
        "has no piece",
    ),
    "a position of six columns": Case(
        gipf("b3", start="b2w/5/6/w5b/6/5 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the columns b to h are 7, not 6",
    ),
    "GIPF pieces at the start of a basic game": Case(
        gipf("b3", start="B2w/5/6/w5b/6/5/4 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the basic game has no GIPF pieces",
    ),
    "more pieces than the box holds": Case(
        gipf("b3", variant="basic+pieces=19"), "bad-variant", None, "pieces goes from 15 to 18"
    ),
    "a move after the end": Case(
        megiddo("F1", "A6", start="rrrrr1/6/6/6/6/bbbb2 r 0,0"),
        "after-end",
        2,
        "the game is over: Red owns 1 of 24 lines: ring 1",
    ),
    "a slide over a stone": Case(
        megiddo("A1-A4", start="r5/6/b5/6/6/6 r 0,0", variant="base+radial-move"),
        "blocked-path",
        1,
        "the way from A1 to A4 is blocked on A3, point 2 of the 2 passed, by a stone of Blue",
    ),
    "a third colour": Case(
        megiddo("A1", start="rbg3/6/6/6/6/6 r 0,0"),
        "third-colour",
        None,
        "g is a third colour and 2 play; players=3 has three",
    ),
    "a position of five rings": Case(
        megiddo("A1", start="6/6/6/6/6 r 0,0"), "bad-start", None, "5 rings, the board has 6"
    ),
    "a variant of another game": Case(
        megiddo("A1", variant="tournament"), "bad-variant", None, "'tournament' is not one of base"
    ),
    "a scanner's eight": Case(megiddo("A1", "C4 (83, A2)"), "unreadable", 2, "8 looks like B"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_bad_games_are_told_and_the_others_of_the_file_are_checked(ludograph, tmp_path, case):
    (tmp_path / "games.txt").write_text(f"{case.text}\n{GOOD}", encoding="utf-8")
    run = ludograph("check", "games.txt", "--json")
    assert run.status == 1
    bad, good = run.objects
    (violation,) = bad["violations"]
    assert (violation["code"], violation["ply"]) == (case.code, case.ply)
    assert case.words in violation["message"]
    assert violation["line"] is not None
    assert (bad["valid"], good["valid"], good["plies"]) == (False, True, 23)
    people = ludograph("check", "games.txt")
    assert (people.status, people.err) == (1, "")
    assert f"[{case.code}]" in people.out
    assert people.out.count(" error: ") == 1
    assert "2 games read: 1 valid, 1 with errors" in people.out


FILES = {
    "an empty file": (b"", "empty-file", "there is nothing in it"),
    "blank lines": (b"\n \n\t\n", "empty-file", "there is nothing in it"),
    "a picture": (b"BM\x8a\0\0\0\0\0\0\0\x8a\0\0\0", "binary-file", "a binary file, not text"),
    "a table of Excel": (b"PK\3\4\x14", "binary-file", "a file of Word, Excel or OpenDocument"),
    "a text of Word": (rb"{\rtf1\ansi 1. D3 B4\par}", "binary-file", "word processor (RTF)"),
    "prose": ("Rien à signaler.\n".encode(), "no-game", "there is text, but no game in it"),
    "half a UTF-16 letter": (GOOD.encode("utf-16")[:-1], "encoding", "is not UTF-16"),
}


@pytest.mark.parametrize(("content", "code", "words"), FILES.values(), ids=FILES)
def test_bad_files_are_told_and_the_others_are_checked(ludograph, tmp_path, content, code, words):
    (tmp_path / "bad.txt").write_bytes(content)
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    run = ludograph("check", "--json", "bad.txt", "good.txt")
    assert run.status == 1
    *_, bad, good = run.objects
    assert [one["code"] for one in bad["violations"]] == [code]
    assert words in bad["violations"][0]["message"]
    assert (bad["game"], bad["plies"], bad["position"]) == (None, 0, None)
    assert (bad["source"]["path"], bad["source"]["game"]) == ("bad.txt", 0)
    assert good["valid"]
    people = ludograph("check", "bad.txt", "good.txt")
    assert f"[{code}]" in people.out
    assert "1 file without a game" in people.out.replace("\n      ", " ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_files_in_other_encodings_are_read(ludograph, tmp_path, encoding):
    (tmp_path / "game.txt").write_text(GOOD.replace("Good", "Léa"), encoding=encoding)
    named = ["--encoding", encoding] if encoding == "utf-16-le" else []
    run = ludograph("check", "game.txt", *named, "--json")
    assert (run.status, run.objects[0]["valid"]) == (0, True)
    # The excerpt under an error is read the same way.
    (tmp_path / "bad.txt").write_text("{Léa} 1. 2.7.2N3 11.6.2SE2\n", encoding=encoding)
    out = ludograph("check", "-q", "bad.txt", *named).out
    assert "   1 | {Léa} 1. 2.7.2N3 11.6.2SE2\n     |          ^^^^^^^\n" in out


def test_bad_json_lines(ludograph, tmp_path):
    good = '{"game":"epaminondas","variant":"standard","moves":["2.7.2N2"]}'
    (tmp_path / "games.jsonl").write_text(f'{good}\n{{"moves":["2.7\n{good}\n')
    run = ludograph("check", "games.jsonl", "--json")
    assert run.status == 1
    assert [game["valid"] for game in run.objects] == [True, False, True]
    (violation,) = run.objects[1]["violations"]
    assert (violation["code"], violation["line"], violation["column"]) == ("bad-json", 2, 11)
    out = ludograph("check", "games.jsonl").out
    assert '   2 | {"moves":["2.7\n     |           ^\n' in out
