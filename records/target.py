"""Output files: replaced atomically, following symbolic links.

A regular file appears under its name when it is complete. Devices, pipes and open descriptors are
written directly. A symbolic link is kept, and the file that it points to is replaced.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, TYPE_CHECKING, cast

from records.classics import classic_path, is_classic
from records.sources.names import LIST, STANDARD_INPUT, is_read_once, paths

if TYPE_CHECKING:
    from pathlib import Path

UNFINISHED = ".ludograph-unfinished-"
"""Prefix of the names of incomplete files and folders."""

_DESCRIPTORS = ("/proc/", "/dev/fd/")
"""Folders whose files are open descriptors."""


_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
"""Error numbers for a full disk."""


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
    """Return the path of a file, which may be new, with symbolic links resolved.

    Raises:
        OSError: the folder does not exist, the file is write-protected, or links form a loop.
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
    """Put the name of a target into errors about its unfinished file or a full disk.

    Args:
        path: the target.
        beside: beginning of the paths of its unfinished files; empty if there are none.
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
    """Open a file for writing; it gets its name when it is complete, and is removed on an error.

    Targets other than regular files are written directly.

    Raises:
        OSError: it cannot be written; the error has the name that was given.
    """
    if is_written_through(path):
        # An open descriptor is appended to.
        mode = "ab" if stat.S_ISREG(os.stat(path).st_mode) else "wb"
        with named_in_errors(path), open(path, mode) as out:
            yield cast("IO[bytes]", out)
        return
    from tempfile import mkstemp

    real = replaceable(path)
    rights, folder = rights_of(real), os.fspath(real.parent)
    remove_leftovers(folder)
    with named_in_errors(path, os.path.join(folder, UNFINISHED)):
        number, unfinished = mkstemp(dir=folder, prefix=_prefix(os.getpid()))
        os.close(number)
        with open(unfinished, "wb") as out:
            try:
                yield out
                out.close()
                os.chmod(unfinished, rights)
                os.replace(unfinished, real)
            except BaseException:
                os.unlink(unfinished)
                raise


@contextmanager
def unfinished_folder(parent: str | os.PathLike[str]) -> Iterator[str]:
    """Create a folder for incomplete files, which is removed at the end."""
    from tempfile import TemporaryDirectory

    remove_leftovers(os.path.abspath(parent))
    with TemporaryDirectory(dir=parent, prefix=_prefix(os.getpid())) as made:
        yield made


def _prefix(process: int | str) -> str:
    """Return the beginning of the names of a process's unfinished files on this machine."""
    machine = os.uname().nodename if hasattr(os, "uname") else ""
    return f"{UNFINISHED}{machine}-{process}-"


@cache
def remove_leftovers(folder: str) -> None:
    """Remove unfinished files of killed runs on this machine from a folder, once per process."""
    from shutil import rmtree

    beginning, names = _prefix("").removesuffix("-"), list[str]()
    with suppress(OSError):
        names = [one.name for one in os.scandir(folder) if one.name.startswith(beginning)]
    for name in names:
        process = name.removeprefix(beginning).partition("-")[0]
        if process.isdecimal() and not _is_running(int(process)):
            path = os.path.join(folder, name)
            with suppress(OSError):
                rmtree(path) if os.path.isdir(path) else os.unlink(path)


def _is_running(process: int) -> bool:
    if os.name != "posix":
        return True  # On Windows, signal 0 may end a process.
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass  # It is another user's.
    return True


def rights_of(path: "Path") -> int:
    """Return the permissions of a file, or of a new file if it does not exist."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def source_at(path: str | os.PathLike[str] | int, sources: Iterable[str]) -> str | None:
    """Return the source that is the same file as a path or a descriptor, if any.

    Symbolic and hard links are the same file.

    Args:
        path: the path, or the number of an open descriptor.
        sources: names as `records.read` takes them.
    """
    place = _identity(path)
    return place and next((name for name in _files(sources) if _identity(name) == place), None)


def source_on_standard_output(sources: Iterable[str]) -> str | None:
    """Return the source that is the same file as standard output; None if there is none."""
    return source_at(1, sources)


def _files(sources: Iterable[str]) -> Iterator[str]:
    """Yield the paths of the files that sources name, and of their lists."""
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
    """Return a key of a regular file that is independent of its name; None for other files."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return f"{found.st_dev}:{found.st_ino}" if stat.S_ISREG(found.st_mode) else None
