"""The file of rejected games: what a run has written may be replaced, what a person has may not."""

import os
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import IO, cast

from analysis.batch.marks import Checkpoint
from records.format import Format
from records.save import new_rights

_HEAD = "# Rejected by ludograph convert. Unchanged as long as it ends in a text with the digest "

_CHUNK = 1 << 20


def put_rejects(path: Path, body: Path | None) -> Path | None:
    """Put rejects where they belong, and away what an earlier run has left there.

    A file that was written by a person, or mended by one, is moved aside.

    Args:
        path: where they belong.
        body: the file of rejects, which is removed; None if there are none.

    Returns:
        Where a file that was not ours to replace has gone, None if there was none.
    """
    aside = None
    if path.exists() and not _is_ours(path):
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
    """Write a header and the rejects, as one file that takes its name when it is complete."""
    digest = _digest(body)
    with body.open("rb") as rest, NamedTemporaryFile("wb", dir=body.parent, delete=False) as out:
        out.write(f"{_HEAD}{digest}.\n".encode())
        while block := rest.read(_CHUNK):
            out.write(block)
    os.chmod(out.name, new_rights())
    os.replace(out.name, path)
    body.unlink()


def _is_ours(path: Path) -> bool:
    """Tell whether a file is as a run has written it."""
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
    found = sha256()
    while block := file.read(_CHUNK):
        found.update(block)
    return found.hexdigest()[:16]


def _free(path: Path) -> Path:
    """Return a name like that of a file which no file has."""
    number = 1
    while (name := path.with_name(f"{path.name}.{number}~")).exists():
        number += 1
    return name


class StandardOutput:
    """Standard output in place of a file, and a file of rejects once there are any.

    Args:
        container: the format.
        rejects: the file of what is rejected.
    """

    def __init__(self, container: Format, rejects: str) -> None:
        self._sink = container.writer(sys.stdout.buffer)
        self._path = Path(rejects)
        self._body: IO[bytes] | None = None

    def append(self, fragment: bytes) -> None:
        """Print records."""
        self._sink.append(fragment)

    def reject(self, text: bytes) -> None:
        """Add to the rejects."""
        if text and self._body is None:
            folder = self._path.parent
            made = NamedTemporaryFile("wb", dir=folder, prefix=".ludograph-", delete=False)  # noqa: SIM115
            self._body = cast("IO[bytes]", made)
        if self._body:
            self._body.write(text)

    def reached(self, mark: Checkpoint, state: object) -> None:
        """Do nothing: what has been printed cannot be gone on with."""

    def complete(self) -> Path | None:
        """End the output, and put the rejects in their place; without any leave what is there."""
        self._sink.close()
        sys.stdout.flush()
        if self._body is None:
            return None
        self._body.close()
        body, self._body = Path(self._body.name), None
        return put_rejects(self._path, body)

    def __enter__(self) -> "StandardOutput":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._body:
            self._body.close()
            os.unlink(self._body.name)
