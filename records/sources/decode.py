"""Streams of bytes as text: encodings, line ends, and limits of line length."""

import codecs
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Protocol, Self

from notation import Finding
from notation.findings import note, violation
from records.sources.boundary import TooLong, UnreadableFile, unreadable

UNPACKED_LIMIT = 16 << 30
"""Maximum size of an unpacked file or archive member, in bytes."""

BLOCK_SIZE = 1 << 20
"""Bytes read at a time."""

LINE_LIMIT = 1 << 20
"""Maximum length of a line, in characters, in formats that are read line by line."""

SKIPPED_LIMIT = 1 << 26
"""Maximum number of characters that are skipped to find the end of a longer line."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_OFFICE = "save the games from there as plain text or as CSV"
_FOREIGN = (
    (b"PK\x03\x04", f"a file of Word, Excel or OpenDocument: {_OFFICE}; or a .zip by another name"),
    (b"\xd0\xcf\x11\xe0", f"a file of an older Word or Excel: {_OFFICE}"),
    (b"{\\rtf", f"a file of a word processor (RTF): {_OFFICE}"),
    (b"%PDF-", "a PDF file: copy its text into a file, or read pictures of its pages"),
    (b"\x1f\x8b", "a file compressed with gzip: its name has to end in .gz"),
    (b"\x28\xb5\x2f\xfd", "a file compressed with zstd: its name has to end in .zst"),
)
"""First bytes of files that are not text, with advice for the message."""


class Readable(Protocol):
    """A binary file. A read may return fewer bytes than requested; no bytes mean the end."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""


class Content:
    """A binary file of the bytes from an iterator; an error of the iterator is raised after them.

    Args:
        blocks: yields the bytes.
        limit: largest number of bytes.
    """

    def __init__(self, blocks: Iterator[bytes], limit: int = UNPACKED_LIMIT) -> None:
        self._blocks, self._ready = blocks, bytearray()
        self._limit = self._left = limit
        self._error: Exception | None = None

    @classmethod
    def failing(cls, error: Exception) -> Self:
        """Return content that raises an error when read."""
        content = cls(iter(()))
        content._error = error
        return content

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes; fewer only before the end or an error.

        Raises:
            TooLong: the content is larger than the limit.
            Exception: the content cannot be read or unpacked.
        """
        while self._error is None and not 0 <= size <= len(self._ready):
            try:
                block = next(self._blocks)
            except StopIteration:
                break
            except Exception as error:
                self._error = error
                break
            self._ready += block[: self._left]
            if len(block) > self._left:
                message = f"it unpacks to more than {self._limit:,} bytes (see --limit)"
                self._error = TooLong(message)
            self._left -= len(block)
        if self._error is not None and not self._ready:
            raise self._error
        taken = bytes(self._ready if size < 0 else self._ready[:size])
        del self._ready[: len(taken)]
        return taken


Member = tuple[str, Iterator[bytes] | Exception | None]
"""The name of a member of an archive, and its blocks, or the reason why it is not read; None if it
is empty."""


@dataclass(slots=True)
class Stream:
    """A text that is still to be read: a plain or compressed file, or a member of an archive.

    Attributes:
        path: the name of the file; for a member of an archive as in `Source`.
        raw: the unpacked bytes.
        encoding: the encoding; None to detect it.
        findings: the notes of decoding, complete when the blocks have been read.
        file: the file on the disk; None for standard input and FIFOs.
        size: size of that file in bytes, 0 if it is unknown.
    """

    path: str
    raw: Readable
    encoding: str | None = None
    findings: list[Finding] = field(default_factory=list)
    file: IO[bytes] | None = None
    size: int = 0
    _ahead: bytes = b""

    def head(self) -> bytes:
        """Return the first bytes, which stay in the stream.

        Raises:
            UnreadableFile: decompression fails.
        """
        self._ahead = self._ahead or self._block()
        return self._ahead

    def take(self) -> bytes:
        """Return the next bytes; empty at the end.

        Raises:
            UnreadableFile: decompression fails.
        """
        block, self._ahead = self._ahead, b""
        return block or self._block()

    def blocks(self) -> Iterator[str]:
        r"""Yield the text in blocks, with ``\n`` at the end of lines.

        From the first bytes that are not UTF-8 on, the text is read as cp1252, with a note.

        Raises:
            UnreadableFile: there is no text, or it breaks off; the finding has the line.
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
                what = f"byte {block[error.start]:#04x} is not {encoding.upper()}"
                if self.encoding or encoding != "utf-8":
                    raise UnreadableFile(violation("encoding", what).at(line=at)) from None
                encoding = "cp1252"
                message = f"{what}: read as {encoding}"
                self.findings.append(note("encoding", message).at(line=at, column=1))
                decoder = _decoder(encoding)
                text = decoder.decode(block, final=ended)
            except UnicodeError as error:
                raise UnreadableFile(violation("encoding", str(error)).at(line=line)) from None
            yield text
            line += text.count("\n")
            try:
                block = b"" if ended else self.take()
            except UnreadableFile as error:
                raise UnreadableFile(error.finding.at(line=line)) from None

    def _block(self) -> bytes:
        try:
            return self.raw.read(BLOCK_SIZE)
        except Exception as error:
            raise UnreadableFile(unreadable(error)) from None

    def _encoding_of(self, first: bytes) -> str:
        for bom, name in _BOMS:
            if first.startswith(bom):
                if name != "utf-8-sig":
                    message = f"read as {name.upper()}, which its first bytes announce"
                    self.findings.append(note("encoding", message).at(line=1, column=1))
                return name
        message = next((what for magic, what in _FOREIGN if first.startswith(magic)), "")
        if not message and b"\0" in first[:4096]:
            message = "a binary file, not text (or UTF-16 without its mark: see --encoding)"
        if message:
            raise UnreadableFile(violation("binary-file", message).at(line=1))
        return "utf-8"


