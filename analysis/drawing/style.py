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

PAPER, DARK_PAPER = "#ffffff", "#201f1c"
"""Colours of the background."""

FONTS = ("Helvetica Neue", "Helvetica", "Arial", "Liberation Sans", "DejaVu Sans")
"""Fonts in order of preference; painters take the first one that is installed."""


class Role(Enum):
    """The meaning of a shape.

    Every kind of piece has two companions: its ``ghost``, for a removed piece, and its ``inner``,
    for a line drawn on the piece (a second storey, a mark).
    """

    # The board, and texts on it and around it.
    FIELD = "field"
    TINT = "tint"  # areas of the board in another shade, such as every other square
    GRID = "grid"  # lines along which pieces stand or move
    FAINT_GRID = "faint-grid"  # thin grid lines, on boards with many lines
    FRAME = "frame"
    POINT = "point"  # small dots that belong to the board
    LABEL = "label"  # coordinates
    LABEL_GROUND = "label-ground"  # the background of a coordinate that overlaps lines
    WORD = "word"  # text beside the board that is not a coordinate
    CAPTION = "caption"
    COUNT = "count"  # numbers beside the board

    # Pieces; neutral ones belong to neither side.
    WHITE = "white"
    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    NEUTRAL = "neutral"
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

    # Marks of the last move, and marks that were asked for.
    VACATED = "vacated"  # the origin of a moved piece
    ARROW = "arrow"
    STRUCK = "struck"  # the background of captured pieces
    CROSS = "cross"  # a captured piece
    RING = "ring"  # a point where a piece was captured and another one stands now
    WON = "won"  # a line of pieces that wins the game
    BADGE = "badge"  # the background of a number on a piece
    POINTER = "pointer"  # an arrow that was asked for
    MARK = "mark"  # a circle that was asked for

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


SIZES = {Role.LABEL: 0.36, Role.WORD: 0.36, Role.CAPTION: 0.42, Role.COUNT: 0.36}
"""Sizes of letters."""

LOOKS = """
#             classic                dark            high contrast         print
field         #faf7f0 -       -      #2c2a26 -       #ffffff -       -     #ffffff -
tint          #eee7d8 -       -      #38342d -       #dddddd -       -     #e7e7e7 -
grid          -       #b5ad9f 0.025  -       #7a7367 -       #444444 0.035 -       #aeaeae
faint-grid    -       #d3ccc0 0.02   -       #565047 -       #777777 -     -       #cdcdcd
frame         -       #24211e 0.05   -       #b9b2a6 -       #000000 0.08  -       #000000
point         #5f5a52 -       -      #b9b2a6 -       #000000 -       -     #5b5b5b -
label         #5f5a52 -       -      #b9b2a6 -       #000000 -       -     #000000 -
label-ground  #faf7f0 -       -      #2c2a26 -       #ffffff -       -     #ffffff -
word          #5f5a52 -       -      #b9b2a6 -       #000000 -       -     #000000 -
caption       #24211e -       -      #ece8e1 -       #000000 -       -     #000000 -
count         #24211e -       -      #ece8e1 -       #000000 -       -     #000000 -
white         #ffffff #24211e 0.05   #f6f3ec -       -       #000000 0.08  -       #222222
black         #393632 #141210 0.05   #100f0e #cfc8bc #000000 #000000 0.08  #363636 #121212
red           #d65b56 #24211e 0.05   -       -       #e00000 #000000 0.08  #7f7f7f #222222
blue          #1f3d73 #0d1c38 0.05   #2b559f #b7c8ea #00208a #000000 0.08  #3a3a3a #1b1b1b
green         #bfe0a2 #24211e 0.05   -       -       #a6f06a #000000 0.08  #cfcfcf #222222
neutral       #9a9389 #24211e 0.05   -       -       -       -       0.08  #949494 #222222
white-ghost   #fcfbf8 #9d968a 0.03   #4f4a43 #9d968a -       -       -     #fbfbfb #979797
black-ghost   #c9c4bb #9d968a 0.03   #1b1a18 #7a7367 -       -       -     #c4c4c4 #979797
red-ghost     #f0cfcb #b98580 0.03   #5a3431 #b98580 -       -       -     #d8d8d8 #949494
blue-ghost    #b9c3d8 #8793ad 0.03   #2a3650 #8793ad -       -       -     #c2c2c2 #929292
green-ghost   #eef6e6 #a3b890 0.03   #3c4a31 #a3b890 -       -       -     #f2f2f2 #adadad
white-inner   -       #24211e 0.05   -       -       -       -       -     -       #222222
black-inner   -       #f1ede6 0.05   -       -       -       -       -     -       #ededed
red-inner     -       #ffffff 0.05   -       -       -       -       -     -       -
blue-inner    -       #ffffff 0.05   -       -       -       -       -     -       -
green-inner   -       #24211e 0.05   -       -       -       -       -     -       #222222
vacated       -       #9d968a 0.03   -       -       -       #000000 -     -       #979797
struck        #f7cfae -       -      #63401f -       #ffe14d -       -     #d7d7d7 -
arrow         #d2500f #ffffff 0.045  #ff7d42 #201f1c #b3007d -       -     #000000 -
cross         -       #d2500f 0.08   -       #ff7d42 -       #b3007d 0.11  -       #000000
ring          -       #d2500f 0.07   -       #ff7d42 -       #b3007d 0.1   -       #000000
won           -       #d2500f 0.18   -       #ff7d42 -       #b3007d -     -       #000000
badge         #ffffff #d2500f 0.035  #201f1c #ff7d42 -       #b3007d -     -       #000000
pointer       #1668b0 #ffffff 0.045  #5db4f5 #201f1c #0047b3 -       -     #000000 -
mark          -       #1668b0 0.09   -       #5db4f5 -       #0047b3 0.12  -       #000000
"""
"""Fills, strokes and widths of the roles; ``-`` is none, or as in the theme ``classic``.

On a dark background, sides remain easy to distinguish. High contrast has pure colours and thick
lines, and its shapes differ even without colours. In print, colours are greys of their brightness,
and marks of moves are black with a white edge.
"""

