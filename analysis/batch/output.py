"""The output file of a batch, and its file of rejected games.

A file appears under its name only when it is complete. Standard output, a device or a pipe is
written while games are converted. A rejects file that was edited is never overwritten.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import IO, Self, cast

from records.format import Format
from records.save import compressed
from records.target import completed, is_written_through, replaceable

_HEAD = "# Rejected by ludograph convert. Unchanged as long as it ends in a text with the digest "

_CHUNK = 1 << 20


class Output:
    """The output file of a batch, and its rejects file.

    Args:
        path: the output file; None for standard output.
        container: the format of the output.
        rejects: the rejects file; None if there is none.

    Raises:
        OSError: one of the files cannot be written.
    """

    def __init__(self, path: str | None, container: Format, rejects: str | None) -> None:
        self._path = path
        self._rejects = Path(rejects) if rejects else None
        self._body: IO[bytes] | None = None
        if self._rejects and not is_written_through(self._rejects):
            replaceable(self._rejects)
        self._stack = ExitStack()
        out = self._file = cast("IO[bytes]", sys.stdout.buffer)
        if path is not None:
            self._file = self._stack.enter_context(completed(path))
            out = self._stack.enter_context(compressed(path, self._file))
        self._sink = container.writer(out)

    def append(self, fragment: bytes) -> None:
        """Write a fragment of packed records."""
        with _named(self._path):
            self._sink.append(fragment)

    def reject(self, text: bytes) -> None:
        """Write the text of rejected games to the rejects file."""
        with _named(self._rejects):
            if self._body is None:
                made = NamedTemporaryFile("w+b", prefix="ludograph-")  # noqa: SIM115
                self._body = cast("IO[bytes]", self._stack.enter_context(made))
            self._body.write(text)

    def complete(self) -> Path | None:
        """Move the files into place.

        If no game was rejected, an earlier rejects file is removed, unless the games were written
        to standard output or a device.

        Returns:
            The new path of an earlier rejects file that was edited and is therefore renamed; None
            if there was none.
        """
        aside = None
        with _named(self._path):
            self._sink.close()
            # A full disk is detected before rejects are stored without their games.
            self._file.flush()
            sys.stdout.flush()
            through = self._path is None or is_written_through(self._path)
            if self._rejects and (self._body or not through):
                aside = _put_rejects(self._rejects, self._body)
            self._stack.close()
        return aside

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._stack.close()
            return
        # Errors in closing a discarded file are explained by the first error.
        with suppress(OSError, ValueError):
            if self._path is not None:
                # A writer of tables writes their end when it is garbage-collected: now, while the
                # file is open.
                self._sink.close()
        with suppress(OSError):
            self._stack.__exit__(kind, error, trace)


@contextmanager
def _named(path: str | Path | None) -> Iterator[None]:
    """Add a path, unless it is None, to errors that name no file."""
    try:
        yield
    except OSError as error:
        if path is None or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _put_rejects(path: Path, body: IO[bytes] | None) -> Path | None:
    """Move the rejects file into place, replacing the file of an earlier run.

    A file that was edited, or was not written by a run, is renamed. A device or pipe is written
    directly.

    Args:
        path: path of the rejects file.
        body: the rejects; None if there are none.

    Returns:
        The new path of the renamed file; None if no file was renamed.
    """
    aside = None
    if not is_written_through(path):
        path = replaceable(path) if path.is_symlink() else path
        if path.exists() and not _is_unchanged(path):
            aside = next(one for n in count(1) if not (one := Path(f"{path}.{n}~")).exists())
            os.replace(path, aside)
        if body is None:
            path.unlink(missing_ok=True)
    if body:
        with completed(path) as out:
            body.seek(0)
            if body.read(1) != b"{":  # JSON has no comments.
                body.seek(0)
                out.write(f"{_HEAD}{_digest(body)}.\n".encode())
            body.seek(0)
            shutil.copyfileobj(body, out, _CHUNK)
    return aside


def _is_unchanged(path: Path) -> bool:
    """Whether a rejects file was written by a run and not changed since."""
    with path.open("rb") as file:
        head = file.readline(len(_HEAD) + 80).decode("utf-8", "replace")
        return head.startswith(_HEAD) and head[len(_HEAD) :].rstrip(".\n") == _digest(file)


def _digest(file: IO[bytes]) -> str:
    """Return a digest of the part of a file that has not been read yet."""
    from hashlib import sha256

    found = sha256()
    while block := file.read(_CHUNK):
        found.update(block)
    return found.hexdigest()[:16]
