"""Game records: reading and writing files of games, without their rules.

A part of ludograph. `read` yields the records of files, folders, archives or standard input, and
`read_text` those of a string; `save` writes files of records, and `write` returns one record as
text. The rules of the games are in ``analysis``.
"""

from notation.errors import MissingFile
from records.classics import classics
from records.format import CannotWrite
from records.formats import FORMATS
from records.model import Record, Source
from records.read import read, read_text
from records.save import save, write
from records.sources.boundary import TooLong, UnreadableFile

__all__ = [
    "FORMATS",
    "CannotWrite",
    "MissingFile",
    "Record",
    "Source",
    "TooLong",
    "UnreadableFile",
    "classics",
    "read",
    "read_text",
    "save",
    "write",
]
