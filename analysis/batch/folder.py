"""The hidden folder of a run: made for it alone, and never a link that leads elsewhere."""

import os
import stat
from pathlib import Path
from typing import IO

from notation import LudographError

PARTS = frozenset({"journal", "output", "rejects", "complete"})
"""The files of a work folder."""


class ForeignFolder(LudographError, FileExistsError):
    """Something that has the name of a work folder and that no run has made."""


def make_work_folder(folder: Path) -> None:
    """Make the folder, or make sure that the one of an interrupted run is there.

    Raises:
        ForeignFolder: a link, a file, or another's folder has its name, or other files are in it.
        OSError: it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700)
        return
    except FileExistsError:
        found = folder.lstat()
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    if not ours or not PARTS.issuperset(os.listdir(folder)):
        raise ForeignFolder(f"{folder} is in the way: no run of ludograph has made it; move it")


def open_part(path: Path) -> IO[bytes]:
    """Open a file of a work folder for reading and appending.

    Raises:
        ForeignFolder: a link or anything else that is no file of the run has its name.
        OSError: it cannot be opened.
    """
    if os.path.lexists(path):
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise ForeignFolder(f"{path} is in the way: no run of ludograph has made it; move it")
    return open(path, "a+b", opener=_unfollowed)


def _unfollowed(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
