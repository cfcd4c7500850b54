"""Documents: lines and places, reading in parts, and answers about a draft."""

import random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as some

import records
from analysis.editing.document import PlacedGame, RememberingReplay, shown_findings
from analysis.editing.lines import LineEdit, PlySpan, WrittenLines, split_lines
from analysis.replay import replay
from analysis.replay.setup import Setup
from notation import Finding
from notation.findings import note, violation
from records import Record
from tests.cases import each_case
from tests.editing.texts import CLASSICS, LENIENT, SHORT, classic, document, replaced

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


@pytest.mark.parametrize(
    ("encoding", "units"), [("utf-8", [0, 4, 8, 9, 10]), ("utf-16", [0, 2, 4, 5, 6]),
                            ("utf-32", [0, 1, 2, 3, 4])], ids=str,
)  # fmt: skip
def test_columns_are_counted_in_the_units_of_the_editor(encoding, units):
    lines = WrittenLines("\N{GRINNING FACE}\N{GRINNING FACE}1x", encoding)
    assert [lines.units(0, column) for column in range(5)] == units
    assert [lines.column(0, one) for one in units] == list(range(5))
    assert lines.column(0, 99) == 4


RECORD = Record(("f1 - f3", "e4", ""), places=((2, 4), (2, 12), (3, 1)))


@each_case(
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
    assert placed(RECORD, f"\n\n{line}").span(index) == found


def placed(record: Record, text: str) -> PlacedGame:
    """Return the game of a record, placed one line below the top of a text."""
    return PlacedGame(RememberingReplay(record), 1, WrittenLines(text))


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
    game = placed(Record(("f1 -f3",), places=((1, 4),)), "head\n1. f1 -f3 e4 zz\n  prose ")
    assert game.about(finding.at(ply=1) if ply else finding) == found


TOGETHER = "\n\n".join([*map(classic, CLASSICS), LENIENT, SHORT])


def findings_of(text):
    games = list(map(replay, records.read_text(text)))
    return [(one.code, one.line, one.message) for game in games for one in game.findings]


@each_case(
    "text",
    [
        TOGETHER,
        "{ a comment\n\n" + LENIENT + "that goes on }",
        "1. C4 B4\n\n1. C4 B4\n2. D3",
        "prose\n\n" + SHORT + '\nmore prose\n\n[White "W"]\n',
        "",
    ],
    ids=["together", "open-comment", "no-tags", "prose", "empty"],
)
def test_a_document_has_the_findings_of_its_text(text):
    found = [
        (one.code, game.before + (one.line or 1), one.message)
        for game in document(text).games
        for one in game.findings
    ]
    assert found == [(code, line or 1, message) for code, line, message in findings_of(text)]


@pytest.mark.slow
def test_edits_lead_to_what_a_fresh_document_has():
    chance, one = random.Random(17), document(TOGETHER)
    for _ in range(12):
        line = chance.randrange(len(one.lines))
        start = chance.randrange(len(one.lines[line]) + 1)
        stop = start + chance.randrange(3)
        text = chance.choice(["", "2", "\n", "{", "}", '\n\n[Game "gipf"]\n', " x "])
        one = replaced(one, (line, start), (line, min(stop, len(one.lines[line]))), text)
        assert shown_findings(one) == shown_findings(document(one.lines.written))


def wrong(one):
    """Return the errors that a document shows."""
    return [each for each in shown_findings(one) if each.finding and each.finding.violation]


def test_of_very_many_findings_the_errors_come_first_and_the_rest_is_counted(monkeypatch):
    monkeypatch.setattr("analysis.editing.document.MOST", 5)
    text = "\n".join(f'[Event "{number}"]\n[Game "megiddo"]\n\n1. C4 C4\n' for number in range(4))
    found = shown_findings(document(text))
    kinds = [one.finding and one.finding.violation for one in found]
    assert kinds == [True, True, True, True, False, None]
    assert (found[-1].span, found[-1].message) == (None, "3 more findings: see ludograph check")


def test_what_takes_too_long_is_cut_short_and_said(monkeypatch):
    monkeypatch.setattr("analysis.editing.document.SECONDS", 0.0)
    found = shown_findings(document("\n".join([SHORT, SHORT, SHORT])))
    assert "only the first 1 games are checked" in found[-1].message


def test_plies_before_an_edit_are_read_once(monkeypatch):
    """The same holds for each variant that is tried while the variant is guessed."""
    rows = [f"{one}1,{one}2-{one}3 {one}12,{one}11-{one}10" for one in "abc"]
    one = document("\n".join(['[Game "epaminondas"]', "", *rows, "d2-d4 "]))
    assert one.games[0].findings
    read = Mock(side_effect=Setup.options)
    monkeypatch.setattr(Setup, "options", lambda *given: read(*given))
    one = replaced(one, (5, 6), (5, 6), "h11-h7")
    assert "a lone piece moves at most 1 square" in shown_findings(one)[1].message
    assert {index for (_, _, index), _ in read.call_args_list} <= {6, 7}
