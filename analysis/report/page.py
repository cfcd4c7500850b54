"""The page: its head with a content security policy, sections and tables.

The policy allows only the style and the one script of the page, by their digests, and pictures in
its folder: no other scripts, frames, forms or network addresses. The same records give the same
bytes.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from analysis.report.html import Child, Markup, element, join
from analysis.statistics.groups import VARIANT, rules_title
from analysis.statistics.summaries import Summary
from analysis.version import __version__

NARROW = 4
"""Most columns of a table that is a table on a narrow screen too."""

WIDE = 10
"""Most columns of a table with letters of the usual size in print."""

SHORT = 12
"""Most rows of a table that stands on one page in print."""


def build_page(title: str, about: Child, sections: Iterable[tuple[str, str, Child]]) -> str:
    """Return a page.

    Args:
        title: its heading.
        about: the text below the heading.
        sections: name, heading and content of each section.
    """
    style, script = (
        (files("analysis.report") / name).read_text(encoding="utf-8")
        for name in ("page.css", "page.js")
    )
    parts = list(sections)
    links = [element("li", element("a", head, href=f"#{name}")) for name, head, _ in parts]
    body = (
        element("a", "Skip to the findings", class_="skip", href="#summary"),
        element("header", element("h1", title), about),
        element("nav", element("ul", links), aria_label="Sections"),
        element("main", (_section(*part) for part in parts)),
        element("footer", element("p", f"Made by ludograph {__version__}.", class_="soft")),
        element("script", Markup(script)),
    )
    document = element("html", _head(title, style, script), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"


def _head(title: str, style: str, script: str) -> Markup:
    policy = (
        f"default-src 'none'; img-src 'self' file:; style-src {_digest(style)}; "
        f"script-src {_digest(script)}; base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"ludograph {__version__}"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup(style)),
    )


def _digest(text: str) -> str:
    """Return the digest of a style or script as a source of the policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _section(name: str, heading: str, content: Child) -> Markup:
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, content, id=name, aria_labelledby=f"{name}-heading")


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Child]],
    numbers: Iterable[int] = (),
    *,
    ids: Sequence[str] = (),
) -> Markup:
    """Return a table whose first column names its rows.

    Args:
        caption: its caption.
        heads: heads of the columns.
        rows: the cells.
        numbers: indices of the columns of numbers, which are aligned to the right.
        ids: the anchors of the rows.
    """
    right = dict.fromkeys(numbers, "number")
    head = [
        element("th", text, scope="col", class_=right.get(index))
        for index, text in enumerate(heads)
    ]
    # On a narrow screen the cells of a row stand below each other, each after its head.
    stacked = len(heads) > NARROW
    labels = dict(enumerate(heads)) if stacked else {}
    body = [
        element("tr", _cells(row, right, labels), id=ids[number] if ids else None)
        for number, row in enumerate(rows)
    ]
    kinds = {"stacked": stacked, "wide": len(heads) > WIDE, "short": len(body) <= SHORT}
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", head)),
        element("tbody", body),
        class_=" ".join(name for name, holds in kinds.items() if holds) or None,
    )
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def _cells(
    row: Sequence[Child], right: Mapping[int, str], labels: Mapping[int, str]
) -> list[Markup]:
    first, *rest = row
    cells = [
        element("td", cell, class_=right.get(index), data_head=labels.get(index))
        for index, cell in enumerate(rest, start=1)
    ]
    return [element("th", first, scope="row"), *cells]


def with_code(text: str) -> Markup:
    """Return a text with its parts between backticks as code."""
    parts = text.split("`")
    return join(element("code", part) if index % 2 else part for index, part in enumerate(parts))


def rules_of(one: Summary) -> Child:
    """Return the variant of a group as code; of several variants their number, as words."""
    if one.variants > 1:
        return rules_title(one.rules, one.sides)
    return rules(one.keys.get(VARIANT) or "".join(one.rules))


def rules(variant: str | None) -> Markup:
    """Return a variant string as code, which may be broken before each ``+``."""
    parts = (variant or "").split("+")
    rest = ([element("wbr"), f"+{part}"] for part in parts[1:])
    return element("code", parts[0], rest)


def file_link(name: str, words: str = "") -> Markup:
    """Return a link to a file of the report."""
    return element("a", words or name, href=name)
