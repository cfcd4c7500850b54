"""Pages taken apart as their script does it, and a browser for them."""

import json
import re
import shutil
import threading
import zlib
from base64 import b64decode
from contextlib import contextmanager
from html import escape
from itertools import groupby

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

PATIENCE = 240_000
"""Milliseconds for what comes late on a busy machine."""


@contextmanager
def answering(server):
    """Let a server answer in a thread of its own while a test asks."""
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield server
    finally:
        server.stop()
        running.join()


@contextmanager
def watched_tab(browser, *expected):
    """Yield a tab of a browser; fail at its end where an error was not one of those expected."""
    # Only past the policy of the page can a test ask it for its state.
    found, wrong = browser.new_page(bypass_csp=True), []
    found.set_default_timeout(PATIENCE)
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
    yield found
    found.close()
    assert [one for one in wrong if not any(text in one for text in expected)] == []


PACKED = re.compile(r'<script type="text/plain" (?:id|data-game)="([^"]+)">([^<]*)</script>')


def data(html):
    """Return the packed data of a page by the ids of their elements, its games by their keys."""
    return {name: json.loads(zlib.decompress(b64decode(text)))
            for name, text in PACKED.findall(html)}  # fmt: skip


def boards(html, key, flipped=False):
    """Return the drawings of a game's positions, put together from the data of a page."""
    found = data(html)
    groups, shapes = found["shapes"]["groups"], found["shapes"]["shapes"]
    frames = ([shapes[at][flipped] for at in frame] for frame in found[key]["frames"])
    return [_drawn(frame, groups) for frame in frames]


def _drawn(shapes, groups):
    parts = [
        "".join([_tag("g", groups[group]), *(_tag(*one[1:]) for one in some), "</g>"])
        for group, some in groupby(shapes, key=lambda one: one[0])
    ]
    return "".join(parts)


def _tag(name, attributes, *text):
    written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    inside = "".join(text)
    if name == "g":
        return f"<g{written}>"
    return f"<{name}{written}>{escape(inside)}</{name}>" if inside else f"<{name}{written}/>"
