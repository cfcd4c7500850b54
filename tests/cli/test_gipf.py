"""GIPF through the commands that all games share."""

import gzip
import json
from itertools import islice
from typing import NamedTuple

import pytest

import records
from analysis.diagrams import read_text
from records import Record, write
from tests.records.samples import DATA, read_one

CLASSIC = "classic:gipf-tournament"
FINAL = "4/w1W2/6/4B2/6/4b/2w1 w 5,10 5,9 -"
KINDS = ("basic", "standard", "tournament")
DIALECTS = ("complete", "short", "pbem", "steps")


def game(*moves: str, variant: str = "basic", start: str = "", result: str = "*") -> str:
    """Return a text of one game, two moves a row."""
    tags = f'[Game "gipf"]\n[Variant "{variant}"]\n'
    tags += f'[Start "{start}"]\n' if start else ""
    shown = ["...", *moves] if start.split()[1:2] == ["b"] else moves
    rows = [shown[first : first + 2] for first in range(0, len(shown), 2)]
    numbered = (f"{number}. {'  '.join(row)}\n" for number, row in enumerate(rows, start=1))
    return f"{tags}\n{''.join(numbered)}{result}\n"


def engine_games(kind: str, count: int) -> list[Record]:
    """Return the first games of one kind that other programs played."""
    with gzip.open(DATA / f"gipf-{kind}-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in islice(lines, count)]
    return [
        Record(tuple(one["moves"]), "gipf", kind, "complete", {"Round": str(one["id"])})
        for one in games
    ]


@pytest.fixture
def engines(tmp_path):
    games = [one for kind in KINDS for one in engine_games(kind, 30)]
    (tmp_path / "engines.txt").write_text("".join(map(write, games)))
    return "engines.txt"


def test_engine_games_are_valid(ludograph, engines):
    run = ludograph("check", engines, "--json")
    assert (run.status, run.err) == (0, "")
    games = [one for kind in KINDS for one in engine_games(kind, 30)]
    for verdict, record in zip(run.objects, games, strict=True):
        assert (verdict["valid"], verdict["notes"]) == (True, [])
        assert (verdict["plies"], verdict["variant"]) == (len(record.moves), record.variant)
    assert "90 games read: 90 valid, 0 with errors" in ludograph("check", engines, "-q").out


def test_the_bundled_game(ludograph):
    run = ludograph("check", CLASSIC)
    assert (run.status, run.err) == (0, "")
    words = " ".join(run.out.split())
    assert "valid: GIPF game 1 (tournament), 84 plies. White is to move, nobody has won" in words
    (verdict,) = ludograph("check", CLASSIC, "--json").objects
    assert (verdict["valid"], verdict["notes"], verdict["position"]) == (True, [], FINAL)
    shown = ludograph("show", CLASSIC).out
    assert "White: 5 in reserve, 5 captured\nBlack: 10 in reserve, 9 captured\n" in shown
    assert shown.endswith("(10)\n# 42. i2-e6;xd6,f5,g4,h3 (10) (Black, ply 84)\n")


@pytest.mark.parametrize("ply", range(85))
def test_every_ply_of_the_bundled_game_is_drawn_and_read_back(ludograph, ply):
    run = ludograph("show", CLASSIC, "--ply", str(ply))
    assert (run.status, run.err) == (0, "")
    position = read_text("gipf", run.out, "tournament")
    assert position.turn == ply % 2
    # All 18 pieces of a side are on the board, in its reserve, or with the other.
    (record,) = records.read(CLASSIC)
    stands = [str(position).split()[0].count(letter) for letter in "wWbB"]
    for side, (single, stacked) in enumerate((stands[:2], stands[2:])):
        beside = position.reserves[side] + position.prisoners[1 - side]  # type: ignore[attr-defined]
        assert single + 2 * stacked + beside == 18
    if ply:
        counted = record.moves[ply - 1].rpartition("(")[2].rstrip(")")
        assert str(position.reserves[1 - position.turn]) == counted  # type: ignore[attr-defined]


BEGINNINGS = {"svg": b"<svg", "png": b"\x89PNG\r\n"}


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_pictures_by_the_name_of_the_file(ludograph, tmp_path, kind):
    run = ludograph("show", CLASSIC, "--ply", "41", "-o", f"board.{kind}", "--flip")
    assert (run.status, run.err) == (0, "")
    content = (tmp_path / f"board.{kind}").read_bytes()
    assert content.startswith(BEGINNINGS[kind])
    assert len(content) > 1000


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("basic", (30, 924, 29_016)),
        ("standard", (30, 924, 29_016)),
        ("tournament", (18, 348, 14_304)),
    ],
    ids=KINDS,
)
def test_counts_of_legal_turns(ludograph, kind, counts):
    arguments = ["moves", "--game", "gipf", "--variant", kind]
    for depth, count in enumerate(counts, start=1):
        assert ludograph(*arguments, "--count", str(depth)).out == f"{count:,}\n"
    run = ludograph(*arguments)
    assert len(run.out.splitlines()) == counts[0]
    assert run.err == f"{counts[0]} legal moves, White to move\n"


