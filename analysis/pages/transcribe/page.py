"""The page of the workbench: its elements, which the scripts fill."""

from functools import partial

from analysis.drawing.svg import dark_rules
from analysis.pages.html import Child, Markup, element
from analysis.pages.shell import base_style, build_document, part

_part = partial(part, "analysis.pages.transcribe")

SCRIPTS = ("text.js", "completing.js", "scan.js", "board.js", "bench.js")

KEYS = (
    (("Tab",), "take the marked move of the list below the text"),
    (("Alt \N{DOWNWARDS ARROW}", "Alt \N{UPWARDS ARROW}"), "mark another move of the list"),
    (("Enter",), "a new row with its number; or the move, if you have marked one"),
    (("Alt 1", "... 6"), "take a suggestion for the line"),
    (("F8", "Shift F8"), "the next finding or unsure ply, the one before"),
    (("F9",), "the unsure ply is right"),
    (("Ctrl Z", "Ctrl Shift Z"), "undo, redo"),
    (("Esc",), "forget the list, or the points clicked; Tab then leaves the text"),
    (("F1", "?"), "this help"),
)


def build_page(name: str, scans: int) -> str:
    """Return the page.

    Args:
        name: the name of the file that is typed.
        scans: number of scans.
    """
    style = base_style(
        part("analysis.pages", "controls.css"), _part("transcribe.css"), dark_rules()
    )
    scripts = [part("analysis.pages", "elements.js"), *map(_part, SCRIPTS)]
    program = "\n".join([*scripts, "begin();\n"])
    allowed = {"connect-src": "'self'", "img-src": "'self'"}
    allowed["require-trusted-types-for"] = "'script'"
    body = (
        element("a", "Skip to the text", class_="skip", href="#text"),
        _header(name),
        element("div", element("span", id="problem-text"), element("span", id="problem-actions"),
                id="problem", role="alert", hidden=True),
        element("p", id="notes", aria_live="polite"),
        element("main", _scan() if scans else None, _text(), _stand(), id="bench",
                class_="" if scans else "bare"),
        _help(),
        element("noscript", element("p", "The workbench needs JavaScript.")),
    )  # fmt: skip
    title = f"{name} \N{EN DASH} workbench"
    return build_document(title, style, program, body, allowed)


def _button(name: str, text: str, title: str, **more: str | bool) -> Markup:
    return element("button", text, type="button", id=name, title=title, aria_label=title, **more)


def _header(name: str) -> Markup:
    return element(
        "header",
        element("h1", "Workbench"),
        element("span", element("bdi", name), class_="soft", id="name"),
        element("span", id="saved", class_="soft"),
        element(
            "span",
            _button("undo", "\N{ANTICLOCKWISE OPEN CIRCLE ARROW} Undo", "Undo (Ctrl Z)"),
            _button("redo", "\N{CLOCKWISE OPEN CIRCLE ARROW} Redo", "Redo (Ctrl Shift Z)"),
            _button("repair", "Repair", "Look for the likeliest repair of the game"),
            _button("mend", "Mend", "Write in canonical spelling what is certain"),
            _button("help-button", "?", "Help (F1)"),
            class_="controls",
        ),
    )


def _range(name: str, label: str, least: str, most: str, value: str, step: str) -> Markup:
    field = element("input", type="range", id=name, min=least, max=most, value=value, step=step)
    return element("label", label, field)


def _scan() -> Markup:
    controls = element(
        "div",
        element("select", id="scan-page", aria_label="Page", hidden=True),
        _button("zoom-out", "\N{MINUS SIGN}", "Smaller (-)"),
        _button("zoom-in", "+", "Larger (+)"),
        _button("fit", "Fit", "Fit the width (0)"),
        _button("turn", "\N{CLOCKWISE OPEN CIRCLE ARROW} 90\N{DEGREE SIGN}", "Turn the scan (r)"),
        element("label", element("input", type="checkbox", id="follow", checked=True), "Follow"),
        element(
            "details",
            element("summary", "Picture"),
            _range("brightness", "Brightness", "0.3", "2", "1", "0.05"),
            _range("contrast", "Contrast", "0.5", "3", "1", "0.05"),
            _range("tilt", "Tilt", "-8", "8", "0", "0.25"),
        ),
        class_="controls",
    )
    sheet = element(
        "div",
        element("img", id="picture", alt="The scan of the sheet", draggable="false"),
        element("div", id="row-marker", class_="marker", hidden=True),
        element("div", id="ply-marker", class_="marker", hidden=True),
        id="sheet",
    )
    view = element("div", sheet, id="scan", class_="card", tabindex="0", role="group",
                   aria_label="Scan: arrow keys move it, + and - change its size")  # fmt: skip
    note = element("p", id="scan-note", class_="soft", aria_live="polite")
    return element("section", controls, view, note, class_="scan", aria_label="Scan")


def _text() -> Markup:
    area = element(
        "textarea",
        id="text",
        wrap="off",
        spellcheck="false",
        autocomplete="off",
        autocapitalize="off",
        aria_label="Text of the game",
        aria_describedby="status",
        aria_controls="completions",
    )
    editor = element(
        "div",
        element("div", element("div", id="lines"), id="under", aria_hidden="true"),
        area,
        id="editor",
        class_="card",
    )
    return element(
        "section",
        editor,
        element("div", id="completions", role="listbox", aria_label="Moves that fit"),
        element("div", id="remarks"),
        element("p", id="status", class_="hidden-words", aria_live="polite"),
        element(
            "details",
            element("summary", "Findings: ", element("span", "none", id="count")),
            element("ol", id="findings"),
            class_="card",
        ),
        class_="write",
        aria_label="Text",
    )


def _stand() -> Markup:
    controls = element(
        "div",
        _button("flip", "Turn", "Turn the board"),
        _button("other", "Other moves", "The board before this move, to choose another"),
        class_="controls",
    )
    return element(
        "section",
        element("figure", id="board", class_="card", aria_label="Board"),
        element("p", id="caption"),
        element("div", id="choices"),
        controls,
        class_="stand",
        aria_label="Board",
    )


def _help() -> Markup:
    keys: list[Child] = [
        [element("dt", [[element("kbd", name), " "] for name in names]), element("dd", text)]
        for names, text in KEYS
    ]
    return element(
        "dialog",
        element("h2", "How to transcribe", id="help-title"),
        element(
            "p",
            "Type what stands on the sheet, a row for each move number. Each change is saved. "
            "What is wrong stands below its line, with suggestions to press. The board shows the "
            "position at the caret: click where a piece leaves or arrives, and the move is typed. "
            "Dotted words were read from the scan, and may be others: compare them, then change "
            "or confirm them.",
        ),
        element("dl", keys),
        element("form", element("button", "Close"), method="dialog"),
        id="help",
        aria_labelledby="help-title",
    )
