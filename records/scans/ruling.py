"""Pictures of ruled sheets without the rules, among which character recognition finds no words.

Of four forms with boxes around their moves tesseract read no row; without the rules it read all.
"""

from typing import TYPE_CHECKING

from records.scans.enlarging import redrawn

if TYPE_CHECKING:
    from PIL.Image import Image

DARK = 190
"""Grey below which a pixel is dark, from 0 to 255."""
FILLED = 240
"""Share of dark pixels in a stretch that is part of a rule, of 255."""
PART = 24
"""Part of the width of a page that a stretch is long, at least."""
HEIGHTS = 2
"""Heights of a word that it is long, at least: no stroke of a letter is."""
LEAST = 4
"""Stretches from which on there are rules."""


def unruled(data: bytes, height: float) -> bytes | None:
    """Return a picture without the level and upright lines on it; None if there are none.

    Args:
        data: the picture's file, with one page or several.
        height: the usual height of a word in pixels, 0 if it is not known.

    Returns:
        A TIFF file with the same number of pages, grey; None also where pictures cannot be changed.
    """
    found = 0

    def change(page: "Image") -> "Image":
        nonlocal found
        length = max(page.width // PART, round(HEIGHTS * height), 1)
        clean, ruled = _without_rules(page, length)
        found += ruled >= LEAST * length
        return clean

    changed = redrawn(data, change)
    return changed if found else None


def _without_rules(page: "Image", length: int) -> tuple["Image", int]:
    """Return a grey page without its rules, and how many dark pixels those have.

    A stretch of so many pixels in a row, or in a column, is part of a rule where nearly all are
    dark; so is what is dark right beside it.
    """
    from PIL import Image, ImageChops, ImageFilter

    dark = page.point([255 if grey < DARK else 0 for grey in range(256)])
    rules = Image.new("L", page.size)
    for size in (max(page.width // length, 1), page.height), (page.width, page.height // length):
        small = dark.resize((size[0], max(size[1], 1)), Image.Resampling.BOX)
        full = small.point([255 if share >= FILLED else 0 for share in range(256)])
        wider = full.filter(ImageFilter.MaxFilter(3))
        rules = ImageChops.lighter(rules, wider.resize(page.size, Image.Resampling.NEAREST))
    rules = ImageChops.darker(rules, dark)
    clean = page.copy()
    clean.paste(255, mask=rules.filter(ImageFilter.MaxFilter(3)))
    return clean, rules.histogram()[255]
