"""Frames of Zstandard, unpacked block by block: damage costs no block before it.

Source: RFC 8878, sections 3.1.1.1 (frame header) and 3.1.1.2 (blocks).
"""

from collections.abc import Iterator

_MAGIC = b"\x28\xb5\x2f\xfd"
_HEADER, _BLOCK, _REST = "header", "block", "rest"
_CHECKSUM, _SINGLE = 0x04, 0x20
_RUN = 1


class ZstdFrame:
    """What unpacks one frame, with `zlib`'s methods."""

    def __init__(self) -> None:
        from zstandard import ZstdDecompressor

        self._frame = ZstdDecompressor().decompressobj()
        self._held, self._next, self._has_checksum = b"", _HEADER, False

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the frame."""
        return self._frame.unused_data

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        return self._frame.eof

    def decompress(self, data: bytes) -> bytes:
        """Return what a part of the frame unpacks to."""
        return self._frame.decompress(data)

    def parts(self, packed: bytes) -> Iterator[bytes]:
        """Yield the header, the blocks and the rest of the frame, as far as they are whole."""
        self._held += packed
        while self._next != _REST:
            size = self._header_size() if self._next == _HEADER else self._block_size()
            if not size or len(self._held) < size:
                return
            part, self._held = self._held[:size], self._held[size:]
            yield part
        part, self._held = self._held, b""
        if part:
            yield part

    def _header_size(self) -> int:
        """Return the size of the header, 0 where too little of it is known."""
        if len(self._held) <= len(_MAGIC):
            return 0
        flags = self._held[len(_MAGIC)]
        if not self._held.startswith(_MAGIC):
            self._next = _REST
            return len(self._held)
        self._next, self._has_checksum = _BLOCK, bool(flags & _CHECKSUM)
        single = bool(flags & _SINGLE)
        content = (1 if single else 0, 2, 4, 8)[flags >> 6]
        size = len(_MAGIC) + 1 + (not single) + (0, 1, 2, 4)[flags & 3] + content
        if len(self._held) < size:
            self._next = _HEADER
        return size

    def _block_size(self) -> int:
        """Return the size of a block, and of all that follows if the frame ends with it."""
        if len(self._held) < 3:
            return 0
        header = int.from_bytes(self._held[:3], "little")
        size = 3 + (1 if header >> 1 & 3 == _RUN else header >> 3)
        if header & 1 and len(self._held) >= size:
            self._next = _REST
            return size if self._has_checksum else len(self._held)
        return size
