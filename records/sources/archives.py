"""Files, compressed files and archives as streams of bytes, unpacked in memory while they are read.

Damaged data is read up to the damage: the content comes first, then the error.
"""

import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from itertools import pairwise
from math import inf
from typing import IO, Any, Self, cast

from notation import Finding
from notation.findings import note
from records.sources.decode import Content, Readable, Stream

CHUNK = 1 << 10
"""Compressed bytes taken at a time: a kilobyte may unpack to 32 MiB."""

BLOCK = 1 << 12
"""Bytes of a member of an archive taken at a time: 4 KiB of `bz2` may unpack to 80 MiB."""

_LARGEST_HEADER = 1 << 20
"""Largest size of a long name or of the extended properties of a member of a TAR file."""

_EXTENDED = {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE}

_GZIP = (b"\x1f\x8b",)
_ZSTD = (b"\x28\xb5\x2f\xfd", *(bytes([low, 0x2A, 0x4D, 0x18]) for low in range(0x50, 0x60)))
"""The first bytes of frames, skippable frames of Zstandard among them."""

_LOCAL_HEADER = 30
"""Smallest size of the header before a member of a ZIP file."""

_SPECIAL = "a sparse file, a FIFO, a device or another special file, not one with text"
_NESTED = "an archive inside an archive: only files are read there, so unpack it first"

Steps = Callable[[float], Iterator[tuple[int, bytes]]]
"""A function that unpacks a file from its beginning, and yields blocks with the position after
each; from the position in its argument on, blocks are single bytes."""


def members(path: str, raw: IO[bytes], limit: int) -> Iterator[Stream]:
    """Yield the content of a file: the file itself, unpacked by its suffix, or its members.

    Args:
        path: the name.
        raw: the file.
        limit: largest unpacked size of each stream, in bytes.

    Raises:
        Exception: the archive cannot be read, or not further.
    """
    content = None if _is_zip(path) else unpacked(path, raw, limit)
    if _is_zip(path):
        yield from _zip_members(path, raw, limit)
    elif _is_tar(path):
        yield from _tar_members(path, content or raw, limit)
    elif content:
        yield Stream(path, content, after=content.notes)
    else:
        yield Stream(path, raw)


def _is_zip(path: str) -> bool:
    return path.lower().endswith(".zip")


def _is_tar(path: str) -> bool:
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith((".tar", ".tgz", ".tzst"))


def unpacked(path: str, raw: Readable, limit: int) -> Content | None:
    """Return the content of a compressed file; None if its suffix is of no compression."""
    suffix = os.path.splitext(path)[1].lower()
    begin: Callable[[], Any]
    marks: tuple[bytes, ...]
    if suffix in (".gz", ".tgz"):
        begin, marks = lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), _GZIP
    elif suffix in (".zst", ".tzst"):
        from zstandard import ZstdDecompressor

        begin, marks = lambda: ZstdDecompressor().decompressobj(), _ZSTD
    else:
        return None
    notes: list[Finding] = []

    def steps(fine: float) -> Iterator[tuple[int, bytes]]:
        if fine < inf:
            cast("IO[bytes]", raw).seek(0)
        return _frames(raw, begin, marks, notes, fine)

    again = getattr(raw, "seekable", lambda: False)()
    content = Content(_to_the_damage(steps, again), limit)
    content.notes = notes
    return content


def _frames(
    raw: Readable,
    begin: Callable[[], Any],
    marks: tuple[bytes, ...],
    notes: list[Finding],
    fine: float,
) -> Iterator[tuple[int, bytes]]:
    """Unpack the frames of a compressed file, as `Steps` do; note any bytes after them.

    Args:
        raw: the file.
        begin: returns the decompressor of a frame, with the methods of `zlib`.
        marks: the first bytes of a frame.
        notes: gets the note.
        fine: the position from which on bytes are taken one by one.
    """
    chunk, at, first = b"", 0, True

    def take() -> bytes:
        nonlocal chunk, at
        at += len(chunk)
        chunk = raw.read(CHUNK if at < fine else 1)
        return chunk

    packed = take()
    while packed:
        if not first and not any(packed.startswith(mark[: len(packed)]) for mark in marks):
            message = "bytes after the end of the compressed data are skipped"
            notes.append(note("trailing-bytes", message))
            return
        frame, first = begin(), False
        while not frame.eof:
            if not packed:
                raise EOFError("the file ended before its end-of-stream marker was reached")
            yield at, frame.decompress(packed)
            packed = b"" if frame.eof else take()
        packed = frame.unused_data.lstrip(b"\0")  # Zeros are padding.
        while not packed and take():
            packed = chunk.lstrip(b"\0")


