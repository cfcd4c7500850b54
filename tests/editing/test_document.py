"""Documents: what is read part by part, and after edits, is what a whole text is read as."""

import random
from time import process_time
from unittest.mock import Mock

import pytest

import records
from analysis.batch import InputOptions
from analysis.editing.document import LARGEST, shown_findings
from analysis.replay import replay
from analysis.replay.setup import Setup
from tests.editing.texts import CLASSICS, LENIENT, SHORT, classic, document, replaced

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
        one = replaced(one, (line, start), (line, min(stop, len(one.lines[line]))), text)
        assert shown_findings(one) == shown_findings(document(one.lines.written))


def test_ranges_are_exact_behind_wide_characters():
    found = {one.finding.code: one.span for one in shown_findings(document(LENIENT)) if one.finding}
    assert found["direction-points"] == (3, 23, 24)
    assert found["blank-in-move"] == (3, 8, 9)


def test_an_error_has_the_range_of_its_ply_with_any_end_of_lines():
    text = SHORT.replace("F4", "B4").replace("\n", "\r\n")
    (error,) = wrong(document(text))
    assert (error.finding.code, error.span, error.ply) == ("occupied", (6, 3, 5), (6, 3, 5))
    assert error.message.startswith("move 3, Red: ")


def wrong(one):
    """Return the errors that are shown."""
    return [each for each in shown_findings(one) if each.finding and each.finding.violation]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.sgf", "(;W[e2];B[e3])"), ("a.jsonl", '{"moves": ["C4", "C4"], "game": "megiddo"}\n')],
)
def test_other_formats_are_read_by_their_content(name, text):
    (game,) = document(text, f"file:///{name}").games
    assert len(game.replay.record.moves) == 2


def test_a_text_that_is_too_long_is_named_and_not_read():
    (one,) = shown_findings(document("a" * (LARGEST + 1)))
    assert "not checked while typing" in one.message


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


def test_what_the_editor_states_of_the_games_counts():
    (game,) = document("1. C4 B4\n", reading=InputOptions(variant="master")).games
    assert str(game.replay.variant) == "master"


def test_plies_before_an_edit_are_read_once(monkeypatch):
    """Under the variants that a guess leaves open, too, each of which is tried to the end."""
    rows = [f"{one}1,{one}2-{one}3 {one}12,{one}11-{one}10" for one in "abc"]
    one = document("\n".join(['[Game "epaminondas"]', "", *rows, "d2-d4 "]))
    assert one.games[0].findings
    read = Mock(side_effect=Setup.options)
    monkeypatch.setattr(Setup, "options", lambda *given: read(*given))
    one = replaced(one, (5, 6), (5, 6), "h11-h7")
    assert "a lone piece moves at most 1 square" in shown_findings(one)[1].message
    assert {index for (_, _, index), _ in read.call_args_list} <= {6, 7}


@pytest.mark.slow
def test_an_edit_costs_the_game_that_changed():
    """Eight times the games take less than twice the time, for one edit."""
    costs = []
    for games in (50, 400):
        one = document("\n".join([SHORT.replace('"R"', f'"R{at}"') for at in range(games)]))
        assert one.games
        least = 1e9
        for version in range(8):
            begun = process_time()
            one = replaced(one, (4, 3), (4, 5), f"C{version % 6 + 1}")
            assert one.games
            least = min(least, process_time() - begun)
        costs.append(least)
    assert costs[1] < 4 * costs[0] + 0.01


def test_places_belong_to_games_and_plies():
    text = f"prose\n\n{LENIENT}\n{SHORT}"
    first, second = (game for game in document(text).games if game.number)
    one = document(text)
    assert [getattr(one.game_at(line), "number", None) for line in (0, 2, 6, 7, 8, 14, 99)] == [
        None, 1, 1, 1, 2, 2, 2,
    ]  # fmt: skip
    assert (first.first_line, one.last_line(one.games[0])) == (2, 6)
    assert (second.first_line, one.last_line(one.games[1])) == (8, 14)
    assert one.text_of(one.games[1]) == SHORT.rstrip("\n")
    assert [second.ply_at(12, column) for column in (0, 2, 3, 5, 6, 8, 9)] == [
        None, None, 0, 0, 1, 1, None,
    ]  # fmt: skip
    assert [second.plies_before(*place) for place in ((8, 0), (12, 4), (13, 0), (14, 9))] == [
        0, 1, 2, 6,
    ]  # fmt: skip
    assert second.position_before(0) == second.replay.start
    assert second.position_before(2) == second.plies[1].after
    assert second.position_before(7) is None
