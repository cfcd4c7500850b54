"""Characters in tags that cannot be seen are named, in every format that keeps them."""

import pytest

from records import Record, read, save
from records.formats import FORMATS
from tests.records.samples import codes, messages, read_one

ODD = "P\u200bau\u202el\x1b[31m"
GAME = Record(("D3", "B4"), "megiddo", "base", "book", tags={"Red": ODD, "Blue": "Ana"})


@pytest.mark.parametrize("form", FORMATS)
def test_hidden_characters_of_tags_are_named_and_kept(form, tmp_path):
    path = tmp_path / "games"
    save(GAME, path, form, lossy=True)
    (record,) = read(path, format=form)
    assert record.tags["Red"] == ODD
    assert codes(record).count("hidden-character") == 1
    for named in ("3 in the tags Red", "U+200B", "U+202E", "U+001B"):
        assert named in messages(record)


def test_the_note_is_there_once_however_often_a_record_is_copied(tmp_path):
    record = GAME
    for count in range(3):
        path = tmp_path / f"{count}.jsonl"
        save(record, path)
        (record,) = read(path)
        assert codes(record) == ["hidden-character"]


def test_other_characters_that_do_not_print_are_no_hidden_ones():
    assert (
        codes(read_one('{"game": "megiddo", "moves": [], "tags": {"Red": "a\\u00a0b\\n"}}')) == []
    )
