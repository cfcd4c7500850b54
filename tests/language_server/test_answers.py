"""Answers: boards, kinds of actions, rows, places and odd texts; others are in test_kept.py."""

import pytest
from lsprotocol import types

from analysis.diagrams import draw_plies
from analysis.editing.lines import UTF8, WrittenLines
from analysis.language_server.actions import actions
from analysis.language_server.answers import (
    board,
    line_range,
    place,
)
from tests.cases import each_case
from tests.editing.texts import CLASSICS, SHORT, classic, document
from tests.language_server.texts import (
    action_params,
    at,
    bounds,
    everything,
    rows,
)


def titles(one, line, character, *kinds):
    here = types.Range(at(line, character), at(line, character))
    return {each.title: each for each in actions(one, action_params(here, *kinds))}


@each_case(
    ("line", "character", "ply"),
    [(0, 0, 0), (4, 3, 1), (4, 5, 1), (5, 0, 2), (6, 6, 6), (99, 0, 6)],
)
def test_the_board_is_that_after_the_ply_at_a_place(line, character, ply):
    one = document(SHORT)
    (shown,) = draw_plies(one.games[0].replay, [ply], "svg")
    assert board(one, at(line, character)) == shown.decode()
    assert board(document("prose"), at(0, 0)) is None


def test_actions_are_of_the_kinds_that_are_asked_for():
    one = document(SHORT)
    here = types.Range(at(6, 3), at(6, 3))

    def kinds(*wanted):
        return [
            getattr(each.kind, "value", None) for each in actions(one, action_params(here, *wanted))
        ]

    assert kinds() == ["quickfix", "source.fixAll"]
    assert kinds("quickfix") == ["quickfix"]
    assert kinds("refactor") == []
    assert kinds("source.fixAll", "quickfix") == ["quickfix", "source.fixAll"]
    assert kinds("quick") == []
    assert [each.title for each in actions(one, action_params(here, "source"))] == [
        "Make all certain corrections"
    ]
    assert "Make all certain corrections in this game" in titles(one, 6, 3)


@each_case("name", CLASSICS)
def test_rows_lose_nothing_and_rows_of_rows_are_the_same(name):
    text = classic(name)
    one = document(text)
    text_in_rows = rows(one)
    two = document(text_in_rows)
    for before, after in zip(one.games, two.games, strict=True):
        old, new = before.replay.record, after.replay.record
        assert (old.moves, old.tags, old.details) == (new.moves, new.tags, new.details)
        assert (old.comment, old.result) == (new.comment, new.result)
    assert rows(two) == text_in_rows
    kept = sorted(line for line in text.splitlines() if line.startswith(("[", "#", ";")))
    assert kept == sorted(
        line for line in text_in_rows.splitlines() if line.startswith(("[", "#", ";"))
    )


@pytest.mark.parametrize(
    ("position", "found"),
    [
        ((0, 1), (0, 1)),
        ((0, 99), (0, 2)),
        ((9, 0), (1, 2)),
        ((1, 0), (1, 0)),
        ((2**31 - 1, 0), (1, 2)),
    ],
    ids=str,
)
def test_a_place_outside_of_the_text_is_its_nearest(position, found):
    assert place(WrittenLines("ab\ncd"), at(*position)) == found


def test_ranges_are_in_the_units_of_the_editor():
    text = "\N{GRINNING FACE}a\nb"
    assert bounds(line_range(WrittenLines(text), 0, 9)) == (0, 0, 1, 1)
    assert bounds(line_range(WrittenLines(text), 0, 0)) == (0, 0, 0, 3)
    assert bounds(line_range(WrittenLines(text, UTF8), 0, 0)) == (0, 0, 0, 5)


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


@pytest.mark.slow
@each_case("text", ODD.values(), ids=ODD)
def test_no_text_and_no_position_is_too_odd(text):
    one = document(text)
    for position in ((1, 4), (10**6, 10**6)):
        everything(one, at(*position))
