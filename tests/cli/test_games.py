"""Games with rules of their own through the commands that all games share."""

import gzip
import json
from itertools import islice

import pytest

import records
from records import Record, write
from tests.cli.texts import megiddo
from tests.records.megiddo_games import OF_THREE
from tests.records.samples import DATA, read_one


def engine_games(kind: str, count: int) -> list[Record]:
    """Return the first games of one kind that other programs played."""
    with gzip.open(DATA / f"gipf-{kind}-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in islice(lines, count)]
    return [
        Record(tuple(one["moves"]), "gipf", kind, "complete", {"Round": str(one["id"])})
        for one in games
    ]


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


PAIR = "6/6/6/rbb3/6/6 r 0,0"
"""Red may take C4 and B4 from D4."""


@pytest.mark.parametrize("tags", ["", '[Game "megiddo"]\n', '[Game "megiddo"]\n[Green "Clara"]\n'])
def test_rows_of_three_are_a_game_of_three(ludograph, tmp_path, tags):
    rows = write(OF_THREE).partition("\n\n")[2]
    (tmp_path / "three.txt").write_text(f"{tags}\n{rows}", encoding="utf-8")
    (verdict,) = ludograph("check", "three.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"], verdict["plies"]) == ("base+players=3", True, 12)
    assert verdict["outcome"] == {"winner": "green", "reason": "arbatta"}
    notes = [one["message"] for one in verdict["notes"] if one["code"] == "guessed-variant"]
    assert notes == ["the record names no variant: read as base+players=3"]
    # The guess is kept where rows are no more.
    assert ludograph("convert", "three.txt", "--to", "jsonl", "-o", "three.jsonl").status == 0
    (verdict,) = ludograph("check", "three.jsonl", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == ("base+players=3", True)


def test_commands_agree_on_missing_brackets(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(megiddo("D4", "F6", "A1", "B1", start=PAIR))
    (line,) = [row for row in ludograph("openings", "bad.txt").out.splitlines() if "D4" in row]
    assert line.startswith("D4 (C4, B4)")
    assert "1 game, 4 plies" in ludograph("stats", "bad.txt").out
    for options in ((), ("--as-recorded",)):
        assert ludograph("convert", "bad.txt", "--to", "text", "-o", "out.txt", *options).status < 2
        (again,) = ludograph("check", "out.txt", "--json").objects
        (before,) = ludograph("check", "bad.txt", "--json", *options).objects
        assert (again["position"], again["valid"]) == (before["position"], before["valid"])
