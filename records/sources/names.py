"""Names of sources: files, folders, archives, lists and standard input, as streams of text.

Streams are read in blocks, so that memory does not grow with their size.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import ENOENT
from fnmatch import fnmatchcase
from typing import NamedTuple

from notation.errors import MissingFile
from notation.pattern import lazy_pattern
from records.classics import classic_path, is_classic
from records.sources.decode import UNPACKED_LIMIT, Content, Stream

STANDARD_INPUT = "-"

LIST = "@"
"""Prefix of the name of a file that lists names, one per line."""

LONGEST = 1 << 15
"""Maximum length of the name of a file on any system, in characters."""

_PACKED = (".zip", ".gz", ".zst", ".tar", ".tgz", ".tzst", ".eml", ".mbox")
_ADDRESS = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+://")
_AN_ADDRESS = "this is a web address, not a file: download it and name the file"


class Folders:
    """The folders among the names of sources. Their files have not been named individually."""

    def __init__(self, sources: Iterable[str]) -> None:
        found = {os.path.normpath(one) for one in sources if os.path.isdir(one)}
        self._all = os.curdir in found
        self._beginnings = tuple(os.path.join(one, "") for one in found)

    def hold(self, path: str) -> bool:
        """Whether a file is in one of the folders."""
        inside = self._all and not os.path.isabs(path) and path != STANDARD_INPUT
        return inside or path.startswith(self._beginnings)


class FileFilter:
    """A filter of files. A pattern with a slash applies to paths, any other one to names.

    Args:
        include: patterns of the files to read in folders; empty for all.
        exclude: patterns of files and folders not to read, even if they are named.

    Attributes:
        left_out: the files that were excluded.
    """

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        self._include = [path_pattern(one) for one in include]
        self._exclude = [path_pattern(one) for one in exclude]
        self.left_out = set[str]()

    def takes(self, path: str, is_named: bool) -> bool:
        """Whether a file is to be read.

        Args:
            is_named: whether the name of the file itself was given, not only that of a folder.
        """
        if path == STANDARD_INPUT or is_classic(path):
            return True
        whole = os.path.abspath(path)
        *above, name = os.path.relpath(whole).split(os.sep) if self._exclude else [path]
        if _fits(whole, (*above, name, os.path.basename(whole)), self._exclude):
            self.left_out.add(path)
            return False
        return (
            is_named or not self._include or _fits(whole, (os.path.basename(whole),), self._include)
        )


def path_pattern(pattern: str, folder: str = "") -> str:
    """Return a pattern of paths as an absolute one; a pattern without a slash is not changed.

    Args:
        pattern: the pattern of paths or names.
        folder: the folder to which paths are relative; the working folder if empty.
    """
    pattern = pattern.replace(os.sep, "/").removeprefix("./").rstrip("/")
    if "/" not in pattern:
        return pattern
    from glob import escape

    return os.path.join(escape(folder or os.getcwd()), pattern).replace(os.sep, "/")


def _fits(path: str, names: Iterable[str], patterns: Iterable[str]) -> bool:
    """Whether a pattern matches a path, one of the path's parent folders, or one of the names."""
    path = path.replace(os.sep, "/")
    return any(
        fnmatchcase(path, one) or fnmatchcase(path, f"{one}/*")
        if "/" in one
        else any(fnmatchcase(name, one) for name in names)
        for one in patterns
    )


class Failed(NamedTuple):
    """The name of a file, folder or list that cannot be read, and the reason."""

    path: str
    error: Exception


def streams(
    sources: Iterable[str | os.PathLike[str]],
    encoding: str | None = None,
    limit: int = UNPACKED_LIMIT,
    files: FileFilter | None = None,
) -> Iterator[Stream]:
    """Yield the texts of sources in the order of their names; in a folder, in the order of paths.

    The stream of a source that cannot be opened raises the error when it is read; the other sources
    are not affected.

    Args:
        sources: files, folders (with all files below them), glob patterns, ``-``, or ``@`` and the
            name of a file with one of these on each line.
        encoding: the encoding of all texts; None to detect it.
        limit: largest unpacked size of a compressed file or member, in bytes.
        files: which of the files are read; None for all.
    """
    for path in paths(sources, files):
        if isinstance(path, Failed):
            yield Stream(path.path, Content.failing(path.error), encoding)
            continue
        stream = None
        try:
            for stream in _open(path, limit):
                stream.encoding = stream.encoding or encoding
                yield stream
        except Exception as error:
            yield Stream(path, Content.failing(error), encoding)
            continue
        if stream is None:
            yield Stream(path, Content.failing(_nothing("the archive holds no files", path)))


def _open(path: str, limit: int) -> Iterator[Stream]:
    if path == STANDARD_INPUT:
        yield Stream(path, sys.stdin.buffer)
    elif is_classic(path):
        with open(classic_path(path), "rb") as raw:
            yield Stream(path, raw)
    else:
        with open(path, "rb") as raw:
            if path.lower().endswith(_PACKED):
                from records.sources.archives import members

                found = members(path, raw, limit)
            else:
                found = iter([Stream(path, raw)])
            size = size_of(path)
            for stream in found:
                stream.file, stream.size = raw if raw.seekable() else None, size
                yield stream


