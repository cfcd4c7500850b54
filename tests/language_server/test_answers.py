"""Answers: boards, legal moves, corrections, rows, and what is shown beside a text."""

import pytest
from lsprotocol import types

import records
from analysis.batch import InputOptions
from analysis.diagrams import draw_plies
from analysis.editing.lines import UTF8, WrittenLines
from analysis.language_server.actions import REPAIR, actions, repairs
from analysis.language_server.answers import (
    board,
    complete,
    diagnostics,
    hover,
    line_range,
    place,
    symbols,
)
from analysis.replay import replay
from notation import find_dialect
from records.model import player_of
from tests.cases import each_case
from tests.editing.texts import CLASSICS, LENIENT, SHORT, classic, document
from tests.language_server.texts import (
    action_params,
    at,
    best,
    bounds,
    changes,
    edited,
    everything,
    hovered,
    replaced,
    rows,
)

SLIP = classic("epaminondas-slip")


def applied(one, action):
    return edited(one, changes(action.edit))


def titles(one, line, character, *kinds):
    here = types.Range(at(line, character), at(line, character))
    return {each.title: each for each in actions(one, action_params(here, *kinds))}


def test_a_hover_shows_the_move_what_it_did_and_the_board_after_it():
    found = hover(document(SHORT), at(6, 4))
    assert found is not None
    assert found.range is not None
    assert bounds(found.range) == (6, 3, 6, 5)
    words, board = hovered(document(SHORT), at(6, 4)).split("\n\n```text\n")
    assert words.split("\n\n") == [
        "**3. Red** `F4 (A4, B4)`",
        "Captures 2 pieces.",
        "*captures are compulsory, and the text has no brackets: (A4, B4) is added*",
    ]
    assert board.endswith("\n```")
    assert "Last move: F4 (A4, B4)" in board


def test_a_hover_on_the_first_line_of_a_game_shows_its_verdict_and_last_board():
    found = hover(document(SHORT), at(0, 3))
    assert found is not None
    assert found.range is not None
    assert bounds(found.range) == (0, 0, 0, 16)
    words = hovered(document(SHORT), at(0, 3))
    assert words.startswith("**valid**: Megiddo game 1 (base), 6 plies")
    assert "Last move: C1" in words
    assert hover(document(SHORT), at(1, 3)) is None
    assert hover(document(SHORT), at(4, 1)) is None
    assert hover(document("prose"), at(0, 1)) is None


def test_a_hover_names_what_ends_the_game():
    text = classic("megiddo-match")
    one = document(text)
    game = one.games[0]
    span = game.spans[-1]
    outcome = game.plies[-1].after.outcome()
    assert span is not None
    assert outcome is not None
    assert f"{outcome.message}." in hovered(one, at(span.line, span.start))


def test_a_hover_on_an_illegal_ply_played_as_recorded_says_so():
    text = '[Game "epaminondas"]\n\n1. a2-a4\n'
    one = document(text, reading=InputOptions(as_recorded=True))
    assert "\n\nIllegal, and played as recorded.\n\n" in hovered(one, at(2, 4))


def test_a_hover_names_the_opening():
    text = classic("epaminondas-demonstration")
    one = document(text)
    (game,) = one.games
    span = game.spans[3]
    assert span is not None
    assert "Opening: Demonstration game" in hovered(one, at(span.line, span.start))


def test_a_hover_on_a_wrong_ply_shows_the_rule_and_the_board_before_it():
    found = hovered(document(SLIP), at(7, 5))
    first, rule, heading, board = found.split("\n\n", 3)
    assert first == "4.7.3N3x3: not played"
    assert rule.startswith("move 4, White: a phalanx of 3 takes at most 2")
    assert heading == "The board before it:"
    assert "White to move" in board
    assert "The board before the error:" in hovered(document(SLIP), at(7, 15))


