"""``ludograph check --fix`` and ``--diff``: automatic fixes of files, written or shown."""

import codecs
import os
from collections.abc import Callable, Iterator, Sequence
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
"""Returns whether a game is selected."""


class FileFixes(NamedTuple):
    """The fixes of a file.

    Attributes:
        path: the file.
        before: its text before the fixes.
        fixed: its text after the fixes, with a list of the fixes.
        encoding: its encoding.
        why: the reason why the file cannot be fixed; empty if it can.
        is_unread: whether the file could not be read.
    """

    path: str
    before: str = ""
    fixed: FixedText = FixedText("", ())
    encoding: str = "utf-8"
    why: str = ""
    is_unread: bool = False

    def diff(self) -> Iterator[str]:
        """Yield the difference as ``diff -u`` prints it, without line ends."""
        old, new = map(_bare, (self.before, self.fixed.text))
        return unified_diff(old, new, self.path, self.path, lineterm="")

    def sentences(self, verb: str) -> Iterator[str]:
        """Yield sentences on the changes of the file, and on games that were not fixed."""
        if self.why:
            yield f"{self.path}: not mended: {self.why}"
        if self.fixed.fixes:
            games = plural(len({fix.game for fix in self.fixed.fixes}), "game")
            plies = plural(len(self.fixed.fixes), "ply")
            yield f"{self.path}: {plies} of {games} {verb}"
        for number, why in self.fixed.left:
            yield f"{self.path}: game {number} stays as it is written: {why}"


def _bare(text: str) -> list[str]:
    lines = [line.rstrip("\r\n") for line in split_lines(text)]
    return lines if lines[-1] else lines[:-1]


def fixes(files: Sequence[str], reading: InputOptions, keeps: Keeps) -> Iterator[FileFixes]:
    """Yield the fixes of files, file by file, without writing them.

    Games that are not selected are left unchanged. Files that are not text are skipped if
    they were found in a folder.
    """
    folders = Folders(files)
    for path in paths(files, reading.files):
        if isinstance(path, Failed):
            yield _unread(path.path, path.error)
            continue
        if is_classic(path) or path == STANDARD_INPUT:
            yield FileFixes(path, why="only files are")
            continue
        try:
            is_large = os.path.getsize(path) > LARGEST
            with open(path, "rb") as file:
                content = b"" if is_large else file.read()
        except OSError as error:
            yield _unread(path, error)
            continue
        bom = next((name for mark, name in _BOMS if content.startswith(mark)), None)
        encoding = bom or reading.encoding or "utf-8"
        text = None if sniff_bytes(content) else _decoded(content, encoding)
        if is_large:
            yield FileFixes(path, why=f"it has more than {LARGEST:,} bytes")
        elif text is not None:
            yield FileFixes(path, text, fix_text(text, path, reading, keeps), encoding)
        elif not folders.hold(path):
            why = f"it is not a text in {encoding.upper()} (see --encoding)"
            yield FileFixes(path, why=why, is_unread=True)


def _decoded(content: bytes, encoding: str) -> str | None:
    """Return bytes as text; None if they are not text, or if the text would be saved otherwise."""
    try:
        text = content.decode(encoding)
        return text if text.encode(encoding) == content and "\0" not in text else None
    except UnicodeError:
        return None


def _unread(path: str, error: Exception) -> FileFixes:
    why = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return FileFixes(path, why=why, is_unread=True)


def fix(files: Sequence[str], reading: InputOptions, keeps: Keeps, err: bool) -> bool:
    """Fix files and print the changes; return whether all files could be written."""
    written = True
    for one in fixes(files, reading, keeps):
        if one.fixed.fixes:
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
    status = 0
    for one in fixes(files, reading, keeps):
        for line in one.diff() if one.fixed.fixes else ():
            echo(line)
        for sentence in one.sentences("would be mended"):
            echo(sentence, err=True)
        found = COULD_NOT_WORK if one.is_unread else FOUND_WRONG if one.fixed.fixes else 0
        status = max(status, found)
    return status
