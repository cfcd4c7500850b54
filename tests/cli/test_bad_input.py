"""What people get wrong: told by its own code, with the rest of the file still checked."""

from typing import NamedTuple

import pytest

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
    "distance beyond count": Case(
        moves("2.7.2N3", "11.6.2SE2"),
        "distance",
        1,
        "a phalanx of 2 moves at most 2 squares, not 3",
    ),
    "a lone piece too far": Case(
        moves("2.7.1N2"), "distance", 1, "a lone piece moves at most 1 square, not 2"
    ),
    "phalanx not whole": Case(
        after(2, "4.7.3N1"),
        "broken-phalanx",
        3,
        "a phalanx of 3 from g4 (4.7) back to g2 (2.7) is not whole: g2 (2.7) is empty, "
        "so there are 2",
    ),
    "phalanx of both colours": Case(
        placed("6/6/2w3/2b3/2w3/6 w", "4.3.3N1"),
        "broken-phalanx",
        1,
        "c3 (3.3) holds a piece of Black, so there are 1",
    ),
    "columns exchanged": Case(
        moves("11.6.2SE2", "2.7.2N2", "10.7.3S3", "2.6.3E1"),
        "exchanged-columns",
        1,
        "the columns of White and Black are exchanged",
    ),
    "blocked path": Case(
        after(6, "4.7.4N4"),
        "blocked-path",
        7,
        "the way of 4 squares is blocked on g7 (7.7), after 2",
    ),
    "own piece ahead": Case(
        moves("1.7.1N1"), "own-piece-ahead", 1, "an own piece stands ahead on g2 (2.7)"
    ),
    "capture of an equal line": Case(
        after(4, "4.7.3N3x3"),
        "capture-size",
        5,
        "a phalanx of 3 takes at most 2, not an enemy line of 3 from g7 (7.7) to g9 (9.7)",
    ),
    "single piece capturing": Case(
        placed("6/6/2b3/2w3/6/6 w", "3.3.1N1x1"),
        "lone-capture",
        1,
        "a lone piece never captures, and c4 (4.3) holds an enemy piece",
    ),
    "target off the board": Case(
        moves("2.1.1W1"),
        "off-board",
        1,
        "row 2, column 0; the board has rows 1 to 12 and columns 1 to 14",
    ),
    "head off the board": Case(moves("13.1.1N1"), "off-board", 1, "row 13, column 1"),
    "an empty square": Case(
        moves("5.5.1N1"), "no-piece", 1, "e5 (5.5) is empty: White has nothing to move there"
    ),
    "a piece of the other side that cannot move so": Case(
        moves("11.6.1N1"), "wrong-side", 1, "the piece on f11 (11.6) is Black's"
    ),
    "wrong capture count": Case(
        after(6, "4.7.4N3x2"), "capture-count", 7, "x2 is written, but the move takes 3"
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
    "symmetry breach": Case(
        placed("6/1w4/6/6/4b1 w", "4.2.1N1"),
        "symmetry",
        1,
        "brings a piece onto row 5 and turns the position into its own half-turn",
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


def test_every_bad_game_of_one_file_is_told(ludograph, tmp_path):
    text = "\n".join(f'[Round "{name}"]\n{case.text}' for name, case in CASES.items())
    (tmp_path / "games.txt").write_text(text, encoding="utf-8")
    run = ludograph("check", "games.txt", "--json")
    assert [game["violations"][0]["code"] for game in run.objects] == [
        case.code for case in CASES.values()
    ]


FILES = {
    "an empty file": (b"", "empty-file", "there is nothing in it"),
    "blank lines": (b"\n \n\t\n", "empty-file", "there is nothing in it"),
    "a picture": (b"BM\x8a\0\0\0\0\0\0\0\x8a\0\0\0", "binary-file", "a binary file, not text"),
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
