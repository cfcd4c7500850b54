"""Scans for tests: an empty picture, with a file of recognised text beside it."""

import shutil
import struct
import zlib
from pathlib import Path

DATA = Path(__file__).parents[2] / "data"


def png(width: int = 640, height: int = 900) -> bytes:
    """Return a grey picture."""
    rows = zlib.compress((b"\0" + b"\xdd" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    )


def scan(folder: Path, name: str = "gipf-scan") -> str:
    """Return the path of a picture with the text of a scan beside it."""
    shutil.copy(DATA / f"{name}.hocr.gz", folder / "sheet.hocr.gz")
    (folder / "sheet.png").write_bytes(png())
    return str(folder / "sheet.png")
