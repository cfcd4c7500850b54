"""Lines: edits give the text that they should, columns count as editors count, plies are found."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from analysis.editing.lines import LineEdit, PlySpan, WrittenLines, ply_span, span_of, split_lines
from notation import Finding
from notation.findings import note, violation
from records import Record

TEXTS = some.text(alphabet="a1 \r\n\N{GRINNING FACE}\xe9\N{LINE SEPARATOR}\x0c", max_size=20)


@given(TEXTS, some.lists(some.integers(0, 20), min_size=2, max_size=6), TEXTS)
def test_edits_replace_what_stands_between_places(text, cuts, new):
    lines = split_lines(text)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines))]
    places = []
    for cut in sorted({min(one, len(text)) for one in cuts}):
        line = max(at for at, start in enumerate(starts) if start <= cut)
        places.append((cut, (line, cut - starts[line])))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    edits = [LineEdit(one[1], other[1], new) for one, other in pairs]
    wanted = text
    for one, other in reversed(pairs):
        wanted = wanted[: one[0]] + new + wanted[other[0] :]
    changed = WrittenLines(text).changed(edits)
    assert changed.written == wanted
    assert [changed[at] for at in range(len(changed))] == [
        line.rstrip("\r\n") for line in split_lines(wanted)
    ]


def test_lines_end_as_those_of_the_protocol_and_of_no_other_signs():
    text = "a\nb\r\nc\rd\N{LINE SEPARATOR}e\x0cf"
    lines = WrittenLines(text)
    assert [lines[at] for at in range(len(lines))] == ["a", "b", "c", "d\N{LINE SEPARATOR}e\x0cf"]
    assert (lines[4], lines[-1]) == ("", "")
    assert lines.text == "a\nb\nc\nd\N{LINE SEPARATOR}e\x0cf"
    assert (lines.end, WrittenLines("a\r\nb\n").end, WrittenLines("a").end) == ("\n", "\r\n", "\n")


@pytest.mark.parametrize(
    ("encoding", "units"), [("utf-8", [0, 4, 8, 9, 10]), ("utf-16", [0, 2, 4, 5, 6]),
                            ("utf-32", [0, 1, 2, 3, 4])], ids=str,
)  # fmt: skip
def test_columns_are_counted_in_the_units_of_the_editor(encoding, units):
    lines = WrittenLines("\N{GRINNING FACE}\N{GRINNING FACE}1x", encoding)
    assert [lines.units(0, column) for column in range(5)] == units
    assert [lines.column(0, one) for one in units] == list(range(5))
    assert lines.column(0, 99) == 4


def test_half_a_character_is_the_place_before_it():
    assert WrittenLines("\N{GRINNING FACE}x").column(0, 1) == 0
    assert WrittenLines("\N{GRINNING FACE}x", "utf-8").column(0, 3) == 0


RECORD = Record(("f1 - f3", "e4", ""), places=((2, 4), (2, 12), (3, 1)))


@pytest.mark.parametrize(
    ("index", "line", "found"),
    [
        (0, "1. f1 - f3 e4", PlySpan(2, 3, 10)),
        (0, "1. f1-\u200bf3 e4", PlySpan(2, 3, 9)),
        (0, "1. f1  -  f3", PlySpan(2, 3, 12)),
        (0, "1. f2-f3", None),
        (1, "1. f1 - f3 e4", PlySpan(2, 11, 13)),
        (2, "", None),
        (3, "1. f1 - f3 e4", None),
        (-1, "1. f1 - f3 e4", None),
    ],
)
def test_a_ply_is_where_its_text_stands_blanks_aside(index, line, found):
    assert ply_span(RECORD, index, 1, WrittenLines(f"\n\n{line}")) == found


PLY = PlySpan(1, 3, 9)


@pytest.mark.parametrize(
    ("finding", "ply", "found"),
    [
        (violation("occupied", "x").at(line=1, column=4), PLY, PLY),
        (violation("unreadable", "x").at(line=1, column=6), PLY, PlySpan(1, 5, 9)),
        (note("blank-in-move", "x").at(line=1, column=6), PLY, PlySpan(1, 5, 6)),
        (violation("occupied", "x").at(line=1, column=6), PLY, PLY),
        (note("skipped-text", "x").at(line=1, column=11, text="e4 zz"), None, PlySpan(1, 10, 15)),
        (note("skipped-text", "x").at(line=1, column=11, text="yy"), None, PlySpan(1, 10, 12)),
        (note("skipped-text", "x").at(line=2), None, PlySpan(2, 2, 7)),
        (note("skipped-text", "x").at(line=99), None, PlySpan(2, 2, 7)),
        (note("skipped-text", "x"), None, PlySpan(1, 0, 15)),
    ],
    ids=str,
)
def test_a_finding_is_about_a_ply_a_part_words_or_a_line(
    finding: Finding, ply: PlySpan | None, found: PlySpan
):
    lines = WrittenLines("head\n1. f1 -f3 e4 zz\n  prose \n")
    assert span_of(finding, ply, 1, WrittenLines(lines.written.rstrip("\n"))) == found