def _to_the_damage(steps: Steps, again: bool) -> Iterator[bytes]:
    """Yield blocks; unpack once more in single bytes up to damage, where that is possible."""
    at = done = 0
    try:
        for at, block in steps(inf):  # noqa: B007 (the last position is used)
            done += len(block)
            yield block
        return
    except Exception:
        if not again:
            raise
    for _, block in steps(at):
        yield block[done:]
        done -= min(done, len(block))


def _member(archive: str, name: str, content: Content, limit: int) -> Stream:
    """Return a member of an archive, which may itself be compressed."""
    if _is_zip(name) or _is_tar(name):
        content = Content.failing(OSError(_NESTED))
    content = unpacked(name, content, limit) or content
    return Stream(f"{archive}:{name}", content, after=content.notes)


def _zip_members(path: str, raw: IO[bytes], limit: int) -> Iterator[Stream]:
    try:
        archive = zipfile.ZipFile(raw)
    except Exception as error:
        reason = f"its table of contents, which stands at its end, cannot be read ({error})"
        raise OSError(f'{reason}: "zip -FF" finds the members of a ZIP file without it') from None
    with archive:
        infos = archive.infolist()
        starts = sorted(info.header_offset for info in infos)
        following = dict(zip(starts, [*starts[1:], archive.start_dir], strict=False))
        repeated = {one for one, other in pairwise(starts) if one == other}
        for info in infos:
            end = info.header_offset + _LOCAL_HEADER + info.compress_size
            if info.filename.endswith("/"):
                continue
            if info.header_offset in repeated or end > following[info.header_offset]:
                content = Content.failing(OSError("it overlaps with another member"))
            else:
                content = Content(_to_the_damage(_inflated(archive, info), True), limit)
            yield _member(path, info.filename, content, limit)


def _inflated(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Steps:
    """Return the steps that unpack a member of a ZIP file.

    `zipfile` would compare the checksum before it returns the last block.
    """
    bare = copy(info)
    del bare.CRC

    def steps(fine: float) -> Iterator[tuple[int, bytes]]:
        at = checksum = 0
        with cast("zipfile.ZipExtFile", archive.open(bare)) as opened:
            opened.MIN_READ_SIZE = 1
            while block := opened.read1(BLOCK if at < fine else 1):
                at, checksum = at + len(block), zlib.crc32(block, checksum)
                yield at, block
        if checksum != info.CRC:
            raise OSError("it is damaged: its checksum is not the one in the archive")

    return steps


class _Header(tarfile.TarInfo):
    """A header of a TAR file, with checks for damage and size that `tarfile` lacks."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if not any(buf):
                raise
            raise tarfile.ReadError(f"the archive is damaged ({error})") from None
        if header.type in _EXTENDED and header.size > _LARGEST_HEADER:
            raise tarfile.ReadError(f"the archive is damaged (a header of {header.size:,} bytes)")
        return header


class _Unbroken:
    """A file that ends at an error, so that `tarfile` keeps the members before it."""

    def __init__(self, raw: Readable) -> None:
        self._raw = raw
        self.error: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        try:
            return b"" if self.error else self._raw.read(size)
        except Exception as error:
            self.error = error
            return b""


def _tar_members(path: str, raw: Readable, limit: int) -> Iterator[Stream]:
    whole = _Unbroken(raw)
    try:
        with tarfile.open(fileobj=cast("IO[bytes]", whole), mode="r|", tarinfo=_Header) as archive:
            while header := archive.next():
                archive.members = []  # type: ignore[attr-defined]
                stream, end = cast("IO[bytes]", archive.fileobj), archive.offset
                if header.issym() or header.islnk():
                    what = f"a link to {header.linkname!r}: links in archives are not followed"
                    content = Content.failing(OSError(what))
                elif header.isreg() and not header.issparse():
                    content = Content(_stretch(stream, header.offset_data + header.size))
                else:
                    content = Content.failing(OSError(_SPECIAL))
                if not header.isdir():
                    yield _member(path, header.name, content, limit)
                # `tarfile` would skip as many bytes as the header claims, even if none is there.
                for _ in _stretch(stream, end):
                    pass
    except Exception as error:
        raise whole.error or OSError(f"{error}: nothing after this is read") from None
    if whole.error:
        raise whole.error


def _stretch(stream: IO[bytes], end: int) -> Iterator[bytes]:
    """Yield the rest of a stream up to a position."""
    while (left := end - stream.tell()) > 0:
        block = stream.read(min(left, BLOCK))
        if not block:
            raise EOFError("the archive ends in the middle of this member")
        yield block
