"""Members of archives: their names, and what is compressed once more inside."""

import posixpath
from collections.abc import Sequence
from typing import NamedTuple

from notation import Finding
from notation.findings import note
from records.sources.unpacked import Failing, Limited, Readable, unpacked


class Member(NamedTuple):
    """What one file holds, or one member of an archive.

    Attributes:
        path: the file as it was named; a member's name follows a colon.
        raw: its bytes, unpacked.
        plain: whether these are the bytes of the file itself.
        findings: notes on it before anything is read.
        after: notes on what follows its end, complete once it has been read.
    """

    path: str
    raw: Readable
    plain: bool = False
    findings: tuple[Finding, ...] = ()
    after: Sequence[Finding] = ()


def is_zip(path: str) -> bool:
    """Whether a file is a ZIP file by its name."""
    return path.lower().endswith(".zip")


def is_tar(path: str) -> bool:
    """Whether a file is a TAR file by its name, perhaps a compressed one."""
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith((".tar", ".tgz", ".tzst"))


def whole_file(path: str, raw: Readable, limit: int) -> Member | None:
    """Return the content of a compressed file; None if its name has no ending for compression."""
    content = unpacked(path, raw)
    return Member(path, Limited(content, limit), after=content.after) if content else None


def member(archive: str, name: str, raw: Readable, limit: int) -> Member:
    """Return a member of an archive, unpacked if it is compressed itself.

    Args:
        archive: name of the archive.
        name: the member's own.
        raw: its bytes.
        limit: bytes that it may unpack to.
    """
    path, notes = f"{archive}:{name}", _name_notes(name)
    if is_zip(name) or is_tar(name):
        message = "an archive inside an archive: only files are read there, so unpack it first"
        return Member(path, Failing(OSError(message)), findings=notes)
    content = unpacked(name, Limited(raw, limit))
    if content is None:
        return Member(path, Limited(raw, limit), findings=notes)
    return Member(path, Limited(content, limit), findings=notes, after=content.after)


def _name_notes(name: str) -> tuple[Finding, ...]:
    """Return a note on a member whose name leads out of the folder to be unpacked into."""
    path = posixpath.normpath(name.replace("\\", "/"))
    if not (path.startswith(("/", "../")) or path == ".." or path[1:2] == ":"):
        return ()
    message = f"the archive names this member {name!r}: it is read, and nothing is unpacked to disk"
    return (note("member-name", message).at(line=1, column=1),)