def paths(
    sources: Iterable[str | os.PathLike[str]], files: FileFilter | None = None
) -> Iterator[str | Failed]:
    """Yield the paths of the files to read, including those in folders and lists."""
    for source in [os.fspath(one) for one in sources]:
        name, found, what = source, _found(source), "there are no files in it"
        if _is_list(source):
            name, what = source.removeprefix(LIST), "the list names no files"
            found = _listed(name)
        one = None
        for one in found:
            if not files or isinstance(one, Failed) or files.takes(one, one == source):
                yield one
        if one is None:
            yield Failed(name, _nothing(what, name))


def _found(source: str) -> Iterator[str | Failed]:
    """Yield the files to which a name refers."""
    if len(source) > LONGEST:
        why = f"no file has a name of {len(source):,} characters"
        yield Failed(f"{source[:100]}...", OSError(why))
    elif "\0" in source:
        yield Failed(source, OSError("no file has a null in its name"))
    elif source == STANDARD_INPUT or is_classic(source) or os.path.isfile(source):
        yield source
    elif os.path.isdir(source):
        yield from _inside(source)
    else:
        from glob import glob

        matches = sorted(glob(source, recursive=True))
        for path in matches:
            if not os.path.isdir(path):
                yield _as_file(path)
            elif "**" not in source:
                yield from _inside(path)
        if not matches and _ADDRESS.match(source):
            yield Failed(source, _nothing(_AN_ADDRESS, source))
        elif not matches:
            yield source


def _inside(folder: str) -> Iterator[str | Failed]:
    """Yield the files in a folder and below, sorted by path, without hidden ones."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        why = None
        try:
            if path is folder or (os.path.isdir(path) and not os.path.islink(path)):
                names = sorted(one for one in os.listdir(path) if not one.startswith("."))
                waiting += [os.path.normpath(os.path.join(path, one)) for one in reversed(names)]
                continue
            if os.path.isdir(path):
                why = "a link to a folder, which may form a loop"
            elif os.path.exists(path) and not os.path.isfile(path):
                why = "neither a file nor a folder, but a FIFO, a socket or a device"
        except OSError as error:
            yield Failed(path, error)
        else:
            # A link to a file that is gone fails when it is opened.
            yield Failed(path, OSError(why)) if why else _as_file(path)


def _as_file(path: str) -> str:
    """Return a path that cannot be confused with standard input or a bundled game."""
    named = path == STANDARD_INPUT or is_classic(path)
    return os.path.join(os.curdir, path) if named else path


def _is_list(name: str) -> bool:
    return name.startswith(LIST) and not os.path.exists(name)


def _listed(path: str) -> Iterator[str | Failed]:
    """Yield the files that a list names."""
    try:
        lines = _lines_of(path)
    except (OSError, ValueError) as error:
        yield Failed(path, error)
        return
    for line in lines:
        yield from _found(line)


def _lines_of(path: str) -> list[str]:
    """Return the names in a list.

    Raises:
        OSError: it cannot be read.
    """
    if path == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        with open(path, "rb") as file:
            content = file.read()
    lines = content.decode("utf-8-sig", "surrogateescape").splitlines()
    return [line.strip() for line in lines if line.strip()]


def expanded(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of sources; a list that can be read only once is replaced by the names in it.

    An unreadable list is kept; reading it later gives the reason.
    """
    found: list[str] = []
    for name in names:
        path = name.removeprefix(LIST)
        lines: list[str] = []
        if _is_list(name) and is_read_once(path):
            with suppress(OSError):
                lines = _lines_of(path)
        found += lines or [name]
    return tuple(found)


def is_read_once(name: str) -> bool:
    """Whether a source can only be read once: standard input, or a pipe."""
    if name == STANDARD_INPUT:
        return True
    return os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name))


def check_exists(name: str) -> None:
    """Check that a name is that of a file, a list or a bundled game, or a pattern with a match.

    Raises:
        MissingFile: there is no such file.
        UnknownName: there is no such bundled game.
    """
    if is_classic(name):
        classic_path(name)
        return
    from glob import iglob

    path = name if os.path.exists(name) else name.removeprefix(LIST)
    is_there = path == STANDARD_INPUT or os.path.lexists(path)
    if not is_there and not any(iglob(name, recursive=True)):
        raise MissingFile(path, _AN_ADDRESS if _ADDRESS.match(path) else None)


def _nothing(reason: str, name: str) -> OSError:
    return FileNotFoundError(ENOENT, reason, name)


def size_of(path: str) -> int:
    """Return the size of a file in bytes, 0 if it is unknown."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def total_size(sources: Iterable[str]) -> int | None:
    """Return the size of all files in bytes; None if one can only be read once."""
    names = list(sources)
    if any(is_read_once(name.removeprefix(LIST)) for name in names):
        return None
    return sum(size_of(path) for path in paths(names) if isinstance(path, str))
