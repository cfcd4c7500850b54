"""How large a picture is, and in which colours."""

from dataclasses import dataclass

from analysis.drawing.scene import Scene
from analysis.drawing.themes import CLASSIC

PIXELS_PER_INCH = 96
"""Pixels of style sheets to an inch on paper."""

STEP = 36.0
"""Default length of a board step in pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """The size of a picture and its theme.

    Attributes:
        theme: name of the theme.
        step: length of a board step in pixels, of which 96 make an inch on paper.
        width: width of the whole picture in such pixels, in place of ``step``; None for none.
        dpi: dots of a PNG to an inch on paper.
    """

    theme: str = CLASSIC
    step: float = STEP
    width: float | None = None
    dpi: float = PIXELS_PER_INCH

    def step_of(self, scene: Scene) -> float:
        """Return the length of a board step in a picture of a scene."""
        return self.width / scene.width if self.width else self.step
