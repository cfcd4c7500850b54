"""The shell of a page: its head with a content security policy, its style and its one script.

The policy allows only the style and the script of the page, by their digests, and named exceptions:
no other scripts, frames, forms or network addresses.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType

from analysis.pages.html import Child, Markup, element, join
from analysis.version import __version__

NOTHING: Mapping[str, str] = MappingProxyType({})

SCRIPTS = ("elements.js", "board.js")
"""Scripts that pages share: elements and text, and the board."""

NO_ICON = '<link rel="icon" href="data:,">'
"""Prevents browsers that may load pictures from requesting an icon."""

ASKING = "asking.js"
"""The script of pages with a server or a worker: requests, answers and errors."""

_SLOT = re.compile(r"\{\{(\w+)\}\}")


def build_document(
    title: str, style: str, script: str, body: Child, allowed: Mapping[str, str] = NOTHING
) -> str:
    """Return a page; its script runs after the body is loaded.

    Args:
        title: title of the page.
        style: style sheet of the page.
        script: script of the page; empty for none.
        body: the content of its body.
        allowed: directives of the policy, such as ``img-src``; the style and the script of the page
            are always allowed.
    """
    head = element("head", _head(title, style, script, allowed))
    program = element("script", Markup(script)) if script else None
    document = element("html", head, element("body", body, program), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"


def _head(title: str, style: str, script: str, allowed: Mapping[str, str]) -> list[Markup]:
    scripts = filter(None, [allowed.get("script-src")])
    directives = {
        "default-src": "'none'",
        **allowed,
        "style-src": _digest(style),
        "script-src": " ".join((_digest(script) if script else "'none'", *scripts)),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(f"{name} {sources}" for name, sources in directives.items())
    return [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"ludograph {__version__}"),
        element("meta", name="referrer", content="no-referrer"),
        *([Markup(NO_ICON)] if "data:" in allowed.get("img-src", "") else []),
        element("title", title),
        element("style", Markup(style)),
    ]


def _digest(text: str) -> str:
    """Return the digest of a style or script as a source of the policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def part(package: str, name: str) -> str:
    """Return the text of a style sheet, script or template in a package."""
    return (files(package) / name).read_text(encoding="utf-8")


def filled(template: str, **slots: Child) -> Markup:
    """Return a template with its slots, written ``{{name}}``, filled in; text is escaped.

    Raises:
        KeyError: a slot has no content.
    """
    return Markup(_SLOT.sub(lambda found: join((slots[found[1]],)), template))


def base_style(*sheets: str) -> str:
    """Return the common style sheet of pages, followed by the text of other style sheets."""
    return "\n".join((part("analysis.pages", "page.css"), *sheets))


def program(package: str, *names: str, start: str = "", asks: bool = False) -> str:
    """Return the script of a page: the shared scripts, a package's scripts, and a last line.

    Args:
        package: the package.
        *names: its scripts.
        start: the last line, which starts the page.
        asks: whether to include `ASKING`, for pages with a server or a worker.
    """
    shared = (part("analysis.pages", name) for name in (*SCRIPTS, *((ASKING,) if asks else ())))
    return "\n".join([*shared, *(part(package, name) for name in names), start])


def footer() -> Markup:
    """Return the line at the bottom of a page that names the program."""
    return element("footer", element("p", f"Made by ludograph {__version__}.", class_="soft"))
