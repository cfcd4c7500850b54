"""Letters that the font of print lacks: drawn as empty boxes, they would make names alike."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set


def drawable(text: str) -> str:
    """Return a text with what the font lacks named by its code point: ``<1F600>``.

    An image file that is the same on every machine has the letters of one font only.
    """
    if text.isascii():
        return text
    known = _letters()
    return "".join(one if ord(one) in known else f"<{ord(one):04X}>" for one in text)


@cache
def _letters() -> "Set[int]":
    """Return the code points of the font that comes with matplotlib."""
    from matplotlib.font_manager import findfont, get_font

    return get_font(findfont("DejaVu Sans")).get_charmap().keys()
