"""The file of rejected games: one that was edited is never overwritten."""

import os
from pathlib import Path
from typing import IO

from records.save import new_rights

_HEAD = "# Rejected by ludograph convert. Unchanged as long as it ends in a text with the digest "

_CHUNK = 1 << 20


def put_rejects(path: Path, body: Path | None) -> Path | None:
    """Move rejects to their place, over those that an earlier run has left there.

    A file that has been edited, or was not written by a run, is moved aside.

    Args:
        path: their place.
        body: the file of rejects, which is removed; None if there are none.

    Returns:
        Where an edited file was moved, None if there was none.
    """
    aside = None
    if path.exists() and not _is_unchanged(path):
        aside = _free(path)
        os.replace(path, aside)
    if body is None:
        path.unlink(missing_ok=True)
    elif _is_json(body):
        os.chmod(body, new_rights())
        os.replace(body, path)
    else:
        _put_headed(path, body)
    return aside


def _put_headed(path: Path, body: Path) -> None:
    """Write a header and the rejects to one file, which is named when it is complete."""
    from tempfile import NamedTemporaryFile

    digest = _digest(body)
    with body.open("rb") as rest, NamedTemporaryFile("wb", dir=body.parent, delete=False) as out:
        out.write(f"{_HEAD}{digest}.\n".encode())
        while block := rest.read(_CHUNK):
            out.write(block)
    os.chmod(out.name, new_rights())
    os.replace(out.name, path)
    body.unlink()


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
