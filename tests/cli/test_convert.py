"""``ludograph convert``: every game written exactly, or rejected in the open."""

import json

import pytest

import records
from tests.records.samples import DEMONSTRATION, engine_games, read_all, read_one, rows

CLASSIC = "classic:epaminondas-demonstration"
COLUMNS = {"abbott": "abbott", "span": "span", "abstractplay": "moves"}
"""The dialects, and what the engine games call them."""

RICH = (
    '[Variant "standard"]\n[White "Léa \\"the fox\\""]\n[Event "Cup"]\n[Termination "time"]\n'
    '[Result "1-0"]\n\n{a quiet\ngame}\n1. 2,7,2 N2! {up \\} they go} 11.6.2se2?\n'
    "2. 2.6.3E1 10.7.3S3 {so\nso}\n3. 2.8.1SW1 1-0\n"
)
BROKEN = '[White "Broken"]\n\n1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4! 10.7.3S3 {so}\n0-1\n'
TARGETS = [f"{form}:{dialect}" for form in ("text", "jsonl") for dialect in COLUMNS]


@pytest.fixture
def engine_file(tmp_path):
    text = "".join(
        f'[Variant "standard+symmetry=off"]\n[Round "{game["id"]}"]\n\n{rows(game["abbott"])}\n'
        for game in engine_games(10)
    )
    (tmp_path / "engines.txt").write_text(text)
    return "engines.txt"


@pytest.mark.parametrize("target", TARGETS)
def test_engine_games_come_out_as_the_engines_wrote_them(ludograph, tmp_path, engine_file, target):
    run = ludograph("convert", engine_file, "--to", target, "-o", "out")
    assert (run.status, run.out) == (0, "")
    assert run.err == "10 read, 10 written, 0 rejected\n"
    found = list(records.read(tmp_path / "out"))
    column = COLUMNS[target.partition(":")[2]]
    games = engine_games(10)
    assert [record.moves for record in found] == [tuple(game[column]) for game in games]
    assert [record.tags["Round"] for record in found] == [str(game["id"]) for game in games]
    assert {record.variant for record in found} == {"standard+symmetry=off"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["engines.txt", "out"]


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_lost_but_the_spelling(ludograph, tmp_path, target):
    (tmp_path / "rich.txt").write_text(RICH, encoding="utf-8")
    run = ludograph("convert", "rich.txt", "--to", target)
    assert run.status == 0
    before, after = read_one(RICH), read_one(run.out)
    assert dict(after.tags) == dict(before.tags)
    assert after.tags["White"] == 'Léa "the fox"'
    assert (after.comment, after.result) == ("a quiet\ngame", "1-0")
    assert dict(after.details) == dict(before.details)
    assert after.details[0] == {"marks": "!", "comment": "up } they go"}
    assert after.variant == "standard"
    if target.endswith("abbott"):
        assert after.moves == DEMONSTRATION[:5]


def test_broken_games_go_to_the_rejects_with_what_is_wrong(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text(f"{RICH}\n{BROKEN}\n{RICH}", encoding="utf-8")
    run = ludograph("convert", "in.txt", "--to", "text:span", "-o", "out.txt")
    assert run.status == 1
    assert run.err == "3 read, 2 written, 1 rejected (see out-rejects.txt)\n"
    assert len(read_all((tmp_path / "out.txt").read_text(encoding="utf-8"))) == 2
    rejects = (tmp_path / "out-rejects.txt").read_text(encoding="utf-8")
    assert rejects.startswith("# Rejected by ludograph convert.")
    assert (
        "# in.txt:14: line 17, column 4: move 2, White, 2.6.3E4: "
        "a phalanx of 3 moves at most 3 squares, not 4 [distance]\n"
    ) in rejects
    rejected, original = read_one(rejects), read_one(BROKEN)
    assert (rejected.moves, rejected.dialect) == (original.moves, "abbott")
    assert (rejected.tags["White"], rejected.result) == ("Broken", "0-1")
    assert dict(rejected.details) == dict(original.details)


def test_rejects_as_json_carry_the_violations(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text(f"{BROKEN}\n{RICH}", encoding="utf-8")
    arguments = ["--to", "jsonl:span", "-o", "out.jsonl", "--rejects", "bad.jsonl", "--json"]
    run = ludograph("convert", "in.txt", *arguments)
    assert run.status == 1
    assert run.objects == [{"read": 2, "written": 1, "rejected": 1, "rejects": "bad.jsonl"}]
    (rejected,) = map(json.loads, (tmp_path / "bad.jsonl").read_text().splitlines())
    assert rejected["moves"][2] == {"move": "2.6.3E4", "marks": "!"}
    assert [one["code"] for one in rejected["violations"]] == ["distance"]
    assert rejected["violations"][0]["line"] == 4


def test_a_run_that_fails_leaves_the_output_as_it_was(ludograph, tmp_path):
    (tmp_path / "good.txt").write_text(RICH, encoding="utf-8")
    (tmp_path / "out.txt").write_text("precious")
    run = ludograph("convert", "good.txt", "classic:nil", "--to", "text", "-o", "out.txt")
    assert run.status == 2
    assert (tmp_path / "out.txt").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.txt", "out.txt"]


def test_a_rejected_game_makes_no_other_a_duplicate(ludograph, tmp_path):
    moves = "1. 2.7.2N2 11.6.2SE2\n\n"
    tags = '[Game "epaminondas"]\n[Site "x"]\n\n'
    (tmp_path / "in.txt").write_text(f"{tags}{{why}} {moves}{tags}{moves}{tags}{moves}")
    run = ludograph(
        "convert", "in.txt", "--to", "abstractplay-json", "--dedupe", "moves", "-o", "x"
    )
    assert run.err.splitlines()[-1].startswith("3 read, 1 written, 1 rejected, 1 filtered")


def test_the_sums_as_json(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text(f"{RICH}\n{BROKEN}\n1. 2.7.2N2\n", encoding="utf-8")
    (tmp_path / "empty.txt").touch()
    names = ("in.txt", "empty.txt", "missing.txt")
    options = ("--to", "text:span", "-o", "out.txt", "--where", "plies > 2", "--json")
    run = ludograph("convert", *names, *options)
    assert run.status == 2
    (counts,) = run.objects
    assert counts.pop("rejects") == "out-rejects.txt" or counts["rejected"] == 0
    assert (counts["without-game"], counts["unreadable"]) == (1, 1)
    assert counts["read"] == counts["written"] + counts["rejected"] + counts["filtered"]


def test_a_game_without_the_notation_asked_for_is_rejected(ludograph, tmp_path):
    (tmp_path / "two.txt").write_text('[Game "gipf"]\n\n1. b3\n---\n' + rows(DEMONSTRATION))
    run = ludograph("convert", "two.txt", "--to", "jsonl:span", "-o", "out")
    assert (run.status, run.err) == (
        1,
        "2 read, 1 written, 1 rejected (see out-rejects.txt)\n",
    )
    (rejected,) = map(json.loads, (tmp_path / "out-rejects.txt").read_text().splitlines())
    assert [one["code"] for one in rejected["violations"]] == ["cannot-convert"]
