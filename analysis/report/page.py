"""The page: sections and tables, in a shell that allows pictures in its folder.

The same records give the same bytes.
"""

from collections.abc import Iterable, Mapping, Sequence

from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.pages.shell import base_style, build_document, footer, part
from analysis.statistics.section import NOTHING, Section

VIEW = "games.html"
"""The page that steps through games."""

GAMES_TABLE = "tables/games/part-00000.parquet"

SUMMARY = "summary"
"""Name of the section that is never folded."""

NARROW = 4
"""Maximum number of columns of a table that stays a table on a narrow screen."""

WIDE = 10
"""Maximum number of columns of a table that is printed in the normal font size."""

SHORT = 12
"""Maximum number of rows of a table that is not broken across printed pages."""

LETTERS = 600
"""Maximum number of letters of a comment on the page."""

LONG = 20
"""Number of rows above which a table scrolls in a box on a screen, under its heads."""


def build_page(title: str, about: Child, sections: Iterable[tuple[str, str, Child]]) -> str:
    """Return a page.

    Args:
        title: heading of the page.
        about: the text below the heading.
        sections: name, heading and content of each section.
    """
    style, script = (
        base_style(part("analysis.report", "page.css")),
        part("analysis.report", "page.js"),
    )
    parts = list(sections)
    links = [element("li", element("a", head, href=f"#{name}")) for name, head, _ in parts]
    body = (
        element("a", "Skip to the findings", class_="skip", href="#summary"),
        element("header", element("h1", title), about),
        element("nav", element("ul", links), aria_label="Sections"),
        element("main", (_section(*one) for one in parts)),
        footer(),
    )
    return build_document(title, style, script, body, {"img-src": "'self' file:"})


def _section(name: str, heading: str, content: Child) -> Markup:
    title = element("h2", heading, id=f"{name}-heading")
    held = fold(title, content) if name != SUMMARY else (title, content)
    return element("section", held, id=name, aria_labelledby=f"{name}-heading")


def fold(heading: Markup, *content: Child, is_open: bool = True) -> Markup:
    """Return content under a heading that folds it; on narrow screens it is folded at first."""
    return element("details", element("summary", heading), *content, class_="fold", open=is_open)


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Child]],
    numbers: Iterable[int] = (),
    *,
    ids: Sequence[str] = (),
    has_caption: bool = True,
) -> Markup:
    """Return a table whose first column names its rows, without columns that are empty.

    Args:
        caption: caption of the table.
        heads: heads of the columns.
        rows: the cells.
        numbers: indices of the columns of numbers, which are aligned to the right.
        ids: the anchors of the rows.
        has_caption: whether the caption is shown, besides being read out.
    """
    rows, numbers = list(map(_without_dashes, rows)), set(numbers)
    kept = [index for index in range(len(heads)) if not index or not _is_empty(rows, index)]
    heads, rows = [heads[index] for index in kept], [[row[index] for index in kept] for row in rows]
    right = {place: "number" for place, index in enumerate(kept) if index in numbers}
    head = [
        element("th", text, scope="col", class_=right.get(index))
        for index, text in enumerate(heads)
    ]
    # On a narrow screen, the cells of a row are listed below each other, each with its head.
    stacked = len(heads) > NARROW
    labels = dict(enumerate(heads)) if stacked else {}
    body = [
        element("tr", _cells(row, right, labels), id=ids[number] if ids else None)
        for number, row in enumerate(rows)
    ]
    kinds = {"stacked": stacked, "wide": len(heads) > WIDE, "short": len(body) <= SHORT}
    whole = element(
        "table",
        element("caption", caption, class_=None if has_caption else "unseen"),
        element("thead", element("tr", head)),
        element("tbody", body),
        class_=" ".join(name for name, holds in kinds.items() if holds) or None,
    )
    box = "scroll long" if len(body) > LONG else "scroll"
    return element("div", whole, class_=box, tabindex=0, role="region", aria_label=caption)


def section(one: Section) -> Markup:
    """Return a section: its table, with numbers in all columns but the first, and remarks."""
    shown: Child = element("p", element("b", one.title))
    if one.heads:
        beside = one.notes or [""] * len(one.rows)
        rows = [
            [from_record(row[0]), *row[1:], note and from_record(note)]
            for row, note in zip(one.rows, beside, strict=True)
        ]
        heads = (*one.heads, "notes")
        numbers, caption = range(1, len(one.heads)), one.title or one.heads[0]
        shown = table(caption, heads, rows, numbers, has_caption=bool(one.title))
    elif one.rows:
        counts = "; ".join(f"{value}: {count}" for value, count in one.rows)
        shown = element("p", element("b", one.title), " ", counts)
    sentences = (element("p", text, class_="soft") for text in (*one.about, *one.remarks))
    return join([shown, *sentences])


def _without_dashes(row: Sequence[Child]) -> Sequence[Child]:
    """Return the cells of a row; dashes for missing values become empty."""
    return ["" if cell == NOTHING else cell for cell in row]


def _is_empty(rows: Iterable[Sequence[Child]], index: int) -> bool:
    return all(row[index] in ("", None) for row in rows)


def _cells(
    row: Sequence[Child], right: Mapping[int, str], labels: Mapping[int, str]
) -> list[Markup]:
    first, *rest = row
    cells = [
        element("td", cell, class_=right.get(index), data_head=labels.get(index) or None)
        for index, cell in enumerate(rest, start=1)
    ]
    return [element("th", first, scope="row"), *cells]


def with_code(text: str) -> Markup:
    """Return a text with its parts between backticks as code."""
    parts = text.split("`")
    return join(element("code", part) if index % 2 else part for index, part in enumerate(parts))


def comment(text: str) -> Markup | None:
    """Return a comment of at most `LETTERS` letters; None for an empty one."""
    short = text if len(text) <= LETTERS else f"{text[:LETTERS]}…"
    return element("p", from_record(short), class_="soft") if text.strip() else None


def rules(variant: str | None) -> Markup:
    """Return a variant string as code, which may be broken before each ``+``."""
    parts = (variant or "").split("+")
    rest = ([element("wbr"), f"+{part}"] for part in parts[1:])
    return element("code", parts[0], rest)


def stepping_address(number: int, ply: int = 0) -> str:
    """Return the address of a record's last board, or of the board after a ply."""
    return f"{VIEW}#{number}{f'/{ply}' if ply else ''}"


def file_link(name: str, words: str = "") -> Markup:
    """Return a link to a file of the report."""
    return element("a", words or name, href=name)
