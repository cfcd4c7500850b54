"""Answers: boards, legal moves, corrections, rows, and what is shown beside a text."""

import pytest
from lsprotocol import types

import records
from analysis.language_server.actions import REPAIR, actions
from analysis.language_server.completion import complete
from analysis.language_server.diagnostics import diagnostics
from analysis.language_server.outline import symbols
from analysis.language_server.repairing import proposals
from analysis.language_server.rewriting import layout_edits
from analysis.replay import replay
from notation import find_dialect
from tests.language_server.texts import (
    CLASSICS,
    LENIENT,
    SHORT,
    action_params,
    at,
    best,
    changes,
    classic,
    document,
    edited,
    hovered,
    replaced,
)

SLIP = classic("epaminondas-slip")


def applied(one, action):
    return edited(one, changes(action.edit))


def titles(one, line, character, *kinds):
    here = types.Range(at(line, character), at(line, character))
    return {each.title: each for each in actions(one, action_params(here, *kinds))}


def test_a_hover_shows_the_move_what_it_did_and_the_board_after_it():
    found = hovered(document(SHORT), at(6, 4))
    assert "**3. Red** `F4 (A4, B4)`" in found
    assert "Captures 2 pieces." in found
    assert "Last move: F4 (A4, B4)" in found


def test_a_hover_names_the_opening():
    text = classic("epaminondas-demonstration")
    one = document(text)
    (game,) = one.games
    span = game.spans[3]
    assert span is not None
    assert "Opening: Demonstration game" in hovered(one, at(span.line, span.start))


def test_a_hover_on_a_wrong_ply_shows_the_rule_and_the_board_before_it():
    found = hovered(document(SLIP), at(7, 5))
    assert "takes at most 2" in found
    assert "White to move" in found


def test_completion_offers_the_legal_moves_of_the_ply_in_the_notation_of_the_text():
    one = document(SHORT)
    (game,) = one.games
    found = complete(one, at(4, 6))
    before, write = game.plies[0].after, find_dialect("megiddo", "book").write
    assert {item.label for item in found.items} == {write(move) for move in before.legal_moves()}
    assert {replaced(item) for item in found.items} == {(4, 6, 4, 6)}


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
    assert found["Look for repairs of the whole game"].command.command == REPAIR


def test_missing_captures_are_completed():
    one = document(SHORT)
    assert "F4 (A4, B4) C1" in applied(one, titles(one, 6, 3)["Write F4 (A4, B4)"])


def test_the_rest_is_written_canonically_and_the_file_on_request():
    one = document(LENIENT + "\n" + SHORT)
    rest = applied(one, titles(one, 3, 21)["Write the rest in canonical notation"])
    assert "2.7.2 N2" in rest
    assert "11.6.2SE2 {a reply}\n2. 2.6.3E1!" in rest
    every = applied(one, titles(one, 0, 0, "source.fixAll")["Mend all that is certain"])
    assert {finding.severity for finding in diagnostics(document(every))} == {3}
    assert "F4 (A4, B4)" in every
    assert "2.7.2N2 {\N{GRINNING FACE}\N{GRINNING FACE}}" in every


def test_a_repair_becomes_an_edit_that_makes_the_game_legal():
    one = document(SLIP)
    first, *_ = proposals(one, 7)
    assert "4.7.4N3x3, not 4.7.3N3x3 (97%)" in first.title
    assert replay(next(records.read_text(edited(one, changes(first.edit))))).valid


def test_a_lost_ply_is_put_in_where_rows_are_written_anew():
    lost = SLIP.replace("4.7.3N3x3", "").replace("2. ", "2. ", 1)
    one = document(lost)
    for proposal in proposals(one, 5):
        assert replay(next(records.read_text(edited(one, changes(proposal.edit))))).playable


@pytest.mark.parametrize("name", CLASSICS)
def test_rows_lose_nothing_and_rows_of_rows_are_the_same(name):
    text = classic(name)
    one = document(text)
    rows = edited(one, [edit for game in one.games for edit in layout_edits(one, game)])
    two = document(rows)
    for before, after in zip(one.games, two.games, strict=True):
        old, new = before.replay.record, after.replay.record
        assert (old.moves, old.tags, old.details) == (new.moves, new.tags, new.details)
        assert (old.comment, old.result) == (new.comment, new.result)
    assert not [edit for game in two.games for edit in layout_edits(two, game)]
    kept = sorted(line for line in text.splitlines() if line.startswith(("[", "#", ";")))
    assert kept == sorted(line for line in rows.splitlines() if line.startswith(("[", "#", ";")))


def test_rows_keep_comments_and_unreadable_plies_and_the_ends_of_lines():
    text = '[Game "megiddo"]\r\n\r\n1. C4 {a\r\nb} B4\r\n2. ?? E6! (good) 1-0\r\n\r\nprose\r\n'
    one = document(text)
    rows = edited(one, [edit for game in one.games for edit in layout_edits(one, game)])
    assert rows.startswith('[Game "megiddo"]\r\n\r\n  1. C4 {a')
    assert rows.endswith("\r\n1-0\r\n\r\nprose\r\n")
    assert "??" in rows
    assert "{good}" in rows


def test_rows_with_words_of_another_kind_stay_as_they_are():
    text = SHORT.replace("2. E6 A4", "2. E6 A4 nonsense words")
    one = document(text)
    assert not [edit for game in one.games for edit in layout_edits(one, game)]


def test_the_games_of_a_file_are_its_symbols():
    one = document(LENIENT + "\n" + SHORT)
    found = symbols(one)
    assert [each.name for each in found] == ["1. \N{GRINNING FACE} Ann - ?", "2. R - B"]
    assert [(each.range.start.line, each.range.end.line) for each in found] == [(0, 4), (6, 12)]
