"""Characters in tags that cannot be seen are named, in every format that keeps them."""

import pytest

from records import Record, write
from records.formats import FORMATS
from tests.records.archives import read_back
from tests.records.samples import said

ODD = "P\u200bau\u202el\x1b[31m"
GAME = Record(("D3", "B4"), "megiddo", "base", "book", tags={"Red": ODD, "Blue": "Ana"})


def hidden(record):
    return [one.message for one in record.findings if one.code == "hidden-character"]
