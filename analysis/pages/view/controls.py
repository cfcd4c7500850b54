"""The buttons of a page that steps through games; its script shows them."""

from collections.abc import Iterator

from analysis.pages.html import Markup, element

SPEEDS = {250: "\u00bc s", 500: "\u00bd s", 1000: "1 s", 2000: "2 s", 4000: "4 s"}
"""Milliseconds that a position is shown, and how that is named."""

USUAL = 1000

ICONS = {
    "first": "M2 2h2v12H2zM13 2l1.4 1.4L9.8 8l4.6 4.6L13 14 7 8z",
    "back": "M10 2l1.4 1.4L6.8 8l4.6 4.6L10 14 4 8z",
    "next": "M6 2 4.6 3.4 9.2 8l-4.6 4.6L6 14l6-6z",
    "last": "M12 2h2v12h-2zM3 2 1.6 3.4 6.2 8l-4.6 4.6L3 14l6-6z",
    "flip": "M5 1 1 5h3v9h2V5h3zM11 15l4-4h-3V2h-2v9H7z",
    "going": "M4 2v12l9-6z",
    "pausing": "M4 2h3v12H4zM9 2h3v12H9z",
}
"""Paths on a square of 16 by 16."""


def controls() -> Iterator[Markup]:
    """Yield the controls: a slider, and buttons with their names for readers of screens."""
    yield element("input", type="range", id="slider", min=0, max=0, value=0, aria_label="Ply")
    yield _button("first", "Start", _icon("first"))
    yield _button("back", "Back", _icon("back"))
    yield _button("play", "Play", _icon("going", "going"), _icon("pausing", "pausing"))
    yield _button("next", "Next", _icon("next"))
    yield _button("last", "End", _icon("last"))
    yield _button("flip", "Flip the board", _icon("flip"), pressed="false")
    choices = (
        element("option", words, value=shown, selected=shown == USUAL)
        for shown, words in SPEEDS.items()
    )
    yield element("select", choices, id="speed", aria_label="Time of each move in play")


def _button(name: str, label: str, *icons: Markup, pressed: str | None = None) -> Markup:
    return element(
        "button", icons, type="button", id=name, aria_label=label, title=label, aria_pressed=pressed
    )


def _icon(name: str, kind: str | None = None) -> Markup:
    path = element("path", d=ICONS[name])
    return element("svg", path, viewBox="0 0 16 16", aria_hidden="true", class_=kind)