def _decoder(encoding: str) -> io.IncrementalNewlineDecoder:
    errors = "replace" if encoding == "cp1252" else "strict"
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    return io.IncrementalNewlineDecoder(decoder, translate=True)


def whole_lines(blocks: Iterable[str]) -> Iterator[str]:
    """Yield a text in blocks of whole lines; the last line may be without its end.

    A line with more than `LINE_LIMIT` characters is cut to one character more than that, so that
    readers find it too long and skip it.

    Args:
        blocks: the text, cut anywhere.

    Raises:
        UnreadableFile: a line does not end within about `SKIPPED_LIMIT` characters.
    """
    rest, skipped = "", 0
    try:
        for block in blocks:
            if is_too_long(rest):
                skipped += len(block)
                if skipped > SKIPPED_LIMIT:
                    message = f"a line of more than {SKIPPED_LIMIT:,} characters: reading ends here"
                    raise UnreadableFile(violation("long-line", message))
                block = block[block.find("\n") :] if "\n" in block else ""
            end = block.rfind("\n") + 1
            if end:
                yield rest + block[:end]
                rest, skipped = "", 0
            rest = (rest + block[end:])[: LINE_LIMIT + 1]
    except UnreadableFile:
        # The text before a failure is read, even half a line.
        if rest:
            yield rest
        raise
    if rest:
        yield rest


def lines_of(blocks: Iterable[str], limit: int) -> Iterator[str]:
    """Yield the lines of a text without their ends; a line longer than the limit may be cut."""
    rest = ""
    for block in blocks:
        *lines, rest = (rest + block).split("\n")
        yield from lines
        rest = rest[: limit + 1]
    if rest:
        yield rest


def is_too_long(line: str) -> bool:
    """Whether a line has more characters than `LINE_LIMIT`, and is skipped."""
    return len(line) > LINE_LIMIT


def has_long_line(text: str) -> bool:
    """Whether a line of a text is too long."""
    return is_too_long(text) and any(map(is_too_long, text.split("\n")))


def long_line(number: int) -> Finding:
    """Return the finding on a line that is skipped."""
    message = f"a line of more than {LINE_LIMIT:,} characters: it is skipped"
    return violation("long-line", message).at(line=number, column=1)


def placed(findings: list[Finding], line: int | None = None) -> tuple[Finding, ...]:
    """Remove the findings before a line from a list and return them; all if ``line`` is None."""
    taken = tuple(one for one in findings if line is None or (one.line or 1) < line)
    findings[:] = [one for one in findings if one not in taken]
    return taken
