"""Texts of other things than games: what is found in them, and what reading them takes."""

import tracemalloc

import pytest

from records.assumptions import Assumptions
from records.text import guess
from records.text.plain import sections
from records.text.reader import TextReader
from tests.records.samples import ROW, read_all

JUNK = {
    "lines of one letter": "x\n" * 3000,
    "rows of one letter": "1. x x\n" * 900,
    "numbered rows of one letter": "".join(f"{number}. x x\n" for number in range(1, 900)),
    "numbered words": "".join(f"{number}. word other\n" for number in range(1, 900)),
    "lines of numbers": "".join(f"{number} {number * 7 % 83}\n" for number in range(1, 900)),
}


@pytest.mark.parametrize("text", JUNK.values(), ids=JUNK)
def test_a_text_without_any_move_is_no_game(text):
    [record] = read_all(text, format="text")
    assert not record.moves
    assert record.source.game == 0
    assert [one.code for one in record.findings] == ["no-game", "skipped-text"]
    assert f"lines 1 to {text.count(chr(10))}:" in record.findings[1].message


@pytest.mark.parametrize("text", JUNK.values(), ids=JUNK)
def test_a_game_after_such_a_text_is_read(text):
    *_, record = read_all(f'{text}\n[White "A"]\n\n{ROW}', format="text")
    assert (record.tags, record.moves) == ({"White": "A"}, read_all(ROW)[0].moves)


def held(line: str, blocks: int) -> int:
    """Return the greatest number of bytes held in reading so many blocks of 100 lines."""
    reader = TextReader("<text>", Assumptions())
    tracemalloc.start()
    for _ in range(blocks):
        list(reader.feed([line * 100], complete=False))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.slow
@pytest.mark.parametrize("line", ["a line of prose\n", "12. x x\n", "x\n"])
def test_memory_does_not_grow_with_skipped_lines(line, monkeypatch):
    monkeypatch.setattr(sections, "SECTION_LIMIT", 1000)
    assert held(line, 80) < held(line, 20) + 100_000


def test_lines_of_a_long_game_without_a_name_are_not_kept(monkeypatch):
    monkeypatch.setattr(guess, "PER_LINE", guess.ROOM // 50)
    rows = [f"C4 D5 x C{index % 6 + 1}\n" for index in range(100)]
    reader = TextReader("<text>", Assumptions())
    list(reader.feed(rows[:40]))
    assert reader.game
    assert len(reader.game.lines) == 40
    list(reader.feed(rows[40:]))
    assert reader.game
    assert not reader.game.lines
    [record] = reader.end()
    assert [one.code for one in record.findings if "is long" in one.message] == ["guessed-game"]
