"""HTML elements with escaping.

A page is built of elements, and everything that is not `Markup` is escaped in them. Texts from
records can therefore stand anywhere without becoming markup. Links accept only addresses inside
the report.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Union

VOID = frozenset({"br", "col", "hr", "img", "link", "meta"})
"""Elements that have no content and no end."""

LINKS = frozenset({"href", "src"})
"""Attributes that hold an address."""

_ADDRESS = re.compile(r"(?!.*\.\.)#?[\w-][\w./-]*", re.ASCII)
"""An address inside the report: a relative path or a place on the page, never a scheme."""

_UNPRINTABLE = re.compile("[^\t\n -\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010fffd]")
"""Characters that no HTML document should hold, lone surrogates among them."""


class Markup(str):
    """A piece of HTML, complete and safe as it stands."""

    __slots__ = ()


Child = Union[str, int, float, None, "Iterable[Child]"]
"""The content of an element: markup, text, a number, nothing, or several of these."""


def element(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """Return an element.

    Args:
        name: its name.
        *children: its content, in order; text is escaped.
        **attributes: its attributes, with ``_`` for ``-`` and an underscore at the end of words
            reserved by Python (``class_``). True is an attribute without a value; None and
            False are left out.

    Raises:
        ValueError: an address leads out of the report, or a void element has content.
    """
    written = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID:
        if children:
            raise ValueError(f"the element {name} has no content")
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(children)}</{name}>")


def join(children: Iterable[Child]) -> Markup:
    """Return several children as one piece of markup; text is escaped."""
    return Markup("".join(map(_markup, children)))


def from_record(text: str) -> Markup:
    """Return a text from a record, isolated so that right-to-left script stays inside."""
    return element("bdi", text)


def _markup(child: Child) -> str:
    match child:
        case Markup():
            return child
        case None:
            return ""
        case str():
            return escape(_clean(child))
        case int() | float():
            return f"{child:,}"
        case _:
            return join(child)


def _attribute(name: str, value: str | int) -> str:
    if value is True:
        return f" {name}"
    text = _clean(str(value))
    if name in LINKS and not _ADDRESS.fullmatch(text):
        raise ValueError(f"the address {text!r} may lead out of the report")
    return f' {name}="{escape(text)}"'


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
