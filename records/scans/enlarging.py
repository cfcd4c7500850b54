"""Pictures with small print made larger, which character recognition reads better.

On six drawn sheets at 100 dots per inch, print of 10 to 15 pixels, 48 % of the plies were misread
as they stood, 43 % twice as large, and 42 % three times as large.
"""

import io
import warnings
from contextlib import suppress
from math import ceil

SMALL = 16
"""Height of words in pixels below which they are enlarged."""

AIMED = 28
"""Height of words, in pixels, that they are enlarged to at least, up to `MOST` times."""

MOST = 3

PIXELS = 100_000_000
"""Pixels of all pages together, once enlarged, that are not exceeded."""

SPECK = 2
"""Dark pixels of three by three that are taken for a speck, which would grow with the print."""


def factor_for(height: float) -> int:
    """Return how many times a picture with words of this height in pixels should be enlarged."""
    if not 0 < height < SMALL:
        return 1
    return min(ceil(AIMED / height), MOST)


def enlarged(data: bytes, factor: int) -> bytes | None:
    """Return a picture so many times as large and without specks; None if that cannot be done.

    Args:
        data: the picture's file, with one page or several.
        factor: how many times as wide and as high.

    Returns:
        A TIFF file with the same number of pages, grey.
    """
    from PIL import Image, ImageChops, ImageFilter, ImageSequence

    pages, left = [], PIXELS
    # What Pillow cannot read, tesseract may have read all the same.
    broken = (OSError, ValueError, SyntaxError, Image.DecompressionBombError)
    with suppress(*broken), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as picture:
            for frame in ImageSequence.Iterator(picture):
                width, height = frame.width * factor, frame.height * factor
                left -= width * height
                if left < 0:
                    return None
                page = frame.convert("L")
                clean = ImageChops.lighter(page, page.filter(ImageFilter.RankFilter(3, SPECK)))
                pages.append(clean.resize((width, height), Image.Resampling.LANCZOS))
        stored = io.BytesIO()
        pages[0].save(stored, "TIFF", save_all=True, append_images=pages[1:])
        return stored.getvalue()
    return None
