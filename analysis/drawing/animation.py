"""Scenes as an animated GIF, made with Pillow, which comes with matplotlib.

All frames share one palette, computed from the colours of all shapes. Unchanged parts are therefore
identical in every frame: they do not flicker, and are stored only once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product
from typing import TYPE_CHECKING

from analysis.drawing.scene import Scene
from analysis.drawing.style import USUAL, Theme

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 256
"""Number of colours that a GIF may have."""

CELL = 8
"""Minimum difference of brightness between colours that Pillow keeps apart in a palette."""

HELD = 3.0
"""Factor of the time that the last frame is shown."""

SHARES = (0.5, 0.25, 0.75)
"""Mixing ratios of two colours for smooth edges, the most important first."""

Colour = tuple[int, ...]
"""Red, green and blue, each from 0 to 255."""


def animate(scenes: Sequence[Scene], step: float, delay: float, theme: Theme = USUAL) -> bytes:
    """Return scenes as an animated GIF that repeats endlessly.

    Args:
        scenes: the frames, one or more. All get the height of the tallest one.
        step: length of a board step in pixels.
        delay: seconds that a frame is shown; the last one stays `HELD` times as long.
        theme: the theme.
    """
    frames = _frames(scenes, step, theme)
    first, buffer, shown = next(frames), BytesIO(), round(1000 * delay)
    durations = [shown] * (len(scenes) - 1) + [round(HELD * shown)]
    first.save(buffer, "GIF", save_all=True, append_images=frames, duration=durations, loop=0)
    return buffer.getvalue()


def _frames(scenes: Sequence[Scene], step: float, theme: Theme) -> "Iterator[Image]":
    """Yield the frames in the colours of the common palette."""
    from PIL import Image

    from analysis.drawing import mpl

    width, height = (max(getattr(one, side) for one in scenes) for side in ("width", "height"))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(scenes, theme) for part in colour])
    for scene in scenes:
        painted = mpl.paint(replace(scene, width=width, height=height), "png", step, theme=theme)
        with Image.open(BytesIO(painted)) as image:
            yield image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(scenes: Sequence[Scene], theme: Theme) -> list[Colour]:
    """Return the colours of all shapes, and as many mixtures of two colours as fit the palette."""
    roles = {shape.role for scene in scenes for shape in scene.shapes}
    styles = [theme.styles[role] for role in sorted(roles, key=lambda role: role.value)]
    named = [theme.paper, *(colour for style in styles for colour in (style.fill, style.stroke))]
    pure = [tuple(bytes.fromhex(colour[1:])) for colour in dict.fromkeys(named) if colour]
    palette = pure[:COLOURS]
    for share, (one, other) in product(SHARES, combinations(pure, 2)):
        parts = list(zip(one, other, strict=True))
        mixture = tuple(round(share * here + (1 - share) * there) for here, there in parts)
        if len(palette) < COLOURS and all(_apart(mixture, known) for known in palette):
            palette.append(mixture)
    return palette


def _apart(one: Colour, other: Colour) -> bool:
    """Whether two colours differ enough for Pillow to keep both."""
    return max(abs(here - there) for here, there in zip(one, other, strict=True)) >= CELL