_ROWS = {
    Role(name): [None if cell == "-" else cell for cell in cells]
    for name, *cells in map(str.split, LOOKS.splitlines()[2:])
}

STYLES = {
    role: Style(
        fill,
        stroke,
        float(width or 0),
        (2.5, 2.5) if role is Role.VACATED else (),
        SIZES.get(role, 0.0),
        role is Role.COUNT,
    )
    for role, (fill, stroke, width, *_) in _ROWS.items()
}
"""The styles of the theme ``classic``."""

DARK = {role: (row[3], row[4]) for role, row in _ROWS.items() if row[3] or row[4]}
"""Fills and strokes on a dark background, where they differ."""


def _restyled(first: int, last: int) -> dict[Role, Style]:
    """Return the classic styles with the fills, strokes and widths of other columns of `LOOKS`."""
    styles = dict[Role, Style]()
    for role, style in STYLES.items():
        fill, stroke, *width = _ROWS[role][first:last]
        styles[role] = replace(
            style,
            fill=fill or style.fill,
            stroke=stroke or style.stroke,
            width=float(width[0]) if width and width[0] else style.width,
        )
    return styles


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The look of drawings: the colour of the background, and the style of every role."""

    paper: str
    styles: Mapping[Role, Style]


CLASSIC = "classic"
"""The name of the usual theme."""

_PRINT = _restyled(8, 10)

THEMES = {
    CLASSIC: Theme(PAPER, STYLES),
    "print": Theme(PAPER, _PRINT | {Role.MARK: replace(_PRINT[Role.MARK], dash=(1.5, 1.0))}),
    "dark": Theme(DARK_PAPER, _restyled(3, 5)),
    "high-contrast": Theme(PAPER, _restyled(5, 8)),
}

USUAL = THEMES[CLASSIC]


def find_theme(name: str) -> Theme:
    """Return a theme.

    Raises:
        UnknownName: there is no such theme.
    """
    if name not in THEMES:
        raise UnknownName.among("theme", name, THEMES)
    return THEMES[name]
