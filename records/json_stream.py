"""The objects of a JSON text one at a time, whether they stand in a list or one after the other."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

LIMIT = 1 << 26
"""Characters that one object may have."""

_BETWEEN = re.compile(r"[\s,\[\]\N{BYTE ORDER MARK}]*")
_NEXT = re.compile(r'\{\s*"(?:header|moves)"\s*:')
_DECODER = json.JSONDecoder()

# A mistake so near to the end of what has been read may be none once more is read.
_MARGIN = 40


@dataclass(frozen=True, slots=True)
class JsonValue:
    """What stands at a place of the text.

    Attributes:
        value: the value; None where there is an error.
        line: the line that it begins on, from 1.
        column: the column of the error, from 1.
        error: why there is no value.
    """

    value: Any
    line: int
    column: int = 1
    error: str | None = None


def objects(blocks: Iterable[str]) -> Iterator[JsonValue]:
    """Yield the values of a text, and its errors; after an error, what begins after it is read.

    Args:
        blocks: the text, cut anywhere.
    """
    buffer = _Buffer(iter(blocks))
    while buffer.skip(_BETWEEN):
        found = buffer.decode()
        yield found
        if found.error is not None:
            buffer.resume()


class _Buffer:
    """The part of a text that has been read, and how much of it has been used."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text, self._at, self._line = "", 0, 1
        self._ended = False

    def _more(self) -> bool:
        block = next((block for block in self._blocks if block), "")
        self._text, self._at = self._text[self._at :] + block, 0
        self._ended = not block
        return not self._ended

    def _use(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def skip(self, pattern: re.Pattern[str]) -> bool:
        """Pass over what a pattern matches; tell whether anything is left."""
        while True:
            match = pattern.match(self._text, self._at)
            self._use(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return self._at < len(self._text)

    def decode(self) -> JsonValue:
        """Take a value, or say what is wrong with it."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                line = self._line + self._text.count("\n", self._at, error.pos)
                if self._may_go_on(error) and self._more():
                    continue
                return JsonValue(None, line, error.colno, f"no JSON: {error.msg}")
            if end == len(self._text) and self._more():
                continue
            found = JsonValue(value, self._line)
            self._use(end)
            return found

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        if self._ended or len(self._text) - self._at > LIMIT:
            return False
        open_text = error.msg.startswith("Unterminated string")
        return open_text or error.pos > len(self._text) - _MARGIN

    def resume(self) -> None:
        """Pass over the rest of what could not be read, up to where a record may begin."""
        self._use(self._at + 1)
        while True:
            match = _NEXT.search(self._text, self._at)
            if match:
                self._use(match.start())
                return
            self._use(max(len(self._text) - _MARGIN, self._at))
            if not self._more():
                self._use(len(self._text))
                return
