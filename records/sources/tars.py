"""TAR files, read from front to back."""

import tarfile
from collections.abc import Iterator
from typing import IO, Self, cast

from records.sources.members import Member, member
from records.sources.unpacked import Failing, Readable, Stretch


class _Header(tarfile.TarInfo):
    """A member's header; a damaged one is an error, and never the end of the archive."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Return the header in a block.

        Raises:
            tarfile.ReadError: the block is damaged, or not whole.
        """
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if not any(buf):
                raise
            message = f"the archive is damaged ({error}): nothing after this is read"
            raise tarfile.ReadError(message) from None


class _Unbroken:
    """Bytes that seem to end where they can be read no further.

    Attributes:
        error: why they cannot; None while they can.
    """

    def __init__(self, raw: Readable) -> None:
        self._raw = raw
        self.error: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        try:
            return b"" if self.error else self._raw.read(size)
        except Exception as error:
            self.error = error
            return b""


class _Content(Stretch):
    """The bytes of a member, as many as there are before a break."""

    def __init__(self, whole: _Unbroken, stream: IO[bytes], header: tarfile.TarInfo) -> None:
        super().__init__(stream, header.offset_data, header.size)
        self._whole = whole

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            EOFError: the archive ends before the member does.
            Exception: what broke the archive off, where that is known.
        """
        try:
            return super().read(size)
        except EOFError as error:
            raise self._whole.error or error from None


def _kind_of(header: tarfile.TarInfo) -> str:
    """Return what a member is that is no file."""
    if header.issym() or header.islnk():
        return f"a link to {header.linkname!r}: links in archives are not followed"
    return "a FIFO, a device or another special file, not one with text"


def tar_members(path: str, raw: Readable, limit: int) -> Iterator[Member]:
    """Yield the files in a TAR file.

    Args:
        path: the archive's name.
        raw: its bytes, unpacked.
        limit: bytes that a member may unpack to.

    Raises:
        OSError: it cannot be read.
        tarfile.TarError: it is damaged.
    """
    whole = _Unbroken(raw)
    with tarfile.open(fileobj=cast("IO[bytes]", whole), mode="r|", tarinfo=_Header) as archive:
        for header in archive:
            if header.issparse():
                opened = cast("Readable", archive.extractfile(header))
                yield member(path, header.name, opened, limit)
            elif header.isfile():
                content = _Content(whole, cast("IO[bytes]", archive.fileobj), header)
                yield member(path, header.name, content, limit)
            elif not header.isdir():
                yield member(path, header.name, Failing(OSError(_kind_of(header))), limit)
    if whole.error:
        raise whole.error
