"""JSON of others: one value of limited depth, or the values of a long text one at a time."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import isinf
from typing import Any, NamedTuple, TypeAlias, TypeGuard, cast

from notation.pattern import lazy_pattern

JsonFields: TypeAlias = dict[str, Any]
"""An object of JSON that was read; whoever asks for a field looks what it is."""

DEPTH = 64
"""Levels of lists and objects that a value may have."""

LIMIT = 1 << 26
"""Characters that one object may have."""

_PART = 1 << 16
_RETRIES = 4
_BETWEEN = lazy_pattern(r"[\s,\[\]\N{BYTE ORDER MARK}]*")

# A mistake so near to the end of what has been read may be none once more is read.
_MARGIN = 40


class _RefusedNumber(ValueError):
    """A number that a record cannot have."""


def _refuse(constant: str) -> None:
    raise _RefusedNumber(f"{constant} is not a value of JSON")


def _to_float(text: str) -> float:
    if isinf(value := float(text)):
        raise _RefusedNumber(f"the number {text[:20]} is too large")
    return value


# Python itself refuses integers of more digits than `sys.get_int_max_str_digits`, 4,300; a hook
# for that would double the time of all others.
_DECODER = json.JSONDecoder(parse_float=_to_float, parse_constant=_refuse)


def loads(text: str) -> Any:
    """Return the value that a JSON text stands for.

    Raises:
        json.JSONDecodeError: it is not JSON, has a number that is too long or too large, or
            nests lists and objects more than `DEPTH` levels deep.
    """
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise _refused(error, text, 0) from None
    _check_depth(value, text, 0, len(text))
    return value


def repeated_keys(text: str, value: object) -> list[str]:
    """Return the keys that an object in a JSON text has twice, of which the last one counts.

    Args:
        text: the text, which `loads` accepts.
        value: what it stands for.
    """
    if text.count('":') == _key_count(value):
        return []
    repeated: dict[str, None] = {}

    def look(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            repeated.update(dict.fromkeys(name for name, count in counts.items() if count > 1))
        return found

    json.loads(text, object_pairs_hook=look)
    return list(repeated)


def _key_count(value: object) -> int:
    """Return how many keys the objects in a value have, as deep as they are in most records."""
    if not isinstance(value, dict):
        return 0
    inner = [one for one in value.values() if isinstance(one, dict)]
    return len(value) + sum(map(len, inner))


def _decode(text: str, start: int) -> tuple[object, int]:
    """Return the value that stands at a place of a text, and where it ends.

    Raises:
        json.JSONDecodeError: as for `loads`.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise _refused(error, text, start) from None
    _check_depth(value, text, start, end)
    return value, end


def _refused(error: Exception, text: str, start: int) -> json.JSONDecodeError:
    if isinstance(error, RecursionError):
        return _too_deep(text, start)
    if isinstance(error, _RefusedNumber):
        return json.JSONDecodeError(str(error), text, start)
    most = sys.get_int_max_str_digits()
    return json.JSONDecodeError(f"a whole number of more than {most:,} digits", text, start)


def _too_deep(text: str, start: int) -> json.JSONDecodeError:
    depth = 0
    for match in _BRACKET.finditer(text, start):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH:
            start = match.start()
            break
    return json.JSONDecodeError(_TOO_DEEP, text, start)


