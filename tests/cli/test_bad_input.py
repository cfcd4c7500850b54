"""What people get wrong: told by its own code, with the rest of the file still checked."""

from typing import NamedTuple

import pytest

from tests.cli.texts import gipf
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
    "a variant that nobody knows": Case(
        '[Variant "blitz"]\n\n1. 2.7.2N2 11.6.2SE2\n',
        "bad-variant",
        None,
        "'blitz' is not one of standard",
    ),
    "a start that is none": Case(
        placed("5/5 w", "2.7.2N2"), "bad-start", None, "no board has 5 columns by 2 rows"
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
    "a result that the board denies": Case(
        gipf("b3", "b4", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -", result="1-0"),
        "result-mismatch",
        None,
        "the result in the record is 1-0, but on the board Black has won: White is to move and "
        "has no piece",
    ),
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
    "blank lines": (b"\n \n\t\n", "empty-file", "there is nothing in it"),
    "a table of Excel": (b"PK\3\4\x14", "binary-file", "a file of Word, Excel or OpenDocument"),
    "a text of Word": (rb"{\rtf1\ansi 1. D3 B4\par}", "binary-file", "word processor (RTF)"),
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
