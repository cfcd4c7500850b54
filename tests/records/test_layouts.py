"""Layouts of scanned sheets: bands of blocks, and tables separated by titles."""

from pathlib import Path

import pytest

import records
from tests.records.printed import tsv

MOVES = [
    "2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2", "4.7.3N3", "9.9.2SW2",
    "1.2.1N1", "12.3.1S1", "2.4.1N1", "11.2.2S1", "2.12.1N1", "12.9.1S1", "1.9.1N1", "11.1.1S1",
]  # fmt: skip
ROWS = [f"{at // 2 + 1}. {MOVES[at]} {MOVES[at + 1]}" for at in range(0, len(MOVES), 2)]


def cells(row: str, left: int) -> list[tuple[int, str]]:
    number, white, black = row.split()
    return [(left, number), (left + 40, white), (left + 200, black)]


def blocks(rows: list[str], lengths: list[int], left: int = 400) -> list[list[tuple[int, str]]]:
    """Return rows in blocks side by side, so many rows in each."""
    first, second = rows[: lengths[0]], rows[lengths[0] : sum(lengths)]
    return [
        cells(row, 10) + (cells(second[at], left) if at < len(second) else [])
        for at, row in enumerate(first)
    ]


def read_scan(tmp_path: Path, lines: list[list[tuple[int, str]]]) -> list[records.Record]:
    words = [(text, float(x), 30.0 * at) for at, line in enumerate(lines) for x, text in line]
    path = tmp_path / "sheet.tsv"
    path.write_text(tsv(words), encoding="utf-8")
    return list(records.read(path))


@pytest.mark.parametrize("lower", [[2, 2], [3, 1]], ids=["even", "one row in the last block"])
def test_bands_of_a_scan_are_read_one_below_the_other(tmp_path, lower):
    heading = [(50, "White"), (210, "Black"), (450, "White"), (610, "Black")]
    lines = [heading, *blocks(ROWS, [2, 2]), heading, *blocks(ROWS[4:], lower, 480)]
    (record,) = read_scan(tmp_path, lines)
    assert list(record.moves) == MOVES


def test_a_scanned_table_goes_on_below_titles(tmp_path):
    title = [[(10, "Epaminondas"), (150, "-"), (170, "Game"), (230, "7")], [(50, "White")]]
    parts = [cells(row, 10) for row in ROWS]
    (record,) = read_scan(tmp_path, [*title, *parts[:5], [(10, "Oe")], *title, *parts[5:]])
    assert list(record.moves) == MOVES


def test_lines_below_the_last_table_of_a_scan_are_noted(tmp_path):
    lines = [cells(row, 10) for row in ROWS]
    (record,) = read_scan(tmp_path, [*lines, [(10, "played"), (90, "in"), (130, "Paris")]])
    assert list(record.moves) == MOVES
    assert "skipped-text" in {one.code for one in record.findings}
