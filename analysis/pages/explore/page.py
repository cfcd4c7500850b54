"""The page of the explorer: its elements, which the scripts fill."""

from analysis.drawing.style import DARK, STYLES, Role
from analysis.drawing.svg import PREFERS_DARK, dark_rules
from analysis.pages.shell import base_style, build_document, filled, footer, part, program

HERE = "analysis.pages.explore"

SCRIPTS = ("explore.js", "moves.js", "acting.js")
"""Places and the board, tables of moves and games, what readers do and what the server is asked."""

SIDES = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN, Role.NEUTRAL)
"""Roles in which the pieces of a side may be painted."""


def build_page(title: str, about: str = "") -> str:
    """Return the page.

    Args:
        title: what is explored.
        about: a sentence on which games are.
    """
    style = base_style(part(HERE, "explore.css"), _side_rules(), dark_rules())
    body = filled(part(HERE, "explore.html"), title=title, about=about, footer=footer())
    allowed = {"connect-src": "'self'", "require-trusted-types-for": "'script'"}
    script = program(HERE, *SCRIPTS, start="begin();\n")
    return build_document(f"{title} \N{EN DASH} explorer", style, script, body, allowed)


def _side_rules() -> str:
    """Return the rules of the colours of sides, in bars and beside names."""
    rules = [f".side-{one.value}{{background:{STYLES[one].fill};color:{_text(one)}}}"
             for one in SIDES]  # fmt: skip
    dark = [
        f".side-{one.value}{{background:{DARK[one][0]}}}"
        for one in SIDES
        if one in DARK and DARK[one][0]
    ]
    return f"{''.join(rules)}{PREFERS_DARK}{{{''.join(dark)}}}"


def _text(side: Role) -> str:
    """Return the colour of figures on the colour of a side."""
    fill = STYLES[side].fill or ""
    lightness = sum(int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return "#1f1d1a" if lightness > 380 else "#ffffff"