def test_legal_turns_of_a_position_in_other_dialects(ludograph):
    place = ["moves", "--game", "gipf", "--position", "wwww/5/6/7/6/5/3b w 0,12 0,0 -"]
    turns = ludograph(*place).out.splitlines()
    assert "xb2,b3,b4,b5;e2" in turns
    short = ludograph(*place, "--dialect", "short").out.splitlines()
    assert "x;e2" in short
    assert len(short) == len(turns)
    pbem = ludograph(*place, "--dialect", "pbem").out.splitlines()
    assert all(turn.startswith("rowb1-b6 n") for turn in pbem)


@pytest.mark.parametrize("form", ["text", "jsonl"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_bundled_game_goes_to_each_dialect_and_back(ludograph, tmp_path, dialect, form):
    first = ludograph("convert", CLASSIC, "--to", f"{form}:complete", "-o", "first")
    assert (first.status, first.err) == (0, "1 read, 1 written, 0 rejected\n")
    assert ludograph("convert", "first", "--to", f"{form}:{dialect}", "-o", "there").status == 0
    (there,) = ludograph("check", "there", "--json").objects
    assert (there["dialect"], there["valid"], there["notes"]) == (dialect, True, [])
    assert (there["plies"], there["position"]) == (84, FINAL)
    assert ludograph("convert", "there", "--to", f"{form}:complete", "-o", "back").status == 0
    (first,), (back,) = (list(records.read(tmp_path / name)) for name in ("first", "back"))
    assert dict(back.tags) == dict(first.tags)
    if dialect in ("complete", "short"):
        assert back.moves == first.moves
    else:
        # The programs' notations have no room for the counts of the reserve.
        assert back.moves == tuple(move.partition(" (")[0] for move in first.moves)


def test_canonical_order_is_the_only_change_to_the_bundled_game(ludograph):
    (original,) = records.read(CLASSIC)
    written = read_one(ludograph("convert", CLASSIC, "--to", "text").out)
    assert [sorted(move) for move in written.moves] == [sorted(move) for move in original.moves]
    assert original.moves[29] == "a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)"
    assert written.moves[29] == "a4-g2;xb4,c4,d4,Ge4,Gf3*,g2* (7)"


@pytest.mark.parametrize(
    ("dialect", "moves"),
    [
        ("short", ("x;f1-f3 (8)", "i1-e5;xGc5,Ge5 (5)")),
        ("pbem", ("rowa4-h1 nf1-f3", "ni1-e5 rowa5-i1 gipfc5-e5")),
        ("steps", ("xf3,g2 f1-f2", "i1-h2 xb5,c5,e5,f4,g3,h2")),
    ],
)
def test_turns_with_rows_in_each_dialect(ludograph, dialect, moves):
    converted = read_one(ludograph("convert", CLASSIC, "--to", f"text:{dialect}").out)
    assert (converted.moves[14], converted.moves[30]) == moves


@pytest.mark.parametrize("dialect", ["pbem", "steps"])
def test_engine_games_go_to_other_dialects_and_back(ludograph, tmp_path, engines, dialect):
    assert ludograph("convert", engines, "--to", "text", "-o", "first.txt").status == 0
    assert (
        ludograph("convert", engines, "--to", f"jsonl:{dialect}", "-o", "there.jsonl").status == 0
    )
    assert ludograph("convert", "there.jsonl", "--to", "text", "-o", "there.txt").status == 0
    run = ludograph("convert", "there.txt", "--to", "text:complete", "-o", "back.txt")
    assert (run.status, run.err) == (0, "90 read, 90 written, 0 rejected\n")
    assert (tmp_path / "back.txt").read_text() == (tmp_path / "first.txt").read_text()


def test_what_the_short_way_cannot_say_is_rejected(ludograph, tmp_path):
    # A bare x takes the row that captures more; this game's mover takes the other one.
    games = engine_games("basic", 40)
    assert "c7-c5;xb4,c5,d6,e7,f7*" in games[39].moves
    (tmp_path / "in.txt").write_text("".join(map(write, games[37:])))
    run = ludograph("convert", "in.txt", "--to", "text:short", "-o", "out.txt")
    assert (run.status, run.out) == (1, "")
    assert run.err == "3 read, 2 written, 1 rejected (see out-rejects.txt)\n"
    rejects = (tmp_path / "out-rejects.txt").read_text()
    reason = rejects.split("\n")[2]
    assert reason.startswith("# in.txt:")
    assert reason.endswith(
        "short cannot say this: short writes 'c7-c5;x' for c7-c5;xb4,c5,d6,e7,f7*, "
        "and on this board that is rather c7-c5;xc2*,c3,c4,c5,c6 [cannot-convert]"
    )
    assert read_one(rejects).moves == games[39].moves
    good = list(records.read(tmp_path / "out.txt"))
    assert [one.tags["Round"] for one in good] == [games[37].tags["Round"], games[38].tags["Round"]]


@pytest.mark.parametrize(
    ("moves", "variant"),
    [
        (("Gd2", "Gc1-e3", "f1-f3"), "tournament"),
        (("b3", "e1-e3"), "basic"),
        (("Gd2 (16)", "Gf2 (16"), "tournament"),
    ],
)
def test_the_variant_is_guessed_with_a_note(ludograph, tmp_path, moves, variant):
    (tmp_path / "game.txt").write_text(f'[Game "gipf"]\n\n1. {"  ".join(moves[:2])}\n')
    (verdict,) = ludograph("check", "game.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == (variant, True)
    said = {found["code"]: found["message"] for found in verdict["notes"]}
    assert said["guessed-variant"] == f"the record names no variant: read as {variant}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_variant_of_engine_games_is_guessed(ludograph, tmp_path, kind):
    # What tells a standard game from a basic one is that a GIPF piece is taken.
    games = [
        one
        for one in engine_games(kind, 30)
        if kind != "standard" or any(mark in move for move in one.moves for mark in ("xG", ",G"))
    ]
    assert len(games) > 5
    text = "".join(map(write, games)).replace(f'[Variant "{kind}"]\n', "")
    (tmp_path / "games.txt").write_text(text)
    run = ludograph("check", "games.txt", "--json")
    assert run.status == 0
    assert {verdict["variant"] for verdict in run.objects} == {kind}
    codes = [[one["code"] for one in verdict["notes"]] for verdict in run.objects]
    assert codes == [["guessed-variant"]] * len(games)


def test_a_start_position_says_which_variant_it_needs(ludograph, tmp_path):
    text = game("Ge2", start="4/5/W5/7/6/5/B3 w 10,16 0,0 WB").replace('[Variant "basic"]\n', "")
    (tmp_path / "game.txt").write_text(text)
    (verdict,) = ludograph("check", "game.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == ("tournament", True)


def test_the_published_fragment_is_told_to_its_last_token(ludograph, tmp_path):
    moves = "1. Gg2 (16)\nGh4 (16\n2. Gg1-g3 (14)\nGh2 (14)\n3. Gh1-h3 (12)\nGi2-g4 (12)\n"
    (tmp_path / "fragment.txt").write_text(f"{moves}4. Gd2 (10)\nGf2 (10)\n5. c1-e\n")
    run = ludograph("check", "fragment.txt", "--json")
    assert run.status == 1
    (verdict,) = run.objects
    assert (verdict["variant"], verdict["plies"]) == ("tournament", 8)
    notes = [(one["code"], one["line"], one["column"]) for one in verdict["notes"]]
    assert notes == [("guessed-variant", 1, 1), ("unclosed-bracket", 2, 5)]
    (finding,) = verdict["violations"]
    assert (finding["code"], finding["line"], finding["column"]) == ("unreadable", 9, 7)
    assert finding["message"] == "expected a point such as e5, found 'e'"
    assert finding["suggestions"][0] == "c1-e3"


class Case(NamedTuple):
    """A bad game, and what is to be said of it: its code, the ply, and words of the message."""

    text: str
    code: str
    ply: int | None
    words: str


FULL = "b2w/5/6/wbwbwbw/6/5/b2w w 12,12 0,0 -"
ROW = "wwww/5/6/7/6/5/3b w 3,12 0,0 -"
THREE = "4/5/6/wwwb3/6/5/4 w 5,5 0,0 -"
"""White may complete a row of five on column e."""

STACKED = "4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
"""White may take his row with or without his last GIPF piece."""

CROSS = "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -"

CASES = {
    "a full line": Case(
        game("b3", "e9-e7", start=FULL),
        "full-line",
        2,
        "the line e1-e9 is full: its 7 spots are occupied",
    ),
    "no line": Case(
        game("b3", "e1-c3"), "no-line", 2, "no line leads from e1 to c3, only along e1-e9"
    ),
    "no line from a corner": Case(
        game("b1-d5"), "no-line", 1, "no line leads from b1 to d5, only along b1-b6 or b1-i4"
    ),
    "pushed too far": Case(
        game("e1-e5"), "wrong-end", 1, "the push from e1 to e2 displaces 1 piece and ends on e3"
    ),
    "pushed nothing": Case(
        game("c1-c4"), "wrong-end", 1, "the push from c1 to c2 displaces nothing and ends on c2"
    ),
    "an occupied spot": Case(
        game("b3", "e8"), "occupied-spot", 2, "e8 is occupied: a push that displaces a piece names"
    ),
    "too few removed before": Case(
        game("xb2,b3;e2", start=ROW),
        "too-few",
        1,
        "2 of 4 pieces are taken of the row on b1-b6: b4, b5 have to go, too",
    ),
    "too few removed after": Case(
        game("e1-e6;xe2,e3,e4", start=THREE),
        "too-few",
        1,
        "3 of 5 pieces are taken of the row on e1-e9: e5, e6 have to go, too",
    ),
    "an extending piece left": Case(
        game("e1-e6;xe2,e3,e4,e5", start=THREE),
        "single-left",
        1,
        "the single piece on e6 may not stay, it is in the row of 5 on e1-e9",
    ),
    "an own piece left": Case(
        game("xb2,b3,b5;e2", start=ROW),
        "single-left",
        1,
        "the single piece on b4 may not stay, it is in the row of 4 on b1-b6",
    ),
    "an empty spot removed": Case(
        game("xb2,b3,b4,b5,e4;e2", start=ROW), "empty-spot", 1, "e4 is empty: there is nothing to"
    ),
    "a piece outside the row": Case(
        game("xb2,b3,b4,b5,h5*;e2", start=ROW),
        "outside-row",
        1,
        "no row of White's holds h5; there is 4 on b1-b6 (b2, b3, b4, b5)",
    ),
    "a row that is none": Case(
        game("h3;xb5*,h2*"), "no-row", 1, "White has no row of 4 to take xb5*,h2* from"
    ),
    "the other side's row": Case(
        game("c2;xb2*,b3*,b4*,b5*", start="bbbb/5/6/7/6/5/w3 w 5,5 0,0 -"),
        "no-row",
        1,
        "is Black's, to be taken at the beginning of Black's next turn",
    ),
    "a row that another one broke": Case(
        game("xb2,b3,b4,b5;xc2,d2,e2;h5", start=CROSS),
        "row-broken",
        1,
        "once the row on b1-b6 is taken, no row holds c2, d2, e2 any more",
    ),
    "an overlooked row": Case(
        game("h3", "e8", start=ROW),
        "missed-removal",
        1,
        "White's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken",
    ),
    "an overlooked row after the push": Case(
        game("e1-e6", "b3", start=THREE),
        "missed-removal",
        1,
        "White's row of 5 on e1-e9 (e2, e3, e4, e5, e6) has to be taken",
    ),
    "an overlooked row of Black's": Case(
        game("h3", "e8", start=ROW.translate(str.maketrans("wb", "bw"))),
        "missed-removal",
        1,
        "Black's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken",
    ),
    "no push": Case(
        game("xb2,b3,b4,b5", start=ROW), "no-push", 1, "a turn brings a piece into play"
    ),
    "a GIPF piece too late": Case(
        game("Gg2", "Gh4", "c2", "Gd2", "Gd7", variant="tournament"),
        "gipf-too-late",
        5,
        "White has brought in a single piece: no more GIPF pieces after that",
    ),
    "a GIPF piece in the basic game": Case(
        game("b3", "Gb4"), "gipf-too-late", 2, "no GIPF pieces are brought in in the basic game"
    ),
    "a GIPF piece in the standard game": Case(
        game("Gb3", variant="standard"), "gipf-too-late", 1, "brought in in the standard game"
    ),
    "no GIPF piece at first": Case(
        game("Gd2", "f2", variant="tournament"),
        "gipf-missing",
        2,
        "the first piece that Black brings in is a GIPF piece",
    ),
    "one piece for a GIPF piece": Case(
        game("Gd2", variant="tournament", start="4/5/W5/7/6/5/B3 w 1,16 0,0 WB"),
        "reserve-short",
        1,
        "a GIPF piece takes 2 pieces from the reserve, and White has 1",
    ),
    "a wrong count": Case(
        game("b3 (11)", "b4 (12)", "c2 (10)"),
        "reserve-mismatch",
        2,
        "(12) is written, and Black has 11 pieces in reserve",
    ),
    "an empty reserve": Case(
        game("b3", "b4", "c2", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -"),
        "reserve-empty",
        3,
        "White has 0 pieces in reserve and must bring one in: White has lost",
    ),
    "a move after the last GIPF piece": Case(
        game("xGc2,c3,c4,c5", "h5", "e2", variant="standard", start=STACKED),
        "after-end",
        2,
        "the game is over: White has no GIPF piece left on the board",
    ),
    "a push after the last GIPF piece": Case(
        game("xGc2,c3,c4,c5;e2", "h5", variant="standard", start=STACKED),
        "after-end",
        1,
        "the game is over by what is taken first, xGc2,c3,c4,c5: nothing is pushed",
    ),
    "a dot as the spot": Case(
        game("b3", "a3"), "dot-as-spot", 2, "a3 is one of the 24 dots; pieces stand on the 37"
    ),
    "a push to a dot": Case(game("e1-e9"), "dot-as-spot", 1, "e9 is one of the 24 dots"),
    "a dot removed": Case(game("xa2;b4"), "dot-as-spot", 1, "a2 is one of the 24 dots"),
    "a spot as the dot": Case(
        game("c3-c5"), "spot-as-dot", 1, "c3 is one of the 37 spots; pieces enter from the 24 dots"
    ),
    "no dot": Case(game("d5"), "dot-missing", 1, "d5 is not next to a dot"),
    "a tenth column": Case(
        game("b3", "j5"), "no-such-point", 2, "there is no point j5: the columns run from a to i"
    ),
    "a tenth point": Case(
        game("e10"), "no-such-point", 1, "there is no point e10: column e has the points 1 to 9"
    ),
    "a point cut": Case(
        game("b3", "c1-c", "e2"), "unreadable", 2, "expected a point such as e5, found 'c'"
    ),
    "a result that the board denies": Case(
        game("b3", "b4", start="4/5/6/w5b/6/5/4 w 1,5 0,0 -", result="1-0"),
        "result-mismatch",
        None,
        "the record says 1-0, but on the board Black has won: White is to move and has no piece",
    ),
    "a position of six columns": Case(
        game("b3", start="b2w/5/6/w5b/6/5 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the columns b to h are 7, not 6",
    ),
    "GIPF pieces at the start of a basic game": Case(
        game("b3", start="B2w/5/6/w5b/6/5/4 w 12,12 0,0 -"),
        "bad-start",
        None,
        "the basic game knows no GIPF pieces",
    ),
    "an unknown variant": Case(
        game("b3", variant="master"), "bad-variant", None, "'master' is not one of basic, standard"
    ),
    "more pieces than the box holds": Case(
        game("b3", variant="basic+pieces=19"), "bad-variant", None, "pieces goes from 15 to 18"
    ),
}  # fmt: skip


@pytest.fixture
def good():
    (record,) = records.read(CLASSIC)
    return write(record)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_wrong_is_told_by_its_own_code(case, ludograph, tmp_path, good):
    (tmp_path / "bad.txt").write_text(f"{case.text}\n{good}", encoding="utf-8")
    run = ludograph("check", "bad.txt", "--json")
    assert (run.status, run.err) == (1, "")
    bad, after = run.objects
    (finding,) = bad["violations"]
    assert (finding["code"], finding["ply"]) == (case.code, case.ply)
    assert case.words in finding["message"]
    assert finding["line"] is not None
    assert (bad["valid"], after["valid"], after["plies"]) == (False, True, 84)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_people_see_the_place_and_no_traceback(case, ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(case.text, encoding="utf-8")
    run = ludograph("check", "bad.txt", "-v")
    assert (run.status, run.err) == (1, "")
    assert "bad.txt:" in run.out
    assert f"[{case.code}]" in run.out
    assert run.out.count(" error: ") == 1
    assert "Traceback" not in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_every_case_has_a_message_of_its_own(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text("\n".join(case.text for case in CASES.values()))
    verdicts = ludograph("check", "bad.txt", "--json").objects
    assert [one["violations"][0]["code"] for one in verdicts] == [
        one.code for one in CASES.values()
    ]
    assert len({one["violations"][0]["message"] for one in verdicts}) == len(CASES)


def test_what_was_meant_is_suggested(ludograph, tmp_path):
    meant = {
        "pushed too far": "e1-e3",
        "too few removed after": "e1-e6;xe2,e3,e4,e5,e6*",
        "an extending piece left": "e1-e6;xe2,e3,e4,e5,e6*",
        "an own piece left": "xb2,b3,b4,b5;e2",
        "an empty spot removed": "xb2,b3,b4,b5;e2",
        "no GIPF piece at first": "Gf2",
        "a GIPF piece in the basic game": "b4",
    }
    (tmp_path / "bad.txt").write_text("\n".join(CASES[name].text for name in meant))
    verdicts = ludograph("check", "bad.txt", "--json").objects
    assert [one["violations"][0]["suggestions"][0] for one in verdicts] == list(meant.values())


def test_a_wrong_count_does_not_stop_the_game(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(CASES["a wrong count"].text)
    (verdict,) = ludograph("check", "bad.txt", "--json").objects
    assert verdict["plies"] == 3


@pytest.mark.parametrize(
    ("start", "moves", "position"),
    [
        (ROW, ("h3", "e8", "xb2,b3,b4,b5;f2"), "4/5/6/6b/w5/5/1w1b b 5,11 0,0 -"),
        (THREE, ("e1-e6", "b3", "h3"), "1b2/5/6/wwwwb2/6/5/1w2 b 3,4 0,0 -"),
    ],
    ids=["before the push", "after the push"],
)
def test_as_recorded_goes_on_after_an_overlooked_row(ludograph, tmp_path, start, moves, position):
    (tmp_path / "bad.txt").write_text(game(*moves, start=start))
    (stopped,) = ludograph("check", "bad.txt", "--json").objects
    assert (stopped["plies"], stopped["violations"][0]["code"]) == (0, "missed-removal")
    run = ludograph("check", "bad.txt", "--json", "--as-recorded")
    assert run.status == 1
    (verdict,) = run.objects
    codes = [(one["code"], one["ply"]) for one in verdict["violations"]]
    assert codes[0] == ("missed-removal", 1)
    assert (verdict["plies"], verdict["position"]) == (3, position)
