"""ZIP files, by their table of contents, or member by member where that is missing or damaged.

Source: the specification of the format, APPNOTE 6.3, sections 4.3.7 (local headers) and 4.3.9
(data descriptors).
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import IO

from records.sources.members import Member, member
from records.sources.unpacked import Failing, Readable, Stretch, inflated

_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_MARK = b"PK\3\4"
_ENCRYPTED, _SIZES_FOLLOW, _IN_UTF_8 = 1, 8, 0x800
_STEP = 1 << 16
_DESCRIPTOR = 12
_PASSES = 4
"""How many times over a damaged file is read, at most, in looking for its members."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A member: its name, and where its bytes are."""

    name: str
    flags: int
    method: int
    checksum: int
    start: int
    size: int


def zip_members(path: str, raw: IO[bytes], limit: int) -> Iterator[Member]:
    """Yield the files in a ZIP file.

    Args:
        path: the archive's name.
        raw: the file, which has to be seekable.
        limit: bytes that a member may unpack to.

    Raises:
        OSError: its table of contents cannot be read; the members that could be found without it
            have been yielded.
    """
    try:
        archive = zipfile.ZipFile(raw)
    except Exception as error:
        yield from _found_members(path, raw, limit)
        reason = f"its table of contents cannot be read ({type(error).__name__}: {error})"
        raise OSError(f"{reason}; members are read one by one, as far as they go") from None
    with archive:
        infos = archive.infolist()
        starts = sorted(info.header_offset for info in infos)
        ends = [*starts, archive.start_dir][1:] if starts else []
        room = dict(zip(reversed(starts), reversed(ends), strict=True))
        for info in infos:
            if not info.filename.endswith("/"):
                end = room[info.header_offset]
                yield member(path, info.filename, _opened(archive, raw, info, end), limit)


def _opened(archive: zipfile.ZipFile, raw: IO[bytes], info: zipfile.ZipInfo, end: int) -> Readable:
    """Open a member that ends before a place; if it cannot be, reading it fails."""
    try:
        entry = _entry(raw, info.header_offset)
        if entry is None:
            raise OSError("its header is damaged")
        if entry.start + info.compress_size > end:
            raise OSError("it overlaps with another member")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return _Unpacking(archive.open(info))
        return _content(raw, replace(entry, flags=info.flag_bits, method=info.compress_type,
                                     checksum=info.CRC, size=info.compress_size))  # fmt: skip
    except Exception as error:
        return Failing(_as_os_error(error))


def _as_os_error(error: Exception) -> OSError:
    return error if isinstance(error, OSError) else OSError(f"{type(error).__name__}: {error}")


class _Unpacking:
    """A member in a compression that Python's own reader unpacks."""

    def __init__(self, opened: IO[bytes]) -> None:
        self._opened = opened

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            OSError: they are damaged.
        """
        try:
            return self._opened.read(size)
        except Exception as error:
            raise _as_os_error(error) from None


def _content(raw: IO[bytes], entry: _Entry) -> Readable:
    """Return the bytes of a member that is stored or deflated."""
    if entry.flags & _ENCRYPTED:
        return Failing(OSError(f"{entry.name!r} is encrypted: unpack it with its password first"))
    packed = Stretch(raw, entry.start, entry.size)
    if entry.method == zipfile.ZIP_STORED:
        return _Checked(packed, entry.checksum)
    if entry.method == zipfile.ZIP_DEFLATED:
        return _Checked(inflated(packed), entry.checksum)
    return Failing(OSError(f"compression method {entry.method}, and the archive is damaged"))


class _Checked:
    """Bytes whose checksum is compared at their end, once all have been read."""

    def __init__(self, raw: Readable, checksum: int) -> None:
        self._raw, self._wanted, self._checksum = raw, checksum, 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            OSError: the bytes are not those that were packed.
        """
        try:
            block = self._raw.read(size)
        except zlib.error as error:
            raise OSError(f"it is damaged ({error})") from None
        self._checksum = zlib.crc32(block, self._checksum)
        if not block and size and self._checksum != self._wanted:
            raise OSError("it is damaged: its checksum is not the one in the archive")
        return block


def _entry(raw: IO[bytes], at: int) -> _Entry | None:
    """Return what a local header at a place of a file states, None where there is none."""
    raw.seek(at)
    header = raw.read(_LOCAL.size)
    if len(header) < _LOCAL.size or not header.startswith(_MARK):
        return None
    _, _, flags, method, _, _, checksum, size, _, name_length, extra_length = _LOCAL.unpack(header)
    name = raw.read(name_length).decode("utf-8" if flags & _IN_UTF_8 else "cp437", "replace")
    start = at + _LOCAL.size + name_length + extra_length
    return _Entry(name, flags, method, checksum, start, size)


def _found_members(path: str, raw: IO[bytes], limit: int) -> Iterator[Member]:
    """Yield the members whose local headers are found one after the other."""
    at, left = _next_header(raw, 0), _PASSES * raw.seek(0, io.SEEK_END)
    while at is not None and left > 0 and (entry := _entry(raw, at)):
        if entry.flags & _SIZES_FOLLOW and entry.method == zipfile.ZIP_DEFLATED:
            entry = _measured(raw, entry, limit)
        left -= entry.size
        if not entry.name.endswith("/"):
            yield member(path, entry.name, _content(raw, entry), limit)
        raw.seek(entry.start + entry.size)
        following = raw.read(_DESCRIPTOR + len(_MARK))
        # Where no header follows, the size is wrong: what stands inside is looked through.
        is_sure = b"PK" in (following[:2], following[_DESCRIPTOR:][:2])
        at = _next_header(raw, entry.start + (entry.size if is_sure else 0))


def _measured(raw: IO[bytes], entry: _Entry, limit: int) -> _Entry:
    """Return an entry with its checksum and size, which its header does not state."""
    packed = Stretch(raw, entry.start, 1 << 62)
    content, checksum, size = inflated(packed), 0, 0
    try:
        while size <= limit and (block := content.read(_STEP)):
            checksum, size = zlib.crc32(block, checksum), size + len(block)
    except Exception:
        # The member is read up to the damage, and the error then is that of reading it.
        return replace(entry, size=packed.at - entry.start)
    used = packed.at - entry.start - content.left_over
    return replace(entry, checksum=checksum, size=used)


def _next_header(raw: IO[bytes], at: int) -> int | None:
    """Return where the first local header from a place on begins, None if there is none."""
    tail = b""
    raw.seek(at)
    while block := raw.read(_STEP):
        found = (tail + block).find(_MARK)
        if found >= 0:
            return at - len(tail) + found
        at += len(block)
        tail = (tail + block)[-3:]
    return None