@pytest.mark.parametrize(
    ("line", "character", "ply"),
    [(0, 0, 0), (4, 3, 1), (4, 5, 1), (5, 0, 2), (6, 6, 6), (99, 0, 6)],
)
def test_the_board_is_that_after_the_ply_at_a_place(line, character, ply):
    one = document(SHORT)
    (shown,) = draw_plies(one.games[0].replay, [ply], "svg")
    assert board(one, at(line, character)) == shown.decode()
    assert board(document("prose"), at(0, 0)) is None


def test_completion_offers_the_legal_moves_of_the_ply_in_the_notation_of_the_text():
    one = document(SHORT)
    (game,) = one.games
    found = complete(one, at(4, 6))
    before, write = game.plies[0].after, find_dialect("megiddo", "book").write
    assert {item.label for item in found.items} == {write(move) for move in before.legal_moves()}
    assert {replaced(item) for item in found.items} == {(4, 6, 4, 6)}
    assert found.is_incomplete
    assert {item.kind for item in found.items} == {types.CompletionItemKind.Value}
    assert {item.detail for item in found.items} == {"Blue"}
    assert [item.sort_text for item in found.items][:2] == ["0000", "0001"]
    assert found.items[0].filter_text == found.items[0].label


def test_nothing_is_offered_in_tags_and_without_a_game():
    for text, where in ((SHORT, at(0, 4)), ("prose", at(0, 2))):
        found = complete(document(text), where)
        assert (found.items, found.is_incomplete) == ([], False)


@pytest.mark.parametrize(
    ("line", "typed", "first"),
    [
        ("3. ", "", "F4 (A4, B4)"),
        ("3. ", "F", "F4 (A4, B4)"),
        ("3. ", "f4 (a", "F4 (A4, B4)"),
        ("3. ", "D", "D1"),
        ("3. F4 (A4, B4) ", "C", "C1"),
    ],
)
def test_what_is_typed_and_what_it_captures_rank_the_moves(line, typed, first):
    text = SHORT.replace("3. F4 C1", line + typed)
    offered = best(complete(document(text), at(6, len(line + typed))))
    assert offered.label == first
    assert replaced(offered) == (6, len(line), 6, len(line + typed))


def test_plies_that_follow_rank_the_moves():
    one = document(SLIP)
    assert best(complete(one, at(7, 5))).label == "4.7.4N3x3"


def test_every_suggestion_of_an_error_is_an_action_and_so_is_a_search_for_repairs():
    one = document(SLIP)
    (error,) = [each for game in one.games for each in game.findings if each.violation]
    found = titles(one, 7, 5)
    assert len([title for title in found if title.startswith("Write ")]) >= len(error.suggestions)
    fixed = applied(one, found["Write 4.7.4N3x3 (97%)"])
    assert replay(next(records.read_text(fixed))).valid
    command = found["Look for repairs of the whole game"].command
    assert (command.command, command.arguments) == (REPAIR, [one.uri, 1])
    shares = dict(zip(error.suggestions, error.shares, strict=False))
    wanted = [
        f"Write {text} ({shares[text]:.0%})" if shares.get(text, 0) >= 0.005 else f"Write {text}"
        for text in error.suggestions
    ]
    assert list(found)[: len(wanted)] == wanted
    preferred = [title for title, each in found.items() if each.is_preferred]
    assert preferred == ["Write 4.7.4N3x3 (97%)"]
    assert list(titles(one, 5, 2)) == ["Look for repairs of the whole game"]


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
        "Mend all that is certain"
    ]
    assert "Mend all that is certain in this game" in titles(one, 6, 3)


def test_an_action_belongs_to_the_diagnostic_that_the_editor_shows():
    one = document(SLIP)
    shown = diagnostics(one)
    (error,) = [each for each in shown if each.severity == 1]
    params = action_params(error.range)
    params.context.diagnostics = shown
    found = [each for each in actions(one, params) if each.is_preferred]
    assert [each.diagnostics for each in found] == [[error]]


