"""Roles of shapes, and the table of their colours and strokes.

The styles are made for print as well as for screens. Sides differ in lightness and have a dark
outline, so that they can be told apart in black and white and by colour-blind readers; the only
accent colour marks moves and captures, never a side. Lengths are in board steps, the distance
between neighbouring points or squares.
"""

from dataclasses import dataclass
from enum import Enum

PAPER = "#ffffff"
"""Colour of the background."""

FONTS = ("Helvetica Neue", "Helvetica", "Arial", "Liberation Sans", "DejaVu Sans")
"""Fonts in order of preference; painters take the first one that is installed."""

INK = "#24211e"
SOFT_INK = "#5f5a52"
ACCENT = "#d2500f"
POINTED = "#1668b0"


class Role(Enum):
    """The meaning of a shape.

    Every kind of piece has two companions: its ``ghost``, for a removed piece, and its ``inner``,
    for a line drawn on the piece (a second storey, a mark).
    """

    FIELD = "field"
    """The ground of the board."""
    TINT = "tint"
    """Areas of the board in another shade, such as every other square."""
    GRID = "grid"
    """Lines along which pieces stand or move."""
    FAINT_GRID = "faint-grid"
    """Thin grid lines, on boards with many lines."""
    FRAME = "frame"
    """The edge of the board."""
    POINT = "point"
    """Small dots that belong to the board."""

    LABEL = "label"
    """Coordinates."""
    LABEL_GROUND = "label-ground"
    """The background of a coordinate that overlaps lines of the board."""
    WORD = "word"
    """Text beside the board that is not a coordinate."""
    CAPTION = "caption"
    """Text under the board."""
    COUNT = "count"
    """Numbers beside the board."""

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    NEUTRAL = "neutral"
    """A piece that belongs to neither side."""

    WHITE_GHOST = "white-ghost"
    BLACK_GHOST = "black-ghost"
    RED_GHOST = "red-ghost"
    BLUE_GHOST = "blue-ghost"
    GREEN_GHOST = "green-ghost"

    WHITE_INNER = "white-inner"
    BLACK_INNER = "black-inner"
    RED_INNER = "red-inner"
    BLUE_INNER = "blue-inner"
    GREEN_INNER = "green-inner"

    VACATED = "vacated"
    """The origin of a moved piece."""
    ARROW = "arrow"
    """The last move."""
    STRUCK = "struck"
    """The background of captured pieces."""
    CROSS = "cross"
    """A captured piece."""
    RING = "ring"
    """A point where a piece was captured and another one stands now."""
    WON = "won"
    """A line of pieces that wins the game."""
    BADGE = "badge"
    """The background of a number on a piece."""
    POINTER = "pointer"
    """A requested arrow."""
    MARK = "mark"
    """A requested circle."""

    @property
    def ghost(self) -> "Role":
        """The role for drawing a removed piece of this kind."""
        return Role(f"{self.value}-ghost")

    @property
    def inner(self) -> "Role":
        """The role for lines drawn on a piece of this kind."""
        return Role(f"{self.value}-inner")


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a role.

    Attributes:
        fill: colour of the inside or of the letters; None for no fill.
        stroke: colour of the outline; None for no outline.
        width: width of the outline.
        dash: lengths of dashes and gaps, in widths of the line; empty for an unbroken line.
        size: size of letters.
        bold: whether letters are bold.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    size: float = 0.0
    bold: bool = False


PIECE_WIDTH = 0.05
GHOST_WIDTH = 0.03

