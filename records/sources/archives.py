"""Files, compressed files and archives as streams of bytes, unpacked in memory while they are read.

If a file is damaged, the content before the damage is read, and then an error is raised.
"""

import gzip
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from typing import IO, Any, Self, cast

from notation.findings import violation
from notation.numbers import plural
from records.sources.boundary import UnreadableFile
from records.sources.decode import Content, Member, Readable, Stream
from records.sources.mails import TEXT, is_mail, mail_members

BLOCK = 1 << 13
"""Number of bytes that are unpacked at a time; at most as many before a damaged place are lost."""

PACKED = 1 << 10
"""Number of bytes of Zstandard that are taken at a time; they may unpack to 32 MiB."""

_HEADER_SIZE = 30
"""Size of the header before a member of a ZIP file, without its name, in bytes."""

CHECKSUM = 4
"""Size of the checksum at the end of Zstandard; the blocks before it can be unpacked."""

_EXTENDED = (
    *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
)
_LARGEST_HEADER = 1 << 20
"""Maximum size of headers that `tarfile` reads into memory, in bytes."""

_NAMED = 3
"""Maximum number of empty members that are named."""

_SPECIAL = "a FIFO, a device or another special file, not one with text"
_NESTED = "an archive inside an archive: only files are read there, so unpack it first"


def members(path: str, raw: IO[bytes], limit: int) -> Iterator[Stream]:
    """Yield the members of an archive or a mail; for any other file, only its own content.

    Compressed content is unpacked. A stream after the others reports all empty members.

    Args:
        limit: largest unpacked size of each stream, in bytes.

    Raises:
        Exception: the archive cannot be read, or not further.
    """
    if _is_zip(path):
        found = _zip_members(raw)
    elif _is_tar(path):
        found = _tar_members(unpacked(path, raw, limit))
    elif is_mail(path):
        found = mail_members(path, raw)
    else:
        yield Stream(path, unpacked(path, raw, limit))
        return
    empty, named, error = 0, list[str](), None
    try:
        for name, blocks in found:
            if blocks is None:
                empty += 1
                if empty <= _NAMED:
                    named.append(name)
                continue
            if _is_zip(name) or _is_tar(name):
                blocks = OSError(_NESTED)
            if isinstance(blocks, Exception):
                content = Content.failing(blocks)
            else:
                content = Content(blocks, limit)
            is_text = is_mail(path) and name.rpartition(":")[2] == TEXT
            encoding = "utf-8" if is_text else None
            yield Stream(f"{path}:{name}", unpacked(name, content, limit), encoding)
    except Exception as failure:
        error = failure
    if empty:
        left = empty - len(named)
        names = ", ".join(named) + (f" and {left:,} more" if left else "")
        message = f"{plural(empty, 'member')} without content: {names}"
        finding = violation("empty-file", message)
        yield Stream(path, Content.failing(UnreadableFile(finding)))
    if error:
        raise error


def _is_zip(path: str) -> bool:
    return path.lower().endswith(".zip")


def _is_tar(path: str) -> bool:
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith((".tar", ".tgz", ".tzst"))


def unpacked(path: str, raw: Readable, limit: int) -> Readable:
    """Return the content of a compressed file; for any other suffix, the file itself."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in (".gz", ".tgz"):
        return Content(_blocks(gzip.GzipFile(fileobj=cast("IO[bytes]", raw))), limit)
    if suffix in (".zst", ".tzst"):
        return Content(_without_zstandard(raw), limit)
    return raw


def _blocks(file: Any) -> Iterator[bytes]:
    """Yield the bytes of a buffered file."""
    return iter(partial(file.read1, BLOCK), b"")


def _without_zstandard(raw: Readable) -> Iterator[bytes]:
    """Yield the unpacked bytes of Zstandard frames."""
    from zstandard import ZstdDecompressor

    frame, held, is_end = None, b"", False
    while not is_end:
        taken = raw.read(PACKED)
        is_end, held = not taken, held + taken
        packed, held = (held, b"") if is_end else (held[:-CHECKSUM], held[-CHECKSUM:])
        while packed:
            frame = frame or ZstdDecompressor().decompressobj()
            yield frame.decompress(packed)
            packed = frame.unused_data
            frame = None if frame.eof else frame
    if frame:
        raise EOFError("the file ended before its end-of-stream marker was reached")


def _zip_members(raw: IO[bytes]) -> Iterator[Member]:
    try:
        archive = zipfile.ZipFile(raw)
    except Exception as error:
        reason = f"its table of contents, which is at its end, cannot be read ({error})"
        raise OSError(f'{reason}: "zip -FF" finds the members of a ZIP file without it') from None
    with archive:
        # A small file could otherwise unpack to any size, by many members in one place.
        starts = sorted((info.header_offset for info in archive.infolist()), reverse=True)
        ends = dict(zip(starts, [archive.start_dir, *starts], strict=False))
        for info in archive.infolist():
            if info.is_dir():
                continue
            end = info.header_offset + _HEADER_SIZE + info.compress_size
            if not (info.file_size or info.CRC):
                yield info.filename, None
            elif end > ends[info.header_offset]:
                yield info.filename, OSError("it overlaps with another member")
            else:
                yield info.filename, _inflated(archive, info)


def _inflated(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes of a member of a ZIP file."""
    expected, checksum = info.CRC, 0
    del info.CRC  # `zipfile` would compare it before it returns the last block.
    with archive.open(info) as opened:
        for block in _blocks(opened):
            checksum = zlib.crc32(block, checksum)
            yield block
    if checksum != expected:
        raise OSError("it is damaged: its checksum is not the one in the archive")


class _Header(tarfile.TarInfo):
    """A header of a TAR file; a damaged or huge one is an error, not the end of the archive."""

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
    """A file that ends where reading fails, so that `tarfile` returns the content before that.

    Reading beyond the end raises an error. Otherwise `tarfile` would skip as many bytes as a header
    claims.
    """

    def __init__(self, raw: Readable) -> None:
        self._raw, self._is_read = raw, False
        self.error: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        if self._is_read:
            raise self.error or EOFError("the archive ends in the middle of a member")
        block = b""
        try:
            block = self._raw.read(size)
        except Exception as error:
            self.error = error
        self._is_read = not block
        return block


def _tar_members(raw: Readable) -> Iterator[Member]:
    whole = _Unbroken(raw)
    try:
        with tarfile.open(fileobj=cast("IO[bytes]", whole), mode="r|", tarinfo=_Header) as archive:
            for header in archive:
                archive.members = []  # type: ignore[attr-defined]
                if header.issym() or header.islnk():
                    what = f"a link to {header.linkname!r}: links in archives are not followed"
                    yield header.name, OSError(what)
                elif header.isreg() and not header.issparse():
                    blocks = _blocks(archive.extractfile(header)) if header.size else None
                    yield header.name, blocks
                elif not header.isdir():
                    yield header.name, OSError(_SPECIAL)
    except Exception as error:
        raise whole.error or OSError(f"{error}: nothing after this is read") from None
    if whole.error:
        raise whole.error
