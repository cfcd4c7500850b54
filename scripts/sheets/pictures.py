"""Pages of score sheets as pictures: printed in a face, then copied badly.

The faces come with matplotlib, so that a seed makes the same picture on every machine; others that
are installed can be asked for by name.
"""

import io
import random
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from matplotlib.font_manager import findfont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scripts.sheets.layouts import LANGUAGES, LAYOUTS, Band, Page, Table

FACES = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral", "cmss10", "cmtt10")
"""Faces with and without serifs, and of one width: two families of each."""

QUALITIES = {"A": (200, 0.25, 88), "B": (150, 0.25, 80), "C": (100, 0.2, 75)}
"""Dots per inch, blur in points of print at most, and the quality of JPEG, by name of quality."""

SMALLEST = {"A": 8, "B": 9, "C": 10}
"""Points of the smallest print, by name of quality."""

WHITE = 255


@dataclass(frozen=True, slots=True)
class Look:
    """How a sheet looks.

    Attributes:
        layout: one of `LAYOUTS`.
        language: one of `LANGUAGES`.
        face: name of the face.
        pt: size of the print in points.
        quality: one of `QUALITIES`.
        spacing: distance of lines, in heights of the print.
        rotation: degrees by which the page is turned, anticlockwise.
        blur: radius in pixels.
        salt: part of the pixels that become black or white.
        seed: of the noise.
    """

    layout: str
    language: str
    face: str
    pt: float
    quality: str
    spacing: float
    rotation: float
    blur: float
    salt: float
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Return the look as a JSON object."""
        return asdict(self)


def random_look(chance: random.Random, layout: str = "", quality: str = "", face: str = "") -> Look:
    """Return a look drawn at random, parts of it given."""
    quality = quality or chance.choice(list(QUALITIES))
    dots, blurred, _ = QUALITIES[quality]
    return Look(
        layout=layout or chance.choice(list(LAYOUTS)),
        language=chance.choice(LANGUAGES),
        face=face or chance.choice(FACES),
        pt=SMALLEST[quality] + chance.randrange(5),
        quality=quality,
        spacing=round(chance.uniform(1.15, 1.7), 2),
        rotation=round(chance.choice((0.0, chance.uniform(-2, 2))), 2),
        blur=round(chance.uniform(0, blurred) * dots / 72, 2),
        salt=chance.choice((0.0, 0.0, 0.0003, 0.001)),
        seed=chance.randrange(1 << 30),
    )


class Printer:
    """Prints pages in one face and size.

    Args:
        look: how they look.
    """

    def __init__(self, look: Look) -> None:
        self._size = look.pt * QUALITIES[look.quality][0] / 72
        path = findfont(look.face, fallback_to_default=False)
        self._font = ImageFont.truetype(path, round(self._size))
        self._line = round(self._size * look.spacing)
        self._margin = round(4 * self._size)

    def page(self, page: Page) -> Image.Image:
        """Return a page, black on white."""
        widths = [sum(map(self._width, band)) for band in page]
        lines = sum(max(map(len, band)) + 1 for band in page)
        size = (max(widths) + 2 * self._margin, lines * self._line + 2 * self._margin)
        picture = Image.new("L", size, WHITE)
        draw, top = ImageDraw.Draw(picture), self._margin
        for band in page:
            self._band(draw, band, top)
            top += (max(map(len, band)) + 1) * self._line
        return picture

    def _band(self, draw: ImageDraw.ImageDraw, band: Band, top: int) -> None:
        left = self._margin
        for table in band:
            for down, row in enumerate(table):
                x = left
                for cell, width in zip(row, self._widths(table), strict=False):
                    draw.text((x, top + down * self._line), cell, fill=20, font=self._font)
                    x += width
            left += self._width(table)

    def _widths(self, table: Table) -> list[int]:
        """Return the widths of the columns of a table, with the blank to their right."""
        columns = max(map(len, table))
        return [
            round(max(self._font.getlength(row[at]) for row in table if at < len(row)))
            + round(self._size * (0.8 if at == 0 and columns > 1 else 2.5))
            for at in range(columns)
        ]

    def _width(self, table: Table) -> int:
        return sum(self._widths(table))


def copied(picture: Image.Image, look: Look) -> Image.Image:
    """Return a picture as a bad copy: turned, blurred, and speckled."""
    turned = picture.rotate(look.rotation, Image.Resampling.BICUBIC, expand=True, fillcolor=WHITE)
    blurred = turned.filter(ImageFilter.GaussianBlur(look.blur)) if look.blur else turned
    return _speckled(blurred, look)


def _speckled(picture: Image.Image, look: Look) -> Image.Image:
    """Return a picture on uneven paper, with specks of black and white."""
    chance = np.random.default_rng(look.seed)
    pixels = np.asarray(picture, dtype=np.float32)
    paper = chance.normal(0, 3, pixels.shape)
    struck = chance.random(pixels.shape)
    pixels = np.clip(pixels * 0.96 + paper, 0, WHITE)
    pixels[struck < look.salt / 2] = 0
    pixels[struck > 1 - look.salt / 2] = WHITE
    return Image.fromarray(pixels.astype(np.uint8))


def stored(pages: list[Page], look: Look) -> tuple[str, bytes]:
    """Return the pages of a sheet as a file, and how its name ends.

    One page is a JPEG, several are a TIFF; both lose what JPEG loses.
    """
    printer = Printer(look)
    first, *others = (copied(printer.page(page), look) for page in pages)
    dots, _, quality = QUALITIES[look.quality]
    file, options = io.BytesIO(), {"quality": quality, "dpi": (dots, dots)}
    if not others:
        first.save(file, "JPEG", **options)
        return ".jpg", file.getvalue()
    first.save(file, "TIFF", save_all=True, append_images=others, compression="jpeg", **options)
    return ".tif", file.getvalue()
