"""Roles of shapes, and their looks: themes for screens, print and strong contrasts.

The styles are made for print as well as for screens. Sides differ in lightness and have a dark
outline, so that they can be told apart in black and white and by colour-blind readers; the only
accent colour marks moves and captures, never a side. Lengths are in board steps, the distance
between neighbouring points or squares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from notation.errors import UnknownName

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

CLASSIC = "classic"


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of drawings.

    Attributes:
        paper: colour of the background.
        styles: the look of every role.
    """

    paper: str
    styles: Mapping[Role, Style]


def _recoloured(changed: Mapping[Role, tuple[str | None, str | None]]) -> dict[Role, Style]:
    """Return the classic styles with other fills and strokes; None keeps a value."""
    styles = dict(STYLES)
    for role, (fill, stroke) in changed.items():
        one = styles[role]
        styles[role] = replace(one, fill=fill or one.fill, stroke=stroke or one.stroke)
    return styles


def _grey(colour: str | None) -> str | None:
    """Return a colour as a grey of the same brightness, as black-and-white printers do."""
    if colour is None:
        return None
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def _print() -> dict[Role, Style]:
    """Return the styles for print: greys on white; marks of moves are black with a white edge."""
    black, white = "#000000", "#ffffff"
    styles = {
        role: replace(style, fill=_grey(style.fill), stroke=_grey(style.stroke))
        for role, style in STYLES.items()
    }
    for role in (Role.ARROW, Role.POINTER):
        styles[role] = replace(styles[role], fill=black)
    for role in (Role.CROSS, Role.RING, Role.WON, Role.BADGE, Role.MARK, Role.FRAME):
        styles[role] = replace(styles[role], stroke=black)
    for role in (Role.LABEL, Role.WORD, Role.CAPTION, Role.COUNT):
        styles[role] = replace(styles[role], fill=black)
    for role in (Role.FIELD, Role.LABEL_GROUND):
        styles[role] = replace(styles[role], fill=white)
    styles[Role.MARK] = replace(styles[Role.MARK], dash=(1.5, 1.0))
    return styles


def _high_contrast() -> dict[Role, Style]:
    """Return styles with pure colours and thick lines; shapes differ even without colours."""
    black, white, moved, asked = "#000000", "#ffffff", "#b3007d", "#0047b3"
    styles = _recoloured(
        {
            **dict.fromkeys((Role.FIELD, Role.LABEL_GROUND), (white, None)),
            Role.TINT: ("#dddddd", None),
            Role.GRID: (None, "#444444"),
            Role.FAINT_GRID: (None, "#777777"),
            **dict.fromkeys((Role.LABEL, Role.WORD, Role.CAPTION, Role.COUNT), (black, None)),
            Role.FRAME: (None, black),
            Role.POINT: (black, None),
            Role.WHITE: (white, black),
            Role.BLACK: (black, black),
            Role.RED: ("#e00000", black),
            Role.BLUE: ("#00208a", black),
            Role.GREEN: ("#a6f06a", black),
            Role.STRUCK: ("#ffe14d", None),
            Role.VACATED: (None, black),
            Role.ARROW: (moved, white),
            **dict.fromkeys((Role.CROSS, Role.RING, Role.WON), (None, moved)),
            Role.BADGE: (white, moved),
            Role.POINTER: (asked, white),
            Role.MARK: (None, asked),
        }
    )
    thick = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN, Role.NEUTRAL)
    more = {Role.CROSS: 0.11, Role.RING: 0.1, Role.MARK: 0.12, Role.FRAME: 0.08, Role.GRID: 0.035}
    for role, width in (more | dict.fromkeys(thick, 0.08)).items():
        styles[role] = replace(styles[role], width=width)
    return styles


THEMES: dict[str, Theme] = {
    CLASSIC: Theme(PAPER, STYLES),
    "print": Theme("#ffffff", _print()),
    "dark": Theme(DARK_PAPER, _recoloured(DARK)),
    "high-contrast": Theme("#ffffff", _high_contrast()),
}


def find_theme(name: str) -> Theme:
    """Return a theme.

    Raises:
        UnknownName: there is no such theme.
    """
    if name not in THEMES:
        raise UnknownName.among("theme", name, THEMES)
    return THEMES[name]