STYLES: dict[Role, Style] = {
    Role.FIELD: Style(fill="#faf7f0"),
    Role.TINT: Style(fill="#eee7d8"),
    Role.GRID: Style(stroke="#b5ad9f", width=0.025),
    Role.FAINT_GRID: Style(stroke="#d3ccc0", width=0.02),
    Role.FRAME: Style(stroke=INK, width=0.05),
    Role.POINT: Style(fill=SOFT_INK),
    Role.LABEL: Style(fill=SOFT_INK, size=0.36),
    Role.LABEL_GROUND: Style(fill="#faf7f0"),
    Role.WORD: Style(fill=SOFT_INK, size=0.36),
    Role.CAPTION: Style(fill=INK, size=0.42),
    Role.COUNT: Style(fill=INK, size=0.36, bold=True),
    Role.WHITE: Style(fill="#ffffff", stroke=INK, width=PIECE_WIDTH),
    Role.BLACK: Style(fill="#393632", stroke="#141210", width=PIECE_WIDTH),
    Role.RED: Style(fill="#d65b56", stroke=INK, width=PIECE_WIDTH),
    Role.BLUE: Style(fill="#1f3d73", stroke="#0d1c38", width=PIECE_WIDTH),
    Role.GREEN: Style(fill="#bfe0a2", stroke=INK, width=PIECE_WIDTH),
    Role.NEUTRAL: Style(fill="#9a9389", stroke=INK, width=PIECE_WIDTH),
    Role.WHITE_GHOST: Style(fill="#fcfbf8", stroke="#9d968a", width=GHOST_WIDTH),
    Role.BLACK_GHOST: Style(fill="#c9c4bb", stroke="#9d968a", width=GHOST_WIDTH),
    Role.RED_GHOST: Style(fill="#f0cfcb", stroke="#b98580", width=GHOST_WIDTH),
    Role.BLUE_GHOST: Style(fill="#b9c3d8", stroke="#8793ad", width=GHOST_WIDTH),
    Role.GREEN_GHOST: Style(fill="#eef6e6", stroke="#a3b890", width=GHOST_WIDTH),
    Role.WHITE_INNER: Style(stroke=INK, width=PIECE_WIDTH),
    Role.BLACK_INNER: Style(stroke="#f1ede6", width=PIECE_WIDTH),
    Role.RED_INNER: Style(stroke="#ffffff", width=PIECE_WIDTH),
    Role.BLUE_INNER: Style(stroke="#ffffff", width=PIECE_WIDTH),
    Role.GREEN_INNER: Style(stroke=INK, width=PIECE_WIDTH),
    Role.VACATED: Style(stroke="#9d968a", width=GHOST_WIDTH, dash=(2.5, 2.5)),
    Role.ARROW: Style(fill=ACCENT, stroke=PAPER, width=0.045),
    Role.STRUCK: Style(fill="#f7cfae"),
    Role.CROSS: Style(stroke=ACCENT, width=0.08),
    Role.RING: Style(stroke=ACCENT, width=0.07),
    Role.WON: Style(stroke=ACCENT, width=0.18),
    Role.BADGE: Style(fill=PAPER, stroke=ACCENT, width=0.035),
    Role.POINTER: Style(fill=POINTED, stroke=PAPER, width=0.045),
    Role.MARK: Style(stroke=POINTED, width=0.09),
}

DARK_PAPER = "#201f1c"

DARK: dict[Role, tuple[str | None, str | None]] = {
    Role.FIELD: ("#2c2a26", None),
    Role.TINT: ("#38342d", None),
    Role.GRID: (None, "#7a7367"),
    Role.FAINT_GRID: (None, "#565047"),
    Role.FRAME: (None, "#b9b2a6"),
    Role.POINT: ("#b9b2a6", None),
    Role.LABEL: ("#b9b2a6", None),
    Role.LABEL_GROUND: ("#2c2a26", None),
    Role.WORD: ("#b9b2a6", None),
    Role.CAPTION: ("#ece8e1", None),
    Role.COUNT: ("#ece8e1", None),
    Role.WHITE: ("#f6f3ec", None),
    Role.BLACK: ("#100f0e", "#cfc8bc"),
    Role.BLUE: ("#2b559f", "#b7c8ea"),
    Role.WHITE_GHOST: ("#4f4a43", "#9d968a"),
    Role.BLACK_GHOST: ("#1b1a18", "#7a7367"),
    Role.RED_GHOST: ("#5a3431", "#b98580"),
    Role.BLUE_GHOST: ("#2a3650", "#8793ad"),
    Role.GREEN_GHOST: ("#3c4a31", "#a3b890"),
    Role.STRUCK: ("#63401f", None),
    Role.ARROW: ("#ff7d42", DARK_PAPER),
    Role.CROSS: (None, "#ff7d42"),
    Role.RING: (None, "#ff7d42"),
    Role.WON: (None, "#ff7d42"),
    Role.BADGE: (DARK_PAPER, "#ff7d42"),
    Role.POINTER: ("#5db4f5", DARK_PAPER),
    Role.MARK: (None, "#5db4f5"),
}
"""Fills and strokes on a dark background, where they differ; sides remain easy to distinguish."""
