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
def heard(tab, **listeners):
    """Visit pages in a tab, with listeners to its events; then leave nothing of the visit in it.

    A tab of its own costs a visit half of its processor time.
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
