"""What is read in one go is what reading it token by token gives, in every dialect."""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import records
from notation import dialects
from records import Record
from records.text import game_reader, reader
from tests.examples import examples
from tests.games.engine_games import engine_games
from tests.notation.strategies import MOVES
from tests.records.samples import calls, read_all, rows

DIALECTS = dialects()

TAGS = st.dictionaries(
    st.sampled_from(["White", "Black", "Event", "Round", "Site", "Title"]),
    st.text("abc XYZ 012.:;,'é", max_size=12),
)


def lines_of(moves: list[str], style: str) -> list[str]:
    """Return moves as lines in one of `STYLES`."""
    pairs = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    numbered = list(enumerate(pairs, start=1))
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    return {
        "rows": lambda: [f"{number}. {' '.join(row)}" for number, row in numbered],
        "brackets": lambda: [f"{number}) {'  '.join(row)}" for number, row in numbered],
        "bare numbers": lambda: [f"{number} {'  '.join(row)}" for number, row in numbered],
        "no numbers": lambda: ["   ".join(row) for row in pairs],
        "a move a line": lambda: moves,
        "running": lambda: ["  ".join(f"{n}. {'  '.join(row)}" for n, row in numbered)],
        "replies": lambda: [
            f"{number}{'...' if index else '.'} {move}"
            for number, row in numbered
            for index, move in enumerate(row)
        ],
        "mail": lambda: [f"> {number}. {' '.join(row)}" for number, row in numbered],
        "chat": lambda: [
            f"[20:{at:02}] {('Anna', 'Ben')[at % 2]}: {move}" for at, move in enumerate(moves)
        ],
        "sides": lambda: [f"{('White', 'Black')[at % 2]}: {m}" for at, m in enumerate(moves)],
        "HTML": lambda: [
            f"<tr><td>{number}.</td><td>{'</td><td>'.join(row)}</td></tr>"
            for number, row in numbered
        ],
        "semicolons": lambda: [f"{number}. {'; '.join(row)};" for number, row in numbered],
        "commas": lambda: [f"{number}. {',  '.join(row)}" for number, row in numbered],
        "blank lines": lambda: [f"{number}: {'  '.join(row)}\n" for number, row in numbered],
        "wide digits": lambda: [
            f"{number}. {'  '.join(row)}".translate(wide) for number, row in numbered
        ],
        "number 2 twice": lambda: [f"{max(n, 2)}. {'  '.join(row)}" for n, row in numbered],
        "a comment": lambda: [f"{n}. {'  '.join(row)} {{so}}" for n, row in numbered],
    }[style]()


STYLES = (
    "rows", "brackets", "bare numbers", "no numbers", "a move a line", "running", "replies",
    "mail", "chat", "sides", "HTML", "semicolons", "commas", "blank lines", "wide digits",
    "number 2 twice", "a comment",
)  # fmt: skip


@pytest.fixture
def by_tokens(monkeypatch):
    """Return a way to read a text with each token by itself."""

    def read(text: str, **hints: str) -> list[Record]:
        with monkeypatch.context() as context:
            context.setattr(reader, "read_plain", lambda *_: None)
            context.setattr(game_reader, "vouching", lambda *_: (None, (), None))
            return read_all(text, format="text", **hints)

    return read


@st.composite
def written(draw: st.DrawFn, least: int = 1) -> tuple[dict[str, str], list[str]]:
    """Draw the names of a game and a dialect, and moves in it.

    Turns with several removals are left out: tokens may cut them elsewhere, for blanks inside.
    """
    dialect = draw(st.sampled_from(DIALECTS))
    drawn = draw(st.lists(MOVES[dialect.game], min_size=least, max_size=9))
    moves = []
    for move in drawn:
        try:
            text = dialect.write(move)
            moves += [text] if text.count(";") < 2 else []
        except ValueError:
            continue
    return {"game": dialect.game, "dialect": dialect.name}, moves or [dialect.example]


HEADS = ('[Game "{game}"]\n\n', '[White "A"]\n\n', "", "Game 3: Anna - Ben\n", "{game}\n\nAnna\n\n")
"""What stands above the rows of a game."""


@given(
    written(), st.sampled_from(STYLES), st.sampled_from(["", "1-0", "*"]), st.sampled_from(HEADS),
    st.booleans(),
)  # fmt: skip
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], parent=examples(120))
def test_rows_of_moves_are_read_as_their_tokens_are(by_tokens, game, style, result, head, is_told):
    hints, moves = game
    # A semicolon between two turns of GIPF may be one within a turn.
    assume(style != "semicolons" or not any(";" in move for move in moves))
    text = "\n".join([*lines_of(moves, style), result, ""])
    text = f"{head.format(**hints)}{text}"
    expected = by_tokens(text, **(hints if is_told else {}))
    # A few moves of one game may be read as those of another.
    assume(is_told or expected[0].game == hints["game"])
    assert read_all(text, format="text", **(hints if is_told else {})) == expected


@given(written(), TAGS, st.sampled_from(["", "1-0", "*", "0-1\n"]), st.integers(1, 3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], parent=examples(80))
def test_a_plain_section_is_read_as_its_tokens_are(by_tokens, game, tags, result, width):
    block = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    hints, moves = game
    text = f"{block}\n{rows(moves, width)}{result}\n"
    assert read_all(text, format="text", **hints) == by_tokens(text, **hints)


@pytest.mark.parametrize("record", engine_games("gipf-standard-games", 6)[::2])
def test_the_moves_of_each_side_on_its_line_are_in_turn(record):
    white, black = record.moves[::2], record.moves[1::2]
    text = f"White: {', '.join(white)}\nBlack: {', '.join(black)}\n"
    (found,) = read_all(text, format="text")
    assert found.moves == record.moves
    assert [one.code for one in found.findings] == ["layout"]


def spread(count: int) -> Iterator[str]:
    """Yield as many different moves, none twice in the same place."""
    for at in range(count):
        yield f"{'abcdefghijklmn'[at % 14]}{at % 5 + 1}-{'abcdefghijklmn'[at * 3 % 14]}{at % 7 + 5}"


@pytest.mark.parametrize("style", [*STYLES, "blocks"])
def test_twice_the_text_takes_about_twice_the_work(style):
    found = []
    for size in (24, 48):
        moves = list(spread(size))
        lines = lines_of(moves, "rows" if style == "blocks" else style)
        if style == "blocks":
            half = len(lines) // 2
            lines = [f"{a:30}{b}" for a, b in zip(lines[:half], lines[half:], strict=True)]
        text = "\n".join(lines)
        read_all(text)
        found.append(calls(read_all, text))
    assert found[1] < 2.5 * found[0]


def opcodes(text: str) -> int:
    """Return how many instructions of Python reading a text takes."""
    count = 0

    def note(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return note

    list(records.read_text(text))
    before = sys.gettrace()
    sys.settrace(note)
    try:
        list(records.read_text(text))
    finally:
        sys.settrace(before)
    return count


REPEATED = ("f1-f2 ", '[A "b"]\n', "f1-f2 - ", "1\n", "x\n", "a ", "1. ", "(", "; ", "> ", "<td>")


@pytest.mark.parametrize("unit", REPEATED)
def test_twice_as_many_of_the_same_take_about_twice_the_work(unit):
    once, twice = (opcodes(unit * count) for count in (40, 80))
    assert twice < 2.5 * once
