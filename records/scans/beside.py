"""Files that belong together: the picture of a scan, and what was recognised in it."""

import re
from pathlib import Path

from notation.pattern import lazy_pattern
from records.formats import by_suffix

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp")
"""Endings of the name of the picture beside a file of what was recognised in it."""

RECOGNISED = (".hocr", ".hocr.gz", ".alto", ".alto.gz", ".tsv", ".tsv.gz")
"""Endings of the name of such a file beside a picture."""

HEAD = 1 << 16
"""Characters of a file in which the name of its picture stands."""

_NAMED = lazy_pattern(r"(?:image\s+&?(?:quot;|[\"'])|<fileName>)([^\"'&<>]+)")


def scan_of(path: str) -> Path | None:
    """Return the picture that a file was recognised from: itself, or one beside it; or None.

    The picture is the one that the file names, if it is in the same folder, or has its name.
    """
    file = Path(path)
    if not file.is_file():
        return None
    if (form := by_suffix(path)) and form.name == "image":
        return file
    named = [] if file.suffix == ".gz" else _NAMED.findall(_head(file))
    stems = {file.with_suffix(""), file.with_suffix("").with_suffix("")}
    beside = [stem.with_name(stem.name + suffix) for stem in sorted(stems) for suffix in SUFFIXES]
    names = [file.parent / re.split(r"[/\\]", name)[-1] for name in named]
    return next((one for one in [*names, *beside] if one.is_file() and one != file), None)


def _head(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(HEAD)


def recognised_beside(picture: Path) -> Path | None:
    """Return the file of what was recognised in a picture that has its name; None for none."""
    found = (picture.with_name(picture.stem + suffix) for suffix in RECOGNISED)
    return next((one for one in found if one.is_file()), None)
