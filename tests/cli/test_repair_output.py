"""What repairs write: in every format nothing is lost, and doubtful plies are listed by a check."""

import json

import pytest

import records
from analysis.replay import replay

START = '[Game "epaminondas"]\n[Variant "standard"]\n\n'
SLIP = f"{START}1. 2.7.2N3 11.6.2SE2\n2. 2.3.2N1 11.2.2S1\n"
NAMES = [
    "out.txt",
    "out.jsonl",
    "out.jsonl.gz",
    "out.csv",
    "out.games.csv",
    "out.sgf",
    "out.parquet",
]


@pytest.fixture
def uncertain(ludograph, tmp_path):
    """Return what repairs a game without certainty into a file."""

    def run(name: str, text: str = SLIP, *options: str):
        (tmp_path / "in.txt").write_text(text, encoding="utf-8")
        return ludograph("repair", "in.txt", "--min-confidence", "0.97", "-o", name, *options)

    return run


@pytest.mark.parametrize("name", NAMES)
def test_an_uncertain_game_is_read_back_with_its_doubts(name, uncertain, ludograph, tmp_path):
    run = uncertain(name)
    assert run.status == 1
    (game,) = records.read(str(tmp_path / name))
    assert game.moves == ("2.7.2N2", "11.6.2SE2", "2.3.2N1", "11.2.2S1")
    assert "2.7.2N3" in str(game.details[0])
    (verdict,) = ludograph("check", name, "--json").objects
    assert verdict["valid"]
    (doubt,) = [one for one in verdict["notes"] if one["code"] == "doubtful-ply"]
    assert doubt["ply"] == 1
    assert "2.7.2N2, is a doubtful repair: " in doubt["message"]


def test_a_certain_repair_is_no_doubt(uncertain, ludograph):
    uncertain("out.txt", SLIP, "--min-confidence", "0.1")
    (verdict,) = ludograph("check", "out.txt", "--json").objects
    assert [one["code"] for one in verdict["notes"]] == []


@pytest.mark.parametrize(
    "comment",
    [
        "written: a; doubtful: 5%, or xf3,g2;c1-f3; dropped: b",
        "note of mine; doubtful: 5%, or xf3,g2;c1-f3",
    ],
)
def test_doubts_are_found_among_other_comments(comment):
    game = records.Record(("2.7.2N2",), "epaminondas", details={0: {"comment": comment}})
    (found,) = [one for one in replay(game).notes if one.code == "doubtful-ply"]
    assert found.message.endswith(": 5%, or xf3,g2;c1-f3")


ODD = ["dL S181", "(3,.6.1NE1", "1{2", "16.", "a}b"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("name", ["out.txt", "out.sgf", "out.csv", "out.jsonl"])
def test_a_text_that_a_format_cannot_hold_costs_no_other_game(text, name, ludograph, tmp_path):
    broken = {"game": "epaminondas", "variant": "standard", "moves": [text, "x", text, "?", text]}
    good = {"game": "epaminondas", "variant": "standard", "moves": ["2.7.2N2"]}
    lines = [json.dumps(one | {"dialect": "abbott"}) for one in (good, broken, good)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    run = ludograph("repair", "in.jsonl", "-o", name, "--time", "0.05")
    assert run.status == 1
    first, middle, last = records.read(str(tmp_path / name))
    assert first.moves == last.moves == ("2.7.2N2",)
    # How far the search comes in its time differs: a text is a ply still, or beside one.
    written = "\n".join((*middle.moves, *map(str, middle.details.values())))
    assert written.count(text) == 3
    assert "x" in written.replace(text, "")
    assert (middle.moves[0] == "?") == ("cannot hold" in run.err)
