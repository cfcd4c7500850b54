"""The data in pages, unpacked as by their scripts, and a browser for pages."""

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
    """Run a server in another thread during a test."""
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield server
    finally:
        server.stop()
        running.join()


@contextmanager
def heard(tab, **listeners):
    """Yield a tab with listeners to its events, and reset the tab afterwards.

    A new tab for each visit would double the processor time.
    """
    for event, listener in listeners.items():
        tab.on(event, listener)
    try:
        yield tab
    finally:
        tab.evaluate("try { localStorage.clear(); sessionStorage.clear() } catch { /* none */ }")
        tab.goto("about:blank")
        tab.emulate_media(media="null")
        tab.set_viewport_size(SIZE)
        for event, listener in listeners.items():
            tab.remove_listener(event, listener)


SIZE = {"width": 1280, "height": 720}
"""The size of a page in a tab."""


PACKED = re.compile(r'<script type="text/plain" (?:id|data-game)="([^"]+)">([^<]*)</script>')


def data(html):
    """Return the packed data of a page by the id of the element, or by the key of the game."""
    return {name: json.loads(zlib.decompress(b64decode(text)))
            for name, text in PACKED.findall(html)}  # fmt: skip


def boards(html, key, flipped=False):
    """Return the drawings of a game's positions, built from the data of a page."""
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