_TOO_DEEP = f"lists and objects more than {DEPTH} levels deep"
_BRACKET = lazy_pattern(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_SIDE_BY_SIDE = ("},{", "}, {", "],[", "], [")


def _check_depth(value: object, text: str, start: int, end: int) -> None:
    """Refuse a value that is nested too deep.

    Brackets that open where another has just closed are no deeper, so that most texts are known
    to be shallow from a count.
    """
    deepest = text.count("[", start, end) + text.count("{", start, end)
    if deepest <= DEPTH:
        return
    if deepest - sum(text.count(pair, start, end) for pair in _SIDE_BY_SIDE) <= DEPTH:
        return
    level = [value]
    for _ in range(DEPTH):
        level = [
            inner
            for outer in level
            for inner in (
                outer.values() if isinstance(outer, dict) else cast("list[object]", outer)
            )
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise _too_deep(text, start)


class JsonValue(NamedTuple):
    """What stands at a place of the text.

    Attributes:
        value: the value; None where there is an error.
        line: the line that it begins on, from 1.
        column: the column of the error, from 1.
        error: why there is no value.
        repeated: the keys that an object in it has twice, of which the last one counts.
    """

    value: object
    line: int
    column: int = 1
    error: str | None = None
    repeated: Sequence[str] = ()


def json_values(blocks: Iterable[str], keys: Sequence[str]) -> Iterator[JsonValue]:
    """Yield the values of a text, and its errors; after an error, what begins after it is read.

    Args:
        blocks: the text, cut anywhere.
        keys: those that an object may begin with, for going on after an error.
    """
    buffer, begin = _Buffer(blocks), re.compile(rf'\{{\s*"(?:{"|".join(keys)})"\s*:')
    while buffer.skip(_BETWEEN):
        found = buffer.decode()
        yield found
        if found.error is not None:
            buffer.resume(begin)


def _parts(text: str, start: int) -> Iterator[str]:
    return (text[first : first + _PART] for first in range(start, len(text), _PART))


class _Buffer:
    """The part of a text that has been read, and how much of it has been used."""

    def __init__(self, blocks: Iterable[str]) -> None:
        self._sources: list[Iterator[str]] = [
            (part for block in blocks for part in _parts(block, 0))
        ]
        self._text, self._at, self._line = "", 0, 1
        self._ended = False
        self._failed, self._failures, self._before = 0, 0, 0

    def _more(self) -> bool:
        """Read on until there is about twice as much; return whether there was anything."""
        parts, size = [self._text[self._at :]], 0
        while self._sources and (not size or size < len(parts[0])):
            part = next(self._sources[-1], None)
            if part is None:
                self._sources.pop()
            else:
                parts.append(part)
                size += len(part)
        self._drop()
        self._text, self._at, self._ended = "".join(parts), 0, not size
        return not self._ended

    def _drop(self) -> None:
        """Count what stands before the text that is kept, on its line."""
        self._failed -= self._at
        end = self._text.rfind("\n", 0, self._at)
        self._before = self._at - end - 1 if end >= 0 else self._before + self._at

    def _column(self, error: json.JSONDecodeError) -> int:
        """Return the column of an error, from 1, in its line of the whole text."""
        return error.colno + (0 if "\n" in self._text[: error.pos] else self._before)

    def _trim(self) -> None:
        """Keep little of the text: to make an error, Python counts the lines before it."""
        if self._at + _PART < len(self._text):
            self._sources.append(_parts(self._text, self._at + _PART))
            self._ended = False
        self._drop()
        self._text, self._at = self._text[self._at : self._at + _PART], 0

    def _use(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def skip(self, pattern: re.Pattern[str]) -> bool:
        """Pass over what a pattern matches; return whether anything is left."""
        while True:
            match = pattern.match(self._text, self._at)
            self._use(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return self._at < len(self._text)

    def decode(self) -> JsonValue:
        """Take a value, or the error in its place."""
        while True:
            try:
                value, end = _decode(self._text, self._at)
            except json.JSONDecodeError as error:
                line = self._line + self._text.count("\n", self._at, error.pos)
                column = self._column(error)
                if self._may_go_on(error) and self._more():
                    continue
                self._fail(error)
                return JsonValue(None, line, column, f"not JSON: {error.msg}")
            if end == len(self._text) and self._more():
                continue
            repeated = repeated_keys(self._text[self._at : end], value)
            found = JsonValue(value, self._line, repeated=repeated)
            self._use(end)
            return found

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        if self._ended or len(self._text) - self._at > LIMIT:
            return False
        open_text = error.msg.startswith("Unterminated string")
        return open_text or error.pos > len(self._text) - _MARGIN

    def _fail(self, error: json.JSONDecodeError) -> None:
        """Count the errors in text that has been read before: it is not read over and over."""
        self._failures = self._failures + 1 if self._at < self._failed else 0
        if error.msg == _TOO_DEEP:
            self._failures = _RETRIES
        self._failed = max(error.pos, self._failed)

    def resume(self, begin: re.Pattern[str]) -> None:
        """Pass over the rest of what could not be read, up to where a record may begin."""
        after = self._at + 1
        self._use(max(after, self._failed) if self._failures >= _RETRIES else after)
        while True:
            match = begin.search(self._text, self._at)
            if match:
                self._use(match.start())
                self._trim()
                return
            self._use(max(len(self._text) - _MARGIN, self._at))
            if not self._more():
                self._use(len(self._text))
                return


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number that fits into every table, from 0 to 2,147,483,647."""
    return type(value) is int and 0 <= value < 1 << 31
