"""The time for reading is proportional to the length of the text, for every kind of text."""

import gzip
import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest
import zstandard

import records
from tests.cases import each_case
from tests.records.printed import sheet, tsv
from tests.records.samples import ROW, calls, read_all, tarred, zipped
from tests.records.test_plain import STYLES, lines_of, spread

SHORT, LONGER = 80, 3
"""Repetitions of a token in the shorter text, and how many times as many the longer one has."""

SLACK = 1.5
"""How many times more calls than in proportion; squared growth takes 3 times as many."""


def set_moves(style: str, count: int) -> str:
    """Return ``count`` // 2 different moves in a style, or in two blocks side by side."""
    lines = lines_of(list(spread(count // 2)), "rows" if style == "blocks" else style)
    if style == "blocks":
        half = len(lines) // 2
        lines = [f"{a:30}{b}" for a, b in zip(lines[:half], lines[half:], strict=True)]
    return "\n".join(lines)


TEXTS: dict[str, Callable[[int], str]] = {
    "open comments with an escaped brace": lambda n: "1. a1-b2 { \\}\n" * n,
    "open braces": lambda n: f"{ROW}{'{' * 8 * n}",
    "lines of open braces": lambda n: ROW + "{\n" * n,
    "comments": lambda n: ROW + "{a}" * n,
    "comments over lines": lambda n: ROW + "{a\nb} " * n,
    "open brackets": lambda n: ROW + "2. 2.6.3E1 " + "(" * 4 * n,
    "lines of open brackets": lambda n: ROW + "(\n" * n,
    "brackets": lambda n: ROW + "2. 2.6.3E1 " + "(2.6.3E1)" * n,
    "nested brackets": lambda n: ROW + "2. 2.6.3E1 " + "(" * n + ")" * n,
    "square brackets": lambda n: ROW + "2. 2.6.3E1 " + "[" * 4 * n,
    "semicolons": lambda n: ROW + "2. 2.6.3E1 ;" * n,
    "semicolons after moves": lambda n: ROW + "2.6.3E1; 2. " * 2 * n,
    "bare semicolons": lambda n: ROW + "; " * n,
    "hashes": lambda n: ROW + "2. 2.6.3E1 # x " * n,
    "lines of hashes": lambda n: ROW + "# a note\n" * n,
    "blanks": lambda n: "1. a1-b2 " + " " * 16 * n + "x\n",
    "blanks after a dash": lambda n: "1. a1-" + " " * 16 * n + "x\n",
    "blanks after a bracket": lambda n: "1. C4 (" + " " * 16 * n + "x\n",
    "blanks before a star": lambda n: "1. a1-b2" + " " * 16 * n + "*x\n",
    "blanks between letters": lambda n: ROW + "2. " + ("a" + " " * 20) * n + "x\n",
    "prose below a game": lambda n: f"{ROW}1-0\n\n" + "the game was long and hard\n" * n,
    "a line of blanks": lambda n: ROW + " " * 400 * n + "\n" + ROW,
    "quotes of mail": lambda n: ROW + "> " * 40 * n + "\n" + ROW,
    "bold type": lambda n: ROW + "**a" * 8 * n + "\n" + ROW,
    "games on a line": lambda n: (f'[A "a"] [B "b"] {ROW.strip()} * ') * n + "\n",
    "games on a line without tags": lambda n: f"{ROW.strip()} * " * n + "\n",
    "words on lines with a tag": lambda n: "White Black\n" + '[Dialect "span"]"a1-b2",\n' * n,
    "lines of a chat that are no moves": lambda n: (
        '[Game "gipf"]\n' + "\u200b[31m\n12:00 anna: D3\n 1)\n" * n
    ),
    "open braces between tags": lambda n: '{"moves":[ [White "A"]' * 4 * n + "\n",
    "rows that all have number 1": lambda n: (
        '[Game "gipf"]\n' + "5\t1\t1\t90\tD3\n1) \n9.9.2SW2 (x1)" * n
    ),
    "open tags on a line": lambda n: '[A "a ' * 8 * n + "\n",
    "open HTML": lambda n: ROW + "<b <!-- " * 8 * n + "\n" + ROW,
    "entities": lambda n: ROW + "&nbsp" * 8 * n + ";\n" + ROW,
    "a ruled line": lambda n: ROW + "| -- " * 8 * n + "x\n" + ROW,
    "signs of evaluation": lambda n: ROW + "2. 2.6.3E1 " + "+- " * 8 * n + "\n",
    "empty lines": lambda n: ROW + "\n" * 4 * n,
    "tags": lambda n: "".join(f'[Tag{index} "A"]\n' for index in range(n)),
    "tags on a line": lambda n: "".join(f'[Tag{index} "A"] ' for index in range(n)),
    "open tags": lambda n: '[White "' * n,
    "backslashes in a tag": lambda n: '[White "' + "\\" * 8 * n,
    "blank lines before square brackets": lambda n: "\n\n[".join(["x"] * n),
    "the same in a comment": lambda n: ROW + "{" + "\n\n[".join(["x"] * n),
    "numbers": lambda n: ROW + "1 " * n,
    "numbers with points": lambda n: ROW + "1." * n,
    "digits": lambda n: ROW + "1" * 8 * n,
    "dots": lambda n: ROW + "." * 8 * n,
    "dashes": lambda n: ROW + "- " * 4 * n,
    "dashes before a letter": lambda n: ROW + "- " * n + "x\n",
    "marks": lambda n: ROW + "! " * n,
    "results": lambda n: ROW + "1-0 " * n,
    "results in words": lambda n: ROW + "White wins " * n,
    "words of a row": lambda n: f"{ROW}3. 2.6.3E1 10.7.3S3\n4. {'4.4 ' * n}\n5. 2.6.3E1 1.1.1N1\n",
    "moves": lambda n: "2.7.2N2 " * n,
    "rows": lambda n: "".join(f"{index}. 2.7.2N2 11.6.2SE2\n" for index in range(1, n)),
    "points of a list": lambda n: "1. e2;x" + ",".join(["a1"] * n),
    "lists after a push": lambda n: "1. e2" + ";xa1" * n,
    "lists without a push": lambda n: "1. " + "xa1 " * n + "zz",
    "lists between pushes": lambda n: "1. a1-b2 " + "xa1 " * n + "zz",
    "commands": lambda n: "1. na1-b2 " + "rowa1-b2 " * n + "zz",
    "pairs": lambda n: "1. C4 " + "(B3, A2) " * n,
    "points of a pair": lambda n: "1. C4 (B3 " + "A2 " * n + "zz",
    "lines of one letter": lambda n: "x\n" * n,
    "letters": lambda n: ROW + "x" * 8 * n,
    "words": lambda n: ROW + "2. 2.6.3E1 " + "word " * n,
    "prose": lambda n: ROW + "a line of prose\n" * n,
    "a title with blanks": lambda n: "A" + " " * 16 * n + "title\n" + ROW,
    "a heading with signs": lambda n: "A" + "#_*" * 8 * n + "title\n" + ROW,
    "prose before a game": lambda n: "A title\n" * n + ROW,
    "empty cells": lambda n: "1" + "," * 16 * n + "\n" + ROW,
    "blanks before a title": lambda n: " " * 16 * n + "Title\n\n" + ROW,
    "cells of HTML": lambda n: "<td>" * 2 * n,
    "moves with dashes": lambda n: "f1-f2 - " * n,
    **{f"moves, {style}": partial(set_moves, style) for style in (*STYLES, "blocks")},
}
"""Texts of a length in proportion to a number."""


@pytest.mark.slow
@each_case("kind", TEXTS.values(), ids=TEXTS)
def test_work_grows_with_the_text(kind):
    read_all(kind(8))  # Patterns are compiled and tables of words read by the first text.
    shorter, longer = (calls(read_all, kind(size)) for size in (SHORT, LONGER * SHORT))
    assert longer < SLACK * LONGER * shorter


ONE_PATTERN = (
    "blanks", "blanks after a dash", "blanks after a bracket", "blanks before a star",
    "a line of blanks", "quotes of mail", "entities", "digits", "dots", "dashes", "letters",
    "a title with blanks", "a heading with signs", "empty cells", "blanks before a title",
    "open braces", "open braces between tags", "open brackets", "square brackets",
    "backslashes in a tag",
)  # fmt: skip
"""Kinds in which one call of a regular expression looks at the whole of a line."""

LINE = 150_000
"""Characters of such a line."""


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ONE_PATTERN)
def test_a_line_of_many_signs_ends(kind):
    # Steps within a pattern cannot be counted. Squared ones are many minutes.
    text = TEXTS[kind]
    assert read_all(text(LINE // (len(text(2)) - len(text(1)))))


@pytest.mark.slow
def test_lines_without_a_game_are_not_all_held(monkeypatch):
    monkeypatch.setattr("records.text.reader.MOST_LINES", 100)
    peaks = []
    for lines in (600, 600, 2400):
        tracemalloc.start()
        [game] = read_all("x\n" * lines + "\n" + ROW)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert game.source.line == lines + 2
    assert peaks[2] < 2 * peaks[1]


def tiny(count: int) -> list[tuple[str, bytes]]:
    return [(f"g{number}.txt", ROW.encode()) for number in range(count)]


def long_names(count: int) -> list[tuple[str, bytes]]:
    return [(f"{'f/' * 40}{number}.txt", ROW.encode()) for number in range(count)]


def nested(count: int) -> list[tuple[str, bytes]]:
    inner = zipped(tiny(2))
    return [(f"i{number}.zip", inner) for number in range(count)]


def games(count: int) -> bytes:
    return b"".join(b'[Event "%d"]\n\n%s\n' % (at, ROW.encode()) for at in range(6 * count))


def words_of_page(count: int) -> bytes:
    return tsv(sheet([(f"{row}.", "2.7.2N2", "11.6.2SE2") for row in range(1, 4 * count)])).encode()


CONTAINERS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "zip": ("x.zip", lambda count: zipped([("a.txt", games(count))])),
    "zip-tiny": ("x.zip", lambda count: zipped(tiny(3 * count))),
    "zip-names": ("x.zip", lambda count: zipped(long_names(3 * count))),
    "zip-nested": ("x.zip", lambda count: zipped(nested(3 * count))),
    "zip-same-name": ("x.zip", lambda count: zipped([("a.txt", ROW.encode())] * (3 * count))),
    "tar": ("x.tar", lambda count: tarred([("a.txt", games(count))])),
    "tar-tiny": ("x.tar", lambda count: tarred(tiny(3 * count))),
    "tar-names": ("x.tar", lambda count: tarred(long_names(3 * count))),
    "tar-gz": ("x.tar.gz", lambda count: gzip.compress(tarred(tiny(3 * count)))),
    "gzip": ("x.txt.gz", lambda count: gzip.compress(games(count))),
    "gzip-frames": ("x.txt.gz", lambda count: gzip.compress(ROW.encode()) * (3 * count)),
    "tsv": ("x.tsv", words_of_page),
    "zst": ("x.txt.zst", lambda count: zstandard.compress(games(count))),
    "zst-frames": ("x.txt.zst", lambda count: zstandard.compress(ROW.encode()) * (3 * count)),
}  # fmt: skip
"""Names of files, and what they hold for a number of members or games."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Duplicate name")
@each_case("kind", CONTAINERS)
def test_work_grows_with_the_content_of_a_file(kind, tmp_path):
    name, make = CONTAINERS[kind]

    def work(count: int) -> int:
        path = tmp_path / f"{count}-{name}"
        path.write_bytes(make(count))
        assert list(records.read(path))
        return calls(lambda place: list(records.read(place)), str(path))

    assert work(LONGER * 4) < SLACK * LONGER * work(4)
