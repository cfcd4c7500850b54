"""Pages taken apart as their script does it, and a browser for them."""

import json
import re
import shutil
import zlib
from base64 import b64decode
from contextlib import contextmanager

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)


@contextmanager
def watched_tab(browser, *expected):
    """Yield a tab of a browser; fail at its end where an error was not one of those expected."""
    # Only past the policy of the page can a test ask it for its state.
    found, wrong = browser.new_page(bypass_csp=True), []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
    yield found
    found.close()
    assert [one for one in wrong if not any(text in one for text in expected)] == []


def unpacked(text):
    """Return the JSON of packed data, and the bytes behind it."""
    line, _, rest = zlib.decompress(b64decode(text)).partition(b"\n")
    return json.loads(line), rest


PACKED = re.compile(r'<script type="text/plain" (?:id|data-game)="([^"]+)">([^<]*)</script>')


def data(html):
    """Return the packed data of a page by the ids of their elements, its games by their keys."""
    return {name: unpacked(text) for name, text in PACKED.findall(html)}


def boards(html, key, flipped=False):
    """Return the drawings of a game's positions, put together from the data of a page."""
    (about, rest), (shapes, _) = data(html)[key], data(html)["shapes"]
    size = about["bytes"]
    numbers = [int.from_bytes(rest[at : at + size], "little") for at in range(0, len(rest), size)]
    drawings, start = [], 0
    for length in about["lengths"]:
        frame = numbers[start : start + length]
        start += length
        pairs = (shapes["pairs"][2 * number + flipped] for number in frame)
        drawings.append(_drawn([shapes["shapes"][at] for at in pairs if at >= 0], shapes["groups"]))
    assert start == len(numbers)
    return drawings


def _drawn(shapes, groups):
    parts: list[str] = []
    last = None
    for group, tag in shapes:
        if group != last:
            parts += ["</g>" if parts else "", groups[group]]
        parts.append(tag)
        last = group
    return "".join([*parts, "</g>"])
