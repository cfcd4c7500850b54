"""Opening a library, whatever it is stored in."""

import os

from analysis.library.library import Library
from analysis.library.stored import StoredLibrary
from notation.extras import named_extras


def open_library(path: str) -> StoredLibrary:
    """Open a library to ask it: one in a file, or a partitioned one in a folder.

    Raises:
        UnusableLibrary: it is no library, is damaged, or of another version.
        OSError: it cannot be opened.
        MissingExtra: a partitioned library needs packages that are not installed.
    """
    if not os.path.isdir(path):
        return Library(path)
    # Loaded here: libraries in one file need no Parquet.
    with named_extras():
        from analysis.library.partitioned import PartitionedLibrary

        return PartitionedLibrary(path)
