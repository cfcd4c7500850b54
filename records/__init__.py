"""Records of games as documents: what was written, by whom, and where it stands.

`read` yields the records of files, folders, archives or standard input; `save` writes files of
them, and `write` gives one record back as text. What a record's moves mean is
for ``analysis`` to say.
"""

from records.classics import classics
from records.formats import FORMATS
from records.losses import CannotWrite
from records.model import Record, Source
from records.read import read
from records.save import save, write

__all__ = ["FORMATS", "CannotWrite", "Record", "Source", "classics", "read", "save", "write"]
