"""Texts are undone and made again, and come back from the journal after a crash."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.editing import history
from analysis.editing.history import TextHistory, change

TEXT = st.text("ab \n\N{GRINNING FACE}", max_size=12)


@pytest.fixture
def journal(tmp_path):
    """Return a function that opens the journal of a text, as after the crash of the last."""

    def begin(text="", name="journal", **options):
        return TextHistory(tmp_path / name, text, **options)

    return begin


def undone(one):
    """Return all texts to which undo leads."""
    found = []
    while one.move(-1):
        found.append(one.text)
    return found


@given(TEXT, TEXT)
def test_a_change_leads_from_one_text_to_the_other_and_is_the_smallest(before, after):
    at, old, new = change(before, after)
    assert before[at : at + len(old)] == old
    assert before[:at] + new + before[at + len(old) :] == after
    assert not (old and new and (old[0] == new[0] or old[-1] == new[-1]))


def test_texts_are_undone_and_made_again(journal):
    one, texts = journal("a"), ["a", "b", "c", "d"]
    for text in texts[1:]:
        one.add(text, False)
    assert undone(one) == ["c", "b", "a"]
    assert (one.can_undo, one.can_redo) == (False, True)
    assert one.move(1) == (0, "a", "b")
    assert (one.can_undo, one.can_redo, one.text) == (True, True, "b")
    one.add("x", False)
    assert one.move(1) is None
    assert undone(one) == ["b", "a"]


def typed(one, more, text=""):
    for character in more:
        text += character
        one.add(text, True)
    return one


def test_words_are_undone_one_by_one_and_rows_apart(journal):
    one = typed(journal(), "1. Gd2 Gf1\n2. c4")
    assert undone(one) == [
        "1. Gd2 Gf1\n2. ", "1. Gd2 Gf1\n", "1. Gd2 Gf1", "1. Gd2 ", "1. ", "",
    ]  # fmt: skip


def test_deleting_is_undone_in_one_go_and_so_are_at_most_eighty_characters(journal):
    one = typed(journal(), "abc")
    for text in ("ab", "a", ""):
        one.add(text, True)
    assert undone(one) == ["abc", ""]
    long = undone(typed(journal("", "long"), "x" * 100))
    assert long == ["x" * 80, ""]


def test_what_was_put_and_what_follows_undo_is_a_step_of_its_own(journal):
    one = typed(journal(), "ab")
    one.add("abc", False)
    one.add("abcd", True)
    assert undone(one) == ["abc", "ab", ""]
    one.move(1)
    one.add("abx", True)
    assert undone(one) == ["ab", ""]


STEPS = ["a", "b", "c", -1, "d", -1, 1]
TEXTS = ["", "a", "b", "c", "b", "d", "b", "d"]


@pytest.mark.parametrize("kept", range(1, len(TEXTS)))
def test_what_the_file_lacks_comes_back(journal, kept):
    one = journal()
    for step in STEPS:
        one.add(step, False) if isinstance(step, str) else one.move(step)
    again = journal(TEXTS[kept])
    assert (again.text, again.is_restored) == ("d", TEXTS[kept] != "d")
    assert undone(again) == ["b", "a", ""]


@pytest.mark.parametrize(("text", "is_new"), [("something else", False), ("", True)])
def test_a_text_that_another_program_wrote_or_removed_has_no_journal(journal, text, is_new):
    typed(journal(), "ab")
    again = journal(text, is_new=is_new)
    assert (again.text, again.can_undo, again.can_redo) == (text, False, False)
    assert not again.is_restored


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('{"text": "abx", "ty', "ab"),
        ('{"at": 7}\n', None),
        ('{"at": -1}\n', None),
        ('{"text": 1, "typed": true}\n', None),
        ('{"burn": 1}\n', None),
        ("[]\n", "ab"),
    ],
    ids=str,
)
def test_a_line_cut_off_ends_the_journal_and_another_kind_of_line_refuses_it(
    journal, tmp_path, line, text
):
    one = journal()
    one.add("ab", False)
    with (tmp_path / "journal").open("a") as file:
        file.write(line)
    again = journal("ab")
    assert again.text == "ab"
    assert again.can_undo is (text is not None)


def test_steps_behind_a_line_cut_off_come_back(journal, tmp_path):
    journal().add("ab", False)
    with (tmp_path / "journal").open("a") as file:
        file.write('{"text": "abx", "ty')
    journal("ab").add("abc", False)
    assert undone(journal("abc")) == ["ab", ""]


def test_a_journal_that_grows_too_large_keeps_the_last_texts(journal, tmp_path, monkeypatch):
    monkeypatch.setattr(history, "LARGEST", 4000)
    one = journal()
    for number in range(60):
        one.add(f"{number:0100}", False)
    assert (tmp_path / "journal").stat().st_size < 4000
    again = journal(one.text)
    assert undone(again)[:3] == [f"{number:0100}" for number in (58, 57, 56)]


@pytest.mark.parametrize("content", [b"", b"mine", b"[1]", b'{"journal": "other"}\n'], ids=repr)
def test_a_file_of_another_kind_is_left_alone(journal, tmp_path, content):
    path = tmp_path / "journal"
    path.write_bytes(content)
    one = journal()
    one.add("x", False)
    one.remove()
    assert one.is_foreign
    assert undone(one) == [""]
    assert path.read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
def test_a_link_in_the_place_of_the_journal_is_not_followed(journal, tmp_path):
    journal("", "victim").add("a", False)
    kept = (tmp_path / "victim").read_bytes()
    (tmp_path / "journal").symlink_to(tmp_path / "victim")
    one = journal("a")
    one.add("x", False)
    one.remove()
    assert (tmp_path / "victim").read_bytes() == kept
    assert json.loads(kept.splitlines()[-1]) == {"text": "a", "typed": False}
