"""Everything that a record has is in the file that it is converted to, or in a note."""

import json

import pytest

import records
from notation import dialects, find_dialect
from records.formats import FORMATS

RICH: dict[str, dict[str, object]] = {
    "gipf": {
        "variant": "basic",
        "dialect": "complete",
        "moves": [
            "a2-c2 (11)",
            {"move": "i2-g2", "reserve": 11, "comment": "so"},
            {"move": "e1-e3 (10)", "marks": "!?"},
            {"move": "e9-e7", "seconds": 5},
        ],
    },
    "epaminondas": {"moves": ["2.7.2N2", {"move": "11.6.2SE2", "marks": "?", "clock": "3:00"}]},
    "megiddo": {"moves": [{"move": "C6", "comment": "so"}, {"move": "B4", "arbiter": True}]},
}
HEAD: dict[str, object] = {
    "tags": {"White": "A", "Red": "B", "Event": "E {1}", "odd name": "x", "Time": "3 h"},
    "comment": "before",
    "result": "*",
    "extra key": [1, 2],
}
TARGETS = [(game, one.name) for game in RICH for one in dialects(game)]


def atoms(record: records.Record) -> set[tuple[str, str]]:
    """Return what a record has beside its moves, each with the word by which a note names it."""
    found = {(name, text) for name, text in record.tags.items()}
    found |= {("comment", record.comment)} if record.comment else set()
    found |= {(key, json.dumps(value)) for key, value in record.extra.items() if key != "source"}
    pattern = find_dialect(record.game or "", record.dialect).counts
    for index, text in enumerate(record.moves):
        detail = dict(record.details.get(index, {}))
        count = pattern.search(text) if pattern else None
        number = count[1] if count else detail.pop("reserve", None)
        found |= {("count beside a move", f"{index}: {number}")} if number is not None else set()
        found |= {(key, f"{index}: {value}") for key, value in detail.items()}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("game", "dialect"), TARGETS, ids=[name for _, name in TARGETS])
def test_what_a_record_has_is_in_the_file_or_in_a_note(ludograph, tmp_path, game, dialect, form):
    (tmp_path / "in.jsonl").write_text(json.dumps({"game": game, **HEAD, **RICH[game]}))
    (before,) = records.read(tmp_path / "in.jsonl")
    target = f"{form}:{dialect}"
    run = ludograph("convert", "in.jsonl", "--to", target, "-o", "out", "--lossy")
    if "0 written" in run.err:
        assert form == "abstractplay-json"  # it has no room for every notation
        return
    (after,) = records.read(tmp_path / "out", format=form)
    noted = "\n".join(line for line in run.err.splitlines() if line.startswith("left out of 1"))
    assert (run.status, len(after.moves)) == (0, len(before.moves))
    lost = atoms(before) - atoms(after)
    assert {word for word, _ in lost if word not in noted} == set()
    assert bool(lost) == bool(noted)


def test_a_count_without_room_is_noted_with_its_number_and_first_place(ludograph, tmp_path):
    text = '[Game "gipf"]\n[Variant "basic"]\n[Dialect "complete"]\n\n1. a2-c2 (11) i2-g2 (11)\n'
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(text)
    line = "pbem has no room for a count beside a move"
    run = ludograph("convert", "a.txt", "b.txt", "--to", "text:pbem")
    assert f"left out of 2 games: {line} (4 times, first at a.txt:5:4)\n" in run.err
    run = ludograph("convert", "a.txt", "b.txt", "--to", "text:pbem", "-o", "out.txt", "--json")
    assert run.objects[0]["left-out"] == {line: {"games": 2, "times": 4, "first": "a.txt:5:4"}}
    assert "left out" not in ludograph("convert", "a.txt", "--to", "text:short").err


def test_what_reading_left_out_is_counted(ludograph, tmp_path):
    (tmp_path / "in.sgf").write_text("(;GM[39]RU[basic](;W[a2-b2];B[i2-h2])(;W[b1-b2]))")
    run = ludograph("convert", "in.sgf", "--to", "text")
    assert "left out in reading: 1 variations; see ludograph check\n" in run.err
    run = ludograph("convert", "in.sgf", "-o", "out.txt", "--json")
    assert run.objects[0]["notes"] == {"variations": 1}


def test_words_that_are_no_moves_are_counted(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text('[Game "megiddo"]\n\n1. D3 hmm B4\n2. E4 well A4\n')
    run = ludograph("convert", "in.txt", "--to", "jsonl")
    assert "left out in reading: 2 skipped-text; see ludograph check\n" in run.err
    assert run.err.endswith("1 read, 1 written, 0 rejected\n")
    (tmp_path / "in.csv").write_text("Nr;Rot;Blau;Remark\n1;D3;B4;hmm, well\n")
    run = ludograph("convert", "in.csv", "--to", "text")
    assert "{hmm, well}" in run.out
    assert run.err == "1 read, 1 written, 0 rejected\n"


def test_many_kinds_of_losses_are_summed_up(ludograph, tmp_path):
    tags = {f"odd {number}": "x" for number in range(30)}
    (tmp_path / "in.jsonl").write_text(
        json.dumps({"game": "megiddo", "tags": tags, "moves": ["C6"]})
    )
    run = ludograph("convert", "in.jsonl", "--to", "text", "--lossy")
    assert run.err.count("left out of 1 game") == 20
    assert "left out in 10 more places: 10 other things" in run.err
