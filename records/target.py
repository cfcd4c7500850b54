"""Output files: replaced atomically, following symbolic links.

A regular file appears under its name when it is complete. Devices, pipes and open descriptors are
written directly. A symbolic link is kept, and the file that it points to is replaced.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, cast

from records.classics import classic_path, is_classic
from records.sources.names import LIST, STANDARD_INPUT, is_read_once, paths

if TYPE_CHECKING:
    from pathlib import Path
    from tempfile import TemporaryDirectory

UNFINISHED = ".ludograph-unfinished-"
"""The prefix of files and folders that are not complete."""

_DESCRIPTORS = ("/proc/", "/dev/fd/")
"""Folders whose files are open descriptors."""


_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
"""Error numbers of a full disk."""


def is_written_through(path: str | os.PathLike[str]) -> bool:
    """Whether a name is a device, a pipe or a descriptor, which cannot be replaced."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) or _is_descriptor(os.path.abspath(path))


def _is_descriptor(place: str) -> bool:
    """Whether a path, or a link to it, is an open descriptor."""
    while not place.startswith(_DESCRIPTORS) and os.path.islink(place):
        place = os.path.normpath(os.path.join(os.path.dirname(place), os.readlink(place)))
    return place.startswith(_DESCRIPTORS)


def replaceable(path: str | os.PathLike[str]) -> "Path":
    """Return the file of a name, which may be new, with links resolved.

    Raises:
        OSError: its folder does not exist, it is write-protected, or links form a loop.
    """
    from pathlib import Path

    real = Path(os.path.realpath(path))
    if real.is_symlink():
        raise _error(errno.ELOOP, path)
    if not real.parent.is_dir():
        raise _error(errno.ENOENT, path)
    if real.exists() and not os.access(real, os.W_OK):
        raise _error(errno.EACCES, path)
    return real


def _error(number: int, path: str | os.PathLike[str]) -> OSError:
    return OSError(number, os.strerror(number), os.fspath(path))


@contextmanager
def named_in_errors(path: str | os.PathLike[str], beside: str = "") -> Iterator[None]:
    """Name a target in the errors of writing it.

    Args:
        path: the target.
        beside: prefix of the names of its unfinished files, which are replaced by the target in
            errors. Errors without a name get it if the disk is full.
    """
    try:
        yield
    except OSError as error:
        inner = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
        if not (inner.startswith(beside) if inner and beside else error.errno in _FULL):
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


@contextmanager
def completed(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears under its name when complete, and else is removed.

    Targets other than regular files are written directly.

    Raises:
        OSError: it cannot be written; the error has the name that was given.
    """
    if is_written_through(path):
        with named_in_errors(path), open_through(path) as out:
            yield out
        return
    from tempfile import NamedTemporaryFile

    real = replaceable(path)
    rights, folder = rights_of(real), os.fspath(real.parent)
    with named_in_errors(path, os.path.join(folder, UNFINISHED)):
        out = NamedTemporaryFile("wb", dir=folder, prefix=UNFINISHED, delete=False)  # noqa: SIM115
        try:
            with out:
                yield cast("IO[bytes]", out)
            os.chmod(out.name, rights)
            os.replace(out.name, real)
        except BaseException:
            os.unlink(out.name)
            raise


def unfinished_folder(parent: str | os.PathLike[str]) -> "TemporaryDirectory[str]":
    """Return a folder for incomplete files, which is removed at the end of its context."""
    from tempfile import TemporaryDirectory

    return TemporaryDirectory(dir=parent, prefix=UNFINISHED)


def open_through(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a target for direct writing; an open descriptor is appended to.

    Raises:
        OSError: it cannot be opened for writing.
    """
    return open(path, "ab" if stat.S_ISREG(os.stat(path).st_mode) else "wb")


def rights_of(path: "Path") -> int:
    """Return the permissions of a file, or of a new file if it does not exist."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def source_at(path: str | os.PathLike[str] | int, sources: Iterable[str]) -> str | None:
    """Return the source that is the same file as a path or a descriptor; None for none.

    Symbolic and hard links are the same file.

    Args:
        path: the path, or the number of an open descriptor.
        sources: names as `records.read` takes them.
    """
    place = _identity(path)
    return place and next((name for name in _files(sources) if _identity(name) == place), None)


def source_on_standard_output(sources: Iterable[str]) -> str | None:
    """Return the source that is the same file as standard output; None for none."""
    return source_at(1, sources)


def _files(sources: Iterable[str]) -> Iterator[str]:
    """Yield the names of the files and lists of sources."""
    for source in sources:
        if source.removeprefix(LIST) == STANDARD_INPUT:
            yield "/dev/stdin"
            continue
        if is_classic(source):
            yield os.fspath(classic_path(source))
            continue
        name = source.removeprefix(LIST)
        yield name
        if not is_read_once(name):
            yield from (path for path in paths([source]) if isinstance(path, str))


def _identity(path: str | os.PathLike[str] | int) -> str | None:
    """Return a key of a regular file, the same for all its names; None for other files."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return f"{found.st_dev}:{found.st_ino}" if stat.S_ISREG(found.st_mode) else None