def test_findings_are_diagnostics_with_their_severity_code_and_suggestions():
    (error,) = [each for each in diagnostics(document(SLIP)) if each.severity == 1]
    assert (error.code, error.source, bounds(error.range)) == (
        "capture-size", "ludograph", (7, 4, 7, 13),
    )  # fmt: skip
    rule, question = error.message.split("\n")
    assert rule.startswith("move 4, White: a phalanx of 3 takes at most 2")
    assert question == "did you mean 4.7.4N3x3, 4.7.3N2, 4.7.3N1?"
    _, note = diagnostics(document(SHORT))
    assert note.severity == 3
    assert (note.code, bounds(note.range)) == ("missing-captures", (6, 3, 6, 5))
    (whole,) = diagnostics(document("a" * 2_000_001))
    assert (whole.severity, whole.source, whole.code) == (2, "ludograph", None)
    assert bounds(whole.range) == (0, 0, 0, 2_000_001)


def test_the_file_is_mended_on_request():
    one = document(LENIENT + "\n" + SHORT)
    every = applied(one, titles(one, 0, 0, "source.fixAll")["Mend all that is certain"])
    assert {finding.severity for finding in diagnostics(document(every))} == {3}
    assert "F4 (A4, B4)" in every
    assert "2.7.2N2 {\N{GRINNING FACE}\N{GRINNING FACE}}" in every


def test_a_repair_becomes_an_edit_that_makes_the_game_legal():
    one = document(SLIP)
    (title, first), *_ = repairs(one, 7).items()
    assert title == "ply 7: 4.7.4N3x3, not 4.7.3N3x3 (97%)"
    assert edited(one, changes(first)) == SLIP.replace("4.7.3N3x3", "4.7.4N3x3")
    assert repairs(document(SHORT), 5) == {}
    assert repairs(document("prose"), 0) == {}


def test_a_lost_ply_is_put_in_where_rows_are_written_anew():
    lost = SLIP.replace("4.7.3N3x3", "").replace("2. ", "2. ", 1)
    one = document(lost)
    found = repairs(one, 5)
    assert found
    for proposal in found.values():
        assert replay(next(records.read_text(edited(one, changes(proposal))))).playable


@pytest.mark.parametrize("name", CLASSICS)
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


def test_rows_keep_comments_and_unreadable_plies_and_the_ends_of_lines():
    text = '[Game "megiddo"]\r\n\r\n1. C4 {a\r\nb} B4\r\n2. ?? E6! (good) 1-0\r\n\r\nprose\r\n'
    found = rows(document(text))
    assert found.startswith('[Game "megiddo"]\r\n\r\n  1. C4 {a')
    assert found.endswith("\r\n1-0\r\n\r\nprose\r\n")
    assert "??" in found
    assert "{good}" in found


def test_the_games_of_a_file_are_its_symbols():
    one = document(LENIENT + "\n" + SHORT)
    found = symbols(one)
    assert [each.name for each in found] == ["1. \N{GRINNING FACE} Ann - ?", "2. R - B"]
    assert [(each.range.start.line, each.range.end.line) for each in found] == [(0, 4), (6, 12)]
    assert [each.detail for each in found] == [
        "Epaminondas, 3 plies, valid", "Megiddo, 6 plies, valid",
    ]  # fmt: skip
    assert [bounds(each.selection_range) for each in found] == [(0, 0, 0, 20), (6, 0, 6, 16)]
    assert {each.kind for each in found} == {types.SymbolKind.Event}
    text = classic("megiddo-match")
    names = [each.name for each in symbols(document(text))]
    games = list(records.read_text(text))
    assert names == [
        f"{at}. {player_of(game.tags, 'red')} - {player_of(game.tags, 'blue')} {game.result}"
        for at, game in enumerate(games, start=1)
    ]


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


@each_case("text", ODD.values(), ids=ODD)
@each_case("position", [(1, 4), (10**6, 10**6)], ids=str)
def test_no_text_and_no_position_is_too_odd(text, position):
    everything(document(text), at(*position))
