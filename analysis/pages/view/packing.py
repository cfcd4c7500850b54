"""Games packed for a page: shapes that all of them share, and data that the browser unpacks."""

import json
import sys
import zlib
from array import array
from base64 import b64encode
from collections.abc import Iterable, Mapping

from analysis.pages.view.frames import Frames, Pair, Tag

LEVEL = 9
"""How hard zlib tries."""

SHORT, LONG = "H", "I"
"""Numbers of 2 and of 4 bytes."""


class PageShapes:
    """The shapes of all games on a page, each once."""

    def __init__(self) -> None:
        self._groups: dict[str, int] = {}
        self._shapes: dict[tuple[int, str], int] = {}
        self._pairs: dict[tuple[int, int], int] = {}

    def numbers(self, pairs: Iterable[Pair]) -> list[int]:
        """Return the numbers of pairs of shapes on the page."""
        found = ((self._shape(one), self._shape(other)) for one, other in pairs)
        return [self._pairs.setdefault(pair, len(self._pairs)) for pair in found]

    def _shape(self, tag: Tag) -> int:
        group, element = tag
        if not group:
            return -1
        key = self._groups.setdefault(group, len(self._groups)), element
        return self._shapes.setdefault(key, len(self._shapes))

    def packed(self) -> str:
        """Return all shapes for the script of the page."""
        return packed(
            {
                "groups": list(self._groups),
                "shapes": list(self._shapes),
                "pairs": [number for pair in self._pairs for number in pair],
            }
        )


def packed_frames(content: Mapping[str, object], found: Frames, shapes: PageShapes) -> str:
    """Return a game for the script of the page: what it has in words, and its frames."""
    numbers = shapes.numbers(found.pairs)
    kind = SHORT if max(numbers, default=0) < 1 << 16 else LONG
    flow = array(kind)
    for frame in found.frames:
        flow.extend(numbers[index] for index in frame)
    if sys.byteorder == "big":
        flow.byteswap()
    about = {
        **content,
        "size": found.size,
        "captions": found.captions,
        "words": found.words,
        "lengths": list(map(len, found.frames)),
        "bytes": flow.itemsize,
    }
    return packed(about, flow.tobytes())


def packed(content: object, rest: bytes = b"") -> str:
    """Return JSON on one line, and bytes behind it, compressed, in letters that are no markup."""
    line = json.dumps(content, separators=(",", ":"))
    return b64encode(zlib.compress(line.encode() + b"\n" + rest, LEVEL)).decode()
