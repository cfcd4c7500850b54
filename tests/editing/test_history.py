"""Undo and redo of texts, by words or rows."""

from hypothesis import given
from hypothesis import strategies as st

from analysis.editing.history import TextHistory, change

TEXT = st.text("ab \n\N{GRINNING FACE}", max_size=12)


def undone(one):
    """Return all texts that can be restored by undo."""
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


def test_texts_are_undone_and_made_again():
    one, texts = TextHistory("a"), ["a", "b", "c", "d"]
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


def test_words_are_undone_one_by_one_and_rows_apart():
    one = typed(TextHistory(), "1. Gd2 Gf1\n2. c4")
    assert undone(one) == [
        "1. Gd2 Gf1\n2. ", "1. Gd2 Gf1\n", "1. Gd2 Gf1", "1. Gd2 ", "1. ", "",
    ]  # fmt: skip


def test_deleting_is_undone_in_one_go_and_so_are_at_most_eighty_characters():
    one = typed(TextHistory(), "abc")
    for text in ("ab", "a", ""):
        one.add(text, True)
    assert undone(one) == ["abc", ""]
    long = undone(typed(TextHistory(), "x" * 100))
    assert long == ["x" * 80, ""]


def test_what_was_put_and_what_follows_undo_is_a_step_of_its_own():
    one = typed(TextHistory(), "ab")
    one.add("abc", False)
    one.add("abcd", True)
    assert undone(one) == ["abc", "ab", ""]
    one.move(1)
    one.add("abx", True)
    assert undone(one) == ["ab", ""]
