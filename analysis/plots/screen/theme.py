"""Colours of plots on screens, light and dark.

A shape has a class for what it is filled or drawn with (``f-ink``, ``s-ink``); the style sheet of a
file has the colours of the classes that occur, and others where the reader prefers dark ones. Lines
of sides differ in dashes and markers too, shares in hatching, and scales in lightness.
"""

import re
from collections.abc import Iterator

from analysis.drawing.svg import PREFERS_DARK
from analysis.plots import style

COLOURS = {
    "paper": ("#ffffff", "#201f1c"),
    "ink": (style.INK, "#ece8e1"),
    "soft": (style.SOFT_INK, "#b9b2a6"),
    "faint": (style.FAINT, "#45413b"),
    "first": (style.BLUE, style.SKY_BLUE),
    "second": ("#b87a00", "#f2b632"),
    "third": (style.GREEN, "#3ccfa2"),
    "bar": (style.SKY_BLUE, "#2f7fae"),
    "mark": (style.VERMILLION, "#ff9255"),
    "halo": ("#ffffff", "#201f1c"),
}
"""The colours by what they are for, light and dark."""

SIDES = ("first", "second", "third")

DASHES = ("", "7 2.6", "7 2.4 1.5 2.4")
"""Dashes of the lines of sides."""

LIGHT_SCALE = ("#eaf3fa", "#56b4e9", "#0072b2", "#00263d")
DARK_SCALE = ("#26343d", "#2b6d96", "#56b4e9", "#e2f3fd")
"""Colours of scales, from the least to the most."""

SHADES = 16
"""Number of colours of a scale."""

TURN = 8
"""The first shade with letters in the colour of the paper."""


def shade(share: float) -> int:
    """Return the number of the shade of a share of the scale, from 0 to 1."""
    return min(SHADES - 1, int(SHADES * share))


def style_sheet(body: str) -> str:
    """Return the style sheet of the classes that occur in the body of a drawing."""
    occurring = re.findall(r'class="([fs]-[a-z0-9-]+(?: [fs]-[a-z0-9-]+)*)"', body)
    names = sorted({name for names in occurring for name in names.split()})
    light, dark = ("".join(_rules(names, number)) for number in (0, 1))
    return f"<style>{light}{PREFERS_DARK}{{{dark}}}</style>"


def _rules(names: list[str], number: int) -> Iterator[str]:
    for name in names:
        kind, _, word = name.partition("-")
        yield f".{name}{{{'fill' if kind == 'f' else 'stroke'}:{_colours(word)[number]}}}"


def _colours(word: str) -> tuple[str, str]:
    """Return the colours of a word, light and dark; those of shades are called ``shade-3``."""
    if word in COLOURS:
        return COLOURS[word]
    share = int(word.removeprefix("shade-")) / (SHADES - 1)
    return _mixed(LIGHT_SCALE, share), _mixed(DARK_SCALE, share)


def _mixed(scale: tuple[str, ...], share: float) -> str:
    """Return the colour at a share of a scale, with equal distances between its colours."""
    at = share * (len(scale) - 1)
    first = min(int(at), len(scale) - 2)
    pairs = zip(*(bytes.fromhex(one[1:]) for one in scale[first : first + 2]), strict=True)
    return "#" + bytes(round(a + (at - first) * (b - a)) for a, b in pairs).hex()
