"""Characters in tags that cannot be seen are named, in every format that keeps them."""

import pytest

from records import Record, read, save
from records.formats import FORMATS
from tests.records.samples import codes, messages

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
