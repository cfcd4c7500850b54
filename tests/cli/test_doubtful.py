"""Doubtful text: all commands play the reading that the board decides on."""

import pytest

TAGS = '[Game "epaminondas"]\n[Variant "standard"]\n\n'
TEXT = TAGS + "1. a2-a3 a11-a10 ; a3-a4 a10-a9\n2. a4-a5 a9-a8\n"
ONLY_COMMENT = TAGS + "1. a2-a3 a11-a10 (a2-a3)\n2. a3-a4 a10-a9\n"


@pytest.fixture
def games(tmp_path):
    (tmp_path / "in.txt").write_text((TEXT + "\n" + ONLY_COMMENT + "\n") * 3)


def test_commands_and_jobs_agree_on_doubtful_text(ludograph, games):
    one = ludograph("check", "in.txt", "--json")
    two = ludograph("check", "in.txt", "--json", "--jobs", "2")
    assert one.out == two.out
    assert [(game["valid"], game["plies"]) for game in one.objects] == [(True, 6), (True, 4)] * 3
    for game, way in zip(one.objects, ("as moves", "as a comment") * 3, strict=True):
        (note,) = (entry for entry in game["notes"] if entry["code"] == "legal-reading")
        assert way in note["message"]
    assert ludograph("show", "in.txt", "--ply", "6").status == 0
    assert "6 games" in ludograph("stats", "in.txt").out


@pytest.mark.slow
@pytest.mark.parametrize("target", ["text", "jsonl", "csv", "sgf"])
def test_what_is_converted_is_what_was_played(ludograph, games, target):
    converted = ludograph("convert", "in.txt", "--to", target, "-o", "out.any")
    assert converted.status == 0
    jobs = ludograph("convert", "in.txt", "--to", target, "-o", "two.any", "--jobs", "2")
    assert jobs.status == 0
    again = ludograph("check", "out.any", "--json")
    assert ludograph("check", "two.any", "--json").out == again.out.replace("out.any", "two.any")
    assert [(game["valid"], game["plies"]) for game in again.objects] == [(True, 6), (True, 4)] * 3
    notes = [[note["code"] for note in game["notes"]] for game in again.objects]
    assert set(map(tuple, notes)) <= {(), ("comment", "legal-reading"), ("legal-reading",)}


def test_a_repair_begins_with_the_legal_reading(ludograph, games):
    repaired = ludograph("repair", "in.txt", "-o", "fixed.txt")
    assert repaired.status == 0
    again = ludograph("check", "fixed.txt", "--json")
    assert [(game["valid"], game["plies"]) for game in again.objects] == [(True, 6), (True, 4)] * 3
