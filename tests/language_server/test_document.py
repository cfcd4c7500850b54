"""Documents: what is read part by part, and after edits, is what a whole text is read as."""

import random
from time import process_time
from unittest.mock import Mock

import pytest
from lsprotocol import types

import records
from analysis.batch import InputOptions
from analysis.language_server.diagnostics import diagnostics
from analysis.language_server.editing.document import LARGEST
from analysis.replay import replay
from analysis.replay.setup import Setup
from tests.language_server.texts import CLASSICS, LENIENT, SHORT, at, classic, document, everything

TOGETHER = "\n\n".join([*map(classic, CLASSICS), LENIENT, SHORT])


def findings_of(text):
    games = list(map(replay, records.read_text(text)))
    return [(one.code, one.line, one.message) for game in games for one in game.findings]


@pytest.mark.parametrize(
    "text",
    [
        *map(classic, CLASSICS),
        TOGETHER,
        "{ a comment\n\n" + LENIENT + "that goes on }",
        "1. C4 B4\n\n1. C4 B4\n2. D3",
        "prose\n\n" + SHORT + '\nmore prose\n\n[White "W"]\n',
        "",
    ],
    ids=[*CLASSICS, "together", "open-comment", "no-tags", "prose", "empty"],
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
        where = types.Range(at(line, start), at(line, stop))
        one = one.changed(one.lines.changed(where, text), 1)
        assert diagnostics(one) == diagnostics(document(one.lines.written))


def test_ranges_are_exact_behind_wide_characters():
    found = {one.code: one.range for one in diagnostics(document(LENIENT))}
    assert found["direction-points"] == types.Range(at(3, 25), at(3, 26))
    assert found["blank-in-move"].start == at(3, 8)


def test_an_error_has_the_range_of_its_ply_with_any_end_of_lines():
    text = SHORT.replace("F4", "B4").replace("\n", "\r\n")
    (error,) = [one for one in diagnostics(document(text)) if one.severity == 1]
    assert (error.code, error.range) == ("occupied", types.Range(at(6, 3), at(6, 5)))


ODD = {
    "empty": "",
    "binary": "\0\x01\x02\xff\udcff" * 50,
    "long-line": "1. " + "2.7.2N2 11.6.2SE2 " * 500,
    "half": classic("epaminondas-slip")[:-7],
    "tags": '[Game "gipf"]\n[Start "nonsense"]\n',
    "unknown": '[Game "chess"]\n\n1. e4 e5\n',
    "json": '{"moves": ["C4", "B4"], "game": "megiddo"}\n{"moves": [',
    "sgf": "(;GM[1]AB[e2];W[e2",
    "csv": "game,ply,move\n1,1,C4\n",
    "returns": "1. C4\r2. B4\r\r3. x",
    "braces": "{" * 500 + "1. C4",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize("position", [(1, 4), (10**6, 10**6)], ids=str)
def test_no_text_and_no_position_is_too_odd(text, position):
    everything(document(text), at(*position))


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.sgf", "(;W[e2];B[e3])"), ("a.jsonl", '{"moves": ["C4", "C4"], "game": "megiddo"}\n')],
)
def test_other_formats_are_read_by_their_content(name, text):
    (game,) = document(text, f"file:///{name}").games
    assert len(game.replay.record.moves) == 2


def test_a_text_that_is_too_long_is_named_and_not_read():
    (one,) = diagnostics(document("a" * (LARGEST + 1)))
    assert "not checked while typing" in one.message


def test_of_very_many_findings_the_errors_come_first_and_the_rest_is_counted(monkeypatch):
    monkeypatch.setattr("analysis.language_server.editing.findings.MOST", 5)
    text = "\n".join(f'[Event "{number}"]\n[Game "megiddo"]\n\n1. C4 C4\n' for number in range(4))
    found = diagnostics(document(text))
    assert [one.severity for one in found] == [1, 1, 1, 1, 3, 2]
    assert "3 more findings" in found[-1].message


def test_what_takes_too_long_is_cut_short_and_said(monkeypatch):
    monkeypatch.setattr("analysis.language_server.editing.document.SECONDS", 0.0)
    found = diagnostics(document("\n".join([SHORT, SHORT, SHORT])))
    assert "only the first 1 games are checked" in found[-1].message


def test_what_the_editor_states_of_the_games_counts():
    (game,) = document("1. C4 B4\n", reading=InputOptions(variant="master")).games
    assert str(game.replay.variant) == "master"


def test_plies_before_an_edit_are_read_once(monkeypatch):
    """Under the variants that a guess leaves open, too, each of which is tried to the end."""
    rows = [f"{one}1,{one}2-{one}3 {one}12,{one}11-{one}10" for one in "abc"]
    one = document("\n".join(['[Game "epaminondas"]', "", *rows, "d2-d4 "]))
    diagnostics(one)
    read = Mock(side_effect=Setup.options)
    monkeypatch.setattr(Setup, "options", lambda *given: read(*given))
    one = one.changed(one.lines.changed(types.Range(at(5, 6), at(5, 6)), "h11-h7"), 1)
    assert "a lone piece moves at most 1 square" in diagnostics(one)[1].message
    assert {index for (_, _, index), _ in read.call_args_list} <= {6, 7}


@pytest.mark.slow
def test_an_edit_costs_the_game_that_changed():
    """Eight times the games take less than twice the time, for one edit."""
    costs = []
    for games in (50, 400):
        one = document("\n".join([SHORT.replace('"R"', f'"R{at}"') for at in range(games)]))
        diagnostics(one)
        least = 1e9
        for version in range(8):
            begun = process_time()
            where = types.Range(at(4, 3), at(4, 5))
            one = one.changed(one.lines.changed(where, f"C{version % 6 + 1}"), version)
            assert one.games
            least = min(least, process_time() - begun)
        costs.append(least)
    assert costs[1] < 4 * costs[0] + 0.01
