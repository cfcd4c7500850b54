"""HTML elements with escaping.

All content that is not `Markup` is escaped, so that texts from records never become markup. Links
are relative paths or fragments, without a scheme or ``..``.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Union

from notation.pattern import lazy_pattern
from notation.printing import HIDDEN

VOID = frozenset({"br", "col", "hr", "img", "link", "meta", "wbr"})
"""Elements without content and end tag."""

LINKS = frozenset({"href", "src"})
"""Attributes whose value is an address."""

_ADDRESS = lazy_pattern(r"(?=.)(?!.*\.\.)(?:[\w-][\w./-]*)?(?:#[\w-][\w./-]*)?", re.ASCII)
"""An address in a link: a relative path, a fragment or both, without a scheme."""

_UNPRINTABLE = lazy_pattern(rf"(?![\t\n])(?:{HIDDEN.pattern}|[\ufdd0-\ufdef])")
"""Hidden characters, and others that HTML forbids."""


class Markup(str):
    """A complete and safe piece of HTML."""

    __slots__ = ()


Child = Union[str, int, float, None, "Iterable[Child]"]
"""The content of an element: markup, text, a number, nothing, or a sequence of these."""


def element(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """Return an element.

    Args:
        name: name of the element.
        *children: content of the element, in order; text is escaped.
        **attributes: attributes of the element, with ``_`` for ``-`` and an underscore at the end
            of words reserved by Python (``class_``). True is an attribute without a value; None
            and False are left out.

    Raises:
        ValueError: an address has a scheme or leads upwards, or a void element has content.
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
    """Return a text from a record, isolated from the writing direction of its surroundings."""
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
