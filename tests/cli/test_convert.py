"""``ludograph convert``: every game is written exactly or rejected, and losses are noted."""

import json

import pytest

import records
from notation import dialects, find_dialect
from records.formats import FORMATS
from records.tabular.csv import is_formula
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, rows

CLASSIC = "classic:epaminondas-demonstration"

RICH = (
    '[Variant "standard"]\n[White "Léa \\"the fox\\""]\n[Event "Cup"]\n[Termination "time"]\n'
    '[Result "1-0"]\n\n{a quiet\ngame}\n1. 2,7,2 N2! {up \\} they go} 11.6.2se2?\n'
    "2. 2.6.3E1 10.7.3S3 {so\nso}\n3. 2.8.1SW1 1-0\n"
)

BROKEN = '[White "Broken"]\n\n1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4! 10.7.3S3 {so}\n0-1\n'

FULL_RECORDS: dict[str, dict[str, object]] = {
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

FULL_HEAD: dict[str, object] = {
    "tags": {"White": "A", "Red": "B", "Event": "E {1}", "odd name": "x", "Time": "3 h"},
    "comment": "before",
    "result": "*",
    "extra key": [1, 2],
}

NOTATIONS = [(game, one.name) for game in FULL_RECORDS for one in dialects(game)]


def atoms(record: records.Record) -> set[tuple[str, str]]:
    """Return the data of a record besides its moves, each with the word used for it in notes."""
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
@each_case("form", FORMATS)
@each_case(("game", "dialect"), NOTATIONS, ids=[name for _, name in NOTATIONS])
def test_what_a_record_has_is_in_the_file_or_in_a_note(ludograph, tmp_path, game, dialect, form):
    (tmp_path / "in.jsonl").write_text(
        json.dumps({"game": game, **FULL_HEAD, **FULL_RECORDS[game]})
    )
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


def test_many_kinds_of_losses_are_summed_up(ludograph, tmp_path):
    tags = {f"odd {number}": "x" for number in range(30)}
    (tmp_path / "in.jsonl").write_text(
        json.dumps({"game": "megiddo", "tags": tags, "moves": ["C6"]})
    )
    run = ludograph("convert", "in.jsonl", "--to", "text", "--lossy")
    assert run.err.count("left out of 1 game") == 20
    assert "left out in 10 more places: 10 other kinds of data" in run.err


FORMULA = '=HYPERLINK("https://example.org";"Anna")'

FORMULAS = (
    f'[Variant "standard"]\n[White "=1+1"]\n[Black "@b"]\n[Event "+1"]\n[Result "1-0"]\n\n'
    f"{rows(DEMONSTRATION)}{{{FORMULA}}} 1-0\n"
)


@each_case(
    ("text", "formula"),
    {
        "=1+1": True,
        "@SUM(A1)": True,
        "+1+cmd|' /C calc'!A0": True,
        "-2+3": True,
        "\t=1": True,
        "\N{FULLWIDTH EQUALS SIGN}1": True,
        "-": False,
        "-1.5": False,
        "+33,000": False,
        "1-0": False,
        "": False,
        "{=1}": False,
    }.items(),
)
def test_texts_that_spreadsheets_compute(text, formula):
    assert is_formula(text) == formula


@pytest.mark.parametrize("form", ["csv", "csv-games"])
def test_records_in_harmless_tables_are_read_back_as_they_were(ludograph, tmp_path, form):
    (tmp_path / "in.txt").write_text(FORMULAS)
    ludograph("convert", "in.txt", "--to", form, "--safe-csv", "-o", f"out.{form[3:]}.csv")
    (back,) = records.read(tmp_path / f"out.{form[3:]}.csv", format=form)
    (game,) = records.read(tmp_path / "in.txt")
    assert (back.moves, back.tags, back.result) == (game.moves, game.tags, game.result)
    assert back.details == game.details
