"""Steps are undone and made again, and come back from the journal after a crash."""

import json
import os
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pages.transcribe.history import History, Step, StepJournal

TEXTS = st.lists(st.text("ab \n\N{GRINNING FACE}", max_size=12), min_size=2, max_size=8)


@given(TEXTS)
def test_a_step_leads_from_one_text_to_the_next_and_back(texts):
    for before, after in pairwise(texts):
        step = Step.between(before, after)
        assert step.applied(before) == after
        assert step.inverse().applied(after) == before


@given(TEXTS, st.lists(st.booleans(), min_size=8, max_size=8))
def test_all_steps_are_undone_and_made_again(texts, typed):
    history, text = History(), texts[0]
    for after, is_typed in zip(texts[1:], typed, strict=False):
        if text != after:
            history.add(Step.between(text, after), is_typed)
        text = after
    while step := history.undo():
        text = step.applied(text)
    assert text == texts[0]
    while step := history.redo():
        text = step.applied(text)
    assert text == texts[-1]


def typed(history: History, text: str, more: str) -> Any:
    for character in more:
        history.add(Step(len(text), "", character), True)
        text += character
    return text


def test_words_are_undone_one_by_one():
    history = History()
    text = typed(history, "", "1. Gd2 Gf1\n2. c4")
    left = []
    while step := history.undo():
        text = step.applied(text)
        left.append(text)
    assert left[0] == "1. Gd2 Gf1\n2. "
    assert left[-1] == ""
    assert 3 <= len(left) <= 8


def test_deleting_is_undone_in_one_go():
    history = History()
    for at in (4, 3, 2):
        history.add(Step(at, "x", ""), True)
    assert history.undo() == Step(2, "", "xxx")


def test_a_step_after_undoing_leaves_nothing_to_redo():
    history = History()
    history.add(Step(0, "", "a"), True)
    history.undo()
    history.add(Step(0, "", "b"), True)
    assert (history.can_undo, history.can_redo) == (True, False)


def journalled(path, steps) -> Any:
    journal, history = StepJournal(path), History()
    text: Any = ""
    journal.begin(text, 0o600)
    for one in steps:
        if one in ("undo", "redo"):
            back = history.undo() if one == "undo" else history.redo()
            text = back and back.applied(text)
            journal.add(one, text)
        else:
            step = Step.between(text, one)
            text = one
            history.add(step, True)
            journal.add("type", text, step)
    journal.close()
    return text


STEPS = ["a", "ab", "ab ", "ab c", "undo", "ab d", "undo", "redo"]


@pytest.mark.parametrize("lost", range(len(STEPS)))
def test_what_the_file_lacks_comes_back(tmp_path, lost):
    path = tmp_path / "game.txt.undo.jsonl"
    text = journalled(path, STEPS)
    earlier = journalled(tmp_path / "other", STEPS[: len(STEPS) - lost])
    restored = StepJournal(path).restored(earlier)
    assert restored is not None
    history: History = restored[0]
    found: Any = restored[1]
    # A text that stood there before may be met twice; the latest is taken.
    assert found == text
    while step := history.undo():
        found = step.applied(found)
    assert found == ""


def test_a_text_that_another_program_wrote_has_no_journal(tmp_path):
    path = tmp_path / "journal"
    journalled(path, STEPS)
    assert StepJournal(path).restored("something else") is None


def test_a_line_that_a_crash_has_cut_off_ends_the_journal(tmp_path):
    path = tmp_path / "journal"
    journalled(path, ["a", "ab"])
    path.write_bytes(path.read_bytes() + b'{"do": "type", "at": 2, "ol')
    restored = StepJournal(path).restored("ab")
    assert restored is not None
    assert restored[1] == "ab"


@pytest.mark.parametrize(
    "line",
    [{"do": "type", "at": 99, "old": "x", "new": "y"}, {"do": "redo"}, {"do": "burn"}, {}],
    ids=str,
)
def test_lines_that_are_no_steps_are_refused(tmp_path, line):
    path = tmp_path / "journal"
    journalled(path, ["a"])
    with path.open("a") as file:
        file.write(json.dumps(line | {"text": "0"}) + "\n")
    assert StepJournal(path).restored("a") is None


@pytest.mark.parametrize("content", [b"", b"mine", b"[1]", b'{"journal": "other"}'], ids=repr)
def test_a_file_of_another_kind_is_left_alone(tmp_path, content):
    path = tmp_path / "journal"
    path.write_bytes(content)
    journal = StepJournal(path)
    journal.begin("", 0o600)
    journal.add("put", "x", Step(0, "", "x"))
    journal.close(remove=True)
    assert journal.is_foreign
    assert path.read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
def test_a_link_in_the_place_of_the_journal_is_not_followed(tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "journal"
    journalled(victim, ["a"])
    kept = victim.read_bytes()
    path.symlink_to(victim)
    journal = StepJournal(path)
    assert journal.restored("a") is None
    journal.begin("", 0o600)
    journal.add("put", "x", Step(0, "", "x"))
    journal.close(remove=True)
    assert victim.read_bytes() == kept
