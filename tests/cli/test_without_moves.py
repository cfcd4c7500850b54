"""Files without a game and games without moves: every command takes them for the same."""

import json

import pytest

from tests.records.samples import read_all

FILES = {
    "result.txt": '[Game "gipf"]\n[White "A"]\n\n1-0\n',
    "tags.txt": '[Game "gipf"]\n[White "A"]\n\n',
    "open.txt": '[Game "gipf"]\n\n*\n',
    "nameless.txt": '[Event "x"]\n\n1-0\n',
    "empty.txt": "",
    "moves.jsonl": '{"game":"gipf","moves":[]}\n',
    "nothing.jsonl": '{"moves":[]}\n',
    "odd.jsonl": '{"moves":["foo"]}\n',
    "broken.jsonl": '{"moves":\n',
    "tree.sgf": "(;GM[gipf])\n",
}
GAMES, VALID = 9, 1


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
    return tmp_path


@pytest.mark.slow
def test_the_commands_agree_on_what_is_a_game(ludograph, folder):
    checked = ludograph("check", "in")
    assert " ".join(checked.out.split()).endswith(
        "9 games read: 1 valid, 8 with errors; 0 plies, 1 note; 1 file without a game passed over"
    )
    assert ludograph("convert", "in", "-o", "out.txt").err.endswith(
        "without a game passed over\n9 read, 1 written, 8 rejected (see out-rejects.txt)\n"
    )
    assert len(read_all((folder / "out.txt").read_text())) == VALID
    mended = ludograph("repair", "in", "-o", "mended.jsonl").out
    assert "9 games read: 1 valid, 0 mended, 8 not mended; 1 file" in " ".join(mended.split())
    assert len((folder / "mended.jsonl").read_text().splitlines()) == GAMES
    assert ludograph("report", "in", "-o", "report").out.startswith("9 games read: 1 valid, 8 with")
    stats = ludograph("stats", "in", "--json")
    assert stats.err.endswith("8 records with errors: see ludograph check\n")
    assert "1 file without a game passed over" in stats.err
    assert sum(one["records"] for one in stats.objects) == GAMES
    assert sum(one["broken"] for one in stats.objects) == GAMES - VALID
    openings = ludograph("openings", "in", "--json")
    assert [one["times"] for one in openings.objects] == [VALID]
    assert openings.err.endswith("8 records with errors: see ludograph check\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_one_file_is_the_same_to_every_command(ludograph, folder, name):
    (verdict,) = ludograph("check", f"in/{name}", "--json").objects
    statuses = {
        command: ludograph(command, f"in/{name}", *more).status
        for command, more in (("convert", ("--to", "jsonl")), ("stats", ()), ("openings", ()),
                              ("repair", ()), ("show", ()))
    }  # fmt: skip
    assert set(statuses.values()) == {0 if verdict["valid"] else 1}


@pytest.mark.parametrize("target", ["text", "jsonl"])
def test_every_reject_has_its_reason(ludograph, folder, target):
    ludograph("convert", "in", "--to", target, "-o", "out", "--rejects", "bad")
    text = (folder / "bad").read_text()
    if target == "jsonl":
        reasons = [json.loads(line)["violations"] for line in text.splitlines()]
    else:
        reasons = [part.splitlines()[1].endswith("]") for part in text.split(f"# {'-' * 38}")[1:]]
    assert (len(reasons), all(reasons)) == (GAMES - VALID, True)


def test_a_start_without_moves_is_a_game(ludograph, tmp_path):
    game = {"game": "megiddo", "start": "6/6/6/6/6/6 r 0,0", "moves": []}
    (tmp_path / "in.jsonl").write_text(json.dumps(game))
    assert ludograph("check", "in.jsonl").status == 0
    assert ludograph("convert", "in.jsonl", "--to", "text").status == 0
