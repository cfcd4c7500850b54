"""GIPF through the commands that all games share."""

import gzip
import json
from itertools import islice

import pytest

import records
from records import Record, write
from tests.cli.texts import gipf as game
from tests.examples import full
from tests.records.samples import DATA, read_one

ROW = "wwww/5/6/7/6/5/3b w 3,12 0,0 -"
THREE = "4/5/6/wwwb3/6/5/4 w 5,5 0,0 -"
"""White may complete a row of five on column e."""

KINDS = ("basic", "standard", "tournament")
EACH = 30 if full() else 8


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
    games = [one for kind in KINDS for one in engine_games(kind, EACH)]
    (tmp_path / "engines.txt").write_text("".join(map(write, games)))
    return "engines.txt"


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["pbem", "steps"])
def test_engine_games_go_to_other_dialects_and_back(ludograph, tmp_path, engines, dialect):
    assert ludograph("convert", engines, "--to", "text", "-o", "first.txt").status == 0
    assert (
        ludograph("convert", engines, "--to", f"jsonl:{dialect}", "-o", "there.jsonl").status == 0
    )
    assert ludograph("convert", "there.jsonl", "--to", "text", "-o", "there.txt").status == 0
    run = ludograph("convert", "there.txt", "--to", "text:complete", "-o", "back.txt")
    assert (run.status, run.err) == (0, f"{3 * EACH} read, {3 * EACH} written, 0 rejected\n")
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
        "short cannot express this: short writes 'c7-c5;x' for c7-c5;xb4,c5,d6,e7,f7*, "
        "and on this board that is rather c7-c5;xc2*,c3,c4,c5,c6 [cannot-convert]"
    )
    assert read_one(rejects).moves == games[39].moves
    good = list(records.read(tmp_path / "out.txt"))
    assert [one.tags["Round"] for one in good] == [games[37].tags["Round"], games[38].tags["Round"]]


def test_a_start_position_says_which_variant_it_needs(ludograph, tmp_path):
    text = game("Ge2", start="4/5/W5/7/6/5/B3 w 10,16 0,0 WB").replace('[Variant "basic"]\n', "")
    (tmp_path / "game.txt").write_text(text)
    (verdict,) = ludograph("check", "game.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == ("tournament", True)


MEANT = {
    "pushed too far": (game("e1-e5"), "e1-e3"),
    "too few removed after": (game("e1-e6;xe2,e3,e4", start=THREE), "e1-e6;xe2,e3,e4,e5,e6*"),
    "an own piece left": (game("xb2,b3,b5;e2", start=ROW), "xb2,b3,b4,b5;e2"),
    "an empty spot removed": (game("xb2,b3,b4,b5,e4;e2", start=ROW), "xb2,b3,b4,b5;e2"),
    "no GIPF piece at first": (game("Gd2", "f2", variant="tournament"), "Gf2"),
    "a GIPF piece in the basic game": (game("b3", "Gb4"), "b4"),
}


@pytest.mark.parametrize(("text", "meant"), MEANT.values(), ids=MEANT)
def test_what_was_meant_is_suggested(ludograph, tmp_path, text, meant):
    (tmp_path / "bad.txt").write_text(text)
    (verdict,) = ludograph("check", "bad.txt", "--json").objects
    assert verdict["violations"][0]["suggestions"][0] == meant


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
