"""Figures as files: PNG, SVG and PDF; equal figures have equal bytes."""

import re
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

from analysis.drawing.scene import printable
from analysis.drawing.svg import PREFERS_DARK
from analysis.plots.style import DARK_COLOURS, FONT, drawable, styled
from notation.errors import UnknownName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = ("png", "svg", "pdf")
"""Kinds of files of plots."""

FONTS = f"'{FONT}', 'Bitstream Vera Sans', Verdana, sans-serif"
"""Fonts of SVG files, with nearly equal widths."""


def save(figure: "Figure", kind: str) -> bytes:
    """Return a figure as the content of a file.

    Args:
        figure: the figure.
        kind: one of `KINDS`. Letters that the font lacks are replaced by their code points, except
            in SVG, which has real text.

    Raises:
        UnknownName: there is no such kind.
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of plot", kind, KINDS)
    if kind == "svg":
        return f'<?xml version="1.0" encoding="utf-8"?>\n{_svg(figure)}'.encode()
    return _written(figure, kind)


def themed_svg(figure: "Figure") -> str:
    """Return a figure as SVG for a page, with the reader's preferred light or dark colours.

    Each colour is a CSS variable, which a page may set; its default is the light colour.
    """
    written = re.sub(r'fill="(#[0-9a-f]{6})"', r'style="fill: \1"', _svg(figure))
    found = sorted(set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", written)))
    dark = "".join(f"--c{one[1:]}:{DARK_COLOURS[one]};" for one in found if one in DARK_COLOURS)
    named = re.sub(r"((?:fill|stroke): )#([0-9a-f]{6})", r"\1var(--c\2,#\2)", written)
    return named.replace("<defs>", f"<style>{PREFERS_DARK}{{svg{{{dark}}}}}</style>\n <defs>", 1)


def describe(figure: "Figure", title: str, description: str) -> None:
    """Set the text alternative of a figure: its title, and the values that it shows."""
    figure.set_label(f"{title}\n{description}")


def _described(figure: "Figure") -> tuple[str, str]:
    title, _, description = str(figure.get_label()).partition("\n")
    return printable(title), printable(description)


def _svg(figure: "Figure") -> str:
    """Return a figure as SVG with its text alternative."""
    written = _written(figure, "svg").decode().replace(f"'{FONT}'", FONTS)
    title, description = map(escape, _described(figure))
    root, rest = written[written.index("<svg") :].split(">", 1)
    rest = re.sub(r"<metadata>.*?</metadata>\s*", "", rest, flags=re.DOTALL)
    words = f"<title>{title}</title>\n <desc>{description}</desc>"
    return f'{root} role="img">\n {words}{rest}'


def _written(figure: "Figure", kind: str) -> bytes:
    buffer, named = BytesIO(), _named_letters(figure) if kind != "svg" else []
    with styled(), catch_warnings():
        # SVG has real text; in other kinds, letters that the font lacks are named.
        filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(buffer, format=kind, metadata=_metadata(figure, kind))
    for one, text in named:
        one.set_text(text)
    return buffer.getvalue()


def _named_letters(figure: "Figure") -> list[tuple[Any, str]]:
    """Replace letters that the font lacks by code points; return the original texts."""
    from matplotlib.text import Text

    texts: list[Any] = figure.findobj(Text)
    found = [(one, one.get_text()) for one in texts if not one.get_text().isascii()]
    for one, text in found:
        one.set_text(drawable(text))
    return found


def _metadata(figure: "Figure", kind: str) -> dict[str, str | None]:
    """Return the text alternative as metadata, without dates and versions."""
    title, description = _described(figure)
    match kind:
        case "png":
            return {"Title": title, "Description": description, "Software": None}
        case "svg":
            return {"Date": None, "Creator": None, "Format": None, "Type": None}
        case _:
            about = {"Title": title, "Subject": description}
            return {**about, "Creator": None, "Producer": None, "CreationDate": None}
