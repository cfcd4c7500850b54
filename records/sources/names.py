"""Files, folders, archives, lists of names and standard input, as streams of decoded text.

A *stream* is one text: a plain or compressed file, or one member of an archive. It is read in
blocks, so that memory does not grow with its size.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from errno import EINVAL, ENOENT
from typing import NamedTuple

from notation.errors import MissingFile, UnknownName
from notation.pattern import lazy_pattern
from records.classics import classic_path, is_classic
from records.sources.archives import UNPACKED_LIMIT, members, size_of
from records.sources.decode import Stream
from records.sources.fifos import opened
from records.sources.unpacked import Failing

STANDARD_INPUT = "-"

AN_ADDRESS = "this is an address, and files are meant: download it and name the file"

LIST = "@"
"""The prefix of the name of a file that holds names, one a line."""


class ReadList(str):
    """The name of a list that can be read only once, with what stood in it.

    Attributes:
        lines: its lines.
    """

    __slots__ = ("lines",)

    lines: list[str]


def with_list(name: str) -> str:
    """Return the name of a source, a `ReadList` for a list that can be read only once.

    A list that cannot be read now is left as it is: reading its files gives the reason.
    """
    path = name.removeprefix(LIST)
    if path == name or os.path.exists(name) or os.path.isfile(path):
        return name
    listed = ReadList(name)
    try:
        listed.lines = _lines_of(path)
    except OSError:
        return name
    return listed


def is_read_once(name: str) -> bool:
    """Whether a source is gone once it has been read: standard input, or a pipe."""
    if name == STANDARD_INPUT:
        return True
    return os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name))


def streams(
    sources: Iterable[str | os.PathLike[str]],
    encoding: str | None = None,
    limit: int = UNPACKED_LIMIT,
) -> Iterator[Stream]:
    """Yield the texts behind names, in the order of the names; a folder's in order of path.

    Args:
        sources: files, folders (with all that is in them), glob patterns, ``-``, or ``@`` and the
            name of a file with one of these a line.
        encoding: the encoding of all of them; None to find it for each.
        limit: bytes that a compressed file or a member may unpack to.

    Raises:
        UnreadableFile: only from a stream's own methods; a source that cannot be opened is
            yielded as a stream that raises when read, so that the others are still done.
    """
    for path in paths(sources):
        if isinstance(path, Failed):
            yield Stream(path.path, Failing(path.error), encoding)
            continue
        stream = None
        try:
            for stream in _open(path, encoding, limit):
                yield stream
        except Exception as error:
            yield Stream(path, Failing(error), encoding)
            continue
        if stream is None:
            yield Stream(path, Failing(_nothing("the archive holds no files", path)), encoding)


def check_exists(name: str) -> None:
    """Make sure that a name stands for something: a file, a list, or a pattern with files.

    Raises:
        MissingFile: it does not.
    """
    from glob import iglob

    path = name if os.path.exists(name) else name.removeprefix(LIST)
    is_there = path == STANDARD_INPUT or os.path.lexists(path)
    if not is_there and not any(iglob(name, recursive=True)):
        raise MissingFile(path, AN_ADDRESS if _ADDRESS.match(path) else None)


class Failed(NamedTuple):
    """A file, a folder or a list that cannot be read.

    Attributes:
        path: its name.
        error: why not.
    """

    path: str
    error: Exception


def paths(sources: Iterable[str | os.PathLike[str]]) -> Iterator[str | Failed]:
    """Yield the names of the files behind names, those in folders and lists among them."""
    for source in [os.fspath(source) for source in sources]:
        if source.startswith(LIST) and not os.path.exists(source):
            name, listed = source.removeprefix(LIST), True
            found = _listed(name, source.lines if isinstance(source, ReadList) else None)
        else:
            name, listed, found = source, False, _paths(source)
        first = next(found, None)
        if first is None:
            what = "the list names no files" if listed else "there are no files in it"
            yield Failed(name, _nothing(what, name))
            continue
        yield first
        yield from found


_ADDRESS = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+://")


def _nothing(reason: str, name: str) -> OSError:
    return FileNotFoundError(ENOENT, reason, name)


def _paths(source: str) -> Iterator[str | Failed]:
    """Yield the files behind a name; what cannot be looked for is yielded with the reason."""
    try:
        yield from _found(source)
    except Exception as error:
        yield Failed(source, error)


def _found(source: str) -> Iterator[str | Failed]:
    if source == STANDARD_INPUT or is_classic(source) or os.path.isfile(source):
        yield source
    elif os.path.isdir(source):
        yield from _inside(source)
    else:
        from glob import glob

        found = sorted(glob(source, recursive=True))
        for path in found:
            if not os.path.isdir(path):
                yield _as_file(path)
            elif "**" not in source:
                yield from _inside(path)
        if not found and _ADDRESS.match(source):
            yield Failed(source, _nothing(AN_ADDRESS, source))
        elif not found:
            yield source


def _inside(folder: str) -> Iterator[str | Failed]:
    """Yield the files in a folder and the folders in it, by name, without hidden ones."""
    waiting: list[str | Failed | os.DirEntry[str]] = [*reversed(_entries(folder))]
    from pathlib import Path

    while waiting:
        one = waiting.pop()
        if not isinstance(one, os.DirEntry):
            yield one
        elif one.is_dir(follow_symlinks=False):
            waiting += reversed(_entries(str(Path(one.path))))
        else:
            yield _entry(one)


def _entries(folder: str) -> Sequence[Failed | os.DirEntry[str]]:
    """Return what stands in a folder, by name, or why it cannot be read."""
    try:
        with os.scandir(folder) as found:
            shown = [entry for entry in found if not entry.name.startswith(".")]
    except OSError as error:
        return [Failed(folder, error)]
    return sorted(shown, key=lambda entry: entry.name)


def _entry(entry: os.DirEntry[str]) -> str | Failed:
    """Return the path of what stands in a folder, or why it is not read."""
    from pathlib import Path

    path = str(Path(entry.path))
    try:
        if entry.is_dir():
            return Failed(path, OSError("a link to a folder, which may lead round in a circle"))
        if entry.is_file() or not os.path.exists(path):
            # A link to a file that is gone fails when it is opened.
            return _as_file(path)
    except OSError as error:
        return Failed(path, error)
    return Failed(path, OSError("neither a file nor a folder, but a FIFO, a socket or a device"))


def _as_file(path: str) -> str:
    """Return a name under which a file is read, not standard input or a bundled game."""
    named = path == STANDARD_INPUT or is_classic(path)
    return os.path.join(os.curdir, path) if named else path


def _lines_of(path: str) -> list[str]:
    """Return the lines of a list of names.

    Raises:
        OSError: it cannot be read.
    """
    if path == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        with opened(path) as file:
            content = file.read()
    return content.decode("utf-8-sig", "surrogateescape").splitlines()


def _listed(name: str, lines: list[str] | None) -> Iterator[str | Failed]:
    """Yield the files that a list names, which is read unless its lines are given."""
    try:
        lines = _lines_of(name) if lines is None else lines
    except Exception as error:
        yield Failed(name, error)
        return
    for line in lines:
        if "\0" in line:
            yield Failed(line.strip(), OSError(EINVAL, "no file has a null in its name"))
        elif line.strip():
            yield from _line(line.strip())


def _line(source: str) -> Iterator[str | Failed]:
    """Yield the files that a line of a list names, a failure for an unknown bundled game."""
    try:
        if is_classic(source):
            classic_path(source)
    except UnknownName as error:
        yield Failed(source, _nothing(str(error), source))
    else:
        yield from _paths(source)


def _open(path: str, encoding: str | None, limit: int) -> Iterator[Stream]:
    if path == STANDARD_INPUT:
        yield Stream(path, sys.stdin.buffer, encoding)
        return
    if is_classic(path):
        with open(classic_path(path), "rb") as raw:
            yield Stream(path, raw, encoding)
        return
    with opened(path) as raw:
        for member in members(path, raw, limit):
            notes = list(member.findings)
            yield Stream(member.path, member.raw, encoding, notes, raw, member.plain, member.after)


def total_size(sources: Iterable[str | os.PathLike[str]]) -> int | None:
    """Return how many bytes all the files have, None where standard input is among them."""
    names = [os.fspath(source) for source in sources]
    lists = (name for name in names if not isinstance(name, ReadList))
    if any(name.removeprefix(LIST) == STANDARD_INPUT for name in lists):
        return None
    return sum(size_of(path) for path in paths(names) if isinstance(path, str))
