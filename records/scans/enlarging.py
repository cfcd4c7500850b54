"""Pictures with small print made larger, which character recognition reads better.

On six drawn sheets at 100 dots per inch, print of 10 to 15 pixels, 48 % of the plies were misread
as they stood, 43 % twice as large, and 42 % three times as large.
"""

import io
import warnings
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

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

    def larger(page: "Image") -> "Image":
        from PIL import Image, ImageChops, ImageFilter

        clean = ImageChops.lighter(page, page.filter(ImageFilter.RankFilter(3, SPECK)))
        size = page.width * factor, page.height * factor
        return clean.resize(size, Image.Resampling.LANCZOS)

    return redrawn(data, larger, factor)


def redrawn(data: bytes, change: Callable[["Image"], "Image"], factor: int = 1) -> bytes | None:
    """Return a picture with each page changed; None if that cannot be done.

    Args:
        data: the picture's file, with one page or several.
        change: returns a grey page changed.
        factor: how many times as wide and as high it makes pages.

    Returns:
        A TIFF file with the same number of pages, grey.
    """
    try:
        from PIL import Image, ImageSequence
    except ImportError:
        return None  # Pictures are read as they are without it.
    pages, left = [], PIXELS
    # What Pillow cannot read, tesseract may have read all the same.
    broken = (OSError, ValueError, SyntaxError, Image.DecompressionBombError)
    with suppress(*broken), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as picture:
            for frame in ImageSequence.Iterator(picture):
                left -= frame.width * frame.height * factor**2
                if left < 0:
                    return None
                pages.append(change(frame.convert("L")))
        stored = io.BytesIO()
        pages[0].save(stored, "TIFF", save_all=True, append_images=pages[1:])
        return stored.getvalue()
    return None
