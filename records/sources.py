"""Files, folders, archives and standard input, as streams of decoded text.

A *stream* is one text: a plain or compressed file, or one member of a zip archive. It is read in
blocks, so that memory does not grow with its size.
"""

import codecs
import glob
import gzip
import io
import os
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from notation import Finding
from notation.errors import note, violation

BLOCK_SIZE = 1 << 20
"""Bytes read at a time."""

STANDARD_INPUT = "-"

UNREADABLE = "unreadable-file"
"""The code of the finding that says that a file could not be read at all."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class UnreadableFile(Exception):
    """A file that cannot be opened or decompressed, or that holds no text; ``finding`` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass
class Stream:
    """One text, not yet read.

    Attributes:
        path: the file as it was named; a member of an archive follows a colon.
        raw: the bytes, decompressed.
        encoding: the encoding to use; None to tell it from the bytes.
        findings: what decoding had to forgive, complete once the blocks have been read.
    """

    path: str
    raw: IO[bytes]
    encoding: str | None = None
    findings: list[Finding] = field(default_factory=list)
    _ahead: bytes = b""

    def head(self) -> bytes:
        """Return the first bytes without taking them: what is read next begins with them.

        Raises:
            UnreadableFile: decompression fails.
        """
        self._ahead = self._ahead or self._block()
        return self._ahead

    def take(self) -> bytes:
        """Take the next bytes; none are left where there are none.

        Raises:
            UnreadableFile: decompression fails.
        """
        block, self._ahead = self._ahead, b""
        return block or self._block()

    def blocks(self) -> Iterator[str]:
        r"""Yield the text in blocks, with ``\n`` for every kind of line end.

        Bytes that are no UTF-8 switch the rest of the text to cp1252, with a note.

        Raises:
            UnreadableFile: there is no text, or decompression fails.
        """
        block = self.take()
        encoding = self.encoding or self._encoding_of(block)
        decoder = _decoder(encoding)
        line, ended = 1, False
        while not ended:
            state, ended = decoder.getstate(), not block
            try:
                text = decoder.decode(block, final=ended)
            except UnicodeDecodeError as error:
                block = state[0] + block
                at = line + block[: error.start].count(b"\n")
                what = f"byte {block[error.start]:#04x} is no {encoding.upper()}"
                if self.encoding or encoding != "utf-8":
                    raise UnreadableFile(violation("encoding", what).at(line=at)) from None
                encoding = "cp1252"
                message = f"{what}: read as {encoding}"
                self.findings.append(note("encoding", message).at(line=at, column=1))
                decoder = _decoder(encoding)
                text = decoder.decode(block, final=ended)
            yield text
            line += text.count("\n")
            block = b"" if ended else self.take()

    def _block(self) -> bytes:
        try:
            return self.raw.read(BLOCK_SIZE)
        except _decompression_errors() as error:
            raise UnreadableFile(_unreadable(self.path, error)) from None

    def _encoding_of(self, first: bytes) -> str:
        for bom, name in _BOMS:
            if first.startswith(bom):
                if name != "utf-8-sig":
                    message = f"read as {name.upper()}, which its first bytes announce"
                    self.findings.append(note("encoding", message).at(line=1, column=1))
                return name
        if b"\0" in first[:4096]:
            message = "a binary file, not text (or UTF-16 without its mark: see --encoding)"
            raise UnreadableFile(violation("binary-file", message).at(line=1))
        return "utf-8"


def streams(
    sources: Iterable[str | os.PathLike[str]], encoding: str | None = None
) -> Iterator[Stream]:
    """Yield the texts behind names, in the order of the names; a folder's in order of path.

    Args:
        sources: files, folders (with all that is in them), glob patterns, or ``-``.
        encoding: the encoding of all of them; None to tell it for each.

    Raises:
        UnreadableFile: only from a stream's own methods; a source that cannot be opened is
            yielded as a stream that raises when read, so that the others are still done.
    """
    for source in sources:
        for path in _paths(os.fspath(source)):
            try:
                yield from _open(path, encoding)
            except (OSError, zipfile.BadZipFile) as error:
                yield Stream(path, cast("IO[bytes]", _Failing(error)), encoding)


class _Failing:
    """Stands for a file that could not be opened."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, size: int = -1) -> bytes:
        if isinstance(self._error, OSError):
            raise self._error
        raise OSError(str(self._error))

    def close(self) -> None:
        """Do nothing: there is nothing open."""


def _paths(source: str) -> Iterator[str]:
    path = Path(source)
    if source == STANDARD_INPUT or path.is_file():
        yield source
    elif path.is_dir():
        inside = (found for found in path.rglob("*") if found.is_file())
        for found in sorted(inside):
            if not any(part.startswith(".") for part in found.relative_to(path).parts):
                yield str(found)
    else:
        yield from sorted(glob.glob(source, recursive=True)) or [source]


def _open(path: str, encoding: str | None) -> Iterator[Stream]:
    if path == STANDARD_INPUT:
        yield Stream(path, sys.stdin.buffer, encoding)
        return
    with open(path, "rb") as raw:
        if path.lower().endswith(".zip"):
            with zipfile.ZipFile(raw) as archive:
                for member in archive.infolist():
                    if not member.is_dir():
                        opened = _member(archive, member)
                        yield Stream(f"{path}:{member.filename}", opened, encoding)
                        opened.close()
        else:
            yield Stream(path, _decompressed(path, raw), encoding)


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> IO[bytes]:
    """Open a member; one that is encrypted or oddly compressed keeps no other from being read."""
    try:
        return archive.open(member)
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        return cast("IO[bytes]", _Failing(error))


def _decompressed(path: str, raw: IO[bytes]) -> IO[bytes]:
    suffix = Path(path).suffix.lower()
    if suffix == ".gz":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
    if suffix == ".zst":
        from zstandard import ZstdDecompressor

        return cast("IO[bytes]", ZstdDecompressor().stream_reader(raw, read_across_frames=True))
    return raw


def _decompression_errors() -> tuple[type[Exception], ...]:
    """Return what reading may raise; zstandard's own error only once something needed it."""
    module = sys.modules.get("zstandard")
    zstandard_errors = (module.ZstdError,) if module else ()
    return (OSError, EOFError, zipfile.BadZipFile, zlib.error, *zstandard_errors)


def _decoder(encoding: str) -> io.IncrementalNewlineDecoder:
    errors = "replace" if encoding == "cp1252" else "strict"
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    return io.IncrementalNewlineDecoder(decoder, translate=True)


def _unreadable(path: str, error: Exception) -> Finding:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return violation(UNREADABLE, f"cannot be read: {reason}")
