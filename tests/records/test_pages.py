"""Pages of a sheet in several files, joined to one game."""

import io
import json

import pytest
from click.testing import CliRunner

import records
from analysis.cli import cli
from records.pages import joined
from tests.records.samples import codes, read_one

MOVES = (
    *("E4", "E6", "B1", "B6", "E3", "F4", "C1", "F6", "B2", "F1"),
    *("D3", "D4", "F2", "B4", "E5", "A2", "C6", "B3", "A1", "C3"),
)
ROWS = [(number, MOVES[2 * number - 2 : 2 * number]) for number in range(1, 11)]


def sheet(rows):
    return "\n".join(f"{number}. {' '.join(row)}" for number, row in rows) + "\n"


def pages(*texts):
    """Return the records of texts, each read from a separate file."""
    for number, text in enumerate(texts, start=1):
        file = io.StringIO(text)
        file.name = f"page{number}.txt"
        yield from records.read(file)


def test_rows_that_go_on_are_one_game():
    (record,) = joined(pages(sheet(ROWS[:4]), sheet(ROWS[4:7]), sheet(ROWS[7:]) + "1-0\n"))
    assert record.moves == MOVES
    assert record.result == "1-0"
    assert codes(record).count("layout") == 2
    assert "missing-moves" not in codes(record)
    assert record.source.path == "page1.txt"
    assert record.details[8]["page"] == "page2.txt"
    assert record.place(8) == (1, 4)


@pytest.mark.parametrize(
    "second", [sheet(ROWS), sheet(ROWS[8:]), sheet(ROWS[3:])], ids=["from 1", "later", "again"]
)
def test_other_games_stay_apart(second):
    found = list(joined(pages(sheet(ROWS[:4]), second)))
    assert [len(record.moves) for record in found] == [8, len(read_one(second).moves)]


def test_repair_joins_the_pages_that_it_is_given(tmp_path):
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text(sheet(ROWS[:5]))
    second.write_text(sheet(ROWS[5:]).replace("E5", "E55"))
    done = CliRunner().invoke(cli, ["repair", "--json", str(first), str(second)])
    (found,) = map(json.loads, done.stdout.splitlines())
    assert len(found["moves"]) == len(MOVES)
    assert [edit["ply"] for edit in found["edits"]] == [15]
    assert "gaps" not in found
