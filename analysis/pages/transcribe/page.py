"""The page of the workbench: its elements, which the scripts fill."""

from collections.abc import Mapping

from analysis.drawing.svg import dark_rules
from analysis.pages.html import Child, Markup
from analysis.pages.shell import base_style, build_document, filled, part, program

HERE = "analysis.pages.transcribe"

SCRIPTS = ("text.js", "completing.js", "scan.js", "stand.js", "bench.js")
"""Scripts: text, choices below it, scan, board, and their interaction."""

TRUSTED = {"require-trusted-types-for": "'script'"}


def build_page(name: str, scans: int) -> str:
    """Return the page of the workbench.

    Args:
        name: the name of the edited file.
        scans: number of scans.
    """
    allowed = {"connect-src": "'self'", "img-src": "'self' data:", **TRUSTED}
    script = program(HERE, *SCRIPTS, "served.js", start="begin();\n", asks=True)
    kind = "" if scans else "bare"
    return editor_page(f"{name} \N{EN DASH} workbench", script, allowed, name=name, kind=kind)


def editor_page(
    title: str, script: str, allowed: Mapping[str, str], style: str = "", **slots: Child
) -> str:
    """Return a page that contains the editor.

    Args:
        title: the title of the page.
        script: the script of the page.
        allowed: directives of its policy besides those for style and script.
        style: style sheet besides that of the editor.
        **slots: the slots of its template: ``name`` of the text, ``heading``, ``kind`` of the
            layout, ``tools`` before the buttons, ``budget`` after the button for repairs,
            ``placeholder`` of an empty text, ``keys`` in the help, ``more`` at the end, and
            ``noscript``.
    """
    usual = {"heading": "Workbench", "kind": "bare", "noscript": "The workbench needs JavaScript."}
    usual |= dict.fromkeys(("tools", "budget", "placeholder", "keys", "more"), Markup(""))
    sheets = base_style(part(HERE, "transcribe.css"), style, dark_rules())
    body = filled(part(HERE, "transcribe.html"), **{**usual, **slots})
    return build_document(title, sheets, script, body, allowed)
