"""The page of the workbench: its elements, which the scripts fill."""

from analysis.drawing.svg import dark_rules
from analysis.pages.shell import base_style, build_document, filled, part, program

HERE = "analysis.pages.transcribe"

SCRIPTS = ("text.js", "completing.js", "scan.js", "stand.js", "bench.js")
"""The text, what can be chosen below it, the scan, the board, and the exchange with the server."""


def build_page(name: str, scans: int) -> str:
    """Return the page.

    Args:
        name: the name of the file that is typed.
        scans: number of scans.
    """
    style = base_style(part(HERE, "transcribe.css"), dark_rules())
    body = filled(part(HERE, "transcribe.html"), name=name, kind="" if scans else "bare")
    allowed = {"connect-src": "'self'", "img-src": "'self'"}
    allowed["require-trusted-types-for"] = "'script'"
    script = program(HERE, *SCRIPTS, start="begin();\n")
    return build_document(f"{name} \N{EN DASH} workbench", style, script, body, allowed)
