"""``ludograph check --fix`` and ``--diff``: certain fixes of files, made or shown."""

import codecs
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import unified_diff
from typing import NamedTuple

from analysis.batch import InputOptions
from analysis.cli.output import write_bytes
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from analysis.editing.fixing import FixedText, fix_text
from analysis.editing.lines import split_lines
from analysis.replay import Replay
from notation.numbers import plural
from records.classics import is_classic
from records.formats import sniff_bytes
from records.sources.names import STANDARD_INPUT, Failed, Folders, paths

LARGEST = 1 << 27
"""Largest size in bytes of a file that is fixed, since it is read as a whole."""

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"))

Keeps = Callable[[Replay], bool]
"""Whether a game is selected."""


class FileFixes(NamedTuple):
    """The fixes of a file.

    Attributes:
        why: the reason why the file cannot be fixed; empty if it can.
        is_unread: whether the file could not be read.
    """

    path: str
    before: str
    fixed: FixedText
    encoding: str = "utf-8"
    why: str = ""
    is_unread: bool = False
    is_text: bool = True

    @property
    def is_changed(self) -> bool:
        """Whether the file has any fixes."""
        return bool(self.fixed.fixes)

    def diff(self) -> str:
        """Return the difference as ``diff -u`` prints it, without line ends."""
        old, new = map(_bare, (self.before, self.fixed.text))
        return "\n".join(unified_diff(old, new, self.path, self.path, lineterm=""))

    def sentences(self, verb: str) -> Iterator[str]:
        """Yield the changes of the file as sentences, and the reasons for games left unfixed."""
        if self.why:
            yield f"{self.path}: not mended: {self.why}"
        if self.is_changed:
            games = plural(len({fix.game for fix in self.fixed.fixes}), "game")
            plies = plural(len(self.fixed.fixes), "ply")
            yield f"{self.path}: {plies} of {games} {verb}"
        for number, why in self.fixed.left:
            yield f"{self.path}: game {number} stays as it is written: {why}"


def _bare(text: str) -> list[str]:
    lines = [line.rstrip("\r\n") for line in split_lines(text)]
    return lines if lines[-1] else lines[:-1]


def fixes(files: Iterable[str], reading: InputOptions, keeps: Keeps) -> Iterator[FileFixes]:
    """Yield the fixes of files, file by file, without writing them.

    Games that are not selected are left unchanged. Files in folders that are not text are skipped.
    """
    files = list(files)
    folders = Folders(files)
    for path in paths(files, reading.files):
        if isinstance(path, Failed):
            yield _unread(path.path, path.error)
        elif is_classic(path) or path == STANDARD_INPUT:
            yield _left(path, "only files are")
        else:
            found = _of_file(path, reading, keeps)
            if found.is_text or not folders.hold(path):
                yield found


def _left(path: str, why: str) -> FileFixes:
    return FileFixes(path, "", FixedText("", ()), why=why)


def _unread(path: str, error: Exception) -> FileFixes:
    why = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return _left(path, why)._replace(is_unread=True)


def _of_file(path: str, reading: InputOptions, keeps: Keeps) -> FileFixes:
    """Return the fixes of a file, or the reason why it cannot be fixed."""
    try:
        if os.path.getsize(path) > LARGEST:
            return _left(path, f"it has more than {LARGEST:,} bytes")
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        return _unread(path, error)
    bom = next((name for mark, name in _BOMS if content.startswith(mark)), None)
    encoding = bom or reading.encoding or "utf-8"
    try:
        text = content.decode(encoding)
        is_certain = text.encode(encoding) == content and "\0" not in text
    except UnicodeError:
        is_certain = False
    if sniff_bytes(content) or not is_certain:
        left = _left(path, f"it is not a text in {encoding.upper()} (see --encoding)")
        return left._replace(is_unread=True, is_text=False)
    return FileFixes(path, text, fix_text(text, path, reading, keeps), encoding)


def fix(files: Sequence[str], reading: InputOptions, keeps: Keeps, err: bool) -> bool:
    """Fix files and print the changes; return whether all files could be written."""
    written = True
    for one in fixes(files, reading, keeps):
        if one.is_changed:
            try:
                write_bytes(one.fixed.text.encode(one.encoding), one.path)
            except OSError as error:
                one = _unread(one.path, error)
                written = False
        for sentence in one.sentences("mended"):
            echo(sentence, err=err)
    return written


def show(files: Sequence[str], reading: InputOptions, keeps: Keeps) -> int:
    """Print the changes of `fix` as a diff; return the exit status of the command."""
    changed = unread = 0
    for one in fixes(files, reading, keeps):
        for line in one.diff().splitlines() if one.is_changed else ():
            echo(line)
        for sentence in one.sentences("would be mended"):
            echo(sentence, err=True)
        changed += one.is_changed
        unread += one.is_unread
    return COULD_NOT_WORK if unread else FOUND_WRONG if changed else 0
