"""Themes: the looks of all roles, for screens, print and readers who need strong contrasts.

The styles of `analysis.drawing.style` are the classic theme; the other themes change some of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.drawing.style import DARK, DARK_PAPER, PAPER, STYLES, Role, Style
from notation.errors import UnknownName

CLASSIC = "classic"


@dataclass(frozen=True, slots=True)
class Theme:
    """A look of drawings.

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
    """Return greys on white paper; the marks of moves are black with a white edge."""
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
    """Return pure colours and thick lines on white; shapes differ even without colours."""
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
