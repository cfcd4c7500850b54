"""The page of the explorer: its elements, which the script fills."""

from functools import partial

from analysis.drawing.style import DARK, STYLES, Role
from analysis.drawing.svg import PREFERS_DARK, dark_rules
from analysis.pages.html import Markup, element
from analysis.pages.shell import base_style, build_document, footer, part

_part = partial(part, "analysis.pages.explore")

SIDES = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN, Role.NEUTRAL)
"""Roles in which the pieces of a side may be painted."""

MOVE_HEADS = (
    ("Move", ""),
    ("Games", "number"),
    ("%", "number"),
    ("Results", "results"),
    ("Score (95 %)", "score"),
    ("Undecided", "number"),
    ("Last", ""),
)
GAME_HEADS = ("Players", "Result", "Here at ply", "Event", "Date", "Source")

KEYS = (
    (("\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"), "through the moves"),
    (("Enter", "\N{RIGHTWARDS ARROW}"), "play the move"),
    (("Backspace", "\N{LEFTWARDS ARROW}"), "take the last move back"),
    (("Home",), "the first position"),
    (("t",), "turn the board"),
    (("Esc",), "forget the points clicked"),
    (("?",), "this help"),
)

SCRIPTS = ("explore.js", "board.js", "moves.js", "games.js", "acting.js", "asked.js")
"""Places, board, table of moves, games, what readers do, and questions to the server."""


def build_page(title: str, about: str = "") -> str:
    """Return the page.

    Args:
        title: what is explored.
        about: a sentence on which games are.
    """
    style = base_style(part("analysis.pages", "controls.css"), _part("explore.css"), _side_rules(),
                       dark_rules())  # fmt: skip
    program = "\n".join([part("analysis.pages", "elements.js"), *map(_part, SCRIPTS), "begin();\n"])
    allowed = {"connect-src": "'self'", "require-trusted-types-for": "'script'"}
    body = (
        element("a", "Skip to the moves", class_="skip", href="#moves"),
        _header(title),
        element(
            "div",
            element("span", id="problem-text"),
            element("button", "Try again", type="button", id="again"),
            id="problem",
            role="alert",
            hidden=True,
        ),
        element("section", element("h2", "Choose a game"), element("ul", id="choice-list"),
                id="choice", hidden=True),
        element("main", _board(), _answers(), _games(), id="explorer", hidden=True),
        _help(),
        element("noscript", element("p", "The explorer needs JavaScript.")),
        element("p", about, class_="soft about") if about else None,
        footer(),
    )  # fmt: skip
    return build_document(f"{title} \N{EN DASH} explorer", style, program, body, allowed)


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


def _header(title: str) -> Markup:
    return element(
        "header",
        element("h1", "Explorer"),
        element("span", element("bdi", title), class_="soft"),
        element("select", id="kind", aria_label="Game and variant", hidden=True),
        element("span", id="kind-name"),
    )


def _button(name: str, text: str, title: str) -> Markup:
    return element("button", text, type="button", id=name, title=title, aria_label=title)


def _board() -> Markup:
    controls = element(
        "div",
        _button("start", "Start", "First position (Home)"),
        _button("back", "\N{LEFTWARDS ARROW} Back", "Back (Backspace)"),
        element("button", "Turn", type="button", id="flip", title="Turn the board (t)"),
        element("label", "Image ", element("select", id="image")),
        element("label", element("input", type="checkbox", id="apart"), "images count as one"),
        _button("help-button", "?", "Keys (?)"),
        class_="controls",
    )
    place = element(
        "form",
        element("input", id="position", aria_label="Position string, or moves",
                title="Position string, or moves that lead there",
                autocomplete="off", spellcheck="false"),
        element("button", "Go", type="submit"),
        id="place",
    )  # fmt: skip
    return element(
        "section",
        element("figure", id="board", class_="card"),
        controls,
        element("ol", id="line", aria_label="Moves from the first position"),
        place,
        class_="stand",
        aria_label="Board",
    )


def _answers() -> Markup:
    heads = [element("th", text, scope="col", class_=kind or None) for text, kind in MOVE_HEADS]
    table = element(
        "table",
        element("caption", "Moves played here"),
        element("thead", element("tr", heads)),
        element("tbody"),
        id="moves",
    )
    return element(
        "section",
        element("p", id="status", aria_live="polite"),
        element("div", id="whole"),
        _filters(),
        element("div", table, class_="scroll"),
        element("p", id="caveat", class_="soft"),
        element("div", id="starts", hidden=True),
        aria_label="What was played",
    )


def _filters() -> Markup:
    dated = {"placeholder": "2004 or 2004-05-17", "autocomplete": "off"}
    fields = (
        ("Player", element("input", id="player", list="names", autocomplete="off",
                           placeholder="any")),
        ("Side", element("select", id="side")),
        ("Since", element("input", id="since", **dated)),
        ("Until", element("input", id="until", **dated)),
        ("Result", element("select", id="result")),
        ("Rating of all at least", element("input", id="rating", inputmode="numeric")),
    )  # fmt: skip
    form = element(
        "form",
        [element("label", text, field) for text, field in fields],
        element("datalist", id="names"),
        element("button", "Clear", type="button", id="clear"),
        id="filters",
    )
    summary = element("summary", element("b", "Games: "), element("span", id="filters-active"))
    return element("details", summary, form, id="filters-part", class_="card")


def _games() -> Markup:
    heads = [element("th", text, scope="col") for text in GAME_HEADS]
    table = element("table", element("thead", element("tr", heads)), element("tbody"), id="games")
    return element(
        "section",
        element("h2", "Games that reached this position", element("span", id="games-count")),
        element("div", table, class_="scroll"),
        element("button", "More games", type="button", id="more", hidden=True),
        id="games-part",
        aria_label="Games",
    )


def _help() -> Markup:
    keys = [
        [element("dt", [[element("kbd", name), " "] for name in names]), element("dd", text)]
        for names, text in KEYS
    ]
    return element(
        "dialog",
        element("h2", "Keys", id="keys-title"),
        element("dl", keys),
        element(
            "p",
            "On the board, click where a piece arrives or from where it leaves; of several moves "
            "a second click decides. Letters mark the moves played most.",
        ),
        element("form", element("button", "Close"), method="dialog"),
        id="help",
        aria_labelledby="keys-title",
    )
