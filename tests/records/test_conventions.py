"""Conventions of transcribers in several languages: numbers, marks, results, names of sides."""

import pytest

import records
from analysis.replay import replay

GIPF = "f1-d2 a2-c2 i2-g2 h3 b1-b3 f8-d7 h1-h4 d8-f7".split()  # noqa: SIM905
ROWS = list(zip(GIPF[::2], GIPF[1::2], strict=True))


@pytest.mark.parametrize("sign", [".-", ".–", ".- ", ". ", ") ", ".\t"])
@pytest.mark.parametrize("damage", ["", "£"])
def test_signs_behind_numbers_are_no_moves(sign, damage):
    rows = [f"{number}{sign}{one} {two}" for number, (one, two) in enumerate(ROWS, start=1)]
    rows[2] = rows[2].replace("b1-b3", f"b1-b3{damage}")
    (record,) = records.read_text("\n".join(rows) + "\n", game="gipf")
    assert [move.removesuffix("£") for move in record.moves] == GIPF


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("Ganan las negras", "0-1"),
        ("Las blancas abandonan", "0-1"),
        ("Vince il Nero", "0-1"),
        ("Il Bianco vince per abbandono", "1-0"),
        ("tablas", "1/2-1/2"),
        ("patta", "1/2-1/2"),
    ],
)
def test_results_in_spanish_and_italian(line, result):
    rows = [f"{number}. {one} {two}" for number, (one, two) in enumerate(ROWS, start=1)]
    (record,) = records.read_text("\n".join([*rows, line]) + "\n", game="gipf")
    assert record.result == result
    assert "result-words" in {one.code for one in record.findings}


def test_sides_and_unreadable_plies_in_spanish_and_italian():
    text = "Blancas: García  Negras: López\n\n1. f1-d2 [ilegible]\n2. i2-g2 (illeggibile)\n"
    (record,) = records.read_text(text, game="gipf")
    assert (record.tags["White"], record.tags["Black"]) == ("García", "López")
    assert record.moves == ("f1-d2", "?", "i2-g2", "?")


def test_commas_behind_first_moves_and_remarks_in_brackets_are_no_damage():
    moves = "2.8.2N1 11.13.1SW1 1.7.4E1 11.5.2SW1 3.8.2N2 11.10.2SE1".split()  # noqa: SIM905
    pairs = zip(moves[::2], moves[1::2], strict=True)
    rows = [f"{number}. {one}, {two}" for number, (one, two) in enumerate(pairs, start=1)]
    rows[1] += "   (Fehler! besser 11.10.2SE1)"
    (record,) = records.read_text("\n".join(rows) + "\n")
    assert record.moves == tuple(moves)
    assert replay(record).valid
    assert {"comment", "mark-between"} <= {one.code for one in record.findings}


@pytest.mark.parametrize("width", [2, 3])
def test_two_lines_may_have_several_blocks_of_two_rows(width):
    moves = [f"{spoke}{ring}" for ring in (3, 5, 2) for spoke in "ABCDEF"]
    rows = [moves[at : at + width] for at in range(0, 6 * width, width)]
    lines = [
        "   ".join(f"{at}. {' '.join(rows[at - 1])}" for at in range(first, 7, 2))
        for first in (1, 2)
    ]
    (record,) = records.read_text("\n".join(lines) + "\n", game="megiddo")
    assert list(record.moves) == moves[: 6 * width]
    assert "layout" in {one.code for one in record.findings}
    (running,) = records.read_text("1. A3 B3 2. C3 D3\n3. E3 F3 4. A5 B5\n", game="megiddo")
    assert not running.findings
