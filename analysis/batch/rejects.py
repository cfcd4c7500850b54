"""The file of rejected games: one that was edited is never overwritten."""

import os
import shutil
from pathlib import Path
from typing import IO

from records.target import completed, is_written_through, replaceable

_HEAD = "# Rejected by ludograph convert. Unchanged as long as it ends in a text with the digest "

_CHUNK = 1 << 20


def put_rejects(path: Path, body: Path | None) -> Path | None:
    """Write rejects to their place, over those that an earlier run has left there.

    A file that has been edited, or was not written by a run, is moved aside. What is no regular
    file is written through.

    Args:
        path: their place.
        body: the file of rejects; None if there are none.

    Returns:
        Where an edited file was moved, None if there was none.
    """
    if is_written_through(path):
        if body:
            _put(path, body)
        return None
    real, aside = replaceable(path) if path.is_symlink() else path, None
    if real.exists() and not _is_unchanged(real):
        aside = _free(real)
        os.replace(real, aside)
    if body:
        _put(real, body)
    else:
        real.unlink(missing_ok=True)
    return aside


def _put(path: Path, body: Path) -> None:
    """Write a header, unless they are JSON, and the rejects to a file."""
    with body.open("rb") as rest, completed(path) as out:
        if not _is_json(body):
            out.write(f"{_HEAD}{_digest(body)}.\n".encode())
        shutil.copyfileobj(rest, out, _CHUNK)


def _is_unchanged(path: Path) -> bool:
    """Whether a file is as a run has written it."""
    with path.open("rb") as file:
        head = file.readline(len(_HEAD) + 80).decode("utf-8", "replace")
        return head.startswith(_HEAD) and head[len(_HEAD) :].rstrip(".\n") == _digest_of(file)


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(1) == b"{"


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return _digest_of(file)


def _digest_of(file: IO[bytes]) -> str:
    from hashlib import sha256

    found = sha256()
    while block := file.read(_CHUNK):
        found.update(block)
    return found.hexdigest()[:16]


def _free(path: Path) -> Path:
    """Return an unused name like that of a file."""
    number = 1
    while (name := path.with_name(f"{path.name}.{number}~")).exists():
        number += 1
    return name
